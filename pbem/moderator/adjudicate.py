"""Adjudicating a turn: everything that follows from it, in the transaction of the desk."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pbem.core.contract import Advanced, Audience, Outcome
from pbem.core.sheets import Problem, orders_to_json
from pbem.moderator import gm_notes, reporting, schedule
from pbem.moderator.desk import Desk
from pbem.moderator.position import Position, chance_of, zone_of
from pbem.report.renderer import Rendered
from pbem.report.telling import QuotedProblem
from pbem.store import campaigns, seats, sheets, turns
from pbem.store.campaigns import CampaignRow
from pbem.store.tables import CampaignStatus

Rulings = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """A turn as resolved. `given`: all that the game was given, as it is stored; `after`: the position it leaves, with the next
    deadline; `chance`: every outcome drawn, by label."""

    before: Position
    given: dict[str, object]
    advanced: Advanced
    after: Position
    outcome: Outcome
    chance: dict[str, object]


def resolve(
    desk: Desk, position: Position, *, due: frozenset[str] | None = None, rulings: Rulings | None = None
) -> Adjudicated:
    """What the turn would give if it were adjudicated now; nothing is written.

    `due`: the seats whose time has run out, everybody awaited where it is None.
    """
    game, table, campaign = position.game, position.table, position.campaign
    if due is None:
        due = frozenset(position.awaited)
    wrote = frozenset(seat.name for seat in position.seats if seat.wrote)
    chance = chance_of(campaign, position.seats)
    advanced = game.advance(table, position.state, position.filed, due, wrote, rulings or {}, chance)
    outcome = game.outcome(table, advanced.state)
    given: dict[str, object] = {
        "filed": {name: orders_to_json(orders) for name, orders in position.filed.items()},
        "due": [name for name in table.players if name in due],
        "wrote": [name for name in table.players if name in wrote],
        "rulings": rulings or {},
    }
    next_turn = _ended(campaign, desk.now) if outcome.finished else _going_on(desk, campaign)
    after = replace(
        position,
        campaign=next_turn,
        number=campaign.turn,
        state=advanced.state,
        filed={name: tuple(advanced.filed.get(name, ())) for name in table.players},
    )
    return Adjudicated(position, given, advanced, after, outcome, dict(chance.drawn))


def adjudicate(
    desk: Desk, position: Position, *, due: frozenset[str] | None = None, rulings: Rulings | None = None
) -> Adjudicated:
    """Adjudicates the turn being played of a running campaign, which is locked: the turn is written, with all that it was given;
    reports are kept and queued; what is left on file stays, and the next deadline is set; a game that is over ends the
    campaign, and its secret is told.

    The turn's unique row is the proof of exactly one adjudication. Raises IntegrityError or Overtaken, and the transaction is to
    be rolled back, where somebody else was first.
    """
    done = resolve(desk, position, due=due, rulings=rulings)
    campaign = position.campaign
    connection = desk.connection
    turn_id = turns.append(
        connection,
        campaign_id=campaign.id,
        number=campaign.turn,
        attempt=campaign.attempt,
        rules_version=campaign.rules_version,
        due_at=campaign.due_at,
        adjudicated_at=desk.now,
        given=done.given,
        state=done.advanced.state,
        events=done.advanced.events,
        filed={name: orders_to_json(orders) for name, orders in done.advanced.filed.items()},
        problems={name: problems_to_json(problems) for name, problems in done.advanced.problems.items()},
        chance=done.chance,
        public_view=done.after.game.view(done.after.table, done.advanced.state, done.after.filed, Audience.PUBLIC),
    )
    written = write_campaign(desk, campaign, done.after.campaign)
    after = replace(done.after, campaign=written)
    kept = [(seat.id, orders_to_json(after.filed[seat.name])) for seat in position.seats]
    seats.ask_anew(connection, kept)
    told = reporting.Told(after, done.advanced.events, _quoted(desk, position, done.advanced), _notes(desk, campaign))
    reporting.send_reports(desk, turn_id, told, asked_anew=not done.outcome.finished)
    if done.outcome.finished:
        winners = " and ".join(done.outcome.winners) or "nobody"
        gm_notes.note(
            desk, f"ended:{campaign.id}", f"{campaign.name} has ended", [f"The game is over; it was won by {winners}."]
        )
    return replace(done, after=after)


def preview(desk: Desk, position: Position, rulings: Rulings | None = None) -> tuple[Adjudicated, Rendered]:
    """The turn as it would be adjudicated now, and its report as the GM sees it; nothing is written or sent."""
    done = resolve(desk, position, rulings=rulings)
    told = reporting.Told(done.after, done.advanced.events, _quoted(desk, position, done.advanced))
    return done, desk.renderer.report(reporting.telling(desk, told, Audience.GM, done.after.awaited))


def write_campaign(desk: Desk, before: CampaignRow, after: CampaignRow) -> CampaignRow:
    """Writes what differs. Raises Overtaken where the row has been changed since it was read."""
    columns = {
        name: getattr(after, name)
        for name in CampaignRow.__dataclass_fields__
        if getattr(after, name) != getattr(before, name)
    }
    return campaigns.change(desk.connection, before, **columns)


def with_deadline(campaign: CampaignRow, due_at: datetime | None, asked_at: datetime) -> CampaignRow:
    """The campaign with that deadline, of what was asked at that time; nobody has been reminded of it yet."""
    return replace(
        campaign,
        due_at=due_at,
        due_sequence=campaign.due_sequence + 1,
        remind_at=schedule.remind_at(asked_at, due_at, campaign.reminder_hours),
        waiting="",
    )


def next_deadline(campaign: CampaignRow, report: datetime) -> datetime | None:
    """The deadline of what a report of that instant asks; None for a campaign without schedule and move time."""
    move_time = timedelta(seconds=campaign.move_time)
    return schedule.next_deadline(campaign.schedule, zone_of(campaign), move_time, report)


def _going_on(desk: Desk, campaign: CampaignRow) -> CampaignRow:
    report = schedule.reported_at(campaign.due_at, desk.now)
    going_on = replace(campaign, turn=campaign.turn + 1, look=False)
    return with_deadline(going_on, next_deadline(campaign, report), desk.now)


def _ended(campaign: CampaignRow, now: datetime) -> CampaignRow:
    return replace(
        campaign, status=CampaignStatus.ENDED, ended_at=now, due_at=None, remind_at=None, look=False, waiting=""
    )


def _notes(desk: Desk, campaign: CampaignRow) -> tuple[str, ...]:
    if campaign.attempt == 1 or not turns.was_withdrawn(desk.connection, campaign.id, campaign.turn):
        return ()
    return (f"Turn {campaign.turn} was adjudicated before and withdrawn; this report takes the place of that one.",)


def _quoted(desk: Desk, position: Position, advanced: Advanced) -> dict[str, tuple[QuotedProblem, ...]]:
    letters = {p.letter for problems in advanced.problems.values() for p in problems if p.letter is not None}
    texts = sheets.text_of_letter(desk.connection, sorted(letters)) if letters else {}
    found = {}
    for name, problems in advanced.problems.items():
        by_gm = any(problem.letter is None for problem in problems)
        found[name] = reporting.quoted(problems, texts, _text_of_gm(desk, position, name) if by_gm else "")
    return found


def _text_of_gm(desk: Desk, position: Position, name: str) -> str:
    for sheet in reversed(sheets.used(desk.connection, position.seat(name).id, position.campaign.turn)):
        if sheet.letter_id is None:
            return sheet.text
    return ""


def problems_to_json(problems: tuple[Problem, ...]) -> list[list[object]]:
    """The problems as JSON lists `[line, column, message, letter]`."""
    return [[problem.line, problem.column, problem.message, problem.letter] for problem in problems]
