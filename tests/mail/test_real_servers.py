"""Mail in over a real Postfix and a real Dovecot."""

import contextlib
import smtplib

import pytest
from imap_tools import MailBoxUnencrypted

from pbem.core.letters import Raw
from pbem.mail.imap import ImapAccount, ImapFolder, ImapServer
from pbem.mail.read import read_letter
from tests.mail.reading import own
from tests.servers import wait_until
from tests.servers.dovecot import Dovecot
from tests.servers.postfix import Postfix

MAIL = "From: Ann <ann@example.test>\nTo: {to}\nSubject: Re: pit-1, turn 3\n\n1: +3\n2: x4\n\n.\n"


def send(server: Postfix, recipient: str, sender: str = "ann@example.test") -> None:
    with smtplib.SMTP("127.0.0.1", server.port) as client:
        client.sendmail(sender, [recipient], MAIL.format(to=recipient))


@pytest.fixture
def inbox(real_imap: Dovecot) -> "contextlib.closing[ImapFolder]":
    with MailBoxUnencrypted("127.0.0.1", real_imap.port).login("gm@pbem.test", "gm") as hands:
        hands.delete(hands.uids())
    account = ImapAccount(ImapServer("127.0.0.1", real_imap.port, "none", "gm@pbem.test", "gm"))
    return contextlib.closing(ImapFolder(account, "inbox", processed="Processed"))


def arriving(folder: ImapFolder) -> Raw:
    """The mail that arrives next."""
    found: list[Raw] = []

    def look() -> bool:
        folder.wait(1)
        found.extend(raw for batch in folder.poll(0, 0) for raw in batch.raws)
        return bool(found)

    wait_until(look, "the mail")
    return found[0]


def test_a_reply_to_a_token_address_arrives(real_smtp: Postfix, inbox: "contextlib.closing[ImapFolder]") -> None:
    with inbox as folder:
        assert list(folder.poll(0, 0)) == []
        send(real_smtp, "gm+k5x2mz7qpdh3@pbem.test")
        raw = arriving(folder)
    read = read_letter(raw.content, raw.received)
    assert read.recipients == ("gm+k5x2mz7qpdh3@pbem.test",)
    assert (read.sender, read.robot) == ("ann@example.test", "")
    assert own(read) == ["1: +3", "2: x4", "."]


def test_a_null_return_path_shows(real_smtp: Postfix, inbox: "contextlib.closing[ImapFolder]") -> None:
    with inbox as folder:
        send(real_smtp, "gm@pbem.test", sender="")
        raw = arriving(folder)
    assert read_letter(raw.content, raw.received).robot == "null return path"


def test_no_mail_can_leave(real_smtp: Postfix) -> None:
    for stranger in ("nobody@pbem.test", "ann@example.org"):
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            send(real_smtp, stranger)
        assert refused.value.recipients[stranger][0] in (550, 554)
