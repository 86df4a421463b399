"""Rows of turns: appended, read, and marked as withdrawn; never changed otherwise."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.prepared import Prepared, insertion
from pbem.store.tables import Turn, table_of

_TURN = table_of(Turn)


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A row of the turns; its fields are the table's columns in their order (see `tables.Turn`)."""

    id: int
    campaign_id: int
    number: int
    attempt: int
    rules_version: int
    due_at: datetime | None
    adjudicated_at: datetime
    withdrawn_at: datetime | None
    given: Mapping[str, Any]
    state: dict[str, Any]
    events: Sequence[dict[str, Any]]
    filed: Mapping[str, Any]
    problems: Mapping[str, Any]
    chance: Mapping[str, Any]
    public_view: dict[str, Any]


_IN_FORCE = (_TURN.c.campaign_id == sa.bindparam("campaign")) & _TURN.c.withdrawn_at.is_(None)
_LATEST = sa.select(_TURN).where(_IN_FORCE).order_by(_TURN.c.number.desc()).limit(1)
_LATEST_STATE = Prepared(
    sa.select(_TURN.c.number, _TURN.c.state).where(_IN_FORCE).order_by(_TURN.c.number.desc()).limit(1)
)
_NUMBERED = sa.select(_TURN).where(_IN_FORCE, _TURN.c.number == sa.bindparam("turn"))
_APPEND = insertion(_TURN, returning=_TURN.c.id)


def append(connection: Connection, **columns: Any) -> int:
    """Writes a turn, and gives its id. Raises IntegrityError where that attempt exists or another one is in force."""
    return int(_APPEND.one(connection, columns))


def latest(connection: Connection, campaign_id: int) -> TurnRow | None:
    """The last turn in force, the start (number 0) included; None before the start."""
    row = connection.execute(_LATEST, {"campaign": campaign_id}).first()
    return TurnRow(*row) if row else None


def latest_state(connection: Connection, campaign_id: int) -> tuple[int, dict[str, Any]]:
    """Number and state of the last turn in force. Raises LookupError before the start."""
    row = _LATEST_STATE.first(connection, {"campaign": campaign_id})
    if row is None:
        raise LookupError(f"the campaign with the id {campaign_id} has no turn")
    return row[0], row[1]


def latest_number(connection: Connection, campaign_id: int) -> int | None:
    """The number of the last turn in force, 0 for the start; None before it."""
    statement = sa.select(sa.func.max(_TURN.c.number)).where(_IN_FORCE)
    found: int | None = connection.execute(statement, {"campaign": campaign_id}).scalar()
    return found


def latest_at(connection: Connection, campaign_id: int) -> datetime | None:
    """When the last turn in force was adjudicated; None before the start."""
    statement = sa.select(sa.func.max(_TURN.c.adjudicated_at)).where(_IN_FORCE)
    found: datetime | None = connection.execute(statement, {"campaign": campaign_id}).scalar()
    return found


def begun_before(connection: Connection, campaign_id: int, at: datetime) -> int | None:
    """The number of the last turn in force that had been adjudicated by that instant; None for an instant before the start."""
    statement = sa.select(sa.func.max(_TURN.c.number)).where(_IN_FORCE, _TURN.c.adjudicated_at <= at)
    found: int | None = connection.execute(statement, {"campaign": campaign_id}).scalar()
    return found


def attempt_at(connection: Connection, campaign_id: int, at: datetime) -> int:
    """The attempt that was being played at that instant: each time that turns are withdrawn another one begins."""
    times = sa.select(sa.func.count(sa.distinct(_TURN.c.withdrawn_at)))
    gone = times.where(_TURN.c.campaign_id == campaign_id, _TURN.c.withdrawn_at <= at)
    return 1 + int(connection.execute(gone).scalar() or 0)


def numbered(connection: Connection, campaign_id: int, number: int) -> TurnRow | None:
    """The turn of that number that is in force; None where there is none."""
    row = connection.execute(_NUMBERED, {"campaign": campaign_id, "turn": number}).first()
    return TurnRow(*row) if row else None


def get(connection: Connection, turn_id: int) -> TurnRow:
    """The turn of that id, withdrawn or not. Raises LookupError where there is none."""
    row = connection.execute(sa.select(_TURN).where(_TURN.c.id == turn_id)).first()
    if row is None:
        raise LookupError(f"no turn has the id {turn_id}")
    return TurnRow(*row)


def since(connection: Connection, campaign_id: int, number: int) -> list[TurnRow]:
    """The turns in force after that number, in order."""
    statement = sa.select(_TURN).where(_IN_FORCE, _TURN.c.number > number).order_by(_TURN.c.number)
    return [TurnRow(*row) for row in connection.execute(statement, {"campaign": campaign_id})]


def in_force(connection: Connection, campaign_id: int) -> Iterator[TurnRow]:
    """The turns in force by number, read one at a time."""
    statement = sa.select(_TURN).where(_IN_FORCE).order_by(_TURN.c.number)
    for row in connection.execute(statement, {"campaign": campaign_id}):
        yield TurnRow(*row)


def withdraw(connection: Connection, campaign_id: int, first: int, now: datetime) -> list[int]:
    """Marks the turns in force from that number on as withdrawn, and gives their numbers in order."""
    gone = sa.and_(_TURN.c.campaign_id == campaign_id, _TURN.c.number >= first, _TURN.c.withdrawn_at.is_(None))
    numbers = list(connection.execute(sa.select(_TURN.c.number).where(gone).order_by(_TURN.c.number)).scalars())
    connection.execute(sa.update(_TURN).where(gone).values(withdrawn_at=now))
    return numbers


def was_withdrawn(connection: Connection, campaign_id: int, number: int) -> bool:
    """Whether a turn of that number has been adjudicated and withdrawn."""
    gone = sa.and_(_TURN.c.campaign_id == campaign_id, _TURN.c.number == number, _TURN.c.withdrawn_at.is_not(None))
    return connection.execute(sa.select(_TURN.c.id).where(gone).limit(1)).first() is not None
