"""Handing mails to an SMTP server: one connection for many mails, and every outcome told as data. Source: mail.md 76-81."""

import asyncio
import re
import ssl
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Self, TypeVar

from aiosmtplib import (
    SMTP,
    SMTPAuthenticationError,
    SMTPDataError,
    SMTPException,
    SMTPRecipientRefused,
    SMTPResponseException,
    SMTPSenderRefused,
)
from aiosmtplib.auth import auth_xoauth2_encode

from pbem.core.letters import Fate, Handover
from pbem.mail.access import Access, NoAccess
from pbem.mail.header_block import plain

LONGEST_ANSWER = 300
CLOSING = 421  # RFC 5321 4.2.3: the server closes the connection after it
LOGIN_WANTED = 530  # RFC 4954 6

_T = TypeVar("_T")
_ADDRESS = re.compile(r"[^\x00-\x20\x7f-\U0010ffff<>]+@[A-Za-z0-9.-]+")
_POLICY = re.compile(r"5\.7\.\d+\b")  # RFC 3463 3.8: refused for who we are or what it is, not for the address
_SERVER_IDS = (
    re.compile(r"queued as <?([\w.@+-]+)>?", re.I),
    re.compile(r"\bid=<?([\w.@+-]+)>?", re.I),
    re.compile(r"^(?:2\.\d\.\d )?ok:? <?([\w.@+-]{12,})>?$", re.I),
)


@dataclass(frozen=True, slots=True)
class SmtpServer:
    """Where our mail goes. `tls`: "tls", "starttls" or "none". `user`: empty for no login. `hello`: our name in EHLO.

    `timeout`: seconds for each step. `access`: what gives tokens in place of the password, None for the password.
    `sign`: puts a signature above a mail, None for none.
    """

    host: str
    port: int
    tls: str = "tls"
    user: str = ""
    password: str = field(default="", repr=False)
    timeout: float = 30
    hello: str = "localhost"
    access: Access | None = field(default=None, repr=False)
    sign: Callable[[bytes], bytes] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Encryption:
    """What protects a connection. `version`: such as TLSv1.3. `certificate_ends`: aware, UTC."""

    version: str
    certificate_ends: datetime


