"""The states of a mail on its way out: what each answer makes of it, how often it is tried, who is told: mail.md 76-83."""

from datetime import timedelta

import pytest
from sqlalchemy.engine import Engine

from pbem.core.errors import Failed
from pbem.core.letters import NO_SERVER, Bounce, BounceKind, Fate, Letter, Raw, Robot, Verdict
from pbem.mail.read import read_letter
from pbem.moderator import intake, sending
from pbem.service.delivery import send_due
from pbem.store import letters, outbox
from pbem.store.tables import OutboxState
from tests.moderator.post_room import ANN, BOB, GM, NOON, PostRoom, Server

S = OutboxState
quiet = pytest.mark.expects_log("not sent")


@pytest.fixture
def room(sqlite_engine: Engine) -> PostRoom:
    return PostRoom(sqlite_engine)


def send(room: PostRoom, server: Server, limit: int = 100) -> None:
    send_due(room, server, limit)


def test_a_mail_goes_once_and_its_row_says_so(room: PostRoom) -> None:
    room.write()
    server = Server()
    send(room, server)
    send(room, server)
    (row,) = room.rows()
    assert (row.state, row.sent_at, row.server_id) == (S.SENT, NOON, "4F1B2")
    assert [to for to, _ in server.taken] == [ANN]
    assert server.paths == [f"games+b-{row.bounce_key}@example.org"]
    assert row.message_id.encode() in server.taken[0][1]


def test_no_connection_is_opened_for_nothing(room: PostRoom) -> None:
    server = Server()
    send(room, server)
    assert server.opened == 0


def test_the_most_urgent_go_first_then_the_oldest(room: PostRoom) -> None:
    for number, priority in enumerate((5, 9, 1, 5)):
        room.write(f"p{number}@example.net", f"k{number}", priority=priority)
    server = Server()
    send(room, server, limit=3)
    assert [to[:2] for to, _ in server.taken] == ["p2", "p0", "p3"]
    send(room, server)
    assert server.taken[3][0] == "p1@example.net"


@pytest.mark.expects_log("not sent")
def test_a_refusal_for_now_is_tried_again_for_two_days_and_then_given_up(room: PostRoom) -> None:
    room.write()
    room.wait(seconds=1)
    begun = room.now
    waits = []
    while room.rows()[0].state in (S.QUEUED, S.DEFERRED):
        send(room, Server(Fate.LATER))
        (row, *_notes) = room.rows()
        if row.state is S.DEFERRED:
            waits.append(row.next_try_at - room.now)
            room.now = row.next_try_at
    minutes = [round(wait / timedelta(minutes=1)) for wait in waits]
    assert [
        abs(found - wanted) <= wanted / 10 + 1 for found, wanted in zip(minutes, (1, 5, 15, 60, 120, 240), strict=False)
    ]
    assert timedelta(hours=40) < room.now - begun <= timedelta(days=2, hours=5)
    failed, note = room.rows()
    assert (failed.state, failed.attempts) == (S.FAILED, len(sending.BACKOFF))
    assert note.to == GM
    assert "for two days" in note.text.replace("\n", " ")


def test_waits_differ_from_mail_to_mail_and_never_from_try_to_try(room: PostRoom) -> None:
    for number in range(20):
        room.write(f"p{number}@example.net", f"k{number}")
    with room.at_desk() as desk:
        mails = outbox.listed(desk.connection)
        waits = [sending.backoff(mail) for mail in mails]
        assert waits == [sending.backoff(mail) for mail in mails]
    assert len(set(waits)) > 10
    assert all(wait and timedelta(seconds=54) <= wait <= timedelta(seconds=66) for wait in waits)


