"""`pbem run`: one process that reads the post, looks for what is due, and sends.

One thread for each mailbox reads it and handles its letters, one ticks, one sends; whoever has caused mail wakes the sender. A
server that is away stops only what needs it: deadlines wait while the inbox cannot be read, mails wait in the outbox.
"""

import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import TypeVar

from pbem.archive.site import Site
from pbem.core.errors import Failed, Unusable
from pbem.core.letters import NO_SERVER, Fate
from pbem.mail.source import MailboxUnreachable, Source
from pbem.moderator import sending
from pbem.service import alarm, logs
from pbem.service.delivery import Carrier, send_due
from pbem.service.holder import end_leases_of_the_dead, holder_name
from pbem.service.jobs import Ticker
from pbem.service.pacing import DomainPace
from pbem.service.postbag import Clerk, Postbag
from pbem.service.rounds import Rounds
from pbem.service.wiring import Office
from pbem.store import campaigns
from pbem.store.session import reading

AWAY = 60.0
"""Seconds for which a server that takes no mail at all is left alone, whatever comes into the outbox."""

AFTER_FAULT = 10.0
"""Seconds until a thread goes on in which the program failed."""

ARCHIVE_RESTS = 600.0
"""Seconds until the archive is tried again after the program failed to write it; play goes on meanwhile."""

_T = TypeVar("_T")
_HINT = 0.5  # seconds: a wait that ends so much too early was ended by a mail
_LOG = logs.logger("service")


