"""`withdraw orders`: takes everything off a seat's file."""

import re

from pbem.core.times import show
from pbem.moderator import orders, position
from pbem.moderator.answers import saying
from pbem.moderator.command import Asking, Done
from pbem.moderator.orders import Timing
from pbem.moderator.position import shown_deadline, zone_of
from pbem.store import campaigns
from pbem.store.tables import CampaignStatus


def run(asking: Asking, match: re.Match[str]) -> Done:
    desk = asking.desk
    (chair,) = asking.chairs
    campaign = campaigns.lock(desk.connection, chair.campaign_id)
    if campaign.status in (CampaignStatus.SIGNUP, CampaignStatus.ENDED):
        when = "has not started yet" if campaign.status is CampaignStatus.SIGNUP else "has ended"
        return Done((saying(f"{campaign.name} {when}, so there are no orders to withdraw."),), well=False)
    here = position.of(desk, campaign)
    seat = here.seat(chair.seat)
    turn, attempt = (asking.bound.turn, asking.bound.attempt) if asking.bound else (campaign.turn, None)
    if orders.timing(campaign, here.game.keeps_orders, turn, attempt, asking.received) is not Timing.IN_TIME:
        late = f"Orders for turn {turn} cannot be withdrawn: turn {campaign.turn} is being played"
        late += f", and its deadline is {shown_deadline(campaign, seat)}." if seat.due_at else "."
        return Done((saying(late),), well=False)
    if not seat.filed:
        return Done(
            (saying(f"Nothing is on file for {seat.name} in {campaign.name}, so there is nothing to withdraw."),)
        )
    done = orders.withdraw(desk, here, seat, asking.letter_id, asking.received)
    if done.newer is not None:
        return Done((saying("You sent newer orders after that, so they stay on file."),))
    return Done(
        (
            saying(
                f"Your orders for turn {campaign.turn} of {campaign.name} are withdrawn: nothing is on file for "
                f"{seat.name} now. You can send new ones at any time before the deadline.",
                f"Your mail was received {show(asking.received, zone_of(campaign))}.",
            ),
        )
    )
