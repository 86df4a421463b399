"""The rules of Pitagoras held against a referee of its own, and what must hold of every position."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.chance import Chance
from pbem.core.seating import seat
from pbem.games.pitagoras import GAME
from pbem.games.pitagoras.rules import exchanged, winner
from pbem.games.pitagoras.state import DECK, worth
from tests.games.pitagoras.referee import Referee, passed_on, who_wins
from tests.games.pitagoras.sheets import seating, sheet

results = st.dictionaries(
    st.sampled_from(["Ann", "Bob", "Cleo", "Dora", "Emil"]), st.integers(-2, 4) | st.just("jolly"), max_size=5
)


@settings(max_examples=500, deadline=None, derandomize=True)
@given(results)
def test_the_winner_is_found_as_the_referee_finds_it(given_results: dict[str, Any]) -> None:
    assert winner(given_results) == who_wins(given_results)
    moved = exchanged(list(given_results), given_results)
    assert moved == passed_on(given_results)
    assert winner(moved) == who_wins(moved)


def test_every_card_with_every_die() -> None:
    made = {(card, die): worth(card, die) for card in DECK for die in range(5)}
    assert made[("+4", 0)] == 4
    assert made[("-4", 1)] == -3
    assert made[("x4", 4)] == 16
    assert made[("x2", 0)] == 0
    assert made[("jolly", 3)] == "jolly"
    assert Counter(result for result in made.values() if result != "jolly").total() == 45


@pytest.mark.parametrize("seed", range(60))
def test_whole_games_pass_the_referee(seed: int) -> None:
    random = Random(seed)
    players, options = seating(random)
    table = seat(GAME, players, options)
    chance = Chance(f"game {seed}")
    state, _ = GAME.start(table, chance)
    referee = Referee(table.players, options.get("well", 8))
    for _ in range(40):
        if GAME.outcome(table, state).finished:
            break
        filed, wrote = {}, set()
        for name in table.players:
            view = GAME.view(table, state, {}, name)
            read = GAME.read(table, view, sheet(table, view, random))
            filed[name] = read.orders
            wrote |= {name} if read.wrote else set()
        done = GAME.advance(table, state, filed, frozenset(), frozenset(wrote), {}, chance)
        referee.check(GAME.observed(table, state, {}), done.events, GAME.observed(table, done.state, {}))
        nmr = [event["player"] for event in done.events if event["event"] == "nmr"]
        assert nmr == [name for name in table.players if name not in wrote]
        state = done.state
        assert all(not Counter(hand) - Counter(DECK) for hand in state["hands"].values())
        assert len(state["benched"]) + state["riot"] <= 1
