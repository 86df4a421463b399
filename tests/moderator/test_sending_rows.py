"""Rows 76 to 83 of mail.md: from the outbox over a real connection to a server that answers as a script says."""

import email
import email.policy
from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy.engine import Engine

from pbem.core.letters import CalendarEntry, Handover
from pbem.mail.smtp import SmtpConnection, SmtpServer
from pbem.moderator import sending
from pbem.moderator.post import post as queue
from pbem.report.renderer import Rendered
from pbem.service.delivery import send_due
from pbem.service.pacing import DomainPace
from pbem.store import scores
from pbem.store.tables import OutboxState
from tests.mail.scripted_smtp import CERTIFICATE, CLOSE, ScriptedSmtp, scripted
from tests.moderator.letterbox import Letterbox
from tests.moderator.post_room import ANN, BOB, GM, NOON, PostRoom, Server
from tests.moderator.tabletop import address_of

S = OutboxState
BEFORE_THE_OFFER = ("GREETING", "EHLO", "STARTTLS", "AUTH")
FROM_THE_OFFER_ON = ("MAIL", "RCPT", "DATA", "DOT")
FOR_NOW = ("421 4.3.2 not now", "450 4.2.0 not now", "451 4.7.1 not now", "452 4.3.1 not now")
FOR_GOOD = ("550 5.7.1 no", "552 5.3.4 no", "553 5.1.8 no", "554 5.5.0 no")
FULL = {"EHLO": "250-scripted\r\n250-STARTTLS\r\n250 AUTH PLAIN"}

refused = pytest.mark.expects_log("not sent")


@pytest.fixture
def room(sqlite_engine: Engine) -> PostRoom:
    return PostRoom(sqlite_engine)


@pytest.fixture(autouse=True)
def _known_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))


def send(room: PostRoom, server: ScriptedSmtp, tls: str = "none", pace: DomainPace | None = None) -> None:
    login = ("games", "s3cret") if tls != "none" else ("", "")
    target = SmtpServer("localhost", server.port, tls, *login, timeout=5)
    send_due(room, lambda: SmtpConnection(target), 100, pace=pace)


def recipients(server: ScriptedSmtp) -> list[str]:
    return [command[9:-1] for command in server.commands if command.startswith("RCPT")]


TRY_AGAIN = [
    (stage, answer)
    for stage in (*BEFORE_THE_OFFER, *FROM_THE_OFFER_ON)
    for answer in (*FOR_NOW, CLOSE)
    if answer is not CLOSE or stage not in ("DATA", "DOT")
]
"""A connection that is lost from DATA on is row 79."""


@refused
@pytest.mark.parametrize(("stage", "answer"), TRY_AGAIN)
def test_row_76_what_is_refused_for_now_is_tried_again(room: PostRoom, stage: str, answer: str) -> None:
    room.write()
    with scripted({**FULL, stage: answer}) as server:
        send(room, server, "starttls")
        first = room.rows()[0]
        assert first.state is S.DEFERRED
        assert timedelta(0) < first.next_try_at - room.now <= timedelta(minutes=1.1)
        assert first.attempts == 1
        count = len(server.taken)
        send(room, server, "starttls")
        assert len(server.taken) == count
    room.wait(minutes=2)
    with scripted(FULL) as server:
        send(room, server, "starttls")
        assert recipients(server) == [ANN]
    assert room.states() == [S.SENT]


@refused
def test_row_76_the_waits_grow_and_differ_between_mails(room: PostRoom) -> None:
    for number in range(20):
        room.write(f"p{number}@d{number}.example", f"k{number}")
    with scripted({"RCPT": "451 4.7.1 greylisted"}) as server:
        send(room, server)
        firsts = {row.next_try_at - room.now for row in room.rows()}
        room.wait(minutes=2)
        send(room, server)
    assert len(firsts) > 10
    assert all(timedelta(seconds=54) <= wait <= timedelta(seconds=66) for wait in firsts)
    assert {row.attempts for row in room.rows()} == {2}
    seconds = {row.next_try_at - room.now for row in room.rows()}
    assert all(timedelta(minutes=4.5) <= wait <= timedelta(minutes=5.5) for wait in seconds)
    assert sum(sending.BACKOFF, timedelta(0)) <= timedelta(days=2)


