"""Rows of seats: who sits there, what is on file, and where their mail goes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.prepared import Prepared
from pbem.store.tables import Address, Member, Seat, table_of

_SEAT = table_of(Seat)
_MEMBER = table_of(Member)
_ADDRESS = table_of(Address)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A row of the seats; its fields are the table's columns in their order (see `tables.Seat`)."""

    id: int
    campaign_id: int
    number: int
    name: str
    luck: str
    filed: Sequence[Any]
    wrote: bool
    revision: int
    asked: str
    step: int
    asked_in: int
    due_at: datetime | None
    remind_at: datetime | None
    joined_at: datetime


@dataclass(frozen=True, slots=True)
class Recipient:
    """One address to which a seat's mail goes. `reminders`: whether its owner wants them."""

    seat_id: int
    person_id: int
    address_id: int
    address: str
    reminders: bool


_OF_CAMPAIGN = Prepared(
    sa.select(_SEAT).where(_SEAT.c.campaign_id == sa.bindparam("campaign")).order_by(_SEAT.c.number)
)
_BY_ID = sa.select(_SEAT).where(_SEAT.c.id == sa.bindparam("seat"))
_RECIPIENTS = Prepared(
    sa.select(_MEMBER.c.seat_id, _MEMBER.c.person_id, _ADDRESS.c.id, _ADDRESS.c.address, _ADDRESS.c.reminders)
    .join(_SEAT, _SEAT.c.id == _MEMBER.c.seat_id)
    .join(_ADDRESS, _ADDRESS.c.person_id == _MEMBER.c.person_id)
    .where(
        _SEAT.c.campaign_id == sa.bindparam("campaign"),
        _MEMBER.c.until.is_(None),
        _ADDRESS.c.confirmed_at.is_not(None),
        _ADDRESS.c.preferred == sa.true(),
    )
    .order_by(_SEAT.c.number, _MEMBER.c.id, _ADDRESS.c.id)
)
_PUT_ON_FILE = Prepared(
    sa.update(_SEAT)
    .where(_SEAT.c.id == sa.bindparam("seat"))
    .values(filed=sa.bindparam("orders"), wrote=sa.bindparam("has_written"), revision=sa.bindparam("sheets"))
)
_KEPT = ("filed", "wrote", "asked", "step", "asked_in", "due_at", "remind_at")
_KEEP = Prepared(
    sa.update(_SEAT)
    .where(_SEAT.c.id == sa.bindparam("seat"))
    .values({name: sa.bindparam(f"new_{name}") for name in _KEPT})
)


def create(connection: Connection, campaign_id: int, name: str, luck: str, now: datetime) -> SeatRow:
    """Writes a seat after the last one of that campaign (which is to be locked). Raises IntegrityError for a taken name."""
    last = connection.execute(sa.select(sa.func.max(_SEAT.c.number)).where(_SEAT.c.campaign_id == campaign_id)).scalar()
    columns: dict[str, Any] = {
        "campaign_id": campaign_id,
        "number": (last or 0) + 1,
        "name": name,
        "luck": luck,
        "filed": [],
        "wrote": False,
        "revision": 0,
        "asked": "",
        "step": 0,
        "asked_in": 0,
        "due_at": None,
        "remind_at": None,
        "joined_at": now,
    }
    created = connection.execute(sa.insert(_SEAT).values(**columns)).inserted_primary_key
    assert created is not None
    return SeatRow(id=int(created[0]), **columns)


def of_campaign(connection: Connection, campaign_id: int) -> list[SeatRow]:
    """The seats of a campaign in seat order, which is the order of sign-up."""
    return [SeatRow(*row) for row in _OF_CAMPAIGN.all(connection, {"campaign": campaign_id})]


def counts(connection: Connection) -> dict[int, int]:
    """How many seats each campaign has, by the campaign's id; one without seats is left out."""
    statement = sa.select(_SEAT.c.campaign_id, sa.func.count()).group_by(_SEAT.c.campaign_id)
    return {row[0]: row[1] for row in connection.execute(statement)}


def get(connection: Connection, seat_id: int) -> SeatRow:
    """The seat of that id. Raises LookupError where there is none."""
    row = connection.execute(_BY_ID, {"seat": seat_id}).first()
    if row is None:
        raise LookupError(f"no seat has the id {seat_id}")
    return SeatRow(*row)


def recipients(connection: Connection, campaign_id: int) -> list[Recipient]:
    """Where the mail of a campaign's seats goes: the preferred, confirmed addresses of the present members, by seat."""
    return [Recipient(*row) for row in _RECIPIENTS.all(connection, {"campaign": campaign_id})]


def recipients_of(connection: Connection, seat: SeatRow) -> list[Recipient]:
    """Where the mail of one seat goes."""
    return [reader for reader in recipients(connection, seat.campaign_id) if reader.seat_id == seat.id]


def put_on_file(connection: Connection, seat: SeatRow, filed: Sequence[Any], *, wrote: bool, revision: int) -> None:
    """What a seat has on file from now on, in a campaign that the caller has locked."""
    row = {"seat": seat.id, "orders": filed, "has_written": wrote, "sheets": revision}
    _PUT_ON_FILE.run(connection, row)


def keep(connection: Connection, sitting: Sequence[SeatRow]) -> None:
    """Writes what these seats have on file and what is asked of them, in a campaign that the caller has locked."""
    _KEEP.run_each(
        connection,
        [{"seat": seat.id, **{f"new_{name}": getattr(seat, name) for name in _KEPT}} for seat in sitting],
    )


def add_member(connection: Connection, seat_id: int, person_id: int, now: datetime) -> None:
    """Seats a person, beside whoever plays there."""
    connection.execute(sa.insert(_MEMBER), {"seat_id": seat_id, "person_id": person_id, "since": now, "until": None})


def end_member(connection: Connection, seat_id: int, person_id: int, now: datetime) -> None:
    """Ends the play of one person at a seat, whoever else plays there."""
    present = sa.and_(_MEMBER.c.seat_id == seat_id, _MEMBER.c.person_id == person_id, _MEMBER.c.until.is_(None))
    connection.execute(sa.update(_MEMBER).where(present).values(until=now))


def end_members(connection: Connection, seat_id: int, now: datetime) -> list[int]:
    """Ends the play of all present members of a seat, and gives their persons."""
    present = sa.and_(_MEMBER.c.seat_id == seat_id, _MEMBER.c.until.is_(None))
    persons = list(connection.execute(sa.select(_MEMBER.c.person_id).where(present)).scalars())
    connection.execute(sa.update(_MEMBER).where(present).values(until=now))
    return persons
