"""A game with turns one after the other, small enough to hold in one's head, for tests of play by mail.

Everybody first hides a number 1 to 9, sealed (`hide 4`). Then the seats in turn lay a card of their hidden hand (`play 17`), or
look at the card that nobody was dealt (`peek`), after which they are to play still. `answer 3` answers the question in the last
report, and is refused in a mail that answers an older one. Several `play` and `peek` lines are a list of premoves; one that is
not possible drops the rest. Defaults: a number by chance; the lowest card. When all cards lie, the highest hidden number wins.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from pbem.core.chance import Chance
from pbem.core.contract import Advanced, Asked, Audience, Event, Forecast, Game, Outcome, Reader, State, Table, View
from pbem.core.sheets import Filed, Order, Problem, Sheet

CARDS = tuple(range(11, 31))
HAND = 3
_ORDER = re.compile(r"(?:(hide|play|answer) (\d{1,2})|peek)")


@dataclass(frozen=True, slots=True)
class RelayOptions:
    """It has none."""


class RelayGame(Game):
    slug = "relay"
    title = "Relay"
    seats = (2, 3)
    rules_version = 1
    Options: ClassVar[type[Any]] = RelayOptions
    files = Path(__file__).parent / "relay"

    def start(self, table: Table, chance: Chance) -> tuple[State, list[Event]]:
        deck = chance.shuffle("deck", CARDS)
        hands = {name: sorted(deck[n * HAND : n * HAND + HAND]) for n, name in enumerate(table.players)}
        state: State = {
            "version": 1,
            "turn": 0,
            "phase": "hide",
            "mover": 0,
            "step": 0,
            "asked": 0,
            "hidden": {},
            "hands": hands,
            "left": deck[-1],
            "played": [],
        }
        return state, []

    def awaiting(self, table: Table, state: State, filed: Filed) -> dict[str, Asked]:
        if state["phase"] == "hide":
            return {n: Asked("a number", holds=not _part(filed, n, "hide"), open=False) for n in table.players}
        mover = table.players[state["mover"]]
        return {mover: Asked("a card", step=state["step"])} if state["phase"] == "play" else {}

    def read(self, table: Table, view: View, text: str, asked: int | None = None) -> Sheet:
        orders, problems = [], []
        for number, line in enumerate(text.splitlines(), 1):
            words = line.partition("#")[0].strip().lower()
            found = _ORDER.fullmatch(words)
            if found and found[1] == "answer" and asked is not None and asked < view["asked"]:
                problems.append(
                    Problem(number, 1, f"this answers the question of turn {asked}, which is no longer open")
                )
            elif found:
                part = found[1] if found[1] in ("hide", "answer") else "plays"
                orders.append(Order(part, words, number, 1))
            elif words:
                problems.append(
                    Problem(number, 1, f"expected hide, play, peek or answer, not {words!r}", prose=" " in words)
                )
        return Sheet(tuple(orders), tuple(problems), bool(text.strip()))

    def file(self, filed: tuple[Order, ...], sheet: Sheet) -> tuple[Order, ...]:
        new = {order.part for order in sheet.orders}
        return tuple(order for order in filed if order.part not in new) + sheet.orders

    def ready(self, table: Table, state: State, filed: Filed) -> bool:
        if state["phase"] == "hide":
            return all(_part(filed, name, "hide") for name in table.players)
        return state["phase"] == "play" and _usable(table, state, filed)

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
        play = _Play(table, state, filed, wrote, chance)
        if not play.follow() and play.default(due):
            play.follow()
        return Advanced(play.after(), play.events, play.filed, play.problems)

    def view(self, table: Table, state: State, filed: Filed, reader: Reader) -> View:
        shown = {name: state[name] for name in ("phase", "played", "asked")}
        shown["mover"] = table.players[state["mover"]] if state["phase"] == "play" else None
        view: View = {**shown, "reader": None}
        if isinstance(reader, str):
            own = [order.text for order in filed.get(reader, ())]
            hand = state["hands"][reader]
            view |= {"reader": reader, "hand": hand, "hidden": state["hidden"].get(reader), "orders": own}
        return view

    def told(self, table: Table, event: Event, reader: Reader) -> Event | None:
        secret = event["event"] in ("peeked", "answered") and reader not in (event["player"], Audience.GM)
        return None if secret else event

    def public(self, label: str) -> bool:
        return False

    def observed(self, table: Table, state: State, filed: Filed) -> dict[str, Any]:
        return {name: state[name] for name in ("phase", "hands", "hidden", "played")}

    def outcome(self, table: Table, state: State) -> Outcome:
        if state["phase"] != "end":
            return Outcome(False, (), dict.fromkeys(table.players, 0))
        scores = {name: state["hidden"].get(name, 0) for name in table.players}
        best = max(scores.values())
        return Outcome(True, tuple(name for name, score in scores.items() if score == best), scores, "all cards lie")

    def forecast(self, table: Table, view: View, filed: tuple[Order, ...]) -> Forecast:
        lines = tuple(order.text for order in filed)
        return Forecast(lines, parts=tuple(order.part for order in filed), holding=(f"hand  {view['hand']}",))

    def choices(self, table: Table, view: View) -> Sequence[str]:
        return [f"play {card}" for card in reversed(view["hand"])]

    def form(self, table: Table, view: View) -> Sequence[str]:
        return ("# hide N, play N or peek",)

    def alike(
        self, table: Table, state: State, filed: Filed, seat: str, chance: Chance
    ) -> tuple[State, dict[str, tuple[Order, ...]]]:
        others = [name for name in table.players if name != seat]
        unseen = chance.shuffle("alike", [card for name in others for card in state["hands"][name]])
        hands = {seat: state["hands"][seat]}
        for name in others:
            hands[name], unseen = sorted(unseen[: len(state["hands"][name])]), unseen[len(state["hands"][name]) :]
        return {**state, "hands": hands}, {seat: filed.get(seat, ())}


class _Play:
    """One adjudication of Relay."""

    def __init__(self, table: Table, state: State, filed: Filed, wrote: frozenset[str], chance: Chance) -> None:
        self.table = table
        self.state = {
            **state,
            "turn": state["turn"] + 1,
            "hidden": dict(state["hidden"]),
            "played": list(state["played"]),
        }
        self.state["hands"] = {name: list(hand) for name, hand in state["hands"].items()}
        self.filed = {name: tuple(orders) for name, orders in filed.items()}
        self.events: list[Event] = []
        self.problems: dict[str, tuple[Problem, ...]] = {}
        self._before, self._wrote, self._chance = state, wrote, chance

    def after(self) -> State:
        """The state that is left: the one before where nothing has come of it."""
        if any(event["event"] in ("hidden", "played") for event in self.events):
            self.state["asked"] = self.state["turn"]
        return self.state if self.events or self.problems else self._before

    def follow(self) -> bool:
        """Resolves as far as orders reach; gives whether anything was."""
        begun = len(self.events)
        while self.state["phase"] == "hide" and all(_part(self.filed, n, "hide") for n in self.table.players):
            for name in self.table.players:
                self._hide(name, int(_part(self.filed, name, "hide")[0].text.split()[1]), "ordered")
        while self.state["phase"] == "play" and _usable(self.table, self.state, self.filed):
            name, (first, *rest) = self._mover, _part(self.filed, self._mover, "plays")
            self._put(name, "plays", rest)
            if first.text == "peek":
                self.events.append({"event": "peeked", "player": name, "card": self.state["left"]})
                self.state["step"] += 1
            else:
                self._lay(name, int(first.text.split()[1]), "ordered")
        if self.state["phase"] == "play" and _part(self.filed, self._mover, "plays") and len(self.events) > begun:
            self._drop(self._mover)
        return len(self.events) > begun

    def default(self, due: frozenset[str]) -> bool:
        """Resolves the step that is due by its default, if everybody who has not answered is out of time."""
        if self.state["phase"] == "hide":
            idle = [name for name in self.table.players if not _part(self.filed, name, "hide")]
            if not due.issuperset(idle):
                return False
            for name in self.table.players:
                drawn = self._chance.choice(f"hidden {name}", range(1, 10)) if name in idle else 0
                self._miss(name, name in idle)
                self._hide(
                    name, drawn or int(_part(self.filed, name, "hide")[0].text.split()[1]), "by chance" if drawn else ""
                )
            return True
        name = self._mover
        if self.state["phase"] != "play" or name not in due:
            return False
        if _part(self.filed, name, "plays"):
            self._drop(name)
        self._miss(name, True)
        self._lay(name, self.state["hands"][name][0], "by default")
        return True

    @property
    def _mover(self) -> str:
        name: str = self.table.players[self.state["mover"]]
        return name

    def _hide(self, name: str, number: int, how: str) -> None:
        self.state["hidden"][name] = number
        self._put(name, "hide", ())
        self.events.append({"event": "hidden", "player": name, "how": how})
        if len(self.state["hidden"]) == len(self.table.players):
            self.state |= {"phase": "play", "step": 1}

    def _lay(self, name: str, card: int, how: str) -> None:
        answers = _part(self.filed, name, "answer")
        if answers:
            self.events.append({"event": "answered", "player": name, "answer": answers[-1].text})
            self._put(name, "answer", ())
        self.state["hands"][name].remove(card)
        self.state["played"].append(card)
        self.events.append({"event": "played", "player": name, "card": card, "how": how})
        self.state |= {"mover": (self.state["mover"] + 1) % len(self.table.players), "step": self.state["step"] + 1}
        if not any(self.state["hands"].values()):
            self.state["phase"] = "end"
            self.events.append({"event": "end"})

    def _miss(self, name: str, idle: bool) -> None:
        if idle and name not in self._wrote:
            self.events.append({"event": "nmr", "player": name})

    def _drop(self, name: str) -> None:
        first = _part(self.filed, name, "plays")[0]
        problem = Problem(first.line, first.column, f"{first.text} is not possible", first.letter)
        self.problems[name] = (*self.problems.get(name, ()), problem)
        self._put(name, "plays", ())

    def _put(self, name: str, part: str, orders: Sequence[Order]) -> None:
        others = tuple(order for order in self.filed.get(name, ()) if order.part != part)
        self.filed[name] = others + tuple(orders)


def _part(filed: Filed, name: str, part: str) -> tuple[Order, ...]:
    return tuple(order for order in filed.get(name, ()) if order.part == part)


def _usable(table: Table, state: State, filed: Filed) -> bool:
    mover = table.players[state["mover"]]
    plays = _part(filed, mover, "plays")
    return bool(plays) and (plays[0].text == "peek" or int(plays[0].text.split()[1]) in state["hands"][mover])


RELAY = RelayGame()
