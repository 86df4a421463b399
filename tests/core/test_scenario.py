"""Scenario documents: what is read, what is refused, and where the error says it is."""

import json
from typing import Any

import pytest

from pbem.core.errors import Unusable
from pbem.core.scenario import Resolution, document, resolve, scenario
from tests.tiny_game import TINY

PLAIN: dict[str, Any] = {"game": "tiny", "players": ["Ann", "Bob"], "seed": "s"}


def resolved(**more: Any) -> Resolution:
    return resolve(scenario({**PLAIN, **more}), TINY)


def turns(*orders: dict[str, str]) -> list[dict[str, Any]]:
    return [{"orders": one} for one in orders]


def test_toml_and_json_say_the_same() -> None:
    toml = 'game = "tiny"\nplayers = ["Ann", "Bob"]\nseed = "s"\n[[turns]]\norders = { Ann = "high" }\n'
    as_json = {**PLAIN, "turns": turns({"Ann": "high"})}
    assert document(toml) == document("\ufeff" + json.dumps(as_json)) == as_json


def test_what_is_left_out_is_empty() -> None:
    done = resolve(scenario({"game": "tiny", "players": ["Ann", "Bob"]}), TINY)
    printed = done.to_json()
    assert (printed["turns"], printed["finished"], printed["winners"]) == ([], False, [])
    assert printed["awaiting"] == {"Ann": "a call", "Bob": "a call"}
    assert "unused" not in printed


def test_the_events_of_the_set_up_stand_at_the_head_of_turn_one() -> None:
    first, second = resolved(turns=turns({}, {})).to_json()["turns"]
    assert [event["event"] for event in first["events"]][:2] == ["dealt", "dealt"]
    assert "dealt" not in [event["event"] for event in second["events"]]
    assert (first["turn"], second["turn"]) == (1, 2)


def test_no_text_and_no_entry_are_nmr_and_a_remark_is_not() -> None:
    def nmr(orders: dict[str, str]) -> list[str]:
        events = resolved(turns=turns(orders)).to_json()["turns"][0]["events"]
        return [event["player"] for event in events if event["event"] == "nmr"]

    assert nmr({}) == ["Ann", "Bob"]
    assert nmr({"Ann": "  \n", "Bob": "# nothing"}) == ["Ann"]


def test_a_sheet_counts_for_one_turn_where_orders_are_not_kept() -> None:
    done = resolved(turns=turns({"Ann": "high", "Bob": "high"}, {}))
    assert [event["player"] for event in done.last.events if event["event"] == "nmr"] == ["Ann", "Bob"]


def test_problems_are_told_by_seat_and_who_has_none_is_left_out() -> None:
    resolution = resolved(players=["Ann", "Bob", "Cleo"], turns=turns({"Cleo": "hihg", "Bob": "", "Ann": "lwo"}))
    (turn,) = resolution.to_json()["turns"]
    assert list(turn["problems"]) == ["Ann", "Cleo"]
    assert turn["problems"]["Cleo"][0].keys() == {"line", "column", "message"}


def test_fixed_outcomes_count_and_unused_ones_are_reported() -> None:
    done = resolved(chance={"number Ann": 1234, "coin 9": "high"}, turns=turns({}))
    assert done.set_up.events[0]["number"] == 1234
    assert done.to_json()["unused"] == ["coin 9"]


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"chanse": {}}, "'chanse': unknown; the keys of a scenario are game, players, options, seed, chance, turns"),
        ({"game": 7}, "game: expected the slug of a game"),
        ({"players": "Ann"}, "players: expected a list of different names"),
        ({"players": ["Ann", 7]}, "players: expected a list of different names"),
        ({"players": ["Ann", "ann"]}, "players: expected a list of different names; 'Ann' and 'ann' read the same"),
        ({"players": ["A", "A"]}, "players: expected a list of different names; 'A' and 'A' read the same"),
        ({"players": ["O'Neil", "O’Neil"]}, "players: expected a list of different names"),
        ({"players": ["Zo\u00eb", "Zoe\u0308"]}, "players: expected a list of different names"),
        ({"players": ["Ann Lee", "Ann  Lee"]}, "players: expected a list of different names"),
        ({"players": ["Ann", '""']}, "players: '\"\"' is no name"),
        ({"players": ["Ann", " "]}, "players: ' ' is no name"),
        ({"players": ["Ann", "Bob\nCleo"]}, "players: 'Bob\\nCleo' is no name"),
        ({"players": ["Ann"]}, "players: 1 given, tiny takes 2 to 4"),
        ({"players": list("abcde")}, "players: 5 given, tiny takes 2 to 4"),
        ({"seed": 7}, "seed: expected a text"),
        ({"seed": "\ud800"}, "seed: expected a text in UTF-8"),
        ({"options": []}, "options: expected a table"),
        ({"options": {"gaol": 3}}, "options: unknown option 'gaol'; tiny has goal"),
        ({"options": {"goal": 100}}, "options: the goal is 1 to 99"),
        ({"options": {"goal": "3"}}, "options: goal: input should be a valid integer, not '3'"),
        ({"chance": []}, "chance: expected a table of label and value"),
        ({"chance": {"number Ann": 7}}, "chance 'number Ann': 7 is not one of"),
        ({"chance": {"number Ann": True}}, "chance 'number Ann': True is not one of"),
        ({"turns": {}}, "turns: expected a list"),
        ({"turns": [7]}, "turns: entry 1: expected a table with `orders`"),
        ({"turns": [{"order": {}}]}, "turns: entry 1: unknown key 'order'; expected `orders`"),
        ({"turns": turns({}, {"Cleo": "high"})}, "turns: entry 2: unknown player 'Cleo'; the players are Ann, Bob"),
        ({"turns": turns({"Ann": 7})}, "turns: entry 1: orders of Ann: expected a text"),  # type: ignore[dict-item] # wrong on purpose
        (
            {"options": {"goal": 1}, "turns": turns(*[{"Ann": "high", "Bob": "low"}] * 2)},
            "turns: entry 2: the game has ended",
        ),
    ],
)
def test_what_cannot_be_used_is_said_with_its_place(more: dict[str, Any], error: str) -> None:
    with pytest.raises(Unusable) as refused:
        resolved(**more)
    assert str(refused.value).startswith(error)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("{", "not a scenario: as JSON: Expecting property name"),
        ("game = ", "not a scenario: as TOML: Invalid value"),
        ("players = [\n", "not a scenario:"),
        ('{"game": "tiny", "game": "tiny"}', "not a scenario: the key 'game' stands twice in one table"),
        ('{"a":' * 100_000, "not a scenario: nested too deeply"),
    ],
)
def test_what_is_no_document_is_said_so(text: str, error: str) -> None:
    with pytest.raises(Unusable) as refused:
        document(text)
    assert str(refused.value).startswith(error)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text", ['{"chance": {"stake 1.1": %s}}', "[chance]\n'stake 1.1' = %s\n"], ids=["JSON", "TOML"]
)
def test_a_number_of_too_many_digits_is_no_scenario(text: str) -> None:
    with pytest.raises(Unusable, match="not a scenario"):
        document(text % ("9" * 5000))


def test_an_unknown_key_is_told_in_one_line() -> None:
    with pytest.raises(Unusable) as refused:
        scenario({"a\nb": 1})
    assert "\n" not in str(refused.value)
