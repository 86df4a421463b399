"""Mail in over a real Postfix and a real Dovecot."""

import contextlib
import smtplib
from datetime import UTC, datetime

import pytest
from imap_tools import MailBoxUnencrypted

from pbem.core.letters import Fate, Message, Raw
from pbem.mail.imap import ImapAccount, ImapFolder, ImapServer
from pbem.mail.read import read_letter
from pbem.mail.smtp import SmtpConnection, SmtpServer
from pbem.mail.write import Letterhead, compose
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


def test_row_77_80_81_postfix_refuses_an_address_and_takes_hostile_lines(
    real_smtp: Postfix, inbox: "contextlib.closing[ImapFolder]"
) -> None:
    lines = [".", "..", ".hidden", "From me", "x" * 2000, "trailing  ", "Zoë", "-- ", "MAIL FROM:<e@v.il>"]
    message = Message("gm@pbem.test", "hi", "\n".join(lines) + "\n", "ack", "<mm@pbem.test>", datetime.now(UTC))
    content = compose(message, Letterhead("games@pbem.test", "q3f7"))
    with inbox as folder, SmtpConnection(SmtpServer("127.0.0.1", real_smtp.port, "none")) as connection:
        refused = connection.hand_over(content, "games@pbem.test", "nobody@pbem.test")
        taken = connection.hand_over(content, "games@pbem.test", "gm@pbem.test")
        raw = arriving(folder)
    assert refused is not None
    assert taken is not None
    assert (refused.fate, taken.fate) == (Fate.ADDRESS_REFUSED, Fate.TAKEN)
    assert f"id {taken.server_id}".encode() in raw.content
    assert raw.content.replace(b"\r\n", b"\n").endswith(content.replace(b"\r\n", b"\n"))
