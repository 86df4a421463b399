"""Rolling back: turns are marked as withdrawn, never changed, and the campaign goes on from before them."""

from dataclasses import replace

from pbem.core.errors import Failed, Unusable
from pbem.core.sheets import orders_from_json
from pbem.moderator import circular, decisions, gathered, position
from pbem.moderator.desk import Desk
from pbem.moderator.position import Position
from pbem.store import audit, campaigns, seats, sheets, turns
from pbem.store.campaigns import CampaignRow
from pbem.store.tables import CampaignStatus
from pbem.store.turns import TurnRow


def roll_back(desk: Desk, name: str, number: int, who: str, why: str = "") -> CampaignRow:
    """Withdraws the turns from that number on, so that it is played again: the position is as before it, and what was on file
    for it is on file once more, to be changed until its new deadline. Orders for later turns are kept, and not used.

    Everybody is told. Raises Failed for a campaign that has not begun or has ended (its secret is known), Unusable for a turn
    that has not been adjudicated.
    """
    campaign = position.named(desk, name, CampaignStatus.RUNNING, CampaignStatus.PAUSED)
    turn = turns.numbered(desk.connection, campaign.id, number)
    if turn is None or number < 1:
        last = campaign.turn - 1
        if not last:
            raise Failed(f"campaign {campaign.name} has no turn yet that could be withdrawn")
        raise Unusable(f"turn {number} of {campaign.name} has not been adjudicated; withdraw one from 1 to {last}")
    withdrawn = turns.withdraw(desk.connection, campaign.id, number, desk.now)
    sheets.set_aside(desk.connection, campaign.id, number)
    attempt = campaign.attempt + 1
    again = before(
        desk,
        replace(campaign, turn=number, attempt=attempt, look=False, report_at=None, rule_by=None, rule_due=[]),
        turn,
    )
    if campaign.reports:
        gathered.send(desk, again)
    again = decisions.ask_all(again, desk.now)
    if campaign.status is CampaignStatus.PAUSED:
        again = decisions.stopped(again)
    seats.keep(desk.connection, again.seats)
    written = campaigns.write(desk.connection, campaign, again.campaign)
    context = {"why": why, "first": withdrawn[0], "last": withdrawn[-1]}
    for seat in seats.of_campaign(desk.connection, campaign.id):
        to = seats.recipients_of(desk.connection, seat)
        orders = [order[1] for order in seat.filed]
        key = f"{written.id}:{number}:{attempt}"
        circular.tell(desk, written, "rolled_back", key, {**context, "orders": orders}, to=to, calendar=True)
    audit.note(
        desk.connection,
        who,
        "turn rollback",
        now=desk.now,
        campaign_id=campaign.id,
        turns=withdrawn,
        attempt=attempt,
        why=why,
    )
    return written


def before(desk: Desk, campaign: CampaignRow, turn: TurnRow) -> Position:
    """The position before a turn that has been withdrawn, with what was on file for it and nothing asked yet."""
    now = position.of(desk, campaign)
    wrote, filed = set(turn.given["wrote"]), turn.given["filed"]
    sitting = tuple(
        replace(decisions.ask_nothing(seat), filed=filed.get(seat.name, []), wrote=seat.name in wrote)
        for seat in now.seats
    )
    return replace(now, seats=sitting, filed={seat.name: orders_from_json(seat.filed) for seat in sitting})
