"""What an acknowledgement adds to a sheet, and the sheet to fill in: from the reader's view alone. Source: W59, section 8."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pbem.core.contract import Forecast, Table, View
from pbem.core.orders import Simple, echo
from pbem.core.sheets import Order
from pbem.games.global_pursuit import orders
from pbem.games.global_pursuit.globe import set_of
from pbem.games.global_pursuit.play import hindrance, is_pass
from pbem.games.global_pursuit.state import ALL, LEVEL, MATCH, OVER, tabletop
from pbem.games.global_pursuit.tabletop import Tabletop
from pbem.games.global_pursuit.trivia import WILD, WILD_CARD
from pbem.games.global_pursuit.view import seen

_TITLES = {
    orders.ANSWERS: "your answer",
    orders.CHALLENGE: "the last match",
    orders.MATCHES: "your matches, one after the other",
    orders.WILD: "a WILD CARD question",
    orders.RETURN: "a card to give back",
}
_LEVELS = "levels of questions"
SYMBOLS = {"roll": "ROLL", "bonus": "BONUS ROLL", "wild": "WILD CARD"}
"""The symbols of trivia cards as they are printed."""


def forecast(table: Table, view: View, filed: Sequence[Order]) -> Forecast:
    """Remarks on what the reader has on file."""
    name = view["reader"]
    plain = tuple(order.text for order in filed)
    if name is None or view["phase"] == OVER:
        return Forecast(plain)
    lines = []
    outlook = _Outlook(table, view)
    for order in filed:
        value = orders.value(order.text, table.players, name)
        if orders.part(order) == orders.MATCHES and not order.text.startswith("pass"):
            lines.append(f"match {echo(value, outlook.shown)}")
            outlook.follow(order)
        elif orders.part(order) == orders.RETURN:
            lines.append(f"return: {echo(value, _shown_card(view))}")
        else:
            lines.append(order.text)
    titles = tuple(_TITLES.get(orders.part(order), _LEVELS) for order in filed)
    return Forecast(tuple(lines), tuple(_notes(view, filed)), titles, tuple(holding(view)))


class _Outlook:
    """The hand and the maps as the reader's matches would find them, one after the other, were nothing else to happen."""

    def __init__(self, table: Table, view: View) -> None:
        self._players = table.players
        self._view = view
        self._hand = list(view["hand"])
        self._maps = {on["map"]: tabletop(on["cards"], view["table"]) for on in view["maps"]}

    def _table(self, card: str) -> Tabletop:
        return self._maps.get(ALL) or self._maps.get(set_of(card)) or Tabletop((), self._view["table"])

    def shown(self, simple: Simple) -> str:
        """How a match is told: with what is impossible about it as things stand. Source: W13, W59."""
        if is_pass(simple.value):
            return simple.text
        reason = hindrance(self._hand, self._table(simple.value.card), simple.value)
        return simple.text if reason is None else f"{simple.text} (impossible as things stand: {reason})"

    def follow(self, order: Order) -> None:
        """Lays the first match that the order offers now and that is possible."""
        for join in orders.offered(order.text, self._players, self._view["reader"], seen(self._view)):
            if is_pass(join):
                return
            top = self._table(join.card)
            if hindrance(self._hand, top, join) is None:
                laid = top.lay(join.card, join.edge, join.to, join.to_edge)
                code = ALL if ALL in self._maps else set_of(join.card)
                self._maps[code] = Tabletop([*top.lying, laid], self._view["table"])
                self._hand.remove(join.card)
                return


def _shown_card(view: View) -> Callable[[Simple], str]:
    return lambda simple: simple.text if simple.value in view["hand"] else f"{simple.text} (not in your hand)"


