"""A game's options: defaults without a value given, exact types where there is one, and what a GM is told of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import pytest

from pbem.core.errors import Unusable
from pbem.core.options import described, option, options_to_json, shown, validated
from pbem.core.seating import seat
from tests.tiny_game import TINY, TinyGame


@dataclass(frozen=True, slots=True)
class Several:
    well: Literal[8, 6] = option(8, "Where the well is.")
    names: tuple[str, ...] = option((), "Names.")
    limit: int = option(0, "A limit.")
    double: bool = option(False, "Whether it counts double.")
    rulings: dict[str, Literal["right", "wrong"]] | None = option(None, "Rulings.")


@dataclass(frozen=True, slots=True)
class Bids:
    raise_: int = option(5, "The step.", name="raise")


class Bidding(TinyGame):
    Options = Bids


class Optional(TinyGame):
    Options = Several
    campaign_options: ClassVar[Mapping[str, Any]] = {"limit": 9}


GAME = Optional()


def test_without_a_value_the_defaults_stand() -> None:
    assert validated(GAME, {}) == Several()


def test_values_are_taken_and_read_back() -> None:
    given = {"well": 6, "names": ["a", "b"], "limit": 3, "double": True, "rulings": {"T-1": "right"}}
    options = validated(GAME, given)
    assert options == Several(6, ("a", "b"), 3, True, {"T-1": "right"})
    assert validated(GAME, options_to_json(options)) == options


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"wel": 6}, "options: unknown option 'wel'; tiny has well, names, limit, double, rulings"),
        ({"well": 7}, "options: well: input should be 8 or 6, not 7"),
        ({"well": "6"}, "options: well: input should be 8 or 6, not '6'"),
        ({"limit": "3"}, "options: limit: input should be a valid integer, not '3'"),
        ({"limit": 1.5}, "options: limit: input should be a valid integer, "),
        ({"limit": True}, "options: limit: input should be a valid integer, not True"),
        ({"double": 1}, "options: double: input should be a valid boolean, not 1"),
        ({"names": "ab"}, "options: names: input should be a valid array, not 'ab'"),
        ({"names": ["a", 1]}, "options: names: 1: input should be a valid string, not 1"),
        ({"rulings": {"T-1": "near"}}, "options: rulings: T-1: input should be 'right' or 'wrong', not 'near'"),
    ],
)
def test_what_is_refused_is_said_with_its_place(given: dict[str, Any], error: str) -> None:
    with pytest.raises(Unusable) as refused:
        validated(GAME, given)
    assert str(refused.value).startswith(error)
    assert "\n" not in str(refused.value)


def test_a_check_of_the_game_s_own_is_one_sentence() -> None:
    with pytest.raises(Unusable, match=r"^options: the goal is 1 to 99$"):
        validated(TINY, {"goal": 100})


def test_what_a_gm_is_told() -> None:
    first, _, third, *_ = described(GAME)
    assert (first.name, first.default, first.description, first.in_campaigns) == ("well", 8, "Where the well is.", None)
    assert third.in_campaigns == 9


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (True, "true"),
        (0, "0"),
        ("10x10", "10x10"),
        (["PP", "PE"], "PP, PE"),
        ([], "none"),
        ({"name": "Birds", "cards": [{"title": "Owl"}]}, "Birds, 1 cards"),
        ({"cards": [{"title": "Owl"}, {"title": "Emu"}]}, "an own deck, 2 cards"),
        ({"T-1": {"owl": "right"}}, "a table of 1"),
    ],
)
def test_a_value_is_told_as_it_is_written_and_a_deck_by_its_size(value: object, told: str) -> None:
    assert shown(value) == told


def test_a_table_has_players_options_decks_and_the_newest_rules() -> None:
    class Decked(TinyGame):
        rules_version = 4

        def decks(self, options: Any) -> dict[str, Any]:
            if options.goal == 13:
                raise ValueError("deck: no card left")
            return {"coins": options.goal}

    table = seat(Decked(), ["Ann", "Bob"], {"goal": 5})
    assert (table.players, table.options.goal, table.decks, table.rules_version) == (("Ann", "Bob"), 5, {"coins": 5}, 4)
    with pytest.raises(Unusable, match=r"^options: deck: no card left$"):
        seat(Decked(), ["Ann", "Bob"], {"goal": 13})


def test_an_option_may_be_called_what_no_field_can_be() -> None:
    bidding = Bidding()
    options = validated(bidding, {"raise": 25})
    assert options == Bids(25)
    assert options_to_json(options) == {"raise": 25}
    assert [one.name for one in described(bidding)] == ["raise"]
    with pytest.raises(Unusable, match="options: unknown option 'raise_'; tiny has raise"):
        validated(bidding, {"raise_": 25})
    with pytest.raises(Unusable, match="options: raise: input should be a valid integer"):
        validated(bidding, {"raise": "25"})
