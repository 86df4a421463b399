"""Column types that keep the same on SQLite and on PostgreSQL, and how constraints are named."""

from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlmodel import SQLModel
from sqlmodel.sql.sqltypes import AutoString

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

Json = sa.JSON()
"""JSON as text on both databases: PostgreSQL's JSONB would sort the keys and refuse a NUL."""


class PlainText(sa.types.TypeDecorator[str]):
    """Text that every database takes: a NUL and half a surrogate pair, which PostgreSQL refuses, become U+FFFD."""

    impl = sa.String
    cache_ok = True

    def __init__(self, length: int | None = None) -> None:
        super().__init__(length)
        self.length = length

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else plain(value)


class ShownText(PlainText):
    """Text that is kept to be shown: what is longer than the column is cut, with an ellipsis at its end."""

    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if value is not None and self.length and len(value) > self.length:
            value = value[: self.length - 1] + "…"
        return super().process_bind_param(value, dialect)


def words_of(kind: type[StrEnum], name: str) -> Any:
    """A column type for a closed set of words: text with a check, on every database."""
    return sa.Enum(
        kind,
        native_enum=False,
        create_constraint=True,
        name=name,
        length=32,
        values_callable=lambda e: [m.value for m in e],
    )


def index_where(name: str, *columns: str, where: str, unique: bool = False) -> sa.Index:
    """An index of the rows alone for which that condition (SQL) holds, on every database."""
    holds = sa.text(where)
    return sa.Index(name, *columns, unique=unique, sqlite_where=holds, postgresql_where=holds)


def plain(text: str) -> str:
    """The text with U+FFFD for every character that UTF-8 or PostgreSQL cannot hold."""
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def settle_text(metadata: sa.MetaData) -> None:
    """Makes every text column PlainText, and holds its length by a check, which SQLite would not."""
    for table in metadata.tables.values():
        for column in table.columns:
            if isinstance(column.type, AutoString):
                plain_type = column.type.impl_instance
                assert isinstance(plain_type, sa.String)
                column.type = PlainText(plain_type.length)
            if isinstance(column.type, PlainText) and column.type.length:
                within = sa.func.length(column) <= column.type.length
                table.append_constraint(sa.CheckConstraint(within, name=f"{column.name}_length"))
