"""The table with every card turned as it lies, and the reader's hand, as SVG from a view. Source: section 10, W17."""

import cmath
import math
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core.contract import Picture, View
from pbem.games.global_pursuit.cards import GRID, title
from pbem.games.global_pursuit.drawing import MARK, Placed, Sheet, Style, definitions, draw_card, label_card
from pbem.games.global_pursuit.globe import SETS, globe
from pbem.games.global_pursuit.labels import ends, on_edge
from pbem.games.global_pursuit.lattice import Point
from pbem.games.global_pursuit.state import ALL
from pbem.games.global_pursuit.tabletop import corners

_ZETA = cmath.exp(1j * math.pi / 5)
HAND_EDGE, HAND_SIZE, ACROSS = 250, 11, 2
"""A card of the hand: its edge in units, the size of its labels, and cards in a row."""
TABLE_EDGE, TABLE_SIZE = 150, 9
_MOST_IN_HAND, _MOST_ON_TABLE = 16, 6
_MARGIN = 34


def pictures(view: View) -> Sequence[Picture]:
    """Each map, and the hand where there is one."""
    drawn = [Picture(_name(on["map"]), table_svg(view, on), table_text(on), mailed=True) for on in view["maps"]]
    if view.get("hand"):
        drawn.append(
            Picture("hand", hand_svg(view["hand"], view["clues"]), "\n".join(map(title, view["hand"])), mailed=True)
        )
    return drawn


def _name(code: str) -> str:
    return "table" if code == ALL else f"map {code}"


def table_text(on: Mapping[str, Any]) -> str:
    """The cards of a map and what they were laid on, in lines of at most 78 columns."""
    told = []
    for lying in on["cards"]:
        if lying["joined"] is None:
            told.append(f"{lying['card']} (beginning card)")
        else:
            edge, to, to_edge = lying["joined"]
            told.append(f"{lying['card']} edge {edge} on {to} edge {to_edge}")
    return textwrap.fill("; ".join(told), 78)


def hand_svg(hand: Sequence[str], clues: str) -> str:
    """The cards of a hand in rows, north up, with edge numbers outside."""
    wide, high = HAND_EDGE * 1.62 + 2 * _MARGIN, HAND_EDGE * 1.54 + 2 * _MARGIN
    rows = math.ceil(len(hand) / ACROSS)
    sheet = Sheet([definitions(hand)])
    for number, card in enumerate(hand):
        placed = Placed(
            card,
            (number % ACROSS + 0.5) * wide,
            (number // ACROSS + 0.5) * high + _sunk(card) * HAND_EDGE,
            0,
            HAND_EDGE,
        )
        draw_card(sheet, placed)
        label_card(sheet, placed, Style(HAND_SIZE, _MOST_IN_HAND, clues == GRID, True))
    columns = min(len(hand), ACROSS)
    return _framed(sheet, (0, 0, columns * wide, rows * high), f"Your hand: {', '.join(hand)}")


def _sunk(card: str) -> float:
    """How far below the middle of its row a card's centre lies, in edges, so that its five corners are in the middle."""
    heights: list[float] = [corner[1] for corner in globe().faces[globe().cards[card].face].printed["card_corners"]]
    return (max(heights) + min(heights)) / 2


def lying_at(card: str, at: Point, direction: int) -> Placed:
    """A card as it lies on a table whose first corner is 0 0."""
    places = [sum(number * _ZETA**power for power, number in enumerate(corner)) for corner in corners(at, direction)]
    centre = sum(places) / 5
    (x, y), (u, v) = ends(globe().cards[card], 1)
    turn = 36 * direction - math.degrees(cmath.phase(complex(u - x, v - y)))
    return Placed(card, centre.real * TABLE_EDGE, -centre.imag * TABLE_EDGE, turn, TABLE_EDGE)


def table_svg(view: View, on: Mapping[str, Any]) -> str:
    """A map: every card as it lies, those of the last adjudication marked, free edges with room named."""
    placed = [lying_at(lying["card"], tuple(lying["at"]), lying["direction"]) for lying in on["cards"]]
    sheet = Sheet([definitions(one.card for one in placed)])
    marked = [one for one in placed if one.card in view["fresh"]]
    for one in [*(one for one in placed if one not in marked), *marked]:
        draw_card(sheet, one, is_marked=one in marked)
    by_card = {one.card: one for one in placed}
    names = Sheet()
    for free in view["free"]:
        if free["fits"] and free["card"] in by_card:
            _name_edge(names, by_card[free["card"]], free["edge"])
    sheet.lettering(TABLE_SIZE, "".join(names.parts))
    style = Style(TABLE_SIZE, _MOST_ON_TABLE, view["clues"] == GRID, False)
    for one in placed:
        label_card(sheet, one, style)
    reach = TABLE_EDGE * 0.86 + _MARGIN
    left, right = min(one.x for one in placed) - reach, max(one.x for one in placed) + reach
    top, bottom = min(one.y for one in placed) - reach, max(one.y for one in placed) + reach
    called = "The table" if on["map"] == ALL else f"The map of {SETS[on['map']]}"
    return _framed(sheet, (left, top, right - left, bottom - top), f"{called}: {', '.join(one.card for one in placed)}")


def _name_edge(sheet: Sheet, placed: Placed, edge: int) -> None:
    """The name of a free edge beside it, as it may be written in an order."""
    shown = globe().cards[placed.card]
    x, y = placed.at(on_edge(shown, edge, 0.5, -0.06))
    (a, b), (u, v) = (placed.at(corner) for corner in ends(shown, edge))
    turn = math.degrees(math.atan2(v - b, u - a))
    if not -90 < turn <= 90:
        turn -= math.copysign(180, turn)
    sheet.text(x, y, TABLE_SIZE * 1.2, f"{placed.card}/{edge}", MARK, turn)


def _framed(sheet: Sheet, box: tuple[float, float, float, float], called: str) -> str:
    left, top, wide, high = box
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {wide:.0f} {high:.0f}" role="img"'
        f' font-family="DejaVu Sans, Verdana, sans-serif"><title>{called}</title>'
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{wide:.0f}" height="{high:.0f}" fill="#fffdf8"/>\n'
        + "\n".join(sheet.parts)
        + "</svg>"
    )
