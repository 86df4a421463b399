"""A campaign paused, resumed, or ended by its GM, and a deadline that the GM moves; the players are told each time."""

from dataclasses import replace
from datetime import datetime

from pbem.core.errors import Failed, Unusable
from pbem.core.times import show
from pbem.moderator import circular, position
from pbem.moderator.adjudicate import next_deadline, with_deadline, write_campaign
from pbem.moderator.desk import Desk
from pbem.store import audit
from pbem.store.campaigns import CampaignRow
from pbem.store.tables import CampaignStatus


def pause(desk: Desk, name: str, who: str, why: str = "") -> CampaignRow:
    """Stops the clock of a running campaign: there is no deadline until it is resumed; what is on file stays.

    `why`: a sentence of the GM's for the players. Raises Failed for a campaign that is not running.
    """
    campaign = position.named(desk, name, CampaignStatus.RUNNING)
    paused = replace(campaign, status=CampaignStatus.PAUSED, due_at=None, remind_at=None, waiting="")
    return _done(desk, campaign, paused, "paused", who, why)


def resume(desk: Desk, name: str, who: str, why: str = "") -> CampaignRow:
    """Lets a paused campaign go on: its next deadline is that of a report sent now. Raises Failed where it is not paused."""
    campaign = position.named(desk, name)
    if campaign.status is not CampaignStatus.PAUSED:
        raise Failed(f"campaign {campaign.name} is not paused")
    running = replace(campaign, status=CampaignStatus.RUNNING, look=campaign.early)
    running = with_deadline(running, next_deadline(campaign, desk.now), desk.now)
    return _done(desk, campaign, running, "resumed", who, why, calendar=True)


def end(desk: Desk, name: str, who: str, why: str = "") -> CampaignRow:
    """Ends a campaign for ever, whether it has begun or not; its secret is told. Raises Failed for one that has ended."""
    campaign = position.named(desk, name, CampaignStatus.SIGNUP, CampaignStatus.RUNNING, CampaignStatus.PAUSED)
    ended = replace(
        campaign,
        status=CampaignStatus.ENDED,
        ended_at=desk.now,
        due_at=None,
        remind_at=None,
        look=False,
        waiting="",
    )
    scores: dict[str, int] = {}
    if campaign.turn:
        now = position.of(desk, campaign)
        scores = now.game.outcome(now.table, now.state).scores
    return _done(desk, campaign, ended, "ended", who, why, scores=scores)


def move_deadline(desk: Desk, name: str, due_at: datetime, who: str, why: str = "") -> CampaignRow:
    """Moves the deadline of the turn being played; the schedule goes on from there. Everybody is told, with the calendar's entry
    moved, and is reminded of the new one.

    Raises Failed for a campaign that is not running, Unusable for an instant (aware) that has passed.
    """
    campaign = position.named(desk, name, CampaignStatus.RUNNING)
    if due_at <= desk.now:
        shown = show(due_at, position.zone_of(campaign))
        raise Unusable(f"{shown} has passed; give a time to come, or adjudicate with `pbem turn adjudicate {name}`")
    before = position.shown_deadline(campaign)
    moved = with_deadline(campaign, due_at, desk.now)
    return _done(desk, campaign, moved, "deadline_moved", who, why, calendar=True, before=before)


def _done(
    desk: Desk,
    old: CampaignRow,
    new: CampaignRow,
    template: str,
    who: str,
    why: str,
    *,
    calendar: bool = False,
    **context: object,
) -> CampaignRow:
    """Writes the change, tells the players by that template, and logs it."""
    written = write_campaign(desk, old, new)
    circular.tell(
        desk, written, template, f"{written.id}:{written.version}", {"why": why, **context}, calendar=calendar
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
