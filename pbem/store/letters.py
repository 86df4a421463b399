"""Rows of letters: kept raw when they come, closed with a verdict, held, accepted or dropped."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.core.letters import Raw, Verdict
from pbem.store.prepared import Prepared, insertion
from pbem.store.tables import Campaign, Letter, table_of

_CAMPAIGN = table_of(Campaign)
_LETTER = table_of(Letter)
_C = _LETTER.c


@dataclass(frozen=True, slots=True)
class Waiting:
    """A letter that nobody has looked at to the end yet, as it came. `attempts`: how often it was begun with."""

    id: int
    raw: Raw
    attempts: int


@dataclass(frozen=True, slots=True)
class LetterRow:
    """A row of the letters without the mail's bytes; its fields are columns of the table (see `tables.Letter`)."""

    id: int
    mailbox: str
    uidvalidity: int
    uid: str
    digest: str
    received_at: datetime
    stored_at: datetime
    attempts: int
    verdict: Verdict
    reason: str
    error: str
    message_id: str
    sender: str
    subject: str
    campaign_id: int | None
    seat_id: int | None
    turn: int | None
    held_text: str | None
    junk: bool
    filed_away: bool
    handled_at: datetime | None


_ROW = sa.select(*(_C[name] for name in LetterRow.__dataclass_fields__))
_ADD = insertion(_LETTER, unless=("mailbox", "uidvalidity", "uid"))
_BY_ID = Prepared(_ROW.where(_C.id == sa.bindparam("letter")))
_WITH_TWINS = Prepared(
    _ROW.where((_C.id == sa.bindparam("letter")) | (_C.digest == sa.bindparam("content"))).order_by(_C.id)
)
_WAITED_FOR = sa.select(_CAMPAIGN.c.id).where(_CAMPAIGN.c.rule_by.is_not(None))
_PENDING = (
    sa.select(_C.id)
    .where(_C.verdict == Verdict.NEW, sa.or_(_C.campaign_id.is_(None), _C.campaign_id.not_in(_WAITED_FOR)))
    .order_by(_C.received_at, _C.mailbox, _C.uidvalidity, sa.func.length(_C.uid), _C.uid)
)
_AS_THEY_CAME = sa.select(
    _C.id, _C.attempts, _C.mailbox, _C.uidvalidity, _C.uid, _C.raw, _C.received_at, _C.junk, _C.oversize
).where(_C.id.in_(sa.bindparam("letters", expanding=True)))
_SMALL_AS_THEY_CAME = _AS_THEY_CAME.where(sa.func.length(_C.raw) <= sa.bindparam("most"))
_COUNT = sa.update(_LETTER).where(_C.id.in_(sa.bindparam("letters", expanding=True))).values(attempts=_C.attempts + 1)
_CLOSED = (
    "verdict",
    "reason",
    "digest",
    "message_id",
    "sender",
    "subject",
    "campaign_id",
    "seat_id",
    "turn",
    "held_text",
    "handled_at",
)
_CLOSE = Prepared(
    sa.update(_LETTER)
    .where(_C.id == sa.bindparam("letter"))
    .values({name: sa.bindparam(f"new_{name}") for name in _CLOSED})
)


def add(connection: Connection, raws: Sequence[Raw], now: datetime) -> int:
    """Keeps the mails that are not kept yet, known by mailbox, UIDVALIDITY and UID, and gives the number of new ones."""
    return sum(
        _ADD.run(
            connection,
            {
                "mailbox": raw.mailbox,
                "uidvalidity": raw.uidvalidity,
                "uid": raw.uid,
                "digest": "",
                "raw": raw.content,
                "received_at": raw.received,
                "stored_at": now,
                "junk": raw.junk,
                "oversize": raw.oversize,
            },
        )
        for raw in raws
    )


def pending(connection: Connection) -> list[int]:
    """The letters without a verdict, in the order of their receipt, then of their UIDs; without those known to be for a campaign
    that waits for its GM's rulings. Source: mail.md 75."""
    return list(connection.execute(_PENDING).scalars())


def any_pending(connection: Connection, before: datetime | None = None, *, campaign_id: int | None = None) -> bool:
    """Whether a letter is without a verdict that is for nobody knows whom, or for that campaign; with `before`, one that was
    received before that instant."""
    whom = sa.or_(_C.campaign_id.is_(None), _C.campaign_id == campaign_id) if campaign_id else _C.campaign_id.is_(None)
    statement = sa.select(_C.id).where(_C.verdict == Verdict.NEW, whom).limit(1)
    if before is not None:
        statement = statement.where(_C.received_at < before)
    return connection.execute(statement).first() is not None


