"""README.md and docs/gm.md do what they say: their commands are given, as they stand and in their order; none is missing."""

import configparser
import re
import shlex
from pathlib import Path

import click
import pytest

import pbem.games.registry as registry
from pbem.cli import main
from tests.cli.conftest import Club

TOP = Path(__file__).parents[2]
GM_PAGE = (TOP / "docs" / "gm.md").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
PIPED = re.compile(r"echo (.*?) \| (.*)")


def commands(page: str) -> list[str]:
    """The lines that are typed in blocks `console`, without the prompt."""
    lines = [line for kind, text in BLOCK.findall(page) if kind == "console" for line in text.splitlines()]
    assert all(line.startswith("$ ") for line in lines)
    return [line.removeprefix("$ ") for line in lines]


@pytest.mark.parametrize(
    ("page", "file", "least"),
    [("README.md", "club.toml", 3), ("docs/gm.md", "scenario.toml", 30)],
    ids=["README", "gm"],
)
def test_a_page_does_what_it_says(club: Club, page: str, file: str, least: int) -> None:
    text = (TOP / page).read_text("utf-8")
    (scenario,) = (block for kind, block in BLOCK.findall(text) if kind == "toml")
    (club.folder / file).write_text(scenario)
    given = commands(text)
    assert len(given) >= least
    for line in given:
        piped = PIPED.fullmatch(line)
        typed, typed_in = (piped[2], shlex.split(piped[1])[0] + "\n") if piped else (line, None)
        program, *words = shlex.split(typed)
        assert program == "pbem"
        club(*words, input=typed_in)


def test_the_unit_and_the_line_for_cron_start_what_there_is() -> None:
    """What systemd and cron are given is a command as the program takes it."""
    blocks = {kind: text for kind, text in BLOCK.findall(GM_PAGE) if kind in ("ini", "cron")}
    started = re.findall(r"/opt/pbem/bin/pbem (.*)", blocks["ini"] + blocks["cron"])
    assert started == ["run --config /srv/pbem/config.toml", "run --once"]
    for words in started:
        command = main.get_command(click.Context(main), "run")
        assert command is not None
        command.make_context("run", words.split()[1:])
    unit = configparser.ConfigParser(interpolation=None)
    unit.read_string(blocks["ini"])
    assert unit.sections() == ["Unit", "Service", "Install"]


def test_every_link_of_a_page_leads_somewhere() -> None:
    pages = [TOP / "README.md", *sorted((TOP / "docs").glob("*.md"))]
    links = [(page, link) for page in pages for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8"))]
    assert len(links) > 10
    assert not [f"{page.name}: {link}" for page, link in links if not (page.parent / link).is_file()]


def leaves(words: tuple[str, ...], command: click.Command) -> list[str]:
    """Every command that is no group, by its words."""
    if not isinstance(command, click.Group):
        return [" ".join(words)]
    context = click.Context(command)
    found = []
    for name in command.list_commands(context):
        inner = command.get_command(context, name)
        assert inner is not None
        found += leaves((*words, name), inner)
    return found


@pytest.mark.parametrize("command", leaves(("pbem",), main))
def test_every_command_is_on_the_page(command: str) -> None:
    assert re.search(rf"\b{command}\b", GM_PAGE), command


@pytest.mark.parametrize("slug", registry.slugs())
def test_the_readme_credits_whom_a_game_owes_its_data(slug: str) -> None:
    readme = " ".join((TOP / "README.md").read_text("utf-8").split())
    assert [line for line in registry.game(slug).credits if line not in readme] == []


def test_global_pursuit_credits_the_makers_of_its_map() -> None:
    credits = " ".join(registry.game("global-pursuit").credits)
    assert "GeoNames, geonames.org" in credits
    assert "Natural Earth" in credits
