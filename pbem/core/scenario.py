"""A scenario: one adjudication, or a whole game, without store or mail. Source: scenario.md."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pbem.core.chance import Chance, ImpossibleOutcome
from pbem.core.contract import Asked, Event, Game, Outcome, State, Table
from pbem.core.errors import Unusable
from pbem.core.orders.characters import folded
from pbem.core.seating import seat
from pbem.core.sheets import Filed, Order, Problem

KEYS = ("game", "players", "options", "seed", "chance", "turns")


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario document, checked as far as that is possible without its game."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, Any]
    seed: str
    chance: Mapping[str, Any]
    turns: tuple[Mapping[str, str], ...]
    """The order texts of each adjudication, by player."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """One adjudication of a scenario: what happened, and the position and what is on file after it."""

    turn: int
    problems: dict[str, tuple[Problem, ...]]
    events: list[Event]
    state: State
    filed: Filed


@dataclass(frozen=True, slots=True)
class Resolution:
    """A scenario resolved by its game: the set-up as turn 0, its adjudications in order, how the game stands after them."""

    game: Game
    table: Table
    set_up: Resolved
    turns: tuple[Resolved, ...]
    unused: tuple[str, ...]

    @property
    def last(self) -> Resolved:
        return self.turns[-1] if self.turns else self.set_up

    @property
    def outcome(self) -> Outcome:
        return self.game.outcome(self.table, self.last.state)

    @property
    def awaiting(self) -> dict[str, Asked]:
        return self.game.awaiting(self.table, self.last.state, self.last.filed)

    def to_json(self) -> dict[str, Any]:
        """As scenario.md prints it; the events of the set-up stand at the head of turn 1."""
        outcome = self.outcome
        printed: dict[str, Any] = {
            "game": self.game.slug,
            "players": list(self.table.players),
            "turns": [self._turn(turn) for turn in self.turns],
            "finished": outcome.finished,
            "winners": list(outcome.winners),
            "scores": outcome.scores,
            "awaiting": {name: asked.what for name, asked in self.awaiting.items()},
        }
        if self.unused:
            printed["unused"] = list(self.unused)
        return printed

    def _turn(self, turn: Resolved) -> dict[str, Any]:
        before = self.set_up.events if turn.turn == 1 else []
        return {
            "turn": turn.turn,
            "problems": {name: [one.to_json() for one in many] for name, many in turn.problems.items()},
            "events": before + turn.events,
            "state": self.game.observed(self.table, turn.state, turn.filed),
        }


def document(text: str) -> Mapping[str, Any]:
    """The document in a text: JSON where it begins with a brace, else TOML. Raises Unusable with the place of the error."""
    text = text.lstrip("\ufeff")
    as_json = text.lstrip(" \t\r\n").startswith("{")
    try:
        read = json.loads(text, object_pairs_hook=_object) if as_json else tomllib.loads(text)
    except ValueError as error:  # what neither reader can read, and whole numbers of more digits than Python takes
        raise Unusable(f"not a scenario: as {'JSON' if as_json else 'TOML'}: {error}") from error
    except RecursionError as error:
        raise Unusable("not a scenario: nested too deeply") from error
    assert isinstance(read, dict)
    return read


def scenario(read: Mapping[str, Any]) -> Scenario:
    """The scenario in a document. Raises Unusable, saying where and what was expected."""
    for key in read:
        if key not in KEYS:
            raise Unusable(f"{key!r}: unknown; the keys of a scenario are {', '.join(KEYS)}")
    players = _players(read.get("players"))
    chance = _table(read.get("chance", {}), "chance", "a table of label and value")
    for label in chance:
        _text(label, "chance", "labels")
    return Scenario(
        game=_text(read.get("game"), "game", "the slug of a game"),
        players=players,
        options=_table(read.get("options", {}), "options", "a table"),
        seed=_text(read.get("seed", ""), "seed", "a text"),
        chance=chance,
        turns=tuple(_turns(read.get("turns", []), players)),
    )


def resolve(read: Scenario, game: Game) -> Resolution:
    """The scenario resolved by its game. Raises Unusable for what cannot be: an option, an outcome, orders after the end."""
    table = seat(game, read.players, read.options)
    chance = Chance(read.seed, read.chance)
    try:
        set_up = last = _set_up(game, table, chance)
        turns = []
        for orders in read.turns:
            if game.outcome(table, last.state).finished:
                raise Unusable(f"turns: entry {last.turn + 1}: the game has ended")
            last = _adjudicate(game, table, last, orders, chance)
            turns.append(last)
    except ImpossibleOutcome as error:
        raise Unusable(str(error)) from error
    return Resolution(game, table, set_up, tuple(turns), tuple(chance.unused()))


def _set_up(game: Game, table: Table, chance: Chance) -> Resolved:
    try:
        state, events = game.start(table, chance)
    except ImpossibleOutcome:
        raise
    except ValueError as error:
        raise Unusable(str(error)) from error
    return Resolved(0, {}, events, state, {})


def _adjudicate(game: Game, table: Table, last: Resolved, orders: Mapping[str, str], chance: Chance) -> Resolved:
    """Hands in the sheets, in seat order, and adjudicates; every entry of a scenario is a deadline for all."""
    filed: dict[str, tuple[Order, ...]] = dict(last.filed) if game.keeps_orders else {}
    unread: dict[str, tuple[Problem, ...]] = {}
    for name in table.players:
        text = orders.get(name, "")
        if text.strip():
            sheet = game.read(table, game.view(table, last.state, filed, name), text)
            filed[name] = game.file(filed.get(name, ()), sheet)
            unread[name] = sheet.problems
    done = game.advance(table, last.state, filed, frozenset(table.players), frozenset(unread), {}, chance)
    problems = {name: unread.get(name, ()) + done.problems.get(name, ()) for name in table.players}
    told = {name: some for name, some in problems.items() if some}
    return Resolved(last.turn + 1, told, done.events, done.state, done.filed)


def _players(given: object) -> tuple[str, ...]:
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        raise Unusable("players: expected a list of different names")
    for name in given:
        if not folded(name) or not name.isprintable():
            raise Unusable(f"players: {name!r} is no name; a name is a text on one line")
    read: dict[str, str] = {}
    for name in given:
        other = read.get(folded(name))
        if other is not None:
            raise Unusable(
                f"players: expected a list of different names; {other!r} and {name!r} read the same in orders"
            )
        read[folded(name)] = name
    return tuple(given)


def _turns(given: object, players: tuple[str, ...]) -> Iterator[Mapping[str, str]]:
    if not isinstance(given, list):
        raise Unusable("turns: expected a list")
    for number, entry in enumerate(given, 1):
        where = f"turns: entry {number}"
        for key in _table(entry, where, "a table with `orders`"):
            if key != "orders":
                raise Unusable(f"{where}: unknown key {key!r}; expected `orders`")
        orders = _table(entry.get("orders", {}), f"{where}: orders", "a table of player and text")
        for name, text in orders.items():
            if name not in players:
                raise Unusable(f"{where}: unknown player {name!r}; the players are {', '.join(players)}")
            _text(text, f"{where}: orders of {name}", "a text")
        yield orders


def _table(given: object, where: str, expected: str) -> Mapping[str, Any]:
    if not isinstance(given, dict):
        raise Unusable(f"{where}: expected {expected}")
    return given


def _text(given: object, where: str, expected: str) -> str:
    if not isinstance(given, str):
        raise Unusable(f"{where}: expected {expected}")
    if any("\ud800" <= character <= "\udfff" for character in given):
        raise Unusable(f"{where}: expected {expected} in UTF-8, without half a character")
    return given


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; the same key twice is an error, as it is in TOML."""
    read = dict(pairs)
    if len(read) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Unusable(f"not a scenario: the key {twice!r} stands twice in one table")
    return read