@refused
def test_row_76_a_refused_connection_is_tried_with_the_same_waits_for_two_days(room: PostRoom) -> None:
    with scripted() as server:
        nobody = SmtpServer("127.0.0.1", server.port, "none")
    for number in range(3):
        room.write(f"p{number}@d{number}.example", f"k{number}")
    waits = []
    while room.states()[0] is not S.FAILED:
        send_due(room, lambda: SmtpConnection(nobody), 100)
        waits.append(room.rows()[0].next_try_at - room.now)
        room.now = max(row.next_try_at for row in room.rows())
    assert len(waits) == len(sending.BACKOFF) + 1
    for wait, usual in zip(waits, sending.BACKOFF, strict=False):
        assert 0.9 * usual <= wait <= 1.1 * usual
    assert "nothing answers at 127.0.0.1" in room.rows()[0].error
    assert [row.kind for row in room.rows(to=GM)] == ["gm-note"]


@refused
def test_row_76_a_reminder_expires_at_the_deadline(room: PostRoom) -> None:
    room.write(kind="reminder", expires_at=NOON + timedelta(seconds=30))
    with scripted({"RCPT": ["451 4.7.1 greylisted"]}) as server:
        send(room, server)
        room.wait(minutes=2)
        send(room, server)
        assert server.taken == []
    assert room.states() == [S.EXPIRED]


def test_row_76_a_reminder_that_gets_late_while_others_are_sent(room: PostRoom) -> None:
    room.write(BOB, "slow", priority=1)
    room.write(kind="reminder", key="k", expires_at=NOON + timedelta(minutes=1))

    class Slow(Server):
        def hand_over(
            self, content: bytes, return_path: str, recipient: str, before_data: Callable[[], bool]
        ) -> Handover | None:
            handover = super().hand_over(content, return_path, recipient, before_data)
            room.wait(minutes=1)
            return handover

    server = Slow()
    send_due(room, server, 100)
    assert [to for to, _ in server.taken] == [BOB]
    send_due(room, Server(), 100)
    assert room.states() == [S.SENT, S.EXPIRED]


@refused
@pytest.mark.parametrize("answer", ["550 5.1.1 no such user", "553 5.1.3 bad address", "550 no"])
def test_row_77_a_refused_recipient_costs_the_address(room: PostRoom, answer: str) -> None:
    room.register(ANN)
    room.write()
    room.write(BOB, "other")
    with scripted({"RCPT": [answer]}) as server:
        send(room, server)
    assert room.states()[:2] == [S.FAILED, S.SENT]
    assert score_of(room, ANN) == 2


@refused
@pytest.mark.parametrize("answer", FOR_GOOD)
@pytest.mark.parametrize("stage", ["MAIL", "DATA", "DOT"])
def test_row_77_a_refused_content_costs_nothing_and_the_gm_is_told(room: PostRoom, stage: str, answer: str) -> None:
    room.register(ANN)
    room.write()
    room.write(BOB, "other")
    with scripted({stage: [answer]}) as server:
        send(room, server)
    assert room.states()[:2] == [S.FAILED, S.SENT]
    assert score_of(room, ANN) == 0
    assert [row.kind for row in room.rows(to=GM)] == ["gm-note"]


def score_of(room: PostRoom, address: str) -> int:
    with room.at_desk() as desk:
        return scores.add(desk.connection, address, 0, desk.now, desk.now - sending.SCORE_LASTS) or 0


