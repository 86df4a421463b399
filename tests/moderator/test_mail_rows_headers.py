"""Headers and identity through the whole intake, one row of the catalogue a test. Source: mail.md, C."""

from datetime import timedelta

import pytest
from sqlalchemy.engine import Engine

from pbem.core.letters import Verdict
from pbem.mail.sender import Trust
from pbem.moderator import pauses
from pbem.store import letters
from tests.moderator.letterbox import Letterbox
from tests.moderator.mailed import (
    ACK,
    ANN,
    ASK,
    BOB,
    ERR,
    IGN,
    QUAR,
    UTF8,
    came,
    pitagoras,
    quoted,
    report_to,
    sent,
    token,
    told_to_gm,
)


@pytest.fixture
def post(sqlite_engine: Engine) -> Letterbox:
    return pitagoras(sqlite_engine)


def next_turn(post: Letterbox) -> None:
    post.later(hours=1)
    post.next_turn("pit-1")
    post.later(hours=1)


@pytest.mark.parametrize("prefix", ["Re", "AW", "SV", "Antw", "Odp", "RE(2)", "回复", "Re[3]", "Re: AW: SV"])
def test_row_44_whatever_stands_before_a_subject_it_is_that_of_the_report(post: Letterbox, prefix: str) -> None:
    next_turn(post)
    subject = post.office.outbox("report")[-1].message["subject"]
    assert "Turn 1" in subject
    letter = post.mail("1: +3", ANN, subject=f"{prefix}: {subject}")
    assert post.row(letter).turn == 2
    tagged = post.mail("1: +3", ANN, subject=f"[ext] {prefix}: [list] [pit-1] turn 1")
    assert post.row(tagged).turn == 1


def test_row_44_the_subject_is_asked_last(post: Letterbox) -> None:
    old = token(post)
    next_turn(post)
    late = post.mail("1: +3", ANN, to=old, subject="[pit-1] turn 2")
    assert (post.verdicts[late], post.row(late).turn) == (ERR, 1)
    now = post.mail("1: -4", ANN, to=token(post), subject="[other] turn 1")
    assert (post.verdicts[now], post.row(now).turn) == (ACK, 2)


def test_row_45_the_token_binds_where_all_else_is_lost(post: Letterbox) -> None:
    next_turn(post)
    fields = f"From: {ANN}\nTo: {token(post)}\nSubject: \nReferences: <rewritten@ses.test>\nIn-Reply-To: <x@y.test>"
    assert came(post, fields)[:2] == (ACK, ["1: +3"])
    assert post.row(1).turn == 2


@pytest.mark.parametrize("turn", [1, 2])
def test_row_45_a_report_that_is_quoted_tells_its_turn_where_nothing_else_does(post: Letterbox, turn: int) -> None:
    reports = {1: report_to(post, "Ann")}
    next_turn(post)
    reports[2] = report_to(post, "Ann")
    verdict, filed, _ = came(post, f"From: {ANN}\nTo: gm@pbem.test", f"1: +4\n\n{quoted(reports[turn])}")
    assert (verdict, filed) == ((ERR if turn == 1 else ASK), [])
    assert post.row(1).turn == turn


def test_row_45_a_marker_that_is_not_the_writers_own_tells_nothing(post: Letterbox) -> None:
    report = report_to(post, "Bob")
    next_turn(post)
    came(post, f"From: {ANN}\nTo: gm@pbem.test", f"1: +4\n\n{quoted(report)}")
    assert post.row(1).turn == 2


def test_row_45_all_our_mails_about_a_turn_bear_a_pseudo_id_in_references(post: Letterbox) -> None:
    for row in post.office.outbox("report"):
        assert row.message["answers"][0] == "<pit-1.turn-1@pbem.test>"
    letter = post.mail("1: +3", ANN, headers=["References: <pit-1.turn-1@pbem.test> <gone@ses.test>"])
    assert post.row(letter).turn == 1


