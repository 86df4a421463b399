"""docs/mail-setup.md tried: its settings are settings, and its Postfix and Dovecot do what it says."""

import os
import smtplib
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.mail.read import read_letter
from pbem.mail.smtp import SmtpConnection
from pbem.mail.source import PIPE
from pbem.service import servers
from pbem.service.clock import now
from pbem.service.config import Settings, settings_from
from pbem.store import letters, migrations
from pbem.store.session import connect, reading
from tests.servers import wait_until
from tests.servers.dovecot import Dovecot, dovecot
from tests.servers.page import PAGE, blocks, files, section
from tests.servers.postfix import Postfix, postfix

OWN = files("Your own Postfix and Dovecot")
PIPES = files("A pipe")
MAIL = "From: Ann <ann@example.net>\nTo: {to}\nSubject: Re: [pit-1] Turn 3\nMessage-ID: <{id}@example.net>\n\n1: +3\n"
TOKEN = "games+k5x2mz7qpdh3@example.org"
FEED = "/opt/pbem/bin/pbem mail feed --config /etc/pbem/config.toml"


def named(lines: dict[str, str], folder: str) -> dict[str, str]:
    """Those of the files that lie in that folder, by their last name."""
    return {name.removeprefix(folder): text for name, text in lines.items() if name.startswith(folder)}


@pytest.mark.parametrize("block", blocks(PAGE, "toml"))
def test_its_settings_can_be_loaded(block: str, tmp_path: Path) -> None:
    content = {"house": {"address": "games@example.org"}, **tomllib.loads(block)}
    settings = settings_from(content, tmp_path / "config.toml")
    used = "oauth" in (settings.imap.login, settings.smtp.login)
    assert used is bool(settings.oauth.provider)


def test_every_way_ends_in_the_same_command() -> None:
    calls = [line for line in section("A pipe").splitlines() if "pbem mail feed" in line and "`" not in line]
    assert len(calls) == 5
    assert all(FEED in line for line in calls)


@pytest.fixture(scope="module")
def boxes() -> Iterator[Dovecot]:
    user, _, password = OWN["/etc/dovecot/users"].partition(":{PLAIN}")
    accounts = OWN["/etc/dovecot/dovecot.conf"]
    assert "passwd-file" in accounts
    with dovecot({user: password.partition(":")[0]}, accounts=accounts) as there:
        yield there


def send(server: Postfix, to: str, number: int, sender: str = "ann@example.net") -> None:
    with smtplib.SMTP("127.0.0.1", server.port) as client:
        client.sendmail(sender, [to], MAIL.format(to=to, id=number))


def settings_of_the_page(boxes: Dovecot, server: Postfix, folder: Path) -> Settings:
    content = tomllib.loads(blocks(section("Your own Postfix and Dovecot"), "toml")[0])
    content["imap"]["port"], content["smtp"]["port"] = boxes.port, server.port
    return settings_from(content, folder / "config.toml")


def test_its_postfix_and_dovecot_bring_plus_addresses_into_the_mailbox(boxes: Dovecot, tmp_path: Path) -> None:
    with postfix(boxes, named(OWN, "/etc/postfix/")) as server:
        send(server, TOKEN, 1)
        settings = settings_of_the_page(boxes, server, tmp_path)
        [group] = servers.sources(settings)
        found: list[str] = []

        def look() -> bool:
            found.extend(
                read_letter(raw.content, raw.received).recipients[0]
                for batch in group[0].poll(0, 0)
                for raw in batch.raws
            )
            return bool(found)

        wait_until(look, "the mail")
        for source in group:
            source.close()
        with SmtpConnection(servers.smtp_server(settings)) as connection:
            assert connection.check() == ""
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            send(server, "nobody@example.org", 2)
    assert found == [TOKEN]


