"""`pbem turn`: the turns of a campaign."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.office import as_json, gm_name, make_sure, open_office, with_config
from pbem.cli.ruling import print_awaited, rule
from pbem.cli.showing import show_json, show_table, show_text
from pbem.cli.whole_number import WholeNumber
from pbem.core.contract import Audience

if TYPE_CHECKING:
    from pbem.moderator.adjudicate import Adjudicated
    from pbem.store.turns import TurnRow


@click.group()
def command() -> None:
    """The turns of a campaign: show, adjudicate, rule, deadline, resend, withdraw."""


@command.command()
@click.argument("campaign")
@click.argument("number", type=WholeNumber(), required=False)
@click.option("--for", "reader", default="public", metavar="PLAYER", help="Whose report; the public one if not given.")
@as_json
@with_config
def show(campaign: str, number: int | None, reader: str, as_json: bool, config: Path) -> None:
    """Show a turn, the last one if no NUMBER is given: the orders that counted, the dice, and a report as it was sent."""
    from pbem.moderator import gm_turns, position

    with open_office(config).looking() as desk:
        seen = gm_turns.look(desk, campaign, number, reader)
        row = position.seen(desk, campaign)
        waits = f"Turn {row.turn} has been begun, and waits for your rulings until {position.shown_rule_by(row)}."
    if as_json:
        report = {"for": seen.reader, "subject": seen.report.subject, "text": seen.report.text}
        rule_by = row.rule_by.isoformat() if row.rule_by else None
        show_json({"campaign": campaign, **_told(seen.turn), "report": report, "rule_by": rule_by})
        return
    if row.rule_by is not None:
        click.echo(f"{waits} `pbem turn rule {campaign}` lists them.\n")
    turn = seen.turn
    click.echo(f"{campaign}, turn {turn.number}, adjudicated {turn.adjudicated_at:%Y-%m-%d %H:%M} UTC\n")
    rows = [(name, order[1]) for name, orders in turn.given.get("filed", {}).items() for order in orders]
    show_table(("player", "orders that counted"), rows, "No orders counted.")
    click.echo()
    show_table(("chance", "outcome"), [*_outcomes(turn.chance, seen.hidden)], "Nothing was left to chance.")
    click.echo()
    show_text(seen.report.text)


def _outcomes(chance: Mapping[str, Any], hidden: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What chance gave, by its label; the order of a deck as a list, once the campaign has ended."""
    for label, outcome in chance.items():
        yield label, ", ".join(map(str, outcome)) if isinstance(outcome, list) else str(outcome)
    for label in hidden:
        yield label, "secret till the end"


@command.command()
@click.argument("campaign")
@click.option("--dry-run", is_flag=True, help="Only print what the GM would see; nothing is written or sent.")
@click.option("--yes", is_flag=True, help="Do not ask, though somebody awaited has nothing on file.")
@click.option(
    "--ruling",
    "rulings",
    nargs=3,
    multiple=True,
    metavar="QUESTION GIVEN RULING",
    help="Rule on a point that the dry run lists; may be repeated.",
)
@as_json
@with_config
def adjudicate(
    campaign: str, dry_run: bool, yes: bool, rulings: tuple[tuple[str, str, str], ...], as_json: bool, config: Path
) -> None:
    """Adjudicate the turn being played at once, with what is on file, and mail the reports.

    A turn with points to rule on waits for your rulings; once more, and the defaults stand for what is left of them.
    """
    from pbem.moderator import decisions, gm_turns, position
    from pbem.moderator.adjudicate import preview

    office = open_office(config)
    with office.at_desk() as desk:
        now = position.named_running(desk, campaign)
        idle = decisions.missing(now)
        done, report = preview(desk, now, rulings=_by_question(rulings))
    if dry_run:
        _print_preview(done, report.text, as_json)
        return
    if idle and now.campaign.rule_by is None:
        make_sure(f"{_listed(idle)} would be missing from {campaign}", yes)
    with office.at_desk() as desk:
        written = gm_turns.adjudicate_now(desk, campaign, gm_name(), _by_question(rulings))
    done = written or done
    if as_json:
        show_json({**_done(done), "waits_for_rulings": written is None})
        return
    if written is None:
        click.echo(f"Turn {done.before.campaign.turn} of {campaign} waits for your rulings:\n")
        print_awaited(office, campaign)
        return
    click.echo(f"Turn {done.before.campaign.turn} of {campaign} is adjudicated; the reports go out {_when(done)}.")
    if done.outcome.finished:
        click.echo(f"The game is over, won by {_listed(done.outcome.winners) or 'nobody'}.")


command.add_command(rule)


