"""`pbem campaign`: a campaign's life."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.office import as_json, gm_name, make_sure, open_office, with_config
from pbem.cli.showing import show_json, show_table
from pbem.cli.whole_number import WholeNumber
from pbem.core.errors import Unusable
from pbem.core.options import shown

if TYPE_CHECKING:
    from datetime import timedelta

    from pbem.moderator.campaigns import Sight
    from pbem.store.campaigns import CampaignRow


@click.group()
def command() -> None:
    """Campaigns: new, list, show, start, pause, resume, end, and the log of what was done."""


@command.command()
@click.argument("game")
@click.option("--name", required=True, help="Its name in every subject and command, such as pit-1.")
@click.option("--players", metavar="MIN-MAX", help="How many can play; what the game takes if not given.")
@click.option("--deadline", default="", help='When orders are due, such as "Fri 18:00" or "Mon, Thu 20:00".')
@click.option("--timezone", default="UTC", show_default=True, help="The zone of the deadlines, such as Europe/London.")
@click.option("--move-time", default="", help='The least time that players get, such as "3 days".')
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the game, of a list NAME=A,B; may be repeated. NAME=@FILE takes a deck from a file.",
)
@click.option(
    "--early/--no-early",
    default=None,
    help="Whether play goes on as soon as nobody loses by it; as suits the game if not given.",
)
@click.option(
    "--reports",
    default="at once",
    show_default=True,
    metavar="WHEN",
    help='When they go out; "daily 18:00" gathers them.',
)
@click.option("--wait", is_flag=True, help="Do not start by itself when the table is full.")
@click.option(
    "--ruling-time",
    default="24 hours",
    show_default=True,
    metavar="TIME",
    help="How long a turn waits for your rulings on doubtful points; 0 for never.",
)
@click.option(
    "--unreachable",
    type=click.Choice(["play", "wait"]),
    default="play",
    show_default=True,
    help="What a deadline does where all mail to a player comes back: play on by the rules, or wait.",
)
@click.option("--reminder", default=24, show_default=True, metavar="HOURS", help="When to remind, 0 for never.")
@as_json
@with_config
def new(
    game: str,
    name: str,
    players: str | None,
    deadline: str,
    timezone: str,
    move_time: str,
    options: tuple[str, ...],
    early: bool | None,
    reports: str,
    wait: bool,
    ruling_time: str,
    unreachable: str,
    reminder: int,
    as_json: bool,
    config: Path,
) -> None:
    """Create a campaign of GAME, and print its invitation.

    The commitment to the dice is fixed from now on. Publish the invitation where players will read it.
    """
    from datetime import timedelta

    from pbem.cli.game_options import options_given
    from pbem.moderator import campaigns, schedule

    asked = campaigns.NewCampaign(
        game=game,
        name=name,
        timezone=timezone,
        players=_players(players),
        deadline=deadline,
        move_time=schedule.parse_move_time(move_time) if move_time.strip() else timedelta(),
        options=options_given(game, options),
        early=early,
        reports=reports,
        start_when_full=not wait,
        ruling_time=_time_or_none(ruling_time),
        reminder_hours=reminder,
        waits_unreachable=unreachable == "wait",
    )
    with open_office(config).at_desk() as desk:
        campaign, invitation = campaigns.create(desk, asked, gm_name())
    if as_json:
        told = {"subject": invitation.subject, "text": invitation.text}
        show_json({"name": campaign.name, "commitment": campaign.commitment, "invitation": told})
    else:
        click.echo(f"{invitation.subject}\n\n{invitation.text.rstrip()}")


@command.command("list")
@click.option(
    "--status",
    help="Only those: signup, running, paused or ended.",
    type=click.Choice(["signup", "running", "paused", "ended"]),
)
@as_json
@with_config
def list_campaigns(status: str | None, as_json: bool, config: Path) -> None:
    """List the campaigns."""
    from pbem.moderator import campaigns
    from pbem.moderator.position import shown_deadline
    from pbem.store.tables import CampaignStatus

    with open_office(config).looking() as desk:
        found = campaigns.listed(desk, CampaignStatus(status) if status else None)
    if as_json:
        show_json([{**_told(campaign), "players": players} for campaign, players in found])
        return
    rows = [
        (one.name, one.game, one.status.value, one.turn, f"{players}/{one.max_players}", shown_deadline(one))
        for one, players in found
    ]
    columns = ("campaign", "game", "status", "turn", "players", "deadline")
    show_table(columns, rows, "There are no campaigns; `pbem campaign new` creates one.")


@command.command()
@click.argument("campaign")
@as_json
@with_config
def show(campaign: str, as_json: bool, config: Path) -> None:
    """Show a campaign: its settings, its seats, and what is awaited."""
    from pbem.moderator import campaigns, position

    with open_office(config).looking() as desk:
        sight = campaigns.sight(desk, position.seen(desk, campaign))
    if as_json:
        show_json(_sight_told(sight))
    else:
        _print_sight(sight)


@command.command()
@click.argument("campaign")
@with_config
def start(campaign: str, config: Path) -> None:
    """Start a campaign: close the table, and mail everybody turn 1."""
    from pbem.moderator.position import named, shown_deadline
    from pbem.moderator.start import start as begin

    with open_office(config).at_desk() as desk:
        started = begin(desk, named(desk, campaign), gm_name())
    deadline = shown_deadline(started.campaign)
    click.echo(f"{campaign} has started. " + (f"Orders are due {deadline}." if deadline else "It has no deadline."))


@command.command()
@click.argument("campaign")
@click.option("--why", default="", help="A sentence for the players.")
@with_config
def pause(campaign: str, why: str, config: Path) -> None:
    """Stop the clock of a campaign until it is resumed, and tell the players."""
    from pbem.moderator import pauses

    with open_office(config).at_desk() as desk:
        pauses.pause(desk, campaign, gm_name(), why)
    click.echo(f"{campaign} is paused; what is on file stays. `pbem campaign resume {campaign}` lets it go on.")


@command.command()
@click.argument("campaign")
@click.option("--why", default="", help="A sentence for the players.")
@with_config
def resume(campaign: str, why: str, config: Path) -> None:
    """Let a paused campaign go on, and tell the players the new deadline."""
    from pbem.moderator import pauses
    from pbem.moderator.position import shown_deadline

    with open_office(config).at_desk() as desk:
        resumed = pauses.resume(desk, campaign, gm_name(), why)
    deadline = shown_deadline(resumed)
    click.echo(f"{campaign} goes on. " + (f"Orders are due {deadline}." if deadline else "It has no deadline."))


@command.command()
@click.argument("campaign")
@click.option("--why", default="", help="A sentence for the players.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_config
def end(campaign: str, why: str, yes: bool, config: Path) -> None:
    """End a campaign for ever, tell its secret, and tell the players."""
    from pbem.moderator import pauses
    from pbem.moderator.position import seen

    office = open_office(config)
    with office.looking() as desk:
        seen(desk, campaign)
    make_sure(f"{campaign} would end for ever", yes)
    with office.at_desk() as desk:
        pauses.end(desk, campaign, gm_name(), why)
    click.echo(f"{campaign} has ended.")


@command.command()
@click.argument("campaign", required=False)
@click.option("--limit", default=50, show_default=True, type=WholeNumber(1), help="How many entries.")
@as_json
@with_config
def log(campaign: str | None, limit: int, as_json: bool, config: Path) -> None:
    """Show what was done by the GM, and by the service in the GM's place, newest first."""
    from pbem.moderator.position import seen
    from pbem.store import audit

    with open_office(config).looking() as desk:
        campaign_id = seen(desk, campaign).id if campaign else None
        entries = audit.entries(desk.connection, campaign_id=campaign_id, limit=limit)
    told = [
        {
            "at": entry.at.isoformat(),
            "who": entry.who,
            "action": entry.action,
            "campaign": entry.campaign,
            "player": entry.seat,
            "detail": entry.detail,
        }
        for entry in entries
    ]
    if as_json:
        show_json(told)
        return
    rows = [
        (f"{one.at:%Y-%m-%d %H:%M}", one.who, one.action, one.campaign, one.seat, _detail(one.detail))
        for one in entries
    ]
    show_table(("UTC", "who", "what", "campaign", "player", "detail"), rows, "Nothing has been done yet.")


