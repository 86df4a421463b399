"""The plates of a table: which parts of it are drawn large, so that every card that matters now is wholly on one of them."""

from collections.abc import Mapping, Sequence

from pbem.games.global_pursuit.drawing import Box, around

WIDE, HIGH, MARGIN = 3.5, 4.4, 0.2
"""The greatest size of a plate, and what it shows around its cards; in edges of a card."""
_FIRST = 100
"""What a card of the last match counts beside one that only has room at an edge."""


def plates(boxes: Mapping[str, Box], edge: float, first: Sequence[str], others: Sequence[str]) -> list[Box]:
    """Parts of a table so that each of these cards is wholly on one of them; those with cards of `first` come first.

    `boxes`: where each card lies. All plates are equally wide, and as high as their cards need.
    """
    left = {**dict.fromkeys(others, 1), **dict.fromkeys(first, _FIRST)}
    found = []
    while left:
        held = _fullest({card: boxes[card] for card in left}, left, edge)
        found.append(_plate([boxes[card] for card in held], edge))
        left = {card: weight for card, weight in left.items() if not found[-1].holds(boxes[card])}
    return found


def _fullest(boxes: Mapping[str, Box], weights: Mapping[str, int], edge: float) -> list[str]:
    """The weightiest cards that one plate can hold; of equal ones those that lie further up and left."""
    wide, high = (WIDE - 2 * MARGIN) * edge, (HIGH - 2 * MARGIN) * edge
    best: list[str] = []
    most = (0, 0.0)
    for one in boxes.values():
        for other in boxes.values():
            window = Box(one.left, other.top, one.left + wide, other.top + high)
            held = [card for card, box in boxes.items() if window.holds(box)]
            worth = (sum(weights[card] for card in held), -round(window.top + window.left))
            if held and worth > most:
                best, most = held, worth
    return best


def _plate(boxes: list[Box], edge: float) -> Box:
    """The plate around these cards, as wide as every plate."""
    inner = around(boxes).grown(MARGIN * edge)
    aside = (WIDE * edge - inner.wide) / 2
    return Box(inner.left - aside, inner.top, inner.right + aside, inner.bottom)
