"""The names that have only a number on the map, and the numbers, on discs."""

from dataclasses import dataclass, field

from pbem.games.global_pursuit.drawing import Box
from pbem.games.global_pursuit.lettering import INK, lettering, text_svg, width

DISC = 8.5
"""The radius of the disc behind a number."""


@dataclass(slots=True)
class Legend:
    """The names of one picture, in the order of their numbers, which begin at 1. `said`: what stands before them."""

    said: str = ""
    names: dict[str, int] = field(default_factory=dict)

    def number(self, name: str) -> int:
        """The number of a name: its own from the first time on."""
        return self.names.setdefault(name, len(self.names) + 1)

    def rows(self, above: Box, size: float) -> tuple[str, float]:
        """All names in rows below that part of the picture, and how high these are."""
        row, gap = size * 1.4, size * 0.9
        left, y = above.left + size, above.bottom + row * 0.6
        drawn = []
        for number, name in [(0, self.said)] * bool(self.said) + [
            (number, name) for name, number in self.names.items()
        ]:
            disc = 2 * DISC + 4 if number else 0.0
            wide = width(name, size)
            if left > above.left + size and left + disc + wide > above.right - size / 2:
                left, y = above.left + size, y + row
            if number:
                drawn.append(disc_svg(left + DISC, y, size, number))
            drawn.append(text_svg(left + disc + wide / 2, y, size, name))
            left += disc + wide + gap
        return (lettering(size, "".join(drawn)), y + row * 0.6 - above.bottom) if drawn else ("", 0.0)


def disc_svg(x: float, y: float, size: float, number: int, colour: str = INK) -> str:
    """A number on a disc around a place; it must stand in a group of `lettering`."""
    white = text_svg(x, y, size * 0.9, str(number), "#ffffff", bold=True)
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{DISC}" fill="{colour}"/><g stroke="none">{white}</g>'
