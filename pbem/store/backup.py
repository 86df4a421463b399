"""A copy of the database while the service goes on."""

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import Engine

from pbem.core.errors import Failed, Unusable
from pbem.store.session import sqlite_file

_PAGES = 1024
"""Pages copied at a time; writers go on in between."""


def backup(engine: Engine, target: Path, *, overwrite: bool = False) -> int:
    """Copies an SQLite database, as it is at one moment, into one file, and gives its size in bytes.

    The file appears whole or not at all, readable by its owner alone. Raises Unusable where it exists already
    (unless `overwrite`), is the database itself, or the database is a PostgreSQL; Failed where it cannot be written.
    """
    source = sqlite_file(engine)
    if source is None:
        url = engine.url._replace(drivername="postgresql", password=None).render_as_string()
        raise Unusable(f"the database is a PostgreSQL: use its own pg_dump --format=custom --file={target} {url}")
    if not source.exists():
        raise Unusable(f"there is no database at {source}; run `pbem db upgrade` to create it")
    if target.exists() and target.samefile(source):
        raise Unusable(f"{target} is the database itself; name another file")
    if target.exists() and not overwrite:
        raise Unusable(f"{target} exists; name another file, or give --force to replace it")
    try:
        return _copy(source, target)
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise Failed(f"no backup of {source} can be made at {target}: {reason}; nothing was left there") from error


def _copy(source: Path, target: Path) -> int:
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    os.close(handle)
    temporary = Path(name)
    try:
        with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(temporary)) as copy:
            original.backup(copy, pages=_PAGES)
            [answer] = copy.execute("PRAGMA quick_check(1)").fetchone()
            if answer != "ok":
                raise sqlite3.DatabaseError(f"the copy is damaged ({answer})")
        with temporary.open("rb") as file:
            os.fsync(file.fileno())
        size = temporary.stat().st_size
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return size
