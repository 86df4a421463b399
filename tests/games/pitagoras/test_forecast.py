"""What an acknowledgement of a sheet of Pitagoras tells its writer, and what it cannot know."""

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.core.contract import Audience, Forecast, State, Table
from pbem.core.seating import seat
from pbem.games.pitagoras import GAME
from pbem.games.pitagoras.state import DECK

PLAYERS = ("Ann", "Bob", "Cleo")
BASE: Mapping[str, Any] = {
    "version": 1,
    "turn": 3,
    "benched": [],
    "riot": False,
    "stakes": [3, 2],
    "winner": None,
}


def position(players: tuple[str, ...] = PLAYERS, **more: Any) -> tuple[Table, State]:
    """A position with everybody on 1, eleven cards in each hand, and the dice 1 and 2 for everybody; else as given."""
    state = {
        **BASE,
        "squares": dict.fromkeys(players, 1),
        "hands": {name: list(DECK) for name in players},
        "dice": {name: [1, 2] for name in players},
        **more,
    }
    return seat(GAME, players, {}), state


def told(sheet: str, players: tuple[str, ...] = PLAYERS, **more: Any) -> Forecast:
    """What Ann is told of her sheet."""
    table, state = position(players, **more)
    view = GAME.view(table, state, {}, "Ann")
    read = GAME.read(table, view, sheet)
    assert not read.problems
    return GAME.forecast(table, view, read.orders)


def test_every_card_is_worked_out_in_every_branch() -> None:
    lines = told("2: if Bob won 1 then x4 else -2 or joker\nfirst +3\nswap with c").lines
    assert lines == (
        "2: if Bob won 1 then x4 (2 x 4 = 8) else -2 (2 - 2 = 0) or jolly",
        "1: +3 (1 + 3 = 4)",
        "prompter: Cleo",
    )


@pytest.mark.parametrize(
    ("sheet", "note"),
    [
        ("2: +2", "1: nothing is ordered, so a card will be drawn at random."),
        ("1: +2", "2: nothing is ordered, so a card will be drawn at random."),
        ("1: +2\n2: +2", "2: +2 will have been laid in calculation 1."),
        ("1: if Bob ahead of me then x2 else +2\n2: +2", "1: 'Bob ahead of Ann' can never be true."),
        ("1: if stake 1 = 4 or riot then x2\n2: +2", "1: 'stake 1 = 4 or riot' can never be true."),
        ("1: +2\n2: if Bob won 1 and Cleo won 1 then x2", "2: 'Bob won 1 and Cleo won 1' can never be true."),
        ("1: +2\n2: if square Bob = 7 then x2", "2: 'square Bob = 7' can never be true."),
        ("1: +2\n2: if stake 2 > 2 then x2", "2: 'stake 2 > 2' can never be true."),
        ("1: +2\n2: if me played x3 in 1 then x2", "2: 'Ann played x3 in 1' can never be true."),
        (
            "1: +2\n2: if Bob played x3 in 1 and Bob holds x3 then x2",
            "2: 'Bob played x3 in 1 and Bob holds x3' can never be true.",
        ),
        ("1: +2\n2: if score Bob 1 > 5 then x2", "2: 'score Bob 1 > 5' can never be true."),
        ("1: +2\n2: if riot then x2", "2: 'riot' can never be true."),
        (
            "1: +2\n2: if Bob won 1 then x2 else if Bob won 1 and stake 2 = 2 then x3",
            "2: 'Bob won 1 and stake 2 = 2' is never reached: what stands before it decides.",
        ),
        ("1: +2\n2: x2\nprompter: Bob", "prompter: you cannot land on square 5 in this turn."),
    ],
)
def test_what_will_not_work_is_noted(sheet: str, note: str) -> None:
    assert note in told(sheet).notes


@pytest.mark.parametrize(
    "condition",
    [
        "Bob won 1",
        "nobody won 1",
        "not Bob won 1",
        "Bob played jolly in 1 and Bob holds jolly",
        "score Bob 1 = 5",
        "score Bob 1 = score Cleo 1",
        "square Bob = 4",
        "Bob ahead of me and Bob won 1",
        "cards Bob = 10 and cards me = 10",
        "me played +2 in 1",
        "die Bob 2 = 2 and turn = 3 and calculation = 2",
    ],
)
def test_what_may_come_true_is_not_noted(condition: str) -> None:
    assert told(f"1: +2\n2: if {condition} then x2").notes == ()


def test_two_jollys_can_be_ordered_and_the_third_cannot() -> None:
    assert told("1: jolly\n2: jolly").notes == ()
    hands = {**{name: list(DECK) for name in PLAYERS}, "Ann": ["+2", "x3", "jolly"]}
    assert told("1: jolly\n2: jolly", hands=hands).notes == ("2: jolly will have been laid in calculation 1.",)


