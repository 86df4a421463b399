"""Starting a campaign: the table is closed, the dice are fixed, and everybody gets turn 1's with an order form."""

from dataclasses import replace

import pbem.games.registry as registry
from pbem.core.contract import Audience
from pbem.core.errors import Failed
from pbem.moderator import decisions, gm_notes, reporting
from pbem.moderator.desk import Desk
from pbem.moderator.position import Position, chance_of, require, table_of
from pbem.store import audit, campaigns, seats, turns
from pbem.store.campaigns import CampaignRow
from pbem.store.tables import CampaignStatus


def start(desk: Desk, campaign: CampaignRow, who: str) -> Position:
    """Starts a campaign that is locked: turn 0 is written and reported, and turn 1 is to be played.

    Raises Failed, saying what to do, for a campaign that has been started or has too few players.
    """
    require(campaign, CampaignStatus.SIGNUP)
    sitting = tuple(seats.of_campaign(desk.connection, campaign.id))
    if len(sitting) < campaign.min_players:
        raise Failed(
            f"campaign {campaign.name} has {_count(len(sitting))} and needs {campaign.min_players}; "
            "wait for more, or seat them with `pbem player add`"
        )
    game = registry.game(campaign.game)
    table = table_of(game, campaign, sitting)
    chance = chance_of(campaign, sitting)
    try:
        state, events = game.start(table, chance)
    except ValueError as refused:
        raise Failed(f"campaign {campaign.name} cannot start: {refused}") from refused
    turn_id = turns.append(
        desk.connection,
        campaign_id=campaign.id,
        number=0,
        attempt=1,
        rules_version=campaign.rules_version,
        adjudicated_at=desk.now,
        state=state,
        events=events,
        chance=dict(chance.drawn),
        public_view=game.view(table, state, {}, Audience.PUBLIC),
    )
    running = replace(campaign, status=CampaignStatus.RUNNING, turn=1, attempt=1, started_at=desk.now)
    position = Position(running, sitting, game, table, 0, state, dict.fromkeys(table.players, ()))
    position = decisions.after_turn(position, desk.now, desk.now)
    seats.keep(desk.connection, position.seats)
    position = replace(position, campaign=campaigns.write(desk.connection, campaign, position.campaign))
    reporting.send_reports(desk, turn_id, reporting.Told(position, events, {}), asked_anew=True)
    audit.note(desk.connection, who, "campaign start", now=desk.now, campaign_id=campaign.id)
    return position


def start_if_full(desk: Desk, campaign: CampaignRow) -> Position | None:
    """Starts a campaign that is locked, if its table has filled and it begins by itself; None if not. The GM is told.

    None, too, where the game cannot be played by so many with these options: that is the GM's, and no letter's.
    """
    if campaign.status is not CampaignStatus.SIGNUP or not campaign.start_when_full:
        return None
    if len(seats.of_campaign(desk.connection, campaign.id)) < campaign.max_players:
        return None
    try:
        position = start(desk, campaign, audit.SERVICE)
    except Failed as refused:
        gm_notes.note(
            desk,
            f"not started:{campaign.id}",
            f"{campaign.name} cannot start",
            [f"The table is full, but {refused}.", "Make another campaign for these players, and end this one."],
            campaign=campaign.name,
        )
        return None
    gm_notes.note(
        desk,
        f"started:{campaign.id}",
        f"{campaign.name} has started",
        [f"The table is full, with {' and '.join(position.table.players)}; everybody has been sent the start."],
        campaign=campaign.name,
    )
    return position


def _count(players: int) -> str:
    return f"{players} player{'' if players == 1 else 's'}"
