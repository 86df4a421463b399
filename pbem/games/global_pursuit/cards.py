"""What is printed on a map card, as text: along, inside and near each of its edges. Source: section 10."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pbem.games.global_pursuit.globe import SETS, globe, set_of
from pbem.games.global_pursuit.tabletop import EDGES

GRID = "grid"
FINE = 10
"""Degrees between the meridians told of an edge that crosses none of the usual 30: else two of the ocean read alike."""
_AROUND = {
    "PP": (("pp", "near it"),),
    "PE": (("pe_cross", "across it"), ("pe_near", "near it")),
    "HH": (("hh", "routes"),),
    "PR": (("pr", "near it"),),
}
"""For each set, the texts of the data that its cards print, and what they are called."""


@dataclass(frozen=True, slots=True)
class EdgeText:
    """What a card prints at an edge: the line on the edge itself, and what its set tells of the land around it."""

    edge: int
    text: str
    around: str


@lru_cache(maxsize=128)
def edge_texts(card: str, clues: str) -> tuple[EdgeText, ...]:
    """The five edges of a card, clockwise. `clues`: whether grid lines are printed."""
    return tuple(EdgeText(edge, _along(card, edge, clues), _around(card, edge)) for edge in EDGES)


def edge_text(card: str, edge: int, clues: str) -> EdgeText:
    """One edge of a card."""
    return edge_texts(card, clues)[edge - 1]


def title(card: str) -> str:
    """The code and the name of the set."""
    return f"{card}  {SETS[set_of(card)]}"


def _along(card: str, edge: int, clues: str) -> str:
    texts = globe().edge(card, edge).texts
    parts = [f"along it {', '.join(texts['along'])}", f"inside it {', '.join(texts['inside'])}"]
    crossed = [f"the {circle}" for circle in texts["circles"]]
    more: list[str] = []
    if clues == GRID:
        lines = grid_lines(card, edge)
        crossed += [line for line in lines if " " not in line]
        more = [f"it {line}" for line in lines if line.startswith("follows ")]
        more += [f"the {line.replace(' at ', ' is at ')}" for line in lines if " Pole " in line]
    if crossed:
        parts.append(f"it crosses {_listed(crossed)}")
    return "; ".join([*parts, *more])


def grid_lines(card: str, edge: int) -> list[str]:
    """Meridians and parallels of 30° crossed or followed, and poles; where there are none, the meridians of 10°."""
    side = globe().edge(card, edge)
    printed = list(side.texts["grid"])
    shown = globe().cards[card]
    return printed or fine_meridians(globe().faces[shown.face].printed, shown.face_edge(edge))


def fine_meridians(face: Mapping[str, Any], edge: int) -> list[str]:
    """The meridians of 10° that a face's edge crosses, in its direction. Printed only: nothing is decided by them."""
    start, end = face["corners"][edge - 1][1], face["corners"][edge % 5][1]
    width = (end - start + 180) % 360 - 180
    low, high = sorted((start, start + width))
    crossed = [number * FINE for number in range(math.ceil(low / FINE), math.floor(high / FINE) + 1)]
    return [meridian(number) for number in (crossed if width > 0 else reversed(crossed))]


def meridian(longitude: int) -> str:
    """A meridian as it is printed: `160°E`."""
    east = (longitude + 180) % 360 - 180
    if east in (0, -180):
        return f"{abs(east)}°"
    return f"{east}°E" if east > 0 else f"{-east}°W"


def _around(card: str, edge: int) -> str:
    texts = globe().edge(card, edge).texts
    parts = [f"{called}: {', '.join(texts[key])}" for key, called in _AROUND[set_of(card)] if texts[key]]
    return "; ".join(parts)


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
