"""A map card drawn: outlines as SVG definitions, and one card at a place, turned, with labels that stay upright. Section 10.

Nothing is decided by the floats of this file.
"""

import cmath
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape

from pbem.games.global_pursuit.globe import globe, outlines, set_of
from pbem.games.global_pursuit.labels import CAPITAL, FEATURE, ROUTE, Label, ends, labels, on_edge, ticks
from pbem.games.global_pursuit.tabletop import EDGES

UNIT = 100
"""The edge of a card in the definitions, in units of the picture."""
OCEAN = {"PP": "#bfe3f2", "PE": "#9fcbe8", "HH": "#b4cdf0", "PR": "#a9dcd9"}
"""Four blues that tell the sets apart."""
LAND, BORDER, INK, MARK = "#efe3bd", "#8f7f58", "#1d1d1d", "#d1495b"
_COUNTRIES = (
    "#f4c7ab", "#f7e3a1", "#cfe5b0", "#f2b8c6", "#d9c7ec", "#fbd38d",
    "#b7ddc4", "#e8d5b7", "#f6d6e8", "#d4e79e", "#e3c1a1", "#c9d7f2",
)  # fmt: skip
_LABEL = {CAPITAL: "#7a1020", FEATURE: "#5b3a12", ROUTE: "#40206b"}


