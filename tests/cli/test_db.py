"""`pbem db`."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from pbem.store import migrations
from tests.cli.conftest import CONFIG, Club, Give


def test_the_database_is_created_once(give: Give, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(CONFIG)
    assert "run `pbem db upgrade` to create it" in give("db", "status").output
    assert "has been created" in give("db", "upgrade").output
    assert "already" in give("db", "upgrade").output
    assert "It can be used." in give("db", "status").output


def test_the_status_for_programs(house: Give, tmp_path: Path) -> None:
    told = json.loads(house("db", "status", "--json").stdout)
    newest = migrations.revisions()[-1]
    assert told == {
        "database": f"sqlite:///{tmp_path / 'pbem.db'}",
        "revision": newest,
        "needed": newest,
        "usable": True,
        "advice": "",
    }


def test_a_copy_is_made_and_not_overwritten(house: Give, tmp_path: Path) -> None:
    assert "Keep" in house("db", "backup", "copy.db").output
    assert "give --force" in house("db", "backup", "copy.db", status=2).stderr
    house("db", "backup", "--force", "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert copy.execute("SELECT version_num FROM alembic_version").fetchone() == (migrations.revisions()[-1],)


def test_a_secret_that_is_lost_is_not_made_anew_unasked(club: Club, tmp_path: Path) -> None:
    club("campaign", "list")
    secret = tmp_path / "pbem.secret"
    before = secret.read_text()
    club.started()
    secret.unlink()
    assert "pbem db new-secret" in club("campaign", "list", status=2)
    found = json.loads(club.give("doctor", "--no-dns", "--json", status=1, loud=False).stdout)
    assert [one["state"] for one in found if one["what"] == "secret"] == ["wrong"]
    assert not secret.exists()
    assert "holds a new secret" in club("db", "new-secret")
    assert secret.read_text() != before
    club("campaign", "list")
    assert "is there" in club("db", "new-secret", status=1)


def test_a_newer_database_is_one_sentence(house: Give, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "pbem.db")) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    assert "install a newer pbem" in house("db", "upgrade", status=2).stderr


def test_without_a_configuration_it_is_said_how_to_get_one(give: Give) -> None:
    assert "`pbem init` writes one" in give("db", "status", status=2).stderr


def test_the_configuration_can_be_named(give: Give, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "other.toml").write_text(CONFIG)
    give("db", "upgrade", "--config", "elsewhere/other.toml")
    assert (tmp_path / "elsewhere" / "pbem.db").exists()
