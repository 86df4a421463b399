"""H2: an order mail, whole, beside the standard library's modern parse of the same mail alone.

Whole is what the service does with its post: a poll's mails kept raw, 50 a commit; then of each mail the bytes read, known from
earlier ones, the player known by token and address, the text found above a quoted report, the orders read, a sheet written and
put on file, the acknowledgement rendered and queued, the letter closed; one commit a mail. Every mail is the first of its player
in the turn. Alone is `message_from_bytes(policy=default)` with four headers and the body.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.pairs import Goal, ratios
from benchmarks.written import PLAYERS, of_pitagoras
from pbem.core.contract import Table
from pbem.core.letters import Raw, Verdict
from pbem.games.pitagoras.state import CARDS
from pbem.mail.source import Batch
from pbem.moderator import intake, tokens
from pbem.moderator.campaigns import NewCampaign, create
from pbem.moderator.desk import Desk, House
from pbem.moderator.start import start
from pbem.report.renderer import Renderer
from pbem.service.config import settings_from
from pbem.service.postbag import Postbag
from pbem.service.wiring import Office
from pbem.store import campaigns, letters, migrations, people, reports, seats
from pbem.store.session import connect

GOAL = Goal("H2", "order mail, whole", 0.5)
FULL = Goal("H2", "order mail, whole, synchronous=FULL", 0.8)
TABLES = 50
"""Campaigns a figure; each of their players writes one mail."""
BATCH = 50
"""Mails that a poll hands over at once."""

QUOTED = 30
"""Lines of the report that an answer quotes."""


class Pile:
    """A source with mails that nobody has seen yet."""

    name = "INBOX"

    def __init__(self) -> None:
        self.mails: list[Raw] = []

    def poll(self, uidvalidity: int, uid: int) -> Iterator[Batch]:
        while self.mails:
            batch, self.mails = tuple(self.mails[:BATCH]), self.mails[BATCH:]
            yield Batch(1, int(batch[-1].uid), batch)

    def file_away(self, uidvalidity: int, uids: Sequence[str]) -> None:
        """Nothing is filed away here."""

    def wait(self, seconds: float) -> None:
        """Nothing comes while one waits."""

    def interrupt(self) -> None:
        """Nobody waits."""

    def close(self) -> None:
        """Nothing is open."""


class Letterbox:
    """A house with running campaigns, and the mails that their players send."""

    def __init__(self, folder: Path, synchronous: str) -> None:
        settings = settings_from({"house": {"address": "gm@pbem.test"}}, folder / "config.toml")
        self.engine = connect(settings.pbem.database, synchronous)
        migrations.upgrade(self.engine)
        self._now = datetime(2026, 8, 3, 12, tzinfo=UTC)
        house = House("gm@pbem.test")
        self._office = Office(
            settings, self.engine, house, b"a secret of the bench", "bench", Renderer(), lambda: self._now
        )
        self._pile = Pile()
        self._postbag = Postbag(self._office, [self._pile], intake, "bench")
        self._random = Random(2)
        self._begun = self._mails = 0

    def fill(self) -> list[bytes]:
        """Begins new campaigns, and lays a mail of each of their players into the pile: orders that nobody has sent before."""
        for _ in range(TABLES):
            with self._office.at_desk() as desk:
                self._pile.mails += [self._mail(*player) for player in self._begin(desk)]
        return [raw.content for raw in self._pile.mails]

    def take_in(self) -> None:
        """The mails of the pile, whole."""
        self._postbag.collect()
        self._postbag.handle()

    def verdicts(self) -> set[Verdict]:
        """What became of the last mails."""
        with self._office.looking() as desk:
            return {row.verdict for row in letters.listed(desk.connection, limit=TABLES * len(PLAYERS))}

    def _begin(self, desk: Desk) -> list[tuple[str, str, str, str]]:
        self._begun += 1
        asked = NewCampaign("pitagoras", f"pit-{self._begun}", "Europe/London", deadline="Fri 18:00")
        made, _ = create(desk, asked, "bench")
        sitting = []
        for name in PLAYERS:
            seat = seats.create(desk.connection, made.id, name, "", desk.now)
            address = f"{name.lower()}.{self._begun}@players.test"
            person = people.register(desk.connection, address, name, desk.now)
            seats.add_member(desk.connection, seat.id, person, desk.now)
            sitting.append((name, address, seat.id))
        running = start(desk, campaigns.lock(desk.connection, made.id), "bench").campaign
        return [
            (
                name,
                address,
                tokens.reply_address(desk, tokens.orders_token(desk, made.id, seat, running.turn, 1)),
                reports.latest_text(desk.connection, made.id, seat),
            )
            for name, address, seat in sitting
        ]

    def _mail(self, seat: str, sender: str, to: str, report: str) -> Raw:
        self._mails += 1
        self._now += timedelta(seconds=1)
        view = {"reader": seat, "hands": {seat: CARDS}}
        orders = of_pitagoras(Table(PLAYERS, None), view, self._random).replace("\n", "\r\n")
        date = f"{self._now:%a, %d %b %Y %H:%M:%S} +0000"
        quotation = "".join(f"> {line}\r\n" for line in report.splitlines()[:QUOTED])
        text = (
            f"Return-Path: <{sender}>\r\n"
            f"Received: from mx.players.test (mx.players.test [192.0.2.7]) by mail.pbem.test; {date}\r\n"
            f"From: {seat} Player <{sender}>\r\n"
            f"To: {to}\r\n"
            "Subject: Re: [pit] Turn 1: orders\r\n"
            f"Date: {date}\r\n"
            f"Message-ID: <{self._mails}.{self._random.random()}@players.test>\r\n"
            "MIME-Version: 1.0\r\n"
            "Content-Type: text/plain; charset=utf-8\r\n"
            f"\r\n{orders}\r\n\r\nOn {date}, GM wrote:\r\n{quotation}"
        )
        return Raw("INBOX", 1, str(self._mails), text.encode(), self._now)


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
        letterbox = Letterbox(Path(folder), synchronous)
        mails: list[bytes] = []

        def whole() -> float:
            mails[:] = letterbox.fill()
            begun = perf_counter()
            letterbox.take_in()
            spent = perf_counter() - begun
            assert letterbox.verdicts() == {Verdict.ACK}
            return spent

        def alone() -> float:
            begun = perf_counter()
            for content in mails:
                parse_alone(content)
            return perf_counter() - begun

        found = ratios(whole, alone)
        letterbox.engine.dispose()
        return found


def lines(_peers: Path | None) -> Iterator[str]:
    """A line for `synchronous=NORMAL`, on which the goal stands, and one for FULL."""
    yield GOAL.line(measured("NORMAL"))
    yield FULL.line(measured("FULL"))
