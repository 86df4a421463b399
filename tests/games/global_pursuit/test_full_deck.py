"""The full deck: enough cards, questions all different, answers not to be mistaken for others, facts as the data have them."""

import tomllib
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from rapidfuzz.distance import OSA

import tools.trivia
from pbem.core.seating import seat
from pbem.games.global_pursuit import GAME
from pbem.games.global_pursuit.globe import SETS
from pbem.games.global_pursuit.judging import judged, plain
from pbem.games.global_pursuit.trivia import LEVELS, WILD, Question, accepted, cards, named_deck, question
from tools.trivia import countries
from tools.trivia.deck import FULL, deck
from tools.trivia.derived import ASKED
from tools.trivia.extract import FACTS, as_text

CARDS = cards(named_deck("full"))
STARTER = cards(named_deck("starter"))
QUESTIONS = [question(card, level) for card in CARDS for level in LEVELS]
OTHERS = accepted(CARDS)

DIFFERENT = {
    frozenset(pair)
    for pair in (
        ("paris", "laris"),
        ("india", "indian"),
        ("cambodia", "cambodian"),
        ("germany", "german"),
        ("south africa", "south america"),
        ("ireland", "iceland"),
        ("republic of ireland", "republic of iceland"),
        ("springtime", "spring tide"),
        ("springtime", "spring tides"),
        ("horse", "norse"),
        ("three", "tree"),
        ("france", "franc"),
        ("france", "francs"),
    )
}
"""Accepted answers of different questions that look like misspellings of one another, and are different things (W36)."""


def rows() -> list[dict[str, Any]]:
    """The rows of the files from which the deck is made."""
    folder = Path(tools.trivia.__file__).parent / "cards"
    read = [tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.toml"))]
    return [card[level] for one in read for card in one["card"] for level in ("1", "2", "3")]


def test_there_are_forty_cards_a_category_and_twenty_wild_ones() -> None:
    numbers = Counter(card["deck"] for card in CARDS)
    assert all(numbers[code] >= 40 for code in SETS)
    assert numbers[WILD] >= 20
    assert [card for card in CARDS if card in STARTER] == STARTER


@pytest.mark.parametrize("symbol", ["roll", "bonus", "wild", None])
def test_symbols_are_as_frequent_as_in_the_starter(symbol: str | None) -> None:
    for code in SETS:
        full, starter = ([card.get("symbol") for card in which if card["deck"] == code] for which in (CARDS, STARTER))
        assert abs(full.count(symbol) / len(full) - starter.count(symbol) / len(starter)) < 0.03


def test_a_campaign_gets_it_and_a_scenario_does_not() -> None:
    assert GAME.campaign_options == {"questions": "full"}
    assert len(seat(GAME, ("Ann", "Bob"), {"questions": "full"}).decks["trivia"]) == len(CARDS) == 180
    assert seat(GAME, ("Ann", "Bob"), {}).decks["trivia"] == STARTER
    assert GAME.deck_from_file(GAME.deck_file(180), "full.toml")["card"] == named_deck("full")["card"]


def test_no_two_questions_ask_the_same() -> None:
    asked = Counter((plain(one.text), plain(one.flag)) for one in QUESTIONS)
    assert [text for text, times in asked.items() if times > 1] == []
    assert all(one.text.endswith(("?", ".")) for one in QUESTIONS)
    flags = Counter(one.iso for one in QUESTIONS if one.iso)
    assert [iso for iso, times in flags.items() if times > 1] == []


def test_no_two_questions_ask_for_the_same_fact_from_its_two_ends() -> None:
    texts = [(plain(one.text), {plain(answer) for answer in one.answers}) for one in QUESTIONS if not one.flag]
    told = [
        (one, other)
        for (one, right), (other, others) in combinations(texts, 2)
        if any(f" {answer} " in f" {other} " for answer in right)
        and any(f" {answer} " in f" {one} " for answer in others)
    ]
    assert told == [], "the answer of each stands in the other"
    places = Counter((row.get("capital") or row.get("country_of")) for row in rows())
    assert [code for code, times in places.items() if code and times > 1] == []


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: asked.name)
def test_accepted_answers_are_right_and_near_misses_wrong(asked: Question) -> None:
    assert all(plain(answer) for answer in asked.answers)
    assert len(set(map(plain, asked.answers))) == len(asked.answers)
    for answer in asked.answers:
        assert judged(answer, asked.answers, asked.no, OTHERS) == "right"
    for wrong in asked.no:
        assert judged(wrong, asked.answers, asked.no, OTHERS) == "wrong", wrong
    told = [answer for answer in map(plain, asked.answers) if f" {answer} " in f" {plain(asked.text)} "]
    assert all(answer.isdigit() for answer in told), "it tells its answer"


