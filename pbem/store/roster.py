"""Who plays where, with every address and how it fares: for the GM."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.tables import Address, Campaign, Member, Person, Seat, table_of

_SEAT = table_of(Seat)
_MEMBER = table_of(Member)
_ADDRESS = table_of(Address)
_PERSON = table_of(Person)
_CAMPAIGN = table_of(Campaign)


@dataclass(frozen=True, slots=True)
class Entry:
    """An address of somebody who plays a seat now. `member`: that person's name. `preferred`: mail goes there. `suspended_at`:
    since when it does not, because mails came back; else None."""

    campaign: str
    number: int
    seat: str
    member: str
    since: datetime
    address: str
    preferred: bool
    reminders: bool
    bounce_score: int
    suspended_at: datetime | None


_ENTRIES = (
    sa.select(
        _CAMPAIGN.c.name,
        _SEAT.c.number,
        _SEAT.c.name,
        _PERSON.c.name,
        _MEMBER.c.since,
        _ADDRESS.c.address,
        _ADDRESS.c.preferred,
        _ADDRESS.c.reminders,
        _ADDRESS.c.bounce_score,
        _ADDRESS.c.suspended_at,
    )
    .select_from(_SEAT)
    .join(_CAMPAIGN, _CAMPAIGN.c.id == _SEAT.c.campaign_id)
    .join(_MEMBER, (_MEMBER.c.seat_id == _SEAT.c.id) & _MEMBER.c.until.is_(None))
    .join(_PERSON, _PERSON.c.id == _MEMBER.c.person_id)
    .join(_ADDRESS, (_ADDRESS.c.person_id == _MEMBER.c.person_id) & _ADDRESS.c.confirmed_at.is_not(None))
    .order_by(_CAMPAIGN.c.name, _SEAT.c.number, _MEMBER.c.id, _ADDRESS.c.preferred.desc(), _ADDRESS.c.id)
)


def unreachable(connection: Connection, campaign_id: int) -> frozenset[str]:
    """The seats of a campaign to which no mail goes, since every address that it would go to is suspended."""
    wanted = [entry for entry in entries(connection, campaign_id) if entry.preferred]
    reached = {entry.seat for entry in wanted if entry.suspended_at is None}
    return frozenset(entry.seat for entry in wanted) - reached


def entries(connection: Connection, campaign_id: int | None = None) -> list[Entry]:
    """Every registered address of the present players, of one campaign or of all, by campaign, seat and player."""
    found = _ENTRIES if campaign_id is None else _ENTRIES.where(_CAMPAIGN.c.id == campaign_id)
    return [Entry(*tuple(row)) for row in connection.execute(found)]