class SmtpConnection:
    """A connection that is opened when the first mail needs it and kept until the end of the `with` block."""

    def __init__(self, server: SmtpServer) -> None:
        self._server = server
        self._client: SMTP | None = None
        self._runner = asyncio.Runner()
        self._secrets = [server.password] if server.password else []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._client is not None:
            self._run(self._leave())
        self._runner.close()

    def hand_over(
        self, content: bytes, return_path: str, recipient: str, before_data: Callable[[], bool] = lambda: True
    ) -> Handover | None:
        """Hands one mail for one address to the server, and says what became of it.

        `return_path`: empty for the null path. `before_data` is called once the server has accepted sender and recipient, just
        before the content goes: where it gives False nothing is sent, and the answer is None.
        """
        sign = self._server.sign
        return self._run(self._hand_over(sign(content) if sign else content, return_path, recipient, before_data))

    def check(self) -> str:
        """Why no mail can be handed over now, in one line; empty if it could."""
        return self._run(self._check())

    def encryption(self) -> Encryption | None:
        """What protects the connection that is open now; None where there is none, or where it goes in the clear."""
        transport = self._client.transport if self._client is not None else None
        channel = transport.get_extra_info("ssl_object") if transport is not None else None
        if channel is None:
            return None
        ends = ssl.cert_time_to_seconds(channel.getpeercert()["notAfter"])
        return Encryption(channel.version(), datetime.fromtimestamp(ends, UTC))

    def _run(self, step: Coroutine[Any, Any, _T]) -> _T:
        return self._runner.run(step)

    async def _check(self) -> str:
        try:
            await self._connected()
        except (SMTPException, NoAccess, OSError) as error:
            return self._told(error)
        return ""

    async def _hand_over(
        self, content: bytes, return_path: str, recipient: str, before_data: Callable[[], bool]
    ) -> Handover | None:
        if wrong := [address for address in (return_path, recipient) if address and not _ADDRESS.fullmatch(address)]:
            return Handover(Fate.MAIL_REFUSED, f"{wrong[0]!r} is not an address that mail can be sent to")
        kept = self._client is not None and self._client.is_connected
        try:
            client = await self._connected()
        except (SMTPException, NoAccess, OSError) as error:
            return Handover(_fate_of_connecting(error), self._told(error))
        try:
            await client.mail(return_path)
            await client.rcpt(recipient)
        except (SMTPException, OSError) as error:
            await self._give_up(error)
            if kept and _closed(error):  # the server tired of waiting since the last mail
                return await self._hand_over(content, return_path, recipient, before_data)
            return Handover(_fate_of_offer(error), self._told(error))
        if not before_data():
            await self._give_up(None)
            return None
        return await self._deliver(client, content)

    async def _connected(self) -> SMTP:
        if self._client is not None and self._client.is_connected:
            return self._client
        access = self._server.access
        self._client = await self._with_token(access) if access else await self._with_password()
        return self._client

    async def _with_password(self) -> SMTP:
        server = self._server
        client = self._new_client()
        await client.connect(username=server.user or None, password=server.password if server.user else None)
        return client

    async def _with_token(self, access: Access) -> SMTP:
        """A connection, logged in; a refused token is renewed once."""
        try:
            return await self._with_this_token(access.token())
        except SMTPAuthenticationError as error:
            if error.code < 500 or not access.renew(self._secrets[0]):
                raise
        return await self._with_this_token(access.token())

    async def _with_this_token(self, token: str) -> SMTP:
        self._secrets = [token, auth_xoauth2_encode(self._server.user, token).decode()]
        client = self._new_client()
        await client.connect()
        try:
            await client.ehlo()
            if "xoauth2" not in client.server_auth_methods:
                raise SMTPException("the server offers no XOAUTH2; use another port or a password")
            await client.auth_xoauth2(self._server.user, token)
        except BaseException:
            client.close()
            raise
        return client

    def _new_client(self) -> SMTP:
        server = self._server
        return SMTP(
            hostname=server.host,
            port=server.port,
            local_hostname=server.hello,
            timeout=server.timeout,
            use_tls=server.tls == "tls",
            start_tls=server.tls == "starttls",
        )

    async def _deliver(self, client: SMTP, content: bytes) -> Handover:
        try:
            response = await client.data(content)
        except SMTPDataError as error:
            await self._give_up(error)
            return Handover(_fate_of_data(error.code), self._told(error))
        except (SMTPException, OSError) as error:
            await self._give_up(error)
            return Handover(
                Fate.UNKNOWN, f"the connection was lost while the mail was handed over: {self._told(error)}"
            )
        return Handover(Fate.TAKEN, self._shown(response.message), _server_id(response.message))

    async def _give_up(self, error: Exception | None) -> None:
        """Leaves the connection ready for the next mail, or closed."""
        if self._client is None:
            return
        try:
            if error is not None and _closed(error):
                self._client.close()
            elif self._client.is_connected:
                await self._client.rset()
        except (SMTPException, OSError):
            self._client.close()
        if not self._client.is_connected:
            self._client = None

    async def _leave(self) -> None:
        if self._client is not None and self._client.is_connected:
            try:
                await self._client.quit()
            except (SMTPException, OSError):
                self._client.close()
        self._client = None

    def _told(self, error: Exception) -> str:
        """An error as one line for the GM."""
        if isinstance(error, SMTPResponseException):
            return self._shown(f"{error.code} {error.message}")
        if isinstance(error.__cause__, ConnectionRefusedError):
            return self._shown(f"nothing answers at {self._server.host}, port {self._server.port}")
        return self._shown(str(error) or type(error).__name__)

    def _shown(self, text: str) -> str:
        """A server's words as one line without the password or token, which a careless server may repeat."""
        line = plain(text)
        for secret in self._secrets:
            line = line.replace(secret, "…")
        return line[:LONGEST_ANSWER]


def _closed(error: Exception) -> bool:
    """Whether the connection is of no use after this error."""
    if isinstance(error, SMTPResponseException):
        return error.code == CLOSING or error.code < 200
    return True


def _fate_of_connecting(error: Exception) -> Fate:
    if isinstance(error, NoAccess):
        return Fate.LOCKED_OUT if error.lasting else Fate.AWAY
    refused = isinstance(error, SMTPAuthenticationError) and error.code >= 500
    return Fate.LOCKED_OUT if refused else Fate.AWAY


def _fate_of_offer(error: Exception) -> Fate:
    """What a refusal of the sender or the recipient, or a lost connection before the content, means for the mail."""
    if isinstance(error, (SMTPSenderRefused, SMTPRecipientRefused)):
        if error.code == LOGIN_WANTED:
            return Fate.LOCKED_OUT
        if error.code < 500:
            return Fate.LATER
        for_address = isinstance(error, SMTPRecipientRefused) and not _POLICY.search(error.message)
        return Fate.ADDRESS_REFUSED if for_address else Fate.MAIL_REFUSED
    if isinstance(error, SMTPResponseException):  # to EHLO
        return Fate.AWAY
    return Fate.LATER


def _fate_of_data(code: int) -> Fate:
    if 400 <= code < 500:
        return Fate.LATER
    if 500 <= code < 600:
        return Fate.MAIL_REFUSED
    return Fate.TAKEN if 200 <= code < 300 else Fate.UNKNOWN


def _server_id(answer: str) -> str:
    """The identity in the server's answer to a mail; empty where there is none that we know how to find."""
    for pattern in _SERVER_IDS:
        if found := pattern.search(plain(answer)):
            return found[1][:200]
    return ""
