"""kill -9 at every kind of moment: before and after commits, on the way to the server, while mails are moved. Then a restart.

No order is lost or taken twice, no turn is played twice, no report is missing, and none comes twice but one whose sending was
in doubt. The servers are real ones of this process; what is killed is a process with the service in it.
"""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from pbem.core.letters import Verdict
from pbem.demo.post_office import PostOffice
from pbem.moderator import campaigns, verify
from pbem.moderator.campaigns import NewCampaign
from pbem.moderator.start import start
from pbem.service import config, wiring
from pbem.service.wiring import Office
from pbem.store import campaigns as campaign_rows
from pbem.store import letters, migrations, people, seats
from pbem.store import turns as turns_stored
from pbem.store.session import connect, reading
from pbem.store.tables import CampaignStatus, OrderSheet, OutboxState, Outgoing, Turn, table_of

HOUSE = "gm@pbem.test"
PLAYERS = {"Ann": "ann@players.test", "Bob": "bob@players.test", "Cleo": "cleo@players.test"}
SHEET = "1: +2 or -2 or +3 or -3 or jolly\n2: +4 or -4 or x2 or x3 or jolly or +2 or -2\n"
CONFIG = """
[house]
address = "gm@pbem.test"
gm = ["boss@players.test"]
[imap]
host = "127.0.0.1"
port = {imap}
tls = "none"
user = "gm@pbem.test"
password = "gm"
[smtp]
host = "127.0.0.1"
port = {smtp}
tls = "none"
"""


@dataclass
class World:
    """A house whose service is run by a mortal process, its servers, and its players' hands."""

    post: PostOffice
    office: Office
    mortal: subprocess.Popen[str]
    hours: float = 0.0
    written: int = 0

    def round(self, moment: int = 0) -> tuple[str, int]:
        """One round of the service, which dies at that moment; how it ended, and how many moments came."""
        assert self.mortal.stdin
        assert self.mortal.stdout
        self.mortal.stdin.write(f"{self.hours} {moment}\n")
        self.mortal.stdin.flush()
        ended, count = self.mortal.stdout.readline().split()
        return ended, int(count)

    def settle(self) -> None:
        """Rounds that nothing disturbs, until time has passed for what is in doubt."""
        for _ in range(3):
            assert self.round()[0] == "lived"
            self.hours += 0.5

    def box(self, address: str) -> list[Message]:
        return [message_from_bytes(content) for content in self.post.mails(address)]

    def answer(self, player: str, orders: str) -> None:
        """Replies to the player's newest report as a mail program does."""
        address = PLAYERS[player]
        report = next(mail for mail in reversed(self.box(address)) if mail["Auto-Submitted"] == "auto-generated")
        self.written += 1
        reply = (
            f"From: {player} <{address}>\r\nTo: {report['Reply-To']}\r\nSubject: Re: {report['Subject']}\r\n"
            f"Message-ID: <reply-{self.written}@players.test>\r\nIn-Reply-To: {report['Message-ID']}\r\n"
            f"Delivered-To: {report['Reply-To']}\r\n\r\n{orders}\r\n"
        )
        self.post.append(HOUSE, reply.encode())


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    boxes = {HOUSE: "gm", "boss@players.test": "boss", **dict.fromkeys(PLAYERS.values(), "x")}
    with PostOffice(boxes) as post:
        file = tmp_path / "config.toml"
        file.write_text(CONFIG.format(imap=post.imap_port, smtp=post.smtp_port))
        settings = config.load(file)
        engine = connect(settings.pbem.database)
        migrations.upgrade(engine)
        engine.dispose()
        office = wiring.open_office(settings)
        with mortal_process(file) as mortal:
            yield World(post, office, mortal)
        office.engine.dispose()


@contextmanager
def mortal_process(file: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.service.mortal", str(file)]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]
    )
    yield process
    assert process.stdin
    assert process.stdout
    process.stdin.close()
    assert process.wait(30) == 0
    process.stdout.close()


PITAGORAS = NewCampaign("pitagoras", "pit-1", "Europe/London", deadline="Fri 18:00", early=True)
GLITCHES = NewCampaign("glitches", "gli-1", "Europe/London", move_time=timedelta(days=3), options={"start": "first"})


def begin_campaign(world: World, asked: NewCampaign = PITAGORAS, players: Sequence[str] = (*PLAYERS,)) -> None:
    with world.office.at_desk() as desk:
        made, _ = campaigns.create(desk, asked, "boss")
        for player in players:
            address = PLAYERS[player]
            seat = seats.create(desk.connection, made.id, player, "", desk.now)
            seats.add_member(
                desk.connection, seat.id, people.register(desk.connection, address, player, desk.now), desk.now
            )
        start(desk, campaign_rows.lock(desk.connection, made.id), "boss")


def write_orders(world: World) -> None:
    for player in PLAYERS:
        world.answer(player, SHEET)


