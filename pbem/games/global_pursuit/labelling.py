"""Labels put on a map card where they have room: each tried at several places, a number with a legend where none is free.

Nothing is decided by the floats of this file.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from pbem.games.global_pursuit.coasts import CIRCLE
from pbem.games.global_pursuit.drawing import Box, Placed
from pbem.games.global_pursuit.globe import globe
from pbem.games.global_pursuit.labels import CAPITAL, FEATURE, ROUTE, Label, Place, labels, on_edge, ticks
from pbem.games.global_pursuit.legend import DISC, Legend, disc_svg
from pbem.games.global_pursuit.lettering import HIGH, INK, lettering, text_svg, width
from pbem.games.global_pursuit.tabletop import EDGES

NUMBER = "#0b3d91"
"""The colour of edge numbers."""
_COLOURS = {CAPITAL: "#7a1020", FEATURE: "#5b3a12", ROUTE: "#40206b"}
_AREAS = (FEATURE, ROUTE)
"""What is named around a place; all else has a dot there, and its name beside."""
_RIM, _APART, _DOT = 3.0, 2.5, 2.6
"""How far labels keep from the card's rim, from each other, and a dot's radius; in units."""
_MOST = 24
"""More labels of what lies further inside would leave nothing of the map to see."""
_ROUNDS = 5
"""How often a card is labelled anew, with numbers first for what found no room; the text of the card tells the rest."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a card is labelled. `edges`: those whose grid lines and labels are shown; `inner`: what lies further inside, too.

    `outside`: whether edge numbers stand there. With `inner` nothing of these edges is left out while a number finds room.
    """

    size: float
    edges: frozenset[int]
    grid: bool
    outside: bool = False
    inner: bool = False


@dataclass(frozen=True, slots=True)
class Numbered:
    """A name for which there is only room for a number, and where that stands."""

    name: str
    at: Place
    colour: str


def labels_svg(placed: Placed, style: Style, legend: Legend) -> str:
    """The code, the edge numbers, where grid lines cross the edges, and the labels of the set; what only gets a number is put
    into the legend."""
    drawn, numbered = _around_origin(placed.card, round(placed.turn, 2) % 360, placed.edge, style)
    discs = (disc_svg(*one.at, style.size, legend.number(one.name), one.colour) for one in numbered)
    move = f' transform="translate({placed.x:.1f} {placed.y:.1f})"'
    return lettering(style.size, drawn + "".join(discs), move)


@lru_cache(maxsize=4096)
def _around_origin(card: str, turn: float, edge: int, style: Style) -> tuple[str, tuple[Numbered, ...]]:
    """The labels of a card whose centre is 0 0. They lie within the card, so that those of its neighbours do not matter."""
    shown = [label for label in labels(card) if label.edges & style.edges or (style.inner and not label.edges)]
    squeezed: list[Label] = []
    for _ in range(_ROUNDS if style.inner else 1):
        labeller = _Labeller(Placed(card, 0, 0, turn, edge), style)
        without = labeller.all(squeezed, [label for label in shown if label not in squeezed])
        if not without:
            break
        squeezed += without
    return "".join(labeller.parts), tuple(labeller.numbered)


@dataclass(slots=True)
class _Labeller:
    placed: Placed
    style: Style
    parts: list[str] = field(default_factory=list)
    taken: list[Box] = field(default_factory=list)
    numbered: list[Numbered] = field(default_factory=list)
    count: int = 0

    def all(self, squeezed: Sequence[Label], others: Sequence[Label]) -> list[Label]:
        """Labels the whole card, the squeezed ones by a number, and gives those of its edges for which no room was left."""
        places = [self.placed.at(label.at) for label in others if label.edges and label.kind not in _AREAS]
        self.taken += [_dot(*place) for place in places]
        self.edge_numbers()
        self.code()
        without = [label for label in squeezed if not self.number(label)]
        if self.style.grid:
            self.grid()
        return [*without, *(label for label in others if not self.label(label))]

    def edge_numbers(self) -> None:
        """Beside the middle of each edge, where it hides no dot."""
        shown, size = globe().cards[self.placed.card], self.style.size * 1.25
        inward = -0.06 if self.style.outside else (size * 0.5 + _RIM) / self.placed.edge
        for edge in EDGES:
            places = [self.placed.at(on_edge(shown, edge, where, inward)) for where in (0.5, 0.42, 0.58, 0.34, 0.66)]
            self._put_first(places, size, str(edge), NUMBER)

    def code(self) -> None:
        """The card's code near its middle, where it hides no dot."""
        size = self.style.size * 1.3
        rows = [size * step for step in (0, -1.2, 1.2, -2.4, 2.4)]
        places = [(column, row) for column in (0.0, -2 * size, 2 * size) for row in rows]
        self._put_first(places, size, self.placed.card, INK)

    def _put_first(self, places: Sequence[Place], size: float, text: str, colour: str) -> None:
        """Puts a text, bold, at the first of these places that is free, or else at the first."""
        at = next((at for at in places if self._is_free(_box(*at, size, text, bold=True))), places[0])
        self._put(*at, size, text, colour, bold=True)

    def grid(self) -> None:
        """Where the grid lines cross the edges."""
        shown, size = globe().cards[self.placed.card], self.style.size * 0.92
        for edge in sorted(self.style.edges):
            for line, where in ticks(self.placed.card, edge):
                (x, y), (u, v) = (self.placed.at(on_edge(shown, edge, where, inward)) for inward in (0, 0.035))
                self.parts.append(f'<path d="M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}" stroke="{CIRCLE}" stroke-width="1.5"/>')
                half = width(line, size) / 2
                for at in _inward(x, y, u, v, half, size):
                    if self._try(*at, size, line, CIRCLE):
                        break

    def label(self, label: Label) -> bool:
        """Puts the name where it has room, else its number; False where there is room for neither, at an edge."""
        if not label.edges and self.count >= _MOST:
            return True
        x, y = self.placed.at(label.at)
        size, colour = self.style.size, _COLOURS.get(label.kind, INK)
        is_area = label.kind in _AREAS
        text = f"{label.mark} {label.text}" if label.mark else label.text
        own = _dot(x, y)
        places = _over if is_area else _next_to
        for at in places(x, y, width(text, size) / 2, size):
            if (is_area or label.edges or self._is_free(own)) and self._try(*at, size, text, colour):
                if not is_area:
                    self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_DOT}" stroke="none"/>')
                    self.taken.append(own)
                self.count += 1
                return True
        return not label.edges or self.number(label)

    def number(self, label: Label) -> bool:
        """Keeps room for a number on a disc, behind the label's mark, at its place, if there is any within the card."""
        (x, y), colour = self.placed.at(label.at), _COLOURS.get(label.kind, INK)
        own, half = _dot(x, y), width(label.mark, self.style.size) / 2
        if own in self.taken:
            self.taken.remove(own)
        for u, v in _about(x, y):
            box = Box(u - half - DISC, v - DISC, u + half + DISC, v + DISC).grown(_APART)
            if self._is_free(box) and _is_inside(self.placed, box):
                self.taken.append(box)
                if label.mark:
                    self.parts.append(text_svg(u - DISC, v, self.style.size, label.mark, colour))
                self.numbered.append(Numbered(label.text, (u + half, v), colour))
                return True
        return False

    def _is_free(self, box: Box) -> bool:
        return not any(box.meets(taken) for taken in self.taken)

    def _try(self, x: float, y: float, size: float, text: str, colour: str, bold: bool = False) -> bool:
        """Puts a text around a place if it has room there within the card."""
        box = _box(x, y, size, text, bold)
        if not self._is_free(box) or not _is_inside(self.placed, box):
            return False
        self._put(x, y, size, text, colour, bold)
        return True

    def _put(self, x: float, y: float, size: float, text: str, colour: str, bold: bool) -> None:
        self.parts.append(text_svg(x, y, size, text, colour, bold))
        self.taken.append(_box(x, y, size, text, bold))


