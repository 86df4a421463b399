"""The rows of the outbox: put in once, taken out in order, each change of state guarded by the state before."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypedDict, Unpack

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.core.letters import Message
from pbem.store.prepared import insertion
from pbem.store.tables import Address, Campaign, OutboxState, Outgoing, Report, table_of

_OUTBOX = table_of(Outgoing)
_REPORT = table_of(Report)
_ADDRESS = table_of(Address)
_CAMPAIGN = table_of(Campaign)
_C = _OUTBOX.c

_SUSPENDED = sa.select(_ADDRESS.c.address).where(_ADDRESS.c.suspended_at.is_not(None))

WAITING = (OutboxState.QUEUED, OutboxState.DEFERRED, OutboxState.UNCERTAIN)
"""The states in which a row will be sent when its time has come."""

UNSETTLED = (*WAITING, OutboxState.SENDING)
"""The states of which something is still to come."""


@dataclass(frozen=True, slots=True)
class Mail:
    """A row of the outbox; its fields are columns of the table (see `tables.Outgoing`), but for `campaign`: its name or None."""

    id: int
    key: str
    kind: str
    to: str
    campaign: str | None
    seat_id: int | None
    message_id: str
    data: dict[str, Any] = field(repr=False)
    state: OutboxState
    priority: int
    attempts: int
    unknowns: int
    created_at: datetime
    next_try_at: datetime
    expires_at: datetime | None
    sent_at: datetime | None
    bounced_at: datetime | None
    server_id: str
    error: str

    @property
    def subject(self) -> str:
        return str(self.data["subject"])


_PUT_ONCE = insertion(_OUTBOX, unless=("key",))
_PUT = insertion(_OUTBOX)
_ROW: sa.Select[Any] = sa.select(
    _C.id,
    _C.key,
    _C.kind,
    _C.to,
    _CAMPAIGN.c.name,
    _C.seat_id,
    _C.message_id,
    _C.message,
    _C.state,
    _C.priority,
    _C.attempts,
    _C.unknowns,
    _C.created_at,
    _C.next_try_at,
    _C.expires_at,
    _C.sent_at,
    _C.bounced_at,
    _C.server_id,
    _C.error,
).select_from(_OUTBOX.outerjoin(_CAMPAIGN, _CAMPAIGN.c.id == _C.campaign_id))


class Causes(TypedDict, total=False):
    """What a mail comes of, and when it may go. `report_id`: the texts sent are the report's, and not stored again.

    `not_before`: when it may go first, None for now; `expires_at`: when it need not go any more, None for never.
    """

    campaign_id: int | None
    seat_id: int | None
    letter_id: int | None
    turn_id: int | None
    report_id: int | None
    automatic: bool
    priority: int
    not_before: datetime | None
    expires_at: datetime | None


def row(key: str, message: Message, bounce_key: str, now: datetime, **causes: Unpack[Causes]) -> dict[str, Any]:
    """The columns of a message that is to be queued under that key."""
    report_id = causes.get("report_id")
    return {
        "key": key,
        "kind": message.kind,
        "to": message.to,
        "campaign_id": causes.get("campaign_id"),
        "seat_id": causes.get("seat_id"),
        "letter_id": causes.get("letter_id"),
        "turn_id": causes.get("turn_id"),
        "report_id": report_id,
        "message_id": message.message_id,
        "bounce_key": bounce_key,
        "message": message.to_json(),
        "text": "" if report_id else message.text,
        "html": "" if report_id else message.html,
        "automatic": causes.get("automatic", False),
        "state": OutboxState.QUEUED,
        "priority": causes.get("priority", 5),
        "attempts": 0,
        "unknowns": 0,
        "created_at": now,
        "next_try_at": causes.get("not_before") or now,
        "expires_at": causes.get("expires_at"),
        "server_id": "",
        "error": "",
    }


def put(
    connection: Connection, key: str, message: Message, bounce_key: str, *, now: datetime, **causes: Unpack[Causes]
) -> bool:
    """Queues a message, once for ever under its `key`. Gives False, and queues nothing, where the key is taken."""
    return _PUT_ONCE.run(connection, row(key, message, bounce_key, now, **causes)) == 1


def put_new(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Queues rows whose keys nobody can have used yet. Raises IntegrityError where somebody has."""
    _PUT.run_each(connection, rows)


