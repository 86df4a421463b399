"""Transactions on both databases."""

from datetime import UTC, datetime

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pbem.store.session import reading, transaction
from pbem.store.tables import Instance, Person, table_of

INSTANCE = table_of(Instance)
PERSON = table_of(Person)


def test_a_block_left_by_an_exception_leaves_nothing(engine: Engine) -> None:
    def write_and_fail() -> None:
        with transaction(engine) as connection:
            connection.execute(sa.insert(INSTANCE).values(key="a", value="b"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_and_fail()
    with reading(engine) as connection:
        assert connection.execute(sa.select(INSTANCE)).all() == []


def test_times_come_back_aware_and_in_utc(engine: Engine) -> None:
    moment = datetime(2031, 3, 30, 1, 30, tzinfo=UTC)
    with transaction(engine) as connection:
        connection.execute(sa.insert(PERSON).values(name="Ann", created_at=moment))
    with reading(engine) as connection:
        stored = connection.execute(sa.select(PERSON.c.created_at)).scalar_one()
    assert (stored, stored.utcoffset()) == (moment, moment.utcoffset())
