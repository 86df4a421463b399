"""For whom a demo waits: it must be those of whom something can still come, or a visitor who skips waits for ever."""

import io
from pathlib import Path

from rich.console import Console
from sqlalchemy.engine import Engine

from pbem.demo.bux import BuxScript
from pbem.demo.play import Demo
from pbem.demo.screen import Screen
from pbem.demo.script import CAMPAIGN
from pbem.moderator import adjudicate, campaigns, position
from pbem.moderator.start import start
from pbem.store import campaigns as rows
from pbem.store import people, seats
from tests.moderator.tabletop import Office, hand_in
from tests.service.house import office_of


def test_a_standing_bid_is_not_waited_for(sqlite_engine: Engine, tmp_path: Path) -> None:
    """In the auction Bob's standing bid has answered what he is asked; a deadline is set for him all the same."""
    house = Office(sqlite_engine)
    script = BuxScript()
    with house.desk() as desk:
        campaign, _ = campaigns.create(desk, script.campaign, "demo")
        for player in script.cast:
            seat = seats.create(desk.connection, campaign.id, player.name, "", desk.now)
            person = people.register(desk.connection, player.address, player.name, desk.now)
            seats.add_member(desk.connection, seat.id, person, desk.now)
        start(desk, rows.lock(desk.connection, campaign.id), "demo")
    with house.desk() as desk:
        hand_in(desk, CAMPAIGN, {"Ann": "move: draw", "Bob": "standing bid: 25"})
        adjudicate.adjudicate(desk, position.named_running(desk, CAMPAIGN))
    demo = Demo(Screen(Console(file=io.StringIO())), tmp_path, script)
    demo.office = office_of(house)
    with house.desk() as desk:
        assert all(seat.due_at is not None for seat in position.named_running(desk, CAMPAIGN).seats)
    assert demo.waited_for() == {"Ann", "Cleo"}
