"""What an acknowledgement adds to a sheet, and the sheet to fill in: from the reader's view alone. Source: W59, section 8."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pbem.core.contract import Forecast, Table, View
from pbem.core.orders import Simple, echo
from pbem.core.sheets import Order
from pbem.games.global_pursuit import orders
from pbem.games.global_pursuit.globe import set_of
from pbem.games.global_pursuit.play import hindrance, is_pass
from pbem.games.global_pursuit.state import ALL, LEVEL, MATCH, OVER, sets_in_play, tabletop
from pbem.games.global_pursuit.tabletop import Tabletop
from pbem.games.global_pursuit.trivia import WILD, WILD_CARD
from pbem.games.global_pursuit.view import seen
from pbem.games.global_pursuit.words import ASK

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
    due = _levels_due(view, filed)
    for order in filed:
        value = orders.value(order.text, table.players, name)
        if orders.part(order) == orders.MATCHES and not order.text.startswith("pass"):
            lines.append(f"match {echo(value, outlook.shown)}")
            outlook.follow(order)
        elif orders.part(order) == orders.RETURN:
            lines.append(f"return: {echo(value, _shown_card(view))}")
        elif order in due:
            lines.append(f"{orders.part(order)}: {echo(value, _shown_level)}")
        else:
            lines.append(order.text)
    titles = tuple(_TITLES.get(orders.part(order), _LEVELS) for order in filed)
    return Forecast(tuple(lines), tuple(_notes(table, view, filed)), titles, tuple(holding(view)))


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


def _shown_level(simple: Simple) -> str:
    return f"{simple.text} (impossible: symbol and die have been shown)" if simple.value == ASK else simple.text


def _levels_due(view: View, filed: Sequence[Order]) -> list[Order]:
    """The reader's orders that may give the level for which a card that was shown waits now. Source: W31."""
    if view["mover"] != view["reader"] or view["phase"] != LEVEL:
        return []
    parts = (orders.LEVELS, f"{orders.LEVELS} {view['asked']['category']}")
    return [order for order in filed if orders.part(order) in parts]


def _notes(table: Table, view: View, filed: Sequence[Order]) -> Iterator[str]:
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
    if view["mover"] == view["reader"] and view["phase"] == LEVEL:
        offered = [
            orders.offered(order.text, table.players, view["reader"], seen(view)) for order in _levels_due(view, filed)
        ]
        if not any(level != ASK for levels in offered for level in levels):
            yield "The level of your question is not ordered: at the deadline it is 1."
    if any(orders.part(order) in orders.LEVEL_KEYS or ", level " in order.text for order in filed):
        yield from _idle_levels(view)


def _idle_levels(view: View) -> Iterator[str]:
    """Why levels that are ordered have no use. Source: W42, W43."""
    if view["trivia"] == "off":
        yield "There are no questions in this game: levels have no use."
    elif view["reader"] in view["levels"]:
        yield f"Your questions are of level {view['levels'][view['reader']]} for the whole game: other levels have no use."


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
        found += ["wild: yes", "wild: no"] if view["asked"]["symbol"] == WILD_CARD else []
    if view["mover"] == name and view["phase"] == MATCH and view["hand"]:
        found += [f"match … to {free['card']} edge {free['edge']}" for free in view["free"] if _fits_hand(view, free)]
        found.append("pass")
    return tuple(found)


def _fits_hand(view: View, free: dict[str, Any]) -> bool:
    return free["fits"] and any(free["map"] in (ALL, set_of(card)) for card in view["hand"])


def form(table: Table, view: View) -> Sequence[str]:
    """A sheet to fill in: what is asked as remarks, then a line for each decision. A line left as sent orders nothing."""
    name = view["reader"]
    if name is None or view["phase"] == OVER:
        return ()
    lines = ["# Write behind the colons; a line left as it is orders nothing."]
    if orders.may_challenge(view):
        last = view["challengeable"]
        lines += [f"# {last['player']} has laid {last['card']}. Challenge it ({last['card']}), or none?", "challenge:"]
    match = f"a match such as {_example(table)}"
    if orders.is_asked(view):
        lines += _question_lines(view)
        lines.append(f"# After a right answer: {match}, or pass{_and_level(view, '; and the level of its question')}")
    elif view["mover"] == name and view["phase"] == LEVEL:
        lines += [f"# {card_line(view['asked'])} Its level: 1, 2 or 3?", "level:"]
        return [*lines, f"# After a right answer, if you like: {match}, or pass", "match:"]
    elif view["mover"] == name and view["hand"]:
        asking = "; and the level of the question after it: 1, 2, 3, or ask (to see symbol and die first)"
        lines.append(f"# Your match: {match}, or pass{_and_level(view, asking)}")
    else:
        lines.append(f"# For your next turn, if you like: {match}{_and_level(view, ', and the level of questions')}")
    return [*lines, "match:", *(["level:"] if _chooses_levels(view) else [])]


def _question_lines(view: View) -> Iterator[str]:
    yield f"# {question_line(view['asked'])}"
    yield "answer:"
    if view["asked"]["symbol"] == WILD_CARD:
        yield "# If that is right you may have a WILD CARD question, where a wrong answer costs a point: yes, no or a level"
        yield "wild:"


def _chooses_levels(view: View) -> bool:
    """Whether the reader has levels to choose: not without questions, nor where the first level is kept. Source: W42, W43."""
    return view["trivia"] != "off" and view["reader"] not in view["levels"]


def _and_level(view: View, words: str) -> str:
    if not _chooses_levels(view):
        return ""
    return f"{words} (kept for the whole game)" if view["trivia"] == "flat" else words


def _example(table: Table) -> str:
    """How a match is written, with cards of the sets in play that may lie on one map; it tells nothing of the position."""
    codes = sets_in_play(table.options)
    own = codes[0] if table.options.maps == "four" else codes[min(1, len(codes) - 1)]
    return f"{own}-08 edge 5 to {codes[0]}-01 edge 1"


def card_line(asked: dict[str, Any]) -> str:
    """A trivia card in play before its question is told."""
    deck = "a WILD CARD" if asked["category"] == WILD else f"a card of {asked['category']}"
    return f"{asked['card']}, {deck}: {_symbol(asked) or 'no symbol'}."


def _symbol(asked: dict[str, Any]) -> str:
    """The symbol of a trivia card with its die; empty for none."""
    die = f", the die shows {asked['roll']}" if asked["roll"] is not None else ""
    return f"{SYMBOLS[asked['symbol']]}{die}" if asked["symbol"] else ""


def question_line(asked: dict[str, Any]) -> str:
    """A question with its level, its card's symbol and its flag."""
    symbol = f", {_symbol(asked)}" if asked["symbol"] else ""
    flag = f" (The flag: {asked['flag']}.)" if asked["flag"] else ""
    return f"Question {asked['name']}, level {asked['level']}{symbol}: {asked['text']}{flag}"
