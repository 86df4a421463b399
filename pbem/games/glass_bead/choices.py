"""What a seat can do now: placements that score, best first, and the sheet to fill in. From a view alone."""

from collections.abc import Iterator, Sequence

from pbem.core.contract import Table, View
from pbem.core.orders import quoted
from pbem.games.glass_bead.board import Board, Step
from pbem.games.glass_bead.deck import Deck, deck_of
from pbem.games.glass_bead.ordered import NEGATES
from pbem.games.glass_bead.scoring import Scored, score_placement
from pbem.games.glass_bead.state import OVER, VOTES, board_of

MOST_CHOICES = 20


def worth(table: Table, view: View, card: str, space: str) -> Scored:
    """What a card would score on a space as the board lies in this view."""
    options = table.options
    return score_placement(
        board_of(table), deck_of(table), view["board"], space, card, options.scoring, options.line_bonus
    )


def choices(table: Table, view: View) -> tuple[str, ...]:
    """The reader's cards on every space where they score, best first, at most 20: each an order, with its points as a remark.

    Before the reader's turn the cards drawn ahead are among them, since they will be in hand by then.
    """
    if view["stage"] in (OVER, VOTES):
        return ()
    board, cards = board_of(table), view["board"]
    near = {other for space in cards for other in board.touching(space)}
    spaces = board.sorted(near - cards.keys())
    found = []
    for card in view["hand"] + view["draw"]:
        for space in spaces:
            scored = worth(table, view, card, space)
            if scored.points:
                found.append((card, space, scored))
    found.sort(key=lambda one: -one[2].points)
    return tuple(
        f"place: {quoted(card)} at {space}  # {points(scored.points)}: {', '.join(reasons(scored))}"
        for card, space, scored in found[:MOST_CHOICES]
    )


def reasons(scored: Scored) -> list[str]:
    """What a placement scores for: descriptors, then lines."""
    return [*scored.descriptors, *(f"{line_name(step)} {one} x{length}" for step, one, length in scored.lines)]


def line_name(step: Step | Sequence[int]) -> str:
    """What a line in that direction is called."""
    column, row, level = (*step, 0)[:3]
    if level:
        return "shaft" if not column and not row else "line"
    return "column" if not column else "row" if not row else "diagonal"


def points(number: int) -> str:
    """`1 point`, `3 points`."""
    return f"{number} point" if number == 1 else f"{number} points"


def card_line(deck: Deck, card: str) -> str:
    """A card with its ability and descriptors: `Plato (J): Person, Philosophy, Greek`."""
    return f"{card} ({deck.ability[card]}): {', '.join(deck.descriptors[card])}"


def form(table: Table, view: View) -> tuple[str, ...]:
    """A sheet to fill in: the hand as remarks, then a line for each decision; empty for no seat or after the end."""
    if view["reader"] is None or view["stage"] == OVER:
        return ()
    votes = list(_votes(view))
    if view["stage"] == VOTES:
        return ("# The last placements were claimed: yes, no or abstain.", *votes) if votes else ()
    return (*_turn(table, view), *_standing(table, view), *votes)


def _turn(table: Table, view: View) -> Iterator[str]:
    deck, board = deck_of(table), board_of(table)
    mine = view["mover"] == view["reader"]
    if mine and view["stage"] == "continue":
        yield f"# Your turn {view['turn']} goes on. A line left as it is orders nothing."
    elif mine:
        yield f"# It is your turn, turn {view['turn']}. A line left as it is orders nothing."
    else:
        yield f"# It is {view['mover']}'s turn; what you order now is kept for yours. A line left as it is orders nothing."
        if view["premove"]:
            yield "# You have orders for it on file; new ones replace them."
    for title, cards in (("Hand", view["hand"]), ("Drawn ahead", view["draw"])):
        if cards:
            yield f"# {title}: {', '.join(f'{card} ({deck.ability[card]})' for card in cards)}"
    now = view["now"] if mine else None
    if now is None or now["abilities"]:
        yield "# An ability, for example: play: CARD on TARGET"
        yield "play:"
    if now is None or now["placements"]:
        yield f"# A card onto a free space, for example: place: CARD at {_example(board, view)}"
        yield "place:"
    if len(view["hand"]) + len(view["draw"]) > table.options.hand_max:
        yield "# Cards to discard at the end of your turn, most expendable first:"
        yield "discard:"


def _example(board: Board, view: View) -> str:
    cards = view["board"]
    near = next((other for space in cards for other in board.touching(space) if other not in cards), None)
    return near or board.name(((board.columns + 1) // 2, (board.rows + 1) // 2, (board.levels + 1) // 2))


def _standing(table: Table, view: View) -> Iterator[str]:
    deck = deck_of(table)
    if any(deck.ability[card] == NEGATES for card in view["hand"]) and len(view["players"]) > 1:
        yield "# You hold a K card. A standing order plays it, for example: negate: any by any on me"
        yield "negate:"


def _votes(view: View) -> Iterator[str]:
    for claim in view["claims"]:
        if claim["by"] != view["reader"] and view["reader"] not in claim["voted"]:
            yield f"# {claim['by']} claims {claim['card']} with {claim['with']}: {claim['text']}"
            yield f"vote {claim['claim']}:"
