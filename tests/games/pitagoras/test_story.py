"""What people are told of a turn: the reasons agree with the rules, and every reader can follow them."""

from itertools import count
from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.core.contract import Audience, Event, Table
from pbem.core.seating import seat
from pbem.games.pitagoras import GAME
from pbem.games.pitagoras.state import Result
from pbem.games.pitagoras.story import reasons, slots, standing, story

NAMES = ("Ann", "Bob", "Cleo", "Dora", "Emil")


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ((5, 6, 7, 0), ["Cleo has the highest result, 7, and wins."]),
        (
            (7, 7, 5, 5, 3),
            [
                "Ann and Bob both have 7: a tie, and both are out.",
                "Cleo and Dora both have 5: a tie, and both are out.",
                "The highest result left is Emil's 3: Emil wins.",
            ],
        ),
        (
            ("jolly", "jolly", 3, 3, -1),
            [
                "Ann and Bob both have a jolly: jollys cancel each other, and both are out.",
                "Cleo and Dora both have 3: a tie, and both are out.",
                "The highest result left is Emil's -1: Emil wins.",
            ],
        ),
        (("jolly", 16), ["Ann's jolly is the only one: it wins, whatever the numbers."]),
        (
            ("jolly", "jolly"),
            [
                "Ann and Bob both have a jolly: jollys cancel each other, and both are out.",
                "No result is left that only one player has: nobody wins, and no piece moves.",
            ],
        ),
        (
            (4, 4, 4),
            [
                "Ann, Bob and Cleo all have 4: a tie, and all of them are out.",
                "No result is left that only one player has: nobody wins, and no piece moves.",
            ],
        ),
        ((-3,), ["Only Ann lays a card, and wins with -3."]),
    ],
)
def test_who_wins_and_why(results: tuple[Result, ...], expected: list[str]) -> None:
    assert reasons(dict(zip(NAMES, results, strict=False))) == expected


def test_a_hand_keeps_every_card_in_its_place() -> None:
    whole = slots(["+2", "+3", "+4", "-2", "-3", "-4", "x2", "x3", "x4", "jolly", "jolly"])
    some = slots(["+3", "x4", "jolly"])
    assert " ".join(whole) == "+2 +3 +4 -2 -3 -4 x2 x3 x4 jolly jolly"
    assert " ".join(some) == " . +3  .  .  .  .  .  . x4 jolly   .  "


def test_equal_squares_share_a_rank() -> None:
    assert standing(NAMES[:4], {"Ann": 4, "Bob": 12, "Cleo": 4, "Dora": 1}) == [
        (1, "Bob", 12),
        (2, "Ann", 4),
        (2, "Cleo", 4),
        (4, "Dora", 1),
    ]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_told_agrees_with_what_happened(players: int, seed: int) -> None:
    table = seat(GAME, NAMES[:players], {})
    for event_list, told in random_game(table, f"story {seed}"):
        winners = [e.get("player") for e in event_list if e["event"] in ("win", "no-winner")]
        calculations = told["calculations"]
        assert [calculation.winner for calculation in calculations] == winners
        for calculation in calculations:
            words = " ".join(calculation.told)
            assert ("nobody wins" in words) == (calculation.winner is None)
            if calculation.winner:
                assert f"{calculation.winner} moves" in words
            assert len(calculation.plays) + len(calculation.benched) == players
            assert sum(play.wins for play in calculation.plays) == (calculation.winner is not None)


def random_game(table: Table, seed: str) -> list[tuple[list[Event], dict[str, Any]]]:
    """A whole game in which nobody orders anything: the events of each turn, and what is told of them."""
    chance = Chance(seed)
    state, _ = GAME.start(table, chance)
    turns = []
    for _ in count():
        done = GAME.advance(table, state, {}, frozenset(table.players), frozenset(), {}, chance)
        state = done.state
        view = GAME.view(table, state, {}, Audience.PUBLIC)
        turns.append((done.events, dict(story(table, view, done.events))))
        if GAME.outcome(table, state).finished:
            return turns
    raise AssertionError("a game has an end")
