"""Letters on their way through the house: which were begun with, and which may be filed away in their mailbox."""

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.core.letters import Verdict
from pbem.store.prepared import Prepared
from pbem.store.tables import Letter, table_of

_LETTER = table_of(Letter)
_C = _LETTER.c
_IS_WAITING = Prepared(
    sa.select(_C.id).where(_C.id == sa.bindparam("letter"), _C.verdict == Verdict.NEW).with_for_update()
)


@dataclass(frozen=True, slots=True)
class Filed:
    """Where a letter lies in its mailbox."""

    id: int
    uidvalidity: int
    uid: str


def begin_first(connection: Connection, letter_ids: Sequence[int]) -> list[int]:
    """Counts the first try of those letters that were never begun with, and gives them; the others were begun with before."""
    statement = (
        sa.update(_LETTER)
        .where(_C.id.in_(letter_ids), _C.verdict == Verdict.NEW, _C.attempts == 0)
        .values(attempts=1)
        .returning(_C.id)
    )
    return list(connection.execute(statement).scalars())


def is_waiting(connection: Connection, letter_id: int) -> bool:
    """Whether the letter has no verdict yet; until the transaction ends nobody else can give it one."""
    return _IS_WAITING.first(connection, {"letter": letter_id}) is not None


def to_file_away(connection: Connection, mailbox: str, limit: int = 500) -> list[Filed]:
    """The letters of a mailbox that have their verdict and still lie where they came, the oldest first."""
    statement = (
        sa.select(_C.id, _C.uidvalidity, _C.uid)
        .where(_C.mailbox == mailbox, sa.not_(_C.filed_away), _C.verdict != Verdict.NEW)
        .order_by(_C.id)
        .limit(limit)
    )
    return [Filed(*row) for row in connection.execute(statement)]


def file_away(connection: Connection, letter_ids: Sequence[int]) -> None:
    """Notes that these letters no longer lie where they came."""
    connection.execute(sa.update(_LETTER).where(_C.id.in_(letter_ids)).values(filed_away=True))
