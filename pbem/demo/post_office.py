"""A post office in this process: a real SMTP server and a real IMAP server on loopback ports, over mailboxes in memory.

pymap wants to be started by its command line; all that knows of it is here. Nothing is relayed: the SMTP server takes mail for
its own boxes only. What it delivers bears Return-Path, Delivered-To and Received, as a real server's does.
"""

import asyncio
import threading
from argparse import Namespace
from collections.abc import Callable, Coroutine, Mapping
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any, Self, TypeVar
from uuid import uuid4

from aiosmtpd.smtp import SMTP, Envelope, Session
from imap_tools import MailBoxUnencrypted
from proxyprotocol.result import ProxyResultLocal
from proxyprotocol.sock import SocketInfo
from pymap.backend.dict import Config, DictBackend, Identity, Login
from pymap.imap import IMAPServer
from pymap.parsing.message import AppendMessage
from pymap.user import UserMetadata
from pysasl.hashing import Cleartext

from pbem.mail.fetched import fetched

HOST = "127.0.0.1"
_NAME = "mail.localhost"
_PATIENCE = 30.0  # seconds that anything in this process may take before something is wrong with it

_T = TypeVar("_T")


class _Settings(Config):
    """pymap's settings without a look-up of this machine's name on the network."""

    @property
    def greeting(self) -> bytes:
        return b"Server ready " + _NAME.encode()


class PostOffice:
    """Mailboxes by address with their passwords; open as long as the `with` block runs.

    A plus address belongs to the box of the address without it. `delivered` is called, in the server's thread, with the box
    and the bytes of every mail that came by SMTP, once it lies there.
    """

    smtp_port: int
    imap_port: int

    def __init__(
        self,
        boxes: Mapping[str, str],
        delivered: Callable[[str, bytes], None] | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._boxes = {address.lower(): password for address, password in boxes.items()}
        self._delivered = delivered
        self._now = now
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="post office", daemon=True)
        self._listening: list[asyncio.Server] = []
        self._clients: set[asyncio.Task[None]] = set()
        settings = Namespace(
            debug=False,
            host=HOST,
            port=0,
            cert=None,
            key=None,
            tls=False,
            proxy_protocol="noop",
            passlib_cfg=None,
            demo_data=False,
            demo_user="",
            demo_password="",
        )
        self._settings = _Settings.from_args(settings, hash_context=Cleartext(), invalid_user_sleep=0.0)
        self._backend = DictBackend(Login(self._settings), self._settings)

    def __enter__(self) -> Self:
        self._thread.start()
        try:
            self._run(self._open())
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        self._run(self._close())
        self._end()

    def append(self, address: str, content: bytes, folder: str = "INBOX", received: datetime | None = None) -> None:
        """Puts a mail into a folder of a box, as an IMAP program does, with that INTERNALDATE (now without one)."""
        self._run(self._append(address.lower(), content, folder, received or self._now()))

    def mails(self, address: str, folder: str = "INBOX") -> list[bytes]:
        """The mails in a folder of a box, oldest first, read over IMAP; none are marked as seen by it."""
        box = MailBoxUnencrypted(HOST, self.imap_port, timeout=_PATIENCE)
        with box.login(address.lower(), self._boxes[address.lower()], initial_folder=None):
            if not box.folder.exists(folder):
                return []
            box.folder.set(folder, readonly=True)
            uids = [int(uid) for uid in box.uids(charset=None)]
            return [mail.content or b"" for mail in fetched(box, uids, "BODY.PEEK[]")]

    async def _open(self) -> None:
        self._settings.apply_context()
        for address, password in self._boxes.items():
            user = UserMetadata(self._settings, address, password=password)
            await Identity(address, self._backend.login, None, frozenset({"admin"})).set(user)
        imap = await asyncio.start_server(self._serve, HOST, 0)
        self._listening.append(imap)
        self.imap_port = imap.sockets[0].getsockname()[1]
        smtp = await self._loop.create_server(self._answer, HOST, 0)
        self._listening.append(smtp)
        self.smtp_port = smtp.sockets[0].getsockname()[1]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serves one IMAP client. Its task is kept: one that nothing holds may vanish while it waits for the next command."""
        task = asyncio.current_task()
        assert task is not None
        self._clients.add(task)
        try:
            client = SocketInfo.get(writer, ProxyResultLocal(), unique_id=uuid4().bytes)
            await IMAPServer(self._backend.login, self._settings)(reader, writer, client)
        finally:
            self._clients.discard(task)

    def _answer(self) -> SMTP:
        return SMTP(_Counter(self), hostname=_NAME, ident="pbem post office", enable_SMTPUTF8=True, loop=self._loop)

    def box_of(self, address: str) -> str | None:
        """The box that mail for an address goes to; None where there is none here."""
        local, _, domain = address.lower().rpartition("@")
        for candidate in (f"{local}@{domain}", f"{local.partition('+')[0]}@{domain}"):
            if candidate in self._boxes:
                return candidate
        return None

    async def take_in(self, sender: str, recipient: str, content: bytes) -> None:
        """Delivers a mail that came by SMTP to the box of one recipient."""
        box = self.box_of(recipient)
        assert box is not None, recipient
        now = self._now()
        trace = (
            f"Return-Path: <{sender}>\r\nDelivered-To: {recipient}\r\n"
            f"Received: from localhost by {_NAME} with ESMTP; {format_datetime(now)}\r\n"
        )
        stamped = trace.encode() + content
        await self._append(box, stamped, "INBOX", now)
        if self._delivered is not None:
            self._delivered(box, stamped)

    async def _append(self, box: str, content: bytes, folder: str, received: datetime) -> None:
        async with Identity(box, self._backend.login, None, frozenset({"admin"})).new_session() as session:
            if folder not in {name for name, *_ in (await session.list_mailboxes("", "*"))[0]}:
                await session.create_mailbox(folder)
            await session.append_messages(folder, [AppendMessage(content, received, frozenset())])

    async def _close(self) -> None:
        for server in self._listening:
            server.close()  # its clients' tasks are ended below: from Python 3.12 on wait_closed would wait for the clients
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_PATIENCE)
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, _T]) -> _T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(_PATIENCE)


class _Counter:
    """The counter at which SMTP mail is handed in: aiosmtpd calls its methods by their names."""

    def __init__(self, office: PostOffice) -> None:
        self._office = office

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name for it
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self._office.box_of(address) is None:
            return "550 5.1.1 no such mailbox here"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - the same
        content = envelope.content
        assert isinstance(content, bytes)
        for recipient in envelope.rcpt_tos:
            await self._office.take_in((envelope.mail_from or "").strip("<>"), recipient, content)
        return "250 2.0.0 delivered"