_HAND = """#!/bin/sh
# Hands a mail to the test, which gives it to the program and says with which status that ended.
cat > {folder}/coming.$$ && mv {folder}/coming.$$ {folder}/came
while [ ! -f {folder}/status ]; do sleep 0.05; done
status=$(cat {folder}/status); rm {folder}/status; exit "$status"
"""


class Hand:
    """Calls `pbem mail feed` for a user who may not use this checkout."""

    def __init__(self, folder: Path, config: Path) -> None:
        self.folder = folder
        self.config = config
        self.came = folder / "came"
        self.script = folder / "pbem"
        self.script.write_text(_HAND.format(folder=folder))
        self.script.chmod(0o755)

    def feed(self) -> int:
        """Waits for the next mail, and gives the exit status that the mail server is told."""
        wait_until(self.came.exists, "the mail")
        content = self.came.read_bytes()
        self.came.unlink()
        command = [sys.executable, "-m", "pbem", "mail", "feed", "--config", str(self.config)]
        status = subprocess.run(command, input=content, check=False, capture_output=True).returncode
        told = self.folder / "told"
        told.write_text(str(status))
        told.rename(self.folder / "status")
        return status

    def calls(self, lines: str) -> str:
        """The lines with this in place of the program, run by a user that there is."""
        return lines.replace(FEED, str(self.script)).replace("user=pbem", "user=nobody")


@pytest.fixture
def hand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hand]:
    with tempfile.TemporaryDirectory(prefix="pbem-pipe-") as name:
        folder = Path(name)
        folder.chmod(0o777)
        config = tmp_path_factory.mktemp("house") / "config.toml"
        config.write_text('[house]\naddress = "games@example.org"\n')
        yield Hand(folder, config)


def prepare(config: Path) -> None:
    engine = connect(f"sqlite:///{config.parent / 'pbem.db'}")
    migrations.upgrade(engine)
    engine.dispose()


def kept(config: Path) -> list[tuple[str, bytes]]:
    """Where the stored letters came from, and their bytes."""
    engine = connect(f"sqlite:///{config.parent / 'pbem.db'}")
    with reading(engine) as connection:
        rows = letters.listed(connection, limit=10)
        stored = letters.as_they_came(connection, [row.id for row in rows])
    engine.dispose()
    return [(one.raw.mailbox, one.raw.content) for one in sorted(stored, key=lambda one: one.id)]


@contextmanager
def piping(boxes: Dovecot, hand: Hand, more: dict[str, str]) -> Iterator[Postfix]:
    own = named(OWN, "/etc/postfix/")
    added = {name: own.get(name, "") + hand.calls(lines) for name, lines in more.items()}
    with postfix(boxes, {**own, **added}) as server:
        yield server


def flush(server: Postfix) -> None:
    subprocess.run(["postqueue", "-c", str(server.folder / "etc"), "-f"], check=True, env={**os.environ, "PATH": SBIN})


SBIN = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"


def test_its_postfix_hands_letters_to_the_pipe_and_keeps_what_is_not_taken(boxes: Dovecot, hand: Hand) -> None:
    with piping(boxes, hand, named(PIPES, "/etc/postfix/")) as server:
        send(server, TOKEN, 1)
        assert hand.feed() == 75
        log = server.folder / "log" / "mail.log"
        wait_until(lambda: "status=deferred" in log.read_text(), "the delay")
        prepare(hand.config)
        flush(server)
        assert hand.feed() == 0
        wait_until(lambda: "status=sent (delivered via pbem service)" in log.read_text(), "the delivery")
        send(server, TOKEN, 2, sender="")
        assert hand.feed() == 0
        wait_until(lambda: log.read_text().count("status=sent") == 2, "the second delivery")
    first, second = kept(hand.config)
    assert first[0] == second[0] == PIPE
    assert read_letter(first[1], now()).recipients[0] == TOKEN
    assert first[1].startswith(b"Return-Path: <ann@example.net>\nDelivered-To: " + TOKEN.encode())
    assert read_letter(second[1], now()).robot == "null return path"
