"""What a reader may know of a position, what is asked of whom, and what of an event is told to whom. Source: sections 7 and 8."""

from pbem.core.chance import Chance
from pbem.core.contract import Asked, Audience, Event, Outcome, Reader, State, Table, View
from pbem.core.sheets import Filed, Order
from pbem.games.glass_bead.deck import ABILITIES, deck_of
from pbem.games.glass_bead.ordered import NEGATES
from pbem.games.glass_bead.rules_turn import is_in_vain
from pbem.games.glass_bead.state import (
    DISCARD_PART,
    OVER,
    STANDING_PART,
    VOTES,
    Position,
    all_voted,
    has_turn_part,
    position,
    public_part,
    vote_part,
    voters,
)


def view(table: Table, state: State, filed: Filed, reader: Reader) -> View:
    """The position as a reader may see it: the public part of the observable state, and beside it:

    `reader`: the seat, None for others. `players` in seat order, `order` in turn order. `last`: the spaces of the last turn with
    a placement on which a card still lies. `in_hand`, `laid_aside`: numbers of cards, by player. `hand`, `draw`: the reader's
    own, oldest first, empty for others. `premove`: whether the reader has a turn part on file. `step` counts the decisions of
    movers.
    """
    at = position(state)
    seat = None if isinstance(reader, Audience) else reader
    return {
        "version": 1,
        "reader": seat,
        "players": list(table.players),
        **public_part(table, at, filed),
        "order": list(at.order),
        "last": [space for space in at.last if space in at.board],
        "in_hand": {name: len(at.hands[name]) for name in table.players},
        "laid_aside": {name: len(at.draws[name]) for name in table.players},
        "hand": at.hands[seat] if seat else [],
        "draw": at.draws[seat] if seat else [],
        "premove": seat is not None and has_turn_part(filed.get(seat, ())),
        "reason": at.reason,
        "step": at.step,
    }


def awaiting(table: Table, state: State, filed: Filed) -> dict[str, Asked]:
    """`turn` or `continue` of the mover, `vote N` of everybody whose vote is missing; play waits for votes at the end only."""
    at = position(state)
    asked: dict[str, Asked] = {}
    for name in table.players:
        votes = [
            vote_part(claim.claim)
            for claim in at.claims
            if claim.by != name and name not in voters(table, claim, filed)
        ]
        if name == at.mover:
            asked[name] = Asked(", ".join([at.stage, *votes]), step=at.step)
        elif votes:
            ends = at.stage == VOTES
            asked[name] = Asked(", ".join(votes), holds=ends, step=at.step if ends else 0)
    return asked


def ready(table: Table, state: State, filed: Filed) -> bool:
    """Whether the mover's turn part is there and does something, or a claim has all its votes; after the end, whether all have.

    Source: B21, B27.
    """
    at = position(state)
    voted = [all_voted(table, claim, filed) for claim in at.claims]
    if at.stage == VOTES:
        return all(voted)
    if any(voted):
        return True
    return at.mover is not None and has_turn_part(filed.get(at.mover, ())) and not is_in_vain(table, state, filed)


def told(event: Event, reader: Reader) -> Event | None:
    """The event without its field `to` for those that it names, nothing of it for other seats and the public.

    The GM is told all but what would show the order of the deck. Source: sections 6 and 8.
    """
    to = event.get("to")
    if to is None:
        return event
    if reader is Audience.GM:
        hidden = ("to", "cards") if event["event"] == "look deck" else ("to",)
    elif reader in to:
        hidden = ("to",)
    else:
        return None
    return {key: value for key, value in event.items() if key not in hidden}


def public(label: str) -> bool:
    """Who is first, and what is discarded by chance, everybody sees; not the deck, nor what is stolen. Source: section 8."""
    return label == "first player" or " discard " in label


def outcome(table: Table, state: State) -> Outcome:
    """Most points win, equal points share the win. Source: B28, B29."""
    at = position(state)
    scores = {name: at.scores[name] for name in table.players}
    if at.stage != OVER:
        return Outcome(False, (), scores)
    most = max(scores.values())
    reasons = {
        "board full": "the board is full",
        "nobody can place": "nobody has a card left to place",
        "rounds": "the last round has been played",
    }
    return Outcome(True, tuple(name for name in table.players if scores[name] == most), scores, reasons[at.reason])


def alike(
    table: Table, state: State, filed: Filed, seat: str, chance: Chance
) -> tuple[State, dict[str, tuple[Order, ...]]]:
    """Another position with the same view for this seat.

    The cards of the others' hands and draws and of the deck are mixed anew; the others have other orders and votes on file.
    """
    at = position(state)
    others = [name for name in table.players if name != seat]
    unseen = [card for name in others for card in at.hands[name] + at.draws[name]] + at.deck
    mixed = iter(chance.shuffle(f"alike {seat}", unseen))
    for name in others:
        at.hands[name] = [next(mixed) for _ in at.hands[name]]
        at.draws[name] = [next(mixed) for _ in at.draws[name]]
    at.deck = list(mixed)
    sheets = {seat: filed.get(seat, ())}
    for name in others:
        sheets[name] = _other_orders(table, at, filed, name, chance)
    return at.to_json(), sheets


def _other_orders(table: Table, at: Position, filed: Filed, name: str, chance: Chance) -> tuple[Order, ...]:
    """Other orders than that player has on file; that there are votes is public, what they say is not."""
    orders = [
        Order(order.part, f"{order.part}: {chance.choice(f'alike {name} {order.part}', ('yes', 'no'))}", 1, 1)
        for order in filed.get(name, ())
        if order.part.startswith("vote ")
    ]
    letters = [letter for letter in ABILITIES if letter != NEGATES]
    letter = chance.choice(f"alike {name} letter", [*letters, ""])
    if letter:
        orders.append(Order(STANDING_PART, f"negate: {letter} by any", 2, 1))
    card = chance.choice(f"alike {name} card", deck_of(table).titles)
    orders.append(Order(DISCARD_PART, f'discard: "{card}"', 3, 1))
    return tuple(orders)
