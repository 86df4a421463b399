"""Whole campaigns of Pitagoras, with random sheets and the real reports, from the creation to the verified end."""

import re
from datetime import timedelta
from random import Random

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pbem.core import scenario
from pbem.core.chance import campaign_seed
from pbem.games import registry
from pbem.moderator import campaigns, deadline, position
from pbem.moderator.campaigns import NewCampaign
from pbem.moderator.start import start
from pbem.moderator.verify import verify
from pbem.report.renderer import Renderer
from pbem.store import campaigns as campaign_rows
from pbem.store import seats, turns
from pbem.store.session import reading
from pbem.store.tables import CampaignStatus, Report, table_of
from tests.games.pitagoras.sheets import seating, sheet
from tests.moderator.tabletop import SECRET, Office, hand_in, sit

MOST_TURNS = 40


def begin(office: Office, random: Random) -> tuple[str, ...]:
    players, options = seating(random)
    asked = NewCampaign(
        "pitagoras", "pit-1", "America/New_York", deadline="Mon, Thu 20:00", options=options, secret=SECRET
    )
    with office.desk() as desk:
        made, _ = campaigns.create(desk, asked, "gm")
        for number, player in enumerate(players):
            seat = sit(desk, made, player, luck=f"four | leaves  {number}")
            assert seat.number == number + 1
        start(desk, campaign_rows.lock(desk.connection, made.id), "gm")
    return players


def play(office: Office, players: tuple[str, ...], random: Random) -> list[dict[str, str]]:
    """Plays to the end, and gives the sheets that counted, turn by turn."""
    played: list[dict[str, str]] = []
    while (campaign := office.row("pit-1")).status is CampaignStatus.RUNNING and len(played) < MOST_TURNS:
        with office.desk() as desk:
            now = position.named_running(desk, "pit-1")
            written = {
                player: sheet(now.table, now.game.view(now.table, now.state, {}, player), random) for player in players
            }
            hand_in(desk, "pit-1", {player: text for player, text in written.items() if text})
        played.append(written)
        assert campaign.due_at is not None
        office.now = campaign.due_at + timedelta(seconds=random.randint(0, 30))
        with office.desk() as desk:
            assert deadline.carry_out(desk, campaign.id, desk.now) is not None
    return played


@pytest.mark.parametrize("seed", range(6))
def test_a_campaign_gives_what_its_scenario_gives_and_verifies(sqlite_engine: Engine, seed: int) -> None:
    random = Random(seed)
    office = Office(sqlite_engine, renderer=Renderer())
    players = begin(office, random)
    played = play(office, players, random)
    with reading(sqlite_engine) as connection:
        campaign = campaign_rows.find(connection, "pit-1")
        assert campaign is not None
        kept = list(turns.in_force(connection, campaign.id))
        words = [seat.luck for seat in seats.of_campaign(connection, campaign.id)]
    document = {
        "game": "pitagoras",
        "players": list(players),
        "options": dict(campaign.options),
        "seed": campaign_seed(SECRET, words),
        "turns": [{"orders": orders} for orders in played],
    }
    resolved = scenario.resolve(scenario.scenario(document), registry.game("pitagoras"))
    assert [turn.events for turn in resolved.turns] == [turn.events for turn in kept[1:]]
    assert resolved.last.state == kept[-1].state
    assert resolved.outcome.finished == (campaign.status is CampaignStatus.ENDED)
    with office.desk() as desk:
        found = verify(desk, position.seen(desk, "pit-1"), secret=SECRET)
    assert found.differences == []
    assert found.turns == len(played) + 1


def test_no_report_tells_a_sheet_or_the_secret_before_the_end(sqlite_engine: Engine) -> None:
    random = Random(11)
    office = Office(sqlite_engine, renderer=Renderer())
    players = begin(office, random)
    marks = {player: f"zz{number}zz" for number, player in enumerate(players)}
    for _ in range(3):
        with office.desk() as desk:
            for player, mark in marks.items():
                text = f"1: jolly or x4 # {mark}\n2: if turn = 99 then -4 else jolly or -2 # {mark}\n{mark} mumbles"
                hand_in(desk, "pit-1", {player: text})
        campaign = office.row("pit-1")
        assert campaign.due_at is not None
        office.now = campaign.due_at
        with office.desk() as desk:
            deadline.carry_out(desk, campaign.id, desk.now)
    with reading(sqlite_engine) as connection:
        names = {seat.id: seat.name for seat in seats.of_campaign(connection, campaign.id)}
        told = connection.execute(sa.select(table_of(Report))).all()
    assert len(told) == 4 * (len(players) + 1)
    for report in told:
        everything = f"{report.subject}\n{report.text}\n{report.html}"
        assert SECRET not in everything
        assert "turn = 99" not in everything or report.seat_id is not None
        for player, mark in marks.items():
            assert mark not in everything or names.get(report.seat_id) == player
        assert all(len(line) <= 78 for line in report.text.split("\n")), report.text
        assert not re.search(r"[\x00-\x08\x0b-\x1f]", report.text)
