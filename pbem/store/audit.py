"""The log of what the GM did, and of what the service decided in the GM's place. Rows are appended, never changed."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.tables import Audit, Campaign, Seat, table_of

_AUDIT = table_of(Audit)
_CAMPAIGN = table_of(Campaign)
_SEAT = table_of(Seat)

SERVICE = "service"
"""`who` of an entry that no person caused."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the log; `campaign` and `seat` are names, None where it is about none."""

    at: datetime
    who: str
    action: str
    campaign: str | None
    seat: str | None
    detail: dict[str, Any]


def note(
    connection: Connection,
    who: str,
    action: str,
    *,
    now: datetime,
    campaign_id: int | None = None,
    seat_id: int | None = None,
    **detail: Any,
) -> None:
    """Appends an entry. `action` is noun and verb ("orders set"); `detail` is plain JSON data, and no secret."""
    row = {
        "at": now,
        "who": who,
        "action": action,
        "campaign_id": campaign_id,
        "seat_id": seat_id,
        "detail": detail,
    }
    connection.execute(sa.insert(_AUDIT), row)


def entries(connection: Connection, *, campaign_id: int | None = None, limit: int = 100) -> list[Entry]:
    """The newest entries, newest first; of one campaign, or of all."""
    named = _AUDIT.outerjoin(_CAMPAIGN, _AUDIT.c.campaign_id == _CAMPAIGN.c.id)
    named = named.outerjoin(_SEAT, _AUDIT.c.seat_id == _SEAT.c.id)
    columns = (_AUDIT.c.at, _AUDIT.c.who, _AUDIT.c.action, _CAMPAIGN.c.name, _SEAT.c.name, _AUDIT.c.detail)
    found = sa.select(*columns).select_from(named).order_by(_AUDIT.c.id.desc()).limit(limit)
    if campaign_id is not None:
        found = found.where(_AUDIT.c.campaign_id == campaign_id)
    return [Entry(*row) for row in connection.execute(found)]
