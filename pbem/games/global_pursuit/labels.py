"""What a map card's picture is labelled with, and where: in card coordinates, edge length 1, centre 0 0, y up. Drawing only.

Nothing is decided by the floats of this file.
"""

import math
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pbem.games.global_pursuit.cards import grid_lines
from pbem.games.global_pursuit.globe import MapCard, globe, set_of
from pbem.games.global_pursuit.tabletop import EDGES

Place = tuple[float, float]

CAPITAL, CITY, PRODUCT, FEATURE, ROUTE = "capital", "city", "product", "feature", "route"
_ALONG = {"near its start": 0.22, "in its middle": 0.5, "near its end": 0.78}
_STEPS = 240
_YEARS = re.compile(r"\d{4}(?:-\d{2,4})?$")
INWARD = 0.13
"""How far from its edge the label of what crosses it stands."""


@dataclass(frozen=True, slots=True)
class Label:
    """A text at a place, and what it names. `edges`: those of the card that tell of it, none for what lies further inside.

    `mark`: an arrow before the text, for a route that leaves or enters.
    """

    text: str
    at: Place
    kind: str
    edges: frozenset[int]
    mark: str = ""


@lru_cache(maxsize=64)
def labels(card: str) -> tuple[Label, ...]:
    """The labels of a card's set: first those of its edges, each by weight. Source: section 10."""
    found = _LABELS[set_of(card)](globe().cards[card])
    return tuple(sorted(found, key=lambda label: not label.edges))


def _told(card: MapCard, texts: str, words: Collection[str]) -> frozenset[int]:
    """The edges whose texts name something by one of these words."""
    return frozenset(edge for edge in EDGES if set(words).intersection(globe().edge(card.code, edge).texts[texts]))


def _cities(card: MapCard) -> Iterator[Label]:
    for city in globe().faces[card.face].printed["cities"]:
        name, kind = city["name"], CAPITAL if city["capital"] else CITY
        yield Label(name, (city["x"], city["y"]), kind, _told(card, "pp", (name, f"{name} (capital)")))


def _products(card: MapCard) -> Iterator[Label]:
    for product in globe().faces[card.face].printed["products"]:
        name, place = product["name"], product["place"]
        edges = _told(card, "pr", (f"{name} in {place}", f"{name} ({place})"))
        yield Label(name, (product["x"], product["y"]), PRODUCT, edges)


def _features(card: MapCard) -> Iterator[Label]:
    near: dict[str, dict[int, Place]] = {}
    for edge in EDGES:
        texts = globe().edge(card.code, edge).texts
        for text in texts["pe_cross"]:
            name, where = _parted(text)
            yield Label(name, on_edge(card, edge, where, INWARD), FEATURE, frozenset({edge}))
        for text in texts["pe_near"]:
            near.setdefault(text.partition(" (")[0], {})[edge] = on_edge(card, edge, 0.5, 2.4 * INWARD)
    for name, places in near.items():
        x, y = (sum(each) / len(places) for each in zip(*places.values(), strict=True))
        yield Label(name, (x, y), FEATURE, frozenset(places))


def _routes(card: MapCard) -> Iterator[Label]:
    for edge in EDGES:
        for text in globe().edge(card.code, edge).texts["hh"]:
            name, where = _parted(text)
            route, _, verb = name.rpartition(" ")
            mark = "←" if verb == "enters" else "→"
            yield Label(short_route(route), on_edge(card, edge, where, INWARD), ROUTE, frozenset({edge}), mark)


_LABELS = {"PP": _cities, "PE": _features, "HH": _routes, "PR": _products}


def short_route(name: str) -> str:
    """A route's first words and its years: `Nordenskiold 1878-79`."""
    words = name.split(" ")
    first = [words[0]]
    for word in words[1:]:
        if not word[:1].isupper():
            break
        first.append(word)
    years = _YEARS.search(name)
    return " ".join([*first, years[0]]) if years and years[0] not in first else " ".join(first)


def _parted(text: str) -> tuple[str, float]:
    """What is named, and how far along the edge it crosses."""
    for words, where in _ALONG.items():
        if text.endswith(f" {words}"):
            return text.removesuffix(f" {words}"), where
    return text, 0.5


def ends(card: MapCard, edge: int) -> tuple[Place, Place]:
    """The corners from which and to which a card's edge runs, in card coordinates."""
    corners = globe().faces[card.face].printed["card_corners"]
    number = card.face_edge(edge)
    start, end = corners[number - 1], corners[number % 5]
    return (start[0], start[1]), (end[0], end[1])


def on_edge(card: MapCard, edge: int, where: float, inward: float) -> Place:
    """A place so far along a card's edge and so far inside it (outside for less than 0)."""
    (x, y), (u, v) = ends(card, edge)
    return x + (u - x) * where + (v - y) * inward, y + (v - y) * where - (u - x) * inward


@lru_cache(maxsize=512)
def ticks(card: str, edge: int) -> tuple[tuple[str, float], ...]:
    """Where the grid lines that a card prints cross its edge: the line, and how far along the edge."""
    shown = globe().cards[card]
    corners = globe().faces[shown.face].printed["corners"]
    number = shown.face_edge(edge)
    start, end = _unit(corners[number - 1]), _unit(corners[number % 5])
    found = []
    for line in grid_lines(card, edge):
        if " " not in line:
            where = _crossing(line, start, end)
            if where is not None:
                found.append((line, where))
    return tuple(found)


def _unit(corner: Sequence[float]) -> tuple[float, float, float]:
    latitude, longitude = math.radians(corner[0]), math.radians(corner[1])
    return math.cos(latitude) * math.cos(longitude), math.cos(latitude) * math.sin(longitude), math.sin(latitude)


def _crossing(line: str, start: tuple[float, float, float], end: tuple[float, float, float]) -> float | None:
    """How far along the edge a meridian or parallel crosses it: both corners are as far from the face's centre."""
    degrees = float(line[: line.index("°")]) * (-1 if line[-1] in "SW" else 1)

    def beyond(where: float) -> float:
        x, y, z = (a + (b - a) * where for a, b in zip(start, end, strict=True))
        if line[-1] in "NS":
            return math.degrees(math.atan2(z, math.hypot(x, y))) - degrees
        return (math.degrees(math.atan2(y, x)) - degrees + 180) % 360 - 180

    for step in range(_STEPS):
        low, high = beyond(step / _STEPS), beyond((step + 1) / _STEPS)
        if low * high <= 0 and abs(low - high) < 90:
            return (step + (low / (low - high) if low != high else 0.5)) / _STEPS
    return None
