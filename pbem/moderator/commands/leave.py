"""`leave CAMPAIGN`: gives the writer's seat up, once it has been confirmed."""

import re
import shlex

from pbem.moderator import gm_notes, team
from pbem.moderator.answers import saying
from pbem.moderator.command import Asking, Done
from pbem.store import audit, campaigns, people, seats, tokens
from pbem.store.campaigns import CampaignRow
from pbem.store.people import Chair
from pbem.store.tables import CampaignStatus


def run(asking: Asking, match: re.Match[str]) -> Done:
    """Ends the writer's play of the seat; the seat itself stays, for the GM to give to somebody else."""
    name = match["campaign"].lower()
    chair = next((chair for chair in asking.chairs if chair.campaign == name), None)
    if chair is None:
        said = f"This mail is not about a seat of yours in {name}. To leave it, reply to its last report. Nothing was changed."
        return Done((saying(said),), well=False)
    campaign = campaigns.lock(asking.desk.connection, chair.campaign_id)
    if campaign.status is CampaignStatus.ENDED:
        return Done((saying(f"{campaign.name} has ended; there is nothing to leave."),), well=False)
    if campaign.status is CampaignStatus.SIGNUP:
        return _before_the_start(asking, campaign, chair)
    person = asking.writer.person
    assert person is not None
    if len(people.members(asking.desk.connection, chair.seat_id)) > 1:
        team.remove_member(asking.desk, campaign.name, chair.seat, asking.writer.address, f"{chair.seat} by mail")
        return Done(
            (saying(f"You do not play {chair.seat} in {campaign.name} any more; the others play on."),), gone=True
        )
    _give_up(asking, campaign, chair, person.person_id)
    said = (
        f"You have left {campaign.name}: you do not play {chair.seat} any more, get no more reports, and orders that you send "
        "for it are not used. The GM has been told. Thank you for playing."
    )
    return Done((saying(said),), gone=True)


def _before_the_start(asking: Asking, campaign: CampaignRow, chair: Chair) -> Done:
    gm_notes.note(
        asking.desk,
        f"leaves:{asking.letter_id}",
        f"{chair.seat} does not want to play",
        [
            f"{chair.seat} asks to leave {campaign.name}, which has not started. `pbem player replace` gives the seat to another."
        ],
        campaign=campaign.name,
    )
    said = f"{campaign.name} has not started yet. The GM has been told that you do not want to play, and will see to your seat."
    return Done((saying(said),))


def _give_up(asking: Asking, campaign: CampaignRow, chair: Chair, person_id: int) -> None:
    desk = asking.desk
    seats.end_member(desk.connection, chair.seat_id, person_id, desk.now)
    tokens.revoke_of_seat(desk.connection, chair.seat_id, desk.now)
    audit.note(
        desk.connection,
        f"{chair.seat} by mail",
        "player left",
        now=desk.now,
        campaign_id=campaign.id,
        seat_id=chair.seat_id,
        turn=campaign.turn,
        letter=asking.letter_id,
    )
    gm_notes.note(
        desk,
        f"left:{chair.seat_id}:{asking.letter_id}",
        f"{chair.seat} has left",
        [
            f"{chair.seat} has left {campaign.name}. Nobody plays the seat now: what is on file stays, and at its deadlines the "
            f"rules' default falls on it. `pbem player replace {campaign.name} {shlex.quote(chair.seat)} ADDRESS` gives it to "
            "somebody else."
        ],
        campaign=campaign.name,
    )
