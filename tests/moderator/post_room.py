"""A house whose outbox can be filled and looked at, and a server that answers as it is told."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Self

import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pbem.core.letters import NO_SERVER, Fate, Handover
from pbem.moderator.desk import Desk, House
from pbem.moderator.post import post
from pbem.report.renderer import Rendered, Renderer
from pbem.store.session import transaction
from pbem.store.tables import Address, OutboxState, Outgoing, Person, table_of

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
GM = "gm@example.org"
ANN = "ann@example.net"
BOB = "bob@example.com"


@dataclass
class PostRoom:
    """A house with a set clock."""

    engine: Engine
    now: datetime = NOON
    house: House = field(default_factory=lambda: House("games@example.org", gm=(GM,)))
    renderer: Renderer = field(default_factory=Renderer)

    @contextmanager
    def at_desk(self) -> Iterator[Desk]:
        with transaction(self.engine) as connection:
            yield Desk(connection, self.now, b"a secret of the house", "q3f7", self.house, self.renderer)

    def write(self, to: str = ANN, key: str = "k", **how: Any) -> None:
        """Queues a mail."""
        with self.at_desk() as desk:
            assert post(desk, to, how.pop("kind", "report"), key, Rendered("pit-1: turn 3", "Dear you\n"), **how)

    def wait(self, **span: float) -> None:
        self.now += timedelta(**span)

    def register(self, address: str) -> None:
        with transaction(self.engine) as connection:
            person = connection.execute(sa.insert(table_of(Person)).values(name="x", created_at=self.now))
            row = {"person_id": person.inserted_primary_key[0], "address": address, "confirmed_at": self.now}  # type: ignore[index] # there is one
            connection.execute(sa.insert(table_of(Address)).values(**row))

    def rows(self, *, to: str | None = None) -> list[Any]:
        """The outbox, oldest first."""
        table = table_of(Outgoing)
        statement = sa.select(table).order_by(table.c.id)
        with transaction(self.engine) as connection:
            return list(connection.execute(statement if to is None else statement.where(table.c.to == to)))

    def states(self) -> list[OutboxState]:
        return [row.state for row in self.rows()]


class Server:
    """Takes mails. `answers`: what becomes of the next ones (for `only`), TAKEN after them. `taken`: recipient and bytes."""

    def __init__(self, *answers: Fate, only: str = "") -> None:
        self.answers = list(answers)
        self.only = only
        self.taken: list[tuple[str, bytes]] = []
        self.paths: list[str] = []
        self.opened = 0

    def __call__(self) -> Self:
        self.opened += 1
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        pass

    def hand_over(
        self, content: bytes, return_path: str, recipient: str, before_data: Callable[[], bool]
    ) -> Handover | None:
        answering = self.answers and recipient.startswith(self.only)
        fate = self.answers.pop(0) if answering else Fate.TAKEN
        if fate in (*NO_SERVER, Fate.ADDRESS_REFUSED):
            return Handover(fate, f"the server says {fate}")
        if not before_data():
            return None
        if fate in (Fate.TAKEN, Fate.UNKNOWN):
            self.taken.append((recipient, content))
            self.paths.append(return_path)
        return Handover(fate, f"the server says {fate}", "4F1B2" if fate is Fate.TAKEN else "")
