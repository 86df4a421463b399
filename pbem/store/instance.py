"""Facts about this installation that must outlive the process."""

import secrets

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.tables import Instance, table_of

_INSTANCE = table_of(Instance)


def instance_id(connection: Connection) -> str:
    """The name of this installation in its loop headers: 26 letters and digits, created once and for ever."""
    return fact(connection, "id") or _create(connection, "id", secrets.token_hex(13))


def fact(connection: Connection, key: str) -> str:
    """What is kept under that key; empty where nothing is."""
    value = connection.execute(sa.select(_INSTANCE.c.value).where(_INSTANCE.c.key == key)).scalar_one_or_none()
    return value or ""


def keep_fact(connection: Connection, key: str, value: str) -> None:
    """Keeps a value under that key, in place of an older one."""
    if connection.execute(sa.update(_INSTANCE).where(_INSTANCE.c.key == key).values(value=value)).rowcount == 0:
        _create(connection, key, value)


def _create(connection: Connection, key: str, value: str) -> str:
    """The value that is kept in the end: this one, or another process's that came first."""
    try:
        with connection.begin_nested():
            connection.execute(sa.insert(_INSTANCE).values(key=key, value=value))
    except sa.exc.IntegrityError:
        return fact(connection, key)
    return value