@pytest.mark.expects_log("not sent")
@pytest.mark.parametrize("fate", NO_SERVER)
def test_a_server_that_takes_nothing_is_asked_once_for_all_and_all_go_when_it_is_back(
    room: PostRoom, fate: Fate
) -> None:
    for number in range(3):
        room.write(f"p{number}@example.net", f"k{number}")
    server = Server(fate)
    send(room, server)
    assert server.opened == 1
    assert server.answers == []
    assert room.states() == [S.DEFERRED] * 3
    assert [row.attempts for row in room.rows()] == [1] * 3
    send(room, server)
    assert server.opened == 1
    room.write(BOB, "later")
    send(room, server)
    assert [to for to, _ in server.taken] == [BOB]
    send(room, server)
    assert room.states() == [S.SENT] * 4


@pytest.mark.expects_log("not sent")
@pytest.mark.parametrize(("fate", "end"), [(Fate.AWAY, S.FAILED), (Fate.LOCKED_OUT, S.DEFERRED)])
def test_a_mail_waits_two_days_for_a_server_and_as_long_as_it_takes_for_a_login(
    room: PostRoom, fate: Fate, end: S
) -> None:
    room.write()
    server = Server(*[fate] * 100)
    for _ in range(100):
        send(room, server)
        if room.states()[0] is S.FAILED or room.now > NOON + timedelta(days=4):
            break
        room.now = room.rows()[0].next_try_at
    assert room.states()[0] is end
    assert [row.kind for row in room.rows(to=GM)] == (["gm-note"] if end is S.FAILED else [])
    if end is S.FAILED:
        assert timedelta(days=1.8) < room.now - NOON <= timedelta(days=2.1)
    assert len(server.answers) > 60  # tries: some fifteen in two days, then six a day


@pytest.mark.expects_log("not sent")
def test_the_others_of_a_domain_that_refuses_for_now_wait_a_little(room: PostRoom) -> None:
    for number, domain in enumerate(("slow.example", "slow.example", "fast.example")):
        room.write(f"p{number}@{domain}", f"k{number}")
    send(room, Server(Fate.LATER))
    assert room.states() == [S.DEFERRED, S.DEFERRED, S.SENT]
    assert [row.attempts for row in room.rows()] == [1, 0, 0]


@pytest.mark.expects_log("not sent")
def test_a_mail_that_may_have_arrived_goes_once_more_and_not_a_third_time(room: PostRoom) -> None:
    room.write()
    server = Server(Fate.UNKNOWN, Fate.UNKNOWN)
    send(room, server)
    assert room.states() == [S.UNCERTAIN]
    room.wait(minutes=14)
    send(room, server)
    assert len(server.taken) == 1
    for _ in range(5):
        room.wait(hours=1)
        send(room, server)
    to_ann = [content for to, content in server.taken if to == ANN]
    assert len(to_ann) == 2
    assert to_ann[0] == to_ann[1]
    failed, note = room.rows()
    assert failed.state is S.FAILED
    assert "may have arrived or not" in note.text.replace("\n", " ")


@pytest.mark.expects_log("not sent")
def test_a_refused_mail_is_given_up_and_the_gm_told_once_an_hour(room: PostRoom) -> None:
    for number in range(3):
        room.write(f"p{number}@example.net", f"k{number}")
    send(room, Server(*[Fate.MAIL_REFUSED] * 3))
    assert room.states() == [S.FAILED] * 3 + [S.QUEUED]
    note = room.rows()[3]
    assert (note.to, note.kind) == (GM, "gm-note")
    assert "the server says mail_refused" in note.text
    assert "pbem outbox retry 1" in note.text
    room.wait(hours=1)
    room.write(BOB, "k9")
    send(room, Server(Fate.TAKEN, Fate.MAIL_REFUSED))
    assert [row.to for row in room.rows()].count(GM) == 2


@pytest.mark.expects_log("not sent")
def test_no_note_is_written_about_a_note_to_the_gm(room: PostRoom) -> None:
    room.write(GM)
    send(room, Server(Fate.MAIL_REFUSED))
    assert room.states() == [S.FAILED]


