"""Coasts, borders and circles of a face as SVG: cut to its pentagon, with no more points than can be seen. Section 10.

Nothing is decided by the floats of this file.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from pbem.games.global_pursuit.globe import globe, outlines, set_of

Place = tuple[float, float]
Convex = Sequence[Place]
"""A pentagon's corners, clockwise (y up)."""

LAND, BORDER, CIRCLE = "#efe3bd", "#8f7f58", "#b03a3a"
COUNTRIES = (
    "#f4c7ab", "#f7e3a1", "#cfe5b0", "#f2b8c6", "#d9c7ec", "#fbd38d",
    "#b7ddc4", "#e8d5b7", "#f6d6e8", "#d4e79e", "#e3c1a1", "#c9d7f2",
)  # fmt: skip
FINEST = 1.2
"""Points of a line that are nearer to each other than so many units are one."""
TENTHS = 10
"""Lines are written in whole numbers of tenths of a unit."""


BORDERED = 100
"""Cards of a smaller edge are drawn without borders and coastlines: only land and sea."""


def ground(card: str, edge: int) -> str:
    """The id of what a card shows, in a picture where an edge is so many units: lands or countries, and circles.

    It names no face: codes of faces are never printed.
    """
    number = list(globe().faces).index(globe().cards[card].face)
    return f"g{number}-{edge}{'p' if set_of(card) == 'PP' else ''}"


def definitions(cards: Sequence[str], edge: int) -> str:
    """The grounds of these cards, and the pentagon of each."""
    kinds = {ground(card, edge): (globe().cards[card].face, set_of(card) == "PP") for card in cards}
    drawn = []
    for name, (face, political) in kinds.items():
        lands = _ground(face, edge, political)
        drawn.append(f'<polygon id="{name}-e" points="{_corners(face, edge)}"/>')
        drawn.append(f'<g id="{name}" transform="scale({1 / TENTHS:g})" shape-rendering="crispEdges">{lands}</g>')
    return f"<defs>{''.join(drawn)}</defs>"


def _corners(face: str, edge: int) -> str:
    return " ".join(f"{x * edge:.1f},{-y * edge:.1f}" for x, y in globe().faces[face].printed["card_corners"])


@dataclass(frozen=True, slots=True)
class Cut:
    """What lies in a face's pentagon: the rings of each country, and the lines of each circle by its name; edge length 1."""

    countries: tuple[tuple[list[Place], ...], ...]
    circles: Mapping[str, list[list[Place]]]


@lru_cache(maxsize=12)
def cut(face: str) -> Cut:
    """A face cut to its pentagon."""
    pentagon = _clockwise(globe().faces[face].printed["card_corners"])
    drawn = outlines()[face]
    return Cut(
        tuple(tuple(cut_area(ring, pentagon) for ring in country["rings"]) for country in drawn["countries"]),
        {
            circle["name"]: [part for line in circle["lines"] for part in cut_line(line, pentagon)]
            for circle in drawn["circles"]
        },
    )


@lru_cache(maxsize=1024)
def _ground(face: str, edge: int, political: bool) -> str:
    lands: dict[str, list[str]] = {}
    for number, rings in enumerate(cut(face).countries):
        colour = COUNTRIES[number % len(COUNTRIES)] if political else LAND
        paths = (_path(ring, edge) for ring in rings)
        lands.setdefault(colour, []).extend(f"{path}Z" for path in paths if path)
    border = f' stroke="{BORDER}" stroke-width="{TENTHS * edge / 250:.0f}"' if edge >= BORDERED else ""
    drawn = "".join(f'<path d="{"".join(paths)}" fill="{colour}"{border}/>' for colour, paths in lands.items() if paths)
    for name, lines in cut(face).circles.items():
        look = f'stroke-width="{TENTHS * edge / 60:.0f}"'
        if name != "Equator":
            look = f'stroke-width="{TENTHS * edge / 110:.0f}" stroke-dasharray="60 40"'
        path = "".join(_path(line, edge) for line in lines)
        drawn += f'<path d="{path}" fill="none" stroke="{CIRCLE}" {look}/>'
    return drawn


def _path(points: Sequence[Place], edge: int) -> str:
    """A line as a path, in tenths of a unit and each step from the one before; empty where nothing of it can be seen."""
    fine = edge * TENTHS
    kept: list[tuple[int, int]] = []
    for x, y in points:
        here = round(x * fine), round(-y * fine)
        if not kept or abs(here[0] - kept[-1][0]) + abs(here[1] - kept[-1][1]) >= FINEST * TENTHS:
            kept.append(here)
    if len(kept) < 2:
        return ""
    steps = (f"{u - x} {v - y}" for (x, y), (u, v) in pairwise(kept))
    return f"M{kept[0][0]} {kept[0][1]}l{' '.join(steps)}".replace(" -", "-")


def _clockwise(corners: Sequence[Sequence[float]]) -> list[Place]:
    found = [(corner[0], corner[1]) for corner in corners]
    turning = sum((u - x) * (v + y) for (x, y), (u, v) in zip(found, [*found[1:], found[0]], strict=True))
    return found if turning > 0 else found[::-1]


def _sides(pentagon: Convex) -> Iterator[Callable[[Place], float]]:
    """For each edge, how far within its line a place lies, times the edge's length."""
    for (x, y), (u, v) in zip(pentagon, [*pentagon[1:], pentagon[0]], strict=True):

        def within(place: Place, x: float = x, y: float = y, u: float = u, v: float = v) -> float:
            return (v - y) * (place[0] - x) - (u - x) * (place[1] - y)

        yield within


def _between(one: Place, other: Place, first: float, second: float) -> Place:
    """Where a line crosses an edge, from how far within it both its ends lie."""
    part = first / (first - second)
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part


def cut_area(ring: Sequence[Sequence[float]], pentagon: Convex) -> list[Place]:
    """What of an area lies in the pentagon, as one ring (with seams along the edges where it falls apart)."""
    left = [(point[0], point[1]) for point in ring]
    for within in _sides(pentagon):
        depths = [within(place) for place in left]
        if all(depth < 0 for depth in depths):
            return []
        if any(depth < 0 for depth in depths):
            left = list(_kept(left, depths))
    return left


def _kept(ring: Sequence[Place], depths: Sequence[float]) -> Iterator[Place]:
    for number, (place, depth) in enumerate(zip(ring, depths, strict=True)):
        before = depths[number - 1]
        if (before >= 0) != (depth >= 0):
            yield _between(ring[number - 1], place, before, depth)
        if depth >= 0:
            yield place


def cut_line(line: Sequence[Sequence[float]], pentagon: Convex) -> list[list[Place]]:
    """The parts of a line that lie in the pentagon, in order."""
    parts = [[(point[0], point[1]) for point in line]]
    for within in _sides(pentagon):
        parts = [piece for part in parts for piece in _inside(part, [within(place) for place in part])]
    return parts


def _inside(line: Sequence[Place], depths: Sequence[float]) -> Iterator[list[Place]]:
    piece: list[Place] = []
    for number, (place, depth) in enumerate(zip(line, depths, strict=True)):
        if number and (depths[number - 1] >= 0) != (depth >= 0):
            piece.append(_between(line[number - 1], place, depths[number - 1], depth))
        if depth >= 0:
            piece.append(place)
        elif piece:
            yield piece
            piece = []
    if piece:
        yield piece
