"""The tables of mail that came in and that goes out, of tokens, and of the installation.

This file does not postpone its annotations: SQLModel reads them. What a column may be when empty is said beside it.
"""

from datetime import datetime
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from pbem.core.letters import Verdict
from pbem.store.columns import Json, ShownText, index_where, words_of


class OutboxState(StrEnum):
    """Source: mail.md, Outbox. `held` waits for an address that is suspended, or for a paused campaign."""

    QUEUED = "queued"
    SENDING = "sending"
    SENT = "sent"
    DEFERRED = "deferred"
    FAILED = "failed"
    UNCERTAIN = "uncertain"
    EXPIRED = "expired"
    HELD = "held"


class Instance(SQLModel, table=True):
    """Facts about this installation: `id` (its loop header), and whatever else must outlive the process."""

    key: str = Field(primary_key=True, max_length=64)
    value: str


class TokenKind(StrEnum):
    """`orders` names a seat and turn; `confirm` a sign-up; `held` a letter to be confirmed; `gm` a point to rule on."""

    ORDERS = "orders"
    CONFIRM = "confirm"
    HELD = "held"
    GM = "gm"


class Token(SQLModel, table=True):
    """A reply token, by digest alone; what it names is in the columns that its kind uses, the others are None."""

    digest: str = Field(primary_key=True, max_length=64)
    kind: TokenKind = Field(sa_type=words_of(TokenKind, "token_kind"))
    mark: str = Field(default="", max_length=16, index=True)
    campaign_id: int | None = Field(default=None, foreign_key="campaign.id")
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    turn: int | None = None
    attempt: int | None = None
    signup_id: int | None = Field(default=None, foreign_key="signup.id")
    letter_id: int | None = Field(default=None, foreign_key="letter.id")
    person_id: int | None = Field(default=None, foreign_key="person.id")
    ruling_id: int | None = Field(default=None, foreign_key="ruling.id")
    created_at: datetime
    revoked_at: datetime | None = None


class Letter(SQLModel, table=True):
    """A mail that came in, raw. `handled_at` is None until its verdict is final; `held_text` is what waits for a confirmation.

    `digest` is empty until somebody has read it. `attempts`: how often it was begun with. `oversize`: `raw` is its head alone.
    """

    id: int | None = Field(default=None, primary_key=True)
    mailbox: str = Field(max_length=255)
    uidvalidity: int = Field(sa_type=sa.BigInteger)
    uid: str = Field(max_length=255)
    digest: str = Field(max_length=64, index=True)
    raw: bytes
    received_at: datetime
    stored_at: datetime
    attempts: int = 0
    verdict: Verdict = Field(default=Verdict.NEW, index=True, sa_type=words_of(Verdict, "letter_verdict"))
    reason: str = Field(default="", sa_type=ShownText(500))
    error: str = Field(default="")
    message_id: str = Field(default="", sa_type=ShownText(1000))
    sender: str = Field(default="", index=True, sa_type=ShownText(254))
    subject: str = Field(default="", sa_type=ShownText(255))
    campaign_id: int | None = Field(default=None, foreign_key="campaign.id")
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    turn: int | None = None
    held_text: str | None = None
    junk: bool = False
    oversize: bool = False
    filed_away: bool = False
    handled_at: datetime | None = None

    __table_args__ = (
        sa.UniqueConstraint("mailbox", "uidvalidity", "uid"),
        index_where("ix_letter_to_file_away", "mailbox", where="NOT filed_away"),
    )


class Outgoing(SQLModel, table=True):
    """A row of the outbox. `key` is unique: what causes a mail can cause it only once. `message`: Message.to_json.

    The texts are `text` and `html`, or, where `report_id` is set, those of that report. `priority`: lower goes first.
    `attempts` counts refusals for now, `unknowns` the times when it stayed unknown whether the server took it. `server_id`: the
    identity that the server gave it. `bounced_at`: when it came back. `error`: why it was not sent or came back, empty if not.
    """

    __tablename__ = "outbox"

    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True, max_length=200)
    kind: str = Field(max_length=32)
    to: str = Field(max_length=254, index=True)
    campaign_id: int | None = Field(default=None, foreign_key="campaign.id")
    seat_id: int | None = Field(default=None, foreign_key="seat.id", index=True)
    letter_id: int | None = Field(default=None, foreign_key="letter.id", index=True)
    turn_id: int | None = Field(default=None, foreign_key="turn.id")
    report_id: int | None = Field(default=None, foreign_key="report.id")
    message_id: str = Field(unique=True, max_length=255)
    bounce_key: str = Field(unique=True, max_length=64)
    message: dict[str, Any] = Field(sa_type=Json)
    text: str = ""
    html: str = ""
    automatic: bool = False
    state: OutboxState = Field(default=OutboxState.QUEUED, sa_type=words_of(OutboxState, "outbox_state"))
    priority: int = 5
    attempts: int = 0
    unknowns: int = 0
    created_at: datetime
    next_try_at: datetime
    expires_at: datetime | None = None
    sent_at: datetime | None = None
    bounced_at: datetime | None = None
    server_id: str = Field(default="", max_length=200)
    error: str = ""

    __table_args__ = (sa.Index("ix_outbox_due", "state", "next_try_at"),)


class Picture(SQLModel, table=True):
    """A picture that the HTML of mails shows by its Content-ID, kept once however many show it.

    `svg` until it is drawn; `png` from then on, empty where it could not be drawn in `most` bytes, None before. `shown_at`: when
    a report last showed it; long after that it is cleared, and has neither.
    """

    cid: str = Field(primary_key=True, max_length=64)
    name: str = Field(sa_type=ShownText(64))
    svg: str
    most: int
    png: bytes | None = None
    shown_at: datetime = Field(index=True)


class Mailbox(SQLModel, table=True):
    """How far a source has been read: `uid` is the highest seen under this UIDVALIDITY; `read_at` the last full look."""

    name: str = Field(primary_key=True, max_length=255)
    uidvalidity: int = Field(default=0, sa_type=sa.BigInteger)
    uid: int = Field(default=0, sa_type=sa.BigInteger)
    read_at: datetime | None = None


class Lease(SQLModel, table=True):
    """Who may poll a source now, so that two pollers do not meet. Source: mail.md 74."""

    name: str = Field(primary_key=True, max_length=255)
    holder: str = Field(max_length=100)
    until: datetime
