"""Sending: what each answer of a server, at each stage, means; and the bytes that arrive. Source: mail.md 76-81."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.core.letters import Fate, Message
from pbem.mail.smtp import SmtpConnection, SmtpServer
from pbem.mail.write import Letterhead, compose
from tests.mail.scripted_smtp import CERTIFICATE, CLOSE, SILENCE, scripted

CONTENT = b"Subject: hi\r\n\r\nhello\r\n"
ANN = "ann@example.net"
PATH = "games+b-00@example.org"


class Kept:
    """Keeps every mail as it came: sender, recipients, bytes."""

    def __init__(self) -> None:
        self.mails: list[tuple[str | None, list[str], bytes]] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's
        assert isinstance(envelope.content, bytes)
        self.mails.append((envelope.mail_from, envelope.rcpt_tos, envelope.content))
        return "250 2.0.0 Ok: queued as ABC123"


@pytest.fixture
def post_office() -> Iterator[tuple[Kept, SmtpServer]]:
    kept = Kept()
    controller = Controller(kept, hostname="127.0.0.1", port=0, decode_data=False, ready_timeout=10)
    controller.port = free_port()
    controller.start()
    yield kept, SmtpServer("127.0.0.1", controller.port, tls="none")
    controller.stop()


def free_port() -> int:
    with scripted() as server:
        return server.port


def to(port: int, tls: str = "none", user: str = "", password: str = "") -> SmtpServer:
    return SmtpServer("localhost", port, tls, user, password, timeout=5)


def test_the_bytes_arrive_as_written(post_office: tuple[Kept, SmtpServer]) -> None:
    kept, server = post_office
    text = "hello\n.\n..\n.hidden\r\n.\r\nMAIL FROM:<eve@example.com>\n" + "x" * 2000 + "\nFrom me\nZoë\x00\n"
    message = Message(ANN, "hi", text, "ack", "<mm@example.org>", datetime(2026, 11, 27, tzinfo=UTC), html=text)
    content = compose(message, Letterhead("games@example.org", "q3f7"))
    with SmtpConnection(server) as connection:
        for recipient in (ANN, "bob@example.net"):
            handover = connection.hand_over(content, PATH, recipient)
            assert handover is not None
            assert (handover.fate, handover.server_id) == (Fate.TAKEN, "ABC123")
    assert kept.mails == [(PATH, [ANN], content), (PATH, ["bob@example.net"], content)]


def test_a_null_path_is_an_empty_sender(post_office: tuple[Kept, SmtpServer]) -> None:
    kept, server = post_office
    with SmtpConnection(server) as connection:
        connection.hand_over(CONTENT, "", ANN)
    assert kept.mails == [("<>", [ANN], CONTENT)]


def test_a_smuggled_end_of_mail_stays_inside_it() -> None:
    with scripted() as server, SmtpConnection(to(server.port)) as connection:
        connection.hand_over(b"Subject: a\r\n\r\nx\n.\nMAIL FROM:<eve@example.com>\r\n.\r\ny\r", PATH, ANN)
    assert server.taken == [b"Subject: a\r\n\r\nx\r\n..\r\nMAIL FROM:<eve@example.com>\r\n..\r\ny\r\n.\r\n"]
    assert not re.search(rb"[^\r]\n|\r[^\n]", server.taken[0])


ANSWERS = [
    ("GREETING", "421 4.3.2 not now", Fate.AWAY),
    ("GREETING", "554 5.3.2 never", Fate.AWAY),
    ("GREETING", CLOSE, Fate.AWAY),
    ("EHLO", "421 4.3.2 not now", Fate.AWAY),
    ("EHLO", CLOSE, Fate.LATER),
    ("MAIL", "451 4.3.0 try later", Fate.LATER),
    ("MAIL", "452 4.3.1 full", Fate.LATER),
    ("MAIL", "421 4.7.0 too many", Fate.LATER),
    ("MAIL", "530 5.7.0 log in first", Fate.LOCKED_OUT),
    ("MAIL", "552 5.3.4 too big", Fate.MAIL_REFUSED),
    ("MAIL", CLOSE, Fate.LATER),
    ("RCPT", "450 4.2.0 greylisted", Fate.LATER),
    ("RCPT", "451 4.7.1 greylisted", Fate.LATER),
    ("RCPT", "452 4.5.3 too many", Fate.LATER),
    ("RCPT", "421 4.7.0 too fast", Fate.LATER),
    ("RCPT", "550 5.1.1 no such user", Fate.ADDRESS_REFUSED),
    ("RCPT", "553 no", Fate.ADDRESS_REFUSED),
    ("RCPT", "552 5.2.2 mailbox full", Fate.ADDRESS_REFUSED),
    ("RCPT", "550 5.7.515 not authenticated", Fate.MAIL_REFUSED),
    ("RCPT", CLOSE, Fate.LATER),
    ("DATA", "451 4.3.0 try later", Fate.LATER),
    ("DATA", "421 4.3.0 going down", Fate.LATER),
    ("DATA", "554 5.5.1 no", Fate.MAIL_REFUSED),
    ("DOT", "421 4.3.0 going down", Fate.LATER),
    ("DOT", "451 4.3.0 try later", Fate.LATER),
    ("DOT", "452 4.3.1 full", Fate.LATER),
    ("DOT", "550 5.7.1 looks like spam", Fate.MAIL_REFUSED),
    ("DOT", CLOSE, Fate.UNKNOWN),
    ("DOT", "nonsense", Fate.UNKNOWN),
    ("DOT", "251 2.1.5 will forward", Fate.TAKEN),
]


@pytest.mark.parametrize(("stage", "answer", "fate"), ANSWERS)
def test_each_answer_at_each_stage_has_its_meaning(stage: str, answer: str, fate: Fate) -> None:
    with scripted({stage: answer}) as server, SmtpConnection(to(server.port)) as connection:
        handover = connection.hand_over(CONTENT, PATH, ANN)
    assert handover is not None
    assert handover.fate is fate, handover
    assert handover.answer
    assert "\n" not in handover.answer


@pytest.mark.parametrize("stage", ["MAIL", "RCPT", "DATA", "DOT"])
@pytest.mark.parametrize("answer", ["450 4.2.0 later", "421 4.3.0 going down", "550 5.0.0 no", CLOSE])
def test_the_next_mail_goes_out_after_a_refusal(stage: str, answer: str) -> None:
    with scripted({stage: [answer]}) as server, SmtpConnection(to(server.port)) as connection:
        connection.hand_over(CONTENT, PATH, ANN)
        handover = connection.hand_over(CONTENT, PATH, "bob@example.net")
    assert handover is not None
    assert handover.fate is Fate.TAKEN


def test_one_connection_serves_a_batch() -> None:
    with scripted() as server, SmtpConnection(to(server.port)) as connection:
        for _ in range(5):
            connection.hand_over(CONTENT, PATH, ANN)
    verbs = [command.split()[0] for command in server.commands]
    assert (verbs.count("EHLO"), verbs.count("MAIL"), verbs[-1]) == (1, 5, "QUIT")


@pytest.mark.parametrize("answer", [CLOSE, "421 4.4.2 idle too long"])
def test_a_kept_connection_that_the_server_has_closed_is_opened_again(answer: str) -> None:
    script = {"MAIL": ["250 ok", answer]}
    with scripted(script) as server, SmtpConnection(to(server.port)) as connection:
        fates = [connection.hand_over(CONTENT, PATH, ANN) for _ in range(2)]
    assert [handover.fate for handover in fates if handover] == [Fate.TAKEN, Fate.TAKEN]
    assert len(server.taken) == 2


def test_nothing_is_sent_where_the_row_is_no_longer_ours() -> None:
    with scripted() as server, SmtpConnection(to(server.port)) as connection:
        assert connection.hand_over(CONTENT, PATH, ANN, before_data=lambda: False) is None
        assert connection.hand_over(CONTENT, PATH, ANN, before_data=lambda: True) is not None
    assert len(server.taken) == 1


def test_a_refused_connection_means_that_the_server_is_away() -> None:
    with SmtpConnection(to(free_port())) as connection:
        handover = connection.hand_over(CONTENT, PATH, ANN)
        assert connection.check()
    assert handover is not None
    assert handover.fate is Fate.AWAY


def test_a_silent_server_is_waited_for_no_longer_than_the_timeout() -> None:
    """With more patience where this machine was too slow to come as far as the recipient."""
    for patience in (0.1, 0.5, 2.5, 12.5):
        with scripted({"RCPT": SILENCE}) as server:
            with SmtpConnection(SmtpServer("localhost", server.port, "none", timeout=patience)) as connection:
                handover = connection.hand_over(CONTENT, PATH, ANN)
            if any(command.startswith("RCPT") for command in server.commands):
                break
    assert handover is not None
    assert handover.fate is Fate.LATER
    assert not server.taken


def test_an_address_that_is_a_command_is_refused() -> None:
    with scripted() as server, SmtpConnection(to(server.port)) as connection:
        for address in ("ann@example.net>\r\nRCPT TO:<eve@example.com", "jörg@example.net"):
            handover = connection.hand_over(CONTENT, PATH, address)
            assert handover is not None
            assert handover.fate is Fate.MAIL_REFUSED
    assert not server.taken
    assert not any("eve" in command for command in server.commands)


def test_starttls_that_is_missing_or_refused_sends_nothing() -> None:
    for script in ({}, {"EHLO": "250-scripted\r\n250 STARTTLS", "STARTTLS": "454 4.7.0 not now"}):
        with scripted(script) as server, SmtpConnection(to(server.port, "starttls", "games", "s3cret")) as connection:
            handover = connection.hand_over(CONTENT, PATH, ANN)
        assert handover is not None
        assert handover.fate is Fate.AWAY
        assert not any(command.startswith(("AUTH", "MAIL")) for command in server.commands)


@pytest.mark.parametrize("tls", ["tls", "starttls"])
def test_a_login_goes_over_tls(tls: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    script = {"EHLO": "250-scripted\r\n250-STARTTLS\r\n250 AUTH PLAIN"}
    with (
        scripted(script, tls=tls == "tls") as server,
        SmtpConnection(to(server.port, tls, "games", "s3cret")) as connection,
    ):
        assert connection.check() == ""
        handover = connection.hand_over(CONTENT, PATH, ANN)
    assert handover is not None
    assert handover.fate is Fate.TAKEN
    assert [command.split()[0] for command in server.commands].count("AUTH") == 1


@pytest.mark.parametrize("tls", ["tls", "starttls"])
def test_an_unknown_certificate_sends_nothing(tls: str) -> None:
    script = {"EHLO": "250-scripted\r\n250 STARTTLS"}
    with scripted(script, tls=tls == "tls") as server, SmtpConnection(to(server.port, tls)) as connection:
        handover = connection.hand_over(CONTENT, PATH, ANN)
    assert handover is not None
    assert handover.fate is Fate.AWAY
    assert "certificate" in handover.answer.lower()


def test_no_error_tells_the_password() -> None:
    script = {"EHLO": "250-scripted\r\n250 AUTH PLAIN", "AUTH": "535 5.7.8 s3cret is not the password of games"}
    with scripted(script) as server, SmtpConnection(to(server.port, "none", "games", "s3cret")) as connection:
        why = connection.check()
        handover = connection.hand_over(CONTENT, PATH, ANN)
    assert handover is not None
    assert handover.fate is Fate.LOCKED_OUT
    assert "s3cret" not in why + handover.answer + repr(connection._server)
    assert "535 5.7.8" in why


@pytest.mark.parametrize(
    ("answer", "identity"),
    [
        ("250 2.0.0 Ok: queued as 4F1B2", "4F1B2"),
        ("250 OK id=1rABCd-0001", "1rABCd-0001"),
        ("250 Ok 0102018c-1234-abcd-000000", "0102018c-1234-abcd-000000"),
        ("250 2.0.0 delivered", ""),
    ],
)
def test_the_identity_that_the_server_gave_is_kept(answer: str, identity: str) -> None:
    with scripted({"DOT": answer}) as server, SmtpConnection(to(server.port)) as connection:
        handover = connection.hand_over(CONTENT, PATH, ANN)
    assert handover is not None
    assert handover.server_id == identity
