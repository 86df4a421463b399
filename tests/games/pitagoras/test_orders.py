"""Orders as people write them, and how they are read: the table `orders.toml`."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.core.seating import seat
from pbem.core.sheets import Sheet
from pbem.games.pitagoras import GAME

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
    assert len(ROWS) >= 40
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


def test_a_refused_fact_is_marked_at_the_fact() -> None:
    (problem,) = read(("Ann", "Bob"), "1: +2\n2: if riot or Bob won 2 then x4").problems
    assert (problem.line, problem.column) == (2, 15)


def test_a_later_order_replaces_an_earlier_one_and_an_unreadable_one_does_not() -> None:
    sheet = read(("Ann", "Bob"), "1: +2\nfirst: +3\n1: +9")
    assert [order.text for order in sheet.orders] == ["1: +3"]
    assert [(problem.line, problem.is_warning) for problem in sheet.problems] == [(2, True), (3, False)]


def test_a_card_without_its_key_is_no_talk() -> None:
    problems = read(("Ann", "Bob"), "Hello Bob!\n+3\n*1: x2*\nprompt: Bobby\nthirds: x2").problems
    assert [problem.line for problem in problems if problem.prose] == [1, 5]
