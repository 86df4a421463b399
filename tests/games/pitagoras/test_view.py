"""What a seat of Pitagoras is shown: the view, the form, the choices, the course; and when play can go on early."""

from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from pbem.core.contract import Asked, Audience
from pbem.core.seating import seat
from pbem.core.sheets import Order
from pbem.games.pitagoras import GAME
from pbem.games.pitagoras.state import DECK
from tests.games.pitagoras.test_forecast import PLAYERS, position


def filed(**sheets: str) -> dict[str, tuple[Order, ...]]:
    """What is on file, from lists of keys: `Ann="1 2"`."""
    return {
        name: tuple(Order(key, f"{key}: +2", number, 1) for number, key in enumerate(keys.split(), 1))
        for name, keys in sheets.items()
    }


def test_the_view_is_the_same_for_all_but_the_name_of_its_reader() -> None:
    table, state = position()
    views = [GAME.view(table, state, filed(Bob="1 2"), reader) for reader in (*PLAYERS, *Audience)]
    assert [view.pop("reader") for view in views] == [*PLAYERS, None, None]
    assert all(one == other for one, other in pairwise(views))
    assert "Bob: +2" not in str(views)


def test_a_view_shares_nothing_with_the_state() -> None:
    table, state = position()
    view = GAME.view(table, state, {}, "Ann")
    view["hands"]["Ann"].clear()
    view["squares"]["Ann"] = 12
    view["dice"]["Ann"][0] = 9
    assert state["hands"]["Ann"] == list(DECK)
    assert (state["squares"]["Ann"], state["dice"]["Ann"]) == (1, [1, 2])


def test_what_is_asked() -> None:
    table, state = position(benched=["Bob"])
    both = Asked("calculations 1 and 2")
    assert GAME.awaiting(table, state, {}) == {"Ann": both, "Bob": Asked("calculation 2"), "Cleo": both}
    table, over = position(winner="Ann", stakes=[], dice={})
    assert GAME.awaiting(table, over, {}) == {}


HANDS = {"Bob": list(DECK), "Cleo": list(DECK)}


@pytest.mark.parametrize(
    ("more", "keys", "ready"),
    [
        ({}, "1 2", True),
        ({}, "1 2 prompter", True),
        ({}, "1", False),
        ({}, "2", False),
        ({}, "", False),
        ({}, "prompter", False),
        ({"benched": ["Ann"]}, "2", True),
        ({"benched": ["Ann"]}, "1", False),
        ({"hands": {"Ann": ["x4"], **HANDS}}, "2", True),
        ({"hands": {"Ann": ["x4"], **HANDS}}, "1", False),
        ({"hands": {"Ann": ["x3", "x4"], **HANDS}}, "1", True),
        ({"hands": {"Ann": ["x4"], **HANDS}, "benched": ["Ann"]}, "prompter", True),
        ({"hands": {"Ann": ["x4"], **HANDS}, "benched": ["Ann"]}, "", False),
    ],
)
def test_play_goes_on_early_only_if_nobody_loses_a_choice(more: dict[str, Any], keys: str, ready: bool) -> None:
    table, state = position(**more)
    assert GAME.ready(table, state, filed(Ann=keys, Bob="1 2", Cleo="1 2")) is ready


def test_the_form_tells_hand_and_dice_and_has_a_line_for_each_decision() -> None:
    table, state = position(hands={"Ann": ["+4", "-2", "x3", "jolly", "jolly"], **HANDS}, riot=True)
    form = GAME.form(table, GAME.view(table, state, {}, "Ann"))
    assert [line for line in form if not line.startswith("#")] == ["1:", "2:", "prompter:"]
    assert form[1] == "# Calculation 1: stake 3, your die 1, a riot. +4 = 5, -2 = -1, x3 = 3, jolly"
    assert form[5] == "# If you land on square 5 you swap places with one of: Bob, Cleo"


