"""Access to a mail account without its password: a token that is renewed before it ends, and once when it is refused.

What the provider refuses for good is not asked again until `pbem mail authorize` has written new tokens. Source: mail.md 73.
"""

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbem.core.errors import Failed, Unusable
from pbem.mail import oauth, token_file
from pbem.mail.oauth import Client, Grant, Refused, Unanswered
from pbem.mail.token_file import Tokens

AGAIN = "run `pbem mail authorize`"

EARLY = timedelta(minutes=5)
"""How long before its end an access token is renewed, or at a tenth of its life where that is less."""

RESTS = timedelta(minutes=1)
"""How long a provider is left alone that gave no answer."""

IN_VAIN = timedelta(minutes=5)
"""How long no token is renewed because a server refused one, when that has been done already: then age is not what is wrong."""


class NoAccess(Failed):
    """No access token can be had: one sentence. `lasting`: not until somebody has seen to it."""

    def __init__(self, sentence: str, lasting: bool) -> None:
        super().__init__(sentence)
        self.lasting = lasting


class _Withdrawn(NoAccess):
    """The provider takes the refresh token no longer. `said`: its words."""

    def __init__(self, said: str) -> None:
        super().__init__(f"the mail account is no longer open to pbem (the provider says {said}); {AGAIN} again", True)
        self.said = said


class Access:
    """The access tokens of one account, kept in a file that other processes use as well.

    `hide` is told every token that must not be written anywhere. `now` gives the time, aware.
    """

    def __init__(
        self,
        client: Client,
        file: Path,
        hide: Callable[[str], None] = lambda token: None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._client = client
        self._file = file
        self._hide = hide
        self._now = now
        self._lock = threading.Lock()
        self._refused = ""
        self._dead: tuple[str, str] | None = None
        self._rests: tuple[datetime, str] | None = None
        self._no_renewal_before = datetime.fromtimestamp(0, UTC)

    def token(self) -> str:
        """An access token that can be used now. Raises NoAccess."""
        with self._lock:
            tokens = self._kept()
            if not self._usable(tokens):
                tokens = self._renew()
            return tokens.access_token

    def token_anew(self) -> str:
        """A new access token, whatever the age of the one there is and whatever was said before. Raises NoAccess."""
        with self._lock:
            self._refused = self._kept().access_token
            return self._renew(in_earnest=True).access_token

    def renew(self, refused: str) -> bool:
        """Whether it is worth while to try once more with another token than the one that a server has refused."""
        with self._lock:
            if self._now() < self._no_renewal_before:
                return False
            self._no_renewal_before = self._now() + IN_VAIN
            self._refused = refused
            return True

    def keep(self, grant: Grant) -> None:
        """Keeps what was granted at first. Raises Unusable."""
        with token_file.alone(self._file), token_file.replacing(self._file) as write:
            write(self._tokens(grant, ""))

    def _kept(self) -> Tokens:
        try:
            tokens = token_file.read(self._file)
        except Unusable as error:
            raise NoAccess(str(error), lasting=True) from error
        if tokens is None:
            raise NoAccess(f"the mail account has not been opened to pbem yet; {AGAIN}", lasting=True)
        if (tokens.client_id, tokens.token_url) != (self._client.client_id, self._client.token_url):
            raise NoAccess(f"{self._file} was written for another client or provider than [oauth] names; {AGAIN}", True)
        self._hide(tokens.refresh_token)
        self._hide(tokens.access_token)
        return tokens

    def _usable(self, tokens: Tokens) -> bool:
        return tokens.access_token != self._refused and self._now() < tokens.use_until

    def _renew(self, in_earnest: bool = False) -> Tokens:
        try:
            with token_file.alone(self._file):
                tokens = self._kept()  # another process may have renewed them meanwhile
                if self._usable(tokens):
                    return tokens
                if not in_earnest:
                    self._see_that_asking_is_of_use(tokens)
                return self._asked(tokens)
        except Unusable as error:
            raise NoAccess(str(error), lasting=True) from error

    def _asked(self, tokens: Tokens) -> Tokens:
        """What the provider gives for these tokens, kept; as is that it gives nothing any more, for other processes."""
        with token_file.replacing(self._file) as write:
            try:
                new = self._tokens(self._granted(tokens.refresh_token), tokens.refresh_token)
            except _Withdrawn as error:
                write(replace(tokens, refused=error.said))
                raise
            write(new)
        self._dead = self._rests = None
        return new

    def _see_that_asking_is_of_use(self, tokens: Tokens) -> None:
        if tokens.refused:
            raise _Withdrawn(tokens.refused)
        if self._dead and self._dead[0] == tokens.refresh_token:
            raise NoAccess(self._dead[1], lasting=True)
        if self._rests and self._now() < self._rests[0]:
            raise NoAccess(self._rests[1], lasting=False)

    def _granted(self, refresh_token: str) -> Grant:
        try:
            return oauth.renewed(self._client, refresh_token)
        except Unanswered as error:
            trouble = NoAccess(f"no access token can be had now: {error}", lasting=False)
        except Refused as error:
            trouble = self._refusal(error)
        if trouble.lasting:
            self._dead = refresh_token, str(trouble)
        else:
            self._rests = self._now() + RESTS, str(trouble)
        raise trouble

    def _refusal(self, error: Refused) -> NoAccess:
        if oauth.is_for_now(error):
            return NoAccess(f"no access token can be had now: the provider says {error}", lasting=False)
        if error.code == "invalid_grant":
            return _Withdrawn(str(error))
        return NoAccess(
            f"the provider refuses pbem as a client ({error}); check client_id and client_secret in [oauth], then {AGAIN} again",
            lasting=True,
        )

    def _tokens(self, grant: Grant, refresh_token: str) -> Tokens:
        life = timedelta(seconds=grant.seconds)
        refresh = grant.refresh_token or refresh_token
        for token in (grant.access_token, refresh):
            self._hide(token)
        return Tokens(
            self._client.client_id,
            self._client.token_url,
            refresh,
            grant.access_token,
            self._now() + life - min(EARLY, life / 10),
        )
