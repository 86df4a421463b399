"""H1: one campaign turn, whole, beside a bare sqlite3 commit of the same bytes; every game, four seats, Glitches two.

Whole is: load the position and the orders on file, adjudicate, write the turn, render every seat's report and the public one,
queue a mail a seat, set the next deadline, commit; then the turn's page, and the link to it on the page before. Bare is one
transaction that writes as many rows with as many bytes, and one row more with the bytes of the turn's page.

Orders are on file for whoever is awaited, as players write them (`written.py`).
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlmodel import SQLModel

from benchmarks.pairs import Goal, ratios
from benchmarks.written import PLAYERS, WRITING
from pbem.archive.pages import turn_page
from pbem.archive.site import Site
from pbem.core.sheets import orders_to_json
from pbem.games import registry
from pbem.moderator import position
from pbem.moderator.adjudicate import adjudicate
from pbem.moderator.campaigns import NewCampaign, create
from pbem.moderator.desk import Desk, House
from pbem.moderator.start import start
from pbem.report.renderer import Renderer
from pbem.store import campaigns, people, published, seats
from pbem.store.session import connect, reading, transaction
from pbem.store.tables import CampaignStatus, Outgoing, Report, Token, Turn, table_of

GOAL = Goal("H1", "whole turn", 10)
FULL = Goal("H1", "whole turn, synchronous=FULL", 4)
PURSUIT = "global-pursuit"
PURSUIT_GOAL = Goal("H1", "whole turn of Global Pursuit", 30)
PURSUIT_FULL = Goal("H1", "whole turn of Global Pursuit, synchronous=FULL", 30)
PLAYED = {"pitagoras": 3, "glitches": 4, "glass-bead": 30, "bux": 20, PURSUIT: 30}
"""Turns of every campaign before the first that is measured, so that these are of the middle of a game."""
TURNS = 20
"""Turns a figure, one after the other as at a deadline of many campaigns."""
WRITTEN: tuple[type[SQLModel], ...] = (Turn, Report, Outgoing, Token)
"""The tables to which a turn adds rows."""


class Tables:
    """As many campaigns of one game in one database as a figure has turns; a new one where one has ended."""

    def __init__(self, folder: Path, game: str, synchronous: str) -> None:
        self.engine: Engine = connect(f"sqlite:///{folder / 'pbem.sqlite3'}", synchronous)
        self._game = game
        self._random = Random(1)
        self._pages = folder / "archive"
        self._renderer = Renderer()
        self._now = datetime(2026, 8, 7, 17, tzinfo=UTC)
        self._campaigns: list[int] = []
        self._players = PLAYERS[: registry.game(game).seats[1]]
        self._before: dict[type[SQLModel], int] = {}
        self._begun = self._published = 0
        self._new_pages: list[Path] = []
        with transaction(self.engine) as connection:
            SQLModel.metadata.create_all(connection)
        for _ in range(PLAYED[game]):
            self.prepare()
            self.play()

    def prepare(self) -> None:
        """Lets everybody who is awaited hand in orders for a turn to come, in every campaign."""
        self._now += timedelta(days=7)
        with transaction(self.engine) as connection:
            desk = self._desk(connection)
            going_on = [number for number in self._campaigns if _runs(connection, number)]
            self._campaigns = [*going_on, *(self._begin(desk) for _ in range(TURNS - len(going_on)))]
            for number in self._campaigns:
                self._hand_in(desk, number)
            self._before = {model: _last_row(connection, model) for model in WRITTEN}
            self._published = self._before[Turn]

    def play(self) -> None:
        """The turns that are measured, each in a transaction of its own, and then their pages."""
        for number in self._campaigns:
            with transaction(self.engine) as connection:
                desk = self._desk(connection)
                adjudicate(desk, position.load(desk, number))
        with reading(self.engine) as connection:
            site = Site(connection, self._pages, self._renderer)
            added = published.added(connection, self._published, TURNS)
            for turn in added:
                site.turn(turn)
                self._published = turn.id
        self._new_pages = [self._pages / turn.campaign / turn_page(turn.number, turn.attempt) for turn in added]

    def written(self) -> list[list[int]]:
        """The bytes of every row that these turns wrote, and of their pages, turn by turn."""
        with transaction(self.engine) as connection:
            parts = [_sizes(connection, model, after) for model, after in self._before.items()]
        parts.append([file.stat().st_size for file in self._new_pages])
        return [[size for part in parts for size in part[turn::TURNS]] for turn in range(TURNS)]

    def _hand_in(self, desk: Desk, number: int) -> None:
        now = position.load(desk, number)
        for seat in now.seats:
            if seat.name not in now.awaited:
                continue
            view = now.game.view(now.table, now.state, now.filed, seat.name)
            sheet = now.game.read(now.table, view, WRITING[self._game][0](now.table, view, self._random))
            assert not sheet.problems, sheet.problems
            filed = orders_to_json(now.game.file(now.filed[seat.name], sheet.from_letter(1)))
            seats.put_on_file(desk.connection, seat, filed, wrote=True, revision=seat.revision + 1)

    def _begin(self, desk: Desk) -> int:
        self._begun += 1
        asked = NewCampaign(self._game, f"bench-{self._begun}", "Europe/London", deadline="Fri 18:00")
        made, _ = create(desk, asked, "bench")
        for number, player in enumerate(self._players):
            seat = seats.create(desk.connection, made.id, player, "", desk.now)
            person = people.register(desk.connection, f"p{number}@players.test", player, desk.now)
            seats.add_member(desk.connection, seat.id, person, desk.now)
        return start(desk, campaigns.lock(desk.connection, made.id), "bench").campaign.id

    def _desk(self, connection: sa.Connection) -> Desk:
        return Desk(connection, self._now, b"a secret of the bench", "bench", House("gm@pbem.test"), self._renderer)


def _runs(connection: sa.Connection, number: int) -> bool:
    return campaigns.get(connection, number).status is CampaignStatus.RUNNING


def _last_row(connection: sa.Connection, model: type[SQLModel]) -> int:
    """The number of the newest row of a table; 0 where there is none."""
    return connection.execute(sa.select(sa.func.max(sa.text("rowid"))).select_from(table_of(model))).scalar_one() or 0


def _sizes(connection: sa.Connection, model: type[SQLModel], after: int) -> list[int]:
    """The bytes of each row of a table that is newer than that one."""
    table = table_of(model)
    columns = [sa.func.length(sa.cast(column, sa.String)) for column in table.c if not column.primary_key]
    size = sum((sa.func.coalesce(column, 0) for column in columns), sa.literal(0))
    newer = sa.select(size).select_from(table).where(sa.literal_column("rowid") > after)
    return list(connection.execute(newer).scalars())


class Bare:
    """A table of blobs, written with nothing but the driver."""

    def __init__(self, folder: Path, synchronous: str) -> None:
        self.connection = sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)
        for pragma in ("journal_mode=WAL", f"synchronous={synchronous}"):
            self.connection.execute(f"PRAGMA {pragma}")
        self.connection.execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, bytes BLOB)")

    def commit(self, rows: list[bytes]) -> None:
        """Writes the rows in one transaction."""
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.executemany("INSERT INTO bare (bytes) VALUES (?)", [(row,) for row in rows])
        self.connection.execute("COMMIT")


def measured(game: str, synchronous: str) -> list[float]:
    """The pair ratios of whole turns of that game ÷ bare commits of the same bytes."""
    with TemporaryDirectory() as folder:
        tables, bare = Tables(Path(folder), game, synchronous), Bare(Path(folder), synchronous)
        sizes: list[list[int]] = []

        def whole() -> float:
            tables.prepare()
            begun = perf_counter()
            tables.play()
            spent = perf_counter() - begun
            sizes[:] = tables.written()
            return spent

        def commits() -> float:
            turns = [[bytes(size) for size in turn] for turn in sizes]
            begun = perf_counter()
            for rows in turns:
                bare.commit(rows)
            return perf_counter() - begun

        with closing(bare.connection):
            found = ratios(whole, commits)
        tables.engine.dispose()
        return found


def lines(_peers: Path | None) -> Iterator[str]:
    """Two lines for `synchronous=NORMAL`, on which the goals stand, and two for FULL: of the games the worst; Global Pursuit."""
    for goal, of_pursuit, synchronous in ((GOAL, PURSUIT_GOAL, "NORMAL"), (FULL, PURSUIT_FULL, "FULL")):
        found = {game: measured(game, synchronous) for game in WRITING}
        pursuit = found.pop(PURSUIT)
        yield goal.worst(found)
        yield of_pursuit.line(pursuit)
