"""The globe and the map cards: which face and edge a card shows, which edges match, what is printed. Source: 1, W11, 10."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

SETS = {
    "PP": "People and Places",
    "PE": "Planet Earth",
    "HH": "Historic Happenings",
    "PR": "People and Products",
}
"""The sets of map cards, in card order."""
CARDS = tuple(f"{code}-{number:02}" for code in SETS for number in range(1, 13))
"""All map cards in card order."""

_DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge of a face: the same edge on the neighbouring face, and the texts along it, clockwise on its own face."""

    to: str
    to_edge: int
    texts: Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class Face:
    """One pentagon of the globe; `printed` is all else that the data hold of it: corners, cities, rivers and so on."""

    name: str
    edges: tuple[Edge, ...]
    printed: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class MapCard:
    """A map card: the face that it shows, and the face's edge that is its edge 1."""

    code: str
    face: str
    first_edge: int

    def face_edge(self, edge: int) -> int:
        """The face's number of the card's edge."""
        return (self.first_edge + edge - 2) % 5 + 1


@dataclass(frozen=True, slots=True)
class Globe:
    """All faces, by their names, and all cards, by code."""

    faces: Mapping[str, Face]
    cards: Mapping[str, MapCard]

    def edge(self, card: str, edge: int) -> Edge:
        """What the card's edge is on the globe."""
        shown = self.cards[card]
        return self.faces[shown.face].edges[shown.face_edge(edge) - 1]

    def match(self, card: str, edge: int, other: str, other_edge: int) -> bool:
        """Whether two edges of cards are the two sides of the same edge of the globe. Source: W11."""
        side, against = self.edge(card, edge), self.cards[other]
        return (side.to, side.to_edge) == (against.face, against.face_edge(other_edge))


@cache
def globe() -> Globe:
    """The globe of the data file."""
    read = tomllib.loads((_DATA / "map.toml").read_text(encoding="utf-8"))
    faces = {face["id"]: _face(face) for face in read["face"]}
    cards = {card["code"]: MapCard(card["code"], card["face"], card["first_edge"]) for card in read["card"]}
    return Globe(faces, {code: cards[code] for code in CARDS})


@cache
def outlines() -> Mapping[str, Any]:
    """Coasts, borders and circles of each face in card coordinates: edge length 1, centre 0 0, y up."""
    read: Mapping[str, Any] = json.loads((_DATA / "outlines.json").read_text(encoding="utf-8"))
    return read


def set_of(card: str) -> str:
    """The code of the card's set."""
    return card[:2]


def _face(read: Mapping[str, Any]) -> Face:
    edges = tuple(
        Edge(edge["to"], edge["to_edge"], {key: of for key, of in edge.items() if isinstance(of, list)})
        for edge in sorted(read["edge"], key=lambda edge: edge["n"])
    )
    return Face(read["id"], edges, {key: of for key, of in read.items() if key not in ("id", "name", "edge")})
