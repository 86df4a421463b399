"""`status`: how a campaign stands, and what is asked of the one who asks."""

import re
from collections.abc import Mapping

from pbem.moderator import decisions, position
from pbem.moderator.answers import Piece, saying
from pbem.moderator.command import Asking, Done
from pbem.report.telling import answered_by
from pbem.store import campaigns, reports, seats
from pbem.store.people import Chair
from pbem.store.tables import CampaignStatus


def run(asking: Asking, match: re.Match[str]) -> Done:
    if not asking.chairs:
        return Done(
            (saying("You have no seat in any campaign. To ask for one, write: join CAMPAIGN as YOUR NAME"),), well=False
        )
    return Done(tuple(Piece("status", _of(asking, chair)) for chair in asking.chairs))


def _of(asking: Asking, chair: Chair) -> Mapping[str, object]:
    desk = asking.desk
    campaign = campaigns.get(desk.connection, chair.campaign_id)
    sitting = seats.of_campaign(desk.connection, campaign.id)
    context: dict[str, object] = {
        "campaign": campaign.name,
        "status": campaign.status,
        "seat": chair.seat,
        "players": [seat.name for seat in sitting],
        "turn": campaign.turn,
        "deadline": "",
        "waiting": (),
        "rule_by": position.shown_rule_by(campaign),
        "free": campaign.max_players - len(sitting),
        "asked": "",
        "answered": "",
        "next_report": "",
        "on_file": 0,
        "report": "",
    }
    if campaign.status is not CampaignStatus.SIGNUP:
        here = position.of(desk, campaign)
        seat = here.seat(chair.seat)
        to_come = decisions.yet_to_be_asked(here, seat)
        asked = None if to_come else here.awaited.get(chair.seat)
        context |= {
            "asked": asked.what if asked else "",
            "answered": "" if to_come else answered_by(chair.seat, here.awaited, here.questions),
            "deadline": position.shown_deadline(campaign, seat),
            "waiting": decisions.others_waited_for(here, seat) if here.game.keeps_orders else (),
            "next_report": position.shown_report_at(campaign) if to_come else "",
            "on_file": len(here.filed[chair.seat]),
            "report": reports.latest_text(desk.connection, campaign.id, chair.seat_id),
        }
    return context
