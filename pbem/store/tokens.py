"""Rows of reply tokens, by digest: what each names, and whether it still opens anything."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.prepared import Prepared, insertion
from pbem.store.tables import Token, TokenKind, table_of

_TOKEN = table_of(Token)
_C = _TOKEN.c


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A row of the tokens; its fields are the table's columns in their order (see `tables.Token`)."""

    digest: str
    kind: TokenKind
    mark: str
    campaign_id: int | None
    seat_id: int | None
    turn: int | None
    attempt: int | None
    signup_id: int | None
    letter_id: int | None
    person_id: int | None
    ruling_id: int | None
    created_at: datetime
    revoked_at: datetime | None


_ALL = sa.select(_TOKEN)
_BY_DIGEST = Prepared(_ALL.where(_C.digest == sa.bindparam("wanted")))
_KEEP = insertion(_TOKEN)


def find(connection: Connection, digests: Sequence[str]) -> list[TokenRow]:
    """The tokens of these digests, in the order asked for; unknown ones are left out."""
    rows = (_BY_DIGEST.first(connection, {"wanted": digest}) for digest in digests)
    return [TokenRow(*row) for row in rows if row is not None]


def row(digest: str, kind: TokenKind, now: datetime, **names: Any) -> dict[str, Any]:
    """The columns of a new token and what it names."""
    return {"digest": digest, "kind": kind, "created_at": now, **names}


def keep(connection: Connection, digest: str, kind: TokenKind, now: datetime, **names: Any) -> None:
    """Writes a new token and what it names."""
    _KEEP.run(connection, row(digest, kind, now, **names))


def keep_new(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Writes tokens that nobody can have been given yet. Raises IntegrityError where somebody has."""
    _KEEP.run_each(connection, rows)


def revoke(connection: Connection, digest: str, now: datetime) -> None:
    """From now on the token names what it named, and opens nothing."""
    connection.execute(sa.update(_TOKEN).where(_C.digest == digest, _C.revoked_at.is_(None)).values(revoked_at=now))


def revoke_of_seat(connection: Connection, seat_id: int, now: datetime) -> None:
    """Revokes every token of a seat: for a seat that changes hands."""
    connection.execute(sa.update(_TOKEN).where(_C.seat_id == seat_id, _C.revoked_at.is_(None)).values(revoked_at=now))
