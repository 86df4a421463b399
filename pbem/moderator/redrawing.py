"""Pictures of a report that goes out again long after it was made, which have been cleared since: drawn from its turn again."""

from collections.abc import Collection

import pbem.games.registry as registry
from pbem.core.sheets import orders_from_json
from pbem.moderator import position
from pbem.moderator.desk import Desk
from pbem.store import campaigns, outbox, pictures, seats, turns


def faded(desk: Desk, limit: int) -> list[int]:
    """The mails that are due, of at most `limit`, and wait for pictures that have been cleared; by their ids."""
    due = (mail.id for mail in outbox.due(desk.connection, desk.now, limit))
    return [mail_id for mail_id in due if _cleared(desk, mail_id)]


def draw_again(desk: Desk, mail_id: int) -> int:
    """Has the cleared pictures of a mail drawn from its turn, and gives how many are left out, as drawn otherwise now."""
    cleared = _cleared(desk, mail_id)
    told = outbox.told(desk.connection, mail_id)
    drawings = _drawings(desk, *told, cleared) if told else {}
    pictures.renew(desk.connection, drawings, desk.now)
    return leave_out(desk, mail_id)


def leave_out(desk: Desk, mail_id: int) -> int:
    """Lets a mail go without those of its pictures that are cleared, and gives how many these are."""
    cleared = _cleared(desk, mail_id)
    pictures.give_up(desk.connection, cleared, desk.now)
    return len(cleared)


def _cleared(desk: Desk, mail_id: int) -> list[str]:
    shown = pictures.shown_in(desk.connection, outbox.message_of(desk.connection, mail_id).html)
    return [row.cid for row in shown if row.is_cleared]


def _drawings(desk: Desk, turn_id: int, seat_id: int, wanted: Collection[str]) -> dict[str, str]:
    """Those of the wanted pictures, by their Content-IDs, that the game draws for a seat of what a turn left."""
    turn = turns.get(desk.connection, turn_id)
    campaign = campaigns.get(desk.connection, turn.campaign_id)
    sitting = tuple(seats.of_campaign(desk.connection, campaign.id))
    game = registry.game(campaign.game)
    table = position.table_of(game, campaign, sitting)
    name = next(seat.name for seat in sitting if seat.id == seat_id)
    filed = {seat: orders_from_json(rows) for seat, rows in turn.filed.items()}
    drawn = game.pictures(table, game.view(table, turn.state, filed, name))
    return {picture.cid: picture.svg for picture in drawn if picture.mailed and picture.cid in wanted}
