"""Reminders: to seats for which play waits, some time before their deadline, once for each deadline."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy.engine import Connection

from pbem.core.contract import waits_for
from pbem.moderator import circular, position
from pbem.moderator.desk import Desk
from pbem.moderator.position import Position
from pbem.store import campaigns, seats
from pbem.store.campaigns import CampaignRow
from pbem.store.seats import SeatRow
from pbem.store.tables import CampaignStatus


def due(connection: Connection, now: datetime) -> list[int]:
    """The campaigns in which it is time to remind."""
    return campaigns.to_remind(connection, now)


def remind(desk: Desk, campaign_id: int) -> int:
    """Reminds those for whom play waits and who have nothing on file, and gives how many mails were queued.

    Where a game keeps orders, it says itself for whom play still waits: what is on file may be for later.
    A reminder that has not been sent by the deadline is not sent any more. Who wants none gets none.
    """
    campaign = campaigns.lock(desk.connection, campaign_id)
    due_now = campaign.remind_at is not None and campaign.remind_at <= desk.now
    if campaign.status is not CampaignStatus.RUNNING or not due_now:
        return 0
    now = position.of(desk, campaign)
    coming = [seat for seat in now.seats if seat.remind_at is not None and seat.remind_at <= desk.now]
    seats.keep(desk.connection, [replace(seat, remind_at=None) for seat in coming])
    later = [seat.remind_at for seat in now.seats if seat.remind_at is not None and seat not in coming]
    campaign = campaigns.change(desk.connection, campaign, remind_at=min(later, default=None))
    return sum(_remind(desk, now, campaign, seat) for seat in coming)


def _remind(desk: Desk, now: Position, campaign: CampaignRow, seat: SeatRow) -> int:
    """Reminds the players of a seat, if play waits for it and its time has not run out."""
    awaited, filed = now.awaited, now.filed[seat.name]
    if not waits_for(awaited, seat.name) or (filed and not now.game.keeps_orders):
        return 0
    if seat.due_at is None or seat.due_at <= desk.now:
        return 0
    to = [reader for reader in seats.recipients_of(desk.connection, seat) if reader.reminders]
    key = f"{campaign.id}:{campaign.turn}:{campaign.attempt}:{seat.due_at.isoformat()}"
    context = {"asked": awaited[seat.name].what, "on_file": len(filed)}
    return circular.tell(desk, campaign, "reminder", key, context, to=to, expires_at=seat.due_at)
