"""`pbem mail`, over a real Maildir and a pipe."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import main
from tests.cli.conftest import Club


def mail(sender: str, text: str, subject: str = "orders", to: str = "games@example.org") -> bytes:
    head = f"From: {sender}\nTo: {to}\nSubject: {subject}\nMessage-ID: <{abs(hash((sender, text, subject)))}@x.test>\n"
    return f"{head}Date: Mon, 3 Aug 2026 12:00:00 +0000\n\n{text}\n".encode()


def feed(content: bytes, *words: str) -> Result:
    return CliRunner().invoke(main, ["mail", "feed", *words], input=content)


@pytest.fixture
def held(club: Club) -> Club:
    """A campaign in which Ann has written from an address that proves nothing, so that her letter is held."""
    club.started()
    assert feed(mail("ann@players.test", "high", "[tiny-1] orders")).exit_code == 0
    return club


def test_a_letter_that_proves_nothing_is_held_and_listed(held: Club) -> None:
    [letter] = held.told("mail", "list")
    assert (letter["number"], letter["state"], letter["from"]) == (1, "held", "ann@players.test")
    assert "ann@players.test" in held("mail", "list")
    assert held.told("orders", "show", "tiny-1", "Ann")[0]["orders"] == []


def test_a_letter_is_shown_line_by_line_or_byte_for_byte(held: Club) -> None:
    printed = held("mail", "show", "1")
    assert "from:       " in printed
    assert "high" in printed
    told = held.told("mail", "show", "1")
    assert [1, "own", "high"] in told["lines"]
    raw = CliRunner().invoke(main, ["mail", "show", "1", "--raw"]).stdout_bytes
    assert raw == mail("ann@players.test", "high", "[tiny-1] orders")
    assert "there is no letter 9" in held("mail", "show", "9", status=1)


def test_a_letter_is_accepted_as_orders_and_its_player_told(held: Club) -> None:
    assert "is taken" in held("mail", "accept", "1")
    assert held.told("orders", "show", "tiny-1", "Ann")[0]["orders"] == ["call: high"]
    assert held.told("mail", "list") == []
    assert [one["state"] for one in held.told("mail", "list", "--all")] == ["taken"]
    assert held.told("campaign", "log", "tiny-1")[0]["action"] == "mail accept"
    assert [row.to for row in held.outbox("ack")] == ["ann@players.test"]
    assert "has been dealt with" in held("mail", "accept", "1", status=1)


def test_a_letter_is_accepted_for_the_seat_that_the_gm_names(held: Club) -> None:
    assert "give both" in held("mail", "accept", "1", "--player", "Bob", status=2)
    held("mail", "accept", "1", "--campaign", "tiny-1", "--player", "Bob")
    assert [one["orders"] for one in held.told("orders", "show", "tiny-1")] == [[], ["call: high"]]


def test_a_letter_is_dropped_with_a_word(held: Club) -> None:
    assert "its writer is told" in held("mail", "drop", "1", "--word", "Please write from your own address.")
    assert held.told("mail", "list") == []
    [row] = held.outbox("dropped")
    assert (row.to, "Please write from your own address." in row.text) == ("ann@players.test", True)
    assert held.told("orders", "show", "tiny-1", "Ann")[0]["orders"] == []


def test_a_hostile_letter_cannot_command_the_terminal(club: Club) -> None:
    club.started()
    feed(mail("ann@players.test", "high \x1b[2J\x07 \x9b31m", "[tiny-1] \x1b]0;owned\x07"))
    for words in (("show", "1"), ("list", "--all")):
        assert not {"\x1b", "\x07", "\x9b"} & set(club("mail", *words))


def test_the_same_mail_twice_is_one_letter(held: Club) -> None:
    assert feed(mail("ann@players.test", "high", "[tiny-1] orders")).exit_code == 0
    assert len(held.told("mail", "list", "--all")) == 1


@pytest.mark.parametrize("content", [b"", b" \n"])
def test_no_mail_at_all_is_an_error(club: Club, content: bytes) -> None:
    result = feed(content)
    assert (result.exit_code, "no mail on standard input" in result.stderr) == (75, True)


def test_whatever_is_in_the_way_the_mail_server_keeps_the_mail(club: Club) -> None:
    content = mail("ann@players.test", "high")
    assert feed(content, "--config", "nowhere.toml").exit_code == 75
    (club.folder / "pbem.db").unlink()
    result = feed(content)
    assert (result.exit_code, "pbem db upgrade" in result.stderr) == (75, True)


def test_a_mail_server_can_hand_over_bytes(club: Club) -> None:
    """As a process of its own, which is how it is called."""
    command = [sys.executable, "-m", "pbem", "mail", "feed", "--config", str(club.folder / "config.toml")]
    content = mail("Zo\u00eb <zoe@players.test>", "help") + b"\xff\xfe\x00\n"
    done = subprocess.run(command, input=content, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert len(club.told("mail", "list", "--all")) == 1


def test_a_maildir_is_read_once(club: Club, tmp_path: Path) -> None:
    for part in ("new", "cur", "tmp"):
        (tmp_path / "Maildir" / part).mkdir(parents=True)
    with (tmp_path / "config.toml").open("a") as config:
        config.write('[maildir]\npath = "Maildir"\n')
    club.started()
    (tmp_path / "Maildir" / "new" / "1785758400.M1P1.host").write_bytes(mail("ann@players.test", "high", "[tiny-1] x"))
    assert json.loads(club("mail", "poll", "--json")) == {"handled": 1, "complete": True, "waiting": 1}
    assert "0 letters were handled; 1 wait for you" in club("mail", "poll")
    assert list((tmp_path / "Maildir" / "new").iterdir()) == []


def test_without_a_mailbox_there_is_nothing_to_read(club: Club) -> None:
    assert "no letters can be read" in club("mail", "poll", status=2)


@pytest.mark.expects_log("the mail cannot be read")
def test_a_mailbox_that_is_away_is_said(club: Club, tmp_path: Path) -> None:
    with (tmp_path / "config.toml").open("a") as config:
        config.write('[imap]\nhost = "127.0.0.1"\nport = 1\ntls = "none"\n')
    assert "not every mailbox could be read" in club.give("mail", "poll", status=1).stderr
