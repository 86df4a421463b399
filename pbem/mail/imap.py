"""A folder of an IMAP mailbox as a source of mail. Source: mail.md 64 to 75; stack.md 4, whose traps are named where they bite.

What has been read is told by the store's UID and UIDVALIDITY alone, never by flags, which webmail sets too.
"""

import contextlib
import imaplib
import re
import select
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from imap_tools import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted
from imap_tools.errors import ImapToolsError, MailboxLoginError

from pbem.core.letters import Raw
from pbem.mail.access import AGAIN, Access, NoAccess
from pbem.mail.fetched import Fetched, fetched
from pbem.mail.imap_login import PasswordLogin, TokenLogin
from pbem.mail.source import Batch, MailboxUnreachable

LONGEST_IDLE = 9 * 60.0
"""Seconds: home routers forget a silent connection after ten minutes. Source: mail.md 65."""
LONGEST_STEP = 15 * 60.0
"""Seconds that one look, fetch or move may take in all: a server that gives a byte now and then never is late by itself."""
MOST_MAILS = 50
MOST_BYTES = 8 * 1024 * 1024
"""A batch is stored in one commit and held in memory until then; one mail may be larger by itself."""
_IDLE_TROUBLE = 5.0  # seconds: an IDLE that ends in an error sooner is not begun again at once

_ERRORS = (ImapToolsError, imaplib.IMAP4.error, OSError, ValueError)
_PERSONAL = re.compile(rb'\(\("([^"\\]{1,100})" ')
_NUMBER = re.compile(rb"\d{1,10}")


@dataclass(frozen=True, slots=True)
class ImapServer:
    """Where our mail lies. `tls`: "tls", "starttls" or "none". `timeout`: seconds for the connection and for each answer.

    `access`: what gives tokens in place of the password, None for the password.
    `certificates`: a file of authorities to trust in place of the system's, for a server with a certificate of one's own.
    """

    host: str
    port: int = 993
    tls: str = "tls"
    user: str = ""
    password: str = field(default="", repr=False)
    timeout: float = 30
    certificates: str | None = None
    access: Access | None = field(default=None, repr=False)


class ImapAccount:
    """One connection to a server, opened when it is needed and opened anew after any trouble; its folders share it."""

    def __init__(self, server: ImapServer) -> None:
        self.server = server
        self._login = (
            TokenLogin(server.user, server.access) if server.access else PasswordLogin(server.user, server.password)
        )
        self._box: BaseMailBox | None = None
        self._cut = False

    @contextmanager
    def open(self, doing: str) -> Iterator[BaseMailBox]:
        """The connection, logged in. Any trouble inside the block closes it and is raised as MailboxUnreachable."""
        self._cut = False
        watch = threading.Timer(LONGEST_STEP, self._cut_off)
        watch.daemon = True
        watch.start()
        try:
            yield self._box or self._connect()
        except NoAccess as error:
            raise MailboxUnreachable(str(error), refused=error.lasting, hopeless=error.lasting) from error
        except _ERRORS as error:
            self.close()
            raise self._unreachable(doing, error) from error
        except BaseException:
            self.close()  # an answer may be half read
            raise
        finally:
            watch.cancel()

    def _cut_off(self) -> None:
        """Ends the connection from beside, so that whoever reads from it gets an error."""
        self._cut = True
        box = self._box
        if box is not None:
            with contextlib.suppress(*_ERRORS):
                box.client.sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        box, self._box = self._box, None
        if box is None:
            return
        with contextlib.suppress(*_ERRORS):
            box.client.sock.settimeout(min(self.server.timeout, 5))
            box.client.logout()
        with contextlib.suppress(*_ERRORS):
            box.client.shutdown()

    def _hang_up(self) -> None:
        """Ends the connection without a word."""
        box, self._box = self._box, None
        if box is not None:
            box.client.shutdown()

    def _connect(self) -> BaseMailBox:
        """A connection, logged in; a refused login is tried once more where a newer token can be had."""
        try:
            return self._logged_in()
        except _LoginRefused:
            if not self._login.again():
                raise
        return self._logged_in()

    def _logged_in(self) -> BaseMailBox:
        log_in = self._login.ready()
        server = self.server
        box: BaseMailBox
        if server.tls == "none":
            box = MailBoxUnencrypted(server.host, server.port, server.timeout)
        else:
            kind = MailBoxStartTls if server.tls == "starttls" else MailBox
            context = ssl.create_default_context(cafile=server.certificates)
            box = kind(server.host, server.port, server.timeout, ssl_context=context)
        self._box = box
        try:
            log_in(box)
        except (imaplib.IMAP4.abort, OSError, ValueError):
            self._hang_up()
            raise
        except (ImapToolsError, imaplib.IMAP4.error) as error:
            self._hang_up()
            raise _LoginRefused(str(error)) from error
        # Many servers tell what they can do only after the login, and imaplib does not ask again.
        _, words = box.client.capability()
        box.client.capabilities = tuple(str(words[-1] or b"", "ascii", "replace").upper().split())
        return box

    def _unreachable(self, doing: str, error: Exception) -> MailboxUnreachable:
        server = self.server
        where = f"{server.host}:{server.port}"
        if isinstance(error, (_LoginRefused, MailboxLoginError)) and server.access:
            return MailboxUnreachable(
                f"the mail server {where} refuses the access token of {server.user!r}; check that [imap] user is the account"
                f" which allowed it, and that the account may be read by IMAP; else {AGAIN} again",
                refused=True,
            )
        if isinstance(error, (_LoginRefused, MailboxLoginError)):
            return MailboxUnreachable(
                f"the mail server {where} refuses the login of {server.user!r};"
                " check [imap] user and password (many providers want a password made for this program)",
                refused=True,
            )
        return MailboxUnreachable(f"the mail server {where} failed while {doing}: {self._reason(error)}")

    def _reason(self, error: Exception) -> str:
        if self._cut:
            return f"it had not ended after {LONGEST_STEP:g} s"
        if isinstance(error, TimeoutError):
            return f"no answer within {self.server.timeout:g} s"
        if isinstance(error, socket.gaierror):
            return "there is no such host; check [imap] host"
        if isinstance(error, ssl.SSLCertVerificationError):
            return f"its certificate is not valid ({error.verify_message})"
        if isinstance(error, OSError) and error.strerror:
            return error.strerror.lower()
        text = str(error)
        if self._login.secret:
            text = text.replace(self._login.secret, "…")
        return " ".join(text.split())[:200] or type(error).__name__


