"""The sections of the configuration that are about mail servers: where letters are read, where mails go, and the logins."""

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, SecretStr, model_validator

from pbem.service.entries import HERE, Endpoint, Line, Place, Port, Section, Tls, secret_of

AUTO = "auto"
"""The spam folder that the server itself marks as such."""

Login = Literal["password", "oauth"]


class Server(Section):
    """What a login to a mail server needs."""

    host: Line = ""
    port: Port | None = None
    tls: Tls = "tls"
    login: Login = "password"
    user: Line = ""
    password: SecretStr = SecretStr("")
    password_file: Place = None
    timeout: Annotated[float, Field(gt=0, le=120)] = 30

    @model_validator(mode="after")
    def _one_password(self) -> Self:
        if self.password.get_secret_value() and self.password_file:
            raise ValueError("password and password_file are both given; keep one of them")
        if self.password_file and not self.user:
            raise ValueError("password_file is given without user; add user")
        return self

    @model_validator(mode="after")
    def _fit_for_oauth(self) -> Self:
        if self.login != "oauth":
            return self
        if self.password.get_secret_value() or self.password_file:
            raise ValueError('a password is given, which login = "oauth" does not use; take it out')
        if not self.user:
            raise ValueError('login = "oauth" is given without user; add user, which is mostly the address')
        if self.tls == "none" and self.host not in HERE:
            raise ValueError('login = "oauth" must not go in the clear; set tls to "tls" or "starttls"')
        return self

    def read_password(self) -> str:
        """The password: the entry's, or the first line of `password_file`; empty without either. Raises Unusable."""
        return secret_of("password", self.password, self.password_file)


class Imap(Server):
    """[imap]: the mailbox that players write to; without a host there is none."""

    folder: Annotated[Line, Field(min_length=1)] = "INBOX"
    processed: Line = "Processed"
    junk: Line = AUTO
    poll: Annotated[float, Field(ge=1, le=3600)] = 60
    idle: bool = True

    @property
    def junk_folders(self) -> list[str]:
        """The folders that are only looked at; AUTO stands for the one that the server marks."""
        return list(dict.fromkeys(name.strip() for name in self.junk.split(",") if name.strip()))

    @property
    def port_used(self) -> int:
        return self.port or (993 if self.tls == "tls" else 143)


class MaildirSection(Section):
    """[maildir]: a Maildir that an MTA delivers into, in place of or beside the mailbox."""

    path: Place = None


class Smtp(Server):
    """[smtp]: the server that takes our mail. `dkim_selector`: the name of the key that it, or its provider, signs with, or pbem
    itself where there is a `dkim_key_file`; `dkim_domain`: whose signature that then is, empty for that of our address.
    """

    dkim_selector: Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]*$", max_length=63)] = ""
    dkim_key_file: Place = None
    dkim_domain: Annotated[str, Field(pattern=r"^([A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+)?$", max_length=253)] = ""

    @model_validator(mode="after")
    def _key_has_a_name(self) -> Self:
        if self.dkim_key_file and not self.dkim_selector:
            raise ValueError(
                "dkim_key_file is given without dkim_selector; add the name under which the key is in the DNS"
            )
        return self

    @property
    def port_used(self) -> int:
        return self.port or {"tls": 465, "starttls": 587, "none": 25}[self.tls]


class OAuthSection(Section):
    """[oauth]: how access tokens are got for the servers with `login = "oauth"`. Only the provider "own" needs the addresses."""

    provider: Literal["", "google", "microsoft", "own"] = ""
    client_id: Line = ""
    client_secret: SecretStr = SecretStr("")
    client_secret_file: Place = None
    token_file: Path = Path("pbem.oauth")
    tenant: Annotated[str, Field(pattern=r"^[A-Za-z0-9.-]+$", max_length=100)] = "common"
    authorize_url: Endpoint = ""
    device_url: Endpoint = ""
    token_url: Endpoint = ""
    scope: Line = ""

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.client_secret.get_secret_value() and self.client_secret_file:
            raise ValueError("client_secret and client_secret_file are both given; keep one of them")
        if not self.provider:
            return self
        if not self.client_id:
            raise ValueError(
                "client_id is missing; the provider gives it when you register pbem there (docs/mail-setup.md)"
            )
        own = self.authorize_url or self.device_url or self.token_url
        if self.provider != "own" and own:
            raise ValueError(f'the addresses of {self.provider} are known; take yours out, or set provider to "own"')
        if self.provider == "own" and not (self.token_url and (self.authorize_url or self.device_url)):
            raise ValueError('provider = "own" needs token_url, and authorize_url or device_url')
        return self

    def read_client_secret(self) -> str:
        """The client's secret; empty where the provider gave none. Raises Unusable."""
        return secret_of("client's secret", self.client_secret, self.client_secret_file)
