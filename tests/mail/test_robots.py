"""Machines told from people. Source: mail.md 35, 54 to 59, 61."""

import pytest

from pbem.core.letters import Bounce, BounceKind, Robot
from tests.mail.reading import letter, with_fields


@pytest.mark.parametrize(
    ("row", "fields", "robot"),
    [
        (54, "Auto-Submitted: auto-replied (vacation)", Robot.AUTOMATIC),
        (54, "Auto-Submitted: auto-generated; owner-email=x@example.org", Robot.AUTOMATIC),
        (54, "Auto-Submitted: no", ""),
        (54, "X-Autoreply: yes", Robot.AUTOMATIC),
        (54, "X-Autoreply: no", ""),
        (54, "Precedence: auto_reply", Robot.AUTOMATIC),
        (54, "Subject: Automatische Antwort: pit-1, turn 3", Robot.AUTOMATIC),
        (54, "Subject: Réponse automatique : pit-1", Robot.AUTOMATIC),
        (54, "Subject: automatic fire on Bob", ""),
        (54, "X-Auto-Reply-From: ann@example.org", Robot.AUTOMATIC),
        (54, "X-Cron-Env: <SHELL=/bin/sh>", Robot.AUTOMATIC),
        (54, "From: Shop <no-reply@shop.test>", Robot.AUTOMATIC),
        (54, "From: Noreen <noreen@example.org>", ""),
        (55, "X-Auto-Response-Suppress: All", ""),
        (35, "Content-Type: multipart/report; report-type=disposition-notification; boundary=b", Robot.RECEIPT),
        (35, "Content-Type: text/calendar; method=REPLY", Robot.CALENDAR),
        (35, "Content-Type: multipart/report; report-type=feedback-report; boundary=b", Robot.COMPLAINT),
        (57, "Content-Type: multipart/report; report-type=delivery-status; boundary=b", Robot.DELIVERY),
        (58, "From: MAILER-DAEMON@mx.example.org", Robot.DELIVERY),
        (58, "Return-Path: <>", Robot.NULL_PATH),
        (58, "Return-Path: <MAILER-DAEMON>", Robot.NULL_PATH),
        (58, "Return-Path: <ann@example.org>", ""),
        (58, "From: postmaster@mx.example.org\nSubject: Undeliverable: turn 3", Robot.DELIVERY),
        (58, "From: postmaster@example.org\nSubject: turn 3", ""),
        (59, "Subject: Please verify your message", Robot.CHALLENGE),
        (59, "Subject: Please confirm that you are in", ""),
        (59, "X-Boxbe-Challenge: 1", Robot.CHALLENGE),
        (56, "List-Id: <x.example.org>", ""),
    ],
)
def test_row_35_54_55_57_58_59_robots(row: int, fields: str, robot: str) -> None:
    assert letter(with_fields(fields)).robot == robot, row


@pytest.mark.parametrize(
    ("fields", "listed"),
    [
        ("List-Id: <x.example.org>", True),
        ("Precedence: bulk", True),
        ("Precedence: first-class", False),
        ("X-Mailer: List maker", False),
    ],
)
def test_row_56_lists_and_bulk(fields: str, listed: bool) -> None:
    assert letter(with_fields(fields)).listed == listed


def test_row_61_our_own_mail_names_its_instance() -> None:
    assert letter(with_fields("X-Pbem-Loop: 4f1c")).loop == "4f1c"
    assert letter(with_fields("X-Other: 4f1c")).loop is None


def report(*recipients: str) -> str:
    groups = "\n\n".join(recipients)
    return (
        "From: Mail Delivery System <MAILER-DAEMON@mx.pbem.test>\nTo: gm+b-0123@pbem.test\nSubject: Undelivered\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n--b\n\nCould not be delivered.\n'
        f"--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.pbem.test\n\n{groups}\n\n"
        "--b\nContent-Type: message/rfc822\n\nFrom: gm@pbem.test\nSubject: turn 3\n\n1:\n--b--\n"
    )


@pytest.mark.parametrize(
    ("recipient", "kind"),
    [
        ("Final-Recipient: rfc822; Ann@Example.org\nAction: failed\nStatus: 5.1.1", BounceKind.PERMANENT),
        ("Final-Recipient: rfc822; ann@example.org\nAction: failed\nStatus: 4.4.7", BounceKind.TEMPORARY),
        ("Final-Recipient: rfc822; ann@example.org\nAction: failed\nStatus: 5.2.2", BounceKind.TEMPORARY),
        (
            "Final-Recipient: rfc822; ann@example.org\nAction: failed\nStatus: 5.0.0\n"
            "Diagnostic-Code: smtp; 554 Mailbox full",
            BounceKind.TEMPORARY,
        ),
        ("Final-Recipient: rfc822; ann@example.org\nAction: delayed\nStatus: 4.4.1", BounceKind.DELAYED),
        (
            "Original-Recipient: rfc822;ann@example.org\nFinal-Recipient: rfc822; x@elsewhere.org\nAction: failed"
            "\nStatus: 5.0.0",
            BounceKind.PERMANENT,
        ),
    ],
)
def test_row_57_delivery_reports(recipient: str, kind: BounceKind) -> None:
    read = letter(report(recipient))
    assert read.bounce == Bounce(kind, ("ann@example.org",))
    assert read.recipients == ("gm+b-0123@pbem.test",)


def test_row_57_the_worst_of_several_recipients_counts() -> None:
    read = letter(
        report(
            "Final-Recipient: rfc822; bob@example.org\nAction: delayed\nStatus: 4.0.0",
            "Final-Recipient: rfc822; ann@example.org\nAction: failed\nStatus: 5.1.1",
        )
    )
    assert read.bounce == Bounce(BounceKind.PERMANENT, ("bob@example.org", "ann@example.org"))


def test_row_58_a_bounce_in_words_alone() -> None:
    read = letter(
        "From: MAILER-DAEMON@mx.example.org\nTo: gm+b-0123@pbem.test\nSubject: failure notice\n\n"
        "Hi. This is the qmail-send program at mx.example.org.\n"
        "I'm afraid I wasn't able to deliver your message to the following addresses.\n"
        "This is a permanent error; I've given up. Sorry it didn't work out.\n\n"
        "<ann@example.org>:\n192.0.2.1 does not like recipient.\nGiving up on 192.0.2.1.\n"
    )
    assert read.bounce == Bounce(BounceKind.PERMANENT, ("ann@example.org",))


def test_row_58_a_bounce_that_says_nothing_names_nobody() -> None:
    read = letter("From: MAILER-DAEMON@mx.example.org\nTo: gm+b-0123@pbem.test\nSubject: Oh\n\nIt did not work.\n")
    assert read.bounce == Bounce(BounceKind.TEMPORARY)