@refused
def test_row_78_one_recipient_a_mail_and_a_refused_one_keeps_nobody_waiting(room: PostRoom) -> None:
    people = [ANN, BOB, "cleo@example.net"]
    for number, to in enumerate(people):
        room.write(to, f"k{number}")
    with scripted({"RCPT": ["250 ok", "550 5.1.1 no such user", "250 ok"]}) as server:
        send(room, server)
    verbs = [command.split(":")[0] for command in server.commands]
    assert verbs.count("MAIL FROM") == verbs.count("RCPT TO") == 3
    assert recipients(server) == people
    assert room.states()[:3] == [S.SENT, S.FAILED, S.SENT]
    assert [email.message_from_bytes(mail)["To"] for mail in server.taken] == [ANN, "cleo@example.net"]


@refused
@pytest.mark.parametrize("answers", [[CLOSE], [CLOSE, CLOSE]])
def test_row_79_what_may_have_arrived_goes_once_more_the_same(room: PostRoom, answers: list[str]) -> None:
    room.write(deadline=CalendarEntry("d1@example.org", 0, NOON + timedelta(days=1), "pit-1, turn 3"))
    with scripted({"DOT": list(answers)}) as server:
        send(room, server)
        assert room.states() == [S.UNCERTAIN]
        send(room, server)
        assert len(server.taken) == 1
        for _ in range(6):
            room.wait(hours=1)
            send(room, server)
    to_ann = [mail for mail in server.taken if email.message_from_bytes(mail)["To"] == ANN]
    assert len(to_ann) == 2
    assert to_ann[0] == to_ann[1]
    assert room.rows()[0].state is (S.SENT if len(answers) == 1 else S.FAILED)


def test_row_80_threat_14_bytes_that_servers_would_change(room: PostRoom) -> None:
    lines = [".", "..", ".hidden", "From me", "x" * 2000, "trailing  ", "Zoë", "-- ", "\ttab", "", "MAIL FROM:<e@v.il>"]
    with room.at_desk() as desk:
        rendered = Rendered("pit-1: turn 3", "a\rb\x00c\r\n" + "\n".join(lines) + "\n", "<p>é" + "y" * 3000 + "</p>")
        queue(desk, ANN, "report", "k", rendered)
    with scripted() as server:
        send(room, server)
    [sent] = server.taken
    assert sent.endswith(b"\r\n.\r\n")
    assert b"\n" not in sent.replace(b"\r\n", b"")
    assert b"\r" not in sent.replace(b"\r\n", b"")
    assert b"\x00" not in sent
    assert max(map(len, sent.split(b"\r\n"))) <= 78
    unstuffed = sent.removesuffix(b".\r\n").replace(b"\r\n..", b"\r\n.")
    read = email.message_from_bytes(unstuffed, policy=email.policy.default)
    body = read.get_body(("plain",))
    assert body is not None
    assert body.get_content().splitlines() == ["a", "bc", *lines]


SES = "0102018c12345678-a1b2c3d4-0000-1111-2222-333344445555-000000"


@pytest.mark.parametrize(
    ("answer", "rewritten"),
    [
        (f"250 Ok {SES}", f"<{SES}@eu-west-1.amazonses.com>"),
        ("250 2.0.0 OK: queued as <abc.def.123456@out.example.net>", "<abc.def.123456@out.example.net>"),
    ],
)
def test_row_81_a_reply_to_an_id_that_the_provider_made(post: Letterbox, answer: str, rewritten: str) -> None:
    """Plus addresses, subject and our own Message-ID are lost, and the player plays in two campaigns."""
    with scripted({"DOT": "250 2.0.0 Ok: queued as 4F1B2"}) as server:
        send(room_of(post), server)
    post.office.started("tiny-2")
    with scripted({"DOT": answer}) as server:
        send(room_of(post), server)
    post.mail("high", address_of("Ann"), headers=[f"References: {rewritten}"])
    assert post.on_file("Ann", "tiny-2")
    assert not post.on_file("Ann", "tiny-1")


def room_of(post: Letterbox) -> PostRoom:
    """The outbox of that house."""
    return PostRoom(post.office.engine, post.office.now, post.office.house)


