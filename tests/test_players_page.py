"""docs/players.md says what the program does: each of its examples is tried, and nothing that players can write is missing.

A block `orders` is a sheet; the block `echo` after it, if there is one, is how it is read, else it reads as it stands; the block
`problems` after those says where problems are and which are warnings, else there are none (but lines of talk).
"""

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

from pbem.core.chance import Chance, campaign_seed, commitment
from pbem.core.seating import seat
from pbem.core.sheets import Sheet
from pbem.games.pitagoras import GAME
from pbem.moderator.command_words import COMMANDS

PAGE = (Path(__file__).parents[1] / "docs" / "players.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.M | re.S)
EXAMPLES = [number for number, (kind, _) in enumerate(BLOCKS) if kind == "orders"]


def following(number: int, kind: str) -> str | None:
    """The block of that kind that belongs to the example."""
    for other, text in BLOCKS[number + 1 :]:
        if other == "orders":
            return None
        if other == kind:
            return str(text)
    return None


def read(text: str) -> Sheet:
    table = seat(GAME, ("Ann", "Bob", "Cleo", "Dora"), {})
    state, _ = GAME.start(table, Chance("players"))
    return GAME.read(table, GAME.view(table, state, {}, "Ann"), text)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 12
    assert {kind for kind, _ in BLOCKS} == {"orders", "echo", "problems", "python"}


@pytest.mark.parametrize("number", EXAMPLES)
def test_an_example_is_read_as_the_page_says(number: int) -> None:
    text = BLOCKS[number][1]
    sheet = read(text)
    problems = [problem for problem in sheet.problems if not problem.prose]
    expected = following(number, "problems")
    told = "".join(
        f"line {problem.line}, column {problem.column}{', warning' if problem.is_warning else ''}\n"
        for problem in problems
    )
    assert told == (expected or ""), problems
    echo = following(number, "echo")
    if echo is None and expected is None:
        echo = text
    assert "".join(f"{order.text}\n" for order in sheet.orders) == (echo or "")


def test_the_dice_are_checked_as_the_page_says() -> None:
    (code,) = (text for kind, text in BLOCKS if kind == "python")
    found: dict[str, Any] = {}
    exec(compile(code, "players.md", "exec"), found)
    seed = campaign_seed(found["secret"], ["a black cat on the 13th", "", "clover"])
    chance = Chance(seed)
    assert found["commitment"] == commitment(found["secret"]) == hashlib.sha256(found["secret"].encode()).hexdigest()
    assert found["seed"] == seed
    assert found["stake"] == chance.die("stake 1.1", [1, 1, 2, 2, 3, 4])
    assert found["die"] == chance.die("die 1.1 Ann", [0, 0, 1, 2, 3, 4])
    for number in range(200):
        faces = list(range(1 + number))
        assert found["roll"](seed, f"label {number}", faces) == chance.die(f"label {number}", faces)


@pytest.mark.parametrize("key", ["1", "2", "prompter"])
def test_every_key_is_on_the_page(key: str) -> None:
    assert f"\n{key}: " in PAGE


def test_every_command_is_on_the_page() -> None:
    assert len(COMMANDS) >= 8
    for command in COMMANDS:
        assert f"`{command.example}`" in PAGE, command.usage