def due(connection: Connection, now: datetime, limit: int) -> list[Mail]:
    """The mails whose time to be sent has come, in the order in which they go: by priority, then the oldest first."""
    statement = _ROW.where(_C.state.in_(WAITING), _C.next_try_at <= now).order_by(_C.priority, _C.id).limit(limit)
    return [Mail(*row) for row in connection.execute(statement)]


def next_due(connection: Connection) -> datetime | None:
    """When the next mail is due, past or to come; None while nothing waits."""
    found: datetime | None = connection.execute(
        sa.select(sa.func.min(_C.next_try_at)).where(_C.state.in_(WAITING))
    ).scalar()
    return found


def message_of(connection: Connection, mail_id: int) -> Message:
    """The message of that row, whole, with its report's texts where it is a report. Raises LookupError where there is none."""
    row = connection.execute(
        sa.select(_C.message, _C.text, _C.html, _REPORT.c.text, _REPORT.c.html)
        .select_from(_OUTBOX.outerjoin(_REPORT, _REPORT.c.id == _C.report_id))
        .where(_C.id == mail_id)
    ).first()
    if row is None:
        raise LookupError(f"no mail of the outbox has the id {mail_id}")
    data, text, html, report_text, report_html = row
    return Message.from_json(
        data, text if report_text is None else report_text, html if report_html is None else report_html
    )


def told(connection: Connection, mail_id: int) -> tuple[int, int] | None:
    """The turn of which a mail tells, and the seat for which it does, by their ids; None for a mail that tells of no turn."""
    row = connection.execute(sa.select(_C.turn_id, _C.seat_id).where(_C.id == mail_id)).first()
    return (row[0], row[1]) if row and row[0] is not None and row[1] is not None else None


def get(connection: Connection, mail_id: int) -> Mail:
    """The row of that id. Raises LookupError where there is none."""
    row = connection.execute(_ROW.where(_C.id == mail_id)).first()
    if row is None:
        raise LookupError(f"no mail of the outbox has the id {mail_id}")
    return Mail(*row)


def find_returned(connection: Connection, bounce_keys: Sequence[str], message_ids: Sequence[str]) -> Mail | None:
    """The mail that a bounce is about: by the key of its return path, else by its Message-ID; None for no mail of ours."""
    for known, column in ((bounce_keys, _C.bounce_key), (message_ids, _C.message_id)):
        if known and (row := connection.execute(_ROW.where(column.in_(known)).order_by(_C.id)).first()):
            return Mail(*row)
    return None


def listed(
    connection: Connection, states: Collection[OutboxState] = (), limit: int = 100, *, bounced: bool = False
) -> list[Mail]:
    """The newest rows, or those in these states, newest first; with `bounced` those that came back as well."""
    statement = _ROW.order_by(_C.id.desc()).limit(limit)
    if states or bounced:
        wanted = _C.state.in_(list(states))
        statement = statement.where(sa.or_(wanted, _C.bounced_at.is_not(None)) if bounced else wanted)
    return [Mail(*row) for row in connection.execute(statement)]


def counts(connection: Connection) -> dict[OutboxState, int]:
    """How many rows are in each state; states without a row are left out."""
    rows = connection.execute(sa.select(_C.state, sa.func.count()).group_by(_C.state).order_by(_C.state))
    return {row[0]: row[1] for row in rows}


def is_empty(connection: Connection) -> bool:
    """Whether no mail was ever written."""
    return connection.execute(sa.select(_C.id).limit(1)).first() is None


