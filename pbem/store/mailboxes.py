"""How far each source of mail has been read."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from pbem.store.tables import Mailbox, table_of

_MAILBOX = table_of(Mailbox)


@dataclass(frozen=True, slots=True)
class Position:
    """How far a mailbox has been read: every UID up to `uid` under this UIDVALIDITY. `read_at`: the last full look, or None."""

    uidvalidity: int = 0
    uid: int = 0
    read_at: datetime | None = None


def position(connection: Connection, name: str) -> Position:
    """How far that mailbox has been read; nothing at all for one that is new."""
    row = connection.execute(sa.select(_MAILBOX).where(_MAILBOX.c.name == name)).one_or_none()
    return Position() if row is None else Position(row.uidvalidity, row.uid, row.read_at)


def advance(connection: Connection, name: str, uidvalidity: int, uid: int) -> None:
    """Notes that every UID up to `uid` has been stored. Never goes back, but begins anew under another UIDVALIDITY."""
    known = position(connection, name)
    if known.uidvalidity == uidvalidity and known.uid >= uid:
        return
    _keep(connection, name, uidvalidity=uidvalidity, uid=uid)


def looked(connection: Connection, name: str, now: datetime) -> None:
    """Notes a full look at the mailbox, begun at `now`: every mail that lay there then has been stored."""
    _keep(connection, name, read_at=now)


def listing(connection: Connection) -> Sequence[Row[Any]]:
    """Every mailbox that was ever read, by name: `name`, `uidvalidity`, `uid`, `read_at`."""
    return connection.execute(sa.select(_MAILBOX).order_by(_MAILBOX.c.name)).all()


def _keep(connection: Connection, name: str, **values: Any) -> None:
    if connection.execute(sa.update(_MAILBOX).where(_MAILBOX.c.name == name).values(values)).rowcount == 0:
        connection.execute(sa.insert(_MAILBOX).values(name=name, **{"uidvalidity": 0, "uid": 0, **values}))
