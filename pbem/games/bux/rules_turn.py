"""Turns one after the other: how the game starts, how a turn begins, and one adjudication. Source: sections 1 and 2."""

from pbem.core.chance import Chance
from pbem.core.contract import Advanced, Event, State, Table
from pbem.core.orders import Decision
from pbem.core.sheets import Filed, Order
from pbem.games.bux import auction, rules_move
from pbem.games.bux.adjudication import Adjudication
from pbem.games.bux.state import AUCTION, CHIPS_EACH, LOT, MOVE, Position, position
from pbem.games.bux.values import DRAW


def start(table: Table, chance: Chance) -> tuple[State, list[Event]]:
    """The set-up, up to the beginning of the first turn. Source: section 1, X1, X2.

    Raises ValueError for a deck that is too small for the table.
    """
    players = table.players
    now = Adjudication(table, _before_the_deal(players), {}, chance)
    cards, needed = len(now.deck.ids), LOT * len(players)
    if cards < needed:
        raise ValueError(f"deck: {cards} cards are too few to deal three to each of {len(players)} players")
    first = players[0]
    if table.options.turn_order == "random":
        first = chance.choice("first player", players)
    at = now.at
    at.order = now.clockwise_from(first)
    now.tell("order", players=list(at.order))
    dealt = chance.shuffle("deal", now.deck.ids)[:needed]
    for seat, name in enumerate(at.order):
        at.spreads[name] += dealt[seat :: len(players)]
        now.tell("deal", player=name, cards=list(at.spreads[name]))
    rules_move.shuffle(now)
    begin_turn(now)
    return at.to_json(), now.events


def _before_the_deal(players: tuple[str, ...]) -> Position:
    return Position(
        order=list(players),
        spreads={name: [] for name in players},
        chips=dict.fromkeys(players, CHIPS_EACH),
        moved=dict.fromkeys(players, 0),
        deck=[],
    )


def begin_turn(now: Adjudication) -> None:
    """The next player clockwise is up, and a move is awaited."""
    at = now.at
    at.mover = at.order[at.turn % len(at.order)]
    at.turn += 1
    at.stage = MOVE
    at.step += 1
    now.tell("turn", turn=at.turn, player=at.mover)


def advance(
    table: Table, state: State, filed: Filed, due: frozenset[str], wrote: frozenset[str], chance: Chance
) -> Advanced:
    """One adjudication. Source: section 2.

    1. The decision that was open at the beginning falls due, if there is an order for it or the time of those asked has run
       out. Only then a default may fall on somebody.
    2. Further ones are resolved as far as orders reach: a move by a premove, an auction once everybody has a bid. A premove that
       offers nothing possible is held and ends the adjudication (X22).
    """
    now = Adjudication(table, position(state), filed, chance)
    now.at.done += 1
    if _first_decision(now, due, wrote):
        while _next_decision(now):
            pass
    return now.done()


def _first_decision(now: Adjudication, due: frozenset[str], wrote: frozenset[str]) -> bool:
    """The decision open at the beginning; whether it was made."""
    mover = now.at.mover
    if mover is None:
        return False
    if now.at.stage == AUCTION:
        if not auction.falls_due(now, due, wrote):
            return False
        begin_turn(now)
        return True
    order = now.order(mover, MOVE)
    if mover in due and mover not in wrote and order is None:
        now.tell("nmr", player=mover)
    if mover not in due and (order is None or _decision(now, mover, order).chosen is None):
        return False
    _move(now, mover, order)
    return True


def _move(now: Adjudication, mover: str, order: Order | None) -> None:
    """The move that is due: as ordered, or else a draw by default. Source: X5, X22."""
    decision = Decision(None, False) if order is None else _decision(now, mover, order)
    now.use_up(mover, MOVE)
    if order is not None and decision.chosen is None:
        now.report(mover, order, f"{_refusal(now, mover, order, decision)}; you drew, which is the default")
    move = DRAW if decision.chosen is None else decision.chosen.value
    if rules_move.make(now, mover, move, default=decision.chosen is None):
        begin_turn(now)


def _next_decision(now: Adjudication) -> bool:
    """A decision that has come up since, if orders reach; whether there may be another. Source: section 2, X22."""
    mover = now.at.mover
    if mover is None:
        return False
    if now.at.stage == AUCTION:
        if not auction.all_have_bid(now):
            return False
        auction.resolve(now)
        begin_turn(now)
        return True
    order = now.order(mover, MOVE)
    if order is None:
        return False
    decision = _decision(now, mover, order)
    if decision.chosen is None:
        now.use_up(mover, MOVE)
        now.report(
            mover, order, f"{_refusal(now, mover, order, decision)}; it was dropped, and you are asked for a move"
        )
        now.tell("held", player=mover, to=[mover])
        return False
    _move(now, mover, order)
    return True


def _decision(now: Adjudication, name: str, order: Order) -> Decision:
    return now.decide(name, order, lambda move: not rules_move.impossible(now.deck, now.at.spreads, name, move))


def _refusal(now: Adjudication, name: str, order: Order, decision: Decision) -> str:
    """Why an order for a move came to nothing: of several values offered the reasons of all."""
    if not decision.offered:
        return "warning: no condition of this move was true"
    reasons = [rules_move.impossible(now.deck, now.at.spreads, name, move) for move in now.offered(name, order)]
    return f"nothing offered was possible: {'; '.join(dict.fromkeys(reasons))}"
