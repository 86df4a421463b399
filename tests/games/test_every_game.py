"""What must hold of every game that is installed, played at random.

Beside its tests a game has `sheets.py` with `seating(random)`, which draws players and options, and `sheet(table, view, random)`,
which draws what a seat may write.
"""

import json
from collections.abc import Callable
from copy import deepcopy
from importlib import import_module
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.core.chance import Chance
from pbem.core.contract import Advanced, Audience, Game, State, Table, View
from pbem.core.options import options_to_json
from pbem.core.scenario import document, resolve, scenario
from pbem.core.seating import seat
from pbem.core.sheets import Order, Problem
from pbem.report.layout import WIDTH, fold_order
from tests.games.registered import GAMES

Filed = dict[str, tuple[Order, ...]]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
TURNS = 12
RANDOM = st.integers(0, 2**32).map(Random)


def drawn_at_random(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    quiet = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(max_examples=examples, deadline=None, derandomize=True, suppress_health_check=quiet)


def test_there_are_games() -> None:
    assert GAMES


def twin(game: Game) -> Any:
    return import_module(f"tests.games.{game.slug.replace('-', '_')}.sheets")


class Played:
    """A game at random, turn by turn; `texts` are the sheets of the turn to come."""

    def __init__(self, game: Game, random: Random) -> None:
        self.game = game
        players, options = twin(game).seating(random)
        self.table = seat(game, players, options)
        self.random = random
        self.chance = Chance(str(random.random()))
        self.state, self.events = game.start(self.table, self.chance)
        self.filed: Filed = {}
        self.turns: list[dict[str, str]] = []

    @property
    def finished(self) -> bool:
        return self.game.outcome(self.table, self.state).finished

    def view(self, name: str) -> View:
        return self.game.view(self.table, self.state, self.filed, name)

    def sheet(self, name: str) -> str:
        text: str = twin(self.game).sheet(self.table, self.view(name), self.random)
        return text

    def write(self) -> dict[str, tuple[Problem, ...]]:
        """Everybody hands in a sheet; the problems of reading."""
        texts, problems = {}, {}
        if not self.game.keeps_orders:
            self.filed = {}
        for name in self.table.players:
            text = self.sheet(name)
            sheet = self.game.read(self.table, self.view(name), text)
            assert sheet.wrote == bool(text.strip())
            texts[name] = text
            if sheet.wrote:
                self.filed[name] = self.game.file(self.filed.get(name, ()), sheet)
                problems[name] = sheet.problems
        self.turns.append(texts)
        return problems

    def advance(self) -> Advanced:
        done = advanced(self.game, self.table, self.state, self.filed, self.turns[-1], self.chance)
        self.state, self.filed, self.events = done.state, done.filed, done.events
        return done


def advanced(game: Game, table: Table, state: State, filed: Filed, texts: dict[str, str], chance: Chance) -> Advanced:
    wrote = frozenset(name for name, text in texts.items() if text.strip())
    return game.advance(table, state, filed, frozenset(table.players), wrote, {}, chance)


@every_game
@drawn_at_random(40)
@given(random=RANDOM)
def test_a_game_played_at_random(game: Game, random: Random) -> None:
    play = Played(game, random)
    for _ in range(TURNS):
        assert_the_position_is_sound(play)
        if play.finished:
            break
        reading = play.write()
        assert_advancing_changes_nothing_and_repeats(play)
        problems = play.advance().problems
        for name, some in problems.items():
            lines = play.turns[-1][name].count("\n") + 1
            assert game.keeps_orders or all(1 <= problem.line <= lines for problem in some)
        for many in reading.values():
            assert list(many) == sorted(many, key=lambda problem: (problem.line, problem.column))
            assert all(problem.message and "\n" not in problem.message for problem in many)


def assert_the_position_is_sound(play: Played) -> None:
    """The state is JSON; somebody is awaited exactly while the game goes on; a seat's view names its reader."""
    game, table, state = play.game, play.table, play.state
    assert json.loads(json.dumps(state)) == state
    assert json.loads(json.dumps(play.events)) == play.events
    assert isinstance(state["version"], int)
    awaited = game.awaiting(table, state, play.filed)
    outcome = game.outcome(table, state)
    assert bool(awaited) != outcome.finished
    assert bool(outcome.winners) == bool(outcome.reason) == outcome.finished
    assert tuple(outcome.scores) == table.players
    assert set(awaited) <= set(table.players)
    json.dumps(game.observed(table, state, play.filed))
    for reader in (*table.players, *Audience):
        view = game.view(table, state, play.filed, reader)
        assert json.loads(json.dumps(view)) == view
        assert view["reader"] == (None if isinstance(reader, Audience) else reader)
        for event in play.events:
            told = game.told(table, event, reader)
            assert told is None or told["event"] == event["event"]
        for picture in game.pictures(table, view):
            assert picture.svg.startswith("<svg")
            assert max(map(len, picture.text.splitlines())) <= 78


def assert_advancing_changes_nothing_and_repeats(play: Played) -> None:
    """The same from the same, also from a state that was stored as JSON; what was handed in is left as it was."""
    state, filed = deepcopy(play.state), deepcopy(play.filed)
    seed = Chance("again")
    once = advanced(play.game, play.table, play.state, play.filed, play.turns[-1], seed)
    assert (play.state, play.filed) == (state, filed)
    stored = json.loads(json.dumps(play.state))
    assert advanced(play.game, play.table, stored, play.filed, play.turns[-1], Chance("again")) == once
    assert (play.state, play.filed) == (state, filed)
    assert all(play.game.public(label) in (True, False) for label in seed.drawn)


@every_game
@drawn_at_random(150)
@given(random=RANDOM)
def test_the_echo_of_a_sheet_reads_as_that_sheet(game: Game, random: Random) -> None:
    play = Played(game, random)
    play.write()
    for name in play.table.players:
        view = play.view(name)
        orders = play.filed.get(name, ())
        for width in (WIDTH, 40):
            folded = "\n".join(fold_order(order.text, width, indent=4) for order in orders)
            echoed = game.read(play.table, view, folded)
            assert [(order.part, order.text) for order in echoed.orders] == [
                (order.part, order.text) for order in orders
            ]
            assert not echoed.problems
        forecast = game.forecast(play.table, view, orders)
        assert len(forecast.lines) == len(orders)
        assert len(forecast.parts) in (0, len(orders))
        assert all("\n" not in line for line in (*forecast.lines, *forecast.notes, *forecast.parts, *forecast.holding))


@every_game
@drawn_at_random(150)
@given(random=RANDOM, text=st.text(max_size=200))
def test_any_text_can_be_read(game: Game, random: Random, text: str) -> None:
    play = Played(game, random)
    name = play.table.players[0]
    sheet = play.sheet(name)
    at = random.randint(0, len(sheet))
    for written in (text, sheet[:at] + text + sheet[at:]):
        read = game.read(play.table, play.view(name), written)
        assert read.wrote == bool(written.strip())
        game.forecast(play.table, play.view(name), read.orders)


@every_game
@drawn_at_random(40)
@given(random=RANDOM)
def test_the_form_can_be_sent_back(game: Game, random: Random) -> None:
    """Its remarks are no orders and no mistakes."""
    play = Played(game, random)
    for name in play.table.players:
        remarks = [line for line in game.form(play.table, play.view(name)) if line.startswith("#")]
        sheet = game.read(play.table, play.view(name), "\n".join(remarks))
        assert (sheet.orders, sheet.problems) == ((), ())


@every_game
@drawn_at_random(40)
@given(random=RANDOM)
def test_a_scenario_repeats_a_game_and_reports_what_it_did_not_use(game: Game, random: Random) -> None:
    """What chance gave can be fixed by hand; a label that nothing asks for is reported; the document may be JSON."""
    play = Played(game, random)
    events = [*play.events]
    for _ in range(3):
        if not play.finished:
            play.write()
            events += play.advance().events
    given_by_hand = {
        "game": game.slug,
        "players": list(play.table.players),
        "options": options_to_json(play.table.options),
        "seed": "another",
        "chance": {**play.chance.drawn, "no such label": 1},
        "turns": [{"orders": texts} for texts in play.turns],
    }
    done = resolve(scenario(document(json.dumps(given_by_hand))), game)
    printed = done.to_json()
    assert [event for turn in printed["turns"] for event in turn["events"]] == events
    assert done.last.state == play.state
    assert printed["unused"] == ["no such label"]
    assert printed["finished"] == (not printed["awaiting"])
