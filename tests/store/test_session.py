"""Transactions on both databases."""

import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pbem.core.errors import Unusable
from pbem.store.session import connect, reading, transaction
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


def test_a_damaged_database_is_one_sentence(sqlite_engine: Engine, tmp_path: Path) -> None:
    with transaction(sqlite_engine) as connection:
        connection.execute(
            sa.insert(PERSON), [{"name": "x" * 80, "created_at": datetime(2031, 1, 1, tzinfo=UTC)}] * 500
        )
    sqlite_engine.dispose()
    file = tmp_path / "pbem.sqlite3"
    file.write_bytes(file.read_bytes()[:4096] + b"\xff" * (file.stat().st_size - 4096))

    def read_everybody() -> None:
        with reading(sqlite_engine) as connection:
            connection.execute(sa.select(PERSON)).all()

    with pytest.raises(Unusable, match="is damaged; put back your last backup"):
        read_everybody()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("pbem.db", "this is not a URL"),
        ("sqlite://", "SQLite needs a file"),
        ("sqlite:///:memory:", "SQLite needs a file"),
        ("mysql://root@localhost/pbem", "mysql is not supported; write sqlite:///FILE or postgresql://"),
    ],
)
def test_a_url_that_cannot_be_ours_is_one_sentence(url: str, said: str) -> None:
    with pytest.raises(Unusable, match=said):
        connect(url)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_goes_by_several_names(scheme: str) -> None:
    assert connect(f"{scheme}://gm@db/pbem").url.drivername == "postgresql+psycopg"


def test_postgresql_without_its_driver_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(Unusable, match=r"pip install 'pbem\[postgres\]'"):
        connect("postgresql://gm@db/pbem")
