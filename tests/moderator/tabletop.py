"""Campaigns for tests: a house with a set clock, players at a table, and orders put on file as the moderator does it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from json import dumps
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from pbem.moderator import campaigns, orders, position
from pbem.moderator.campaigns import NewCampaign
from pbem.moderator.desk import Desk, House
from pbem.moderator.orders import Came
from pbem.report.renderer import Rendered, Renderer
from pbem.report.telling import Telling
from pbem.store import campaigns as campaign_rows
from pbem.store import people, seats
from pbem.store.campaigns import CampaignRow
from pbem.store.seats import SeatRow
from pbem.store.session import reading, transaction
from pbem.store.tables import Outgoing, table_of

NOON = datetime(2026, 8, 3, 12, tzinfo=UTC)
"""A Monday."""
SECRET = "5ec7e7" + "0" * 58
HOUSE = House("gm@pbem.test", gm=("boss@pbem.test",))
PLAYERS = ("Ann", "Bob", "Cleo", "Dora")


class PlainRenderer(Renderer):
    """Reports as a plain listing of all that they are made from, so that nothing told can be missed; mails as ever."""

    def report(self, telling: Telling) -> Rendered:
        told = {
            "events": telling.events,
            "view": telling.view,
            "problems": [[q.problem.message, q.line] for q in telling.problems],
            "awaited": list(telling.awaited),
            "form": telling.form,
            "deadline": telling.deadline,
            "notes": telling.notes,
            "secret": telling.secret,
            "commitment": telling.commitment,
        }
        lines = [telling.marker_begin, *(f"{key}: {dumps(value)}" for key, value in told.items()), telling.marker_end]
        return Rendered(f"[{telling.campaign}] turn {telling.turn} for {telling.reader}", "\n".join(lines))

    def render_turn(self, tellings: Iterable[Telling]) -> list[Rendered]:
        return [self.report(telling) for telling in tellings]


@dataclass
class Office:
    """One house over one database; `now` is its clock."""

    engine: Engine
    now: datetime = NOON
    house: House = HOUSE
    renderer: Renderer = field(default_factory=PlainRenderer)

    @contextmanager
    def desk(self, connection: Connection | None = None) -> Iterator[Desk]:
        """A desk in a transaction of its own, which is committed at the end of the block."""
        if connection is not None:
            yield self.desk_at(connection)
            return
        with transaction(self.engine) as own:
            yield self.desk_at(own)

    def desk_at(self, connection: Connection) -> Desk:
        return Desk(connection, self.now, b"a secret of the house", "instance", self.house, self.renderer)

    def later(self, **span: float) -> datetime:
        """Sets the clock forward."""
        self.now += timedelta(**span)
        return self.now

    def campaign(self, name: str = "tiny-1", players: Sequence[str] = PLAYERS, **asked: Any) -> CampaignRow:
        """A campaign of the tiny game with these players, not started."""
        wanted = {"game": "tiny", "timezone": "Europe/London", "deadline": "Fri 18:00", "secret": SECRET, **asked}
        with self.desk() as desk:
            made, _ = campaigns.create(desk, NewCampaign(name=name, **wanted), "gm")
            for player in players:
                sit(desk, made, player)
        return made

    def started(self, name: str = "tiny-1", players: Sequence[str] = PLAYERS, **asked: Any) -> CampaignRow:
        """The same, started."""
        from pbem.moderator.start import start

        made = self.campaign(name, players, **asked)
        with self.desk() as desk:
            return start(desk, campaign_rows.lock(desk.connection, made.id), "gm").campaign

    def row(self, name: str = "tiny-1") -> CampaignRow:
        with reading(self.engine) as connection:
            found = campaign_rows.find(connection, name)
        assert found is not None
        return found

    def outbox(self, kind: str | None = None) -> list[sa.Row[Any]]:
        """The outbox's rows, or those of that kind, in the order in which they were queued."""
        table = table_of(Outgoing)
        with reading(self.engine) as connection:
            rows = connection.execute(sa.select(table).order_by(table.c.id)).all()
        return [row for row in rows if kind in (None, row.kind)]


def address_of(player: str) -> str:
    return f"{player.lower()}@players.test"


def sit(desk: Desk, campaign: CampaignRow, player: str, luck: str = "") -> SeatRow:
    """Seats a player, as a confirmed sign-up does."""
    seat = seats.create(desk.connection, campaign.id, player, luck or f"luck of {player}", desk.now)
    person = people.register(desk.connection, address_of(player), player, desk.now)
    seats.add_member(desk.connection, seat.id, person, desk.now)
    return seat


def hand_in(desk: Desk, campaign_name: str, sheets_by_player: Mapping[str, str], letter: int | None = None) -> None:
    """Puts order sheets on file, as the moderator does with a player's mail."""
    now = position.named_running(desk, campaign_name)
    campaign, game, table = now.campaign, now.game, now.table
    for player, text in sheets_by_player.items():
        seat = seats.get(desk.connection, now.seat(player).id)
        sheet = game.read(table, game.view(table, now.state, now.filed, player), text, campaign.turn)
        if letter is not None:
            sheet = sheet.from_letter(letter)
        orders.take(desk, now, seat, Came(text, sheet, letter, desk.now))
