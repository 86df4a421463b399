"""The decisions that are asked of seats: which a report has asked, since which turn, and until when.

Every seat has a time of its own: a decision that is still open after an adjudication keeps its deadline, also where a part of it
has been answered; a new one, of other words or another step, gets one that counts from the report that asks it.
Source: design.md, Time.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from pbem.core.contract import Asked, Game, asked_of, waits_for
from pbem.moderator import schedule
from pbem.moderator.position import Position, shown_deadline, zone_of
from pbem.store.campaigns import CampaignRow
from pbem.store.seats import SeatRow


def is_asked(game: Game, seat: SeatRow, asked: Asked | None) -> bool:
    """Whether a report has asked of a seat what is asked of it now.

    Where sheets are spent with their turn every report asks anew, whatever its words.
    """
    if asked is None or not seat.asked_in:
        return False
    return not game.keeps_orders or asked.within(seat.asked, seat.step)


def next_deadline(campaign: CampaignRow, report: datetime) -> datetime | None:
    """The deadline of what a report of that instant asks; None for a campaign without schedule and move time."""
    move_time = timedelta(seconds=campaign.move_time)
    return schedule.next_deadline(campaign.schedule, zone_of(campaign), move_time, report)


def ask(campaign: CampaignRow, seat: SeatRow, asked: Asked, due_at: datetime | None, now: datetime) -> SeatRow:
    """The seat with that asked of it in the turn being played, until that deadline if play waits for it."""
    until = due_at if asked.holds else None
    return replace(
        seat,
        asked=asked.what,
        step=asked.step,
        asked_in=campaign.turn,
        wrote=False,
        due_at=until,
        remind_at=schedule.remind_at(now, until, campaign.reminder_hours),
    )


def timed(campaign: CampaignRow, seat: SeatRow, due_at: datetime | None, now: datetime) -> SeatRow:
    """The seat with that deadline, of which it has not been reminded yet."""
    return replace(seat, due_at=due_at, remind_at=schedule.remind_at(now, due_at, campaign.reminder_hours))


def ask_nothing(seat: SeatRow) -> SeatRow:
    """The seat with nothing asked of it."""
    return replace(seat, asked="", step=0, asked_in=0, due_at=None, remind_at=None, wrote=False)


def after_turn(position: Position, report: datetime | None, now: datetime) -> Position:
    """The position that an adjudication has left with what is asked of every seat from now on, and the first deadline of these.

    `report`: the instant from which a new decision counts, None where the report that asks it goes out later. A seat whose
    decision is still the same keeps its time, and the text that it has written since; one for which play has not waited, and
    does now, is asked anew.
    """
    game, campaign, questions = position.game, position.campaign, position.questions
    due_at = next_deadline(campaign, report or now)
    sitting = []
    for seat in position.seats:
        asked = questions.get(seat.name)
        begins_to_hold = asked is not None and asked.holds and seat.due_at is None and due_at is not None
        if asked is not None and game.keeps_orders and is_asked(game, seat, asked) and not begins_to_hold:
            sitting.append(seat if asked.holds else replace(seat, due_at=None, remind_at=None))
        elif asked is None or report is None:
            sitting.append(ask_nothing(seat))
        else:
            sitting.append(ask(campaign, seat, asked, due_at, now))
    return with_seats(position, sitting)


def ask_open(position: Position, report: datetime) -> Position:
    """The position with everything asked, by a report of that instant, that is open and has not been asked yet."""
    questions, due_at = position.questions, next_deadline(position.campaign, report)
    sitting = []
    for seat in position.seats:
        asked = questions.get(seat.name)
        new = asked is not None and not is_asked(position.game, seat, asked)
        sitting.append(ask(position.campaign, seat, asked, due_at, report) if asked and new else seat)
    return with_seats(position, sitting)


def ask_all(position: Position, report: datetime) -> Position:
    """The position with everything that is open asked anew by a mail of that instant; what a seat wrote goes on counting."""
    campaign, questions = position.campaign, position.questions
    due_at = next_deadline(campaign, report)
    sitting = []
    for seat in position.seats:
        asked = questions.get(seat.name)
        anew = ask_nothing(seat) if asked is None else ask(campaign, seat, asked, due_at, report)
        sitting.append(replace(anew, wrote=seat.wrote))
    return with_seats(position, sitting)


def restarted(position: Position, report: datetime) -> Position:
    """The position with the time of all that has been asked begun anew by a mail of that instant."""
    questions, due_at = position.questions, next_deadline(position.campaign, report)
    asked = all_asked(position)
    sitting = tuple(
        timed(position.campaign, seat, due_at, report)
        if seat.name in asked and waits_for(questions, seat.name)
        else seat
        for seat in position.seats
    )
    return with_seats(position, sitting)


def stopped(position: Position) -> Position:
    """The position without any deadline."""
    sitting = tuple(replace(seat, due_at=None, remind_at=None) for seat in position.seats)
    return with_seats(position, sitting)


def yet_to_be_asked(position: Position, seat: SeatRow) -> bool:
    """Whether something is open for a seat that the next gathered report asks."""
    asked = position.questions.get(seat.name) if position.campaign.reports else None
    return asked is not None and not is_asked(position.game, seat, asked)


def others_waited_for(position: Position, seat: SeatRow) -> list[str]:
    """For whom else play waits, for what and until when, as far as that seat may know: a sentence without a full stop each."""
    known = asked_of(position.awaited, seat.name)
    found = []
    for other in position.seats:
        if other.id != seat.id and waits_for(known, other.name):
            until = shown_deadline(position.campaign, other)
            found.append(f"Play waits for {other.name}: {known[other.name].what}{f', until {until}' if until else ''}")
    return found


def with_seats(position: Position, sitting: Iterable[SeatRow]) -> Position:
    """The position with its seats as these are asked now, the first deadline among theirs. Calendars count the change: what
    others send changes no deadline, so that no entry tells how often they have written."""
    campaign = position.campaign
    changed = replace(campaign, due_sequence=campaign.due_sequence + 1)
    return with_first_deadline(replace(position, campaign=changed, seats=tuple(sitting)))


def with_first_deadline(position: Position, after: datetime | None = None) -> Position:
    """The position with its campaign's deadline and reminder, the first of its seats'; those `after` that instant only.

    The deadline is the first of those for whom play waits; where it waits for nobody, the first of all.
    """
    campaign = position.campaign
    awaited = position.awaited
    timed_seats = [
        (s, s.due_at) for s in position.seats if s.due_at is not None and (after is None or s.due_at > after)
    ]
    holding = [due_at for seat, due_at in timed_seats if waits_for(awaited, seat.name)]
    due_at = min(holding or [due_at for _, due_at in timed_seats], default=None)
    remind_at = min((seat.remind_at for seat in position.seats if seat.remind_at is not None), default=None)
    return replace(position, campaign=replace(campaign, due_at=due_at, remind_at=remind_at, waiting=""))


def out_of_time(position: Position) -> frozenset[str]:
    """The seats whose time for what a report has asked of them has run out with the campaign's deadline, which has come."""
    due_at = position.campaign.due_at
    assert due_at is not None
    questions = position.questions
    return frozenset(
        seat.name
        for seat in position.seats
        if seat.due_at is not None and seat.due_at <= due_at and is_asked(position.game, seat, questions.get(seat.name))
    )


def all_asked(position: Position) -> frozenset[str]:
    """The seats of which a report has asked what is open now."""
    questions = position.questions
    return frozenset(seat.name for seat in position.seats if is_asked(position.game, seat, questions.get(seat.name)))


def missing(position: Position) -> list[str]:
    """The seats, in seat order, that would get the rules' default if the turn were adjudicated now for all who were asked."""
    awaited, asked, kept = position.awaited, all_asked(position), position.game.keeps_orders
    return [
        seat.name
        for seat in position.seats
        if seat.name in asked and waits_for(awaited, seat.name) and (kept or not position.filed[seat.name])
    ]


def anybody_waited_for(position: Position, names: Iterable[str]) -> bool:
    """Whether play waits for one of these seats."""
    awaited = position.awaited
    return any(waits_for(awaited, name) for name in names)
