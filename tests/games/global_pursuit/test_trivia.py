"""Decks of trivia cards: the starter, and what is refused in a deck of the GM's."""

import json
import re
from copy import deepcopy
from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.core.errors import Unusable
from pbem.core.seating import seat
from pbem.games.global_pursuit import GAME
from pbem.games.global_pursuit.judging import judged, plain
from pbem.games.global_pursuit.trivia import DECKS, LEVELS, accepted, cards, named_deck, question


def deck() -> dict[str, Any]:
    asked = [{"level": level, "text": f"{level}?", "answers": [f"answer {level}"]} for level in LEVELS]
    return {"card": [{"id": f"Q-{code}", "deck": code, "question": deepcopy(asked)} for code in DECKS]}


def test_the_starter_has_42_cards_and_every_answer_survives() -> None:
    read = cards(named_deck("starter"))
    assert len(read) == 42
    others = accepted(read)
    for card in read:
        for level in LEVELS:
            asked = question(card, level)
            for answer in asked.answers:
                assert judged(answer, asked.answers, asked.no, others) == "right"
            assert not set(map(plain, asked.no)) & set(map(plain, asked.answers))


def test_a_deck_of_the_gms_is_played_with() -> None:
    table = seat(GAME, ("Ann", "Bob"), {"questions": deck()})
    assert [card["id"] for card in table.decks["trivia"]] == [f"Q-{code}" for code in DECKS]


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ((), {"card": 3}, "expected a list 'card'"),
        ((), {"cards": []}, "unknown key 'cards'"),
        (("card", 1, "id"), "Q-PP", "two cards are called 'Q-PP'"),
        (("card", 1, "id"), " ", "card 2: expected an id"),
        (("card", 1, "deck"), "XX", "card 'Q-PE': expected a deck"),
        (("card", 1, "deck"), "PP", "no card in the deck PE"),
        (("card", 1, "symbol"), "BONUS", "card 'Q-PE': expected a symbol"),
        (("card", 4, "symbol"), "roll", "a card of the deck WILD has no symbol"),
        (("card", 1, "question", 0, "level"), 2, "the levels 1, 2, 3"),
        (("card", 1, "question", 0, "level"), True, "the levels 1, 2, 3"),
        (("card", 1, "question", 0, "text"), "", "expected a text that asks something"),
        (("card", 1, "question", 0, "answers"), ["The", "(a note)"], "at least one answer that is not empty"),
        (("card", 1, "question", 0, "answers"), "Paris", "answers: expected a list of texts"),
        (("card", 1, "question", 0, "not"), [1], "not: expected a list of texts"),
        (("card", 1, "question", 0, "colour"), "red", "unknown key 'colour'"),
    ],
)
def test_a_deck_that_cannot_be_used_is_refused_in_one_line(path: tuple[Any, ...], value: Any, message: str) -> None:
    given: Any = deck()
    if path:
        inner = given
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
    else:
        given = value
    with pytest.raises(Unusable, match="options: questions: ") as refused:
        seat(GAME, ("Ann", "Bob"), {"questions": given})
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_deck_can_be_written_and_read_again() -> None:
    assert GAME.deck_file() == GAME.deck_file(42)
    assert GAME.deck_from_file(GAME.deck_file(), "mine.toml") == named_deck("starter")
    assert GAME.deck_from_file(json.dumps(deck()), "mine.JSON") == deck()
    with pytest.raises(ValueError, match="there is no deck of 7 cards; expected 42"):
        GAME.deck_file(7)


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("[[card", "mine.toml", "not a deck: "),
        ("[1]", "mine.json", "expected a list 'card'"),
        ("{}", "mine.json", "expected a list 'card'"),
        ("card = [{id = 'X'}]", "mine.toml", "card 'X': expected a deck"),
    ],
)
def test_a_file_that_is_no_deck_is_refused(text: str, name: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)) as refused:
        GAME.deck_from_file(text, name)
    assert "\n" not in str(refused.value)


def test_a_question_of_several_lines_is_one_line_of_the_form() -> None:
    given = deck()
    for card in given["card"]:
        card["question"][0] |= {"text": "\nWhich city?\nanswer: Paris\n", "flag": "blue,\nwhite"}
    table = seat(GAME, ("Ann", "Bob"), {"questions": given, "sets": ["PP"]})
    chance = Chance("lines", {"start": "PP-01"})
    state, _ = GAME.start(table, chance)
    mover = state["mover"]
    card = state["hands"][mover][0]
    order = GAME.read(table, GAME.view(table, state, {}, mover), f"match {card}/1 to PP-01/1").orders
    state = GAME.advance(table, state, {mover: order}, frozenset(), frozenset(), {}, chance).state
    form = GAME.form(table, GAME.view(table, state, {}, mover))
    assert "# Question Q-PP/1, level 1: Which city? answer: Paris (The flag: blue, white.)" in form
    assert GAME.read(table, GAME.view(table, state, {}, mover), "\n".join(form)).orders == ()
