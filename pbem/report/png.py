"""SVG made a PNG of few colours, as small as a mail wants it, and the same on every machine."""

import io
import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal

Edges = Literal["crisp_edges", "geometric_precision"]

FAMILY, FONT = "Fira Sans Condensed", "fontpkg_fira_sans_condensed"
"""The font with which all letters are drawn, whatever the machine has, and its package (SIL Open Font License)."""
_WEIGHTS = ("Medium", "Bold")

COLOURS = 64
"""Of a drawing with lands and labels nothing is lost by so few, and it is a quarter of the size."""

WIDEST = 2000
"""Pixels: no screen shows more of it."""

SMALLEST = 0.6
"""The least scale: in a smaller picture no label can be read."""

_PACKING = 8
"""Of zlib: 9 takes twice the time for a hundredth of the bytes."""

_VIEW_BOX = re.compile(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"')
_TEXTS = re.compile(r"(?<=>)[^<>]+(?=</text>)")

_A_UNIT, _A_LETTER, _A_BYTE, _A_USE = 0.032, 42, 0.038, 117
"""Bytes of a PNG for a square unit of a drawing, a letter, a byte of the SVG, a use of a definition; as measured of maps."""
_CRISP = 0.85
"""How large a drawing is with hard edges of lines and areas, against one with soft edges; its letters stay soft."""
_EXPONENT = 0.68
"""A drawing of lines and letters takes so many bytes that this power of their ratio is the ratio of the scales."""


class Undrawable(Exception):
    """Why the library makes no picture of an SVG."""


@lru_cache(maxsize=128)
def about(svg: str) -> float:
    """About how many bytes a drawing takes as PNG, by its area, its letters and its lines: maps are within a quarter of it."""
    size = _VIEW_BOX.search(svg)
    area = float(size[1]) * float(size[2]) if size else 0.0
    letters = sum(map(len, _TEXTS.findall(svg)))
    return _A_UNIT * area + _A_LETTER * letters + _A_BYTE * len(svg) + _A_USE * svg.count("<use ")


def png_of(svg: str, most: int) -> bytes:
    """The picture in at most so many bytes, a pixel a unit; empty where it cannot be so small. Raises Undrawable.

    Where it must be smaller it is drawn with hard edges, and only as far as that is not enough scaled down, so that its letters
    stay as large as they can be.
    """
    size = _VIEW_BOX.search(svg)
    scale = min(1.0, WIDEST / float(size[1])) if size and float(size[1]) else 1.0
    expected, is_crisp = about(svg) * scale**2, False
    if expected > most:
        is_crisp = True
        scale *= max(SMALLEST, min(1.0, _fitting(most, expected * _CRISP)))
    png = _drawn(svg, scale, is_crisp)
    while len(png) > most:
        if is_crisp:
            scale *= min(0.95, _fitting(most, len(png)))
        else:
            scale *= min(1.0, _fitting(most, len(png) * _CRISP))
        is_crisp = True
        png = _drawn(svg, scale, is_crisp) if scale >= SMALLEST else b""
    return png


@cache
def font_files() -> list[str]:
    """The files of the font, in the weights that pictures may ask for."""
    return [str(files(FONT) / "files" / f"FiraSansCondensed-{weight}.ttf") for weight in _WEIGHTS]


def _fitting(most: int, size: float) -> float:
    """By how much a picture of this size is to be scaled to have at most so many bytes, with a little to spare."""
    return float(0.98 * (most / size) ** _EXPONENT)


def _drawn(svg: str, scale: float, is_crisp: bool) -> bytes:
    """Raises Undrawable for what the library does not take, and where it fails: it is Rust, whose panic is no Exception."""
    import resvg_py
    from PIL import Image

    edges: Edges = "crisp_edges" if is_crisp else "geometric_precision"
    try:
        whole = resvg_py.svg_to_bytes(
            svg_string=svg,
            zoom=scale,
            background="#ffffff",
            shape_rendering=edges,
            skip_system_fonts=True,
            font_files=font_files(),
            serif_family=FAMILY,
            sans_serif_family=FAMILY,
            monospace_family=FAMILY,
        )
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as fault:
        raise Undrawable(f"{type(fault).__name__}: {fault}") from fault
    with Image.open(io.BytesIO(whole)) as image:
        few = image.convert("RGB").quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    written = io.BytesIO()
    few.save(written, "PNG", compress_level=_PACKING)
    return written.getvalue()
