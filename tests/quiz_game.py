"""A game of questions, small enough to hold in one's head, for tests of rulings and of pictures in mails.

Every turn all are asked one question, Q1, Q2, …; `answer: yes` is right, an answer with the word `maybe` in it is in doubt
and counts as wrong unless the GM rules otherwise, any other is wrong. A right answer scores a point. `plan: WORD` is kept on
file, and told in the turn in which its writer answers right. After turn 6 the most points win.
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
    Game,
    Outcome,
    Picture,
    Reader,
    Rulable,
    State,
    Table,
    View,
)
from pbem.core.sheets import Filed, Order, Problem, Sheet

LAST = 6


@dataclass(frozen=True, slots=True)
class QuizOptions:
    """It has none."""


class QuizGame(Game):
    slug = "quiz"
    title = "Quiz"
    seats = (2, 4)
    rules_version = 1
    Options: ClassVar[type[Any]] = QuizOptions
    files = Path(__file__).parent / "quiz"

    def start(self, table: Table, chance: Chance) -> tuple[State, list[Event]]:
        return {"version": 1, "turn": 1, "scores": dict.fromkeys(table.players, 0)}, []

    def awaiting(self, table: Table, state: State, filed: Filed) -> dict[str, Asked]:
        over = state["turn"] > LAST
        return (
            {}
            if over
            else {
                name: Asked("an answer", holds=not _part(filed, name, "answer"), step=state["turn"])
                for name in table.players
            }
        )

    def read(self, table: Table, view: View, text: str, asked: int | None = None) -> Sheet:
        orders, problems = [], []
        for number, line in enumerate(text.splitlines(), 1):
            key, colon, value = line.partition(":")
            part = key.strip().lower()
            if not colon or part not in ("answer", "plan"):
                problems += [Problem(number, 1, "expected answer: or plan:", prose=True)] if line.strip() else []
            elif part == "answer" and asked is not None and asked < view["turn"] - 1:
                problems.append(Problem(number, 1, f"the question of turn {asked} is no longer open"))
            else:
                orders.append(Order(part, f"{part}: {value.strip()}", number, 1))
        return Sheet(tuple(orders), tuple(problems), bool(text.strip()))

    def file(self, filed: tuple[Order, ...], sheet: Sheet) -> tuple[Order, ...]:
        new = {order.part for order in sheet.orders}
        return tuple(order for order in filed if order.part not in new) + sheet.orders

    def ready(self, table: Table, state: State, filed: Filed) -> bool:
        return all(_part(filed, name, "answer") for name in table.players)

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
        idle = [name for name in table.players if not _part(filed, name, "answer")]
        if not due.issuperset(idle):
            return Advanced(state, [], dict(filed), {})
        question, scores = f"Q{state['turn']}", dict(state["scores"])
        events: list[Event] = []
        rulable: list[Rulable] = []
        left: dict[str, tuple[Order, ...]] = {}
        for name in table.players:
            given = "" if name in idle else _part(filed, name, "answer")[-1].text.removeprefix("answer: ")
            plans = _part(filed, name, "plan")
            ruling = {_plain(text): word for text, word in rulings.get(question, {}).items()}.get(_plain(given))
            right = ruling == "right" if ruling else _plain(given) == "yes"
            if ruling is None and "maybe" in _plain(given).split():
                rulable.append(Rulable(question, given, "wrong"))
            events.append({"event": "answer", "player": name, "question": question, "given": given, "right": right})
            scores[name] += right
            if right and plans:
                events.append({"event": "planned", "player": name, "plan": plans[-1].text})
            left[name] = () if right else plans
        events += [{"event": "end"}] if state["turn"] == LAST else []
        return Advanced({**state, "turn": state["turn"] + 1, "scores": scores}, events, left, {}, tuple(rulable))

    def view(self, table: Table, state: State, filed: Filed, reader: Reader) -> View:
        name = reader if isinstance(reader, str) else None
        plans = [order.text for order in filed.get(name, ())] if name else []
        return {"turn": state["turn"], "scores": state["scores"], "reader": name, "orders": plans}

    def told(self, table: Table, event: Event, reader: Reader) -> Event | None:
        return None if event["event"] == "planned" and reader not in (event["player"], Audience.GM) else event

    def public(self, label: str) -> bool:
        return True

    def observed(self, table: Table, state: State, filed: Filed) -> dict[str, Any]:
        return {"scores": state["scores"]}

    def outcome(self, table: Table, state: State) -> Outcome:
        scores: dict[str, int] = dict(state["scores"])
        if state["turn"] <= LAST:
            return Outcome(False, (), scores)
        best = max(scores.values())
        return Outcome(True, tuple(n for n, score in scores.items() if score == best), scores, "the last question")

    def form(self, table: Table, view: View) -> Sequence[str]:
        return ("answer:", "plan:")

    def pictures(self, table: Table, view: View) -> Sequence[Picture]:
        bars = "".join(
            f'<rect x="10" y="{10 + 30 * n}" width="{20 + 30 * score}" height="20" fill="#336699"/>'
            for n, score in enumerate(view["scores"].values())
        )
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 150">{bars}</svg>'
        text = ", ".join(f"{name} {score}" for name, score in view["scores"].items())
        return (Picture("points", svg, text, mailed=True), Picture("plain", svg, text))

    def alike(
        self, table: Table, state: State, filed: Filed, seat: str, chance: Chance
    ) -> tuple[State, dict[str, tuple[Order, ...]]]:
        return state, {seat: filed.get(seat, ())}


def _part(filed: Filed, name: str, part: str) -> tuple[Order, ...]:
    return tuple(order for order in filed.get(name, ()) if order.part == part)


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


QUIZ = QuizGame()