def test_a_misspelling_that_is_another_answer_is_another_thing() -> None:
    """W36 rules the accepted answer of another question wrong: it must not be a way to write the right one."""
    alike = [
        (asked.name, answer, other)
        for asked in QUESTIONS
        for answer in map(plain, asked.answers)
        for other in OTHERS - set(map(plain, (*asked.answers, *asked.no)))
        if OSA.distance(answer.replace(" ", ""), other.replace(" ", ""), score_cutoff=2) <= 2
        and judged(other, (answer,), (), ()) == "near"
        and frozenset((answer, other)) not in DIFFERENT
    ]
    assert alike == []


def test_flags_are_described_and_do_not_tell_their_country() -> None:
    flags = [one for one in QUESTIONS if one.text == "Whose flag is this?"]
    assert len(flags) >= 40
    for flag in flags:
        known = countries.name(flag.iso)
        assert plain(known) in map(plain, flag.answers), flag.name
        assert not any(f" {plain(answer)} " in f" {plain(flag.flag)} " for answer in flag.answers)
    assert all(one.flag and one.iso for one in flags)
    assert not any(one.flag or one.iso for one in QUESTIONS if one not in flags)


def test_the_deck_is_what_is_made_of_the_cards_and_the_facts() -> None:
    assert FULL.read_text(encoding="utf-8") == deck()
    assert FACTS.read_text(encoding="utf-8") == as_text(countries.extract())
    assert {key for row in rows() for key in row} & set(ASKED) == set(ASKED)


@pytest.mark.parametrize(
    ("code", "capital"),
    [
        ("KZ", "Astana"),
        ("LK", "Sri Jayawardenepura Kotte"),
        ("BI", "Gitega"),
        ("TZ", "Dodoma"),
        ("MM", "Naypyidaw"),
        ("PW", "Ngerulmud"),
        ("CI", "Yamoussoukro"),
        ("BJ", "Porto-Novo"),
        ("NG", "Abuja"),
        ("BZ", "Belmopan"),
        ("TR", "Ankara"),
        ("UA", "Kyiv"),
    ],
)
def test_capitals_that_lists_often_have_wrong(code: str, capital: str) -> None:
    assert countries.capital(code) == capital
    asked = {one.text: one.answers[0] for one in QUESTIONS}
    assert asked[f"What is the capital of {countries.name(code)}?"] == capital


def test_a_country_of_several_capitals_is_not_asked_for_one() -> None:
    for code in ("BO", "ZA", "NL", "CL"):
        with pytest.raises(ValueError, match="not asked for its capital"):
            countries.capital(code)


def test_facts_that_have_no_one_answer_are_refused() -> None:
    with pytest.raises(ValueError, match="the languages of CH"):
        countries.only_language("CH")
    with pytest.raises(ValueError, match="the neighbours of FR"):
        countries.only_neighbour("FR")
    with pytest.raises(ValueError, match="the countries between CN and IN are BT, NP"):
        countries.bordering(["CN", "IN"])


def test_exceptions_are_still_needed() -> None:
    """One that the extract has come to agree with is dropped."""
    for what in ("capital", "name", "neighbours"):
        for code, kept in countries.exceptions()[what].items():
            assert countries.extract()["countries"][code][what] != kept, (what, code)
    assert set(countries.exceptions()["several"]) <= set(countries.extract()["countries"])
