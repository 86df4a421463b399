"""What a reader may know of a position, what is asked of whom, and what of an event is told to whom. Source: sections 7 and 8."""

from pbem.core.chance import Chance
from pbem.core.contract import Asked, Audience, Event, Outcome, Reader, State, Table, View
from pbem.core.orders import decide
from pbem.core.sheets import Filed, Order
from pbem.games.bux.deck import deck_of
from pbem.games.bux.facts import Moment
from pbem.games.bux.orders import on_file
from pbem.games.bux.rules_move import impossible
from pbem.games.bux.state import (
    AUCTION,
    BID,
    MOVE,
    OVER,
    STANDING,
    filed_part,
    lacking_bids,
    order_of,
    position,
    public_part,
)


def view(table: Table, state: State, filed: Filed, reader: Reader) -> View:
    """The position as a reader may see it: all of it but orders, and the order of the deck. Source: section 8, X4, X23.

    `reader`: the seat, None for others. `players` in seat order, `order` in turn order. `own`: under `premoves`, `bids` and
    `standing` the reader's name where it has such an order on file; the GM's those of all. `auctioned`, `moved`: the
    adjudications in which an auction was last resolved, and each player last moved, 0 for none. `step` counts the decisions
    that were asked.
    """
    at = position(state)
    seat = None if isinstance(reader, Audience) else reader
    known = table.players if reader is Audience.GM else () if seat is None else (seat,)
    return {
        "version": 1,
        "reader": seat,
        "players": list(table.players),
        "order": at.order,
        **public_part(deck_of(table), at),
        "own": filed_part(known, filed),
        "auctioned": at.auctioned,
        "moved": at.moved,
        "step": at.step,
    }


def awaiting(table: Table, state: State, filed: Filed) -> dict[str, Asked]:
    """The move of the mover; in an auction a bid of everybody who has none on file, which is nobody else's to know."""
    at = position(state)
    if at.stage == AUCTION:
        return {name: Asked(BID, open=False, step=at.step) for name in lacking_bids(table, filed)}
    return {} if at.mover is None else {at.mover: Asked(MOVE, step=at.step)}


def ready(table: Table, state: State, filed: Filed) -> bool:
    """Whether the mover's move is there and possible, or in an auction everybody has a bid or a standing bid."""
    at = position(state)
    if at.stage == AUCTION:
        return not lacking_bids(table, filed)
    mover = at.mover
    order = None if mover is None else order_of(filed.get(mover, ()), MOVE)
    if mover is None or order is None:
        return False
    deck = deck_of(table)
    value = on_file(order, table, mover).value
    moment = Moment(at, deck, mover)
    return decide(value, moment, lambda move: not impossible(deck, at.spreads, mover, move)).chosen is not None


def told(event: Event, reader: Reader) -> Event | None:
    """The event without its field `to` for those that it names and the GM, nothing of it for others. Source: section 6."""
    to = event.get("to")
    if to is None:
        return event
    if reader is Audience.GM or reader in to:
        return {key: value for key, value in event.items() if key != "to"}
    return None


def public(label: str) -> bool:
    """Who begins everybody sees; how the cards lay in a shuffle nobody but as they are drawn. Source: X4."""
    return label == "first player"


def outcome(table: Table, state: State) -> Outcome:
    """Most chips win, equal chips share the win; cards count nothing. Source: X14, X25."""
    at = position(state)
    scores = {name: at.chips[name] for name in table.players}
    if at.stage != OVER:
        return Outcome(False, (), scores)
    most = max(scores.values())
    winners = tuple(name for name in table.players if scores[name] == most)
    return Outcome(True, winners, scores, "the third BUX card of the last deck has been drawn")


def alike(
    table: Table, state: State, filed: Filed, seat: str, chance: Chance
) -> tuple[State, dict[str, tuple[Order, ...]]]:
    """Another position with the same view for this seat: the deck mixed anew under the number on top, others' orders changed."""
    at = position(state)
    deck = deck_of(table)
    if at.deck:
        top = deck.number[at.deck[0]]
        mixed = chance.shuffle(f"alike {seat}", at.deck)
        first = next(card for card in mixed if deck.number[card] == top)
        mixed.remove(first)
        at.deck = [first, *mixed]
    sheets = {seat: filed.get(seat, ())}
    for name in table.players:
        if name != seat:
            sheets[name] = _other_orders(name, chance)
    return at.to_json(), sheets


def _other_orders(name: str, chance: Chance) -> tuple[Order, ...]:
    """Some orders, or none, that have nothing to do with those on file."""
    orders = []
    bids = ("all", "pass", "1000", "if double then all", "")
    for part, texts in ((MOVE, ("draw", "if double then draw", "")), (BID, bids), (STANDING, bids)):
        text = chance.choice(f"alike {name} {part}", texts)
        if text:
            orders.append(Order(part, f"{part}: {text}", 1, 1))
    return tuple(orders)
