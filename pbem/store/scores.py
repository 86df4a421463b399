"""How much mail to a registered address has come back, and whether it is suspended for it. Source: mail.md 57, 77, 83."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.tables import Address, table_of

_ADDRESS = table_of(Address)
_C = _ADDRESS.c


def add(connection: Connection, address: str, points: int, now: datetime, forgotten_before: datetime) -> int | None:
    """The address's score with these points, on top of the old ones unless the last came before `forgotten_before`.

    None, and nothing is kept, for an address that is not registered.
    """
    row = connection.execute(
        sa.select(_C.bounce_score, _C.bounced_at).where(_C.address == address).with_for_update()
    ).first()
    if row is None:
        return None
    score = points + (row.bounce_score if row.bounced_at and row.bounced_at >= forgotten_before else 0)
    connection.execute(sa.update(_ADDRESS).where(_C.address == address).values(bounce_score=score, bounced_at=now))
    return score


def suspend(connection: Connection, address: str, now: datetime) -> bool:
    """Suspends an address: nothing is sent to it. False where it was."""
    statement = sa.update(_ADDRESS).where(_C.address == address, _C.suspended_at.is_(None)).values(suspended_at=now)
    return connection.execute(statement).rowcount == 1


def resume(connection: Connection, address: str) -> bool:
    """Ends an address's suspension and forgets its score. False for an address that is not registered."""
    statement = (
        sa.update(_ADDRESS).where(_C.address == address).values(suspended_at=None, bounce_score=0, bounced_at=None)
    )
    return connection.execute(statement).rowcount == 1
