"""The card phase: which abilities may be played, how they are negated. Source: 2.2, B7 to B11."""

from collections.abc import Sequence
from functools import partial

from pbem.core.orders import ReadOrder, decide, offers
from pbem.core.sheets import Order
from pbem.games.glass_bead.abilities import EFFECTS, impossible
from pbem.games.glass_bead.adjudication import Adjudication
from pbem.games.glass_bead.facts import Moment
from pbem.games.glass_bead.ordered import NEGATES, Negation, Play
from pbem.games.glass_bead.orders import PLAY, on_file
from pbem.games.glass_bead.state import STANDING_PART
from pbem.games.glass_bead.words import NOTHING


def moment(now: Adjudication, name: str) -> Moment:
    """The position as that player may ask about it."""
    return Moment(now.at, now.deck, now.board, name)


def undecided(offered: bool, key: str, reasons: Sequence[str]) -> str:
    """The problem of a decision that its order did not make."""
    if not offered:
        return f"warning: {key}: no condition held, so nothing was ordered"
    return f"{key}: nothing offered was possible: {'; '.join(dict.fromkeys(reasons))}"


def play_cards(now: Adjudication, name: str, part: Sequence[tuple[Order, ReadOrder]]) -> None:
    """Every `play` order in the order written. Source: 2.2.

    1. One ability a turn, N gives two more; a negated one counts. An order beyond that, or once a card has been placed, is an
       error, whatever it offers (B7).
    2. The card is discarded first, then its ability works (B8), unless it is negated (B10).
    """
    for order, read in part:
        if read.key.text != PLAY:
            continue
        progress = now.at.progress
        if progress.placed:
            now.report(name, order, "play: a card has been placed, so no ability can be played any more in this turn")
            continue
        if progress.abilities == 0:
            now.report(name, order, "play: no more abilities can be played in this turn")
            continue
        reasons: list[str] = []
        decision = decide(read.value, moment(now, name), partial(_is_legal, now, name, reasons))
        if decision.chosen is None:
            now.report(name, order, undecided(decision.offered, PLAY, reasons))
        elif decision.chosen.value != NOTHING:
            play(now, name, decision.chosen.value)


def _is_legal(now: Adjudication, name: str, reasons: list[str], play: Play | str) -> bool:
    """Whether the play is possible; why not is added to the reasons."""
    if not isinstance(play, Play):
        return True
    reason = impossible(now.at, now.deck, name, play)
    if reason is not None:
        reasons.append(reason)
    return reason is None


def play(now: Adjudication, name: str, played: Play) -> None:
    """Discards the card; then its ability works, or is negated. Source: B8, B10."""
    at = now.at
    ability = now.deck.ability[played.card]
    at.hands[name].remove(played.card)
    at.discard.append(played.card)
    at.progress.abilities -= 1
    at.progress.played += 1
    at.progress.fresh += 1
    target = list(played.target) if isinstance(played.target, tuple) else played.target
    now.tell("ability", player=name, card=played.card, ability=ability, target=target)
    holder = negating(now, name, ability, played)
    at.progress.negated = holder is not None
    if holder is None:
        EFFECTS[ability](now, name, played)
        return
    card = oldest_negating(now, holder)
    assert card is not None
    at.hands[holder].remove(card)
    at.discard.append(card)
    now.tell("negated", player=name, ability=ability, by=holder, card=card)


def negating(now: Adjudication, name: str, ability: str, played: Play) -> str | None:
    """Who negates the ability: the first clockwise who holds a K card and has an order that fits, if anybody. Source: B10."""
    for other in now.clockwise_from(name):
        if oldest_negating(now, other) is None:
            continue
        on_holder = ability == "B" or played.target == other
        for order in now.filed.get(other, ()):
            if order.part != STANDING_PART:
                continue
            value = on_file(order, now.table, other).value
            for simple in offers(value, moment(now, other)):
                if isinstance(simple.value, Negation) and simple.value.fits(ability, name, on_holder=on_holder):
                    return other
    return None


def oldest_negating(now: Adjudication, name: str) -> str | None:
    """The oldest K card in that player's hand. Source: B10, B23."""
    return next((card for card in now.at.hands[name] if now.deck.ability[card] == NEGATES), None)
