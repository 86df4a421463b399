"""Reminders: to seats with nothing on file, some time before the deadline, once for each deadline."""

from datetime import datetime

from sqlalchemy.engine import Connection

from pbem.moderator import circular, position
from pbem.moderator.deadline import in_time
from pbem.moderator.desk import Desk
from pbem.store import campaigns, seats
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
    campaign = campaigns.change(desk.connection, campaign, remind_at=None)
    if not in_time(campaign, desk.now):
        return 0
    now = position.of(desk, campaign)
    asked = {
        now.seat(name).id: asked.what
        for name, asked in now.awaited.items()
        if asked.holds and (now.game.keeps_orders or not now.filed[name])
    }
    wanted = [r for r in seats.recipients(desk.connection, campaign.id) if r.reminders and r.seat_id in asked]
    key = f"{campaign.id}:{campaign.turn}:{campaign.attempt}:{campaign.due_sequence}"
    return sum(
        circular.tell(
            desk, campaign, "reminder", key, {"asked": asked[reader.seat_id]}, to=[reader], expires_at=campaign.due_at
        )
        for reader in wanted
    )
