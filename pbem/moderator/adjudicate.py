"""Adjudicating a turn: everything that follows from it, in the transaction of the desk."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pbem.core.contract import Advanced, Audience, Outcome
from pbem.core.sheets import orders_to_json, problems_to_json
from pbem.moderator import decisions, gathered, gm_notes, reporting, schedule
from pbem.moderator.desk import Desk
from pbem.moderator.news import brings_news
from pbem.moderator.position import Position, chance_of, zone_of
from pbem.moderator.quoting import quoted_problems
from pbem.report.renderer import Rendered
from pbem.store import campaigns, seats, turns
from pbem.store.campaigns import CampaignRow
from pbem.store.seats import SeatRow
from pbem.store.tables import CampaignStatus
from pbem.store.turns import TurnRow

Rulings = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """A turn as resolved. `given`: all that the game was given, as it is stored; `after`: the position it leaves, with what is
    asked of whom, and until when; `chance`: every outcome drawn, by label."""

    before: Position
    given: dict[str, object]
    advanced: Advanced
    after: Position
    outcome: Outcome
    chance: dict[str, object]

    @property
    def moves(self) -> bool:
        """Whether anything has come of it; where a step waits for others whose time has not run out, nothing does."""
        return bool(self.advanced.events) or (self.after.state, self.after.filed) != (
            self.before.state,
            self.before.filed,
        )


def resolve(
    desk: Desk, position: Position, *, due: frozenset[str] | None = None, rulings: Rulings | None = None
) -> Adjudicated:
    """What the turn would give if it were adjudicated now; nothing is written.

    `due`: the seats whose time has run out; where it is None, all of which a report has asked something. `rulings`: the GM's,
    beside those that hold already.
    """
    game, table, campaign = position.game, position.table, position.campaign
    if due is None:
        due = decisions.all_asked(position)
    wrote = frozenset(seat.name for seat in position.seats if seat.wrote)
    chance = chance_of(campaign, position.seats)
    hold = merged(campaign.rulings, rulings or {})
    advanced = game.advance(table, position.state, position.filed, due, wrote, hold, chance)
    outcome = game.outcome(table, advanced.state)
    given: dict[str, object] = {
        "filed": {name: orders_to_json(orders) for name, orders in position.filed.items()},
        "due": [name for name in table.players if name in due],
        "wrote": [name for name in table.players if name in wrote],
        "rulings": hold,
    }
    after = replace(
        position,
        number=campaign.turn,
        state=advanced.state,
        filed={name: tuple(advanced.filed.get(name, ())) for name in table.players},
    )
    after = _ended(after, desk.now) if outcome.finished else _going_on(after, desk.now)
    return Adjudicated(position, given, advanced, after, outcome, dict(chance.drawn))


def merged(rulings: Rulings, more: Rulings) -> dict[str, dict[str, str]]:
    """Both, `more` behind the others and in their place where they differ: of two that read alike to a game the last holds."""
    found: dict[str, dict[str, str]] = {}
    for question in dict.fromkeys([*rulings, *more]):
        last = more.get(question, {})
        kept = {given: word for given, word in rulings.get(question, {}).items() if given not in last}
        found[question] = {**kept, **last}
    return found


def adjudicate(
    desk: Desk, position: Position, *, due: frozenset[str] | None = None, rulings: Rulings | None = None
) -> Adjudicated:
    """Adjudicates the turn being played of a running campaign, which is locked. Raises what `carry_out` does."""
    return carry_out(desk, resolve(desk, position, due=due, rulings=rulings))


def carry_out(
    desk: Desk, done: Adjudicated, notes: Sequence[str] = (), instead_of: TurnRow | None = None
) -> Adjudicated:
    """Writes a turn as it was resolved, with all that it was given; reports are kept, and queued or left to be gathered; what is
    left on file stays, and the next deadlines are set; a game that is over ends the campaign, and its secret is told.

    `notes`: what every report begins with, a sentence each. `instead_of`: the withdrawn turn whose place this one
    takes; the reports tell what has changed.

    The turn's unique row is the proof of exactly one adjudication. Raises IntegrityError or Overtaken, and the transaction is to
    be rolled back, where somebody else was first.
    """
    position = done.before
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
    written = campaigns.write(connection, campaign, done.after.campaign)
    after = replace(done.after, campaign=written)
    seats.keep(connection, after.seats)
    _report(desk, turn_id, done, after, tuple(notes), instead_of)
    if done.outcome.finished:
        winners = " and ".join(done.outcome.winners) or "nobody"
        gm_notes.note(
            desk, f"ended:{campaign.id}", f"{campaign.name} has ended", [f"The game is over; it was won by {winners}."]
        )
    return replace(done, after=after)


def preview(desk: Desk, position: Position, rulings: Rulings | None = None) -> tuple[Adjudicated, Rendered]:
    """The turn as it would be adjudicated now, and its report as the GM sees it; nothing is written or sent."""
    campaign = position.campaign
    due = None if campaign.rule_by is None else frozenset(campaign.rule_due)
    done = resolve(desk, position, due=due, rulings=rulings)
    told = reporting.Told(
        done.after, done.advanced.events, quoted_problems(desk, position.seats, campaign.turn, done.advanced.problems)
    )
    return done, desk.renderer.report(
        reporting.telling(desk, told, Audience.GM, done.after.awaited, done.after.questions)
    )


def ended(campaign: CampaignRow, now: datetime) -> CampaignRow:
    """The campaign at its end: nothing of it is due any more."""
    return replace(
        campaign,
        status=CampaignStatus.ENDED,
        ended_at=now,
        due_at=None,
        remind_at=None,
        report_at=None,
        look=False,
        waiting="",
        rule_by=None,
        rule_due=[],
        due_sequence=campaign.due_sequence + 1,
    )


def _going_on(after: Position, now: datetime) -> Position:
    """The position with the next turn to be played, and what is asked of whom: at once, or by the reports to be gathered."""
    campaign = after.campaign
    report = schedule.reported_at(campaign.due_at, now)
    look = campaign.early and after.game.keeps_orders and after.game.ready(after.table, after.state, after.filed)
    following = replace(campaign, turn=campaign.turn + 1, look=look, rule_by=None, rule_due=[])
    if campaign.reports:
        report_at = schedule.first_time(schedule.parse(campaign.reports), zone_of(campaign), report)
        following = replace(following, report_at=campaign.report_at or report_at)
    after = replace(after, campaign=following, seats=_with_filed(after))
    # a schedule's times are kept; without one the whole move time is the players', however late the turn, or a ruling, was
    asked_at = report if campaign.schedule else now
    return decisions.after_turn(after, None if campaign.reports else asked_at, now)


def _ended(after: Position, now: datetime) -> Position:
    return replace(
        after, campaign=ended(after.campaign, now), seats=tuple(map(decisions.ask_nothing, _with_filed(after)))
    )


def _with_filed(after: Position) -> tuple[SeatRow, ...]:
    return tuple(replace(seat, filed=orders_to_json(after.filed[seat.name])) for seat in after.seats)


def _report(
    desk: Desk, turn_id: int, done: Adjudicated, after: Position, notes: tuple[str, ...], instead_of: TurnRow | None
) -> None:
    """Reports the turn to everybody for whom it brings news; where reports are gathered, at once to the public alone."""
    campaign, advanced = done.before.campaign, done.advanced
    if campaign.reports:
        reporting.send_reports(desk, turn_id, reporting.Told(after, advanced.events, {}), to=())
        if done.outcome.finished:
            gathered.send(desk, after)
        return
    notes = _notes(desk, campaign) + notes
    problems = quoted_problems(desk, after.seats, campaign.turn, advanced.problems)
    told = reporting.Told(after, advanced.events, problems, notes, instead_of)
    everybody = done.outcome.finished or bool(notes)
    to = [
        seat.name
        for seat in after.seats
        if everybody
        or seat.asked_in == after.campaign.turn
        or advanced.problems.get(seat.name)
        or brings_news(done.before, after, advanced.events, seat.name)
    ]
    called_off = {
        seat.name: seat.due_at
        for seat, later in zip(done.before.seats, after.seats, strict=True)
        if seat.due_at is not None and later.due_at is None
    }
    reporting.send_reports(desk, turn_id, told, to=to, asked_anew=not done.outcome.finished, called_off=called_off)


def _notes(desk: Desk, campaign: CampaignRow) -> tuple[str, ...]:
    if campaign.attempt == 1 or not turns.was_withdrawn(desk.connection, campaign.id, campaign.turn):
        return ()
    return (f"Turn {campaign.turn} was adjudicated before and withdrawn; this report takes the place of that one.",)
