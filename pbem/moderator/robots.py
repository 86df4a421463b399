"""Letters that machines wrote: never answered. Source: RFC 3834; mail.md 35, 54, 57, 59."""

from pbem.core.letters import Letter, Robot, Verdict
from pbem.moderator import position
from pbem.moderator.binding import Bound
from pbem.moderator.desk import Desk
from pbem.moderator.identity import Writer
from pbem.moderator.matter import Matter, Reading, find_orders, own_text_of
from pbem.moderator.outcome import Outcome
from pbem.store import campaigns
from pbem.store.tables import CampaignStatus, TokenKind

_MAY_HOLD_ORDERS = (Robot.AUTOMATIC, Robot.CALENDAR, Robot.NULL_PATH)


def outcome(desk: Desk, letter_id: int, letter: Letter, writer: Writer) -> Outcome:
    """Ignored, but shown to the GM where a person is wanted, or where a seat's own address sends what reads as orders."""
    chair = writer.chair(writer.named.seat_id) if writer.named and writer.named.kind is TokenKind.ORDERS else None
    if chair is not None and writer.named and letter.robot in _MAY_HOLD_ORDERS:
        campaign = campaigns.lock(desk.connection, chair.campaign_id)
        if campaign.status in (CampaignStatus.RUNNING, CampaignStatus.PAUSED):
            bound = Bound(chair, writer.named.turn or campaign.turn, "", writer.named.attempt)
            own = own_text_of(desk, letter, bound)
            matter = Matter(desk, letter_id, letter, writer, bound, own, letter.received, False)
            reading = Reading.of(matter, position.of(desk, campaign))
            if find_orders(matter, reading)[1].sheet.orders:
                return Outcome(
                    Verdict.QUAR,
                    f"it says that a machine wrote it ({letter.robot}), and holds what reads as orders",
                    campaign_id=campaign.id,
                    seat_id=chair.seat_id,
                    turn=bound.turn,
                )
    return by_itself(letter)


def by_itself(letter: Letter) -> Outcome:
    """What a machine's letter comes to, whoever it is from."""
    if letter.robot == Robot.CHALLENGE:
        return Outcome(Verdict.QUAR, "the player's provider wants a person to answer before it delivers our mail")
    return Outcome(Verdict.IGN, f"a machine wrote it ({letter.robot})")
