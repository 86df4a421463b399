"""What players publish. Text, never HTML."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.tables import Press, Seat, table_of

_PRESS = table_of(Press)
_SEAT = table_of(Seat)


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of press; `seat` is the writer's name at the table, None for the GM's own. `title` may be empty."""

    seat: str | None
    title: str
    text: str
    created_at: datetime


def publish(
    connection: Connection,
    campaign_id: int,
    turn: int,
    text: str,
    *,
    now: datetime,
    seat_id: int | None = None,
    letter_id: int | None = None,
    title: str = "",
) -> int:
    """Keeps a piece of press and gives its number. `seat_id` is None for the GM's own."""
    row = {
        "campaign_id": campaign_id,
        "seat_id": seat_id,
        "turn": turn,
        "letter_id": letter_id,
        "title": title,
        "text": text,
        "created_at": now,
    }
    return int(connection.execute(sa.insert(_PRESS).values(row).returning(_PRESS.c.id)).scalar_one())


def of_turn(connection: Connection, campaign_id: int, turn: int) -> list[Piece]:
    """The press of one turn, in the order it came."""
    found = (
        sa.select(_SEAT.c.name, _PRESS.c.title, _PRESS.c.text, _PRESS.c.created_at)
        .select_from(_PRESS.outerjoin(_SEAT, _PRESS.c.seat_id == _SEAT.c.id))
        .where(_PRESS.c.campaign_id == campaign_id, _PRESS.c.turn == turn)
        .order_by(_PRESS.c.id)
    )
    return [Piece(*row) for row in connection.execute(found)]
