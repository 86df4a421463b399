"""The tables of people, campaigns, and all that is played in them.

This file does not postpone its annotations: SQLModel reads them. What a column may be when empty is said beside it.
"""

from datetime import datetime
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from pbem.store.columns import Json, ShownText, index_where, words_of

DAY = 24 * 60 * 60
"""Seconds: how long a turn waits for the GM's rulings, unless the campaign is told otherwise."""


class CampaignStatus(StrEnum):
    """`signup` until the start; `paused` has no deadline; `ended` is for ever."""

    SIGNUP = "signup"
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"


class Person(SQLModel, table=True):
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(max_length=80)
    created_at: datetime


class Address(SQLModel, table=True):
    """An address of a person, in lower case. Counts as registered once `confirmed_at` is set."""

    id: int | None = Field(default=None, primary_key=True)
    person_id: int = Field(foreign_key="person.id", index=True)
    address: str = Field(unique=True, max_length=254)
    confirmed_at: datetime | None = None
    bounce_score: int = 0
    bounced_at: datetime | None = None
    suspended_at: datetime | None = None
    reminders: bool = True
    preferred: bool = True


class Campaign(SQLModel, table=True):
    """`turn` is the number that is being played: 0 before the start, else the turn whose orders are awaited. `attempt` rises
    with every rollback, so that no answer to a report that was withdrawn is taken for the turn played anew.

    `schedule`: such as "Fri 18:00", empty for a campaign without one. `move_time`: seconds, 0 for none. `early`: a turn is
    adjudicated before its deadline where nobody loses by it. `reports`: the schedule by which reports are gathered, empty where
    they go out at once; `report_at`: when the next gathered ones go out, None where nothing is to be told. `due_at`: the first
    deadline of those for whom play waits, None where there is none. `due_sequence` rises with every deadline set (calendar
    SEQUENCE). `remind_at`: when the first seat is to be reminded, None for none. `look`: orders have come since it was last
    asked whether play can go on before the deadline. `decks`: what the options name, read once. `waits_unreachable`: whether a
    deadline waits for a seat all of whose addresses are suspended. `waiting`: why a due deadline is not carried out, empty for
    none. `ruling_time`: seconds that a turn waits for the GM's rulings, 0 for never.
    `rulings`: those that hold, {question: {given: ruling}}. `rule_by`: until when the turn that has been begun waits for the GM,
    None where none does; `rule_due`: the seats whose time had run out when it was begun. `version` rises with every change of the
    row (compare and set). `secret` never leaves the store before the campaign has ended.
    """

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True, max_length=40)
    game: str = Field(max_length=64)
    rules_version: int
    status: CampaignStatus = Field(default=CampaignStatus.SIGNUP, sa_type=words_of(CampaignStatus, "campaign_status"))
    options: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    decks: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    min_players: int
    max_players: int
    timezone: str = Field(max_length=64)
    schedule: str = Field(default="", max_length=200)
    move_time: int = 0
    early: bool = False
    reports: str = Field(default="", sa_column_kwargs={"server_default": sa.text("''")})
    start_when_full: bool = True
    reminder_hours: int = 24
    waits_unreachable: bool = Field(default=False, sa_column_kwargs={"server_default": sa.false()})
    ruling_time: int = Field(default=DAY, sa_column_kwargs={"server_default": str(DAY)})
    rulings: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    secret: str = Field(max_length=64)
    commitment: str = Field(max_length=64)
    turn: int = 0
    attempt: int = 1
    due_at: datetime | None = Field(default=None, index=True)
    due_sequence: int = 0
    remind_at: datetime | None = Field(default=None, index=True)
    report_at: datetime | None = Field(default=None, index=True)
    look: bool = Field(default=False, index=True)
    waiting: str = Field(default="", sa_type=ShownText(300))
    rule_by: datetime | None = Field(default=None, index=True)
    rule_due: list[Any] = Field(default_factory=list, sa_type=Json)
    created_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    version: int = 1

    __table_args__ = (
        sa.CheckConstraint("1 <= min_players AND min_players <= max_players", name="players"),
        sa.CheckConstraint("turn >= 0 AND attempt >= 1 AND version >= 1", name="counts"),
        sa.CheckConstraint("move_time >= 0 AND reminder_hours >= 0", name="times"),
    )


class Seat(SQLModel, table=True):
    """A seat, what it has on file, and what it was asked. `filed`: orders_to_json. `wrote`: whether any text came since.

    `asked`, `step`: the decision that a report has asked of it and that is still open; `asked_in`: the turn in which it was
    asked, 0 for none. `due_at`: its deadline, None where play does not wait for it. `remind_at`: when it is to be reminded,
    None once that is done.
    """

    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id")
    number: int
    name: str = Field(max_length=40)
    luck: str = Field(default="", max_length=200)
    filed: list[Any] = Field(default_factory=list, sa_type=Json)
    wrote: bool = False
    revision: int = 0
    asked: str = Field(default="", sa_column_kwargs={"server_default": sa.text("''")})
    step: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    asked_in: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    due_at: datetime | None = None
    remind_at: datetime | None = None
    joined_at: datetime

    __table_args__ = (sa.UniqueConstraint("campaign_id", "number"), sa.UniqueConstraint("campaign_id", "name"))


