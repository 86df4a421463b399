"""SVG made a PNG of few colours, as small as a mail wants it."""

import io
import re
from typing import Literal

Edges = Literal["crisp_edges", "geometric_precision"]

COLOURS = 64
"""Of a drawing with lands and labels nothing is lost by so few, and it is a quarter of the size."""

WIDEST = 2000
"""Pixels: no screen shows more of it."""

SMALLEST = 0.25
"""The least scale: in a smaller picture no label can be read."""

_VIEW_BOX = re.compile(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) [\d.]+"')

_CRISP = 0.77
"""How large a drawing is with hard edges of lines and areas, against one with soft edges; its letters stay soft."""
_EXPONENT = 0.68
"""A drawing of lines and letters takes so many bytes that this power of their ratio is the ratio of the scales."""


def png_of(svg: str, most: int) -> bytes:
    """The picture in at most so many bytes; empty where that cannot be done, or it is no SVG.

    Where it must be smaller it is drawn with hard edges, and only as far as that is not enough scaled down, so that its letters
    stay as large as they can be.
    """
    size = _VIEW_BOX.search(svg)
    scale = min(1.0, WIDEST / float(size[1])) if size and float(size[1]) else 1.0
    try:
        png = _drawn(svg, scale)
        if len(png) > most:
            scale *= min(1.0, _fitting(most, len(png) * _CRISP))
            png = _drawn(svg, scale, is_crisp=True) if scale >= SMALLEST else b""
        while len(png) > most:
            scale *= min(0.95, _fitting(most, len(png)))
            png = _drawn(svg, scale, is_crisp=True) if scale >= SMALLEST else b""
    except ValueError:
        return b""
    return png


def _fitting(most: int, size: float) -> float:
    """By how much a picture of this size is to be scaled to have at most so many bytes, with a little to spare."""
    return float(0.98 * (most / size) ** _EXPONENT)


def _drawn(svg: str, scale: float, is_crisp: bool = False) -> bytes:
    """Raises ValueError for what is no SVG."""
    import resvg_py
    from PIL import Image

    edges: Edges = "crisp_edges" if is_crisp else "geometric_precision"
    whole = resvg_py.svg_to_bytes(svg_string=svg, zoom=scale, background="#ffffff", shape_rendering=edges)
    with Image.open(io.BytesIO(whole)) as image:
        few = image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    written = io.BytesIO()
    few.save(written, "PNG", optimize=True)
    return written.getvalue()