def begin(connection: Connection, mail_id: int, now: datetime, until: datetime) -> bool:
    """Marks a due mail as being sent, for at most `until`; False where it is not, or no longer, due.

    Nor is one that is late by now, or whose address has been suspended since the mail was found (mail.md 83).
    """
    statement = (
        sa.update(_OUTBOX)
        .where(
            _C.id == mail_id,
            _C.state.in_(WAITING),
            _C.next_try_at <= now,
            sa.or_(_C.expires_at.is_(None), _C.expires_at > now),
            _C.to.not_in(_SUSPENDED),
        )
        .values(state=OutboxState.SENDING, next_try_at=until)
    )
    return connection.execute(statement).rowcount == 1


def settle(
    connection: Connection,
    mail_id: int,
    state: OutboxState,
    *,
    found: Collection[OutboxState] = UNSETTLED,
    **columns: Any,
) -> bool:
    """Writes what became of a mail that was due or being sent; False, and nothing is written, where it is settled already.

    `found`: the states in which it must be found, WAITING alone for one that was not offered: another process may be sending it.
    """
    statement = sa.update(_OUTBOX).where(_C.id == mail_id, _C.state.in_(found)).values(state=state, **columns)
    return connection.execute(statement).rowcount == 1


def left_behind(connection: Connection, now: datetime) -> list[Mail]:
    """The mails whose sending was begun and not settled in its time: whoever did it has died."""
    statement = _ROW.where(_C.state == OutboxState.SENDING, _C.next_try_at <= now).order_by(_C.id)
    return [Mail(*row) for row in connection.execute(statement)]


def expire(connection: Connection, now: datetime) -> int:
    """Gives up the waiting mails that nobody needs any more, and gives their number."""
    statement = (
        sa.update(_OUTBOX)
        .where(_C.state.in_(WAITING), _C.expires_at <= now)
        .values(state=OutboxState.EXPIRED, error="it was late")
    )
    return connection.execute(statement).rowcount


def hold(connection: Connection, error: str) -> int:
    """Holds back the waiting mails to addresses that are suspended, and gives their number."""
    statement = (
        sa.update(_OUTBOX)
        .where(_C.state.in_(WAITING), _C.to.in_(_SUSPENDED))
        .values(state=OutboxState.HELD, error=error)
    )
    return connection.execute(statement).rowcount


def release(connection: Connection, address: str, now: datetime) -> int:
    """Lets the mails go that were held back for that address, and gives their number."""
    statement = (
        sa.update(_OUTBOX)
        .where(_C.state == OutboxState.HELD, _C.to == address)
        .values(state=OutboxState.QUEUED, next_try_at=now, error="")
    )
    return connection.execute(statement).rowcount


def hasten(connection: Connection, said: str, now: datetime) -> int:
    """Makes the deferred mails due of which was said what begins so, and gives their number."""
    statement = (
        sa.update(_OUTBOX)
        .where(_C.state == OutboxState.DEFERRED, _C.next_try_at > now, _C.error.startswith(said, autoescape=True))
        .values(next_try_at=now)
    )
    return connection.execute(statement).rowcount


def waiting_for(connection: Connection, said: str) -> Mail | None:
    """The newest of the deferred mails of which was said what begins so; None where there is none."""
    statement = _ROW.where(_C.state == OutboxState.DEFERRED, _C.error.startswith(said, autoescape=True))
    row = connection.execute(statement.order_by(_C.id.desc()).limit(1)).first()
    return Mail(*row) if row else None


def requeue(connection: Connection, mail_id: int, now: datetime) -> bool:
    """Queues a mail once more, with its tries forgotten and no end to its use; False for one that is being sent."""
    statement = (
        sa.update(_OUTBOX)
        .where(_C.id == mail_id, _C.state != OutboxState.SENDING)
        .values(
            state=OutboxState.QUEUED,
            next_try_at=now,
            attempts=0,
            unknowns=0,
            expires_at=None,
            bounced_at=None,
            error="",
        )
    )
    return connection.execute(statement).rowcount == 1


def note_return(connection: Connection, mail_id: int, now: datetime, error: str) -> bool:
    """Notes that a mail came back; False where that is known."""
    statement = sa.update(_OUTBOX).where(_C.id == mail_id, _C.bounced_at.is_(None)).values(bounced_at=now, error=error)
    return connection.execute(statement).rowcount == 1
