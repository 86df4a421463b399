"""The players' rules page: its examples are orders, its facts are facts, and it leaves out no part, fact or option."""

import re
from dataclasses import fields

import pytest

from pbem.games.glitches import GAME
from tests.games.glitches.table import Seated

PAGE = (GAME.files / "rules.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"(?:^    .*\n)+", PAGE, re.MULTILINE)
FACTS = re.findall(r"`([^`]+)`", PAGE.partition("| fact |")[2].partition("\n\n")[0])
SAID = re.findall(r"`([^`]+)`", PAGE.partition("Everyday spellings")[2].partition(")")[0])


def test_the_page_has_examples_and_is_two_screens_long() -> None:
    assert len(EXAMPLES) == 1
    assert len(FACTS) >= 11
    assert len(SAID) == 5
    assert len(PAGE.splitlines()) <= 100


def test_the_example_is_a_sheet() -> None:
    sheet = Seated().read(EXAMPLES[0])
    assert [order.part for order in sheet.orders] == ["keep", "play", "play", "play", "row"]
    assert sheet.problems == ()
    assert [order.text for order in sheet.orders] == [line.strip() for line in EXAMPLES[0].splitlines()]


@pytest.mark.parametrize("written", SAID)
def test_everyday_spellings_are_understood(written: str) -> None:
    seated = Seated()
    dealt = seated.view("Ann")["hands"]["Ann"]
    written = written.replace("4R 2G", " ".join(dealt[:2])).replace("\n", " ")
    assert seated.read(written).problems == ()


@pytest.mark.parametrize("fact", FACTS)
def test_every_fact_can_be_asked(fact: str) -> None:
    term = re.fullmatch(r"(score|plays|number)\b[^=<>]*", fact)
    assert Seated().read(f"if {fact}{' >= 1' if term else ''} then 5Y c4").problems == ()


def test_nothing_is_left_out() -> None:
    for part in ("keep", "play", "row"):
        assert re.search(rf"^    {part} ", PAGE, re.MULTILINE)
    for option in fields(GAME.Options):
        assert option.name in PAGE
    for word in ("empty", "shows", "last at", "played", "holds", "score", "plays", "number", "worth"):
        assert word in PAGE
    rulings = set(re.findall(r"^\| (G\d+) \|", (GAME.files / "rulings.md").read_text(encoding="utf-8"), re.MULTILINE))
    assert rulings == {f"G{number}" for number in range(1, 28)}
    assert set(re.findall(r"\bG\d+\b", PAGE)) <= rulings
