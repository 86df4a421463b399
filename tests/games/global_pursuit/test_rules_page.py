"""The players' rules page: its examples are orders, its facts are facts, and it leaves out no order, set or option."""

import re
from dataclasses import fields

import pytest

from pbem.core.chance import Chance
from pbem.core.seating import seat
from pbem.core.sheets import Sheet
from pbem.games.global_pursuit import GAME
from pbem.games.global_pursuit.globe import SETS

PAGE = (GAME.files / "rules.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"(?:^    .*\n)+", PAGE, re.MULTILINE)
FACTS = re.findall(r"`([^`]+)`", PAGE.partition("| fact |")[2].partition("\n\n")[0])
SAID = re.findall(r"`([^`]+)`", PAGE.partition("Everyday spellings")[2].partition(") are understood")[0])


def read(sheet: str, *, asked: bool = False) -> Sheet:
    table = seat(GAME, ("Ann", "Bob", "Cleo"), {})
    state, _ = GAME.start(table, Chance("page"))
    view = GAME.view(table, state, {}, "Ann")
    if asked:
        view |= {"phase": "answer", "mover": "Ann", "challengeable": {"player": "Bob", "card": "PP-01"}}
    return GAME.read(table, view, sheet)


def test_the_page_has_examples_and_is_two_screens_long() -> None:
    assert len(EXAMPLES) == 2
    assert len(FACTS) >= 8
    assert len(SAID) == 3
    assert len(PAGE.splitlines()) <= 100


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_a_sheet(example: str) -> None:
    sheet = read(example, asked=True)
    assert len(sheet.orders) == 3
    assert sheet.problems == ()


@pytest.mark.parametrize("written", SAID)
def test_everyday_spellings_are_understood(written: str) -> None:
    assert read(" ".join(written.split()), asked=True).problems == ()


@pytest.mark.parametrize("fact", FACTS)
def test_every_fact_can_be_asked(fact: str) -> None:
    condition = f"{fact} >= 1" if re.fullmatch(r"hand Bob|deck|round", fact) else fact
    assert read(f"level: if {condition} then 2").problems == ()


def test_nothing_is_left_out() -> None:
    for key in ("match", "pass", "level", "answer", "wild", "challenge", "return"):
        assert f"| `{key}" in PAGE
    for code, name in SETS.items():
        assert f"({code})" in PAGE
        assert name in " ".join(PAGE.split())
    for option in fields(GAME.Options):
        assert f"`{option.name}`" in PAGE
    rulings = set(re.findall(r"^\| (W\d+) \|", (GAME.files / "rulings.md").read_text(encoding="utf-8"), re.MULTILINE))
    assert rulings == {f"W{number}" for number in range(1, 60)}
    assert set(re.findall(r"\bW\d+\b", PAGE)) <= rulings
