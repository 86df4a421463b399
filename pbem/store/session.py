"""Engines and transactions for SQLite and PostgreSQL. Source: stack.md 6."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, Engine

from pbem.core.errors import Failed, Unusable

BUSY_MILLISECONDS = 5000
"""How long a writer waits for another one before it gives up."""

_to_json = partial(json.dumps, separators=(",", ":"), allow_nan=False)


class StoreAway(Failed):
    """The database cannot be used at this moment: it is locked for long, full, or its server does not answer."""


def connect(url: str, synchronous: str = "FULL") -> Engine:
    """An engine for that URL; on SQLite with write-ahead logging, foreign keys, and one writer at a time from its BEGIN.

    Opens nothing yet. Raises Unusable, in one sentence, for a URL that cannot be one of a pbem database.
    """
    parsed = parse_url(url)
    if parsed.get_backend_name() == "sqlite":
        engine = sa.create_engine(parsed, json_serializer=_to_json)
        event.listen(engine, "connect", _pragmas(synchronous))
        event.listen(engine, "begin", _begin)
        return engine
    try:
        return sa.create_engine(parsed, json_serializer=_to_json, pool_pre_ping=True)
    except ModuleNotFoundError as error:
        raise Unusable("database: PostgreSQL needs its driver; install it with pip install 'pbem[postgres]'") from error


def parse_url(url: str) -> URL:
    """The URL, with psycopg as PostgreSQL's driver. Raises Unusable for anything but a file of SQLite or a PostgreSQL."""
    forms = "write sqlite:///FILE or postgresql://USER@HOST/NAME"
    try:
        parsed = sa.make_url(url)
    except sa.exc.ArgumentError as error:
        raise Unusable(f"database: this is not a URL; {forms}") from error
    if parsed.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() != "sqlite":
        raise Unusable(f"database: {parsed.drivername} is not supported; {forms}")
    if parsed.database in (None, "", ":memory:"):
        raise Unusable("database: SQLite needs a file, such as sqlite:///pbem.sqlite3")
    return parsed


def sqlite_file(engine: Engine) -> Path | None:
    """The file of a SQLite database; None for PostgreSQL."""
    if engine.dialect.name != "sqlite":
        return None
    assert engine.url.database
    return Path(engine.url.database)


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction that may write: committed at the end of the block, rolled back by an exception.

    On SQLite it is the only writer from its beginning; on PostgreSQL rows that are read to be changed need `with_for_update`.
    Raises StoreAway where the database is busy for too long or cannot be reached.
    """
    with worded(engine), engine.begin() as connection:
        yield connection


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection that sees one moment of the database, holds up no writer, and cannot write itself."""
    options: dict[str, Any] = {"read_only": True}
    if engine.dialect.name == "postgresql":
        options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    with worded(engine), engine.connect().execution_options(**options) as connection, connection.begin():
        yield connection


@contextmanager
def worded(engine: Engine) -> Iterator[None]:
    """Turns the driver's errors about a database that is away, or none at all, into one sentence."""
    try:
        yield
    except sa.exc.DBAPIError as error:
        said = str(error.orig).splitlines()[0] if str(error.orig) else type(error.orig).__name__
        where = engine.url.render_as_string(hide_password=True)
        if "file is not a database" in said:
            raise Unusable(f"database: {where} is not a database; give another file") from error
        if "unable to open database file" in said:
            raise Unusable(
                f"database: {where} cannot be opened; see that its folder exists and may be written"
            ) from error
        if "malformed" in said:
            raise Unusable(
                f"database: {where} is damaged; put back your last backup (`pbem db backup` makes one)"
            ) from error
        if "readonly database" in said:
            raise Unusable(f"database: {where} may not be written; see who owns the file and its folder") from error
        if isinstance(error, sa.exc.OperationalError) and "no such" not in said:
            raise StoreAway(f"the database {where} cannot be used now ({said}); try again") from error
        raise


def _pragmas(synchronous: str) -> Any:
    pragmas = (
        f"busy_timeout={BUSY_MILLISECONDS}",
        "journal_mode=WAL",
        "foreign_keys=ON",
        f"synchronous={synchronous}",
    )

    def set_pragmas(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        for pragma in pragmas:
            connection.execute("PRAGMA " + pragma)

    return set_pragmas


def _begin(connection: Connection) -> None:
    read_only = bool(connection.get_execution_options().get("read_only"))
    if connection.info.get("query_only", False) is not read_only:
        # Only where it changes: SQLite compiles every statement anew after this pragma.
        connection.exec_driver_sql(f"PRAGMA query_only={int(read_only)}")
        connection.info["query_only"] = read_only
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")
