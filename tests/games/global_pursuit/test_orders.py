"""Orders as people write them, and how they are read: the table `orders.toml`."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.core.seating import seat
from pbem.core.sheets import Sheet
from pbem.games.global_pursuit import GAME

ROWS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "orders.toml").read_text(encoding="utf-8"))["row"]


def writings() -> list[Any]:
    """(players, as written, canonical text or None where it is refused, part of the message)"""
    found = []
    for row in ROWS:
        players = tuple(row.get("players", ("Ann", "Bob", "Cleo")))
        for number, written in enumerate(row["written"]):
            read = row.get("read", "refused")
            read = read if isinstance(read, str) else read[number]
            expected = None if read == "refused" else read
            found.append(pytest.param(players, written, expected, row.get("refused", ""), id=written))
    return found


def read(players: tuple[str, ...], text: str) -> Sheet:
    table = seat(GAME, players, {})
    state, _ = GAME.start(table, Chance("orders"))
    return GAME.read(table, GAME.view(table, state, {}, players[0]), text)


def test_the_table_is_whole() -> None:
    assert len(ROWS) >= 24
    assert all(("read" in row) != ("refused" in row) for row in ROWS)
    assert all(isinstance(row.get("read", ""), str) or len(row["read"]) == len(row["written"]) for row in ROWS)


@pytest.mark.parametrize(("players", "written", "expected", "message"), writings())
def test_order(players: tuple[str, ...], written: str, expected: str | None, message: str) -> None:
    sheet = read(players, written)
    if expected is None:
        assert not sheet.orders
        (problem,) = sheet.problems
        assert not problem.is_warning
        assert problem.line == 1
        assert message in problem.message
    else:
        assert [order.text for order in sheet.orders] == [expected]
        assert not sheet.problems
        assert [order.text for order in read(players, expected).orders] == [expected]
