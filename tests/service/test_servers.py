"""The places that mail comes from, and the server it goes to, as the settings say."""

from pathlib import Path
from typing import Any

import pytest

from pbem.core.errors import Unusable
from pbem.mail.smtp import SmtpConnection
from pbem.service.config import Settings, settings_from
from pbem.service.servers import passwords, smtp_server, sources
from tests.mail.scripted_smtp import scripted


def settings(**sections: dict[str, Any]) -> Settings:
    return settings_from({"house": {"address": "games@example.org"}, **sections}, Path("/srv/pbem/config.toml"))


def test_a_mailbox_and_a_maildir_are_read_each_by_itself() -> None:
    groups = sources(
        settings(imap={"host": "mail.example.org", "user": "games", "junk": "Spam"}, maildir={"path": "mail"})
    )
    assert [[source.name for source in group] for group in groups] == [
        ["imap:games@mail.example.org/INBOX", "imap:games@mail.example.org/Spam"],
        ["maildir:/srv/pbem/mail"],
    ]
    for source in (source for group in groups for source in group):
        source.close()


@pytest.mark.parametrize(
    ("junk", "names"),
    [
        ("auto", ["INBOX", "spam"]),
        ("", ["INBOX"]),
        ("[Gmail]/Spam, [Gmail]/All Mail", ["INBOX", "[Gmail]/Spam", "[Gmail]/All Mail"]),
    ],
)
def test_row_69_spam_folders_are_those_named_or_the_one_that_the_server_marks(junk: str, names: list[str]) -> None:
    (group,) = sources(settings(imap={"host": "mail.example.org", "user": "games", "junk": junk}))
    assert [source.name.rpartition("org/")[2] for source in group] == names
    for source in group:
        source.close()


def test_what_is_missing_is_one_sentence() -> None:
    with pytest.raises(Unusable, match=r"set host in \[smtp\]"):
        smtp_server(settings())


def test_where_letters_come_by_a_pipe_alone_nothing_is_read() -> None:
    assert sources(settings()) == []


def test_the_server_is_greeted_with_the_domain_of_the_house() -> None:
    with scripted() as server:
        smtp = {"host": "localhost", "port": server.port, "tls": "none"}
        with SmtpConnection(smtp_server(settings(smtp=smtp))) as connection:
            connection.hand_over(b"Subject: x\r\n\r\n", "", "ann@example.net")
    assert "EHLO example.org" in server.commands


def test_every_password_is_known_to_be_one() -> None:
    found = passwords(
        settings(
            imap={"password": "one"},
            smtp={"password": "two"},
            pbem={"database": "postgresql+psycopg://pbem:three@localhost/pbem"},
        )
    )
    assert found == ["one", "two", "three"]
