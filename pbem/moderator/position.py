"""A campaign as it stands: its rows, its game, the table, the state, and what every seat has on file."""

from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

import pbem.games.registry as registry
from pbem.core.chance import Chance, campaign_seed
from pbem.core.contract import Asked, Game, Table
from pbem.core.errors import Failed
from pbem.core.options import validated
from pbem.core.sheets import Order, orders_from_json
from pbem.core.times import show
from pbem.moderator.desk import Desk
from pbem.store import campaigns, seats, turns
from pbem.store.campaigns import CampaignRow
from pbem.store.seats import SeatRow
from pbem.store.tables import CampaignStatus


@dataclass(frozen=True, slots=True)
class Position:
    """A campaign after its start. `number`: of the last turn adjudicated, 0 for the start; `state`: what it left."""

    campaign: CampaignRow
    seats: tuple[SeatRow, ...]
    game: Game
    table: Table
    number: int
    state: dict[str, Any]
    filed: dict[str, tuple[Order, ...]]

    @property
    def awaited(self) -> dict[str, Asked]:
        """What is asked of which seat now, in seat order, with what is on file."""
        return self.game.awaiting(self.table, self.state, self.filed)

    @property
    def questions(self) -> dict[str, Asked]:
        """What the state asks of which seat, in seat order, whether it has been answered by what is on file or not."""
        return self.game.awaiting(self.table, self.state, {})

    def seat(self, name: str) -> SeatRow:
        """The seat of that name, whatever its case. Raises Failed, with the names there are, where there is none."""
        return seat_named(self.campaign, self.seats, name)


def load(desk: Desk, campaign_id: int) -> Position:
    """The campaign as it stands, locked until the transaction ends. Raises LookupError before its start."""
    return of(desk, campaigns.lock(desk.connection, campaign_id))


def of(desk: Desk, campaign: CampaignRow) -> Position:
    """The position of a campaign that has been read. Raises LookupError before its start."""
    sitting = tuple(seats.of_campaign(desk.connection, campaign.id))
    number, state = turns.latest_state(desk.connection, campaign.id)
    game = registry.game(campaign.game)
    filed = {seat.name: orders_from_json(seat.filed) for seat in sitting}
    return Position(campaign, sitting, game, table_of(game, campaign, sitting), number, state, filed)


def table_of(game: Game, campaign: CampaignRow, sitting: tuple[SeatRow, ...]) -> Table:
    """The table of a campaign: its seats in order, and the options, decks and rules that it began with."""
    options = validated(game, campaign.options)
    return Table(tuple(seat.name for seat in sitting), options, campaign.decks, campaign.rules_version)


def chance_of(campaign: CampaignRow, sitting: tuple[SeatRow, ...]) -> Chance:
    """The campaign's dice. Source: chance.md, Commit and reveal."""
    return Chance(campaign_seed(campaign.secret, [seat.luck for seat in sitting]))


def zone_of(campaign: CampaignRow) -> ZoneInfo:
    """The zone in which the campaign's deadlines are shown."""
    return ZoneInfo(campaign.timezone)


def shown_deadline(campaign: CampaignRow, seat: SeatRow | None = None) -> str:
    """The present deadline as players are shown it, in the campaign's zone and in UTC: a seat's own, or the first of all; empty
    where there is none."""
    due_at = campaign.due_at if seat is None else seat.due_at
    return show(due_at, zone_of(campaign)) if due_at else ""


def seen(desk: Desk, name: str) -> CampaignRow:
    """The campaign of that name, to be looked at. Raises Failed, in one sentence, where there is none."""
    found = campaigns.find(desk.connection, name)
    if found is None:
        raise Failed(f"there is no campaign {name!r}; `pbem campaign list` shows those there are")
    return found


def being_played(desk: Desk, name: str) -> CampaignRow:
    """The same, of one that is being played or paused. Raises Failed for any other."""
    campaign = seen(desk, name)
    require(campaign, CampaignStatus.RUNNING, CampaignStatus.PAUSED)
    return campaign


def named(desk: Desk, name: str, *wanted: CampaignStatus) -> CampaignRow:
    """The same, locked until the transaction ends. Raises Failed, saying what to do, where its status is none of these."""
    campaign = campaigns.lock(desk.connection, seen(desk, name).id)
    require(campaign, *wanted)
    return campaign


def named_running(desk: Desk, name: str) -> Position:
    """The position of a campaign that is being played, locked. Raises Failed for any other."""
    return of(desk, named(desk, name, CampaignStatus.RUNNING))


def refuse_begun(campaign: CampaignRow) -> None:
    """Raises Failed, saying what to do, while a turn that has been begun waits for the GM's rulings."""
    if campaign.rule_by is not None:
        raise Failed(
            f"turn {campaign.turn} of {campaign.name} has been begun and waits for your rulings; give them with `pbem turn "
            f"rule`, or let the defaults stand with `pbem turn adjudicate {campaign.name}`, and then try again"
        )


def shown_rule_by(campaign: CampaignRow) -> str:
    """Until when the turn that has been begun waits for the GM's rulings, as people are shown it; empty where none does."""
    return show(campaign.rule_by, zone_of(campaign)) if campaign.rule_by else ""


def shown_report_at(campaign: CampaignRow) -> str:
    """When the next gathered reports go out, as people are shown it; empty where none are to go out, and in a pause."""
    running = campaign.status is CampaignStatus.RUNNING
    return show(campaign.report_at, zone_of(campaign)) if campaign.report_at and running else ""


def require(campaign: CampaignRow, *wanted: CampaignStatus) -> None:
    """Raises Failed, saying what to do, unless the campaign has one of these statuses, or none is asked for."""
    if not wanted or campaign.status in wanted:
        return
    if wanted == (CampaignStatus.SIGNUP,):
        done = "has ended" if campaign.status is CampaignStatus.ENDED else "has been started already"
        raise Failed(f"campaign {campaign.name} {done}")
    said = {
        CampaignStatus.SIGNUP: f"campaign {campaign.name} has not been started; `pbem campaign start` starts it",
        CampaignStatus.RUNNING: f"campaign {campaign.name} is running already",
        CampaignStatus.PAUSED: f"campaign {campaign.name} is paused; `pbem campaign resume` lets it go on",
        CampaignStatus.ENDED: f"campaign {campaign.name} has ended, and nothing of it can be changed",
    }
    raise Failed(said[campaign.status])


def seat_named(campaign: CampaignRow, sitting: tuple[SeatRow, ...], name: str) -> SeatRow:
    """The seat of that name, whatever its case. Raises Failed, with the names there are, where there is none."""
    wanted = name.strip().casefold()
    for seat in sitting:
        if seat.name.casefold() == wanted:
            return seat
    there = ", ".join(seat.name for seat in sitting) or "nobody yet"
    raise Failed(f"campaign {campaign.name} has no player {name!r}; it has {there}")