@pytest.mark.parametrize(
    "field",
    ["To", "Cc", "Delivered-To", "X-Delivered-To", "X-Original-To", "X-Forwarded-To", "Envelope-To", "Resent-To"],
)
def test_row_46_the_token_is_looked_for_in_every_recipient_field(post: Letterbox, field: str) -> None:
    to = "" if field == "To" else "\nTo: gm@pbem.test"
    assert came(post, f"From: {ANN}{to}\n{field}: {token(post)}")[:2] == (ACK, ["1: +3"])


def test_row_46_without_a_token_references_count_then_the_servers_word_then_a_question(post: Letterbox) -> None:
    report = next(row for row in post.office.outbox("report") if row.to == ANN)
    fields = f"From: {ANN}\nTo: gm@pbem.test"
    assert came(post, f"{fields}\nReferences: {report.message_id}")[:2] == (ACK, ["1: +3"])
    assert came(post, fields, "1: -4\n")[:2] == (ASK, ["1: +3"])
    post.trust = Trust(("mx.pbem.test",))
    vouched = "Authentication-Results: mx.pbem.test; dmarc=pass header.from=players.test"
    assert came(post, f"{vouched}\n{fields}", "1: -3\n")[:2] == (ACK, ["1: -3"])


def test_row_47_from_alone_says_who_writes_and_answers_go_to_the_registered_address(post: Letterbox) -> None:
    others = "Sender: eve@x.test\nReply-To: eve@x.test\nReturn-Path: <eve@x.test>"
    assert came(post, f"From: {ANN}\n{others}\nTo: {token(post)}")[:2] == (ACK, ["1: +3"])
    borrowed = f"From: eve@x.test\nSender: {ANN}\nReply-To: {ANN}\nTo: {token(post)}"
    assert came(post, borrowed, "1: -4\n")[:2] == (ASK, ["1: +3"])
    assert {row.to for row in post.answers()} == {ANN}


def test_row_48_another_address_of_a_player_is_asked_about_once_and_then_known(post: Letterbox) -> None:
    work = f"From: ann@work.test\nTo: {token(post)}"
    assert came(post, work)[:2] == (ASK, [])
    (question,) = post.answers()
    assert question.to == ANN
    yes = post.mail("yes", ANN, to=question.message["reply_to"])
    assert (post.verdicts[yes], post.on_file("Ann", "pit-1")) == (ACK, ["1: +3"])
    assert came(post, work, "1: -4\n")[:2] == (ACK, ["1: -4"])


def test_row_48_an_out_of_office_at_the_registered_address_makes_no_loop(post: Letterbox) -> None:
    came(post, f"From: ann@work.test\nTo: {token(post)}")
    (question,) = post.answers()
    away = f"From: {ANN}\nTo: {question.message['reply_to']}\nAuto-Submitted: auto-replied"
    assert came(post, away, "Yes, I am away\n") == (IGN, [], "")
    assert post.row(1).verdict is Verdict.ASK
    assert len(post.answers()) == 1


@pytest.mark.parametrize(
    ("fields", "to_seat"),
    [
        (f"Return-Path: <SRS0=ab=cd=players.test=ann@forwarder.test>\nFrom: {ANN}", False),
        (f"List-Id: <club.list.test>\nPrecedence: list\nFrom: {ANN}", False),
        (f"List-Id: <club.list.test>\nFrom: 'Ann' via Club <club@list.test>\nReply-To: {ANN}", True),
        (f"From: 'Ann' via Club <club@list.test>\nX-Original-From: {ANN}", True),
    ],
    ids=["srs", "list", "munged list", "munged"],
)
def test_row_49_what_came_by_a_detour_is_asked_about(post: Letterbox, fields: str, to_seat: bool) -> None:
    to = token(post) if to_seat else "gm@pbem.test"
    assert came(post, f"{fields}\nTo: {to}")[:2] == (ASK, [])
    (question,) = post.answers()
    assert question.to == ANN


