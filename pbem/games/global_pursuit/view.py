"""What one reader may know: the position as seen from a seat, by the public, by the GM. Source: section 8."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pbem.core.chance import Chance
from pbem.core.contract import Asked, Audience, Outcome, Reader, State, Table, View
from pbem.core.sheets import Filed, Order
from pbem.games.global_pursuit import orders
from pbem.games.global_pursuit.facts import Moment
from pbem.games.global_pursuit.play import hindrance, is_pass, is_right, moment_of
from pbem.games.global_pursuit.rules import decides
from pbem.games.global_pursuit.state import LEVEL, MATCH, OVER, Options, Position, as_they_lie, position, tabletop
from pbem.games.global_pursuit.tabletop import Lying, Tabletop
from pbem.games.global_pursuit.trivia import question

VERSION = 1


def view(table: Table, state: State, reader: Reader) -> View:
    """The position as that reader may see it, built up from nothing.

    `hand`: the reader's own cards, None for no seat. `hands`, `deck`: numbers of cards. `asked`: the trivia card in play with
    the text of its question once the level is chosen. `challengeable`: player and card of a match that may be challenged now.
    `since`: the turn whose report told the question. `fresh`: cards laid in the last adjudication. `free`: every free edge, and
    whether a card could lie there. `wrong`: after the end, the wrong matches that stood. `secret`: for the GM alone.
    """
    at = position(state)
    options: Options = table.options
    seat = None if isinstance(reader, Audience) else reader
    return {
        "version": VERSION,
        "reader": seat,
        "players": list(table.players),
        "turn": at.turn,
        "round": at.round,
        "phase": at.phase,
        "mover": at.mover,
        "order": at.order,
        "maps": [{"map": code, "cards": lying} for code, lying in at.maps.items()],
        "hand": None if seat is None else at.hands[seat],
        "secret": secret(at) if reader is Audience.GM else None,
        "hands": {name: len(hand) for name, hand in at.hands.items()},
        "deck": len(at.deck),
        "played": at.played,
        "scores": at.scores,
        "asked": asked_card(table, at),
        "since": at.since,
        "challengeable": None if at.match is None else {"player": at.match["player"], "card": at.match["card"]},
        "levels": at.levels,
        "fresh": at.fresh,
        "free": free_edges(at, options),
        "table": options.table,
        "trivia": options.trivia,
        "mismatch": options.mismatch,
        "clues": options.clues,
        "wrong": wrong_matches(at, options) if at.phase == OVER else [],
        "reason": at.reason,
        "winners": at.winners,
    }


def secret(at: Position) -> dict[str, Any]:
    """What the GM sees beside: all hands, and deck and trivia decks from the front. Source: section 8."""
    return {"hands": at.hands, "deck": at.deck, "trivia": at.trivia}


def asked_card(table: Table, at: Position) -> dict[str, Any] | None:
    """The trivia card in play as everybody may see it, None where there is none. Source: W30, W32."""
    if at.asked is None:
        return None
    shown = {**at.asked, "name": "", "text": "", "flag": "", "iso": ""}
    if at.asked["level"] is not None:
        card = next(one for one in table.decks["trivia"] if one["id"] == at.asked["card"])
        about = question(card, at.asked["level"])
        shown |= {"name": about.name, "text": about.text, "flag": about.flag, "iso": about.iso}
    return shown


def free_edges(at: Position, options: Options) -> list[dict[str, Any]]:
    """Every free edge in the order of the state's list; `fits`: whether a card could lie there. Geometry only."""
    found = []
    for code, lying in at.maps.items():
        for card, edge, fits in _free_edges(as_they_lie(lying), options.table):
            found.append({"map": code, "card": card, "edge": edge, "fits": fits})
    return found


@lru_cache(maxsize=32)
def _free_edges(cards: tuple[Lying, ...], radius: int) -> tuple[tuple[str, int, bool], ...]:
    """The free edges of cards as they lie, and whether one could lie there: found once for all readers of a position."""
    top = Tabletop(cards, radius)
    return tuple((card, edge, top.room(card, edge) is not None) for card, edge in top.free_edges())


