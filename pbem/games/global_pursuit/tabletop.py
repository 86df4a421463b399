"""Cards as they lie on a table: where a card comes to lie, whether it may lie there, and what it touches. Source: W12 to W19."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from pbem.games.global_pursuit.lattice import ORIGIN, UNITS, Point, along, minus, plus, side, sign, squared, times

EDGES = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class Lying:
    """A card face up: its code, the start corner of its edge 1, and the direction in which that edge runs."""

    card: str
    at: Point
    direction: int

    def course(self, edge: int) -> int:
        """The direction in which that edge runs."""
        return (self.direction - 2 * (edge - 1)) % 10


@lru_cache(maxsize=4096)
def corners(at: Point, direction: int) -> tuple[Point, ...]:
    """The five corners, clockwise, from the start of edge 1."""
    found = [at]
    for number in range(4):
        found.append(plus(found[-1], UNITS[(direction - 2 * number) % 10]))
    return tuple(found)


def laid_on(lying: Lying, to_edge: int, card: str, edge: int) -> Lying:
    """The card with its edge along that edge of one that lies. Source: W12, section 9."""
    ends = corners(lying.at, lying.direction)
    course = (lying.direction - 2 * (to_edge - 1) + 5) % 10
    direction = (course + 2 * (edge - 1)) % 10
    at = ends[to_edge % 5]
    for number in range(edge - 1, 0, -1):
        at = minus(at, UNITS[(direction - 2 * (number - 1)) % 10])
    return Lying(card, at, direction)


class Meeting(Enum):
    """How two cards lie to each other: sharing area, touching along a part of an edge, or as they may."""

    OVERLAP = "overlap"
    PART = "part of an edge"
    ALLOWED = "allowed"


def meeting(one: Lying, other: Lying) -> Meeting:
    """How two cards lie to each other. Source: W14, W15, W16."""
    (first, turn), (second, other_turn) = _shape(one), _shape(other)
    return _meeting(minus(second, first), turn, other_turn)


def _shape(lying: Lying) -> tuple[Point, int]:
    """The pentagon without its numbers: its edges run in all even or in all odd directions, and begin at the one of 0 or 1."""
    parity = lying.direction % 2
    steps = (lying.direction - parity) // 2
    return corners(lying.at, lying.direction)[steps % 5], parity


@lru_cache(maxsize=65536)
def _meeting(offset: Point, turn: int, other_turn: int) -> Meeting:
    """How a pentagon lies to another whose corner is `offset` away; turn 0 or 1: the direction of the edge from that corner."""
    one, other = corners(ORIGIN, turn), corners(offset, other_turn)
    if not (_parted(one, turn, other) or _parted(other, other_turn, one)):
        return Meeting.OVERLAP
    for number, start in enumerate(one):
        course = (turn - 2 * number) % 10
        for other_number, other_start in enumerate(other):
            opposite = (other_turn - 2 * other_number - course) % 10 == 5
            if opposite and _share_a_part(minus(other_start, start), course):
                return Meeting.PART
    return Meeting.ALLOWED


def _parted(one: Sequence[Point], turn: int, other: Sequence[Point]) -> bool:
    """Whether all corners of the other are left of, or on, the line of some edge. Source: section 9."""
    return any(
        all(side(minus(corner, start), (turn - 2 * number) % 10) >= 0 for corner in other)
        for number, start in enumerate(one)
    )


def _share_a_part(start: Point, course: int) -> bool:
    """Whether an edge from the origin in that direction, and one from `start` in the opposite one, share a part, not the whole.

    On the line of the first the second reaches from t back to t - 1: a stretch of 0 to 1 is shared where 0 < t < 2.
    """
    if side(start, course) != 0 or start == UNITS[course]:
        return False
    p, q = along(start, course)
    return sign((p, q)) > 0 and sign((p - 4, q)) < 0


Touch = tuple[int, str, int]
"""Own edge, the card touched, its edge."""


class Tabletop:
    """The cards of one map as they lie, and what may be laid. `radius`: of the table in edge lengths, 0 without limit."""

    def __init__(self, lying: Iterable[Lying], radius: int) -> None:
        self.lying = tuple(lying)
        self.radius = radius
        self._by_card = {one.card: one for one in self.lying}
        self._edges: dict[tuple[Point, int], tuple[str, int]] = {}
        for one in self.lying:
            for edge, start in enumerate(corners(one.at, one.direction), 1):
                self._edges[start, one.course(edge)] = (one.card, edge)
        self._middle = ORIGIN
        for first in self.lying[:1]:
            for corner in corners(first.at, first.direction):
                self._middle = plus(self._middle, corner)

    def find(self, card: str) -> Lying | None:
        """The card as it lies; None where it does not lie on this map."""
        return self._by_card.get(card)

    def free_edges(self) -> list[tuple[str, int]]:
        """Every edge without a neighbour, in the order in which the cards lie in the list."""
        return [(one.card, edge) for one in self.lying for edge in EDGES if not self._neighbour(one, edge)]

    def is_free(self, card: str, edge: int) -> bool:
        """Whether that edge of a card that lies has no neighbour."""
        return self._neighbour(self._by_card[card], edge) is None

    def _neighbour(self, one: Lying, edge: int) -> tuple[str, int] | None:
        end = corners(one.at, one.direction)[edge % 5]
        return self._edges.get((end, (one.course(edge) + 5) % 10))

    def touches(self, new: Lying) -> list[Touch]:
        """The whole edges that a card would share: by the order in which the touched cards lie in the list, then own edge."""
        order = {one.card: place for place, one in enumerate(self.lying)}
        found = [(edge, *neighbour) for edge in EDGES if (neighbour := self._neighbour(new, edge)) is not None]
        return sorted(found, key=lambda touch: (order[touch[1]], touch[0]))

    def hindrance(self, new: Lying) -> str | None:
        """Why a card may not lie there, as anybody at the table would see; None where it may. Source: W14, W15, W17."""
        if not self._holds(new):
            return "it would not lie on the table"
        for one in self.lying:
            how = meeting(one, new)
            if how is Meeting.OVERLAP:
                return f"it would overlap {one.card}"
            if how is Meeting.PART:
                return f"it would lie along a part of an edge of {one.card}"
        return None

    def _holds(self, new: Lying) -> bool:
        """Whether all corners lie on the table: |5 corner - sum of the first card's corners|² <= 25 radius². Source: W17."""
        if not self.radius:
            return True
        bound = 25 * self.radius * self.radius
        for corner in corners(new.at, new.direction):
            p, q = squared(minus(times(5, corner), self._middle))
            if sign((p - bound, q)) > 0:
                return False
        return True

    def lay(self, card: str, edge: int, to: str, to_edge: int) -> Lying:
        """The card as it would lie with its edge on that edge of one that lies. Source: W12."""
        return laid_on(self._by_card[to], to_edge, card, edge)

    def room(self, card: str, edge: int) -> Lying | None:
        """A card, of any code, on that free edge with its edge 1; None where none may lie there."""
        new = laid_on(self._by_card[card], edge, "", 1)
        return new if self.hindrance(new) is None else None