def test_row_49_a_munged_answer_to_our_mail_without_its_token_is_shown_to_the_gm(post: Letterbox) -> None:
    report = next(row for row in post.office.outbox("report") if row.to == ANN)
    fields = "List-Id: <club.list.test>\nFrom: 'Ann' via Club <club@list.test>\nTo: gm@pbem.test"
    assert came(post, f"{fields}\nIn-Reply-To: {report.message_id}") == (QUAR, [], "")
    assert came(post, fields, "buy now\n") == (IGN, [], "")


@pytest.mark.parametrize(
    "sender",
    ["", f"From: {ANN}, {BOB}", f"From: {ANN}\nFrom: {ANN}", f"From: {BOB} <{ANN}>", "From: Ann", f"From: <{ANN}"],
)
def test_row_50_without_exactly_one_sender_the_gm_is_told_and_nobody_answered(post: Letterbox, sender: str) -> None:
    assert came(post, f"{sender}\nTo: {token(post)}".lstrip()) == (QUAR, [], "")
    assert len(told_to_gm(post)) == 1


def test_row_50_names_and_comments_are_no_addresses(post: Letterbox) -> None:
    assert came(post, f'From: "{ANN}" <eve@x.test>\nTo: gm@pbem.test')[0] is ERR
    assert came(post, f"From: eve@x.test ({ANN})\nTo: gm@pbem.test", "1: -4\n")[0] is ERR
    assert came(post, f'From: "eve@x.test" <{ANN.upper()}> (me)\nTo: {token(post)}')[:2] == (ACK, ["1: +3"])


@pytest.mark.parametrize(
    "field",
    [
        "Message-ID: <[a]@[b]>",
        'Cc: "',
        "Cc: (c):",
        "References: <<<>",
        "Date: [",
        "Reply-To: a,",
        "X-Odd: \udcff",
        "Received: ;",
    ],
)
def test_row_51_no_field_keeps_a_mail_from_being_read(post: Letterbox, field: str) -> None:
    assert came(post, f"From: {ANN}\nTo: {token(post)}\n{field}")[:2] == (ACK, ["1: +3"])


def test_row_52_the_same_mail_twice_is_answered_twice_and_counts_once(post: Letterbox) -> None:
    for message_id in ("", f"Message-ID: <{'x' * 1000}@y.test>", "Message-ID: <x@y.test>"):
        fields = f"From: {ANN}\nTo: {token(post)}\n{message_id}".rstrip()
        body = f"1: +3\n# {len(message_id)}\n"
        first = came(post, fields, body)
        assert first[:2] == (ACK, ["1: +3"])
        again = came(post, f"Received: by mx2\nX-Spam: no\n{fields}", body)
        assert again == (IGN, ["1: +3"], first[2])
    with post.office.desk() as desk:
        assert len({row.id for row in letters.listed(desk.connection)}) == 6


def test_row_52_an_id_used_again_for_another_mail_is_another_mail(post: Letterbox) -> None:
    fields = f"From: {ANN}\nTo: {token(post)}\nMessage-ID: <same@y.test>"
    assert came(post, fields)[:2] == (ACK, ["1: +3"])
    assert came(post, fields, "1: -4\n")[:2] == (ACK, ["1: -4"])


def test_row_52_a_mail_that_comes_again_after_a_newer_one_says_that_it_is_old(post: Letterbox) -> None:
    fields = f"From: {ANN}\nTo: {token(post)}\nMessage-ID: <{{}}@y.test>"
    came(post, fields.format(1))
    came(post, fields.format(2), "1: -4\n")
    verdict, filed, said = came(post, fields.format(1))
    assert (verdict, filed) == (IGN, ["1: -4"])
    assert said.startswith("This mail of yours came once before")
    assert "they go on counting" in said


