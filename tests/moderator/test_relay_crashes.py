"""What breaks a turn that comes early, or gathered reports, leaves nothing of it; the next try does all of it."""

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pbem.moderator import deadline, gathered
from pbem.moderator.desk import Desk
from pbem.store.session import transaction
from pbem.store.tables import Turn, table_of
from tests.moderator.letterbox import Letterbox
from tests.moderator.relay import PLAYERS, begun, hand, hidden, mail, reported, tick
from tests.moderator.test_gathered_reports import EVENING


def everything(engine: Engine) -> dict[str, list[Any]]:
    with transaction(engine) as connection:
        return {
            name: sorted(map(repr, connection.execute(sa.select(table)).all()))
            for name, table in table_of(Turn).metadata.tables.items()
        }


def break_at(house: Letterbox, written: int, step: Callable[[Desk], object]) -> bool:
    """Whether the step came to its write of that number, from 0, at which the machine goes away."""
    left = [written]

    def count(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if statement.startswith(("INSERT", "UPDATE")):
            if not left[0]:
                raise ConnectionAbortedError("the machine went away")
            left[0] -= 1

    try:
        with transaction(house.office.engine) as connection:
            sa.event.listen(connection, "after_cursor_execute", count)
            step(house.office.desk_at(connection))
            connection.rollback()
    except ConnectionAbortedError:
        return True
    return False


def try_every_write(house: Letterbox, step: Callable[[Desk], object]) -> int:
    """Breaks the step at each of its writes, and gives how many there were."""
    before, written = everything(house.office.engine), 0
    while break_at(house, written, step):
        assert everything(house.office.engine) == before
        written += 1
    return written


def test_a_turn_that_comes_early_is_whole_or_not_at_all(sqlite_engine: Engine) -> None:
    house = hidden(begun(sqlite_engine))
    for player in PLAYERS[:2]:
        mail(house, player, f"play {hand(house, player)[0]}\npeek")
    campaign = house.office.row("relay-1").id
    assert try_every_write(house, lambda desk: deadline.carry_out_early(desk, campaign)) >= 5
    (turn,) = tick(house)
    assert [e["player"] for e in turn.advanced.events] == ["Ann", "Bob"]
    assert tick(house) == []
    assert [reported(house, player) for player in PLAYERS] == [[0, 1, 2]] * 3


@pytest.mark.parametrize("late", [False, True])
def test_gathered_reports_all_go_out_or_none(sqlite_engine: Engine, late: bool) -> None:
    house = hidden(begun(sqlite_engine, reports="daily 18:00"))
    campaign = house.office.row("relay-1").id
    house.office.now = EVENING.replace(day=5) if late else EVENING
    assert try_every_write(house, lambda desk: gathered.report(desk, campaign)) >= 5
    tick(house)
    tick(house)
    assert [reported(house, player) for player in PLAYERS] == [[0, 1]] * 3
    assert len(house.office.outbox("report")) == 6
