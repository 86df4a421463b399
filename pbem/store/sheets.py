"""Rows of order sheets: every sheet of a seat as it came, what was understood, and the receipt given for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.prepared import Prepared, insertion
from pbem.store.tables import OrderSheet, Seat, table_of

_SHEET = table_of(OrderSheet)
_C = _SHEET.c
_SEAT = table_of(Seat)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of the order sheets; its fields are the table's columns in their order (see `tables.OrderSheet`)."""

    id: int
    campaign_id: int
    seat_id: int
    turn: int
    answers: int | None
    revision: int
    letter_id: int | None
    received_at: datetime
    text: str
    orders: Sequence[Any]
    problems: Sequence[Any]
    filed: Sequence[Any]
    used: bool
    receipt: str


_ALL = sa.select(_SHEET)
_USED = _ALL.where(_C.seat_id == sa.bindparam("seat"), _C.turn == sa.bindparam("played"), _C.used == sa.true())
_BY_GM = 2**62  # in place of a letter's number: what the GM sets in the same second comes last
_NEWEST_FIRST = (_C.received_at.desc(), sa.func.coalesce(_C.letter_id, _BY_GM).desc(), _C.revision.desc())
_NEWEST_USED = Prepared(_USED.order_by(*_NEWEST_FIRST).limit(1))
_NEWEST_OF_ALL = Prepared(
    _ALL.where(_C.seat_id == sa.bindparam("seat"), _C.used == sa.true()).order_by(*_NEWEST_FIRST).limit(1)
)
_IN_ORDER = (_C.received_at, sa.func.coalesce(_C.letter_id, _BY_GM), _C.revision)
_USED_IN_ORDER = _USED.order_by(*_IN_ORDER)
_TEXTS = (
    sa.select(_C.letter_id, _C.text)
    .where(_C.letter_id.in_(sa.bindparam("letters", expanding=True)))
    .order_by(_C.revision)
)
_KEEP = insertion(_SHEET)


def keep(
    connection: Connection,
    campaign_id: int,
    seat_id: int,
    turn: int,
    revision: int,
    *,
    letter_id: int | None,
    received_at: datetime,
    text: str,
    orders: Sequence[Any],
    problems: Sequence[Any],
    filed: Sequence[Any],
    used: bool,
    receipt: str,
    answers: int | None = None,
) -> None:
    """Writes a sheet. Raises IntegrityError where the seat has a sheet of that revision."""
    _KEEP.run(
        connection,
        {
            "campaign_id": campaign_id,
            "seat_id": seat_id,
            "turn": turn,
            "answers": answers,
            "revision": revision,
            "letter_id": letter_id,
            "received_at": received_at,
            "text": text.replace("\x00", ""),
            "orders": orders,
            "problems": problems,
            "filed": filed,
            "used": used,
            "receipt": receipt,
        },
    )


def newest_used(connection: Connection, seat_id: int, turn: int | None) -> SheetRow | None:
    """The sheet received last among those that count for that turn, or with None for any; None where none does."""
    if turn is None:
        row = _NEWEST_OF_ALL.first(connection, {"seat": seat_id})
    else:
        row = _NEWEST_USED.first(connection, {"seat": seat_id, "played": turn})
    return SheetRow(*row) if row else None


def used(connection: Connection, seat_id: int, turn: int) -> list[SheetRow]:
    """The sheets that count for that turn, in the order of their receipt."""
    return [SheetRow(*row) for row in connection.execute(_USED_IN_ORDER, {"seat": seat_id, "played": turn})]


def used_of_earlier_turns(connection: Connection, seat_id: int, turn: int, after: datetime) -> list[SheetRow]:
    """The sheets that count for turns before that one and were received after that instant, in the order of their receipt."""
    earlier = _ALL.where(_C.seat_id == seat_id, _C.turn < turn, _C.used == sa.true(), _C.received_at > after)
    return [SheetRow(*row) for row in connection.execute(earlier.order_by(*_IN_ORDER))]


def of_letter(connection: Connection, letter_id: int) -> SheetRow | None:
    """The sheet that came with that letter; None for one without."""
    row = connection.execute(_ALL.where(_C.letter_id == letter_id).order_by(_C.revision.desc()).limit(1)).first()
    return SheetRow(*row) if row else None


def of_seat(connection: Connection, seat_id: int) -> list[SheetRow]:
    """Every sheet of a seat, in the order in which they were taken."""
    return [SheetRow(*row) for row in connection.execute(_ALL.where(_C.seat_id == seat_id).order_by(_C.revision))]


def set_aside(connection: Connection, campaign_id: int, turn: int) -> None:
    """From now on no sheet for a later turn than that counts: those turns are to be played anew."""
    sitting = sa.select(_SEAT.c.id).where(_SEAT.c.campaign_id == campaign_id)
    later = sa.and_(_C.seat_id.in_(sitting), _C.turn > turn)
    connection.execute(sa.update(_SHEET).where(later).values(used=False))


def text_of_gm(connection: Connection, seat_id: int, turn: int) -> str:
    """The text of the last sheet that the GM set for a seat in that turn or before; empty where there is none."""
    of_gm = sa.select(_C.text).where(_C.seat_id == seat_id, _C.letter_id.is_(None), _C.turn <= turn)
    return str(connection.execute(of_gm.order_by(_C.revision.desc()).limit(1)).scalar() or "")


def text_of_letter(connection: Connection, letter_ids: Sequence[int]) -> dict[int, str]:
    """The text of the sheets that came with these letters, by letter: for quoting a player's line to that player."""
    return {row[0]: row[1] for row in connection.execute(_TEXTS, {"letters": list(letter_ids)})}
