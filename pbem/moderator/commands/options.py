"""`options`: the legal choices of a seat, as its game lists them; `scores` is the same."""

import re

from pbem.core.contract import View
from pbem.moderator import acknowledgement, position
from pbem.moderator.answers import Piece, saying
from pbem.moderator.command import Asking, Done
from pbem.moderator.position import Position
from pbem.store import campaigns
from pbem.store.people import Chair
from pbem.store.tables import CampaignStatus


def run(asking: Asking, match: re.Match[str]) -> Done:
    if not asking.chairs:
        return Done((saying("You have no seat in any campaign, so there is nothing to choose from."),), well=False)
    return Done(tuple(_of(asking, chair) for chair in asking.chairs))


def _of(asking: Asking, chair: Chair) -> Piece:
    campaign = campaigns.get(asking.desk.connection, chair.campaign_id)
    if campaign.status in (CampaignStatus.SIGNUP, CampaignStatus.ENDED):
        when = "has not started yet" if campaign.status is CampaignStatus.SIGNUP else "has ended"
        return saying(f"{campaign.name} {when}, so there is nothing to choose from.")
    here = position.of(asking.desk, campaign)
    seat = here.seat(chair.seat)
    lines = choices_of(here, acknowledgement.view_of(here, seat))
    if not lines:
        return saying(nothing_listed(here, seat.name))
    return Piece("options", {"campaign": campaign.name, "turn": campaign.turn, "seat": seat.name, "lines": lines})


def choices_of(here: Position, view: View) -> list[str]:
    """The legal choices of the seat whose view this is, best first; empty where its game lists none."""
    return list(here.game.choices(here.table, view))


def nothing_listed(here: Position, seat: str) -> str:
    """The sentence for a seat that has nothing listed."""
    return f"{here.game.title} lists no choices for {seat} now; `rules` tells what can be ordered."
