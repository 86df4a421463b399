"""The rows of the outbox."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.core.letters import Message
from pbem.store.tables import OutboxState, Outgoing, table_of

_OUTBOX = table_of(Outgoing)


def put(
    connection: Connection,
    key: str,
    message: Message,
    bounce_key: str,
    *,
    now: datetime,
    campaign_id: int | None = None,
    seat_id: int | None = None,
    letter_id: int | None = None,
    turn_id: int | None = None,
    report_id: int | None = None,
    automatic: bool = False,
    priority: int = 5,
    not_before: datetime | None = None,
    expires_at: datetime | None = None,
) -> bool:
    """Queues a message, once for ever under its `key`. Gives False, and queues nothing, where the key is taken.

    With `report_id` the message's texts are not stored again: the report's are sent. `not_before`: when it may go, None for now.
    """
    if connection.execute(sa.select(_OUTBOX.c.id).where(_OUTBOX.c.key == key)).first() is not None:
        return False
    row: dict[str, Any] = {
        "key": key,
        "kind": message.kind,
        "to": message.to,
        "campaign_id": campaign_id,
        "seat_id": seat_id,
        "letter_id": letter_id,
        "turn_id": turn_id,
        "report_id": report_id,
        "message_id": message.message_id,
        "bounce_key": bounce_key,
        "message": message.to_json(),
        "text": "" if report_id else message.text,
        "html": "" if report_id else message.html,
        "automatic": automatic,
        "state": OutboxState.QUEUED,
        "priority": priority,
        "attempts": 0,
        "unknowns": 0,
        "created_at": now,
        "next_try_at": not_before or now,
        "expires_at": expires_at,
        "server_id": "",
        "error": "",
    }
    connection.execute(sa.insert(_OUTBOX), row)
    return True
