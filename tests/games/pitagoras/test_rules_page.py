"""The players' rules page: its examples are orders, its facts are facts, and it leaves out no key, card, square or option."""

import re
from dataclasses import fields

import pytest

from pbem.core.chance import Chance
from pbem.core.seating import seat
from pbem.core.sheets import Sheet
from pbem.games.pitagoras import GAME
from pbem.games.pitagoras.orders import PitagorasLanguage
from pbem.games.pitagoras.state import CARDS

PAGE = (GAME.files / "rules.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"(?:^    .*\n)+", PAGE, re.MULTILINE)
FACTS = re.findall(r"`([^`]+)`", PAGE.partition("| fact |")[2].partition("\n\n")[0])
SAID = re.findall(r"`([^`\n]+)`", PAGE.partition("Everyday spellings")[2].partition(")")[0])


def read(sheet: str) -> Sheet:
    table = seat(GAME, ("Ann", "Bob", "Cleo"), {})
    state, _ = GAME.start(table, Chance("page"))
    return GAME.read(table, GAME.view(table, state, {}, "Ann"), sheet)


def test_the_page_has_examples_and_is_two_screens_long() -> None:
    assert len(EXAMPLES) == 2
    assert len(FACTS) >= 15
    assert len(SAID) == 3
    assert len(PAGE.splitlines()) <= 100


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_a_sheet(example: str) -> None:
    sheet = read(example)
    assert [order.part for order in sheet.orders] == ["1", "2", "prompter"]
    assert sheet.problems == ()


@pytest.mark.parametrize("written", SAID)
def test_everyday_spellings_are_understood(written: str) -> None:
    assert read(written).problems == ()


@pytest.mark.parametrize("fact", FACTS)
def test_every_fact_can_be_asked(fact: str) -> None:
    term = re.match(r"(cards|stake|die|score|turn|calculation)\b", fact)
    condition = f"{fact} >= 1" if term else fact
    assert read(f"prompter: if {condition} then Bob").problems == ()


def test_nothing_is_left_out() -> None:
    for key in PitagorasLanguage.keys.canonical:
        assert f"`{key}`" in PAGE
    for card in CARDS:
        assert card in PAGE
    for option in fields(GAME.Options):
        assert option.name in PAGE
    for square in ("3 bench", "5 prompter", "8 well", "10 riot", "11 wrong calculation"):
        assert f"| {square} |" in PAGE
    rulings = set(re.findall(r"^\| (P\d+) \|", (GAME.files / "rulings.md").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bP\d+\b", PAGE)) <= rulings
