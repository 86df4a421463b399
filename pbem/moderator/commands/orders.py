"""`orders`: what a seat has on file."""

import re

from pbem.moderator import acknowledgement, position
from pbem.moderator.answers import Piece, saying
from pbem.moderator.command import Asking, Done
from pbem.store import campaigns, sheets
from pbem.store.people import Chair
from pbem.store.tables import CampaignStatus


def run(asking: Asking, match: re.Match[str]) -> Done:
    if not asking.chairs:
        return Done((saying("You have no seat in any campaign, so nothing is on file."),), well=False)
    return Done(tuple(_of(asking, chair) for chair in asking.chairs))


def _of(asking: Asking, chair: Chair) -> Piece:
    desk = asking.desk
    campaign = campaigns.get(desk.connection, chair.campaign_id)
    if campaign.status in (CampaignStatus.SIGNUP, CampaignStatus.ENDED):
        when = "has not started yet" if campaign.status is CampaignStatus.SIGNUP else "has ended"
        return saying(f"{campaign.name} {when}, so no orders are on file.")
    here = position.of(desk, campaign)
    seat = here.seat(chair.seat)
    newest = sheets.newest_used(desk.connection, seat.id, campaign.turn)
    return acknowledgement.on_file(here, seat, newest)