@command.command()
@click.argument("campaign")
@click.argument("when")
@click.argument("player", required=False)
@click.option("--why", default="", help="A sentence for the players.")
@as_json
@with_config
def deadline(campaign: str, when: str, player: str | None, why: str, as_json: bool, config: Path) -> None:
    """Move the deadline of everybody for whom play waits, or of one PLAYER, and tell the players.

    WHEN is such as "2026-08-14 18:00" in the campaign's time zone, "Fri 18:00" for the next Friday, or "+2 days" for so much
    later than now announced, each player's own.
    """
    from pbem.moderator import moments, position
    from pbem.moderator.moved_deadlines import move_deadline
    from pbem.store import seats

    with open_office(config).at_desk() as desk:
        zone, now = position.zone_of(position.named(desk, campaign)), desk.now
        moved = move_deadline(
            desk, campaign, lambda announced: moments.moment(when, zone, now, announced), gm_name(), why, player or ""
        )
        timed = [seat for seat in seats.of_campaign(desk.connection, moved.id) if seat.due_at is not None]
    if as_json:
        due = {seat.name: seat.due_at.isoformat() for seat in timed if seat.due_at}
        first = moved.due_at.isoformat() if moved.due_at else None
        show_json({"campaign": campaign, "turn": moved.turn, "due_at": first, "players": due})
    elif len({seat.due_at for seat in timed}) == 1:
        click.echo(f"Orders for turn {moved.turn} of {campaign} are due {position.shown_deadline(moved)}.")
    else:
        for seat in timed:
            click.echo(
                f"Orders of {seat.name} for turn {moved.turn} of {campaign} are due {position.shown_deadline(moved, seat)}."
            )


@command.command()
@click.argument("campaign")
@click.argument("player", required=False)
@click.option("--turn", "number", type=WholeNumber(), help="Which turn; the last one if not given.")
@with_config
def resend(campaign: str, player: str | None, number: int | None, config: Path) -> None:
    """Send the report of a turn again, to one PLAYER or to all."""
    from pbem.moderator.resend import resend as send_again

    with open_office(config).at_desk() as desk:
        sent = send_again(desk, campaign, number, player, gm_name())
    click.echo(f"The report goes out again to {', '.join(sent) or 'nobody: no address is registered there'}.")


@command.command()
@click.argument("campaign")
@click.argument("number", type=WholeNumber(1))
@click.option("--why", default="", help="A sentence for the players.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_config
def withdraw(campaign: str, number: int, why: str, yes: bool, config: Path) -> None:
    """Withdraw the turns from NUMBER on, to play them again; the players are told.

    The position is as before that turn, and what was on file for it is on file once more. The dice stay the same.
    """
    from pbem.moderator.position import seen, shown_deadline
    from pbem.moderator.rollback import roll_back

    office = open_office(config)
    with office.looking() as desk:
        last = seen(desk, campaign).turn - 1
    turns = f"turns {number} to {last}" if last > number else f"turn {number}"
    make_sure(f"{turns} of {campaign} would be withdrawn", yes)
    with office.at_desk() as desk:
        again = roll_back(desk, campaign, number, gm_name(), why)
    deadline = shown_deadline(again)
    due = f"; orders are due {deadline}" if deadline else ""
    click.echo(f"Turn {again.turn} of {campaign} is played again{due}.")


def _listed(names: Sequence[str]) -> str:
    """The names as in a sentence: Ann, Bob and Cleo."""
    *others, last = names or ("",)
    return f"{', '.join(others)} and {last}" if others else last


def _when(done: "Adjudicated") -> str:
    """When the reports of a turn go out, in words."""
    at = done.after.campaign.report_at
    return f"{at:%Y-%m-%d %H:%M} UTC, as they are gathered" if at else "now"


def _by_question(rulings: tuple[tuple[str, str, str], ...]) -> dict[str, dict[str, str]]:
    from pbem.moderator.rulings import check_word

    found: dict[str, dict[str, str]] = {}
    for question, given, ruling in rulings:
        check_word(ruling)
        found.setdefault(question, {})[given] = ruling
    return found


def _told(turn: "TurnRow") -> dict[str, Any]:
    return {
        "turn": turn.number,
        "attempt": turn.attempt,
        "rules_version": turn.rules_version,
        "due_at": turn.due_at.isoformat() if turn.due_at else None,
        "adjudicated_at": turn.adjudicated_at.isoformat(),
        "orders": {name: [order[1] for order in orders] for name, orders in turn.given.get("filed", {}).items()},
        "given": dict(turn.given),
        "events": list(turn.events),
        "chance": dict(turn.chance),
        "problems": dict(turn.problems),
    }


def _done(done: "Adjudicated") -> dict[str, Any]:
    before = done.before
    return {
        "campaign": before.campaign.name,
        "turn": before.campaign.turn,
        "events": [
            told for event in done.advanced.events if (told := before.game.told(before.table, event, Audience.GM))
        ],
        "finished": done.outcome.finished,
        "winners": list(done.outcome.winners),
        "scores": done.outcome.scores,
        "rulable": [[point.question, point.given, point.default] for point in done.advanced.rulable],
    }


def _print_preview(done: "Adjudicated", report: str, as_json: bool) -> None:
    if as_json:
        show_json({**_done(done), "report": report})
        return
    show_text(report)
    if done.advanced.rulable:
        click.echo("\nYou may rule on:")
        rows = [(point.question, point.given, point.default) for point in done.advanced.rulable]
        show_table(("question", "given", "if you do not"), rows, "")
