"""The same news to everybody who plays in a campaign, or to some of them."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from pbem.moderator.desk import Desk
from pbem.moderator.position import shown_deadline
from pbem.moderator.post import post
from pbem.moderator.reporting import archive_page, calendar_entry
from pbem.moderator.tokens import orders_token, reply_address
from pbem.moderator.turn_told import turn_told
from pbem.store import seats
from pbem.store.campaigns import CampaignRow
from pbem.store.seats import Recipient


def tell(
    desk: Desk,
    campaign: CampaignRow,
    name: str,
    key: str,
    context: Mapping[str, object],
    *,
    to: Iterable[Recipient] | None = None,
    reply: bool = True,
    calendar: bool = False,
    called_off: Mapping[int, datetime | None] | None = None,
    expires_at: datetime | None = None,
) -> int:
    """Queues the mail of that template for each recipient, once for ever under that key, and gives how many were queued.

    `to`: everybody who plays now where it is None. `reply`: whether an answer is to find the reader's seat. `calendar`: with the
    deadline for the reader's calendar; `called_off`: with that taken back which a seat, by its id, had. The template knows
    `campaign`, `archive`, of the reader `seat`, `asked` (what a report has asked, empty for nothing) and `deadline` (empty for
    none), and the context.
    """
    sitting = {seat.id: seat for seat in seats.of_campaign(desk.connection, campaign.id)}
    shared = {
        "campaign": campaign,
        "archive": archive_page(desk, campaign),
        **context,
    }
    queued = 0
    for recipient in seats.recipients(desk.connection, campaign.id) if to is None else to:
        seat = sitting[recipient.seat_id]
        gone = (called_off or {}).get(seat.id)
        turn = turn_told(desk, campaign, seat.id)
        own = {"seat": seat.name, "asked": seat.asked, "deadline": shown_deadline(campaign, seat)}
        queued += post(
            desk,
            recipient.address,
            name.replace("_", "-"),
            f"{name}:{key}:{recipient.seat_id}:{recipient.address_id}",
            desk.renderer.mail(name, {**own, **shared}),
            reply_to=_reply_address(desk, campaign, seat.id, turn) if reply and turn else "",
            auto="auto-generated",
            campaign=campaign.name,
            turn=turn or None,
            campaign_id=campaign.id,
            seat_id=recipient.seat_id,
            deadline=calendar_entry(desk, campaign, seat, gone) if calendar or gone else None,
            expires_at=expires_at,
        )
    return queued


def _reply_address(desk: Desk, campaign: CampaignRow, seat_id: int, turn: int) -> str:
    return reply_address(desk, orders_token(desk, campaign.id, seat_id, turn, campaign.attempt))
