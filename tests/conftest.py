"""What every test gets: an empty world around it, and, where it asks for one, a database.

`engine` runs a test twice, on SQLite and on PostgreSQL; `sqlite_engine` once, for tests that are about something else.
"""

import logging
import os
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import settings
from sqlalchemy.engine import Engine
from sqlmodel import SQLModel

import pbem.store.tables  # noqa: F401 - fills the metadata
from pbem.store.session import connect
from tests import postgres


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--refresh-golden", action="store_true", help="write the golden reports anew instead of comparing them"
    )


settings.register_profile("house", deadline=None, derandomize=True)  # no test is timed, and none fails by luck
settings.load_profile("house")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "expects_log(*parts): the test provokes log records of level warning or above; each must hold one of these parts, "
        "and each part must be met.",
    )


class Surprises(logging.Handler):
    """Keeps every record of level warning or above."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(f"{record.levelname} {record.name}: {record.getMessage()}")


@pytest.fixture(autouse=True)
def empty_world(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, empty_home: Path) -> Iterator[None]:
    """No home, no settings from the environment, no network but loopback, and no warning in the log that nobody expects."""
    monkeypatch.setenv("HOME", str(empty_home))
    for name in [name for name in os.environ if name.startswith(("PBEM_", "XDG_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setattr(socket.socket, "connect", _guarded(socket.socket.connect))
    logging.getLogger("pbem").setLevel(logging.NOTSET)  # a service that ran in this process may have raised it
    surprises = Surprises()
    logging.getLogger().addHandler(surprises)
    yield
    logging.getLogger().removeHandler(surprises)
    marker = request.node.get_closest_marker("expects_log")
    expected = marker.args if marker else ()
    assert not [m for m in surprises.messages if not any(part in m for part in expected)], "unexpected log records"
    assert not [part for part in expected if not any(part in m for m in surprises.messages)], "expected, not logged"


def _guarded(connect_socket: Any) -> Any:
    def connect_loopback(self: socket.socket, address: Any) -> Any:
        inside = self.family not in (socket.AF_INET, socket.AF_INET6) or address[0] in ("127.0.0.1", "::1", "localhost")
        assert inside, f"a test tried to connect to {address}"
        return connect_socket(self, address)

    return connect_loopback


@pytest.fixture(scope="session")
def empty_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def blank_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with every table and no row, to be copied."""
    file = tmp_path_factory.mktemp("blank") / "blank.sqlite3"
    engine = sa.create_engine(f"sqlite:///{file}")
    SQLModel.metadata.create_all(engine)
    engine.dispose()
    return file


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL server of this test process."""
    if reason := postgres.why_not():
        pytest.skip(reason)
    with postgres.server() as url:
        yield url


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """The URL of an empty database of this test's own."""
    with postgres.database(postgres_server, f"pbem_{os.getpid()}_one") as url:
        yield url


@pytest.fixture(scope="session")
def filled_postgres(postgres_server: str) -> Iterator[Engine]:
    """An engine for a database with every table, which `engine` empties before each test."""
    with postgres.database(postgres_server, f"pbem_{os.getpid()}") as url:
        engine = connect(url)
        with engine.begin() as connection:
            SQLModel.metadata.create_all(connection)
        yield engine
        engine.dispose()


@pytest.fixture
def sqlite_engine(blank_sqlite: Path, tmp_path: Path) -> Iterator[Engine]:
    """SQLite with every table and no row."""
    shutil.copyfile(blank_sqlite, tmp_path / "pbem.sqlite3")
    engine = connect(f"sqlite:///{tmp_path / 'pbem.sqlite3'}", synchronous="OFF")
    yield engine
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest) -> Engine:
    """Both databases, one after the other, each with every table and no row."""
    if request.param == "sqlite":
        sqlite: Engine = request.getfixturevalue("sqlite_engine")
        return sqlite
    postgresql: Engine = request.getfixturevalue("filled_postgres")
    names = ", ".join(f'"{table}"' for table in SQLModel.metadata.tables)
    with postgresql.begin() as connection:
        connection.execute(sa.text(f"TRUNCATE {names} RESTART IDENTITY CASCADE"))
    return postgresql
