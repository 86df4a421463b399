"""Leases: who may do a thing now that two must not do at once, such as polling a mailbox. Source: mail.md 74."""

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.tables import Lease, table_of

_LEASE = table_of(Lease)


def take(connection: Connection, name: str, holder: str, now: datetime, length: timedelta) -> bool:
    """Whether `holder` has the lease until `now + length`: it was free, had run out, or was this holder's already."""
    open_to_holder = sa.or_(_LEASE.c.holder == holder, _LEASE.c.until <= now)
    renewed = sa.update(_LEASE).where(_LEASE.c.name == name, open_to_holder).values(holder=holder, until=now + length)
    if connection.execute(renewed).rowcount == 1:
        return True
    try:
        with connection.begin_nested():
            connection.execute(sa.insert(_LEASE).values(name=name, holder=holder, until=now + length))
    except sa.exc.IntegrityError:
        return False
    return True


def give_back(connection: Connection, name: str, holder: str) -> None:
    """Ends this holder's lease; another's stays."""
    connection.execute(sa.delete(_LEASE).where(_LEASE.c.name == name, _LEASE.c.holder == holder))


def held(connection: Connection) -> list[tuple[str, str]]:
    """Every lease's name and holder, also of those that have run out."""
    rows = connection.execute(sa.select(_LEASE.c.name, _LEASE.c.holder).order_by(_LEASE.c.name))
    return [(name, holder) for name, holder in rows]