class Service:
    """Runs a house. `groups`: sources that are read one after the other, each group by its own thread; none where a mail server
    hands the letters over.
    """

    def __init__(
        self,
        office: Office,
        groups: Sequence[Sequence[Source]],
        carrier: Callable[[], AbstractContextManager[Carrier]],
        clerk: Clerk,
    ) -> None:
        self._office = office
        self._carrier = carrier
        limits = office.settings.limits
        self._pace = DomainPace(limits.domain_burst, limits.domain_per_minute, office.now)
        self._stop = threading.Event()
        self._mail_waits = threading.Event()
        self._turning = threading.Lock()
        self._handling = threading.Lock()
        self._archive_rests_until = 0.0
        holder = holder_name()
        self._postbags = [Postbag(office, group, clerk, holder, self._stop.is_set) for group in groups or [()]]
        self._rounds = Rounds(office, self._stop.is_set)
        with office.at_desk() as desk:
            end_leases_of_the_dead(desk.connection, holder)

    def once(self) -> None:
        """One round: the post, then what is due, then the outbox. Raises Failed at its end where a server was away."""
        read = [self._take_in(postbag) for postbag in self._postbags]
        self._carry_out()
        fates = self._send()
        for postbag in self._postbags:
            postbag.close()
        if not all(read):
            raise Failed(
                "not all mail could be read, so deadlines wait; the log says why, `pbem doctor` tries the logins"
            )
        if _none_taken(fates):
            raise Failed("mails could not be sent; the log says why, `pbem outbox list` shows them")

    def run(self) -> None:
        """Runs until `stop`: whatever has been begun then is finished first."""
        seconds = self._office.settings.limits.tick
        ticker = Ticker(lambda: self._in_peace(self._carry_out), seconds)
        threads = [
            threading.Thread(target=self._read_post, args=[bag], name=f"post {n}")
            for n, bag in enumerate(self._postbags)
        ]
        threads.append(threading.Thread(target=self._send_post, name="outbox"))
        _LOG.info("the service runs", sources=[source.name for bag in self._postbags for source in bag.sources])
        for thread in threads:
            thread.start()
        ticker.start()
        self._stop.wait()
        ticker.stop()
        for thread in threads:
            thread.join()
        for postbag in self._postbags:
            postbag.close()
        _LOG.info("the service has stopped")

    def stop(self) -> None:
        """Ends `run` as soon as what has been begun is finished. May be called from a signal handler."""
        self._stop.set()
        self._mail_waits.set()
        for postbag in self._postbags:
            for source in postbag.sources:
                source.interrupt()

    def stop_on_signals(self) -> None:
        """Makes SIGTERM and SIGINT stop the service; for the main thread."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.stop())

    def _read_post(self, postbag: Postbag) -> None:
        while not self._stop.is_set():
            read = self._in_peace(lambda: self._take_in(postbag))
            self._in_peace(self._carry_out)
            if read:
                self._in_peace(lambda: self._wait(postbag))
            elif read is False:
                self._stop.wait(self._office.settings.imap.poll)

    def _take_in(self, postbag: Postbag) -> bool:
        """Reads the sources and handles what came; whether all could be read."""
        read = postbag.collect()
        self._handle()
        postbag.file_away()
        return read

    def _handle(self) -> None:
        """Handles the letters that wait, wherever they came from."""
        with self._handling:
            self._postbags[0].handle()
        self._mail_waits.set()

    def _wait(self, postbag: Postbag) -> None:
        """Until mail may have come, the next full look is due, or a deadline comes, before which the inbox is to be read."""
        until = time.monotonic() + self._office.settings.imap.poll
        while not self._stop.is_set() and (left := until - time.monotonic()) > 0:
            seconds = min(left, self._seconds_to_deadline() or left)
            began = time.monotonic()
            try:
                if not postbag.sources:
                    self._stop.wait(seconds)
                    continue
                postbag.sources[0].wait(seconds)
            except MailboxUnreachable:
                self._stop.wait(seconds)
            if time.monotonic() - began < seconds - _HINT or self._rounds.waits_for_inbox(self._read_at()):
                return

    def _seconds_to_deadline(self) -> float | None:
        """None where no deadline is to come."""
        with self._office.looking() as desk:
            next_due = campaigns.next_due(desk.connection)
            left = (next_due - desk.now).total_seconds() if next_due else 0.0
        return left if left > 0 else None

    def _read_at(self) -> datetime | None:
        times = [postbag.read_at() for postbag in self._postbags]
        return None if None in times else min(filter(None, times), default=None)

    def _carry_out(self) -> None:
        with self._turning:
            turns = self._rounds.carry_out(self._read_at())
            self._mail_waits.set()
            self._publish()
        if turns:
            self._handle()  # what had to wait for a deadline

    def _publish(self) -> None:
        """Brings the archive up to date with the turns in the store."""
        folder = self._office.settings.archive.folder
        if folder is None or time.monotonic() < self._archive_rests_until:
            return
        try:
            with reading(self._office.engine) as connection:
                turns = Site(connection, folder, self._office.renderer).catch_up()
        except (Failed, Unusable, OSError) as error:
            _LOG.warning("the archive could not be written", error=str(error))
            return
        except Exception:  # noqa: BLE001 - play goes on without its pages
            _LOG.exception("the program failed to write the archive")
            self._archive_rests_until = time.monotonic() + ARCHIVE_RESTS
            return
        if turns:
            _LOG.info("the archive was carried on", turns=turns)

    def _send_post(self) -> None:
        self._in_peace(self._expect_server)
        while not self._stop.is_set():
            self._mail_waits.wait(self._office.settings.limits.tick)
            self._mail_waits.clear()
            fates = self._in_peace(self._send)
            if fates and _none_taken(fates):
                self._stop.wait(AWAY)

    def _expect_server(self) -> None:
        """A service that begins tries what found no server: what kept it away may have been mended by the settings."""
        with self._office.at_desk() as desk:
            sending.server_is_back(desk)

    def _send(self) -> Counter[Fate]:
        """Sends until nothing is ready, or the server is away."""
        total: Counter[Fate] = Counter()
        limit = self._office.settings.limits.batch
        while not self._stop.is_set():
            fates = send_due(self._office, self._carrier, limit, self._stop.is_set, self._pace)
            total += fates
            if not fates or _none_taken(fates):
                break
        if total[Fate.LOCKED_OUT]:
            alarm.no_mail_leaves(self._office)
        return total

    def _in_peace(self, step: Callable[[], _T]) -> _T | None:
        """What the step gave; None where the program failed in it, which must not end the thread."""
        try:
            return step()
        except Exception:  # noqa: BLE001 - a thread that ends in silence would stop all play
            _LOG.exception("the program failed")
            self._stop.wait(AFTER_FAULT)
            return None


def _none_taken(fates: Counter[Fate]) -> bool:
    """Whether the round of sending ended because no mail could be handed over."""
    return any(fates[fate] for fate in NO_SERVER)
