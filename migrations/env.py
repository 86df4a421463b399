"""How Alembic runs the scripts in versions/: on the connection that pbem.store.migrations hands it, in its transaction."""

from typing import Any

import sqlalchemy as sa
from alembic import context
from sqlmodel import SQLModel
from sqlmodel.sql.sqltypes import UTCDateTime

import pbem.store.tables  # noqa: F401 - fills the metadata
from pbem.store.columns import PlainText


def frozen(kind: str, item: Any, _context: Any) -> str | bool:
    """A column type in plain SQLAlchemy, so that an old script does not change with the program."""
    if kind == "type" and isinstance(item, PlainText):
        return f"sa.String({item.length or ''})"
    if kind == "type" and isinstance(item, UTCDateTime):
        return "sa.DateTime(timezone=True)"
    return False


connection: sa.Connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=SQLModel.metadata,
    render_as_batch=connection.dialect.name == "sqlite",
    render_item=frozen,
    compare_type=True,
    compare_server_default=True,
)
with context.begin_transaction():
    context.run_migrations()
