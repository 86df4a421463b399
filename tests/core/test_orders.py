"""The order language, held against the table in orders.toml with the small game of parlour.py."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.core.orders import read_order, read_sheet
from tests.core.parlour import Parlour

ROWS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "orders.toml").read_text())["row"]
PLAYERS = ("Ann", "Anna Lee", "Bob", "Or", "Cleo")


def test_the_table_was_read() -> None:
    assert len(ROWS) >= 130
    assert len({row["id"] for row in ROWS}) == len(ROWS)


def language(row: dict[str, Any]) -> Parlour:
    return Parlour(tuple(row.get("players", PLAYERS)), row.get("me", "Ann"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_a_sheet_reads_as_the_table_says(row: dict[str, Any]) -> None:
    sheet = read_sheet(language(row), row["text"]).sheet()

    problems = [[p.line, p.column, "warning" if p.is_warning else "error"] for p in sheet.problems]
    talk = [problem.line for problem in sheet.problems if problem.prose]
    assert [order.text for order in sheet.orders] == row.get("orders", []), sheet.problems
    assert problems == row.get("problems", []), sheet.problems
    assert talk == row.get("talk", []), sheet.problems


@pytest.mark.parametrize("row", [row for row in ROWS if row.get("orders")], ids=lambda row: row["id"])
def test_canonical_orders_read_as_themselves(row: dict[str, Any]) -> None:
    again = read_sheet(language(row), "\n".join(row["orders"])).sheet()
    assert [order.text for order in again.orders] == row["orders"]
    assert not again.problems
    assert [read_order(language(row), text).text for text in row["orders"]] == row["orders"]
