"""The table and the reader's hand as pictures from a view: each map, and a plate for each card of the hand.

A unit is a pixel of the mail's PNG. A plate stands half a column wide, so that letters of 15 units are 9 pixels high in a mail
600 wide and 11 on a telephone; the whole of a table takes the column. Source: section 10, W17.
"""

import textwrap
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from pbem.core.contract import Picture, View
from pbem.games.global_pursuit.cards import GRID, title
from pbem.games.global_pursuit.coasts import definitions
from pbem.games.global_pursuit.drawing import Box, Placed, around, beside, card_svg, framed
from pbem.games.global_pursuit.globe import set_of
from pbem.games.global_pursuit.labelling import Style, labels_svg
from pbem.games.global_pursuit.legend import Legend
from pbem.games.global_pursuit.map_pictures import ARROWS, PLATE, lain, map_pictures
from pbem.games.global_pursuit.tabletop import EDGES

HAND_EDGE, HAND_SIZE = 258, 15
"""A card's edge in the hand, and its letters."""


def pictures(view: View) -> Sequence[Picture]:
    """The cards of the hand where there is one, and each map; what tells most first."""
    drawn = [_in_hand(card, view["clues"]) for card in view["hand"] or ()]
    for on in view["maps"]:
        shown, text = lain(view, on), table_text(on)
        drawn += [
            Picture(f"{shown.called}, {part.name}", part.svg, text, mailed=True, half=part.half)
            for part in map_pictures(shown)
        ]
    return drawn


def _in_hand(card: str, clues: str) -> Picture:
    return Picture(f"Your hand, {card}", hand_svg(card, clues), title(card), mailed=True, half=True)


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


@lru_cache(maxsize=128)
def hand_svg(card: str, clues: str) -> str:
    """A card of a hand, north up, with edge numbers outside and below it the names that have only a number on it."""
    placed = Placed(card, 0, 0, 0, HAND_EDGE)
    legend = Legend(ARROWS if set_of(card) == "HH" else "")
    labels = labels_svg(placed, Style(HAND_SIZE, frozenset(EDGES), clues == GRID, outside=True, inner=True), legend)
    numbers = [Box(x, y, x, y).grown(HAND_SIZE) for x, y, _ in (beside(placed, edge, 0.06) for edge in EDGES)]
    box = around([placed.box().grown(4), *numbers])
    aside = (PLATE - box.wide) / 2
    box = Box(box.left - aside, box.top, box.right + aside, box.bottom)
    rows, high = legend.rows(box, HAND_SIZE)
    parts = [definitions([card], HAND_EDGE), card_svg(placed), labels, rows]
    return framed(parts, Box(box.left, box.top, box.right, box.bottom + high), f"{card} in your hand")
