"""XOAUTH2 with scripted servers: the login, the refusal that has to be answered, the one renewal. Source: mail.md 73."""

import base64
import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.core.letters import Fate, Handover
from pbem.mail.access import Access
from pbem.mail.imap import ImapAccount, ImapFolder, ImapServer
from pbem.mail.oauth import Grant
from pbem.mail.smtp import SmtpConnection, SmtpServer
from pbem.mail.source import MailboxUnreachable
from tests.mail import scripted_imap
from tests.mail.provider import Provider, providing
from tests.mail.scripted_imap import Answer, Connection, ScriptedImap
from tests.mail.scripted_smtp import scripted

USER = "gm@pbem.test"
WHY = base64.b64encode(b'{"status":"400","schemes":"Bearer","scope":"https://mail.google.com/"}').decode()
OFFERS = "250-scripted\r\n250 AUTH XOAUTH2 PLAIN"


@pytest.fixture
def provider() -> Iterator[Provider]:
    with providing(Provider()) as there:
        yield there


@pytest.fixture
def access(provider: Provider, tmp_path: Path) -> Access:
    """Of an account whose first token the mail servers refuse, since the provider does not know it."""
    found = Access(provider.client, tmp_path / "pbem.oauth")
    found.keep(Grant("stale-token", 3600, "refresh-0"))
    return found


def said(token: str) -> str:
    return base64.b64encode(f"user={USER}\x01auth=Bearer {token}\x01\x01".encode()).decode()


def imap_that_asks(provider: Provider) -> ScriptedImap:
    """A server that takes the provider's tokens, and waits for an answer to why it refuses others."""

    def authenticate(connection: Connection, tag: str, rest: str) -> None:
        assert rest == "XOAUTH2"
        connection.say("+ ")
        given = connection.rfile.readline().decode().strip()
        if given in map(said, provider.access_tokens):
            connection.say(f"{tag} OK welcome")
            return
        connection.say(f"+ {WHY}")
        assert connection.rfile.readline() == b"\r\n"
        connection.say(f"{tag} NO [AUTHENTICATIONFAILED] {base64.b64decode(given).decode()} is not right")

    def list_folders(connection: Connection, tag: str, rest: str) -> None:
        connection.say('* LIST () "/" INBOX')
        connection.say(f"{tag} OK done")

    answers: dict[str, Answer] = {"AUTHENTICATE": authenticate, "LIST": list_folders}
    return ScriptedImap({1: b"Subject: a\r\n\r\nx\r\n"}, answers=answers)


def inbox(script: ScriptedImap, access: Access) -> "contextlib.closing[ImapFolder]":
    server = ImapServer("127.0.0.1", script.port, "none", USER, timeout=5, access=access)
    return contextlib.closing(ImapFolder(ImapAccount(server), "inbox"))


def test_row_73_imap_renews_a_refused_token_once(provider: Provider, access: Access) -> None:
    with scripted_imap.serving(imap_that_asks(provider)) as script, inbox(script, access) as folder:
        [batch] = folder.poll(0, 0)
        assert len(batch.raws) == 1
        assert script.connections == 2
        assert list(folder.poll(batch.uidvalidity, batch.uid)) == []
        assert script.connections == 2
    assert len(provider.tokens_asked) == 1


def test_row_73_imap_that_refuses_every_token_is_told_without_it(provider: Provider, access: Access) -> None:
    script = imap_that_asks(Provider())
    with scripted_imap.serving(script), inbox(script, access) as folder:
        for tries in (2, 3, 4):
            with pytest.raises(MailboxUnreachable) as refused:
                list(folder.poll(0, 0))
            assert script.connections == tries
            assert refused.value.refused
            assert not refused.value.hopeless
            assert "refuses the access token of 'gm@pbem.test'" in str(refused.value)
            assert not any(token in str(refused.value) for token in ("stale-token", *provider.access_tokens))
    assert len(provider.tokens_asked) == 1


def test_row_73_imap_is_left_alone_while_no_token_can_be_had(provider: Provider, access: Access) -> None:
    provider.refresh_tokens.clear()
    access.renew("stale-token")
    with scripted_imap.serving(imap_that_asks(provider)) as script, inbox(script, access) as folder:
        for _ in range(3):
            with pytest.raises(MailboxUnreachable, match="run `pbem mail authorize` again") as refused:
                list(folder.poll(0, 0))
            assert refused.value.hopeless
        assert script.connections == 0
    assert len(provider.tokens_asked) == 1


