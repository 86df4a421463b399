"""What the tests of commands get: a folder with a configuration and a database, a set clock, and a way to give commands."""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner, Result

from pbem.cli import main
from pbem.games import registry
from pbem.moderator.desk import Desk
from pbem.moderator.position import named
from pbem.service import wiring
from pbem.service.config import load
from pbem.store import migrations
from pbem.store.session import connect
from pbem.store.tables import Outgoing, table_of
from tests.moderator.tabletop import NOON, hand_in, sit
from tests.quiz_game import QUIZ
from tests.relay_game import RELAY
from tests.tiny_game import TINY

CONFIG = """\
[house]
address = "games@example.org"
gm = ["gm@example.org"]
"""

Give = Callable[..., Result]


@pytest.fixture
def give(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Give:
    """Gives one command in an empty folder, and sees to its exit status: `give("db", "status", status=0, input=None)`.

    One that fails says why on standard error, unless it is not `loud`: what it prints is the answer.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LOGNAME", "gm")
    monkeypatch.setattr("pbem.service.logs.begin", lambda *_: None)  # it would take the log away from the tests

    def run(*words: str, status: int = 0, input: str | None = None, loud: bool = True) -> Result:
        result = CliRunner().invoke(main, list(words), input=input)
        assert result.exit_code == status, result.output
        assert "fault of the program" not in result.stderr
        assert bool(result.stderr.strip()) or not (status and loud), "a failure says why"
        return result

    return run


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database as `pbem db upgrade` makes it, to be copied."""
    file = tmp_path_factory.mktemp("migrated") / "pbem.db"
    engine = connect(f"sqlite:///{file}")
    migrations.upgrade(engine)
    engine.dispose()
    return file


@pytest.fixture
def house(give: Give, tmp_path: Path, migrated: Path) -> Give:
    """The same, where a configuration and an empty database are."""
    (tmp_path / "config.toml").write_text(CONFIG)
    shutil.copyfile(migrated, tmp_path / "pbem.db")
    return give


@dataclass
class Club:
    """A house with a set clock and the tiny game, as a GM sees it from the command line and a test from behind."""

    give: Give
    folder: Path
    now: datetime = NOON

    def __call__(self, *words: str, status: int = 0, input: str | None = None) -> str:
        """What a command prints: on standard output, or where it fails on standard error."""
        result = self.give(*words, status=status, input=input)
        return result.stderr if status else result.stdout

    def told(self, *words: str) -> Any:
        """What a command tells programs."""
        return json.loads(self(*words, "--json"))

    def campaign(self, *options: str, players: tuple[str, ...] = ("Ann", "Bob")) -> None:
        """The campaign tiny-1 with these players, not started."""
        self("campaign", "new", "tiny", "--name", "tiny-1", "--deadline", "Fri 18:00", *options)
        with self.desk() as desk:
            for player in players:
                sit(desk, named(desk, "tiny-1"), player)

    def started(self, *options: str, players: tuple[str, ...] = ("Ann", "Bob")) -> None:
        """The same, started."""
        self.campaign(*options, players=players)
        self("campaign", "start", "tiny-1")

    def hand_in(self, **sheets: str) -> None:
        """Puts order sheets on file."""
        with self.desk() as desk:
            hand_in(desk, "tiny-1", sheets)

    @contextmanager
    def desk(self) -> Iterator[Desk]:
        """A desk in a transaction of its own, for what a test does behind the GM's back."""
        office = wiring.open_office(load(self.folder / "config.toml"))
        with office.at_desk() as desk:
            yield desk
        office.engine.dispose()

    def outbox(self, kind: str) -> list[Any]:
        """The mails of that kind that wait to be sent, oldest first."""
        table = table_of(Outgoing)
        with self.desk() as desk:
            return list(desk.connection.execute(sa.select(table).where(table.c.kind == kind).order_by(table.c.id)))


@pytest.fixture
def club(house: Give, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    """A house with a set clock, the tiny game, Relay and Quiz."""
    found, slugs = registry.game, registry.slugs
    monkeypatch.setattr(
        registry, "game", lambda slug: {"tiny": TINY, "relay": RELAY, "quiz": QUIZ}.get(slug) or found(slug)
    )
    monkeypatch.setattr(registry, "slugs", lambda: (*slugs(), "tiny"))
    club = Club(house, tmp_path)
    monkeypatch.setattr("pbem.service.clock.now", lambda: club.now)
    return club
