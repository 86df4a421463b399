"""Seats that no mail reaches, since what is sent to all their addresses comes back: whether the clock waits for them.

By a campaign's own choice. Where it waits, orders count as if there were no deadline, and when mail can be sent again everybody
whose orders are missing has time anew. Source: mail.md 57.
"""

from dataclasses import replace

from pbem.core.contract import waits_for
from pbem.moderator import decisions, moved_deadlines
from pbem.moderator.desk import Desk
from pbem.moderator.position import Position
from pbem.report.layout import listed
from pbem.store import campaigns, roster, seats
from pbem.store.campaigns import CampaignRow

_COMES_BACK = "mail comes back from "


def is_waited_for(campaign: CampaignRow) -> bool:
    """Whether the deadline, which has come, waits for a seat that no mail reaches."""
    return campaign.waiting.startswith(_COMES_BACK)


def why_to_wait(desk: Desk, now: Position) -> str:
    """Why the deadline that has come waits, where the campaign wants that; empty where it does not."""
    if not now.campaign.waits_unreachable:
        return ""
    away = roster.unreachable(desk.connection, now.campaign.id)
    names = [name for name in _missing(now) if name in away]
    return f"{_COMES_BACK}{listed(names)}" if names else ""


def give_time(desk: Desk, now: Position) -> bool:
    """Gives time anew to all whose orders are missing, and tells the players; False where nobody's are."""
    campaign = now.campaign
    missing = _missing(now)
    if not missing:
        return False
    due_at = decisions.next_deadline(campaign, desk.now)
    moving = [seat for seat in now.seats if seat.due_at is not None and seat.due_at <= desk.now]
    if now.game.keeps_orders:
        moving = [seat for seat in moving if seat.name in missing]
    after = decisions.with_seats(
        now,
        [decisions.timed(campaign, seat, due_at, desk.now) if seat in moving else seat for seat in now.seats],
    )
    seats.keep(desk.connection, after.seats)
    written = campaigns.write(desk.connection, campaign, after.campaign)
    why = "A player could not be reached by mail for a while, and the clock had waited."
    moved_deadlines.tell(desk, now, replace(after, campaign=written), moving, why)
    return True


def _missing(now: Position) -> list[str]:
    """Those whose time has run out, and who would get the rules' default."""
    due, awaited = decisions.out_of_time(now), now.awaited
    return [
        seat.name
        for seat in now.seats
        if seat.name in due and waits_for(awaited, seat.name) and (now.game.keeps_orders or not now.filed[seat.name])
    ]
