"""The post office: real SMTP and IMAP over mailboxes in memory."""

import smtplib
from collections.abc import Iterator

import pytest

from pbem.demo.post_office import HOST, PostOffice

MAIL = b"From: Ann <ann@example.test>\r\nSubject: hello\r\n\r\n.dot\r\nl\xc3\xafne\r\n"


@pytest.fixture
def delivered() -> list[tuple[str, bytes]]:
    return []


@pytest.fixture
def office(delivered: list[tuple[str, bytes]]) -> Iterator[PostOffice]:
    boxes = {"gm@pbem.test": "gm", "ann@example.test": "ann"}
    with PostOffice(boxes, lambda box, content: delivered.append((box, content))) as office:
        yield office


def send(office: PostOffice, recipient: str, sender: str = "ann@example.test") -> None:
    with smtplib.SMTP(HOST, office.smtp_port) as client:
        client.sendmail(sender, [recipient], MAIL)


def test_mail_is_delivered_as_sent_below_its_trace(office: PostOffice, delivered: list[tuple[str, bytes]]) -> None:
    send(office, "gm+b-0123@pbem.test", sender="")
    (mail,) = office.mails("gm@pbem.test")
    assert mail.startswith(b"Return-Path: <>\r\nDelivered-To: gm+b-0123@pbem.test\r\nReceived: from ")
    assert mail.endswith(MAIL)
    assert delivered == [("gm@pbem.test", mail)]
    assert office.mails("ann@example.test") == []


def test_nothing_is_relayed(office: PostOffice) -> None:
    for stranger in ("bob@example.test", "ann@example.org", "gm"):
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            send(office, stranger)
        assert refused.value.recipients[stranger][0] == 550


def test_a_program_can_append(office: PostOffice) -> None:
    office.append("ann@example.test", MAIL, folder="Sent")
    assert office.mails("ann@example.test", "Sent") == [MAIL]
    assert office.mails("ann@example.test", "Nothing") == []
