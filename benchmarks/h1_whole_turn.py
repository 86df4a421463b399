"""H1: one campaign turn, whole, beside a bare sqlite3 commit of the same bytes; every game, four seats, Glitches two.

Whole is: load the position, parse the text of the orders on file, adjudicate, write the turn, render every seat's report and the
public one, queue a mail a seat, set the next deadline, commit; then the turn's page, and the link to it on the page before. A
turn is one adjudication: where players move in turn, one step.

Bare is one transaction with a row for every row that the turn added, every row that it changed (in the bytes of the values that
it changed) and every file that it wrote. Both pay for the checkpoints of their write-ahead logs: a figure is of so many turns
that several fall into it, since one of few turns would have one by luck.

Orders are on file for whoever is awaited, as players write them (`written.py`).
"""

import gc
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

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
from pbem.store.tables import Campaign, CampaignStatus, Seat, Turn, table_of

GOAL = Goal("H1", "whole turn", 10)
FULL = Goal("H1", "whole turn, synchronous=FULL", 4)
PURSUIT = "global-pursuit"
PURSUIT_GOAL = Goal("H1", "whole turn of Global Pursuit", 30)
PURSUIT_FULL = Goal("H1", "whole turn of Global Pursuit, synchronous=FULL", 30)
PLAYED = {"pitagoras": 3, "glitches": 4, "glass-bead": 30, "bux": 20, PURSUIT: 30}
"""Turns of every campaign before the first that is measured, so that these are of the middle of a game."""
TURNS = {"pitagoras": 80, "glitches": 200, "glass-bead": 50, "bux": 120, PURSUIT: 20}
"""Turns a figure, one after the other as at a deadline of many campaigns: about twice the 4 MB after which SQLite checkpoints."""


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
        self._turns = TURNS[game]
        self._before: dict[sa.Table, int] = {}
        self._standing: dict[tuple[str, int], Sequence[Any]] = {}
        self._begun = self._published = 0
        self._added: list[published.Added] = []
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
            self._campaigns = [*going_on, *(self._begin(desk) for _ in range(self._turns - len(going_on)))]
            for number in self._campaigns:
                self._hand_in(desk, number)
            self._before = {table: _last_row(connection, table) for table in SQLModel.metadata.sorted_tables}
            self._standing = _standing(connection)
            self._published = self._before[table_of(Turn)]

    def play(self) -> None:
        """The turns that are measured, each in a transaction of its own, and then their pages."""
        for number in self._campaigns:
            with transaction(self.engine) as connection:
                desk = self._desk(connection)
                adjudicate(desk, position.load(desk, number))
        with reading(self.engine) as connection:
            site = Site(connection, self._pages, self._renderer)
            self._added = published.added(connection, self._published, self._turns)
            for turn in self._added:
                site.turn(turn)

    def written(self) -> list[list[int]]:
        """The bytes of every row and file that these turns wrote, dealt out to as many commits."""
        with transaction(self.engine) as connection:
            sizes = [size for table, after in self._before.items() for size in _sizes(connection, table, after)]
            for key, row in _standing(connection).items():
                changed = [now for now, before in zip(row, self._standing.get(key, row), strict=True) if now != before]
                sizes += [sum(len(str(value).encode()) for value in changed)] if changed else []
        pages = [
            self._pages / turn.campaign / turn_page(number, 1)
            for turn in self._added
            for number in (turn.number, turn.number - 1)
        ]
        sizes += [page.stat().st_size for page in pages if page.exists()]
        return [sizes[turn :: self._turns] for turn in range(self._turns)]

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


def _last_row(connection: sa.Connection, table: sa.Table) -> int:
    """The number of the newest row of a table; 0 where there is none."""
    return connection.execute(sa.select(sa.func.max(sa.text("rowid"))).select_from(table)).scalar_one() or 0


def _sizes(connection: sa.Connection, table: sa.Table, after: int) -> list[int]:
    """The bytes of each row of a table that is newer than that one."""
    columns = [sa.func.length(sa.cast(column, sa.LargeBinary)) for column in table.c if not column.primary_key]
    size = sum((sa.func.coalesce(column, 0) for column in columns), sa.literal(0))
    newer = sa.select(size).select_from(table).where(sa.literal_column("rowid") > after)
    return list(connection.execute(newer).scalars())


def _standing(connection: sa.Connection) -> dict[tuple[str, int], Sequence[Any]]:
    """The rows that turns change, as the driver gives them, by table and id."""
    tables = [table_of(model).name for model in (Campaign, Seat)]
    return {
        (table, row[0]): row for table in tables for row in connection.exec_driver_sql(f"SELECT * FROM {table}").all()
    }


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
        gc.collect()
        gc.freeze()  # as `pbem run` does

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
        gc.unfreeze()
        return found


def lines(_peers: Path | None) -> Iterator[str]:
    """Two lines for `synchronous=NORMAL`, on which the goals stand, and two for FULL: of the games the worst; Global Pursuit."""
    for goal, of_pursuit, synchronous in ((GOAL, PURSUIT_GOAL, "NORMAL"), (FULL, PURSUIT_FULL, "FULL")):
        found = {game: measured(game, synchronous) for game in WRITING}
        pursuit = found.pop(PURSUIT)
        yield goal.worst(found)
        yield of_pursuit.line(pursuit)
