"""The letters of pictures: how wide a text is, and a text as SVG, as wide with whatever font it is drawn."""

import json
from functools import cache
from html import escape
from pathlib import Path

FAMILIES = "Fira Sans Condensed, Roboto Condensed, Arial Narrow, DejaVu Sans Condensed, sans-serif"
"""The first is what mails are drawn with; a page is drawn with what its reader has."""
INK = "#1d1d1d"
HIGH = 0.92
"""How high a line is, in sizes."""
_RIM = 0.2
_DATA = Path(__file__).parent / "data" / "lettering.json"


@cache
def _widths() -> tuple[dict[str, int], dict[str, int]]:
    read = json.loads(_DATA.read_text(encoding="utf-8"))
    return read["medium"], read["bold"]


def width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is in letters of that size. Raises KeyError for a letter that was not measured."""
    widths = _widths()[bold]
    return sum(widths[letter] for letter in text) * size / 1000


def text_svg(x: float, y: float, size: float, text: str, colour: str = INK, bold: bool = False, turn: float = 0) -> str:
    """A text around a place; it must stand in a group of `lettering`. `turn`: degrees, clockwise."""
    turned = f' transform="rotate({turn:.0f} {x:.0f} {y:.0f})"' if turn else ""
    weight = ' font-weight="bold"' if bold else ""
    fill = f' fill="{colour}"' if colour != INK else ""
    long = len(text) > 1
    wide = f' textLength="{width(text, size, bold):.1f}" lengthAdjust="spacingAndGlyphs"' if long else ""
    place = f'x="{x:.1f}" y="{y + size * 0.345:.1f}" font-size="{size:g}"'
    return f"<text {place}{wide}{fill}{weight}{turned}>{escape(text)}</text>"


def lettering(size: float, drawn: str, move: str = "") -> str:
    """Texts of about that size, with a white rim so that they can be read on any ground."""
    rim = f'stroke="#ffffff" stroke-width="{size * _RIM:.1f}" stroke-linejoin="round" paint-order="stroke"'
    return f'<g{move} fill="{INK}" font-weight="500" text-anchor="middle" {rim}>{drawn}</g>'
