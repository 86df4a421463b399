"""The online backup."""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pbem.core.errors import Failed, Unusable
from pbem.store.backup import backup
from pbem.store.session import connect, transaction
from pbem.store.tables import Person, table_of

PERSON = table_of(Person)


def add(engine: Engine, name: str) -> None:
    with transaction(engine) as connection:
        connection.execute(sa.insert(PERSON).values(name=name, created_at=datetime(2031, 1, 1, tzinfo=UTC)))


def names_in(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM person ORDER BY id")]


def test_a_backup_holds_what_was_committed_while_a_writer_is_at_work(sqlite_engine: Engine, tmp_path: Path) -> None:
    add(sqlite_engine, "Ann")
    target = tmp_path / "copy.sqlite3"
    with transaction(sqlite_engine) as connection:
        connection.execute(sa.insert(PERSON).values(name="Bob", created_at=datetime(2031, 1, 1, tzinfo=UTC)))
        size = backup(sqlite_engine, target)
    assert names_in(target) == ["Ann"]
    assert size == target.stat().st_size
    assert target.stat().st_mode & 0o077 == 0
    assert sorted(file.name for file in tmp_path.iterdir() if "copy" in file.name) == ["copy.sqlite3"]


def test_a_backup_can_be_used_as_the_database(sqlite_engine: Engine, tmp_path: Path) -> None:
    add(sqlite_engine, "Ann")
    backup(sqlite_engine, tmp_path / "copy.sqlite3")
    other = connect(f"sqlite:///{tmp_path / 'copy.sqlite3'}")
    add(other, "Bob")
    other.dispose()
    assert names_in(tmp_path / "copy.sqlite3") == ["Ann", "Bob"]


def test_a_file_that_exists_is_replaced_only_when_asked(sqlite_engine: Engine, tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite3"
    target.write_text("precious")
    with pytest.raises(Unusable, match="exists; name another file"):
        backup(sqlite_engine, target)
    assert target.read_text() == "precious"
    backup(sqlite_engine, target, overwrite=True)
    assert names_in(target) == []


def test_the_database_itself_is_never_the_target(sqlite_engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "pbem.sqlite3")
    for target in (tmp_path / "pbem.sqlite3", tmp_path / "link"):
        with pytest.raises(Unusable, match="is the database itself"):
            backup(sqlite_engine, target, overwrite=True)


def test_a_folder_that_is_not_there_leaves_nothing(sqlite_engine: Engine, tmp_path: Path) -> None:
    with pytest.raises(Failed, match="No such file or directory; nothing was left there"):
        backup(sqlite_engine, tmp_path / "nowhere" / "copy.sqlite3")


def test_a_failure_half_way_leaves_nothing(
    sqlite_engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Failed, match="No space left on device"):
        backup(sqlite_engine, tmp_path / "copy.sqlite3")
    assert not [file for file in tmp_path.iterdir() if "copy" in file.name]


def test_postgresql_has_its_own_program() -> None:
    with pytest.raises(Unusable, match=r"pg_dump --format=custom --file=out\.dump postgresql://gm@db/pbem") as caught:
        backup(connect("postgresql://gm:geheim@db/pbem"), Path("out.dump"))
    assert "geheim" not in str(caught.value)
