"""A campaign paused, resumed, or ended by its GM; the players are told each time."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from pbem.core.errors import Failed
from pbem.moderator import circular, decisions, gathered, position
from pbem.moderator.adjudicate import ended
from pbem.moderator.desk import Desk
from pbem.store import audit, campaigns, seats
from pbem.store.campaigns import CampaignRow
from pbem.store.tables import CampaignStatus


def pause(desk: Desk, name: str, who: str, why: str = "") -> CampaignRow:
    """Stops the clock of a running campaign: there is no deadline until it is resumed; what is on file stays.

    `why`: a sentence of the GM's for the players. Raises Failed for a campaign that is not running.
    """
    campaign = position.named(desk, name, CampaignStatus.RUNNING)
    position.refuse_begun(campaign)
    called_off = _deadlines(desk, campaign)
    paused = decisions.stopped(position.of(desk, replace(campaign, status=CampaignStatus.PAUSED)))
    seats.keep(desk.connection, paused.seats)
    return _done(desk, campaign, paused.campaign, "paused", who, why, called_off=called_off)


def resume(desk: Desk, name: str, who: str, why: str = "") -> CampaignRow:
    """Lets a paused campaign go on: the deadlines are those of a report sent now. Raises Failed where it is not paused."""
    campaign = position.named(desk, name)
    if campaign.status is not CampaignStatus.PAUSED:
        raise Failed(f"campaign {campaign.name} is not paused")
    running = replace(campaign, status=CampaignStatus.RUNNING, look=campaign.early)
    resumed = decisions.restarted(position.of(desk, running), desk.now)
    seats.keep(desk.connection, resumed.seats)
    return _done(desk, campaign, resumed.campaign, "resumed", who, why, calendar=True)


def end(desk: Desk, name: str, who: str, why: str = "") -> CampaignRow:
    """Ends a campaign for ever, whether it has begun or not; its secret is told, and what reports had still to tell.

    Raises Failed for one that has ended.
    """
    campaign = position.named(desk, name, CampaignStatus.SIGNUP, CampaignStatus.RUNNING, CampaignStatus.PAUSED)
    over, called_off = ended(campaign, desk.now), _deadlines(desk, campaign)
    scores: dict[str, int] = {}
    if campaign.turn:
        now = position.of(desk, campaign)
        scores = now.game.outcome(now.table, now.state).scores
        sitting = tuple(map(decisions.ask_nothing, now.seats))
        seats.keep(desk.connection, sitting)
        if campaign.reports:
            gathered.send(desk, replace(now, campaign=over, seats=sitting))
    return _done(desk, campaign, over, "ended", who, why, called_off=called_off, scores=scores)


def _deadlines(desk: Desk, campaign: CampaignRow) -> dict[int, datetime | None]:
    """The deadlines that the seats have, by their ids."""
    return {seat.id: seat.due_at for seat in seats.of_campaign(desk.connection, campaign.id)}


def _done(
    desk: Desk,
    old: CampaignRow,
    new: CampaignRow,
    template: str,
    who: str,
    why: str,
    *,
    calendar: bool = False,
    called_off: Mapping[int, datetime | None] | None = None,
    **context: object,
) -> CampaignRow:
    """Writes the change, tells the players by that template, and logs it."""
    written = campaigns.write(desk.connection, old, new)
    circular.tell(
        desk,
        written,
        template,
        f"{written.id}:{written.version}",
        {"why": why, **context},
        calendar=calendar,
        called_off=called_off,
    )
    audit.note(
        desk.connection,
        who,
        f"campaign {template.replace('_', ' ')}",
        now=desk.now,
        campaign_id=written.id,
        turn=written.turn,
        due_at=written.due_at.isoformat() if written.due_at else None,
        why=why,
    )
    return written
