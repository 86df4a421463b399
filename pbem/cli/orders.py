"""`pbem orders`: what is on file."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.office import as_json, gm_name, open_office, with_config
from pbem.cli.reading import read_text
from pbem.cli.showing import printable, show_json, show_text

if TYPE_CHECKING:
    from pbem.moderator.gm_orders import OnFile

_LONGEST_SHEET = 1_000_000


@click.group()
def command() -> None:
    """What is on file, and what could be: show, set, options."""


@command.command()
@click.argument("campaign")
@click.argument("player", required=False)
@as_json
@with_config
def show(campaign: str, player: str | None, as_json: bool, config: Path) -> None:
    """Show what players, or one PLAYER, have on file in canonical form; for the GM's eyes."""
    from pbem.moderator import gm_orders

    with open_office(config).looking() as desk:
        found = gm_orders.show_orders(desk, campaign, player)
    if as_json:
        show_json([_told(one) for one in found])
    else:
        show_text("\n\n".join(_shown(one) for one in found))


@command.command("set")
@click.argument("campaign")
@click.argument("player")
@click.argument("file", type=click.Path(allow_dash=True, dir_okay=False), default="-")
@as_json
@with_config
def set_orders(campaign: str, player: str, file: str, as_json: bool, config: Path) -> None:
    """Put a sheet on file for a PLAYER, from a FILE or standard input; it is logged, and the player is told.

    The sheet is read as if the player had sent it. If anything in it is wrong, nothing is set.
    """
    from pbem.moderator import gm_orders

    text = read_text(file, _LONGEST_SHEET, "any order sheet")
    with open_office(config).at_desk() as desk:
        after, warnings = gm_orders.set_orders(desk, campaign, player, text, gm_name())
    if as_json:
        show_json({**_told(after), "warnings": [warning.to_json() for warning in warnings]})
        return
    for warning in warnings:
        click.echo(printable(f"line {warning.line}: {warning.message}"), err=True)
    show_text(f"{_shown(after)}\n\n{after.seat} is told.")


@command.command()
@click.argument("campaign")
@click.argument("player")
@as_json
@with_config
def options(campaign: str, player: str, as_json: bool, config: Path) -> None:
    """List what a PLAYER could order now, best first, as the mail command `options` does."""
    from pbem.moderator import gm_orders

    with open_office(config).looking() as desk:
        lines, nothing = gm_orders.options(desk, campaign, player)
    if as_json:
        show_json({"campaign": campaign, "player": player, "options": lines})
    else:
        show_text("\n".join(lines) or nothing)


def _told(one: "OnFile") -> dict[str, Any]:
    return {
        "campaign": one.campaign,
        "turn": one.turn,
        "player": one.seat,
        "revision": one.revision,
        "orders": [order.text for order in one.orders],
        "lines": list(one.lines),
        "notes": list(one.notes),
    }


def _shown(one: "OnFile") -> str:
    head = f"{one.campaign}, turn {one.turn}, {one.seat}:"
    lines = [f"  {line}" for line in one.lines] or ["  nothing on file"]
    return "\n".join([head, *lines, *(f"  ({note})" for note in one.notes)])
