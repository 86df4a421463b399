"""`python -m tools.lettering`: how wide the letters of pictures are, measured anew from the font's files."""

import json
from pathlib import Path

from PIL import ImageFont

from pbem.report.png import font_files

WRITTEN = Path(__file__).parents[1] / "pbem/games/global_pursuit/data/lettering.json"
EM = 1000
_LETTERS = [*map(chr, range(0x20, 0x7F)), *map(chr, range(0xA0, 0x180)), *"‘’“”–—←→"]


def measured() -> dict[str, dict[str, int]]:
    """The advance of each letter in thousandths of its size, for medium and for bold letters."""
    fonts = [ImageFont.truetype(file, EM) for file in font_files()]
    return {
        weight: {letter: round(font.getlength(letter)) for letter in _LETTERS}
        for weight, font in zip(("medium", "bold"), fonts, strict=True)
    }


if __name__ == "__main__":
    WRITTEN.write_text(json.dumps(measured(), ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