@pytest.mark.parametrize(
    ("players", "more", "lines"),
    [
        (("Ann", "Bob"), {}, ["1:", "2:"]),
        (PLAYERS, {"benched": ["Ann"]}, ["2:", "prompter:"]),
        (PLAYERS, {"winner": "Bob", "stakes": [], "dice": {}}, []),
    ],
)
def test_the_form_asks_for_no_more_than_is_needed(
    players: tuple[str, ...], more: dict[str, Any], lines: list[str]
) -> None:
    table, state = position(players, **more)
    form = GAME.form(table, GAME.view(table, state, {}, "Ann"))
    assert [line for line in form if not line.startswith("#")] == lines
    assert GAME.form(table, GAME.view(table, state, {}, Audience.PUBLIC)) == ()


def test_a_form_filled_in_is_a_sheet() -> None:
    table, state = position()
    view = GAME.view(table, state, {}, "Ann")
    answers = {"1:": "1: +3", "2:": "2: x4 or x3", "prompter:": "prompter: Bob"}
    sheet = GAME.read(table, view, "\n".join(answers.get(line, line) for line in GAME.form(table, view)))
    assert [order.text for order in sheet.orders] == list(answers.values())
    assert sheet.problems == ()


def test_choices_are_the_cards_in_hand_by_what_they_make() -> None:
    table, state = position(hands={"Ann": ["+4", "-2", "x3", "jolly", "jolly"], **HANDS})
    assert GAME.choices(table, GAME.view(table, state, {}, "Ann")) == ("1: jolly", "1: +4", "1: x3", "1: -2")
    table, state = position(hands={"Ann": ["+4", "x3"], **HANDS}, benched=["Ann"])
    assert GAME.choices(table, GAME.view(table, state, {}, "Ann")) == ("2: +4", "2: x3")
    assert GAME.choices(table, GAME.view(table, state, {}, Audience.GM)) == ()


def test_the_course_shows_every_piece_and_the_special_squares() -> None:
    names = ("Ann", "Ｂｏｂ", "A name of forty letters, as long as it is", "<b>&", "Zoë")
    table, state = position(names, squares=dict(zip(names, (1, 5, 5, 5, 12), strict=True)))
    (picture,) = GAME.pictures(table, GAME.view(table, state, {}, "Ann"))
    lines = picture.text.splitlines()
    assert len({len(line) + sum(letter in "Ｂｏｂ" for letter in line) for line in lines}) == 1
    assert all(label in picture.text for label in ("3 bench", "5 prompter", "8 well", "10 riot", "11 wrong", "12 goal"))
    drawing = ElementTree.fromstring(picture.svg)
    shown = [text.text for text in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert [name for name in ("Ann", "Ｂｏｂ", "<b>&", "Zoë") if name not in shown] == []
    title = drawing.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text is not None
    assert "<b>& on 5" in title.text


def test_the_well_is_drawn_where_the_option_has_it() -> None:
    _, state = position()
    six = seat(GAME, PLAYERS, {"well": 6})
    (picture,) = GAME.pictures(six, GAME.view(six, state, {}, "Ann"))
    assert "6 well" in picture.text
    assert "8 well" not in picture.text


def test_every_label_may_be_shown_once_it_is_drawn() -> None:
    labels = ("stake 1.1", "die 5.x Bob", "nmr 1.1 Cleo", "prompter 2.2 Ann")
    assert all(GAME.public(label) for label in labels)


def test_the_outcome_names_winner_and_squares() -> None:
    table, state = position(squares={"Ann": 4, "Bob": 12, "Cleo": 4}, winner="Bob", stakes=[], dice={})
    outcome = GAME.outcome(table, state)
    assert (outcome.finished, outcome.winners) == (True, ("Bob",))
    assert outcome.scores == {"Ann": 4, "Bob": 12, "Cleo": 4}
    assert "Bob" in outcome.reason