def test_an_imap_server_that_breaks_off_is_no_refusal(provider: Provider, access: Access) -> None:
    script = ScriptedImap(answers={"AUTHENTICATE": lambda connection, tag, rest: connection.hang_up()})
    with scripted_imap.serving(script), inbox(script, access) as folder:
        with pytest.raises(MailboxUnreachable) as lost:
            list(folder.poll(0, 0))
        assert not lost.value.refused
        assert script.connections == 1
    assert provider.asked == []


def smtp_to(port: int, access: Access) -> SmtpServer:
    return SmtpServer("localhost", port, "none", USER, timeout=5, access=access)


def sent(connection: SmtpConnection) -> Handover:
    handover = connection.hand_over(b"Subject: hi\r\n\r\nhello\r\n", "games@pbem.test", "ann@example.net")
    assert handover is not None
    return handover


def test_row_73_smtp_renews_a_refused_token_once(provider: Provider, access: Access) -> None:
    script: dict[str, str | list[str]] = {"EHLO": OFFERS, "AUTH": [f"334 {WHY}"], "": "535 5.7.8 not accepted"}
    with scripted(script) as server, SmtpConnection(smtp_to(server.port, access)) as connection:
        assert sent(connection).fate is Fate.TAKEN
        assert sent(connection).fate is Fate.TAKEN
    [renewed] = provider.access_tokens
    logins = [command for command in server.commands if command.startswith("AUTH")]
    assert logins == [f"AUTH XOAUTH2 {said('stale-token')}", f"AUTH XOAUTH2 {said(renewed)}"]
    assert server.commands[server.commands.index(logins[0]) + 1] == ""


def test_row_73_smtp_that_refuses_every_token_is_told_without_it(provider: Provider, access: Access) -> None:
    tokens = ["stale-token", "access-token-1"]
    for times in (2, 1):
        refusal = "535 5.7.3 " + " ".join([*map(said, tokens), *tokens])
        with scripted({"EHLO": OFFERS, "AUTH": refusal}) as server:
            with SmtpConnection(smtp_to(server.port, access)) as connection:
                handover = sent(connection)
            assert handover.fate is Fate.LOCKED_OUT
            assert handover.answer.startswith("535 5.7.3")
            assert list(provider.access_tokens) == tokens[1:]
            assert "access-token-1" not in handover.answer
            assert said("access-token-1") not in handover.answer
            assert [command.split()[0] for command in server.commands].count("AUTH") == times
        assert len(provider.tokens_asked) == 1


@pytest.mark.parametrize(
    ("script", "fate", "said"),
    [
        ({"EHLO": OFFERS, "AUTH": "454 4.7.0 not now"}, Fate.AWAY, "454 4.7.0 not now"),
        ({"EHLO": "250-scripted\r\n250 AUTH PLAIN"}, Fate.AWAY, "offers no XOAUTH2"),
    ],
)
def test_row_73_what_is_no_refusal_of_the_token_renews_none(
    provider: Provider, access: Access, script: dict[str, str], fate: Fate, said: str
) -> None:
    with scripted(script) as server, SmtpConnection(smtp_to(server.port, access)) as connection:
        handover = sent(connection)
    assert handover.fate is fate
    assert said in handover.answer
    assert provider.asked == []


def test_row_73_smtp_is_left_alone_while_no_token_can_be_had(provider: Provider, access: Access) -> None:
    access.renew("stale-token")
    provider.script = [(503, b""), (400, {"error": "invalid_grant"})]
    for fate in (Fate.AWAY, Fate.LOCKED_OUT):
        other = Access(provider.client, access._file)
        other.renew("stale-token")
        with scripted({"EHLO": OFFERS}) as server, SmtpConnection(smtp_to(server.port, other)) as connection:
            handover = sent(connection)
            assert connection.check() == handover.answer
        assert handover.fate is fate
        assert server.commands == []
    assert "pbem mail authorize" in handover.answer
    assert len(provider.tokens_asked) == 2
