"""A real Dovecot that asks the provider about access tokens: its mail is read without any password. Source: mail.md 73."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from imap_tools import MailBoxUnencrypted

from pbem.core.letters import Fate
from pbem.mail.access import Access
from pbem.mail.imap import ImapAccount, ImapFolder, ImapServer
from pbem.mail.oauth import Grant
from pbem.mail.smtp import SmtpConnection, SmtpServer
from pbem.mail.source import MailboxUnreachable
from tests.mail.provider import Provider, providing
from tests.servers.dovecot import CERTIFICATE, Dovecot, dovecot
from tests.servers.page import files
from tests.servers.postfix import postfix

GM = "gm@pbem.test"
MAIL = b"Subject: pit-1\r\n\r\n1: +3\r\n"


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with providing(Provider(account=GM)) as there:
        yield there


@pytest.fixture(scope="module")
def server(provider: Provider) -> Iterator[Dovecot]:
    with dovecot({GM: "gm", "ann@example.test": "ann"}, provider=provider.url) as there:
        with MailBoxUnencrypted("127.0.0.1", there.port).login(GM, "gm") as hands:
            hands.append(MAIL, "INBOX")
        yield there


def inbox(server: Dovecot, access: Access, user: str = GM) -> "contextlib.closing[ImapFolder]":
    to = ImapServer("localhost", server.tls_port, "tls", user, timeout=10, certificates=str(CERTIFICATE), access=access)
    return contextlib.closing(ImapFolder(ImapAccount(to), "inbox"))


def opened(provider: Provider, file: Path) -> Access:
    access = Access(provider.client, file)
    access.keep(Grant("stale-token", 3600, "refresh-0"))
    return access


def test_row_73_dovecot_takes_a_renewed_token(provider: Provider, server: Dovecot, tmp_path: Path) -> None:
    with inbox(server, opened(provider, tmp_path / "pbem.oauth")) as folder:
        [batch] = folder.poll(0, 0)
    assert [raw.content for raw in batch.raws] == [MAIL]
    asked = [form["token"] for path, form in provider.asked if path == "/introspect"]
    assert asked[0] == "stale-token"
    assert asked[-1] in provider.access_tokens


def test_row_73_dovecot_opens_no_other_box(provider: Provider, server: Dovecot, tmp_path: Path) -> None:
    with inbox(server, opened(provider, tmp_path / "pbem.oauth"), "ann@example.test") as folder:
        with pytest.raises(MailboxUnreachable, match="refuses the access token of 'ann@") as refused:
            list(folder.poll(0, 0))
        assert refused.value.refused


def test_row_73_postfix_takes_mail_by_a_renewed_token_alone(
    provider: Provider, server: Dovecot, tmp_path: Path
) -> None:
    main = files("A provider of your own")["/etc/postfix/main.cf"]
    closed = "mynetworks =\nsmtpd_recipient_restrictions = permit_sasl_authenticated, reject\n"
    access = opened(provider, tmp_path / "pbem.oauth")
    with postfix(server, {"main.cf": closed + main}) as there:
        with SmtpConnection(SmtpServer("127.0.0.1", there.port, "none")) as stranger:
            refused = stranger.hand_over(MAIL, GM, "ann@example.test")
        with SmtpConnection(SmtpServer("127.0.0.1", there.port, "none", GM, access=access)) as connection:
            taken = connection.hand_over(MAIL, GM, "ann@example.test")
    assert refused is not None
    assert taken is not None
    assert (refused.fate, taken.fate) == (Fate.MAIL_REFUSED, Fate.TAKEN), (refused, taken)
    assert "stale-token" in [form["token"] for path, form in provider.asked if path == "/introspect"]
    assert list(provider.access_tokens)[-1] in (tmp_path / "pbem.oauth").read_text()
