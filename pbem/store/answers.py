"""What our mails to an address or a seat were: for the caps on answers, for threads, and to know our own words again."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.prepared import Prepared
from pbem.store.tables import OutboxState, Outgoing, Report, table_of

_OUTBOX = table_of(Outgoing)
_REPORT = table_of(Report)
_C = _OUTBOX.c


@dataclass(frozen=True, slots=True)
class Answered:
    """The automatic answers to an address: since an hour ago, since a day ago, and the same text since an hour ago.

    `errors`: those of the day that told an error.
    """

    hour: int
    day: int
    same: int
    errors: int


@dataclass(frozen=True, slots=True)
class Sent:
    """A mail of ours that somebody's mail answers. `thread`: the Message-IDs that it answered itself, the turn's root first.

    `key`: that of its row in the outbox, `at`: when it was queued. `letter_id`: the letter that caused it, None for none. `kind`:
    as in Message.
    """

    message_id: str
    key: str
    kind: str
    letter_id: int | None
    seat_id: int | None
    campaign_id: int | None
    to: str
    at: datetime
    thread: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Copy:
    """An answer as it was queued, to be sent again as it was."""

    key: str
    message: dict[str, Any]
    text: str
    html: str
    campaign_id: int | None
    seat_id: int | None


_LONGEST_WAIT = timedelta(days=1)
"""For how long an answer over a cap waits at most; it counts when it has gone."""

_AT = sa.func.coalesce(_C.sent_at, _C.created_at)
_SINCE_HOUR = sa.bindparam("hour_ago") < _AT
_SINCE_DAY = sa.bindparam("day_ago") < _AT
_COUNT = Prepared(
    sa.select(
        sa.func.sum(sa.case((_SINCE_HOUR, 1), else_=0)),
        sa.func.count(_C.id),
        sa.func.sum(sa.case((_SINCE_HOUR & (_C.text == sa.bindparam("said")), 1), else_=0)),
        sa.func.sum(sa.case((_C.kind == "error", 1), else_=0)),
    ).where(
        _C.to == sa.bindparam("address"),
        _C.automatic == sa.true(),
        _C.created_at > sa.bindparam("queued_since"),
        _SINCE_DAY,
    )
)
_TEXTS = Prepared(
    sa.select(sa.func.coalesce(_REPORT.c.text, _C.text))
    .select_from(_OUTBOX)
    .outerjoin(_REPORT, _REPORT.c.id == _C.report_id)
    .where(_C.seat_id == sa.bindparam("seat"))
    .order_by(_C.id.desc())
    .limit(sa.bindparam("most"))
)
_REPORTS = Prepared(
    sa.select(_REPORT.c.text)
    .where(_REPORT.c.seat_id == sa.bindparam("seat"))
    .order_by(_REPORT.c.id.desc())
    .limit(sa.bindparam("most"))
)


def count(connection: Connection, address: str, text: str, hour_ago: datetime, day_ago: datetime) -> Answered:
    """How often that address was answered automatically since these instants."""
    values = {
        "address": address,
        "said": text,
        "hour_ago": hour_ago,
        "day_ago": day_ago,
        "queued_since": day_ago - _LONGEST_WAIT,
    }
    row = _COUNT.first(connection, values)
    assert row is not None
    return Answered(*(int(number or 0) for number in row))


def postponed(connection: Connection, address: str, kind: str, now: datetime) -> list[int]:
    """The answers of that kind to that address that wait for a time to come, by id."""
    waits = (_C.state == OutboxState.QUEUED) & (_C.next_try_at > now)
    statement = sa.select(_C.id).where(_C.to == address, _C.kind == kind, _C.automatic == sa.true(), waits)
    return list(connection.execute(statement.where(_C.attempts == 0)).scalars())


def overtake(connection: Connection, outbox_ids: Sequence[int], error: str) -> None:
    """These mails are not sent: a later one says all that they say."""
    connection.execute(
        sa.update(_OUTBOX).where(_C.id.in_(list(outbox_ids))).values(state=OutboxState.EXPIRED, error=error)
    )


def texts_to_seat(connection: Connection, seat_id: int, most: int) -> list[str]:
    """The texts of the latest mails to a seat, the newest first; behind them its latest reports, which may be older.

    At most `most` of both.
    """
    of_seat = {"seat": seat_id, "most": most}
    found = [row[0] for row in _TEXTS.all(connection, of_seat)]
    return found if len(found) < most else [*found, *(row[0] for row in _REPORTS.all(connection, of_seat))]


def subjects_to_seat(connection: Connection, seat_id: int, most: int) -> list[str]:
    """The subjects of the latest mails to a seat, the newest first, at most `most`."""
    statement = sa.select(_C.message).where(_C.seat_id == seat_id).order_by(_C.id.desc()).limit(most)
    return [str(message["subject"]) for message in connection.execute(statement).scalars()]


def by_message_id(connection: Connection, message_ids: Sequence[str]) -> list[Sent]:
    """Those of these Message-IDs that are mails of ours, in the order given."""
    rows = connection.execute(sa.select(*_SENT).where(_C.message_id.in_(list(message_ids))))
    found = {row.message_id: _sent(row) for row in rows}
    return [found[message_id] for message_id in message_ids if message_id in found]


def by_server_id(connection: Connection, message_ids: Sequence[str], seat_ids: Collection[int]) -> list[Sent]:
    """Those mails to these seats whose Message-ID a provider made anew of its own identity, in the order given (mail.md 81)."""
    if not seat_ids:
        return []
    identities = [known for one in message_ids for known in (one.strip("<>").partition("@")[0], one.strip("<>"))]
    statement = sa.select(*_SENT, _C.server_id).where(_C.seat_id.in_(list(seat_ids)), _C.server_id.in_(identities))
    found = {row.server_id: _sent(row) for row in connection.execute(statement)}
    return [found[identity] for identity in identities if identity and identity in found]


_SENT = (
    _C.message_id,
    _C.key,
    _C.kind,
    _C.letter_id,
    _C.seat_id,
    _C.campaign_id,
    _C.to,
    _C.created_at,
    _C.message,
)


def _sent(row: Any) -> Sent:
    return Sent(
        row.message_id,
        row.key,
        row.kind,
        row.letter_id,
        row.seat_id,
        row.campaign_id,
        row.to,
        row.created_at,
        tuple(row.message["answers"]),
    )


def of_letter(connection: Connection, letter_id: int, automatic: bool = True) -> list[Copy]:
    """The answers that a letter has had, oldest first."""
    statement = (
        sa.select(_C.key, _C.message, _C.text, _C.html, _C.campaign_id, _C.seat_id)
        .where(_C.letter_id == letter_id, _C.automatic == sa.true() if automatic else sa.true())
        .order_by(_C.id)
    )
    return [Copy(*row) for row in connection.execute(statement)]
