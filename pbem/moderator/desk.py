"""What a use case is handed: a transaction, the time, the secret, the settings. It opens nothing itself."""

from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy.engine import Connection

from pbem.report.renderer import Renderer


@dataclass(frozen=True, slots=True)
class House:
    """The settings that the moderator needs. `address`: where players write to, in lower case, without a token.

    `reply_to`: the form of a token address with the fields `local`, `token` and `domain`; empty where the provider keeps no
    plus addresses (replies are then bound by References). `gm`: addresses of the GM. `authserv_id`: whether one is configured.
    The caps are those of mail.md, Threats. `bounce_score`: at which an address is suspended. `uncertain_wait`: after how many
    seconds a mail is sent once more that the server may or may not have taken.
    """

    address: str
    gm: tuple[str, ...] = ()
    name: str = "pbem"
    reply_to: str = "{local}+{token}@{domain}"
    authserv_id: str = ""
    archive_url: str = ""
    answers_an_hour: int = 10
    answers_a_day: int = 30
    stranger_answers_a_day: int = 3
    tries: int = 3
    bounce_score: int = 5
    uncertain_wait: float = 900

    @property
    def local(self) -> str:
        return self.address.rpartition("@")[0]

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2]


@dataclass(frozen=True, slots=True)
class Desk:
    """One use case's surroundings. `connection` is inside a transaction that the caller commits; `now` is aware, UTC.

    `secret` keys tokens and marks; `instance` names this installation in loop headers.
    """

    connection: Connection
    now: datetime
    secret: bytes = field(repr=False)
    instance: str
    house: House
    renderer: Renderer
