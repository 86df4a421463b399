"""The place phase: cards laid and scored, pauses, and what happens where nothing possible is ordered. Source: 2.3, B9 to B16."""

from collections.abc import Iterator, Sequence
from functools import partial

from pbem.core.orders import ReadOrder, decide
from pbem.core.sheets import Order
from pbem.games.glass_bead.adjudication import Adjudication
from pbem.games.glass_bead.ordered import Placement
from pbem.games.glass_bead.orders import PLACE
from pbem.games.glass_bead.rules_cards import moment, undecided
from pbem.games.glass_bead.rules_claims import make_claim
from pbem.games.glass_bead.scoring import score_placement
from pbem.games.glass_bead.state import CONTINUE

Line = tuple[Order, ReadOrder]


def place_cards(now: Adjudication, name: str, part: Sequence[Line]) -> bool:
    """The `place` lines in order; whether the turn has been paused. Source: B9, B16.

    1. A line that offers nothing possible is reported and loses its claims; the next line takes its turn.
    2. Lines left over are no problem: when no more may be placed, the hand is empty, or the board is full.
    """
    at = now.at
    for (order, read), claims in _with_claims(part):
        if at.progress.placements == 0 or not at.hands[name] or is_full(now):
            break
        reasons: list[str] = []
        decision = decide(read.value, moment(now, name), partial(_is_legal, now, name, reasons))
        if decision.chosen is None:
            now.report(name, order, undecided(decision.offered, PLACE, reasons))
            continue
        chosen = decision.chosen.value
        if not isinstance(chosen, Placement):
            now.tell("wait", player=name)
            pause(now)
            return True
        place(now, name, chosen, default=False)
        make_claim(now, name, chosen.space, claims)
    return False


def _with_claims(part: Sequence[Line]) -> Iterator[tuple[Line, list[Line]]]:
    """Every `place` line, with the claims for which it is the nearest above. Source: section 3."""
    lines: list[tuple[Line, list[Line]]] = []
    for line in part:
        if line[1].key.text == PLACE:
            lines.append((line, []))
        elif line[1].key.free and lines:
            lines[-1][1].append(line)
    yield from lines


def _is_legal(now: Adjudication, name: str, reasons: list[str], chosen: Placement | str) -> bool:
    """Whether the placement or pause is possible; why not is added to the reasons."""
    at = now.at
    reason = None
    if not isinstance(chosen, Placement):
        if at.progress.fresh == 0:
            reason = "wait needs an ability played since the turn began, or since its last pause"
    elif chosen.card not in at.hands[name]:
        reason = f"{chosen.card} is not in your hand"
    elif chosen.space in at.board:
        reason = f"{chosen.space} is taken by {at.board[chosen.space]}"
    if reason is not None:
        reasons.append(reason)
    return reason is None


def place(now: Adjudication, name: str, chosen: Placement, *, default: bool) -> None:
    """Lays a card and scores it, as the board lies at that moment. Source: B13 to B16."""
    at, options = now.at, now.options
    scored = score_placement(
        now.board, now.deck, at.board, chosen.space, chosen.card, options.scoring, options.line_bonus
    )
    at.hands[name].remove(chosen.card)
    at.board[chosen.space] = chosen.card
    at.last = [*at.last, chosen.space] if at.progress.placed else [chosen.space]
    at.progress.placements -= 1
    at.progress.points += scored.points
    at.progress.placed = True
    now.tell(
        "place",
        player=name,
        card=chosen.card,
        space=chosen.space,
        descriptors=scored.descriptors,
        lines=[[now.board.shown(step), descriptor, length] for step, descriptor, length in scored.lines],
        points=scored.points,
        default=default,
    )


def place_by_default(now: Adjudication, name: str) -> None:
    """The oldest card in hand onto the first empty space in board order. Source: B25."""
    place(now, name, Placement(now.at.hands[name][0], now.board.first_empty(now.at.board)), default=True)


def pause(now: Adjudication) -> None:
    """The player is awaited again, to continue the turn; anew, where an ability has told something since. Source: B9."""
    at = now.at
    at.stage = CONTINUE
    if at.progress.fresh:
        at.step += 1
    at.progress.fresh = 0


def is_full(now: Adjudication) -> bool:
    """Whether every space of the board has a card."""
    return len(now.at.board) == now.board.size
