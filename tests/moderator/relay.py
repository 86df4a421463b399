"""Campaigns of Relay by mail, for tests: the house, its players' mails, and one look at all that is due."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy.engine import Engine

from pbem.moderator import deadline, gathered, position, reminders
from pbem.moderator.adjudicate import Adjudicated
from pbem.report.renderer import Renderer
from pbem.store import campaigns, reports, seats
from pbem.store.seats import SeatRow
from pbem.store.session import reading
from tests.moderator.letterbox import Letterbox
from tests.moderator.tabletop import Office

PLAYERS = ("Ann", "Bob", "Cleo")
DAY = timedelta(days=1)


def begun(engine: Engine, players: Sequence[str] = PLAYERS, **asked: Any) -> Letterbox:
    office = Office(engine, renderer=Renderer())
    office.started("relay-1", players, **{"game": "relay", "deadline": "", "move_time": 3 * DAY, **asked})
    return Letterbox(office)


def mail(house: Letterbox, player: str, text: str, **how: Any) -> int:
    return house.from_player(player, text, "relay-1", **how)


def tick(house: Letterbox) -> list[Adjudicated]:
    """One look at all that is due, the inbox having been read just now."""
    office, done = house.office, []
    with office.desk() as desk:
        due = deadline.due(desk.connection, desk.now)
        early = [campaign for campaign in campaigns.to_look_at(desk.connection) if campaign not in due]
    for campaign in due:
        with office.desk() as desk:
            done.append(deadline.carry_out(desk, campaign, desk.now))
    for campaign in early:
        with office.desk() as desk:
            done.append(deadline.carry_out_early(desk, campaign))
    with office.desk() as desk:
        for campaign in gathered.due(desk.connection, desk.now):
            gathered.report(desk, campaign)
        for campaign in reminders.due(desk.connection, desk.now):
            reminders.remind(desk, campaign)
    return [turn for turn in done if turn]


def seat(house: Letterbox, player: str) -> SeatRow:
    with reading(house.office.engine) as connection:
        (found,) = [s for s in seats.of_campaign(connection, house.office.row("relay-1").id) if s.name == player]
    return found


def hand(house: Letterbox, player: str) -> list[int]:
    with house.office.desk() as desk:
        cards: list[int] = position.of(desk, house.office.row("relay-1")).state["hands"][player]
    return cards


def reported(house: Letterbox, player: str) -> list[int]:
    """The turns of which that player has been sent a report."""
    with reading(house.office.engine) as connection:
        every = reports.of_seat(connection, house.office.row("relay-1").id, seat(house, player).id)
    return [number for number, _ in every]


def report(house: Letterbox, player: str) -> str:
    """The player's last report."""
    with reading(house.office.engine) as connection:
        return reports.latest_text(connection, house.office.row("relay-1").id, seat(house, player).id)


def hidden(house: Letterbox) -> Letterbox:
    """The house once everybody has hidden a number, and Ann is to play."""
    for number, player in enumerate(PLAYERS, 3):
        mail(house, player, f"hide {number}")
    assert len(tick(house)) == 1
    return house


def told(text: str) -> str:
    return " ".join(text.split())
