"""Rows of people and their addresses: who an address belongs to, which seats that person plays, where answers go."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.prepared import Prepared
from pbem.store.tables import Address, Campaign, CampaignStatus, Member, Person, Seat, table_of

_PERSON = table_of(Person)
_ADDRESS = table_of(Address)
_MEMBER = table_of(Member)
_SEAT = table_of(Seat)
_CAMPAIGN = table_of(Campaign)


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat that a person plays now, and its campaign."""

    seat_id: int
    seat: str
    campaign_id: int
    campaign: str
    status: CampaignStatus
    turn: int


@dataclass(frozen=True, slots=True)
class Registered:
    """A person known by a confirmed address, and the seats that they play now, the newest campaign last."""

    person_id: int
    name: str
    reminders: bool
    chairs: tuple[Chair, ...]


_CHAIR = (_SEAT.c.id, _SEAT.c.name, _CAMPAIGN.c.id, _CAMPAIGN.c.name, _CAMPAIGN.c.status, _CAMPAIGN.c.turn)
_KNOWN = Prepared(
    sa.select(_PERSON.c.id, _PERSON.c.name, _ADDRESS.c.reminders, *_CHAIR)
    .select_from(_ADDRESS)
    .join(_PERSON, _PERSON.c.id == _ADDRESS.c.person_id)
    .outerjoin(_MEMBER, (_MEMBER.c.person_id == _PERSON.c.id) & _MEMBER.c.until.is_(None))
    .outerjoin(_SEAT, _SEAT.c.id == _MEMBER.c.seat_id)
    .outerjoin(_CAMPAIGN, _CAMPAIGN.c.id == _SEAT.c.campaign_id)
    .where(_ADDRESS.c.address == sa.bindparam("sender"), _ADDRESS.c.confirmed_at.is_not(None))
    .order_by(_CAMPAIGN.c.id, _SEAT.c.id)
)
_CHAIR_BY_SEAT = (
    sa.select(*_CHAIR).join(_CAMPAIGN, _CAMPAIGN.c.id == _SEAT.c.campaign_id).where(_SEAT.c.id == sa.bindparam("seat"))
)
_OF_SEAT = (
    sa.select(_ADDRESS.c.address)
    .join(_MEMBER, _MEMBER.c.person_id == _ADDRESS.c.person_id)
    .where(
        _MEMBER.c.seat_id == sa.bindparam("seat"),
        _MEMBER.c.until.is_(None),
        _ADDRESS.c.confirmed_at.is_not(None),
        _ADDRESS.c.preferred == sa.true(),
    )
    .order_by(_MEMBER.c.id, _ADDRESS.c.id)
)


def registered(connection: Connection, address: str) -> Registered | None:
    """The person whose confirmed address that is (in lower case), with the seats played now; None for a stranger."""
    rows = _KNOWN.all(connection, {"sender": address})
    if not rows:
        return None
    person_id, name, reminders = rows[0][:3]
    return Registered(person_id, name, reminders, tuple(Chair(*row[3:]) for row in rows if row[3] is not None))


def chair(connection: Connection, seat_id: int) -> Chair:
    """That seat and its campaign, whoever plays it. Raises LookupError where there is none."""
    row = connection.execute(_CHAIR_BY_SEAT, {"seat": seat_id}).first()
    if row is None:
        raise LookupError(f"no seat has the id {seat_id}")
    return Chair(*row)


def addresses_of_seat(connection: Connection, seat_id: int) -> list[str]:
    """Where a seat's mail goes: the preferred, confirmed addresses of its present members."""
    return list(connection.execute(_OF_SEAT, {"seat": seat_id}).scalars())


def members(connection: Connection, seat_id: int) -> list[int]:
    """The persons who play that seat now."""
    statement = sa.select(_MEMBER.c.person_id).where(_MEMBER.c.seat_id == seat_id, _MEMBER.c.until.is_(None))
    return list(connection.execute(statement.order_by(_MEMBER.c.id)).scalars())


def named_members(connection: Connection, seat_id: int) -> list[tuple[int, str]]:
    """The persons who play that seat now, each with the name, in the order in which they came."""
    statement = (
        sa.select(_PERSON.c.id, _PERSON.c.name)
        .join(_MEMBER, _MEMBER.c.person_id == _PERSON.c.id)
        .where(_MEMBER.c.seat_id == seat_id, _MEMBER.c.until.is_(None))
        .order_by(_MEMBER.c.id)
    )
    return [(row[0], row[1]) for row in connection.execute(statement)]


def register(connection: Connection, address: str, name: str, now: datetime) -> int:
    """The person of that address, which is confirmed from now on; a new person of that name where nobody has it."""
    row = connection.execute(
        sa.select(_ADDRESS.c.person_id, _ADDRESS.c.confirmed_at).where(_ADDRESS.c.address == address)
    ).first()
    if row is None:
        person_id = _create(connection, name, now)
        add_address(connection, person_id, address, now, preferred=True)
        return person_id
    if row.confirmed_at is None:
        connection.execute(sa.update(_ADDRESS).where(_ADDRESS.c.address == address).values(confirmed_at=now))
    return int(row.person_id)


def add_address(
    connection: Connection, person_id: int, address: str, now: datetime, *, preferred: bool = False
) -> bool:
    """Confirms one more address of a person. False, and nothing is written, where somebody has that address."""
    taken = connection.execute(sa.select(_ADDRESS.c.id).where(_ADDRESS.c.address == address)).first()
    if taken:
        return False
    row = {"person_id": person_id, "address": address, "confirmed_at": now, "preferred": preferred}
    connection.execute(sa.insert(_ADDRESS).values(**row))
    return True


def prefer(connection: Connection, person_id: int, address: str, *, only: bool) -> None:
    """Lets mail go to that address of a person; with `only`, to none of their others."""
    mine = _ADDRESS.c.person_id == person_id
    if only:
        connection.execute(sa.update(_ADDRESS).where(mine).values(preferred=False))
    connection.execute(sa.update(_ADDRESS).where(mine, _ADDRESS.c.address == address).values(preferred=True))


def want_reminders(connection: Connection, person_ids: Sequence[int], wanted: bool) -> None:
    """Whether these persons are reminded of deadlines from now on, at every address of theirs."""
    connection.execute(sa.update(_ADDRESS).where(_ADDRESS.c.person_id.in_(list(person_ids))).values(reminders=wanted))


def _create(connection: Connection, name: str, now: datetime) -> int:
    created = connection.execute(sa.insert(_PERSON).values(name=name[:80], created_at=now)).inserted_primary_key
    assert created is not None
    return int(created[0])
