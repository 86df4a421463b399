"""Logging in to an IMAP server: by password, or by an access token (SASL XOAUTH2)."""

from collections.abc import Callable
from dataclasses import dataclass, field

from imap_tools import BaseMailBox

from pbem.mail.access import Access

LogIn = Callable[[BaseMailBox], object]
"""Logs in on an open connection, without choosing a folder; raises imap-tools' or imaplib's error where it is refused."""


@dataclass(slots=True)
class PasswordLogin:
    """The login by user and password, of any characters."""

    user: str
    secret: str = field(repr=False)

    def ready(self) -> LogIn:
        """What logs in."""
        if (self.user + self.secret).isascii():
            return lambda box: box.login(self.user, self.secret, initial_folder=None)
        return lambda box: box.login_utf8(self.user, self.secret, initial_folder=None)

    def again(self) -> bool:
        """Whether it is worth while to try once more after a refusal."""
        return False


@dataclass(slots=True)
class TokenLogin:
    """The login by an access token. `secret`: the last one."""

    user: str
    access: Access
    secret: str = field(default="", repr=False)

    def ready(self) -> LogIn:
        """What logs in, with a token that holds now. Raises NoAccess."""
        self.secret = self.access.token()
        return lambda box: box.client.authenticate("XOAUTH2", _Answers(self.user, self.secret).to)

    def again(self) -> bool:
        """Whether it is worth while to try once more after a refusal, which then is done with a newer token."""
        return self.access.renew(self.secret)


class _Answers:
    """The client's half of XOAUTH2: first user and token, then nothing, which a server waits for that has told why it refuses."""

    def __init__(self, user: str, token: str) -> None:
        self._left = [f"user={user}\x01auth=Bearer {token}\x01\x01".encode()]

    def to(self, challenge: bytes) -> bytes:
        """The answer to a challenge, whatever it says."""
        return self._left.pop() if self._left else b""
