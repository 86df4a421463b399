"""The full deck: enough cards, questions all different, answers not to be mistaken for others, facts as the data have them."""

from collections import Counter

import pytest

from pbem.core.seating import seat
from pbem.games.global_pursuit import GAME
from pbem.games.global_pursuit.globe import SETS
from pbem.games.global_pursuit.judging import judged, plain
from pbem.games.global_pursuit.trivia import LEVELS, WILD, Question, accepted, cards, named_deck, question
from tests.games.global_pursuit import places

CARDS = cards(named_deck("full"))
QUESTIONS = [question(card, level) for card in CARDS for level in LEVELS]
OTHERS = accepted(CARDS)


def test_there_are_forty_cards_a_category_and_twenty_wild_ones() -> None:
    numbers = Counter(card["deck"] for card in CARDS)
    assert all(numbers[code] >= 40 for code in SETS)
    assert numbers[WILD] >= 20
    assert not {card["id"] for card in CARDS} & {card["id"] for card in cards(named_deck("starter"))}
    symbols = Counter((card["deck"], card.get("symbol")) for card in CARDS)
    for code in SETS:
        assert all(symbols[code, symbol] >= 4 for symbol in ("roll", "bonus", "wild"))
        assert symbols[code, None] >= numbers[code] / 3


def test_a_campaign_gets_it_and_a_scenario_does_not() -> None:
    assert GAME.campaign_options == {"questions": "full"}
    assert len(seat(GAME, ("Ann", "Bob"), {"questions": "full"}).decks["trivia"]) == len(CARDS) == 180
    assert len(seat(GAME, ("Ann", "Bob"), {}).decks["trivia"]) == 42
    assert GAME.deck_from_file(GAME.deck_file(180), "full.toml")["card"] == named_deck("full")["card"]


def test_no_two_questions_ask_the_same() -> None:
    asked = Counter((plain(one.text), plain(one.flag)) for one in QUESTIONS)
    assert [text for text, times in asked.items() if times > 1] == []
    assert all(one.text.endswith(("?", ".")) for one in QUESTIONS)


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: asked.name)
def test_every_accepted_answer_is_right_and_no_other_is_a_misspelling(asked: Question) -> None:
    for answer in asked.answers:
        assert judged(answer, asked.answers, asked.no, OTHERS) == "right"
    for wrong in asked.no:
        assert judged(wrong, asked.answers, asked.no, OTHERS) == "wrong", wrong
    assert len(set(map(plain, asked.answers))) == len(asked.answers)


def test_no_accepted_answer_passes_for_that_of_another_question() -> None:
    for asked in QUESTIONS:
        right = set(map(plain, asked.answers))
        assert {judged(other, asked.answers, asked.no, OTHERS) for other in OTHERS - right} <= {"wrong"}, asked.name


def test_flags_are_described_and_all_different() -> None:
    flags = [question(card, level) for card in CARDS if card["deck"] == WILD for level in LEVELS]
    assert all(flag.flag and len(flag.iso) == 2 for flag in flags)
    assert len({flag.iso for flag in flags}) == len(flags)
    for flag in flags:
        known = places.countries()[flag.iso]["name"]
        assert plain(known) in map(plain, flag.answers), flag.name
        assert not any(plain(answer) in plain(flag.flag).split() for answer in flag.answers if len(answer) > 2)


def test_questions_on_places_are_those_derived_from_the_data() -> None:
    derived = [asked for card in places.questions() for asked in card]
    written = [asked for card in CARDS if card["deck"] == "PP" for asked in card["question"]]
    assert written == derived
    assert len(derived) == 120


@pytest.mark.parametrize(
    ("code", "capital"),
    [
        ("KZ", "Astana"),
        ("LK", "Sri Jayawardenepura Kotte"),
        ("BI", "Gitega"),
        ("BO", "Sucre"),
        ("TZ", "Dodoma"),
        ("MM", "Naypyidaw"),
        ("PW", "Ngerulmud"),
        ("CI", "Yamoussoukro"),
        ("BJ", "Porto-Novo"),
        ("NG", "Abuja"),
        ("IN", "New Delhi"),
        ("UA", "Kyiv"),
    ],
)
def test_capitals_that_lists_often_have_wrong(code: str, capital: str) -> None:
    assert places.capital(code) == capital


def test_corrections_are_still_needed_or_agree() -> None:
    """Each names a capital that the data have otherwise, or spell otherwise; a newer package may have caught up."""
    assert set(places.CORRECTED) <= set(places.countries())
    stale = {code for code, capital in places.CORRECTED.items() if places.countries()[code]["capital"] == capital}
    assert stale <= {"US", "IN", "MN", "MD"}