def _time_or_none(text: str) -> "timedelta":
    """A length of time; `0` is none. Raises Unusable for what is no length of time."""
    from datetime import timedelta

    from pbem.moderator import schedule

    return timedelta() if text.strip() in ("0", "") else schedule.parse_move_time(text, "ruling time")


def _players(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    least, dash, most = text.partition("-")
    if not (least.strip().isdecimal() and (most.strip().isdecimal() or not dash)):
        raise Unusable(f"--players {text!r}: write how many can play, such as 2-5")
    return int(least), int(most or least)


def _told(campaign: "CampaignRow") -> dict[str, Any]:
    """A campaign as JSON; its secret is never told here."""
    return {
        "name": campaign.name,
        "game": campaign.game,
        "status": campaign.status.value,
        "turn": campaign.turn,
        "min_players": campaign.min_players,
        "max_players": campaign.max_players,
        "timezone": campaign.timezone,
        "schedule": campaign.schedule,
        "move_time": campaign.move_time,
        "early": campaign.early,
        "reports": campaign.reports or "at once",
        "report_at": campaign.report_at.isoformat() if campaign.report_at else None,
        "reminder_hours": campaign.reminder_hours,
        "unreachable": "wait" if campaign.waits_unreachable else "play",
        "ruling_time": campaign.ruling_time,
        "rule_by": campaign.rule_by.isoformat() if campaign.rule_by else None,
        "due_at": campaign.due_at.isoformat() if campaign.due_at else None,
        "waiting": campaign.waiting,
        "options": dict(campaign.options),
        "rules_version": campaign.rules_version,
        "commitment": campaign.commitment,
    }


def _sight_told(sight: "Sight") -> dict[str, Any]:
    seats = [
        {
            "number": seat.number,
            "name": seat.name,
            "addresses": list(seat.addresses),
            "asked": seat.asked,
            "due_at": seat.due_at.isoformat() if seat.due_at else None,
            "on_file": seat.on_file,
            "wrote": seat.wrote,
        }
        for seat in sight.seats
    ]
    points = [{"question": p.question, "given": p.given, "default": p.default} for p in sight.rulings]
    ending = {"rulings_awaited": points, "winners": list(sight.winners), "scores": dict(sight.scores)}
    return {**_told(sight.campaign), "players": len(seats), "seats": seats, **ending}


def _seats(campaign: "CampaignRow") -> str:
    least, most = campaign.min_players, campaign.max_players
    return str(most) if least == most else f"{least} to {most}"


def _print_sight(sight: "Sight") -> None:
    campaign = sight.campaign
    lines = {
        "game": f"{sight.title} ({campaign.game}), rules version {campaign.rules_version}",
        "status": campaign.status.value + (f", turn {campaign.turn}" if campaign.turn else ""),
        "players": f"{len(sight.seats)} of {_seats(campaign)}",
        "orders due": sight.schedule,
        "deadline": sight.deadline or "none",
        "waiting": campaign.waiting,
        "rulings": f"awaited until {sight.rule_by}" if sight.rule_by else "",
        "options": ", ".join(
            f"{name}: {shown(value)}" for name, value in campaign.options.items() if value is not None
        ),
        "commitment": campaign.commitment,
        "winners": ", ".join(sight.winners),
    }
    click.echo(campaign.name)
    for name, value in lines.items():
        if value:
            click.echo(f"  {name + ':':<12}{value}")
    for point in sight.rulings:
        click.echo(f'  {"":<12}{point.question} "{point.given}"; without a ruling it counts as {point.default}')
    click.echo()
    rows = [
        (
            seat.number,
            seat.name,
            ", ".join(seat.addresses),
            seat.asked,
            seat.deadline,
            seat.on_file,
            sight.scores.get(seat.name),
        )
        for seat in sight.seats
    ]
    show_table(("seat", "player", "addresses", "asked", "due", "orders", "score"), rows, "Nobody has joined yet.")


def _detail(values: Any) -> str:
    """What an entry of the log holds, in words: lists as they are read, and nothing of what is not set."""
    return ", ".join(f"{name}: {_in_words(value)}" for name, value in values.items() if value not in (None, "", []))


def _in_words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(_in_words(one) for one in value)
    return str(value)