class _LoginRefused(ImapToolsError):
    """The server answered the login with a refusal."""


class ImapFolder:
    """A source: one folder of an account.

    `processed`: the folder that stored mails are moved to; empty to leave them where they are, marked as seen. `junk`: the
    folder is only looked at, if it is there, and its mails are marked as found there; an empty `folder` is then the one that the
    server itself says holds spam. `size`: bytes above which a mail's
    header alone is read.
    """

    def __init__(
        self,
        account: ImapAccount,
        name: str,
        folder: str = "INBOX",
        processed: str = "",
        junk: bool = False,
        size: int = 25_000_000,
        idle: bool = True,
    ) -> None:
        self.name = name
        self._account = account
        self._folder = folder
        self._processed = processed
        self._junk = junk
        self._marked = junk and not folder
        self._size = size
        self._idle = idle and not junk
        self._idle_failed = False
        self._next_uid: int | None = None
        self._interrupted = threading.Event()
        self._waker, self._woken = socket.socketpair()
        self._waker.setblocking(False)

    def poll(self, uidvalidity: int, uid: int) -> Iterator[Batch]:
        """See Source. A mail that vanishes between the search and its fetch is passed over (mail.md 67)."""
        with self._account.open(f"looking for mail in {self._folder or 'the spam folder'}") as box:
            if self._marked:
                self._folder = _marked_as_junk(box)
            if self._junk and not (self._folder and box.folder.exists(self._folder)):
                return
            found = self._select(box)
            self._next_uid = _answered(box, "UIDNEXT")
            begin = uid if found == uidvalidity else 0
            # `n:*` always holds the last mail, also where its UID is lower (trap 1).
            uids = sorted(number for number in map(int, box.uids(f"UID {begin + 1}:*", charset=None)) if number > begin)
        done = 0
        while done < len(uids):
            with self._account.open(f"fetching mail from {self._folder}") as box:
                if self._select(box) != found:
                    return
                chunk = uids[done : done + MOST_MAILS]
                sizes = {mail.uid: mail for mail in fetched(box, chunk, "RFC822.SIZE INTERNALDATE")}
                chunk = _within(chunk, sizes, self._size)
                raws = self._read(box, chunk, sizes, found)
            done += len(chunk)
            yield Batch(found, chunk[-1], raws)

    def file_away(self, uidvalidity: int, uids: Sequence[str]) -> None:
        """See Source. UIDs of another UIDVALIDITY than the folder's present one are left alone."""
        if self._junk or not uids:
            return
        with self._account.open(f"filing mail of {self._folder} away") as box:
            if self._select(box) != uidvalidity:
                return
            if not self._processed:
                for some in _chunks(uids, 500):
                    box.client.uid("STORE", ",".join(some), "+FLAGS.SILENT", r"(\Seen)")
                return
            box.move(list(uids), self._done_folder(box), chunks=500)

    def wait(self, seconds: float) -> None:
        """See Source. IDLE where the server has it, for nine minutes at most; after any trouble with it, a plain wait."""
        if not self._idle or self._idle_failed:
            self._idle_failed = False
            self._interrupted.wait(seconds)
            return
        began = time.monotonic()
        try:
            with self._account.open("waiting for mail") as box:
                if "IDLE" not in box.client.capabilities:
                    self._idle = False
                else:
                    self._wait_idle(box, min(seconds, LONGEST_IDLE))
        except MailboxUnreachable:
            self._idle_failed = time.monotonic() - began < _IDLE_TROUBLE
        if not self._idle:
            self._interrupted.wait(seconds)

    def interrupt(self) -> None:
        """See Source."""
        self._interrupted.set()
        with contextlib.suppress(OSError):
            self._waker.send(b"!")

    def close(self) -> None:
        """See Source."""
        self._account.close()
        self._waker.close()
        self._woken.close()

    def _select(self, box: BaseMailBox) -> int:
        """Opens the folder anew, so that new mail is seen (trap 2) without NOOP (trap 3), and gives its UIDVALIDITY."""
        box.folder.set(self._folder, readonly=self._junk)
        uidvalidity = _answered(box, "UIDVALIDITY")
        if uidvalidity is None:
            raise imaplib.IMAP4.error(f"{self._folder} has no UIDVALIDITY")
        return uidvalidity

    def _done_folder(self, box: BaseMailBox) -> str:
        """The folder for stored mails, made where it is missing: with the prefix that the server wants of one's own folders."""
        name = self._processed
        if not box.folder.exists(name):
            name = _personal_prefix(box) + name
            if not box.folder.exists(name):
                box.folder.create(name)
        return name

    def _read(self, box: BaseMailBox, chunk: list[int], sizes: dict[int, Fetched], uidvalidity: int) -> tuple[Raw, ...]:
        """The mails of these UIDs that are still there, in order; of too large ones, and of those that the server cannot give,
        the header alone."""
        small = [uid for uid in chunk if uid in sizes and sizes[uid].size <= self._size]
        contents = {mail.uid: mail.content for mail in fetched(box, small, "BODY.PEEK[]") if mail.content is not None}
        raws = []
        for uid in chunk:
            if uid not in sizes:
                continue
            content = contents.get(uid)
            whole = content is not None
            if content is None:
                content = self._header(box, uid)
            if content is not None:
                received = sizes[uid].received or datetime.now(UTC)
                raws.append(Raw(self.name, uidvalidity, str(uid), content, received, self._junk, not whole))
        return tuple(raws)

    def _header(self, box: BaseMailBox, uid: int) -> bytes | None:
        """The header of a mail that is not fetched whole; empty if the server cannot give even that, None if it is gone."""
        for mail in fetched(box, [uid], "BODY.PEEK[HEADER]"):
            if mail.content is not None:
                return mail.content
        return b"" if str(uid) in box.uids(f"UID {uid}", charset=None) else None

    def _wait_idle(self, box: BaseMailBox, seconds: float) -> None:
        self._select(box)
        if _answered(box, "UIDNEXT") != self._next_uid:
            return  # mail came between the last look and this
        idle: Any = box.idle
        idle.start()
        try:
            pending = getattr(box.client.sock, "pending", None)
            if not (pending and pending()):
                select.select([box.client.sock, self._woken], [], [], seconds)
        finally:
            idle.stop()