@dataclass(slots=True)
class Sheet:
    """A picture while it is drawn: its parts in order, and the boxes of the labels, which may not overlap."""

    parts: list[str] = field(default_factory=list)
    boxes: list[tuple[float, float, float, float]] = field(default_factory=list)

    def text(
        self, x: float, y: float, size: float, text: str, colour: str = INK, turn: float = 0, bold: bool = False
    ) -> None:
        """A text around a place; it must stand in a group of `lettering`."""
        turned = f' transform="rotate({turn:.1f} {x:.1f} {y:.1f})"' if turn else ""
        weight = ' font-weight="bold"' if bold else ""
        fill = f' fill="{colour}"' if colour != INK else ""
        self.parts.append(
            f'<text x="{x:.1f}" y="{y + size * 0.35:.1f}" font-size="{size:g}"{fill}{weight}{turned}>{escape(text)}</text>'
        )

    def lettering(self, size: float, drawn: str, move: str = "") -> None:
        """Texts of about that size, with a white rim so that they can be read on any ground."""
        rim = f'stroke="#ffffff" stroke-width="{size / 6:.1f}" paint-order="stroke"'
        self.parts.append(f'<g{move} fill="{INK}" text-anchor="middle" {rim}>{drawn}</g>')

    def is_free(self, box: tuple[float, float, float, float]) -> bool:
        """Whether no label has been put where the box is."""
        left, top, right, bottom = box
        return all(
            right <= taken[0] or left >= taken[2] or bottom <= taken[1] or top >= taken[3] for taken in self.boxes
        )


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a card is drawn: its centre in the picture, how it is turned (degrees, anticlockwise), units for an edge."""

    card: str
    x: float
    y: float
    turn: float
    edge: float

    def at(self, place: tuple[float, float]) -> tuple[float, float]:
        """A place in card coordinates as a place in the picture."""
        where = complex(*place) * cmath.exp(1j * math.radians(self.turn)) * self.edge
        return self.x + where.real, self.y - where.imag


def definitions(cards: Iterable[str]) -> str:
    """The faces of these cards: lands country by country, circles, and the pentagon to which they are cut."""
    faces = dict.fromkeys(globe().cards[card].face for card in cards)
    return f"<defs>{''.join(map(_face, faces))}</defs>"


@lru_cache(maxsize=12)
def _face(face: str) -> str:
    drawn = outlines()[face]
    corners = " ".join(f"{x * UNIT:.1f},{-y * UNIT:.1f}" for x, y in drawn["corners"])
    lands = "".join(
        f'<path id="{face}-{number}" d="{"".join(_line(ring) + "Z" for ring in country["rings"])}"/>'
        for number, country in enumerate(drawn["countries"])
    )
    circles = "".join(
        f'<path d="{"".join(map(_line, circle["lines"]))}" stroke-width="{1.2 if circle["name"] == "Equator" else 0.7}"'
        f"{'' if circle['name'] == 'Equator' else ' stroke-dasharray=' + chr(34) + '3 2' + chr(34)}/>"
        for circle in drawn["circles"]
    )
    return (
        f'<polygon id="{face}-edge" points="{corners}"/><clipPath id="{face}-cut"><polygon points="{corners}"/></clipPath>'
        f'<g id="{face}-lands">{lands}</g><g id="{face}-circles" fill="none" stroke="#b03a3a">{circles}</g>'
    )


def _line(points: Sequence[Sequence[float]]) -> str:
    """A line as a path; points that lie on the one before at this scale are left out."""
    kept: list[str] = []
    for x, y in points:
        text = f"{x * UNIT:.1f} {-y * UNIT:.1f}"
        if not kept or kept[-1] != text:
            kept.append(text)
    return f"M{'L'.join(kept)}"


def draw_card(sheet: Sheet, placed: Placed, *, is_marked: bool = False) -> None:
    """Ocean, lands, circles and the rim of a card."""
    face = globe().cards[placed.card].face
    code = set_of(placed.card)
    if code == "PP":
        lands = "".join(
            f'<use href="#{face}-{number}" fill="{_COUNTRIES[number % len(_COUNTRIES)]}"/>'
            for number in range(len(outlines()[face]["countries"]))
        )
    else:
        lands = f'<use href="#{face}-lands" fill="{LAND}"/>'
    width = 0.8 if not is_marked else 4
    sheet.parts.append(
        f'<g transform="translate({placed.x:.1f} {placed.y:.1f}) rotate({-placed.turn:.1f}) scale({placed.edge / UNIT:.3f})">'
        f'<use href="#{face}-edge" fill="{OCEAN[code]}"/>'
        f'<g clip-path="url(#{face}-cut)"><g stroke="{BORDER}" stroke-width="0.4">{lands}</g><use href="#{face}-circles"/></g>'
        f'<use href="#{face}-edge" fill="none" stroke="{MARK if is_marked else INK}" stroke-width="{width}"/></g>'
    )


@dataclass(frozen=True, slots=True)
class Style:
    """How cards are labelled: the size of the letters, at most how many labels of the set, grid lines, edge numbers outside."""

    size: float
    most: int
    grid: bool
    outside: bool


def label_card(sheet: Sheet, placed: Placed, style: Style) -> None:
    """The code, the edge numbers, where grid lines cross the edges, and the labels of the set, as many as have room."""
    drawn = _labelled(Placed(placed.card, 0, 0, round(placed.turn, 3) % 360, placed.edge), style)
    sheet.lettering(style.size, drawn, f' transform="translate({placed.x:.1f} {placed.y:.1f})"')


@lru_cache(maxsize=2048)
def _labelled(placed: Placed, style: Style) -> str:
    """The labels of a card round 0 0. They lie within the card, so that those of its neighbours do not matter."""
    sheet, size = Sheet(), style.size
    shown = globe().cards[placed.card]
    sheet.text(placed.x, placed.y, size * 1.25, placed.card, bold=True)
    _take(sheet, placed.x, placed.y, size * 1.25, placed.card)
    for edge in EDGES:
        x, y = placed.at(on_edge(shown, edge, 0.5, -0.075 if style.outside else 0.075))
        sheet.text(x, y, size * 1.1, str(edge), "#0b3d91", bold=True)
        _take(sheet, x, y, size * 1.1, "0")
    if style.grid:
        for edge in EDGES:
            for line, where in ticks(placed.card, edge):
                _tick(sheet, placed, edge, where)
                _try(sheet, placed, Label(line, on_edge(shown, edge, where, 0.07), "grid"), size * 0.8, dot=False)
    left = style.most
    for label in labels(placed.card):
        if left and _try(sheet, placed, label, size, dot=label.kind not in (FEATURE, ROUTE)):
            left -= 1
    return "".join(sheet.parts)


def _tick(sheet: Sheet, placed: Placed, edge: int, where: float) -> None:
    shown = globe().cards[placed.card]
    (x, y), (u, v) = placed.at(on_edge(shown, edge, where, 0)), placed.at(on_edge(shown, edge, where, 0.03))
    sheet.parts.append(f'<path d="M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}" stroke="#b03a3a" stroke-width="1"/>')


def _box(x: float, y: float, size: float, text: str) -> tuple[float, float, float, float]:
    half = 0.29 * size * len(text)
    return x - half, y - size * 0.5, x + half, y + size * 0.5


def _take(sheet: Sheet, x: float, y: float, size: float, text: str) -> None:
    sheet.boxes.append(_box(x, y, size, text))


def _try(sheet: Sheet, placed: Placed, label: Label, size: float, *, dot: bool) -> bool:
    """Puts a label beside its place, where it has room within the card; False where it has none."""
    x, y = placed.at(label.at)
    half = 0.29 * size * len(label.text) + size * 0.4
    beside = [(half, 0.0), (-half, 0.0), (0.0, -size * 0.9), (0.0, size * 0.9)]
    for dx, dy in beside if dot else [(0.0, 0.0), *beside[2:], *beside[:2]]:
        box = _box(x + dx, y + dy, size, label.text)
        if sheet.is_free(box) and _is_inside(placed, box):
            if dot:
                sheet.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size * 0.2:.1f}" stroke="none"/>')
            sheet.text(x + dx, y + dy, size, label.text, _LABEL.get(label.kind, INK))
            sheet.boxes.append(box)
            return True
    return False


def _is_inside(placed: Placed, box: tuple[float, float, float, float]) -> bool:
    """Whether a box lies within the card."""
    left, top, right, bottom = box
    shown = globe().cards[placed.card]
    for edge in EDGES:
        (x, y), (u, v) = (placed.at(corner) for corner in ends(shown, edge))
        for a, b in ((left, top), (right, top), (right, bottom), (left, bottom)):
            if (u - x) * (b - y) - (v - y) * (a - x) < 0:
                return False
    return True
