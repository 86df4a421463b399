"""What is due: a deadline carried out once the inbox has been read, and a turn that can end before it."""

from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy.engine import Connection

from pbem.moderator import decisions, gm_notes, position, rulings, unreachable
from pbem.moderator.adjudicate import Adjudicated, resolve
from pbem.moderator.desk import Desk
from pbem.store import campaigns, letters
from pbem.store.campaigns import CampaignRow
from pbem.store.tables import CampaignStatus

PATIENCE = timedelta(minutes=10)
"""How long a deadline waits for the inbox before the GM hears of it: a poll or two may fail, and it may be just about to come."""

LONGEST_REASON = 300
"""Characters: what a campaign's row holds."""

NOT_READ = "the inbox has not been read since the deadline"
NOT_HANDLED = "letters from before the deadline are still being read"


def due(connection: Connection, now: datetime) -> list[int]:
    """The campaigns whose deadline has come, the longest overdue first."""
    return campaigns.due(connection, now)


def in_time(campaign: CampaignRow, received_at: datetime) -> bool:
    """Whether what was received at that instant (by the server's time) counts for the turn being played, however late it is
    read: before the deadline's second. Source: design.md, Time."""
    return campaign.due_at is None or received_at < campaign.due_at


def carry_out(desk: Desk, campaign_id: int, inbox_read_at: datetime | None) -> Adjudicated | None:
    """Adjudicates the turn in which somebody's time has run out. None where nothing was due any more, or where it waits.

    It waits until every source of letters has been read once since the deadline (`inbox_read_at`: when the last complete reading
    of them all began, None for never) and all that came before it has been handled: nobody goes NMR because of us. It also waits
    for a seat that no mail reaches, where the campaign wants that. The GM hears of a deadline that waits once. A turn with points
    to rule on then waits for the GM's rulings. Where those whose time it was have all answered, or the step waits for somebody
    else's time too, the next deadline is set instead.
    """
    campaign = campaigns.lock(desk.connection, campaign_id)
    if campaign.status is not CampaignStatus.RUNNING:
        return None
    if campaign.rule_by is not None:
        return _after_rulings(desk, campaign, campaign.rule_by, inbox_read_at)
    if campaign.due_at is None or campaign.due_at > desk.now:
        return None
    reason = ""
    if inbox_read_at is None or inbox_read_at < campaign.due_at:
        reason = NOT_READ
    elif letters.any_pending(desk.connection, campaign.due_at, campaign_id=campaign_id):
        reason = NOT_HANDLED
    if reason:
        _wait(desk, campaign, reason)
        return None
    now = position.of(desk, campaign)
    reason = unreachable.why_to_wait(desk, now)
    if reason:
        _wait(desk, campaign, reason)
        return None
    if unreachable.is_waited_for(campaign) and unreachable.give_time(desk, now):
        return None
    due = decisions.out_of_time(now)
    if decisions.anybody_waited_for(now, due) or now.game.ready(now.table, now.state, now.filed):
        done = resolve(desk, now, due=due)
        if done.moves:
            return rulings.carry_out(desk, campaign, done)
    later = decisions.with_first_deadline(now, after=campaign.due_at)
    campaigns.write(desk.connection, campaign, later.campaign)
    return None


def carry_out_early(desk: Desk, campaign_id: int) -> Adjudicated | None:
    """Adjudicates a turn before its deadline, where the campaign wants that and it takes nothing from anybody awaited; else None,
    and the campaign is not looked at again until more orders come.

    While a letter waits to be read it is put off: it may hold what its writer would rather have played.
    """
    campaign = campaigns.lock(desk.connection, campaign_id)
    if campaign.status is not CampaignStatus.RUNNING or not campaign.look or campaign.rule_by is not None:
        return None
    now = position.of(desk, replace(campaign, look=False))
    if in_time(campaign, desk.now):
        if campaign.early:
            if letters.any_pending(desk.connection, campaign_id=campaign_id):
                return None
            if now.game.ready(now.table, now.state, now.filed):
                done = resolve(desk, now, due=frozenset())
                if done.moves:
                    return rulings.carry_out(desk, campaign, replace(done, before=replace(now, campaign=campaign)))
        if now.game.keeps_orders:
            now = decisions.with_first_deadline(now)
    campaigns.write(desk.connection, campaign, now.campaign)
    return None


def _after_rulings(
    desk: Desk, campaign: CampaignRow, rule_by: datetime, inbox_read_at: datetime | None
) -> Adjudicated | None:
    """Writes the turn that waits for rulings once the time for them is over, and what the GM has mailed has been read."""
    if desk.now < rule_by:
        return None
    if inbox_read_at is None or inbox_read_at < rule_by or letters.any_pending(desk.connection, rule_by):
        return None
    return rulings.finish(desk, campaign)


def set_back(desk: Desk, campaign_id: int, error: str) -> None:
    """Notes that adjudicating failed by a fault of the program, whose transaction was rolled back; the GM hears of it once a turn
    and deadline."""
    campaign = campaigns.lock(desk.connection, campaign_id)
    if campaign.status is not CampaignStatus.RUNNING:
        return
    reason = f"the program failed: {error}"[:LONGEST_REASON]
    if campaign.waiting != reason:
        campaign = campaigns.change(desk.connection, campaign, waiting=reason)
    gm_notes.note(
        desk,
        f"fault:{_this_deadline(campaign)}",
        f"turn {campaign.turn} could not be adjudicated",
        [
            f"Turn {campaign.turn} could not be adjudicated: {reason}.",
            "Nothing was changed and nobody is taken for missing. It is tried again from time to time; if that does not help, "
            "report the fault, or pause the campaign.",
        ],
        campaign=campaign.name,
    )


def _wait(desk: Desk, campaign: CampaignRow, reason: str) -> None:
    """Notes why a due deadline is not carried out; once our patience is over the GM is told, once for that deadline."""
    if campaign.waiting != reason:
        campaigns.change(desk.connection, campaign, waiting=reason)
    if campaign.due_at is None or desk.now < campaign.due_at + PATIENCE:
        return
    gm_notes.note(
        desk,
        f"waiting:{_this_deadline(campaign)}",
        f"the deadline of turn {campaign.turn} waits",
        [
            f"The deadline of turn {campaign.turn} was {position.shown_deadline(campaign)}, and it waits: {reason}.",
            f"Nobody is taken for missing. {_what_ends_it(campaign, reason)} `pbem turn adjudicate {campaign.name}` adjudicates "
            "it at once, with what is on file.",
        ],
        campaign=campaign.name,
    )


def _what_ends_it(campaign: CampaignRow, reason: str) -> str:
    if reason in (NOT_READ, NOT_HANDLED):
        return "The turn is adjudicated as soon as the reason is gone;"
    return (
        "When the address is right again, `pbem outbox resume ADDRESS` lets mail go there, and all whose orders are missing have "
        f"time anew; `pbem player replace {campaign.name}` gives the seat to somebody else;"
    )


def _this_deadline(campaign: CampaignRow) -> str:
    due_at = campaign.due_at.isoformat() if campaign.due_at else ""
    return f"{campaign.id}:{campaign.turn}:{campaign.attempt}:{campaign.due_sequence}:{due_at}"
