"""Engines and transactions for SQLite and PostgreSQL. Source: stack.md 6."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine


def connect(url: str, synchronous: str = "FULL") -> Engine:
    """An engine for that URL; on SQLite with write-ahead logging, foreign keys, and one writer at a time from its BEGIN."""
    engine = sa.create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _pragmas(synchronous))
        event.listen(engine, "begin", _begin)
    return engine


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction that may write: committed at the end of the block, rolled back by an exception."""
    with engine.begin() as connection:
        yield connection


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection that only reads, and holds up no writer."""
    with engine.connect().execution_options(read_only=True) as connection, connection.begin():
        yield connection


def _pragmas(synchronous: str) -> Any:
    def set_pragmas(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "busy_timeout=5000", "foreign_keys=ON", f"synchronous={synchronous}"):
            connection.execute("PRAGMA " + pragma)

    return set_pragmas


def _begin(connection: Connection) -> None:
    read_only = connection.get_execution_options().get("read_only")
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")
