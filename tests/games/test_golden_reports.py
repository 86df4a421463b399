"""Reports compared whole: `GAME/golden/NAME.toml` is a scenario, and beside it stands what each reader is sent of it.

`pytest tests/games/test_golden_reports.py --refresh-golden` writes them anew; the difference is to be read before it is kept.
"""

import re
from pathlib import Path

import pytest

from pbem.cli.turn_reports import telling
from pbem.core.columns import columns
from pbem.core.contract import Audience, Reader
from pbem.core.scenario import Resolution, Scenario, document, resolve, scenario
from pbem.games.registry import game
from pbem.report.layout import WIDTH
from pbem.report.renderer import Rendered, Renderer
from tests.html import parsed

SCENARIOS = sorted(Path(__file__).parent.glob("*/golden/*.toml"))


def resolved(file: Path) -> tuple[Scenario, Resolution]:
    read = scenario(document(file.read_text()))
    return read, resolve(read, game(read.game))


def reports(file: Path, reader: Reader) -> list[Rendered]:
    """The reports of every turn of a scenario, the set-up's first."""
    read, done = resolved(file)
    renderer = Renderer()
    return [renderer.report(telling(done, read, turn, reader, file.stem)) for turn in (done.set_up, *done.turns)]


def readers(file: Path) -> list[Reader]:
    return [*resolved(file)[1].table.players, Audience.PUBLIC]


def test_there_are_golden_reports() -> None:
    assert len(SCENARIOS) >= 4
    assert all(file.with_name(f"{file.stem}.public.txt").exists() for file in SCENARIOS)


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_reports_are_as_they_were(file: Path, request: pytest.FixtureRequest) -> None:
    for reader in readers(file):
        name = reader.value if isinstance(reader, Audience) else reader
        golden = file.with_name(f"{file.stem}.{name}.txt")
        sent = "\n".join(f"Subject: {report.subject}\n\n{report.text}" for report in reports(file, reader))
        if request.config.getoption("--refresh-golden"):
            golden.write_text(sent)
        assert golden.read_text() == sent


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_reports_are_narrow_and_their_html_is_sound(file: Path) -> None:
    for reader in readers(file):
        for report in reports(file, reader):
            wide = [line for line in report.text.splitlines() if columns(line) > WIDTH]
            assert not wide
            parsed(report.html)


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_the_style_sheet_of_the_archive_knows_every_class_of_its_pages(file: Path) -> None:
    """A page takes its whole look from there: nothing in it has a style of its own."""
    read, done = resolved(file)
    renderer = Renderer()
    known = set(re.findall(r"\.([a-z]\S*?)(?=[\s,.:{>])", renderer.source("archive/style.css")))
    for turn in (done.set_up, *done.turns):
        page = renderer.fragment(telling(done, read, turn, Audience.PUBLIC, file.stem))
        assert {name for names in re.findall(r'class="([^"]*)"', page) for name in names.split()} <= known
        assert "style=" not in page