@pytest.mark.parametrize(
    "date",
    [
        "X: no date at all",
        "Date: Mon, 1 Jan 2001 00:00:00 +0000",
        "Date: Fri, 31 Dec 2199 23:59:59 +0000",
        "Date: Tue, 3 Nov 2026 10:00:00",
        "Date: Tue, 3 Nov 2026 10:00:00 +9999",
        "Date: Fri, 99 Foo 123456 99:99:99",
    ],
)
def test_row_53_the_date_of_a_mail_decides_nothing(post: Letterbox, date: str) -> None:
    due = post.office.row("pit-1").due_at
    assert due is not None
    fields = f"From: {ANN}\nTo: {token(post)}\n{date}"
    assert came(post, fields, received=due - timedelta(seconds=1))[:2] == (ACK, ["1: +3"])
    assert came(post, fields, "1: -4\n", received=due)[:2] == (ERR, ["1: +3"])


@pytest.mark.parametrize(("minutes", "told"), [(-5, 1), (5, 0)])
def test_row_53_a_mailbox_that_got_it_late_is_shown_to_the_gm(post: Letterbox, minutes: int, told: int) -> None:
    due = post.office.row("pit-1").due_at
    assert due is not None
    taken_in = due + timedelta(minutes=minutes)
    received = f"Received: from ann by mx.pbem.test; {taken_in:%a, %d %b %Y %H:%M:%S} +0000"
    older = f"Received: from x by relay.test; {due - timedelta(days=1):%a, %d %b %Y %H:%M:%S} +0000"
    fields = f"{received}\n{older}\nFrom: {ANN}\nTo: {token(post)}"
    verdict, filed, _ = came(post, fields, received=due + timedelta(hours=1))
    assert (verdict, filed) == (ERR, [])
    assert told_to_gm(post) == ["[pit-1] orders may have come in time"] * told


def test_row_62_a_token_of_another_seat_is_refused_without_saying_whose_it_is(post: Letterbox) -> None:
    verdict, filed, said = came(post, f"From: {BOB}\nTo: {token(post)}")
    assert (verdict, filed, post.on_file("Bob", "pit-1")) == (ERR, [], [])
    assert "belongs to a seat that is not yours" in said
    assert "Ann" not in said


def test_row_62_a_stale_turn_and_a_finished_game_are_answered_as_such(post: Letterbox) -> None:
    old = token(post)
    next_turn(post)
    verdict, filed, said = came(post, f"From: {ANN}\nTo: {old}")
    assert (verdict, filed) == (ERR, [])
    assert "Turn 1 of pit-1 has been adjudicated already; your orders for it came too late." in said
    with post.office.desk() as desk:
        pauses.end(desk, "pit-1", "boss")
    letter = post.mail("1: -4", ANN, to=old)
    assert post.verdicts[letter] is ERR
    assert "pit-1 takes no orders now: it has ended" in " ".join(post.answer(letter).split())


@pytest.mark.parametrize(
    "field",
    [
        "X-Pbem-Command: withdraw orders",
        "X-Pbem-Campaign: other",
        "X-Pbem-Turn: 9",
        "X-Orders: 2: x4",
        "Control: cancel <x@y.test>",
        "Comments: 2: x4",
        "Keywords: withdraw orders",
        "Content-Description: 2: x4",
        "Subject: withdraw orders",
        "X-Pbem-Verdict: ACK",
        "Disposition-Notification-To: eve@x.test",
        "Errors-To: eve@x.test",
    ],
)
def test_row_63_no_header_is_an_instruction(post: Letterbox, field: str) -> None:
    sent(post, UTF8, "1: +2\n")
    assert came(post, f"From: {ANN}\nTo: {token(post)}\n{field}", "1: +3\n")[:2] == (ACK, ["1: +3"])
    assert {row.to for row in post.answers()} == {ANN}
    assert post.row(2).turn == 1