class Member(SQLModel, table=True):
    """Who plays a seat, and from when to when; several at once for a team. `until` is None for the present members."""

    id: int | None = Field(default=None, primary_key=True)
    seat_id: int = Field(foreign_key="seat.id", index=True)
    person_id: int = Field(foreign_key="person.id", index=True)
    since: datetime
    until: datetime | None = None

    __table_args__ = (index_where("uq_member_present", "seat_id", "person_id", where="until IS NULL", unique=True),)


class Signup(SQLModel, table=True):
    """Somebody who asked for a seat and has not yet confirmed. `letter_id`: the mail that asked."""

    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", index=True)
    address: str = Field(max_length=254)
    name: str = Field(max_length=40)
    luck: str = Field(default="", max_length=200)
    letter_id: int | None = Field(default=None, foreign_key="letter.id")
    asked_at: datetime
    seat_id: int | None = Field(default=None, foreign_key="seat.id")


class Turn(SQLModel, table=True):
    """One adjudication, appended and never changed but for `withdrawn_at`. Number 0 is the start.

    `given`: all that `advance` was given: filed, due, wrote, rulings. `state` and `filed` are what it returned. `chance`: every
    outcome drawn, by label. `public_view`: what the archive shows.
    """

    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id")
    number: int
    attempt: int = 1
    rules_version: int
    due_at: datetime | None = None
    adjudicated_at: datetime
    withdrawn_at: datetime | None = None
    given: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    state: dict[str, Any] = Field(sa_type=Json)
    events: list[Any] = Field(sa_type=Json)
    filed: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    problems: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    chance: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
    public_view: dict[str, Any] = Field(default_factory=dict, sa_type=Json)

    __table_args__ = (
        sa.UniqueConstraint("campaign_id", "number", "attempt"),
        index_where("uq_turn_in_force", "campaign_id", "number", where="withdrawn_at IS NULL", unique=True),
    )


class Ruling(SQLModel, table=True):
    """A point of a turn on which the GM was asked to rule, once. `ruling`: `right` or `wrong`, empty while there is none; then
    `ruled_at` and `ruled_by` tell when and by whom."""

    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id")
    turn: int
    attempt: int
    question: str
    given: str
    default: str = Field(max_length=16)
    asked_at: datetime
    ruling: str = Field(default="", max_length=16)
    ruled_at: datetime | None = None
    ruled_by: str = Field(default="", sa_type=ShownText(254))

    __table_args__ = (sa.Index("ix_ruling_campaign_id_turn", "campaign_id", "turn"),)


class Report(SQLModel, table=True):
    """A turn's report as sent. `seat_id` is None for the public one."""

    id: int | None = Field(default=None, primary_key=True)
    turn_id: int = Field(foreign_key="turn.id")
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    subject: str
    text: str
    html: str = ""

    __table_args__ = (
        sa.UniqueConstraint("turn_id", "seat_id"),
        index_where("uq_report_public", "turn_id", where="seat_id IS NULL", unique=True),
    )


class OrderSheet(SQLModel, table=True):
    """An order sheet as it came: its text, what was understood, and the receipt that was given for it.

    `turn`: the one being played when it was taken. `answers`: the turn whose report its mail answered, None where that is not
    known. `revision` counts a seat's sheets from 1. `letter_id` is None for orders that the GM set. `filed` is what was on file
    after it. `used` says whether it changed what is on file.
    """

    __tablename__ = "order_sheet"

    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id")
    seat_id: int = Field(foreign_key="seat.id")
    turn: int
    answers: int | None = None
    revision: int
    letter_id: int | None = Field(default=None, foreign_key="letter.id", index=True)
    received_at: datetime
    text: str
    orders: list[Any] = Field(default_factory=list, sa_type=Json)
    problems: list[Any] = Field(default_factory=list, sa_type=Json)
    filed: list[Any] = Field(default_factory=list, sa_type=Json)
    used: bool = True
    receipt: str = Field(default="", max_length=32)

    __table_args__ = (
        sa.UniqueConstraint("seat_id", "revision"),
        sa.CheckConstraint("revision >= 1 AND turn >= 0", name="counts"),
    )


class Press(SQLModel, table=True):
    """What players publish: text, never HTML. `turn` is the turn being played when it came."""

    id: int | None = Field(default=None, primary_key=True)
    campaign_id: int = Field(foreign_key="campaign.id", index=True)
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    turn: int
    letter_id: int | None = Field(default=None, foreign_key="letter.id")
    title: str = Field(default="", max_length=200)
    text: str
    created_at: datetime


class Audit(SQLModel, table=True):
    """What the GM did, and what the service decided in the GM's place. `who`: the user's name, or `service`."""

    id: int | None = Field(default=None, primary_key=True)
    at: datetime
    who: str = Field(sa_type=ShownText(80))
    action: str = Field(max_length=64)
    campaign_id: int | None = Field(default=None, foreign_key="campaign.id", index=True)
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    detail: dict[str, Any] = Field(default_factory=dict, sa_type=Json)
