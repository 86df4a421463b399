"""A seat's reply address used by somebody who plays another seat, or did play this one. Source: mail.md 62 and Threats.

The writer is told that it was not theirs and not whose it is; its owner and the GM are told; the address dies, and the owner
gets another.
"""

from pbem.core.letters import Letter, Verdict
from pbem.moderator import gm_notes, tokens
from pbem.moderator.answers import Answer, saying
from pbem.moderator.desk import Desk
from pbem.moderator.identity import Writer
from pbem.moderator.outcome import Outcome
from pbem.moderator.post import post
from pbem.moderator.turn_told import turn_told
from pbem.store import campaigns, people
from pbem.store.tables import CampaignStatus


def refuse(desk: Desk, letter_id: int, letter: Letter, writer: Writer) -> Outcome:
    """Refuses a letter that a registered person wrote to the address of a seat which is not theirs."""
    named = writer.named
    assert named is not None
    assert named.seat_id is not None
    if named.token and not named.revoked:
        tokens.revoke(desk, named.token)
        _alert(desk, letter_id, named.seat_id, named.turn)
    said = (
        "The address that you wrote to belongs to a seat that is not yours, so nothing in your mail was used. Please reply to "
        "your own report, or write to our plain address and put the name of your campaign in brackets into the subject."
    )
    answer = Answer(
        writer.address,
        "error",
        f"[{desk.house.name}] that address is not your seat's",
        (saying(said, f"Our plain address: {desk.house.address}"),),
    )
    return Outcome(Verdict.ERR, "written to the address of a seat that is not the writer's", answer)


def _alert(desk: Desk, letter_id: int, seat_id: int, turn: int | None) -> None:
    chair = people.chair(desk.connection, seat_id)
    campaign = campaigns.get(desk.connection, chair.campaign_id)
    running = campaign.status in (CampaignStatus.RUNNING, CampaignStatus.PAUSED)
    about = turn_told(desk, campaign, seat_id)
    token = tokens.orders_token(desk, campaign.id, seat_id, about, campaign.attempt) if running else ""
    told = desk.renderer.mail(
        "token_alert", {"campaign": campaign.name, "seat": chair.seat, "turn": turn, "running": running}
    )
    for address in people.addresses_of_seat(desk.connection, seat_id):
        post(
            desk,
            address,
            "token-alert",
            f"token-alert:{letter_id}:{address}"[:200],
            told,
            reply_to=tokens.reply_address(desk, token) if token else "",
            auto="auto-generated",
            campaign=campaign.name,
            turn=about or None,
            campaign_id=campaign.id,
            seat_id=seat_id,
        )
    gm_notes.note(
        desk,
        f"token:{letter_id}",
        "a reply address in the wrong hands",
        [
            f"Somebody else wrote to the reply address of {chair.seat} (`pbem mail show {letter_id}`). Nothing of it was used.",
            f"The address is dead, and {chair.seat} has been sent another one.",
        ],
        campaign=campaign.name,
    )