def test_cards_that_are_not_in_hand() -> None:
    hands = {**{name: list(DECK) for name in PLAYERS}, "Ann": ["+2", "x3", "jolly", "jolly"]}
    assert told("1: x4 or +3 or x3\n2: if Bob won 1 then -2 else +2", hands=hands).notes == (
        "1: not in your hand: x4, +3.",
        "2: not in your hand: -2.",
    )


def test_with_one_card_there_is_no_choice_and_then_eleven() -> None:
    hands = {**{name: list(DECK) for name in PLAYERS}, "Ann": ["x3"]}
    notes = told("1: x4\n2: x3 or x4", hands=hands).notes
    assert notes == ("1: x3 is your only card and will be laid, whatever is ordered.",)


def test_with_two_cards_the_second_needs_no_order() -> None:
    hands = {**{name: list(DECK) for name in PLAYERS}, "Ann": ["x3", "x4"]}
    assert told("1: x3", hands=hands).notes == ()
    assert told("1: x3\n2: x4", hands=hands).notes == (
        "2: only one card will be left by then, and it will be laid, whatever is ordered.",
    )


def test_the_bench_and_the_riot_are_told() -> None:
    assert told("1: +2\n2: x2", benched=["Ann"]).notes == (
        "You sit out calculation 1.",
        "1: not needed, since you sit out.",
    )
    assert told("2: x2", benched=["Ann"]).notes == ("You sit out calculation 1.",)
    assert told("1: +2\n2: x2", benched=["Bob"]).notes == ("Bob sits out calculation 1.",)
    assert told("1: +2\n2: if Bob won 1 then x2", benched=["Bob"]).notes[1] == "2: 'Bob won 1' can never be true."
    assert told("1: +2\n2: x2", riot=True).notes == (
        "Calculation 1 is under a riot: what a card makes goes to the next player.",
    )


def test_the_prompter_is_asked_about_where_one_may_land_on_it() -> None:
    near: dict[str, Any] = {"squares": {"Ann": 3, "Bob": 9, "Cleo": 9}, "stakes": [2, 1]}
    assert told("1: +2\n2: x2", **near).notes == (
        "prompter: you may land on square 5, and nothing is ordered; the rules would then choose for you.",
    )
    assert told("1: +2\n2: x2\nprompter: if calculation = 1 then Bob else Cleo", **near).notes == ()
    assert told("1: +2\n2: x2\nprompter: if Bob won 1 then Bob else Cleo", **near).notes == (
        "prompter: 'Bob won 1' can never be true.",
    )
    assert told("1: +2\n2: x2\nprompter: Bob", players=("Ann", "Bob"), stakes=[4, 1]).notes == (
        "prompter: not needed, since with two players the swap is with the other.",
    )


def test_one_may_be_swapped_to_where_the_prompter_is_in_reach() -> None:
    """Bob may win calculation 1, land on 5 and swap with Ann from 4, and Ann may win the other with a stake of 1... or not."""
    squares = {"Ann": 2, "Bob": 4, "Cleo": 1}
    assert told("1: +2\n2: x2\nprompter: Bob", squares=squares, stakes=[1, 1]).notes == (
        "prompter: you cannot land on square 5 in this turn.",
    )
    assert told("1: +2\n2: x2\nprompter: Bob", squares={**squares, "Ann": 4}, stakes=[3, 1]).notes == ()


def test_the_extra_calculation_leaves_all_open() -> None:
    hands = {name: ["+2", "x2", "x3"] for name in PLAYERS}
    notes = told("1: +2\n2: x2\nprompter: if me won x then Bob", hands=hands).notes
    assert notes == ()


def test_nothing_is_added_after_the_end_and_for_no_seat() -> None:
    over: dict[str, Any] = {"squares": {"Ann": 12, "Bob": 1, "Cleo": 1}, "winner": "Ann", "stakes": [], "dice": {}}
    assert told("1: +2", **over) == Forecast(("1: +2",))
    table, state = position()
    view = GAME.view(table, state, {}, Audience.PUBLIC)
    assert GAME.forecast(table, view, ()) == Forecast()


def test_many_moments_cost_no_long_wait_and_say_nothing_false() -> None:
    five = ("Ann", "Bob", "Cleo", "Dora", "Emil")
    everybody = " and ".join(f"{name} played +2 in 1" for name in five[1:])
    assert told(f"1: +2\n2: if {everybody} and riot then x2", five, stakes=[9, 2]).notes == ()
