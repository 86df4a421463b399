"""A game small enough to hold in one's head, for tests that are about campaigns and not about rules.

Everybody holds one secret number. Each turn everybody calls `high` or `low`; one public coin is tossed; who called it right
scores a point. The first to reach the goal wins, on a tie the earlier seat. A sheet: `call: high`, or `high` alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from pbem.core.chance import Chance
from pbem.core.contract import (
    Advanced,
    Asked,
    Audience,
    Event,
    Forecast,
    Game,
    Outcome,
    Picture,
    Reader,
    State,
    Table,
    View,
)
from pbem.core.options import option
from pbem.core.sheets import Filed, Order, Problem, Sheet

CALLS = ("high", "low")


@dataclass(frozen=True, slots=True)
class TinyOptions:
    goal: int = option(3, "points that win")

    def __post_init__(self) -> None:
        if not 1 <= self.goal <= 99:
            raise ValueError("the goal is 1 to 99")


class TinyGame(Game):
    slug = "tiny"
    title = "Tiny"
    seats = (2, 4)
    rules_version = 1
    Options: ClassVar[type[Any]] = TinyOptions
    keeps_orders = False
    files = Path(__file__).parent / "tiny"

    def start(self, table: Table, chance: Chance) -> tuple[State, list[Event]]:
        numbers = {name: chance.choice(f"number {name}", range(1000, 10000)) for name in table.players}
        state: State = {
            "version": 1,
            "turn": 0,
            "scores": dict.fromkeys(table.players, 0),
            "numbers": numbers,
            "winner": None,
        }
        return state, [{"event": "dealt", "player": name, "number": number} for name, number in numbers.items()]

    def awaiting(self, table: Table, state: State, filed: Filed) -> dict[str, Asked]:
        return {} if state["winner"] else {name: Asked("a call") for name in table.players}

    def read(self, table: Table, view: View, text: str, asked: int | None = None) -> Sheet:
        orders, problems = [], []
        for number, line in enumerate(text.splitlines(), 1):
            words = line.partition("#")[0].strip()
            call = words.lower().removeprefix("call:").strip()
            if call in CALLS:
                orders.append(Order("call", f"call: {call}", number, 1))
            elif words:
                problems.append(Problem(number, 1, f"expected high or low, not {words!r}", prose=" " in words))
        if len(orders) > 1:
            problems += [Problem(order.line, 1, "call is given twice; the last counts") for order in orders[:-1]]
        return Sheet(tuple(orders[-1:]), tuple(problems), bool(text.strip()))

    def ready(self, table: Table, state: State, filed: Filed) -> bool:
        return all(filed.get(name) for name in table.players)

    def advance(
        self,
        table: Table,
        state: State,
        filed: Filed,
        due: frozenset[str],
        wrote: frozenset[str],
        rulings: Mapping[str, Mapping[str, str]],
        chance: Chance,
    ) -> Advanced:
        turn = state["turn"] + 1
        coin = chance.die(f"coin {turn}", CALLS)
        scores = dict(state["scores"])
        events: list[Event] = []
        for name in table.players:
            orders = filed.get(name, ())
            if not orders:
                if name not in wrote:
                    events.append({"event": "nmr", "player": name})
                continue
            call = orders[0].text.removeprefix("call: ")
            events.append({"event": "call", "player": name, "call": call})
            scores[name] += call == coin
        events.append({"event": "coin", "shows": coin})
        winner = next((name for name in table.players if scores[name] >= table.options.goal), None)
        if winner:
            events.append({"event": "end", "winner": winner})
        after = {**state, "turn": turn, "scores": scores, "winner": winner}
        problems: dict[str, tuple[Problem, ...]] = {
            name: (Problem(orders[0].line, orders[0].column, "warning: the coin did not agree", orders[0].letter),)
            for name, orders in filed.items()
            if orders and orders[0].text != f"call: {coin}"
        }
        return Advanced(after, events, {}, problems)

    def view(self, table: Table, state: State, filed: Filed, reader: Reader) -> View:
        view: View = {"turn": state["turn"], "scores": state["scores"], "winner": state["winner"], "reader": None}
        if isinstance(reader, str):
            view |= {"reader": reader, "number": state["numbers"][reader]}
        return view

    def told(self, table: Table, event: Event, reader: Reader) -> Event | None:
        secret = event["event"] == "dealt" and reader not in (event["player"], Audience.GM)
        return None if secret else event

    def public(self, label: str) -> bool:
        return label.startswith("coin ")

    def observed(self, table: Table, state: State, filed: Filed) -> dict[str, Any]:
        return {"scores": state["scores"], "numbers": state["numbers"]}

    def outcome(self, table: Table, state: State) -> Outcome:
        winner = state["winner"]
        return Outcome(bool(winner), (winner,) if winner else (), dict(state["scores"]), "goal" if winner else "")

    def forecast(self, table: Table, view: View, filed: tuple[Order, ...]) -> Forecast:
        lines = tuple(order.text for order in filed)
        return Forecast(lines, parts=("calls",) * len(lines), holding=(f"number  {view['number']}",))

    def form(self, table: Table, view: View) -> Sequence[str]:
        return ("# high or low", "call:")

    def pictures(self, table: Table, view: View) -> Sequence[Picture]:
        return (Picture("coin", "<svg xmlns='http://www.w3.org/2000/svg'/>", "a coin"),)

    def alike(
        self, table: Table, state: State, filed: Filed, seat: str, chance: Chance
    ) -> tuple[State, dict[str, tuple[Order, ...]]]:
        numbers = {
            name: number if name == seat else chance.choice(f"alike {name}", range(1000, 10000))
            for name, number in state["numbers"].items()
        }
        return {**state, "numbers": numbers}, {seat: filed.get(seat, ())}


TINY = TinyGame()
