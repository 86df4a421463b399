"""H2: an order mail, whole, beside the standard library's modern parse of the same mail alone.

Whole is: the bytes stored, the mail read, known from earlier ones, the player known by token and address, the text found, the
orders read, a sheet written and put on file, the acknowledgement rendered and queued, the letter closed; one commit a mail.
Alone is `message_from_bytes(policy=default)` with four headers and the body.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

import sqlalchemy as sa
from sqlmodel import SQLModel

from benchmarks.h1_whole_turn import SEATS, of_pitagoras
from benchmarks.pairs import Goal, ratios
from pbem.core.letters import Raw, Verdict
from pbem.mail.read import read_letter
from pbem.moderator import intake, tokens
from pbem.moderator.campaigns import NewCampaign, create
from pbem.moderator.desk import Desk, House
from pbem.moderator.start import start
from pbem.report.renderer import Renderer
from pbem.store import campaigns, letters, people, seats
from pbem.store.session import connect, transaction

GOAL = Goal("H2", "order mail, whole", 0.5)
FULL = Goal("H2", "order mail, whole, synchronous=FULL", 0.8)
TABLES = 25
"""Campaigns whose players write in turn."""
MAILS = 200
"""Mails a figure."""

_HOUSE = replace(House("gm@pbem.test"), answers_an_hour=10**9, answers_a_day=10**9)


class Mailbox:
    """A house with running campaigns, and the mails that their players send."""

    def __init__(self, folder: Path, synchronous: str) -> None:
        self.engine = connect(f"sqlite:///{folder / 'pbem.sqlite3'}", synchronous)
        self._random = Random(2)
        self._renderer = Renderer()
        self._now = datetime(2026, 8, 3, 12, tzinfo=UTC)
        self._uids = count(1)
        with transaction(self.engine) as connection:
            SQLModel.metadata.create_all(connection)
        self.players = [player for number in range(TABLES) for player in self._begin(number)]

    def mails(self) -> list[Raw]:
        """As many mails as a figure takes, each with orders that nobody has sent before."""
        made = []
        for number in range(MAILS):
            self._now += timedelta(seconds=1)
            seat, sender, to = self.players[number % len(self.players)]
            made.append(self._raw(seat, sender, to))
        return made

    def take_in(self, raw: Raw) -> None:
        """One mail, whole, in one transaction."""
        letter = read_letter(raw.content, raw.received)
        with transaction(self.engine) as connection:
            intake.store_raw(connection, [raw], raw.received)
            (letter_id,) = letters.pending(connection)
            assert intake.handle(self._desk(connection), letter_id, letter) is Verdict.ACK

    def _raw(self, seat: str, sender: str, to: str) -> Raw:
        uid = next(self._uids)
        text = of_pitagoras(self._random, seat).replace("\n", "\r\n")
        date = f"{self._now:%a, %d %b %Y %H:%M:%S} +0000"
        head = (
            f"Return-Path: <{sender}>\r\n"
            f"Received: from mx.players.test (mx.players.test [192.0.2.7]) by mail.pbem.test; {date}\r\n"
            f"From: {seat} Player <{sender}>\r\n"
            f"To: {to}\r\n"
            "Subject: Re: [pit] Turn 1: orders\r\n"
            f"Date: {date}\r\n"
            f"Message-ID: <{uid}.{self._random.random()}@players.test>\r\n"
            "MIME-Version: 1.0\r\n"
            "Content-Type: text/plain; charset=utf-8\r\n"
        )
        return Raw("INBOX", 1, str(uid), f"{head}\r\n{text}\r\n".encode(), self._now)

    def _begin(self, number: int) -> list[tuple[str, str, str]]:
        with transaction(self.engine) as connection:
            desk = self._desk(connection)
            made, _ = create(
                desk, NewCampaign("pitagoras", f"pit-{number}", "Europe/London", deadline="Fri 18:00"), "bench"
            )
            sitting = []
            for name in SEATS:
                seat = seats.create(connection, made.id, name, "", desk.now)
                address = f"{name.lower()}.{number}@players.test"
                seats.add_member(connection, seat.id, people.register(connection, address, name, desk.now), desk.now)
                sitting.append((name, address, seat.id))
            running = start(desk, campaigns.lock(connection, made.id), "bench").campaign
            return [
                (name, address, tokens.reply_address(desk, tokens.orders_token(desk, made.id, seat, running.turn, 1)))
                for name, address, seat in sitting
            ]

    def _desk(self, connection: sa.Connection) -> Desk:
        return Desk(connection, self._now, b"a secret of the bench", "bench", _HOUSE, self._renderer)


def parse_alone(content: bytes) -> int:
    """What the standard library needs to give four headers and the body."""
    message = message_from_bytes(content, policy=default)
    assert isinstance(message, EmailMessage)
    body = message.get_body(("plain",))
    assert body is not None
    return len(message["from"] + message["to"] + message["subject"] + message["message-id"] + body.get_content())


def measured(synchronous: str) -> list[float]:
    """The pair ratios of whole order mails ÷ parses alone."""
    with TemporaryDirectory() as folder:
        mailbox = Mailbox(Path(folder), synchronous)
        mails: list[Raw] = []

        def whole() -> float:
            mails[:] = mailbox.mails()
            begun = perf_counter()
            for raw in mails:
                mailbox.take_in(raw)
            return perf_counter() - begun

        def alone() -> float:
            begun = perf_counter()
            for raw in mails:
                parse_alone(raw.content)
            return perf_counter() - begun

        found = ratios(whole, alone)
        mailbox.engine.dispose()
        return found


def lines(_peers: Path | None) -> Iterator[str]:
    """A line for `synchronous=NORMAL`, on which the goal stands, and one for FULL."""
    yield GOAL.line(measured("NORMAL"))
    yield FULL.line(measured("FULL"))
