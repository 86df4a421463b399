"""What a placement scores: descriptors shared with adjacent cards, and lines. Source: B13 to B15."""

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.games.glass_bead.board import Board, Step
from pbem.games.glass_bead.deck import Deck

SHORTEST_LINE = 3


@dataclass(frozen=True, slots=True)
class Scored:
    """A placement's points, before doubling and halving, and what they are for.

    `descriptors`: those that an adjacent card has, in the card's order. `lines`: direction, descriptor and length.
    """

    descriptors: list[str]
    lines: list[tuple[Step, str, int]]
    points: int


def score_placement(
    board: Board, deck: Deck, cards: Mapping[str, str], space: str, card: str, scoring: str, line_bonus: str
) -> Scored:
    """What the card scores on that space; `cards` are those on the board, the card itself need not be there.

    1. One point for every descriptor of the card that at least one adjacent card has (B13); with `neighbour` scoring, one for
       every adjacent card and descriptor that they share.
    2. One point for every direction and descriptor for which the unbroken line through the card has three cards or more (B15);
       with `once` at most one in all, with `off` none.
    """
    own = deck.descriptors[card]
    of = deck.descriptors
    beside = [of[cards[other]] for other in board.touching(space) if other in cards]
    if not beside:
        return Scored([], [], 0)
    shared = [one for one in own if any(one in descriptors for descriptors in beside)]
    points = len(shared)
    if scoring == "neighbour":
        points = sum(one in descriptors for one in shared for descriptors in beside)
    if not shared or line_bonus == "off":
        return Scored(shared, [], points)
    lines = _lines(board, deck, cards, space, shared)
    return Scored(shared, lines, points + (len(lines) if line_bonus == "each" else min(len(lines), 1)))


def _lines(
    board: Board, deck: Deck, cards: Mapping[str, str], space: str, shared: list[str]
) -> list[tuple[Step, str, int]]:
    """Every line of three or more through the space: by direction, then in the card's order.

    A line passes through an adjacent card, so that only shared descriptors can make one.
    """
    of = deck.descriptors
    lines = []
    for step, (forwards, backwards) in zip(board.directions, board.rays(space), strict=True):
        for one in shared:
            length = 1
            for ray in (forwards, backwards):
                for other in ray:
                    if other not in cards or one not in of[cards[other]]:
                        break
                    length += 1
            if length >= SHORTEST_LINE:
                lines.append((step, one, length))
    return lines
