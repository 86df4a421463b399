"""Bringing a database to the form that this program needs, and refusing one of another form.

The scripts lie in migrations/versions, one file a revision, named NUMBER_what.py: the numbers are their order. Alembic is
imported only where it is needed; the check at every start is not one of those places.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from pbem import resources
from pbem.core.errors import Unusable
from pbem.store.session import reading, sqlite_file, transaction, worded

if TYPE_CHECKING:
    from alembic.config import Config

_VERSION = sa.table("alembic_version", sa.column("version_num"))
_ONE_AT_A_TIME = 7_203_602
"""The key of PostgreSQL's advisory lock for migrations: any number that no other program is likely to use."""


@cache
def revisions() -> tuple[str, ...]:
    """The revisions that this program knows, oldest first; the last is the one it needs."""
    files = sorted((resources.root() / "migrations" / "versions").glob("[0-9]*_*.py"))
    return tuple(file.name.partition("_")[0] for file in files)


def current_revision(connection: Connection) -> str | None:
    """The revision of a database; None for an empty one. Raises Unusable for a database of another program."""
    tables = set(sa.inspect(connection).get_table_names())
    if not tables:
        return None
    if tables != {"alembic_version"} and not tables >= {"alembic_version", "campaign", "person"}:
        where = connection.engine.url.render_as_string(hide_password=True)
        raise Unusable(f"database: {where} belongs to another program; give pbem a database of its own")
    found = connection.execute(sa.select(_VERSION.c.version_num)).scalars().all()
    return found[0] if found else None


def check_usable(engine: Engine) -> None:
    """Raises Unusable, in one sentence that says what to do, unless the database has exactly the form that is needed."""
    where = engine.url.render_as_string(hide_password=True)
    file = sqlite_file(engine)
    if file is not None and not file.exists():
        raise Unusable(f"database: there is none at {where} yet; run `pbem db upgrade` to create it")
    with reading(engine) as connection:
        found = current_revision(connection)
    if found is None:
        raise Unusable(f"database: {where} is empty; run `pbem db upgrade`")
    if found not in revisions():
        raise _newer(engine, found)
    if found != revisions()[-1]:
        needed = f"older (revision {found}) than this program needs ({revisions()[-1]})"
        raise Unusable(f"database: {where} is {needed}; run `pbem db upgrade`")


def upgrade(engine: Engine, revision: str = "head") -> tuple[str | None, str]:
    """Brings the database to that revision, all or nothing; gives the revision before (None for empty) and after.

    Raises Unusable for a database that is newer than the program or belongs to another one.
    """
    from alembic import command

    with migrating(engine) as connection:
        before = current_revision(connection)
        if before is not None and before not in revisions():
            raise _newer(engine, before)
        command.upgrade(alembic_config(connection), revision)
        after = current_revision(connection)
    assert after is not None
    return before, after


def downgrade(engine: Engine, revision: str) -> None:
    """Takes the database back to that revision ("base" for nothing at all), all or nothing. What it cannot hold is lost."""
    from alembic import command

    with migrating(engine) as connection:
        command.downgrade(alembic_config(connection), revision)


@contextmanager
def migrating(engine: Engine) -> Iterator[Connection]:
    """A transaction in which tables may be rebuilt: alone, and on SQLite with foreign keys checked at its end only."""
    if engine.dialect.name != "sqlite":
        with transaction(engine) as connection:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_ONE_AT_A_TIME)))
            yield connection
        return
    file = sqlite_file(engine)
    assert file is not None
    with worded(engine), engine.connect() as connection:
        file.chmod(file.stat().st_mode & 0o700)  # it holds everybody's letters
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute("PRAGMA foreign_keys=OFF")  # does nothing inside a transaction
        try:
            with connection.begin():
                yield connection
                broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
                assert not broken, f"the migration broke foreign keys: {broken[:5]}"
        finally:
            driver.execute("PRAGMA foreign_keys=ON")


def alembic_config(connection: Connection) -> "Config":
    """Alembic's configuration for our scripts, working in that connection's transaction."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(resources.root() / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    config.attributes["connection"] = connection
    return config


def _newer(engine: Engine, revision: str) -> Unusable:
    where = engine.url.render_as_string(hide_password=True)
    return Unusable(f"database: {where} is newer (revision {revision}) than this program; install a newer pbem")
