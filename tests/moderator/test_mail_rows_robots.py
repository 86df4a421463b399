"""Machines that write to us, one row of the catalogue a test, through the whole intake. Source: mail.md 54 to 61."""

import pytest
from sqlalchemy.engine import Engine

from pbem.moderator import sending
from pbem.store.tables import OutboxState
from tests.moderator.letterbox import Letterbox
from tests.moderator.mailed import (
    ACK,
    ANN,
    BOB,
    IGN,
    QUAR,
    came,
    parted,
    pitagoras,
    plain,
    token,
    told_to_gm,
)


@pytest.fixture
def post(sqlite_engine: Engine) -> Letterbox:
    return pitagoras(sqlite_engine)


@pytest.mark.parametrize(
    "sign", ["Auto-Submitted: auto-replied", "Subject: Automatic reply: pit-1", "X-Autoreply: yes"]
)
def test_row_54_an_out_of_office_is_ignored_and_one_that_reads_as_orders_shown(post: Letterbox, sign: str) -> None:
    fields = f"From: {ANN}\nTo: {token(post)}\n{sign}"
    assert came(post, fields, "I am away until Monday.\n") == (IGN, [], "")
    assert told_to_gm(post) == []
    assert came(post, fields, "1: +3\n") == (QUAR, [], "")
    assert len(told_to_gm(post)) == 1


def test_row_54_a_null_return_path_is_a_robots_unless_it_reads_as_orders(post: Letterbox) -> None:
    fields = f"Return-Path: <>\nFrom: {ANN}\nTo: {token(post)}"
    assert came(post, fields, "I am away.\n") == (IGN, [], "")
    assert came(post, fields, "1: +3\n") == (QUAR, [], "")


def test_row_55_exchanges_suppression_field_is_no_sign_of_a_robot(post: Letterbox) -> None:
    fields = f"From: {ANN}\nTo: {token(post)}\nX-Auto-Response-Suppress: All"
    assert came(post, fields)[:2] == (ACK, ["1: +3"])
    assert post.answers()


def test_row_56_through_a_list_only_a_registered_address_is_answered(post: Letterbox) -> None:
    for card, fields in enumerate(("Precedence: list", "Precedence: bulk", "List-Id: <club.list.test>"), 2):
        assert came(post, f"From: {ANN}\nTo: {token(post)}\n{fields}", f"1: +{card}\n")[0] is ACK
        stranger = came(post, f"From: zoe@x.test\nTo: gm@pbem.test\n{fields}", f"help\n# {card}\n")
        assert stranger[::2] == (IGN, "")
    assert {row.to for row in post.answers()} == {ANN}
    assert len(post.answers()) == 3


def bounce(post: Letterbox, kind: str) -> str:
    """The fields and body of a delivery report about the last mail to Ann, to its return path."""
    report = [row for row in post.office.outbox() if row.to == ANN and row.message["return_path"]][-1]
    status = (
        f"Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; {ANN}\n{kind}\n"
    )
    fields, body = parted(plain("It failed.\n"), status, kind="report", more="; report-type=delivery-status")
    return f"From: MAILER-DAEMON@mx.test\nTo: {report.message['return_path']}\n{fields}\n{body}"


def held(post: Letterbox) -> bool:
    """Whether mail to Ann is held, and everybody else's goes."""
    with post.office.desk() as desk:
        going = {ready.mail.to for ready in sending.ready(desk, 100)}
    assert BOB in going
    return ANN not in going and {row.state for row in post.office.outbox() if row.to == ANN} == {OutboxState.HELD}


def test_row_57_a_full_mailbox_or_one_failure_stops_nothing_and_several_stop_that_address(post: Letterbox) -> None:
    full = "Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 552 mailbox full"
    for kind in ("Action: delayed\nStatus: 4.4.1", full, "Action: failed\nStatus: 5.1.1"):
        post.deliver(bounce(post, kind).encode())
        assert not held(post)
        post.mail("help", ANN, to=token(post))
        post.later(hours=2)
    for _ in range(2):
        post.deliver(bounce(post, "Action: failed\nStatus: 5.1.1").encode())
        post.mail("status", ANN, to=token(post))
        post.later(hours=2)
    assert held(post)
    assert any(
        "`pbem outbox resume ann@players.test`" in " ".join(row.text.split()) for row in post.office.outbox("gm-note")
    )


@pytest.mark.parametrize(
    "fields",
    ["From: MAILER-DAEMON@mx.test", "From: postmaster@mx.test\nReturn-Path: <>", "From: x@y.test\nReturn-Path: <>"],
)
def test_row_58_a_bounce_without_a_report_is_known_by_its_return_path(post: Letterbox, fields: str) -> None:
    report = next(row for row in post.office.outbox("report") if row.to == ANN)
    body = "Sorry, it did not work.\n"
    assert came(post, f"{fields}\nTo: {report.message['return_path']}", body) == (IGN, [], "")
    assert "came back" in next(row for row in post.office.outbox("report") if row.to == ANN).error
    assert came(post, f"{fields}\nTo: gm@pbem.test", body) == (IGN, [], "")


def test_row_59_a_challenge_is_shown_to_the_gm(post: Letterbox) -> None:
    fields = f"From: {ANN}\nTo: {token(post)}\nX-Boxbe-Challenge: 1"
    assert came(post, fields, "Click to deliver your mail.\n") == (QUAR, [], "")
    (note,) = post.office.outbox("gm-note")
    assert "the player's provider wants a person to answer" in " ".join(note.text.split())


@pytest.mark.parametrize("by", ["header", "address", "digest"])
def test_row_61_a_mail_of_ours_that_comes_back_is_ignored(post: Letterbox, by: str) -> None:
    to = token(post)
    fields = {
        "header": f"From: {ANN}\nTo: {to}\nX-Pbem-Loop: instance",
        "address": f"From: gm@pbem.test\nTo: {to}",
        "digest": f"From: {ANN}\nTo: {to}\nMessage-ID: <1@x.test>",
    }[by]
    if by == "digest":
        assert came(post, fields)[0] is ACK
    copies = [came(post, f"Received: by mx{copy}\n{fields}") for copy in range(5)]
    assert {verdict for verdict, _, _ in copies} == {IGN}
    assert len(post.answers()) == (2 if by == "digest" else 0)
