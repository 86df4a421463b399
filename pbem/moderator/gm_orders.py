"""Orders that the GM sets for a seat: read as the player's own would be, logged, and told to the player."""

from dataclasses import dataclass

from pbem.core.errors import Unusable
from pbem.core.sheets import Order, Problem, Sheet
from pbem.moderator import acknowledgement, circular, orders, position
from pbem.moderator.commands.options import choices_of, nothing_listed
from pbem.moderator.desk import Desk
from pbem.moderator.orders import Came
from pbem.moderator.position import Position
from pbem.store import audit, seats
from pbem.store.seats import SeatRow
from pbem.store.tables import CampaignStatus


@dataclass(frozen=True, slots=True)
class OnFile:
    """What a seat has on file. `lines`: in canonical form with the game's remarks; `notes`: remarks that belong to no line."""

    campaign: str
    turn: int
    seat: str
    orders: tuple[Order, ...]
    lines: tuple[str, ...]
    notes: tuple[str, ...]
    revision: int


def show_orders(desk: Desk, name: str, player: str | None = None) -> list[OnFile]:
    """What is on file in a campaign that has begun, for the GM alone: of one player, or of all in seat order."""
    campaign = position.seen(desk, name)
    position.require(campaign, CampaignStatus.RUNNING, CampaignStatus.PAUSED, CampaignStatus.ENDED)
    now = position.of(desk, campaign)
    wanted = now.seats if player is None else (now.seat(player),)
    return [_on_file(now, seat, now.filed[seat.name]) for seat in wanted]


def options(desk: Desk, name: str, player: str) -> tuple[list[str], str]:
    """The legal choices of a player in a campaign that is being played, best first; and a sentence in their place where there
    are none."""
    now = position.of(desk, position.being_played(desk, name))
    seat = now.seat(player)
    lines = choices_of(now, acknowledgement.view_of(now, seat))
    return lines, "" if lines else nothing_listed(now, seat.name)


def set_orders(desk: Desk, name: str, player: str, text: str, who: str) -> tuple[OnFile, tuple[Problem, ...]]:
    """Puts a sheet of the GM's on file for a player, and gives what is then on file, with the sheet's warnings.

    Raises Unusable for a sheet with an error, of which nothing is then used, and for one without an order.
    """
    now = position.of(desk, position.named(desk, name, CampaignStatus.RUNNING, CampaignStatus.PAUSED))
    campaign, seat = now.campaign, now.seat(player)
    position.refuse_begun(campaign)
    view = now.game.view(now.table, now.state, now.filed, seat.name)
    sheet = now.game.read(now.table, view, text, campaign.turn - 1)
    _refuse_errors(sheet)
    taken = orders.take(desk, now, seat, Came(text, sheet, None, desk.now, campaign.turn - 1))
    revision = seat.revision + 1
    after = _on_file(now, seat, taken.filed, revision)
    audit.note(
        desk.connection,
        who,
        "orders set",
        now=desk.now,
        campaign_id=campaign.id,
        seat_id=seat.id,
        turn=campaign.turn,
        revision=revision,
        text=text,
    )
    to = seats.recipients_of(desk.connection, seat)
    circular.tell(
        desk,
        campaign,
        "orders_set",
        f"{seat.id}:{revision}",
        {"lines": after.lines, "notes": after.notes, "turn": campaign.turn, "receipt": taken.receipt},
        to=to,
    )
    return after, sheet.problems


def _on_file(now: Position, seat: SeatRow, filed: tuple[Order, ...], revision: int | None = None) -> OnFile:
    view = now.game.view(now.table, now.state, {**now.filed, seat.name: filed}, seat.name)
    forecast = now.game.forecast(now.table, view, filed)
    campaign = now.campaign
    shown = seat.revision if revision is None else revision
    return OnFile(campaign.name, campaign.turn, seat.name, filed, forecast.lines, forecast.notes, shown)


def _refuse_errors(sheet: Sheet) -> None:
    errors = [problem for problem in sheet.problems if not problem.is_warning]
    if errors:
        first = errors[0]
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        raise Unusable(f"line {first.line}, column {first.column}: {first.message}{more}; nothing was set")
    if not sheet.orders:
        raise Unusable("the sheet holds no order; write one a line, such as the report's form asks for")
