"""`pbem orders`: what is on file."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.office import as_json, gm_name, open_office, with_config
from pbem.cli.showing import printable, show_json, show_text
from pbem.core.errors import Unusable

if TYPE_CHECKING:
    from pbem.moderator.gm_orders import OnFile

_LONGEST_SHEET = 1_000_000


@click.group()
def command() -> None:
    """What is on file: show, set."""


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

    text = _sheet(file)
    with open_office(config).at_desk() as desk:
        after, warnings = gm_orders.set_orders(desk, campaign, player, text, gm_name())
    if as_json:
        show_json({**_told(after), "warnings": [warning.to_json() for warning in warnings]})
        return
    for warning in warnings:
        click.echo(printable(f"line {warning.line}: {warning.message}"), err=True)
    show_text(f"{_shown(after)}\n\n{after.seat} is told.")


def _sheet(file: str) -> str:
    """The text of an order sheet. Raises Unusable for what is no text."""
    try:
        with click.open_file(file, "rb") as source:
            content: bytes = source.read(_LONGEST_SHEET + 1)
    except OSError as error:
        raise Unusable(f"{file} cannot be read: {error.strerror}") from error
    if len(content) > _LONGEST_SHEET:
        raise Unusable(f"{file} is longer than any order sheet")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unusable(f"{file} is not a text in UTF-8") from error


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
