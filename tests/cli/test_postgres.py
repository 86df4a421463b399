"""The command line over PostgreSQL, where what only looks cannot write, and locks are rows."""

from pathlib import Path

import pytest

from tests.cli.conftest import CONFIG, Club


@pytest.fixture
def club_on_postgres(club: Club, postgres_url: str, tmp_path: Path) -> Club:
    (tmp_path / "config.toml").write_text(f'{CONFIG}[pbem]\ndatabase = "{postgres_url}"\n')
    assert "has been created" in club("db", "upgrade")
    return club


def test_a_campaign_from_its_creation_to_its_end(club_on_postgres: Club) -> None:
    club = club_on_postgres
    club.started("--option", "goal=1")
    club("player", "address", "tiny-1", "Ann", "ann@work.test")
    club("turn", "deadline", "tiny-1", "+1 day")
    club("orders", "set", "tiny-1", "Ann", input="high\n")
    club.hand_in(Bob="low")
    club("turn", "adjudicate", "tiny-1", "--dry-run")
    club("turn", "adjudicate", "tiny-1")
    assert "all agrees" in club("verify", "tiny-1")
    for words in (
        ("campaign", "list"),
        ("campaign", "show", "tiny-1"),
        ("campaign", "log"),
        ("player", "list"),
        ("orders", "show", "tiny-1"),
        ("turn", "show", "tiny-1"),
        ("mail", "list"),
        ("outbox", "list"),
        ("db", "status"),
    ):
        assert club(*words)
    club("archive", "build", "pages")
    assert club.told("campaign", "show", "tiny-1")["status"] == "ended"


def test_a_copy_is_left_to_postgresql(club_on_postgres: Club) -> None:
    assert "pg_dump" in club_on_postgres("db", "backup", "copy", status=2)


def test_a_mail_is_fed_and_handled(club_on_postgres: Club) -> None:
    club = club_on_postgres
    club.started()
    text = "From: ann@players.test\nTo: games@example.org\nSubject: [tiny-1] x\nMessage-ID: <1@x.test>\n\nhigh\n"
    club("mail", "feed", input=text)
    club("mail", "accept", "1")
    assert club.told("orders", "show", "tiny-1", "Ann")[0]["orders"] == ["call: high"]
