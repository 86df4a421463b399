"""Rows of campaigns: found, locked, and changed only by whoever has seen their latest version."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.prepared import Prepared
from pbem.store.tables import Campaign, CampaignStatus, table_of

_CAMPAIGN = table_of(Campaign)


class Overtaken(Exception):
    """Somebody else has changed the campaign since it was read: nothing was written, and it is to be done anew."""


@dataclass(frozen=True, slots=True)
class CampaignRow:
    """A row of the campaigns; its fields are the table's columns in their order (see `tables.Campaign`)."""

    id: int
    name: str
    game: str
    rules_version: int
    status: CampaignStatus
    options: Mapping[str, Any]
    decks: Mapping[str, Any]
    min_players: int
    max_players: int
    timezone: str
    schedule: str
    move_time: int
    early: bool
    reports: str
    start_when_full: bool
    reminder_hours: int
    waits_unreachable: bool
    ruling_time: int
    rulings: Mapping[str, Mapping[str, str]]
    secret: str = field(repr=False)
    commitment: str
    turn: int
    attempt: int
    due_at: datetime | None
    due_sequence: int
    remind_at: datetime | None
    report_at: datetime | None
    look: bool
    waiting: str
    rule_by: datetime | None
    rule_due: Sequence[str]
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    version: int


_ALL = sa.select(_CAMPAIGN)
_BY_ID = _ALL.where(_CAMPAIGN.c.id == sa.bindparam("campaign"))
_READ = Prepared(_BY_ID)
_LOCKED = Prepared(_BY_ID.with_for_update())
_BY_NAME = _ALL.where(_CAMPAIGN.c.name == sa.bindparam("campaign"))
_LOOK = Prepared(
    sa.update(_CAMPAIGN)
    .where(_CAMPAIGN.c.id == sa.bindparam("campaign"))
    .values(look=sa.true(), version=_CAMPAIGN.c.version + 1)
)
_RUNNING = _CAMPAIGN.c.status == CampaignStatus.RUNNING
_FREE = _RUNNING & _CAMPAIGN.c.rule_by.is_(None)
"""Running, and no turn of it waits for the GM's rulings."""
_DUE_AT = sa.func.coalesce(_CAMPAIGN.c.rule_by, _CAMPAIGN.c.due_at, type_=_CAMPAIGN.c.due_at.type)


def create(connection: Connection, **columns: Any) -> int:
    """Writes a new campaign, and gives its id. Raises IntegrityError where the name is taken."""
    created = connection.execute(sa.insert(_CAMPAIGN).values(**columns))
    key = created.inserted_primary_key
    assert key is not None
    return int(key[0])


def find(connection: Connection, name: str) -> CampaignRow | None:
    """The campaign of that name, whatever its case; None where there is none."""
    row = connection.execute(_BY_NAME, {"campaign": name.lower()}).first()
    return CampaignRow(*row) if row else None


def get(connection: Connection, campaign_id: int) -> CampaignRow:
    """The campaign of that id, to be read. Raises LookupError where there is none."""
    return _one(connection, _READ, campaign_id)


def lock(connection: Connection, campaign_id: int) -> CampaignRow:
    """The campaign, and until the transaction ends nobody else can lock it: for whatever changes it, its seats or turns.

    On SQLite a transaction that may write is the only one anyway. Raises LookupError where there is none.
    """
    return _one(connection, _LOCKED, campaign_id)


def listed(connection: Connection, status: CampaignStatus | None = None) -> list[CampaignRow]:
    """The campaigns of that status, or all, by name."""
    statement = _ALL.order_by(_CAMPAIGN.c.name)
    if status is not None:
        statement = statement.where(_CAMPAIGN.c.status == status)
    return [CampaignRow(*row) for row in connection.execute(statement)]


def change(connection: Connection, campaign: CampaignRow, **columns: Any) -> CampaignRow:
    """Changes the row if it is still the version that was read, and gives it as it now is. Raises Overtaken if it is not."""
    columns["version"] = campaign.version + 1
    new = {f"new_{name}": value for name, value in columns.items()}
    changed = _change(frozenset(columns)).run(connection, {**new, "campaign": campaign.id, "seen": campaign.version})
    if changed != 1:
        raise Overtaken(f"campaign {campaign.name} is no longer at version {campaign.version}")
    return replace(campaign, **columns)


def look_at(connection: Connection, campaign_id: int) -> None:
    """Has a campaign, which the caller has locked, asked at the next tick whether play can go on."""
    _LOOK.run(connection, {"campaign": campaign_id})


def write(connection: Connection, before: CampaignRow, after: CampaignRow) -> CampaignRow:
    """Writes what differs between the row as it was read and as it is to be. Raises Overtaken as `change` does."""
    names = (name for name in CampaignRow.__dataclass_fields__ if getattr(after, name) != getattr(before, name))
    return change(connection, before, **{name: getattr(after, name) for name in names})


@cache
def _change(columns: frozenset[str]) -> Prepared:
    seen = (_CAMPAIGN.c.id == sa.bindparam("campaign")) & (_CAMPAIGN.c.version == sa.bindparam("seen"))
    values: dict[str, Any] = {name: sa.bindparam(f"new_{name}") for name in sorted(columns)}
    return Prepared(sa.update(_CAMPAIGN).where(seen).values(values))


def due(connection: Connection, now: datetime) -> list[int]:
    """The running campaigns whose deadline has come, or the end of the time for the GM's rulings, the longest overdue first."""
    over = sa.or_(_CAMPAIGN.c.rule_by.is_(None) & (_CAMPAIGN.c.due_at <= now), _CAMPAIGN.c.rule_by <= now)
    statement = sa.select(_CAMPAIGN.c.id).where(_RUNNING, over).order_by(_CAMPAIGN.c.due_at, _CAMPAIGN.c.id)
    return list(connection.execute(statement).scalars())


def next_due(connection: Connection) -> datetime | None:
    """The first deadline of a running campaign, or the first end of the time for rulings, past or to come; None without any."""
    found: datetime | None = connection.execute(sa.select(sa.func.min(_DUE_AT)).where(_RUNNING)).scalar()
    return found


def to_look_at(connection: Connection) -> list[int]:
    """The running campaigns in which orders came since it was last asked whether play can go on early."""
    statement = sa.select(_CAMPAIGN.c.id).where(_FREE, _CAMPAIGN.c.look == sa.true()).order_by(_CAMPAIGN.c.id)
    return list(connection.execute(statement).scalars())


def to_report(connection: Connection, now: datetime) -> list[int]:
    """The running campaigns whose gathered reports are to go out, the earliest first."""
    return _come(connection, _CAMPAIGN.c.report_at, now)


def to_remind(connection: Connection, now: datetime) -> list[int]:
    """The running campaigns whose time to remind has come, the earliest first."""
    return _come(connection, _CAMPAIGN.c.remind_at, now)


def _come(connection: Connection, time: sa.ColumnElement[datetime], now: datetime) -> list[int]:
    statement = sa.select(_CAMPAIGN.c.id).where(_FREE, time <= now).order_by(time, _CAMPAIGN.c.id)
    return list(connection.execute(statement).scalars())


def _one(connection: Connection, statement: Prepared, campaign_id: int) -> CampaignRow:
    row = statement.first(connection, {"campaign": campaign_id})
    if row is None:
        raise LookupError(f"no campaign has the id {campaign_id}")
    return CampaignRow(*row)
