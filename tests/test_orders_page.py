"""docs/orders.md is right: its examples read as it says, its looser forms are read, and its game runs.

A block `orders` is a sheet, the block `echo` behind it how it is read, the block `problems` behind that where its problems are.
"""

import re
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from pbem.core.orders import Language, read_sheet
from pbem.core.orders.parse import DEEPEST
from pbem.core.orders.text import LONGEST_ORDER, MOST_CHARACTERS, MOST_ORDERS
from pbem.games.pitagoras.orders import PitagorasLanguage

PAGE = (Path(__file__).parents[1] / "docs" / "orders.md").read_text("utf-8")
BLOCKS: list[tuple[str, str]] = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.M | re.S)
TRIED = [(kind, text) for kind, text in BLOCKS if kind in ("orders", "echo", "problems")]
STARTS = [number for number, (kind, _) in enumerate(TRIED) if kind == "orders"]
EXAMPLES = [dict(TRIED[start:stop]) for start, stop in zip(STARTS, [*STARTS[1:], len(TRIED)], strict=True)]
LANGUAGE = PitagorasLanguage(("Ann", "Bob", "Cleo", "Dora"), "Ann")


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 5
    assert {kind for kind, _ in groupby(sorted(kind for kind, _ in BLOCKS))} == {
        "orders",
        "echo",
        "problems",
        "ebnf",
        "python",
    }


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["orders"].splitlines()[0])
def test_an_example_is_read_as_the_page_says(example: dict[str, str]) -> None:
    sheet = read_sheet(LANGUAGE, example["orders"]).sheet()
    told = [f"line {p.line}, column {p.column}{', warning' if p.is_warning else ''}\n" for p in sheet.problems]
    assert "".join(told) == example.get("problems", ""), sheet.problems
    assert "".join(f"{order.text}\n" for order in sheet.orders) == example["echo"]


def test_the_game_of_the_page_runs() -> None:
    (code,) = (text for kind, text in BLOCKS if kind == "python")
    found: dict[str, Any] = {}
    exec(compile(code, "orders.md", "exec"), found)
    assert f"`texts` is now `{found['texts']}`".replace("'", '"') in PAGE
    assert f"`places` is `{found['places']}`" in PAGE
    assert f"`decision.chosen.value` is {found['decision'].chosen.value}:" in PAGE.replace("\n", " ")


def test_the_limits_of_the_page_are_those_of_the_program() -> None:
    said = " ".join(PAGE.split())
    assert (
        f"at most {MOST_ORDERS:,} orders and {MOST_CHARACTERS:,} characters, an order {LONGEST_ORDER:,} characters"
        in said
    )
    assert f"{DEEPEST} levels of parentheses" in said


def test_everything_a_language_may_define_is_on_the_page() -> None:
    hooks = [name for name in vars(Language) if not name.startswith("_")]
    assert len(hooks) >= 10
    for hook in hooks:
        assert re.search(rf"`[^`\n]*\b{hook}\b[^`\n]*`", PAGE), hook