@pytest.mark.parametrize("stranger", ["Bob", "zoe@x.test"])
def test_row_81_such_an_id_names_nobody_elses_seat(post: Letterbox, stranger: str) -> None:
    with scripted({"DOT": f"250 Ok {SES}"}) as server:
        send(room_of(post), server)
    writer = stranger if "@" in stranger else address_of(stranger)
    post.mail("high", writer, headers=[f"References: <{SES}@eu-west-1.amazonses.com>"])
    assert not post.on_file("Ann")


def test_row_82_a_domain_gets_no_more_than_its_tokens(room: PostRoom) -> None:
    for number in range(5):
        room.write(f"p{number}@slow.example", f"k{number}")
    room.write("q@fast.example", "q")
    pace = DomainPace(burst=2, per_minute=1, now=lambda: room.now)
    with scripted() as server:
        send(room, server, pace=pace)
        assert recipients(server) == ["p0@slow.example", "p1@slow.example", "q@fast.example"]
        assert [row.attempts for row in room.rows()] == [0] * 6
        waits = [row.next_try_at - room.now for row in room.rows() if row.state is S.DEFERRED]
        assert waits == [timedelta(minutes=minutes) for minutes in (1, 2, 3)]
        for number in (2, 3, 4):
            room.wait(minutes=1)
            send(room, server, pace=pace)
            assert recipients(server)[-1] == f"p{number}@slow.example"
    assert len(server.taken) == 6


def test_row_82_reports_go_before_reminders(room: PostRoom) -> None:
    room.write(kind="reminder", key="r")
    for number in range(3):
        room.write(f"p{number}@example.net", f"k{number}", priority=3)
    pace = DomainPace(burst=1, per_minute=1, now=lambda: room.now)
    with scripted() as server:
        for _ in range(4):
            send(room, server, pace=pace)
            room.wait(minutes=1)
    assert recipients(server) == ["p0@example.net", "p1@example.net", "p2@example.net", ANN]


@refused
@pytest.mark.parametrize("answer", [*FOR_NOW[1:], "421 4.7.0 too fast"])
def test_row_82_a_limit_of_the_server_rests_the_domain(room: PostRoom, answer: str) -> None:
    for number, domain in enumerate(("slow.example", "slow.example", "fast.example")):
        room.write(f"p{number}@{domain}", f"k{number}")
    with scripted({"RCPT": [answer]}) as server:
        send(room, server)
        assert recipients(server) == ["p0@slow.example", "p2@fast.example"]
    assert room.states() == [S.DEFERRED, S.DEFERRED, S.SENT]


def test_row_82_a_bucket_never_holds_more_than_its_burst() -> None:
    now = NOON
    pace = DomainPace(burst=2, per_minute=60, now=lambda: now)
    assert [pace.take("a.example") for _ in range(3)] == [True, True, False]
    assert pace.wait("a.example", 3) == timedelta(seconds=3)
    now = NOON - timedelta(hours=1)
    assert not pace.take("a.example")
    now = NOON + timedelta(days=1)
    assert [pace.take("a.example") for _ in range(3)] == [True, True, False]
    assert pace.take("b.example")


KINDS = ("report", "reminder", "ack", "error", "confirm", "gm-note", "ruling", "notice", "invitation")


@refused
@pytest.mark.parametrize("kind", KINDS)
def test_row_83_an_address_that_is_suspended_in_the_middle_of_a_round(room: PostRoom, kind: str) -> None:
    room.register(ANN)
    for number in range(3):
        room.write(key=f"k{number}", priority=1)
    room.write(kind=kind, key="last")
    room.write(BOB, "other")
    with scripted({"RCPT": ["550 5.1.1 no such user"] * 3}) as server:
        send(room, server)
        send(room, server)
        assert [email.message_from_bytes(mail)["To"] for mail in server.taken if b"gm-note" not in mail] == [BOB]
    assert [row.state for row in room.rows(to=ANN)] == [S.FAILED] * 3 + [S.HELD]
