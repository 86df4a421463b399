"""Deadlines that the GM moves: of everybody for whom play waits, or of one player; all who may know are told."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from pbem.core.contract import asked_of, waits_for
from pbem.core.errors import Failed, Unusable
from pbem.core.times import show
from pbem.moderator import circular, decisions, position
from pbem.moderator.desk import Desk
from pbem.moderator.position import Position, shown_deadline
from pbem.store import audit, campaigns, seats
from pbem.store.campaigns import CampaignRow
from pbem.store.seats import SeatRow
from pbem.store.tables import CampaignStatus

When = datetime | Callable[[datetime | None], datetime]
"""An instant (aware), or how it follows from the deadline that was announced (None for none)."""


def move_deadline(desk: Desk, name: str, when: When, who: str, why: str = "", player: str = "") -> CampaignRow:
    """Moves the deadline of everybody for whom play waits, or of one player; a schedule goes on from there. All who may know are
    told, those whose it is with the calendar's entry moved; these are reminded of the new one.

    Raises Failed for a campaign that is not running, or a player for whom play does not wait, Unusable for what has passed.
    """
    campaign = position.named(desk, name, CampaignStatus.RUNNING)
    position.refuse_begun(campaign)
    before = position.of(desk, campaign)
    moving = _moving(before, player)
    after = decisions.with_seats(
        before, [_moved(desk, before, seat, when) if seat in moving else seat for seat in before.seats]
    )
    seats.keep(desk.connection, after.seats)
    written = campaigns.write(desk.connection, campaign, after.campaign)
    tell(desk, before, replace(after, campaign=written), moving, why)
    audit.note(
        desk.connection,
        who,
        "campaign deadline moved",
        now=desk.now,
        campaign_id=written.id,
        turn=written.turn,
        due_at=written.due_at.isoformat() if written.due_at else None,
        players=[seat.name for seat in moving],
        why=why,
    )
    return written


def _moving(before: Position, player: str) -> Sequence[SeatRow]:
    """The seats whose deadline is moved. Raises Failed or Unusable where there is none."""
    campaign, questions, asked = before.campaign, before.questions, decisions.all_asked(before)
    waited_for = [seat for seat in before.seats if seat.name in asked and waits_for(questions, seat.name)]
    if not player:
        if not waited_for:
            raise Failed(f"nobody has been asked for orders in {campaign.name} yet; the next report asks")
        return waited_for
    seat = before.seat(player)
    if not before.game.keeps_orders:
        raise Unusable(f"in {before.game.title} the orders of all are due together; leave {seat.name} out")
    if seat not in waited_for:
        raise Failed(f"play in {campaign.name} does not wait for {seat.name} now, so there is no deadline to move")
    return [seat]


def _moved(desk: Desk, before: Position, seat: SeatRow, when: When) -> SeatRow:
    campaign = before.campaign
    due_at = when if isinstance(when, datetime) else when(seat.due_at)
    if due_at <= desk.now:
        shown = show(due_at, position.zone_of(campaign))
        raise Unusable(
            f"{shown} has passed; give a time to come, or adjudicate with `pbem turn adjudicate {campaign.name}`"
        )
    return decisions.timed(campaign, seat, due_at, desk.now)


def tell(desk: Desk, before: Position, after: Position, moving: Sequence[SeatRow], why: str) -> None:
    """Tells everybody of the deadlines that they may know of. `moving`: the seats, as they were, whose deadline is another now;
    `why`: a sentence for all, empty for none."""
    campaign = after.campaign
    key = f"{campaign.id}:{campaign.version}"
    for seat, was in zip(after.seats, before.seats, strict=True):
        own = was in moving
        known = asked_of(after.questions, seat.name)
        others = [
            (other.name, shown_deadline(campaign, other))
            for other, other_was in zip(after.seats, before.seats, strict=True)
            if other_was in moving
            and other.name in known
            and other.id != seat.id
            and not (own and other.due_at == seat.due_at)
        ]
        if own or others:
            context = {"why": why, "own": own, "before": shown_deadline(campaign, was), "others": others}
            to = seats.recipients_of(desk.connection, seat)
            circular.tell(desk, campaign, "deadline_moved", key, context, to=to, calendar=own)
