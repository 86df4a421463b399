"""`pbem archive`."""

import json
from pathlib import Path

from tests.cli.conftest import CONFIG, Give
from tests.html import assert_links_resolve


def test_the_pages_are_written_once(house: Give, tmp_path: Path) -> None:
    house("campaign", "new", "pitagoras", "--name", "pit-1", "--deadline", "Fri 18:00", "--timezone", "Europe/London")
    first = json.loads(house("archive", "build", "site", "--json").stdout)
    assert first == {"folder": "site", "written": 3}
    assert "0 pages were written in site" in house("archive", "build", "site").output
    assert "pit-1" in (tmp_path / "site" / "index.html").read_text()
    assert assert_links_resolve(tmp_path / "site") > 2


def test_the_folder_of_the_configuration_is_used(house: Give, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(f'{CONFIG}\n[archive]\nfolder = "pages"\n')
    assert "2 pages were written" in house("archive", "build").output
    assert (tmp_path / "pages" / "index.html").exists()


def test_without_a_folder_it_is_said_what_to_do(house: Give) -> None:
    assert "name one, or set folder in [archive]" in house("archive", "build", status=2).stderr