def _answered(box: BaseMailBox, what: str) -> int | None:
    """The number that the last SELECT answered under that name; None where it gave none."""
    values = box.client.untagged_responses.get(what) or [b""]
    number = _NUMBER.search(values[-1]) if isinstance(values[-1], bytes) else None
    return int(number[0]) if number else None


def _marked_as_junk(box: BaseMailBox) -> str:
    """The folder that the server says holds spam; empty without one. Source: RFC 6154."""
    folders = (found for found in box.folder.list() if any(flag.lower() == "\\junk" for flag in found.flags))
    return next((found.name for found in folders), "")


def _personal_prefix(box: BaseMailBox) -> str:
    """What stands before the names of one's own folders, often nothing, on some servers `INBOX.`. Source: RFC 2342."""
    if "NAMESPACE" not in box.client.capabilities:
        return ""
    _, answer = box.client.namespace()
    found = _PERSONAL.match(answer[-1]) if answer and isinstance(answer[-1], bytes) else None
    return found[1].decode("ascii", "replace") if found else ""


def _within(chunk: list[int], sizes: dict[int, Fetched], largest: int) -> list[int]:
    """As many of these UIDs, one at least, as make no more than a batch's bytes; a too large mail counts nothing."""
    total = 0
    for count, uid in enumerate(chunk):
        size = sizes[uid].size if uid in sizes else 0
        total += size if size <= largest else 0
        if total > MOST_BYTES and count:
            return chunk[:count]
    return chunk


def _chunks(uids: Sequence[str], length: int) -> Iterator[Sequence[str]]:
    for begin in range(0, len(uids), length):
        yield uids[begin : begin + length]
