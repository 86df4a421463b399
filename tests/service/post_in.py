"""A source whose mails a test lays there, and a clerk who notes what he is handed."""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from pbem.core.letters import Letter, Raw, Verdict
from pbem.mail.source import Batch, MailboxUnreachable
from pbem.moderator import gm_notes
from pbem.moderator.desk import Desk
from pbem.store import letters


@dataclass
class Box:
    """A mailbox in memory. `away`: the sentence of its trouble, empty for none; `batch`: how many mails come at once."""

    name: str = "inbox"
    mails: list[Raw] = field(default_factory=list)
    filed: list[str] = field(default_factory=list)
    away: str = ""
    batch: int = 2
    poked: threading.Event = field(default_factory=threading.Event)
    interrupted: bool = False
    closed: bool = False

    def lay(self, text: str, received: datetime) -> None:
        uid = str(len(self.mails) + len(self.filed) + 1)
        content = f"From: ann@players.test\r\nSubject: {text}\r\n\r\n{text}\r\n".encode()
        self.mails.append(Raw(self.name, 7, uid, content, received))

    def poll(self, uidvalidity: int, uid: int) -> Iterator[Batch]:
        new = [raw for raw in self.mails if uidvalidity != 7 or int(raw.uid) > uid]
        for begin in range(0, len(new), self.batch):
            self._reach()
            raws = tuple(new[begin : begin + self.batch])
            yield Batch(7, int(raws[-1].uid), raws)
        self._reach()

    def file_away(self, uidvalidity: int, uids: Sequence[str]) -> None:
        self._reach()
        self.filed += [raw.uid for raw in self.mails if raw.uid in uids]
        self.mails = [raw for raw in self.mails if raw.uid not in uids]

    def wait(self, seconds: float) -> None:
        self._reach()
        self.poked.wait(seconds)
        if not self.interrupted:
            self.poked.clear()

    def poke(self) -> None:
        """Says that mail has come."""
        self.poked.set()

    def interrupt(self) -> None:
        self.interrupted = True
        self.poked.set()

    def close(self) -> None:
        self.closed = True

    def _reach(self) -> None:
        if self.away:
            raise MailboxUnreachable(self.away)


class Clerk:
    """Acknowledges every letter with a note to the GM, but for those that hold a word which he cannot bear."""

    def __init__(self) -> None:
        self.cannot_bear: dict[str, BaseException] = {}
        self.handled: list[str] = []

    def handle(self, desk: Desk, letter_id: int, letter: Letter) -> None:
        for word, error in self.cannot_bear.items():
            if word in letter.subject:
                raise error
        self.handled.append(letter.subject)
        gm_notes.note(desk, f"handled:{letter_id}", letter.subject, ["It was handled."])
        letters.close(desk.connection, letter_id, Verdict.ACK, now=desk.now, digest=letter.digest)

    def set_aside(self, desk: Desk, letter_id: int, error: str) -> None:
        letters.close(desk.connection, letter_id, Verdict.QUAR, error, now=desk.now, digest="")