@pytest.mark.expects_log("not sent")
def test_an_address_that_refuses_again_and_again_is_suspended_and_its_mail_held(room: PostRoom) -> None:
    room.register(ANN)
    for number in range(3):
        room.write(key=f"k{number}")
        send(room, Server(Fate.ADDRESS_REFUSED, only=ANN))
        room.wait(days=1)
    room.write(key="held")
    room.write(BOB, "other")
    server = Server()
    send(room, server)
    assert [row.state for row in room.rows(to=ANN)] == [S.FAILED] * 3 + [S.HELD]
    assert [row.state for row in room.rows(to=BOB)] == [S.SENT]
    notes = [row.text.replace("\n", " ") for row in room.rows(to=GM)]
    assert ["nothing more is sent to it" in note for note in notes] == [False, False, True]
    with room.at_desk() as desk:
        assert sending.resume_address(desk, "boss", ANN) == 1
        with pytest.raises(Failed, match="nobody's registered address"):
            sending.resume_address(desk, "boss", BOB)
    send(room, server)
    assert room.rows(to=ANN)[-1].state is S.SENT


@pytest.mark.expects_log("not sent")
def test_an_old_score_is_forgotten(room: PostRoom) -> None:
    room.register(ANN)
    for number in range(6):
        room.write(key=f"k{number}")
        send(room, Server(Fate.ADDRESS_REFUSED, only=ANN))
        room.wait(days=15)
    assert [row.state for row in room.rows(to=ANN)] == [S.FAILED] * 6


def test_a_reminder_that_is_late_is_not_sent(room: PostRoom) -> None:
    room.write(expires_at=NOON + timedelta(hours=1))
    room.wait(hours=1)
    server = Server()
    send(room, server)
    assert room.states() == [S.EXPIRED]
    assert server.taken == []


@pytest.mark.expects_log("not sent")
def test_what_cannot_be_written_is_refused_and_the_next_mail_goes(room: PostRoom) -> None:
    room.write("jörg@example.net", "k1")
    room.write(BOB, "k2")
    server = Server()
    send(room, server)
    assert [row.state for row in room.rows()][:2] == [S.FAILED, S.SENT]
    assert "not an address that mail can be sent to" in room.rows()[0].error


@pytest.mark.expects_log("not sent")
def test_the_gm_can_have_a_mail_sent_once_more(room: PostRoom) -> None:
    room.write()
    send(room, Server(Fate.MAIL_REFUSED))
    with room.at_desk() as desk:
        assert sending.retry(desk, "boss", 1).state is S.FAILED
        with pytest.raises(Failed, match="no mail has the number 99"):
            sending.retry(desk, "boss", 99)
    server = Server()
    send(room, server)
    assert room.rows()[0].state is S.SENT


def test_a_mail_that_is_being_sent_is_not_queued_again(room: PostRoom) -> None:
    room.write()
    with room.at_desk() as desk:
        (ready,) = sending.ready(desk, 10)
        assert sending.begin(desk, ready.mail)
        assert not sending.begin(desk, ready.mail)
        with pytest.raises(Failed, match="being sent at this moment"):
            sending.retry(desk, "boss", 1)


def returned(room: PostRoom, kind: BounceKind | None, to: str = ANN, **more: object) -> bool:
    key = room.rows(to=to)[0].bounce_key
    bounce = Bounce(kind, (to,)) if kind else None
    letter = Letter(
        "d",
        room.now,
        recipients=(f"games+b-{key}@example.org",),
        subject="Undelivered mail",
        bounce=bounce,
        robot=Robot.DELIVERY,
    )
    with room.at_desk() as desk:
        return sending.note_bounce(desk, letter)


def test_a_returned_mail_is_known_by_its_return_path_and_scored_once(room: PostRoom) -> None:
    room.register(ANN)
    room.write()
    send(room, Server())
    assert returned(room, BounceKind.PERMANENT)
    assert returned(room, BounceKind.PERMANENT)
    row, note = room.rows()
    assert (row.state, row.bounced_at) == (S.SENT, NOON)
    assert "came back" in note.message["subject"]
    assert "Undelivered mail" in note.text


