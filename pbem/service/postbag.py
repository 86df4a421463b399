"""The post that comes in: every source read, its mails kept raw, each handled in its own transaction, then filed away.

The order matters. Mails are kept in one commit a batch before anybody looks at them; a letter's verdict, what it changed and the
answers it caused are one transaction; only then is the mail moved in its mailbox. Whatever was not committed is done again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import Protocol

from sqlalchemy.exc import OperationalError

from pbem.core.letters import Letter
from pbem.mail.source import MailboxUnreachable, Source
from pbem.moderator import gm_notes
from pbem.moderator.desk import Desk
from pbem.service import logs, reading
from pbem.service.wiring import Office
from pbem.store import filing, leases, letters, mailboxes
from pbem.store.campaigns import Overtaken
from pbem.store.letters import Waiting

LEASE = timedelta(minutes=5)
"""How long a source is this process's alone after each batch that it has stored."""

PATIENCE = timedelta(minutes=10)
"""How long a source cannot be read before the GM hears of it: a server is away for a moment every other day."""

CHUNK = 50
"""Letters whose first try is counted in one commit."""

SMALL = 100_000
"""Bytes: letters of at most this size are read with their chunk, others one by one."""

_LOG = logs.logger("postbag")


class Clerk(Protocol):
    """Who handles letters: `pbem.moderator.intake`."""

    def handle(self, desk: Desk, letter_id: int, letter: Letter) -> object:
        """Gives the letter its verdict, and does all that follows from it."""

    def set_aside(self, desk: Desk, letter_id: int, error: str) -> object:
        """Keeps a letter for the GM that could not be handled."""


