"""The course, drawn from a view: as SVG, and in characters."""

from collections.abc import Sequence
from functools import cache, partial
from html import escape

from pbem.core.columns import columns, pad
from pbem.core.contract import Picture, View
from pbem.games.pitagoras.state import BENCH, GOAL, PROMPTER, RIOT, START, WRONG_CALCULATION

ROW = 6
WIDTH = 11
"""Squares in a row of the picture in characters, and columns between two borders: 73 columns in all."""
_NAME = WIDTH - 1
_BLANK = " " * WIDTH

SIDE, HIGH, ACROSS = 128, 124, 4
"""A square of the SVG, with room for five pieces, and squares in a row: legible on a phone."""
_SVG_NAME = 11
_PIECES = (
    '<circle r="7" fill="#0072b2" stroke="#222222"/>',
    '<path d="M-7-7H7V7H-7Z" fill="#d55e00" stroke="#222222"/>',
    '<path d="M0-9 8 6H-8Z" fill="#009e73" stroke="#222222"/>',
    '<path d="M0-9 9 0 0 9-9 0Z" fill="#cc79a7" stroke="#222222"/>',
    '<path d="M-3-8H3V-3H8V3H3V8H-3V3H-8V-3H-3Z" fill="#e69f00" stroke="#222222"/>',
)
"""A piece for each seat, of another form and, for those who see it, another colour (the set of Okabe and Ito)."""


def pictures(view: View) -> tuple[Picture, ...]:
    """The course with all pieces."""
    return (Picture("course", partial(svg, view), text(view)),)


@cache
def special(well: int) -> dict[int, str]:
    """What stands on the special squares. Source: 1, P27."""
    return {
        START: "start",
        BENCH: "bench",
        PROMPTER: "prompter",
        RIOT: "riot",
        WRONG_CALCULATION: "wrong",
        well: "well",
        GOAL: "goal",
    }


def text(view: View) -> str:
    """Two rows of six squares, each with its number, what it is, and who stands there; 73 columns wide.

    Below them stands who is who where names look alike when they are cut short.
    """
    shown = shown_names(view["players"], _NAME)
    standing = _standing(view)
    border = "+" + ("-" * WIDTH + "+") * ROW
    lines = [border]
    for first in range(START, GOAL + 1, ROW):
        squares = range(first, first + ROW)
        lines.append(_row([_label(square, view["well"]) for square in squares]))
        for level in range(max(1, *(len(standing[square]) for square in squares))):
            names = [standing[square][level] if level < len(standing[square]) else "" for square in squares]
            lines.append(_row([shown[name] if name else "" for name in names]))
        lines.append(border)
    lines += [f"  {short} is {name}" for name, short in shown.items() if short not in (name, _cut(name, _NAME))]
    return "\n".join(lines)


def shown_names(players: Sequence[str], most: int) -> dict[str, str]:
    """The names in at most so many columns, with the seat's number behind them where two would look alike."""
    short = {name: _cut(name, most) for name in players}
    looks = list(short.values())
    return {
        name: f"{_cut(name, most - 1)}{seat}" if looks.count(short[name]) > 1 else short[name]
        for seat, name in enumerate(players, 1)
    }


def svg(view: View) -> str:
    """Three rows of four squares; every piece stands beside its player's name."""
    shown = shown_names(view["players"], _SVG_NAME)
    where = ", ".join(f"{name} on {square}" for name, square in view["squares"].items())
    parts = [_FRAME, f"<title>{escape(f'The course: {where}')}</title>", _board(view["well"])]
    standing = _standing(view)
    for seat, name in enumerate(view["players"]):
        square = view["squares"][name]
        x, y = _corner(square)
        down = y + 36 + 20 * standing[square].index(name)
        parts.append(
            f'<g transform="translate({x + 16} {down})">{_PIECES[seat]}'
            f'<text x="14" y="5" fill="#111111">{escape(shown[name])}</text></g>'
        )
    return "\n".join([*parts, "</svg>"])


_FRAME = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {SIDE * ACROSS + 4} {HIGH * (GOAL // ACROSS) + 4}" role="img" '
    'font-family="sans-serif" font-size="15">'
)


@cache
def _board(well: int) -> str:
    parts = []
    for square in range(START, GOAL + 1):
        x, y = _corner(square)
        fill = "#fff4d6" if square in special(well) else "#ffffff"
        parts.append(f'<rect x="{x}" y="{y}" width="{SIDE}" height="{HIGH}" fill="{fill}" stroke="#555555"/>')
        parts.append(f'<text x="{x + 6}" y="{y + 18}" fill="#333333">{_label(square, well)}</text>')
    return "\n".join(parts)


def _corner(square: int) -> tuple[int, int]:
    return (square - 1) % ACROSS * SIDE, (square - 1) // ACROSS * HIGH


def _standing(view: View) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {square: [] for square in range(START, GOAL + 1)}
    for name in view["players"]:
        found[view["squares"][name]].append(name)
    return found


def _label(square: int, well: int) -> str:
    return f"{square} {special(well).get(square, '')}".rstrip()


def _row(cells: Sequence[str]) -> str:
    return "|" + "".join((f" {pad(cell, _NAME)}" if cell else _BLANK) + "|" for cell in cells)


def _cut(name: str, most: int) -> str:
    """The name, or its beginning with a full stop behind it, in so many columns."""
    if columns(name) <= most:
        return name
    while columns(name) > most - 1:
        name = name[:-1]
    return name + "."
