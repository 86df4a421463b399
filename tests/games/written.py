"""Orders as people write them, from a game's table `orders.toml`, and what must be read in them.

A row: `written`, forms of one order; and either `read`, the canonical text of all of them or a list of one each ("refused" for a
form that is), or `refused`, a part of the message for all. More keys are the game's own.
"""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.core.sheets import Sheet


def rows_beside(module: str) -> list[dict[str, Any]]:
    """The rows of the table that lies beside a module of tests."""
    table: list[dict[str, Any]] = tomllib.loads(Path(module).with_name("orders.toml").read_text(encoding="utf-8"))[
        "row"
    ]
    return table


def writings(rows: list[dict[str, Any]]) -> list[Any]:
    """Parameters of a test, each form of each row: the row, the form, and its canonical text, None where it is refused."""
    found = []
    for row in rows:
        for number, form in enumerate(row["written"]):
            read = row.get("read", "refused")
            canonical = read[number] if isinstance(read, list) else read
            found.append(pytest.param(row, form, None if canonical == "refused" else canonical, id=form))
    return found


def assert_whole(rows: list[dict[str, Any]], least: int) -> None:
    """That a table has so many rows, and none that asks nothing."""
    assert len(rows) >= least
    assert all(("read" in row) != ("refused" in row) for row in rows)
    assert all(isinstance(row.get("read", ""), str) or len(row["read"]) == len(row["written"]) for row in rows)


def assert_reads(read: Callable[[str], Sheet], form: str, canonical: str | None, message: str) -> None:
    """That one order is read as that text, which reads as itself; or is refused, in line 1, with these words."""
    sheet = read(form)
    if canonical is None:
        assert not sheet.orders
        (problem,) = sheet.problems
        assert not problem.is_warning
        assert problem.line == 1
        assert message in problem.message
    else:
        assert [order.text for order in sheet.orders] == [canonical]
        assert not sheet.problems
        assert [order.text for order in read(canonical).orders] == [canonical]