@dataclass(slots=True)
class Postbag:
    """Reads sources and handles their letters. `holder`: this process's name in leases; `stopping` is asked before each step."""

    office: Office
    sources: Sequence[Source]
    clerk: Clerk
    holder: str
    stopping: Callable[[], bool] = lambda: False
    _away_since: dict[str, datetime] = field(default_factory=dict)

    def collect(self) -> bool:
        """Keeps the new mails of every source; whether all could be read to the end."""
        read = [self._read(source) for source in self.sources]
        return all(read)

    def read_at(self) -> datetime | None:
        """When the last complete reading of all the sources began; None while one of them never was read. Without any it is now:
        a mail server hands every letter over as it comes."""
        if not self.sources:
            return self.office.now()
        with self.office.looking() as desk:
            times = [mailboxes.position(desk.connection, source.name).read_at for source in self.sources]
        return None if None in times else min(filter(None, times), default=None)

    def handle(self) -> int:
        """Handles the letters without a verdict in the order of their receipt, and gives the number handled.

        A letter that cannot be handled is tried again in the next round, and set aside when it has been tried often enough.
        """
        with self.office.looking() as desk:
            waiting = letters.pending(desk.connection)
        handled = 0
        for begin in range(0, len(waiting), CHUNK):
            chunk = waiting[begin : begin + CHUNK]
            with self.office.at_desk() as desk:
                first = filing.begin_first(desk.connection, chunk)
                small = letters.as_they_came(desk.connection, first, most=SMALL)
            begun = dict.fromkeys(first) | {letter.id: letter for letter in small}
            for letter_id in chunk:
                if self.stopping():
                    return handled
                letter = begun.get(letter_id) or self._begin(letter_id, letter_id in begun)
                handled += self._handle(letter) if letter else 0
        return handled

    def file_away(self) -> None:
        """Files the handled letters away in their mailboxes; what fails is done in the next round."""
        for source in self.sources:
            with self.office.looking() as desk:
                handled = filing.to_file_away(desk.connection, source.name)
            try:
                for uidvalidity, group in groupby(handled, lambda filed: filed.uidvalidity):
                    source.file_away(uidvalidity, [filed.uid for filed in group])
            except MailboxUnreachable as error:
                _LOG.warning("letters could not be filed away", source=source.name, error=str(error))
                continue
            if handled:
                with self.office.at_desk() as desk:
                    filing.file_away(desk.connection, [filed.id for filed in handled])

    def close(self) -> None:
        """Ends the connections, and this process's leases."""
        for source in self.sources:
            source.close()
            with self.office.at_desk() as desk:
                leases.give_back(desk.connection, _lease(source), self.holder)

    def _read(self, source: Source) -> bool:
        if self.stopping():
            return False
        lease = _lease(source)
        with self.office.at_desk() as desk:
            began = desk.now
            position = mailboxes.position(desk.connection, source.name)
            if not leases.take(desk.connection, lease, self.holder, began, LEASE):
                _LOG.info("another process reads the mail", source=source.name)
                return False
        try:
            for batch in source.poll(position.uidvalidity, position.uid):
                if position.uidvalidity not in (0, batch.uidvalidity):
                    _LOG.warning("the mailbox was made anew, so all of it is read again", source=source.name)
                    position = replace(position, uidvalidity=batch.uidvalidity)
                with self.office.at_desk() as desk:
                    new = letters.add(desk.connection, batch.raws, desk.now)
                    mailboxes.advance(desk.connection, source.name, batch.uidvalidity, batch.uid)
                    leases.take(desk.connection, lease, self.holder, desk.now, LEASE)
                _LOG.info("letters came", source=source.name, count=new)
        except MailboxUnreachable as error:
            self._note_away(source, error)
            return False
        with self.office.at_desk() as desk:
            mailboxes.looked(desk.connection, source.name, began)
        if self._away_since.pop(source.name, None):
            _LOG.info("the mail can be read again", source=source.name)
        return True

    def _note_away(self, source: Source, error: MailboxUnreachable) -> None:
        """Logs the trouble once, and tells the GM once of each time that it lasts, at once where waiting does not help."""
        known = source.name in self._away_since
        since = self._away_since.setdefault(source.name, self.office.now())
        log = _LOG.debug if known else _LOG.warning
        log("the mail cannot be read", source=source.name, error=str(error))
        with self.office.at_desk() as desk:
            if desk.now < since + PATIENCE and not error.hopeless:
                return
            gm_notes.note(
                desk,
                f"away:{source.name}:{since:%Y%m%d%H%M%S}",
                "the mail cannot be read",
                [
                    f"Since {since:%Y-%m-%d %H:%M} UTC {error}.",
                    "Deadlines wait until it can be read again; nobody is taken for missing. `pbem doctor` tries the logins.",
                ],
            )

    def _begin(self, letter_id: int, counted: bool) -> Waiting | None:
        """One letter as it came, its try counted; None for one that is no longer kept."""
        with self.office.at_desk() as desk:
            if not counted:
                letters.count_try(desk.connection, [letter_id])
            return next(iter(letters.as_they_came(desk.connection, [letter_id])), None)

    def _handle(self, waiting: Waiting) -> int:
        """One letter; 1 if it has its verdict now."""
        letter_id = waiting.id
        with logs.about(letter=letter_id):
            if waiting.attempts > self.office.house.tries:
                return self._set_aside(letter_id, "handling it stopped the program")
            try:
                letter = reading.read(self.office, waiting.raw)
                with self.office.at_desk() as desk:
                    if filing.is_waiting(desk.connection, letter_id):
                        self.clerk.handle(desk, letter_id, letter)
            except (Overtaken, OperationalError) as error:
                _LOG.info("the letter waits", error=str(error))
                with self.office.at_desk() as desk:
                    letters.forget_tries(desk.connection, letter_id)
                return 0
            except Exception as error:  # noqa: BLE001 - one poison letter must not block the others
                return self._note_fault(waiting, error)
        return 1

    def _note_fault(self, waiting: Waiting, error: Exception) -> int:
        _LOG.error("a letter could not be handled", exc_info=error, attempts=waiting.attempts)
        told = f"{type(error).__name__}: {error}"
        if waiting.attempts >= self.office.house.tries:
            return self._set_aside(waiting.id, told)
        with self.office.at_desk() as desk:
            letters.note_error(desk.connection, waiting.id, told)
        return 0

    def _set_aside(self, letter_id: int, error: str) -> int:
        _LOG.error("the letter is set aside", error=error)
        with self.office.at_desk() as desk:
            if filing.is_waiting(desk.connection, letter_id):
                self.clerk.set_aside(desk, letter_id, error)
        return 1


def _lease(source: Source) -> str:
    return f"read:{source.name}"[:200]
