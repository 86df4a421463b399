"""A map card drawn at its place, turned: its ground, its rim, and what lies where in the picture. Section 10.

Nothing is decided by the floats of this file.
"""

import cmath
import math
from dataclasses import dataclass

from pbem.games.global_pursuit.coasts import ground
from pbem.games.global_pursuit.globe import globe, set_of
from pbem.games.global_pursuit.labels import Place, ends, on_edge
from pbem.games.global_pursuit.lattice import Point
from pbem.games.global_pursuit.lettering import FAMILIES, INK
from pbem.games.global_pursuit.tabletop import EDGES, corners

OCEAN = {"PP": "#bfe3f2", "PE": "#9fcbe8", "HH": "#b4cdf0", "PR": "#a9dcd9"}
"""Four blues that tell the sets apart."""
MARK, ROOM, PAPER = "#d1495b", "#146c2e", "#fffdf8"
"""Of the cards laid last, of edges on which a card could lie, and of the table."""
_ZETA = cmath.exp(1j * math.pi / 5)


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a picture, in units, y down."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def wide(self) -> float:
        return self.right - self.left

    @property
    def high(self) -> float:
        return self.bottom - self.top

    def meets(self, other: "Box") -> bool:
        """Whether the two have area in common."""
        return not (
            self.right <= other.left or self.left >= other.right or self.bottom <= other.top or self.top >= other.bottom
        )

    def holds(self, other: "Box") -> bool:
        """Whether the other lies wholly in this one."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    def grown(self, by: float) -> "Box":
        """The box with so much more on each side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


def around(boxes: list[Box]) -> Box:
    """The least box that holds all of these. Raises ValueError for none."""
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a card is drawn: its centre in the picture, how it is turned (degrees, anticlockwise), units for an edge."""

    card: str
    x: float
    y: float
    turn: float
    edge: int

    def at(self, place: Place) -> Place:
        """A place in card coordinates as a place in the picture."""
        where = complex(*place) * cmath.exp(1j * math.radians(self.turn)) * self.edge
        return self.x + where.real, self.y - where.imag

    def sides(self) -> tuple[tuple[Place, Place], ...]:
        """Start and end of each edge in the picture."""
        shown = globe().cards[self.card]
        found = (ends(shown, edge) for edge in EDGES)
        return tuple((self.at(start), self.at(end)) for start, end in found)

    def box(self) -> Box:
        """The least box that holds the card."""
        places = [start for start, _ in self.sides()]
        return around([Box(x, y, x, y) for x, y in places])


def lying_at(card: str, at: Point, direction: int, edge: int) -> Placed:
    """A card as it lies on a table whose first corner is 0 0."""
    places = [sum(number * _ZETA**power for power, number in enumerate(corner)) for corner in corners(at, direction)]
    centre = sum(places) / 5
    (x, y), (u, v) = ends(globe().cards[card], 1)
    turn = 36 * direction - math.degrees(cmath.phase(complex(u - x, v - y)))
    return Placed(card, centre.real * edge, -centre.imag * edge, turn, edge)


def card_svg(placed: Placed, *, is_marked: bool = False) -> str:
    """Ocean, lands, circles and the rim of a card; its ground must be among the picture's definitions."""
    shown = ground(placed.card, placed.edge)
    rim, wide = (MARK, max(4.5, placed.edge / 28)) if is_marked else (INK, 1.3)
    return (
        f'<g transform="translate({placed.x:.1f} {placed.y:.1f}) rotate({-placed.turn:.2f})">'
        f'<use href="#{shown}-e" fill="{OCEAN[set_of(placed.card)]}"/><use href="#{shown}"/>'
        f'<use href="#{shown}-e" fill="none" stroke="{rim}" stroke-width="{wide:.1f}" stroke-linejoin="round"/></g>'
    )


def room_svg(placed: Placed, edge: int) -> str:
    """The mark of an edge on which a card could lie."""
    (x, y), (u, v) = placed.sides()[edge - 1]
    return f'<path d="M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}" stroke="{ROOM}" stroke-width="{max(4, placed.edge / 24):.1f}"/>'


def beside(placed: Placed, edge: int, out: float) -> tuple[float, float, float]:
    """A place so many edges outside the middle of an edge, and how a text turns that runs along it, not upside down."""
    x, y = placed.at(on_edge(globe().cards[placed.card], edge, 0.5, -out))
    (a, b), (u, v) = placed.sides()[edge - 1]
    turn = math.degrees(math.atan2(v - b, u - a))
    if not -90 < turn <= 90:
        turn -= math.copysign(180, turn)
    return x, y, turn


def framed(parts: list[str], box: Box, called: str) -> str:
    """A picture of these parts."""
    place = f"{box.left:.0f} {box.top:.0f} {box.wide:.0f} {box.high:.0f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{place}" role="img" font-family="{FAMILIES}">'
        f'<title>{called}</title><rect x="{box.left:.0f}" y="{box.top:.0f}" width="{box.wide:.0f}"'
        f' height="{box.high:.0f}" fill="{PAPER}"/>\n' + "\n".join(parts) + "</svg>"
    )
