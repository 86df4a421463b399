"""`pbem games`: the games that are installed."""

from typing import Any

import click

from pbem.cli.office import as_json
from pbem.cli.showing import show_json, show_table
from pbem.core.contract import Game
from pbem.core.errors import Unusable
from pbem.core.options import Described, described, shown
from pbem.games.registry import game, slugs


@click.group()
def command() -> None:
    """The games: list, options, rules for players, decks."""


@command.command("list")
@as_json
def list_games(as_json: bool) -> None:
    """List the games: slug, title, players."""
    games = [game(slug) for slug in slugs()]
    if as_json:
        show_json([{"slug": one.slug, "title": one.title, "players": list(one.seats)} for one in games])
    else:
        rows = [(one.slug, one.title, players(one)) for one in games]
        show_table(("slug", "title", "players"), rows, "No games are installed.")


@command.command()
@click.argument("slug")
@as_json
def show(slug: str, as_json: bool) -> None:
    """Show a game's players and options."""
    one = game(slug)
    options = described(one)
    if as_json:
        about = {"slug": one.slug, "title": one.title, "players": list(one.seats), "rules_version": one.rules_version}
        show_json({**about, "options": [_told(option) for option in options]})
        return
    click.echo(f"{one.title} ({one.slug}), {players(one)} players, rules version {one.rules_version}\n")
    rows = [(option.name, _default(option), option.description) for option in options]
    show_table(("option", "default", "meaning"), rows, "It has no options.")


@command.command()
@click.argument("slug")
@as_json
def rules(slug: str, as_json: bool) -> None:
    """Print a game's rules for players."""
    one = game(slug)
    text = (one.files / "rules.md").read_text(encoding="utf-8")
    if as_json:
        show_json({"slug": one.slug, "rules": text})
    else:
        from pbem.report.markdown import as_text

        click.echo(as_text(text).rstrip("\n"))


@command.command()
@click.argument("slug")
@click.option("--cards", type=click.IntRange(min=1), help="How many cards it has, where a game has several decks.")
def deck(slug: str, cards: int | None) -> None:
    """Print a deck of a game to start an own one from.

    A campaign is given it as `--option deck=@FILE`.
    """
    try:
        text = game(slug).deck_file(cards)
    except ValueError as refused:
        raise Unusable(str(refused)) from refused
    click.echo(text.rstrip("\n"))


def players(one: Game) -> str:
    """How many can play: `2`, or `2 to 5`."""
    least, most = one.seats
    return str(least) if least == most else f"{least} to {most}"


def _default(option: Described) -> str:
    """What an option is where nothing is given, for people: in campaigns too, where that is another value."""
    default = "" if option.default is None else shown(option.default)
    return default if option.in_campaigns is None else f"{default} (in campaigns: {shown(option.in_campaigns)})"


def _told(option: Described) -> dict[str, Any]:
    """An option, its default for scenarios, what it means, and what a campaign gets where that is another value."""
    told = {"option": option.name, "default": option.default, "description": option.description}
    return told if option.in_campaigns is None else {**told, "in_campaigns": option.in_campaigns}
