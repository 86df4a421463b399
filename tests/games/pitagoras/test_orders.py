"""Orders as people write them, and how they are read: the table `orders.toml`."""

from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.core.seating import seat
from pbem.core.sheets import Sheet
from pbem.games.pitagoras import GAME
from tests.games import written

ROWS = written.rows_beside(__file__)
PLAYERS = ("Ann", "Bob", "Cleo")


def read(players: tuple[str, ...], text: str) -> Sheet:
    table = seat(GAME, players, {})
    state, _ = GAME.start(table, Chance("orders"))
    return GAME.read(table, GAME.view(table, state, {}, players[0]), text)


def test_the_table_is_whole() -> None:
    written.assert_whole(ROWS, 40)


@pytest.mark.parametrize(("row", "form", "canonical"), written.writings(ROWS))
def test_order(row: dict[str, Any], form: str, canonical: str | None) -> None:
    players = tuple(row.get("players", PLAYERS))
    written.assert_reads(lambda text: read(players, text), form, canonical, row.get("refused", ""))


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