def _box(x: float, y: float, size: float, text: str, bold: bool = False) -> Box:
    half, high = width(text, size, bold) / 2 + _APART, size * HIGH / 2
    return Box(x - half, y - high, x + half, y + high)


def _dot(x: float, y: float) -> Box:
    return Box(x, y, x, y).grown(_DOT)


def _next_to(x: float, y: float, half: float, size: float) -> Iterator[Place]:
    """Places for a name beside its dot, the best first."""
    aside, gap, high = half + _DOT + 2 * _APART, _DOT + _APART, size * HIGH / 2
    for dx, dy in (
        (aside, 0.0),
        (-aside, 0.0),
        (aside - gap, -high - gap / 2),
        (aside - gap, high + gap / 2),
        (gap - aside, -high - gap / 2),
        (gap - aside, high + gap / 2),
        (0.0, -high - gap),
        (0.0, high + gap),
    ):
        yield x + dx, y + dy


def _over(x: float, y: float, half: float, size: float) -> Iterator[Place]:
    """Places for a name around its place, the best first."""
    for rows in (0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 3.0):
        for dx in (0.0, half, -half):
            yield x + dx, y + rows * size * HIGH


def _about(x: float, y: float) -> Iterator[Place]:
    """Places for a disc around its place, the nearest first, in rings."""
    yield x, y
    for ring in range(1, 9):
        for step in range(6 * ring):
            angle = math.tau * step / (6 * ring)
            yield x + ring * DISC * math.cos(angle), y + ring * DISC * math.sin(angle)


def _inward(x: float, y: float, u: float, v: float, half: float, size: float) -> Iterator[Place]:
    """Places for the name of what crosses an edge, behind its tick from `x y` to `u v`: as near as it may stand."""
    long = math.hypot(u - x, v - y)
    along, down = (u - x) / long, (v - y) / long
    reach = abs(along) * half + abs(down) * size * HIGH / 2 + _RIM
    for more in (0.0, 0.5, 1.0, 1.6):
        far = long + reach + more * size
        for aside in (0.0, 0.5 * size, -0.5 * size, size, -size):
            yield x + along * far - down * aside, y + down * far + along * aside


def _is_inside(placed: Placed, box: Box) -> bool:
    """Whether a box lies within the card, and not on its rim."""
    for (x, y), (u, v) in placed.sides():
        for a, b in ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)):
            if (u - x) * (b - y) - (v - y) * (a - x) < _RIM * placed.edge:
                return False
    return True
