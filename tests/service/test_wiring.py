"""What is built from the settings."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.core.errors import Failed, Unusable
from pbem.service import wiring
from pbem.service.config import Settings, settings_from
from pbem.store import instance, migrations
from pbem.store.session import connect

NOW = datetime(2031, 1, 1, tzinfo=UTC)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_from({"house": {"address": "games@example.org"}}, tmp_path / "config.toml")


def test_an_office_needs_a_database_of_the_right_form(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="pbem db upgrade"):
        wiring.open_office(settings)
    assert list(tmp_path.iterdir()) == []


def test_a_desk_has_the_time_the_secret_and_the_settings(settings: Settings, tmp_path: Path) -> None:
    engine = connect(settings.pbem.database)
    migrations.upgrade(engine)
    engine.dispose()
    office = wiring.open_office(settings, lambda: NOW)
    with office.at_desk() as desk:
        instance.keep_fact(desk.connection, "a", "b")
    with office.looking() as desk:
        assert instance.fact(desk.connection, "a") == "b"
        assert (desk.now, desk.house.address, len(desk.secret)) == (NOW, "games@example.org", 32)
    again = wiring.open_office(settings)
    assert (again.secret, again.instance) == (office.secret, office.instance)
    assert office.secret.hex() not in repr(office)
    for opened in (office, again):
        opened.engine.dispose()


def test_the_secret_is_for_its_owner_alone(tmp_path: Path) -> None:
    wiring.read_secret(tmp_path / "secret")
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("text", ["", "zz", "abcd\n"])
def test_a_file_that_holds_no_secret_is_not_overwritten(tmp_path: Path, text: str) -> None:
    (tmp_path / "secret").write_text(text)
    with pytest.raises(Unusable, match="does not hold a secret"):
        wiring.read_secret(tmp_path / "secret")
    assert (tmp_path / "secret").read_text() == text


def test_a_secret_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(Failed, match="cannot be kept"):
        wiring.read_secret(tmp_path / "nowhere" / "secret")
