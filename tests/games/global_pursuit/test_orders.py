"""Orders as people write them, and how they are read: the table `orders.toml`."""

from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.core.seating import seat
from pbem.core.sheets import Sheet
from pbem.games.global_pursuit import GAME
from tests.games import written

ROWS = written.rows_beside(__file__)
PLAYERS = ("Ann", "Bob", "Cleo")


def read(players: tuple[str, ...], text: str) -> Sheet:
    table = seat(GAME, players, {})
    state, _ = GAME.start(table, Chance("orders"))
    return GAME.read(table, GAME.view(table, state, {}, players[0]), text)


def test_the_table_is_whole() -> None:
    written.assert_whole(ROWS, 24)


@pytest.mark.parametrize(("row", "form", "canonical"), written.writings(ROWS))
def test_order(row: dict[str, Any], form: str, canonical: str | None) -> None:
    players = tuple(row.get("players", PLAYERS))
    written.assert_reads(lambda text: read(players, text), form, canonical, row.get("refused", ""))
