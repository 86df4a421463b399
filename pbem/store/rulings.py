"""Rows of rulings: the points of turns on which the GM was asked to rule, and what the GM said."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.prepared import insertion
from pbem.store.tables import Campaign, Ruling, table_of

_RULING = table_of(Ruling)
_C = _RULING.c
_CAMPAIGN = table_of(Campaign)


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A row of the rulings; its fields are the table's columns in their order (see `tables.Ruling`)."""

    id: int
    campaign_id: int
    turn: int
    attempt: int
    question: str
    given: str
    default: str
    asked_at: datetime
    ruling: str
    ruled_at: datetime | None
    ruled_by: str


_ALL = sa.select(_RULING)
_ASK = insertion(_RULING, returning=_C.id)


def ask(
    connection: Connection,
    campaign_id: int,
    turn: int,
    attempt: int,
    *,
    question: str,
    given: str,
    default: str,
    now: datetime,
) -> RulingRow:
    """Writes a point on which nobody has ruled yet, in a campaign that the caller has locked."""
    columns: dict[str, Any] = {
        "campaign_id": campaign_id,
        "turn": turn,
        "attempt": attempt,
        "question": question,
        "given": given,
        "default": default,
        "asked_at": now,
        "ruling": "",
        "ruled_at": None,
        "ruled_by": "",
    }
    return RulingRow(id=int(_ASK.one(connection, columns)), **columns)


def of_turn(connection: Connection, campaign_id: int, turn: int, attempt: int) -> list[RulingRow]:
    """The points of that attempt at a turn, in the order in which they were asked."""
    statement = _ALL.where(_C.campaign_id == campaign_id, _C.turn == turn, _C.attempt == attempt).order_by(_C.id)
    return [RulingRow(*row) for row in connection.execute(statement)]


def of_campaign(connection: Connection, campaign_id: int) -> list[RulingRow]:
    """Every point of a campaign, the newest first."""
    return [
        RulingRow(*row) for row in connection.execute(_ALL.where(_C.campaign_id == campaign_id).order_by(_C.id.desc()))
    ]


def get(connection: Connection, ruling_id: int) -> RulingRow:
    """The point of that id. Raises LookupError where there is none."""
    row = connection.execute(_ALL.where(_C.id == ruling_id)).first()
    if row is None:
        raise LookupError(f"no ruling has the id {ruling_id}")
    return RulingRow(*row)


def awaited(connection: Connection) -> list[tuple[str, RulingRow]]:
    """The points without a ruling for which a turn waits now: (campaign's name, point), by campaign, as they were asked."""
    now_played = (
        (_CAMPAIGN.c.id == _C.campaign_id) & (_CAMPAIGN.c.turn == _C.turn) & (_CAMPAIGN.c.attempt == _C.attempt)
    )
    statement = (
        sa.select(_CAMPAIGN.c.name, *_C)
        .join(_CAMPAIGN, now_played)
        .where(_CAMPAIGN.c.rule_by.is_not(None), _C.ruling == "")
        .order_by(_CAMPAIGN.c.name, _C.id)
    )
    return [(row[0], RulingRow(*row[1:])) for row in connection.execute(statement)]


def decide(connection: Connection, ruling_id: int, ruling: str, who: str, now: datetime) -> None:
    """Writes what the GM says on a point; a later word takes the place of an earlier one."""
    values = {"ruling": ruling, "ruled_at": now, "ruled_by": who}
    connection.execute(sa.update(_RULING).where(_C.id == ruling_id).values(**values))