def as_they_came(connection: Connection, letter_ids: Sequence[int], most: int | None = None) -> list[Waiting]:
    """These letters with their bytes, in the order asked for; without those not kept, or of more than `most` bytes."""
    statement = _AS_THEY_CAME if most is None else _SMALL_AS_THEY_CAME
    rows = connection.execute(statement, {"letters": list(letter_ids), "most": most})
    found = {row[0]: Waiting(row[0], Raw(*row[2:]), row[1]) for row in rows}
    return [found[letter_id] for letter_id in letter_ids if letter_id in found]


def count_try(connection: Connection, letter_ids: Sequence[int]) -> None:
    """Counts one more try for each of them."""
    if letter_ids:
        connection.execute(_COUNT, {"letters": list(letter_ids)})


def note_error(connection: Connection, letter_id: int, error: str) -> None:
    """Keeps what went wrong with a letter's last try."""
    connection.execute(sa.update(_LETTER).where(_C.id == letter_id).values(error=_plain(error)))


def put_off(connection: Connection, letter_id: int, campaign_id: int | None) -> None:
    """Has a letter wait, without being at fault, for a turn of that campaign to be adjudicated."""
    values = {"attempts": 0, "campaign_id": campaign_id}
    connection.execute(sa.update(_LETTER).where(_C.id == letter_id).values(**values))


def forget_tries(connection: Connection, letter_id: int) -> None:
    """Begins the count of its tries anew: for a letter that waits without being at fault."""
    connection.execute(sa.update(_LETTER).where(_C.id == letter_id).values(attempts=0))


def get(connection: Connection, letter_id: int) -> LetterRow:
    """The letter of that id. Raises LookupError where there is none."""
    row = _BY_ID.first(connection, {"letter": letter_id})
    if row is None:
        raise LookupError(f"no letter has the id {letter_id}")
    return LetterRow(*row)


def with_twins(connection: Connection, letter_id: int, digest: str) -> tuple[LetterRow, list[LetterRow]]:
    """The letter of that id, and the others with that content, oldest first. Raises LookupError where there is none."""
    rows = [LetterRow(*row) for row in _WITH_TWINS.all(connection, {"letter": letter_id, "content": digest})]
    for row in rows:
        if row.id == letter_id:
            return row, [other for other in rows if other.id != letter_id]
    raise LookupError(f"no letter has the id {letter_id}")


def close(
    connection: Connection,
    letter_id: int,
    verdict: Verdict,
    reason: str = "",
    *,
    now: datetime,
    digest: str,
    message_id: str = "",
    sender: str = "",
    subject: str = "",
    campaign_id: int | None = None,
    seat_id: int | None = None,
    turn: int | None = None,
    held_text: str | None = None,
) -> None:
    """Writes what became of a letter. Texts are cut to their columns."""
    _CLOSE.run(
        connection,
        {
            "letter": letter_id,
            "new_verdict": verdict,
            "new_reason": _plain(reason)[:500],
            "new_digest": digest,
            "new_message_id": _plain(message_id)[:1000],
            "new_sender": _plain(sender)[:254],
            "new_subject": _plain(subject)[:255],
            "new_campaign_id": campaign_id,
            "new_seat_id": seat_id,
            "new_turn": turn,
            "new_held_text": None if held_text is None else _plain(held_text),
            "new_handled_at": now,
        },
    )


def decide(
    connection: Connection, letter_id: int, verdict: Verdict, reason: str, now: datetime, seat_id: int | None = None
) -> None:
    """Changes the verdict of a letter that was held or set aside: it is confirmed, accepted or dropped."""
    values: dict[str, Any] = {"verdict": verdict, "reason": _plain(reason)[:500], "held_text": None, "handled_at": now}
    if seat_id is not None:
        values["seat_id"] = seat_id
    connection.execute(sa.update(_LETTER).where(_C.id == letter_id).values(**values))


def have_come_by(connection: Connection, mailbox: str) -> bool:
    """Whether any letter has come by that source."""
    return connection.execute(sa.select(_C.id).where(_C.mailbox == mailbox).limit(1)).first() is not None


def undecided(connection: Connection) -> list[LetterRow]:
    """The letters that are held or set aside, oldest first: each must end as orders of a seat or be dropped."""
    statement = _ROW.where(_C.verdict.in_([Verdict.ASK, Verdict.QUAR])).order_by(_C.received_at, _C.id)
    return [LetterRow(*row) for row in connection.execute(statement)]


def listed(connection: Connection, verdict: Verdict | None = None, limit: int = 100) -> list[LetterRow]:
    """The newest letters, or those of that verdict, newest first."""
    statement = _ROW.order_by(_C.received_at.desc(), _C.id.desc()).limit(limit)
    if verdict is not None:
        statement = statement.where(_C.verdict == verdict)
    return [LetterRow(*row) for row in connection.execute(statement)]


def _plain(text: str) -> str:
    return text.replace("\x00", "")
