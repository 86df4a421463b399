"""`pbem player`: who plays."""

from dataclasses import asdict
from pathlib import Path

import click

from pbem.cli.office import as_json, gm_name, open_office, with_config
from pbem.cli.showing import show_json, show_table


@click.group()
def command() -> None:
    """Who plays: list, add, member, address, replace."""


@command.command("list")
@click.argument("campaign", required=False)
@as_json
@with_config
def list_players(campaign: str | None, as_json: bool, config: Path) -> None:
    """List the players of a CAMPAIGN, or of all, with their addresses."""
    from pbem.moderator.position import seen
    from pbem.store import roster

    with open_office(config).looking() as desk:
        found = roster.entries(desk.connection, seen(desk, campaign).id if campaign else None)
    if as_json:
        times = {"since", "suspended_at"}
        told = [asdict(entry) for entry in found]
        show_json([{k: v.isoformat() if k in times and v else v for k, v in one.items()} for one in told])
        return
    rows = [
        (
            entry.campaign,
            entry.number,
            entry.seat,
            entry.member if entry.member != entry.seat else "",
            entry.address,
            "suspended" if entry.suspended_at else "" if entry.preferred else "writes only",
        )
        for entry in found
    ]
    show_table(("campaign", "seat", "player", "member", "address", ""), rows, "Nobody plays yet.")


@command.command()
@click.argument("campaign")
@click.argument("name")
@click.argument("address")
@click.option("--luck", default="", help="The player's own words for luck.")
@with_config
def add(campaign: str, name: str, address: str, luck: str, config: Path) -> None:
    """Seat a player whose ADDRESS you vouch for, as if they had joined by mail."""
    from pbem.moderator.signup import add_player

    with open_office(config).at_desk() as desk:
        seated = add_player(desk, campaign, name, address, luck, gm_name())
    begun = " The table is full, and the campaign has started." if seated.started else ""
    click.echo(f"{seated.seat.name} has seat {seated.seat.number} in {seated.campaign.name}.{begun}")


@command.command()
@click.argument("campaign")
@click.argument("player")
@click.argument("address")
@click.option(
    "--member", default="", metavar="ADDRESS", help="Of several people on the seat the one with that address."
)
@click.option("--only", is_flag=True, help="From now on mail goes to no other address of theirs.")
@with_config
def address(campaign: str, player: str, address: str, member: str, only: bool, config: Path) -> None:
    """Register one more ADDRESS of a player, which you vouch for: orders from it count, and mail goes there."""
    from pbem.moderator.players import add_address

    with open_office(config).at_desk() as desk:
        add_address(desk, campaign, player, address, gm_name(), only=only, member=member)
    click.echo(f"Mail to {player} goes to {address.strip().lower()}{'' if only else ', too'}.")


@command.command()
@click.argument("campaign")
@click.argument("player")
@click.argument("address")
@with_config
def replace(campaign: str, player: str, address: str, config: Path) -> None:
    """Give a player's seat to somebody else, at an ADDRESS that you vouch for.

    The seat keeps its name, its position and what is on file. Of a team all members leave it; to exchange one of them, use
    `pbem player member`. Both are told; the new player gets the last report.
    """
    from pbem.moderator.players import replace as give_seat

    with open_office(config).at_desk() as desk:
        seat = give_seat(desk, campaign, player, address, gm_name())
    click.echo(f"{seat.name} of {campaign} is played at {address.strip().lower()} now.")


@command.group()
def member() -> None:
    """Several people on one seat, a team: add, remove."""


@member.command("add")
@click.argument("campaign")
@click.argument("player")
@click.argument("name")
@click.argument("address")
@with_config
def add_member(campaign: str, player: str, name: str, address: str, config: Path) -> None:
    """Seat one more person, called NAME, beside a PLAYER, at an ADDRESS that you vouch for.

    The last sheet of any member counts, and all get the reports. All are told; the new one gets the last report.
    """
    from pbem.moderator import team

    with open_office(config).at_desk() as desk:
        seat = team.add_member(desk, campaign, player, name, address, gm_name())
    click.echo(f"{seat.name} of {campaign} is played at {address.strip().lower()}, too.")


@member.command("remove")
@click.argument("campaign")
@click.argument("player")
@click.argument("address")
@with_config
def remove_member(campaign: str, player: str, address: str, config: Path) -> None:
    """Take one person, known by an ADDRESS, off the seat of a PLAYER; the others play on, with a fresh report each."""
    from pbem.moderator import team

    with open_office(config).at_desk() as desk:
        seat = team.remove_member(desk, campaign, player, address, gm_name())
    click.echo(f"{address.strip().lower()} does not play {seat.name} of {campaign} any more.")
