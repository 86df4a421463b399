"""Reports that are gathered: one tells a seat all turns since its last report, with the position as it is now.

A decision is asked by the report that tells of it, so its time counts from there. Source: design.md, Time.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy.engine import Connection

from pbem.core.contract import Event
from pbem.core.sheets import problems_from_json
from pbem.moderator import decisions, position, reporting
from pbem.moderator.desk import Desk
from pbem.moderator.news import brings_news
from pbem.moderator.position import Position
from pbem.moderator.quoting import quoted_problems
from pbem.moderator.reporting import Told
from pbem.report.telling import QuotedProblem
from pbem.store import campaigns, reports, seats, turns
from pbem.store.tables import CampaignStatus
from pbem.store.turns import TurnRow


def due(connection: Connection, now: datetime) -> list[int]:
    """The campaigns whose gathered reports are to go out now."""
    return campaigns.to_report(connection, now)


def report(desk: Desk, campaign_id: int) -> int:
    """Sends the gathered reports of a campaign, if it is time for them, and gives the number of seats that got one.

    What is open and has not been asked yet is asked by them.
    """
    campaign = campaigns.lock(desk.connection, campaign_id)
    if campaign.status is not CampaignStatus.RUNNING or campaign.report_at is None or campaign.report_at > desk.now:
        return 0
    before = position.of(desk, replace(campaign, report_at=None))
    after = decisions.ask_open(before, desk.now)
    written = campaigns.write(desk.connection, campaign, after.campaign)
    seats.keep(desk.connection, after.seats)
    return send(desk, replace(after, campaign=written))


def send(desk: Desk, now: Position) -> int:
    """Sends a report to everybody whom the turns since their last one concern, and gives how many seats got one.

    Where the game has ended everybody gets one. Writes nothing of what is asked.
    """
    campaign = now.campaign
    last = reports.last_numbers(desk.connection, campaign.id)
    untold = turns.since(desk.connection, campaign.id, min(last.values(), default=0))
    if not untold:
        return 0
    told = {
        number: _told(desk, now, [turn for turn in untold if turn.number > number])
        for number in sorted(set(last.values()))
    }
    ended = campaign.status is CampaignStatus.ENDED
    to = {
        seat.name: told[last[seat.id]]
        for seat in now.seats
        if last[seat.id] < now.number
        and (
            ended
            or seat.asked_in == campaign.turn
            or _concerns(desk, now, told[last[seat.id]], seat.name, last[seat.id])
        )
    }
    reporting.send_gathered(desk, untold[-1].id, to)
    return len(to)


def _told(desk: Desk, now: Position, untold: Sequence[TurnRow]) -> Told:
    """All that has happened in these turns, as one."""
    events: list[Event] = []
    problems: dict[str, tuple[QuotedProblem, ...]] = {}
    for turn in untold:
        events += turn.events
        of_turn = {name: problems_from_json(rows) for name, rows in turn.problems.items()}
        for name, quoted in quoted_problems(desk, now.seats, turn.number, of_turn).items():
            problems[name] = problems.get(name, ()) + quoted
    notes = []
    if len(untold) > 1:
        notes.append(f"This report tells turns {untold[0].number} to {untold[-1].number}.")
    again = [
        turn.number
        for turn in untold
        if turn.attempt > 1 and turns.was_withdrawn(desk.connection, turn.campaign_id, turn.number)
    ]
    if again:
        which = f"Turn {again[0]} was" if len(again) == 1 else f"Turns {again[0]} to {again[-1]} were"
        notes.append(f"{which} adjudicated before and withdrawn; what is told here takes the place of that.")
    return Told(now, events, problems, tuple(notes))


def _concerns(desk: Desk, now: Position, told: Told, name: str, last: int) -> bool:
    """Whether what has happened since turn `last` is news for a seat."""
    if told.problems.get(name):
        return True
    row = turns.numbered(desk.connection, now.campaign.id, last)
    assert row is not None, f"turn {last} of {now.campaign.name} is not in force"
    return brings_news(replace(now, state=row.state), now, told.events, name)
