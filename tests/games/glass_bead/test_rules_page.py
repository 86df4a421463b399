"""The players' page is right: its orders are read as they stand, and it names only rulings that there are."""

import re

import pytest

from pbem.core.chance import Chance
from pbem.core.contract import Table, View
from pbem.core.seating import seat
from pbem.games.glass_bead import GAME
from pbem.games.glass_bead.abilities import MEANINGS
from pbem.games.glass_bead.deck import ABILITIES

PAGE = (GAME.files / "rules.md").read_text(encoding="utf-8")
RULINGS = (GAME.files / "rulings.md").read_text(encoding="utf-8")
EXAMPLES = [line.strip() for line in PAGE.splitlines() if line.startswith("    ")]
FACTS = [
    "hand has Zeus",
    "board has Zeus",
    "discard has Zeus",
    "e5 empty",
    "e5 is Plato",
    "e5 has Greek",
    "negated",
    "score Bob >= 30",
    "hand Bob = 3",
    "deck < 3 or discards > 3 or empty != 3 or turn <= 3",
]


def ann() -> tuple[Table, View]:
    table = seat(GAME, ("Ann", "Bob"), {"turn_order": "seats"})
    state, _ = GAME.start(table, Chance("page"))
    claim = {"claim": 3, "by": "Bob", "card": "Lucy", "with": "Newton", "text": "falls", "voted": []}
    return table, {**GAME.view(table, state, {}, "Ann"), "claims": [claim]}


def test_the_example_sheet_reads_as_it_stands() -> None:
    assert len(EXAMPLES) == 6
    table, view = ann()
    sheet = GAME.read(table, view, "\n".join(EXAMPLES))
    assert not sheet.problems
    assert [order.text for order in sheet.orders] == EXAMPLES


@pytest.mark.parametrize("fact", FACTS)
def test_the_facts_are_read(fact: str) -> None:
    assert fact.split()[0] in PAGE
    table, view = ann()
    sheet = GAME.read(table, view, f"place: if {fact} then Zeus at e6")
    assert [order.text for order in sheet.orders] == [f"place: if {fact} then Zeus at e6"]


@pytest.mark.parametrize(
    "written", ["Zeus at e5", "use Plato (J) on Bob", "move e5 to f6 with Crucifixion", "yes on 3"]
)
def test_the_everyday_spellings_are_read(written: str) -> None:
    assert f"`{written}`" in PAGE.replace("yes on\n3", "yes on 3")
    table, view = ann()
    sheet = GAME.read(table, view, written)
    assert len(sheet.orders) == 1
    assert not sheet.problems


def test_the_pages_name_rulings_and_abilities_that_there_are() -> None:
    numbers = set(re.findall(r"^\| (B\d+) \|", RULINGS, re.MULTILINE))
    assert numbers == {f"B{number}" for number in range(1, 33)}
    assert set(re.findall(r"\bB\d+\b", PAGE)) <= numbers
    assert set(MEANINGS) == set(ABILITIES) == set(re.findall(r"^\| ([A-N]) \|", RULINGS, re.MULTILINE))
