"""Sending a turn's reports again, as they were sent, to where their players' mail goes now."""

from dataclasses import replace

from pbem.core.errors import Failed
from pbem.moderator import position, reporting
from pbem.moderator.desk import Desk
from pbem.moderator.post import post
from pbem.moderator.tokens import orders_token
from pbem.moderator.turn_told import turn_told
from pbem.report.renderer import Rendered
from pbem.store import audit, reports, seats, turns
from pbem.store.campaigns import CampaignRow
from pbem.store.tables import CampaignStatus
from pbem.store.turns import TurnRow


def resend(
    desk: Desk, name: str, number: int | None, player: str | None, who: str, *, person_id: int | None = None
) -> list[str]:
    """Queues the reports of a turn again, or with None each player's last one, to one player or to all; gives the addresses.

    `person_id`: to that member of a team alone. A player to whom that turn brought no report is left out. Raises Failed where
    the campaign has not begun, or has no such turn, player or report.
    """
    campaign = position.named(desk, name, CampaignStatus.RUNNING, CampaignStatus.PAUSED, CampaignStatus.ENDED)
    if number is not None and turns.numbered(desk.connection, campaign.id, number) is None:
        raise Failed(f"campaign {campaign.name} has no turn {number}; the last one is {campaign.turn - 1}")
    last = reports.last_numbers(desk.connection, campaign.id)
    forms = _forms(desk, campaign)
    sitting = tuple(seats.of_campaign(desk.connection, campaign.id))
    wanted = sitting if player is None else (position.seat_named(campaign, sitting, player),)
    readers = [
        reader for reader in seats.recipients(desk.connection, campaign.id) if person_id in (None, reader.person_id)
    ]
    sent, told = [], []
    for seat in wanted:
        turn = turns.numbered(desk.connection, campaign.id, last[seat.id] if number is None else number)
        report = reports.of_turn(desk.connection, turn.id, seat.id) if turn else None
        if turn is None or report is None:
            continue
        told.append(seat.name)
        latest = turn.number == last[seat.id]
        present = replace(campaign, turn=turn_told(desk, campaign, seat.id))
        asked = present if latest else _as_it_asked(desk, campaign, turn)
        again = Rendered(report.subject, report.text, report.html)
        token = orders_token(desk, campaign.id, seat.id, asked.turn, asked.attempt)
        details = reporting.report_details(desk, asked, seat.id, turn.id, report.id, token)
        form = reporting.order_form(asked, seat.name, forms.get(seat.name, ()) if asked == campaign else ())
        entry = reporting.calendar_entry(desk, asked, seat) if latest else None
        details |= {"attachments": form, "deadline": entry}
        for reader in readers:
            key = f"resend:{turn.id}:{seat.id}:{reader.address_id}:{desk.now.isoformat()}"
            if reader.seat_id == seat.id and post(desk, reader.address, "report", key, again, **details):
                sent.append(reader.address)
    if not told:
        whom = wanted[0].name if player is not None else "anybody"
        raise Failed(f"turn {number} of {campaign.name} brought no report to {whom}; leave --turn out for the last one")
    audit.note(
        desk.connection,
        who,
        "turn resend",
        now=desk.now,
        campaign_id=campaign.id,
        turn=number,
        to=told,
    )
    return sent


def _forms(desk: Desk, campaign: CampaignRow) -> dict[str, tuple[str, ...]]:
    """The sheets to fill in of the seats that may order something now; nothing once the campaign has ended."""
    if campaign.status is CampaignStatus.ENDED:
        return {}
    now = position.of(desk, campaign)
    awaited, questions = now.awaited, now.questions
    names = [name for name in now.table.players if reporting.may_order(now, name, awaited, questions)]
    views = {name: now.game.view(now.table, now.state, now.filed, name) for name in names}
    return {name: tuple(now.game.form(now.table, view)) for name, view in views.items()}


def _as_it_asked(desk: Desk, campaign: CampaignRow, turn: TurnRow) -> CampaignRow:
    """The campaign with the turn that the report asked orders for, so that an answer to an old one is not taken for the new."""
    if turn.number + 1 >= campaign.turn:
        return campaign
    following = turns.numbered(desk.connection, campaign.id, turn.number + 1)
    attempt = following.attempt if following else 1
    return replace(campaign, turn=turn.number + 1, attempt=attempt)