@pytest.mark.parametrize(
    ("kind", "count", "suspended"),
    [
        (BounceKind.PERMANENT, 2, False),
        (BounceKind.PERMANENT, 3, True),
        (BounceKind.TEMPORARY, 4, False),
        (BounceKind.TEMPORARY, 5, True),
        (BounceKind.DELAYED, 20, False),
        (None, 5, True),
    ],
)
def test_the_score_decides(room: PostRoom, kind: BounceKind | None, count: int, suspended: bool) -> None:
    room.register(ANN)
    for number in range(count):
        room.write(key=f"k{number}")
    send(room, Server())
    for row in room.rows(to=ANN):
        letter = Letter(
            "d",
            room.now,
            recipients=(f"games+b-{row.bounce_key}@example.org",),
            bounce=Bounce(kind) if kind else None,
            robot=Robot.DELIVERY if kind else Robot.NULL_PATH,
        )
        with room.at_desk() as desk:
            assert sending.note_bounce(desk, letter)
    room.write(key="last")
    send(room, Server())
    assert room.rows(to=ANN)[-1].state is (S.HELD if suspended else S.SENT)


def test_without_token_addresses_the_message_id_says_what_came_back(room: PostRoom) -> None:
    room.house = type(room.house)("games@example.org", gm=(GM,), reply_to="")
    room.write()
    row = room.rows()[0]
    letter = Letter(
        "d",
        NOON,
        recipients=("games@example.org",),
        answers=(row.message_id,),
        bounce=Bounce(BounceKind.PERMANENT, (ANN,)),
        robot=Robot.DELIVERY,
    )
    with room.at_desk() as desk:
        assert sending.note_bounce(desk, letter)
    assert room.rows()[0].bounced_at == NOON


@pytest.mark.parametrize("recipient", ["games+b-0123@example.org", "games@example.org", "b-0123@example.com"])
def test_no_other_letter_is_a_returned_mail(room: PostRoom, recipient: str) -> None:
    room.write()
    with room.at_desk() as desk:
        letter = Letter("d", NOON, recipients=(recipient,), robot=Robot.DELIVERY)
        assert not sending.note_bounce(desk, letter)


@pytest.mark.parametrize("robot", ["", Robot.AUTOMATIC, Robot.RECEIPT, Robot.CHALLENGE])
def test_what_a_person_or_an_out_of_office_answer_writes_to_a_return_path_costs_nothing(
    room: PostRoom, robot: str
) -> None:
    room.register(ANN)
    room.write()
    key = room.rows()[0].bounce_key
    letter = Letter("d", NOON, recipients=(f"games+b-{key}@example.org",), robot=robot)
    with room.at_desk() as desk:
        assert not sending.note_bounce(desk, letter)
    assert room.rows()[0].bounced_at is None


REPORT = """\
Return-Path: <>
Delivered-To: games+b-{key}@example.org
From: Mail Delivery System <MAILER-DAEMON@mx.example.net>
To: games+b-{key}@example.org
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="=_x"

--=_x
Content-Type: text/plain

I'm sorry to have to inform you that your message could not be delivered.

--=_x
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; ann@example.net
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 no such user

--=_x--
"""


def test_a_delivery_report_goes_through_the_intake_and_is_never_answered(room: PostRoom) -> None:
    room.register(ANN)
    room.write()
    send(room, Server())
    content = REPORT.format(key=room.rows()[0].bounce_key).replace("\n", "\r\n").encode()
    with room.at_desk() as desk:
        letters.add(desk.connection, [Raw("inbox", 1, "1", content, NOON)], NOON)
        assert intake.handle(desk, 1, read_letter(content, NOON)) is Verdict.IGN
    row, note = room.rows()
    assert row.bounced_at == NOON
    assert (note.to, note.message["subject"]) == (GM, "[pbem] mail to ann@example.net came back")
