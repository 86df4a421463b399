"""The turn that a seat has been told of, where reports are gathered: what a mail to it is about, and what its mails answer."""

from datetime import datetime

from pbem.moderator.desk import Desk
from pbem.store import reports, seats
from pbem.store.campaigns import CampaignRow


def turn_told(desk: Desk, campaign: CampaignRow, seat_id: int, at: datetime | None = None) -> int:
    """The turn that mails to a seat are about: the one being played, 0 before the start.

    Where reports are gathered, the last one for which the seat had been asked by that instant (None for now): it follows the
    last turn that a report had told it.
    """
    if not campaign.reports or not campaign.turn:
        return campaign.turn
    last = reports.last_number(desk.connection, seat_id, at or desk.now)
    return max(last + 1, seats.get(desk.connection, seat_id).asked_in)