def wrong_matches(at: Position, options: Options) -> list[dict[str, Any]]:
    """The cards that were laid wrongly and stood: `card`, `by`, `joined`. A card is judged with those laid before it."""
    found = []
    for lying in at.maps.values():
        for count, laid in enumerate(lying):
            top = tabletop(lying[: count + 1], options.table)
            new = top.find(laid["card"])
            assert new is not None
            if not is_right(new.card, top.touches(new)):
                found.append({"card": laid["card"], "by": laid["by"], "joined": laid["joined"]})
    return found


def seen(view: View) -> Moment:
    """The moment that a view shows, for the conditions of the reader's orders."""
    laid = {lying["card"] for on in view["maps"] for lying in on["cards"]}
    return Moment(laid, view["asked"], view["scores"], view["hands"], view["deck"], view["round"])


def awaiting(table: Table, state: State) -> dict[str, Asked]:
    """The mover with the phase, and each opponent who may challenge; in seat order. Source: section 7, W43."""
    at = position(state)
    awaited = {}
    for name in table.players:
        if name == at.mover and decides(at):
            awaited[name] = Asked(at.phase, step=at.step)
        elif at.match is not None and name != at.match["player"]:
            awaited[name] = Asked(orders.CHALLENGE, step=at.turn)
    return awaited


def ready(table: Table, state: State, filed: Filed) -> bool:
    """Whether everybody awaited has sent what is asked: a usable order for the step that is due, a challenge or none."""
    at = position(state)
    return all(_has_answered(table, at, filed.get(name, ()), name) for name in awaiting(table, state))


def _has_answered(table: Table, at: Position, filed: Sequence[Order], name: str) -> bool:
    parts = {orders.part(order) for order in filed}
    if name != at.mover:
        return orders.CHALLENGE in parts
    if at.phase == MATCH:
        return _has_match(table, at, filed, name)
    if at.phase == LEVEL:
        return _has_level(table, at, filed, name)
    return orders.ANSWERS in parts


def _has_match(table: Table, at: Position, filed: Sequence[Order], name: str) -> bool:
    for order in filed:
        if orders.part(order) == orders.MATCHES:
            for value in orders.offered(order.text, table.players, name, moment_of(at)):
                if is_pass(value):
                    return True
                top = tabletop(at.maps.get(at.map_of(value.card), ()), table.options.table)
                if hindrance(at.hands[name], top, value) is None:
                    return True
    return False


def _has_level(table: Table, at: Position, filed: Sequence[Order], name: str) -> bool:
    assert at.asked is not None
    keys = (f"{orders.LEVELS} {at.asked['category']}", orders.LEVELS)
    return any(
        level != "ask"
        for order in filed
        if orders.part(order) in keys
        for level in orders.offered(order.text, table.players, name, moment_of(at))
    )


def outcome(state: State) -> Outcome:
    """How the game stands. Source: W49."""
    reasons = {
        "all matched": "all map cards were matched",
        "empty hand": "a hand was empty",
        "no room": "nothing more could be laid",
        "no match": "a round was without a match, and the deck empty",
        "idle": "rounds went by without a match",
    }
    over = state["phase"] == OVER
    return Outcome(over, tuple(state["winners"]), dict(state["scores"]), reasons[state["reason"]] if over else "")


def other_secrets(
    table: Table, state: State, filed: Filed, seat: str, chance: Chance
) -> tuple[State, dict[str, tuple[Order, ...]]]:
    """Another position that this seat cannot tell from this one: the other hands, the deck, the trivia decks mixed anew."""
    at = position(state)
    others = [name for name in table.players if name != seat]
    unseen = chance.shuffle("alike deck", [*at.deck, *(card for name in others for card in at.hands[name])])
    for name in others:
        number = len(at.hands[name])
        at.hands[name], unseen = unseen[:number], unseen[number:]
    at.deck = unseen
    at.trivia = {code: chance.shuffle(f"alike {code}", ids) for code, ids in at.trivia.items()}
    return at.to_json(), {seat: filed.get(seat, ())}