def _notes(view: View, filed: Sequence[Order]) -> Iterator[str]:
    by_part = {orders.part(order): order for order in filed}
    answer = by_part.get(orders.ANSWERS)
    if answer is not None and view["asked"] is not None:
        given = answer.text.removeprefix(f"{orders.ANSWERS}: ")
        yield f"Taken as your answer to \"{view['asked']['text']}\": {given}. To correct it, send a line 'answer: …'."
    if orders.is_asked(view) and answer is None:
        yield "The question that waits for you has no answer yet."
    if orders.may_challenge(view) and orders.CHALLENGE not in by_part:
        last = view["challengeable"]
        yield f"You may still challenge {last['player']}'s match of {last['card']}; 'challenge none' saves the others the wait."
    if view["mover"] == view["reader"] and view["phase"] == MATCH and orders.MATCHES not in by_part and view["hand"]:
        yield "It is your turn to match, and no match is ordered: at the deadline that is a pass."
    if (
        view["mover"] == view["reader"]
        and view["phase"] == LEVEL
        and not any(orders.part(order) in orders.LEVEL_KEYS for order in filed)
    ):
        yield "The level of your question is not ordered: at the deadline it is 1."


def holding(view: View) -> list[str]:
    """The reader's own hand, one line."""
    return [", ".join(view["hand"]) if view["hand"] else "no map cards"]


def choices(view: View) -> Sequence[str]:
    """What the reader may decide now. Matches are listed by what is possible, not by what is right: every card fits anywhere.

    So for a match the free edges are named that have room for a card.
    """
    name = view["reader"]
    if name is None or view["phase"] == OVER:
        return ()
    found: list[str] = []
    if orders.may_challenge(view):
        found += [f"challenge {view['challengeable']['card']}", "challenge none"]
    if view["mover"] == name and view["phase"] == LEVEL:
        found += [f"level: {level}" for level in (1, 2, 3)]
    if orders.is_asked(view):
        found.append("answer: …")
    if view["mover"] == name and view["phase"] == MATCH and view["hand"]:
        found += [f"match … to {free['card']} edge {free['edge']}" for free in view["free"] if _fits_hand(view, free)]
        found.append("pass")
    return tuple(found)


def _fits_hand(view: View, free: dict[str, Any]) -> bool:
    return free["fits"] and any(free["map"] in (ALL, set_of(card)) for card in view["hand"])


def form(view: View) -> Sequence[str]:
    """A sheet to fill in: what is asked as remarks, then a line for each decision. A line left as sent orders nothing."""
    name = view["reader"]
    if name is None or view["phase"] == OVER:
        return ()
    lines = ["# Write behind the colons; a line left as it is orders nothing."]
    if orders.may_challenge(view):
        last = view["challengeable"]
        lines += [f"# {last['player']} has laid {last['card']}. Challenge it ({last['card']}), or none?", "challenge:"]
    if view["mover"] == name:
        lines += _mover_lines(view)
    else:
        lines.append(
            "# For your next turn, if you like: a match such as PE-08 edge 5 to PP-01 edge 1, and the level of questions"
        )
    return [*lines, "match:", "level:"]


def _mover_lines(view: View) -> Iterator[str]:
    asked = view["asked"]
    if asked is not None and asked["level"] is not None:
        yield f"# {question_line(asked)}"
        yield "answer:"
        if asked["symbol"] == WILD_CARD:
            yield "# If that is right you may have a WILD CARD question: yes, no, or its level 1, 2, 3"
            yield "wild:"
        yield "# After a right answer: the next match, such as PE-08 edge 5 to PP-01 edge 1, or pass; the level of its question"
    elif asked is not None:
        yield f"# {card_line(asked)} Its level: 1, 2 or 3? Then the match after it, if you like"
    else:
        yield "# Your match, such as PE-08 edge 5 to PP-01 edge 1, or pass; and the level of the question after it: 1, 2 or 3"


def card_line(asked: dict[str, Any]) -> str:
    """A trivia card in play before its question is told."""
    symbol = SYMBOLS.get(asked["symbol"], "no symbol")
    die = f", the die shows {asked['roll']}" if asked["roll"] is not None else ""
    deck = "a WILD CARD" if asked["category"] == WILD else f"a card of {asked['category']}"
    return f"{asked['card']}, {deck}: {symbol}{die}."


def question_line(asked: dict[str, Any]) -> str:
    """A question with its level and its flag."""
    flag = f" (The flag: {asked['flag']}.)" if asked["flag"] else ""
    return f"Question {asked['name']}, level {asked['level']}: {asked['text']}{flag}"
