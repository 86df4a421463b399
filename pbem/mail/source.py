"""Where mail comes from: what a mailbox, a Maildir and a pipe have in common. Source: design.md, "Nothing lost"; mail.md D."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pbem.core.errors import Failed
from pbem.core.letters import Raw

PIPE = "pipe"


class MailboxUnreachable(Failed):
    """The mail cannot be read now: one sentence, without secrets. `refused`: the server is there and refuses the login.

    `hopeless`: it is no use to wait, somebody has to see to it.
    """

    def __init__(self, sentence: str, refused: bool = False, hopeless: bool = False) -> None:
        super().__init__(sentence)
        self.refused = refused
        self.hopeless = hopeless


@dataclass(frozen=True, slots=True)
class Batch:
    """New mails of one source, to be stored in one commit, and how far it has been read once they are.

    `uid`: every UID up to it has been handed over or is gone; 0 where a source has no such order.
    """

    uidvalidity: int
    uid: int
    raws: tuple[Raw, ...]


class Source(Protocol):
    """A place where mail arrives. A mail stays there until it is filed away, which is done once it has been stored.

    Every method but `interrupt` may raise MailboxUnreachable; the next call then begins anew.
    """

    @property
    def name(self) -> str:
        """What this source is called in the store: `Raw.mailbox` of all its mails."""
        ...

    def poll(self, uidvalidity: int, uid: int) -> Iterator[Batch]:
        """The mails that came after that UID, in batches of limited size; all of them under another UIDVALIDITY.

        A mail that has been handed over before may come again; it has the same UID then.
        """
        ...

    def file_away(self, uidvalidity: int, uids: Sequence[str]) -> None:
        """Marks stored mails as done, or moves them out of the way; does nothing for one that is no longer there."""
        ...

    def wait(self, seconds: float) -> None:
        """Returns after that time, or earlier when mail may have come. Only a hint: always poll as well."""
        ...

    def interrupt(self) -> None:
        """Ends a wait now, and every later one at once. May be called from another thread or a signal handler."""
        ...

    def close(self) -> None:
        """Ends the connection, if there is one; never raises."""
        ...


def from_pipe(content: bytes, received: datetime) -> Raw:
    """A mail handed over by an MTA on standard input, `received` now. The same bytes again are the same mail again."""
    return Raw(PIPE, 0, hashlib.sha256(content).hexdigest(), content, received)
