"""SVG made a PNG of few colours, as small as a mail wants it."""

import io
import re

COLOURS = 64
"""Of a drawing with lands and labels nothing is lost by so few, and it is a quarter of the size."""

WIDEST = 2000
"""Pixels: no screen shows more of it."""

SMALLEST = 0.25
"""The least scale: in a smaller picture no label can be read."""

_VIEW_BOX = re.compile(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) [\d.]+"')


def png_of(svg: str, most: int) -> bytes:
    """The picture in at most so many bytes, scaled down where it must be; empty where that cannot be done, or it is no SVG."""
    size = _VIEW_BOX.search(svg)
    scale = min(1.0, WIDEST / float(size[1])) if size and float(size[1]) else 1.0
    while scale >= SMALLEST:
        try:
            png = _drawn(svg, scale)
        except ValueError:
            return b""
        if len(png) <= most:
            return png
        scale *= min(0.9, (most / len(png)) ** 0.5)
    return b""


def _drawn(svg: str, scale: float) -> bytes:
    """Raises ValueError for what is no SVG."""
    import resvg_py
    from PIL import Image

    whole = resvg_py.svg_to_bytes(svg_string=svg, zoom=scale, background="#ffffff")
    with Image.open(io.BytesIO(whole)) as image:
        few = image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    written = io.BytesIO()
    few.save(written, "PNG", optimize=True)
    return written.getvalue()