def keep_of(world: World, player: str) -> tuple[str, str]:
    """A sheet that keeps four of the six cards dealt, and one that plays them, each on whatever cell of a 4 by 4 is legal."""
    with reading(world.office.engine) as connection:
        state = list(turns_stored.in_force(connection, 1))[-1].state
    cards = state["hands"][player][:4]
    plays = (" or ".join(f"play {card} at {column}{row}" for column in "cdef" for row in "3456") for card in cards)
    return f"keep {' '.join(cards)}", "\n".join(plays)


def check(world: World, turns: int, players: Sequence[str] = (*PLAYERS,)) -> None:
    """What must hold when everything has settled."""
    addresses = [PLAYERS[player] for player in players]
    with reading(world.office.engine) as connection:
        rows = letters.listed(connection, limit=1000)
        assert {row.verdict for row in rows} == {Verdict.ACK}, [(row.verdict, row.reason) for row in rows]
        assert len(rows) == world.written
        assert all(row.filed_away for row in rows)
        sheets = connection.execute(sa.select(table_of(OrderSheet).c.letter_id)).scalars().all()
        assert sorted(filter(None, sheets)) == sorted(row.id for row in rows)
        played = connection.execute(sa.select(table_of(Turn).c.number).order_by(table_of(Turn).c.id)).scalars().all()
        assert list(played) == list(range(turns + 1))
        outbox = connection.execute(sa.select(table_of(Outgoing))).all()
    assert {row.state for row in outbox} == {OutboxState.SENT}
    assert Counter(row.to for row in outbox if row.kind == "report") == dict.fromkeys(addresses, turns + 1)
    for address in addresses:
        came = Counter(str(mail["Message-ID"]) for mail in world.box(address))
        doubts = {row.message_id: row.unknowns for row in outbox if row.to == address}
        assert set(came) == set(doubts)
        assert all(count == 1 or (count == 2 and doubts[known] == 1) for known, count in came.items()), came
    assert world.box(HOUSE) == []
    with world.office.looking() as desk:
        assert not verify.verify(desk, campaign_rows.lock(desk.connection, 1)).differences


def test_rounds_that_die_anywhere_lose_nothing_and_repeat_nothing(world: World) -> None:
    random = Random(20261127)
    begin_campaign(world)
    world.settle()
    died = 0
    for turn in range(2):
        write_orders(world)
        for _ in range(10):
            ended, _ = world.round(random.randint(1, 40))
            died += ended == "died"
        world.settle()
        check(world, turn + 1)
    assert died > 10


def test_rounds_that_die_anywhere_use_every_premove_once(world: World) -> None:
    """Glitches: a sheet waits with its plays, the other's cranks the game, and no card is played twice."""
    random, pair = Random(20261130), ("Ann", "Bob")
    begin_campaign(world, GLITCHES, pair)
    world.settle()
    died = 0
    for stage in range(2):
        for wrote, player in enumerate(pair):
            keep, plays = keep_of(world, player)
            world.answer(player, f"{keep}\n{plays}")
            died += [world.round(random.randint(1, 20))[0] for _ in range(3)].count("died")
            world.settle()
            check(world, stage + wrote, pair)
    assert died > 3
    with reading(world.office.engine) as connection:
        assert campaign_rows.lock(connection, 1).status is CampaignStatus.ENDED
        told = [event for turn in turns_stored.in_force(connection, 1) for event in turn.events]
    assert [event["how"] for event in told if event["event"] == "play"] == ["ordered"] * 16


def test_the_real_program_is_killed_and_started_again(world: World, tmp_path: Path) -> None:
    begin_campaign(world)
    world.settle()
    command = [sys.executable, "-m", "pbem", "run", "--config", str(tmp_path / "config.toml")]
    for player, lines in zip(PLAYERS, (1, 2, 3), strict=True):
        world.answer(player, SHEET)
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr
            for _ in range(lines):  # it runs, letters came, one was answered
                process.stderr.readline()
            process.kill()
    world.settle()
    check(world, 1)


def test_a_stop_signal_ends_the_real_program_and_leaves_no_lease(world: World, tmp_path: Path) -> None:
    begin_campaign(world)
    command = [sys.executable, "-m", "pbem", "run", "--config", str(tmp_path / "config.toml")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        for line in process.stderr:
            if re.search(r"\bsent\b", line):
                break
        process.terminate()
        rest = process.stderr.read()
        assert process.wait(30) == 0, rest
    assert "the service has stopped" in rest
    assert "Traceback" not in rest
    assert world.box(PLAYERS["Ann"])


def test_one_round_of_the_real_program_answers_a_letter_and_says_nothing(world: World, tmp_path: Path) -> None:
    begin_campaign(world)
    command = [sys.executable, "-m", "pbem", "run", "--once", "--config", str(tmp_path / "config.toml")]
    for orders in ("", "1: +2"):
        if orders:
            world.answer("Ann", orders)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    answer = world.box(PLAYERS["Ann"])[-1]
    assert answer["Auto-Submitted"] == "auto-replied"
    assert answer["In-Reply-To"] == "<reply-1@players.test>"
