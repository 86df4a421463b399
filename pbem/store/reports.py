"""Rows of reports: every turn's, as sent, one a seat and one for the public."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.prepared import insertion
from pbem.store.tables import Outgoing, Report, Turn, table_of

_REPORT = table_of(Report)
_TURN = table_of(Turn)
_OUTBOX = table_of(Outgoing)

_ADD = insertion(_REPORT, returning=_REPORT.c.id)


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A row of the reports; its fields are the table's columns in their order. `seat_id` is None for the public one."""

    id: int
    turn_id: int
    seat_id: int | None
    subject: str
    text: str
    html: str


def add(
    connection: Connection, turn_id: int, told: Sequence[tuple[int | None, str, str, str]]
) -> dict[int | None, int]:
    """Keeps the reports of a turn, (seat or None for the public, subject, text, HTML) each, and gives their ids by seat."""
    ids = {}
    for seat_id, subject, text, html in told:
        row = {"turn_id": turn_id, "seat_id": seat_id, "subject": subject, "text": text, "html": html}
        ids[seat_id] = int(_ADD.one(connection, row))
    return ids


def of_turn(connection: Connection, turn_id: int, seat_id: int | None) -> ReportRow | None:
    """A seat's report of a turn, or with None the public one; None where the turn has none."""
    statement = sa.select(_REPORT).where(_REPORT.c.turn_id == turn_id, _REPORT.c.seat_id.is_not_distinct_from(seat_id))
    row = connection.execute(statement).first()
    return ReportRow(*row) if row else None


def of_seat(connection: Connection, campaign_id: int, seat_id: int | None) -> list[tuple[int, ReportRow]]:
    """The reports to a seat, or with None to the public, of every turn in force: (number of the turn, report), by number."""
    statement = (
        sa.select(_TURN.c.number, *_REPORT.c)
        .join(_TURN, _TURN.c.id == _REPORT.c.turn_id)
        .where(
            _TURN.c.campaign_id == campaign_id,
            _TURN.c.withdrawn_at.is_(None),
            _REPORT.c.seat_id.is_not_distinct_from(seat_id),
        )
        .order_by(_TURN.c.number)
    )
    return [(row[0], ReportRow(*row[1:])) for row in connection.execute(statement)]


def last_numbers(connection: Connection, campaign_id: int) -> dict[int, int]:
    """The number of the last turn in force of which each seat, by its id, has been sent a report."""
    statement = (
        sa.select(_REPORT.c.seat_id, sa.func.max(_TURN.c.number))
        .join(_TURN, _TURN.c.id == _REPORT.c.turn_id)
        .where(_TURN.c.campaign_id == campaign_id, _TURN.c.withdrawn_at.is_(None), _REPORT.c.seat_id.is_not(None))
        .group_by(_REPORT.c.seat_id)
    )
    return {row[0]: row[1] for row in connection.execute(statement)}


def last_number(connection: Connection, seat_id: int, at: datetime) -> int:
    """The number of the last turn in force of which a report had been queued for that seat by that instant; 0 for none."""
    statement = (
        sa.select(sa.func.max(_TURN.c.number))
        .join(_REPORT, _TURN.c.id == _REPORT.c.turn_id)
        .join(_OUTBOX, _OUTBOX.c.report_id == _REPORT.c.id)
        .where(_OUTBOX.c.seat_id == seat_id, _OUTBOX.c.created_at <= at, _TURN.c.withdrawn_at.is_(None))
    )
    return int(connection.execute(statement).scalar() or 0)


def turn_of_subject(connection: Connection, seat_id: int, subject: str) -> int | None:
    """The number of the last turn whose report to that seat has that subject; None where none has."""
    statement = (
        sa.select(sa.func.max(_TURN.c.number))
        .join(_REPORT, _TURN.c.id == _REPORT.c.turn_id)
        .where(_REPORT.c.seat_id == seat_id, _REPORT.c.subject == subject)
    )
    found: int | None = connection.execute(statement).scalar()
    return found


def latest_text(connection: Connection, campaign_id: int, seat_id: int) -> str:
    """The text of the last report to that seat of a turn in force; empty where there is none."""
    statement = (
        sa.select(_REPORT.c.text)
        .join(_TURN, _TURN.c.id == _REPORT.c.turn_id)
        .where(_TURN.c.campaign_id == campaign_id, _TURN.c.withdrawn_at.is_(None), _REPORT.c.seat_id == seat_id)
        .order_by(_TURN.c.number.desc())
        .limit(1)
    )
    return str(connection.execute(statement).scalar() or "")


def latest_page(connection: Connection, campaign_id: int, seat_id: int, number: int) -> str:
    """The HTML of the last report to that seat of the turn of that number, also of a withdrawn one; empty where there is none."""
    statement = (
        sa.select(_REPORT.c.html)
        .join(_TURN, _TURN.c.id == _REPORT.c.turn_id)
        .where(_TURN.c.campaign_id == campaign_id, _TURN.c.number == number, _REPORT.c.seat_id == seat_id)
        .order_by(_REPORT.c.id.desc())
        .limit(1)
    )
    return str(connection.execute(statement).scalar() or "")
