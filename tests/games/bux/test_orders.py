"""Orders as people write them, and how they are read: the table `orders.toml`; and what becomes of them on file."""

from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.core.contract import Table, View
from pbem.core.seating import seat
from pbem.core.sheets import Sheet
from pbem.games.bux import GAME
from tests.games import written

ROWS = written.rows_beside(__file__)
SPREADS = {
    "Ann": ["heart-circle-25", "heart-circle-50", "club-oval-100"],
    "Bob": ["spade-cross-50", "diamond-oval-25", "diamond-square-25"],
    "Cleo": ["spade-circle-25", "spade-oval-25", "spade-square-25"],
}


def position(options: dict[str, Any] | None = None, **changed: Any) -> tuple[Table, View]:
    """The table, and Ann's view at the start with the spreads above."""
    table = seat(GAME, tuple(SPREADS), options or {})
    state, _ = GAME.start(table, Chance("orders"))
    return table, GAME.view(table, {**state, "spreads": SPREADS, **changed}, {}, "Ann")


def read(text: str, asked: int | None = None, **changed: Any) -> Sheet:
    return GAME.read(*position(**changed), text, asked)


def test_the_table_is_whole() -> None:
    written.assert_whole(ROWS, 30)


@pytest.mark.parametrize(("row", "form", "canonical"), written.writings(ROWS))
def test_order(row: dict[str, Any], form: str, canonical: str | None) -> None:
    written.assert_reads(read, form, canonical, row.get("refused", ""))


SELL = "sell heart-circle-25, heart-circle-50, heart-circle-100"
MORE = "sell club-oval-25, club-oval-50, club-oval-100"


@pytest.mark.parametrize(
    ("text", "orders", "problems"),
    [
        (f"{SELL}\nbid 5\n{MORE}", [f"move: {SELL} + {MORE[5:]}", "bid: 5"], []),
        (f"{SELL}\n{MORE}\ndraw", ["move: draw"], [(2, True), (3, True)]),
        (f"move: {SELL}\nmove: {MORE}", [f"move: {MORE}"], [(2, True)]),
        (f"{SELL}\n{MORE} or draw", [f"move: {MORE} or draw"], [(2, True)]),
        (
            f"{SELL}\nsell heart-circle-25, club-oval-25, club-oval-50\n{MORE}",
            [f"move: {SELL} + {MORE[5:]}"],
            [(2, False)],
        ),
        ("bid 20\nbid 22\nbid 25\nbid 7", ["bid: 25"], [(2, False), (3, True), (4, False)]),
        ("Take care!\ntake heart-circle from Bob", [], [(1, False), (2, False)]),
    ],
)
def test_a_sheet(text: str, orders: list[str], problems: list[tuple[int, bool]]) -> None:
    sheet = read(text)
    assert [order.text for order in sheet.orders] == orders
    assert [(problem.line, problem.is_warning) for problem in sheet.problems] == problems


def test_a_sheet_replaces_key_by_key() -> None:
    filed = GAME.file((), read("standing bid: 40\nbid: 20\nmove: draw"))
    assert [order.text for order in filed] == ["move: draw", "bid: 20", "standing bid: 40"]
    filed = GAME.file(filed, read("bid: 7\nstanding bid: 45"))
    assert [order.text for order in filed] == ["move: draw", "bid: 20", "standing bid: 45"]
    filed = GAME.file(filed, read("cancel standing bid\nbid all"))
    assert [order.text for order in filed] == ["move: draw", "bid: all"]
    assert GAME.file(filed, read("Thanks!")) == filed


def test_what_answers_an_older_question_is_refused() -> None:
    """A bid for a lot that is gone, a move for a turn that is over; a standing bid is for any time."""
    text = "bid: 20\nmove: draw\nstanding bid: 5"
    moved = {"Ann": 3, "Bob": 0, "Cleo": 0}
    answered = {asked: read(text, asked, auctioned=5, moved=moved).orders for asked in (None, 2, 3, 4, 5, 6, -1)}
    parts = {asked: [order.part for order in orders] for asked, orders in answered.items()}
    both, move, neither = ["bid", "move", "standing bid"], ["move", "standing bid"], ["standing bid"]
    assert parts == {None: both, 2: neither, 3: move, 4: move, 5: both, 6: both, -1: neither}


def test_the_least_bid_is_the_option() -> None:
    table, view = position({"opening": 30})
    sheet = GAME.read(table, view, "bid: 25\nstanding bid: 30")
    assert [order.text for order in sheet.orders] == ["standing bid: 30"]
    assert "at least 30" in sheet.problems[0].message
