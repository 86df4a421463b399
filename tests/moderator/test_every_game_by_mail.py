"""Every game that keeps orders, played by mail at random: nobody is defaulted unasked, and all of it is verified."""

from datetime import timedelta
from random import Random

import pytest
from sqlalchemy.engine import Engine

from pbem.core.contract import Game, Table
from pbem.core.letters import Verdict
from pbem.core.options import options_to_json, validated
from pbem.core.seating import seat as seat_table
from pbem.moderator import acknowledgement, position, verify
from pbem.report.renderer import Renderer
from pbem.store import turns
from pbem.store.seats import SeatRow
from pbem.store.session import reading
from pbem.store.tables import CampaignStatus
from pbem.store.turns import TurnRow
from tests.games.registered import GAMES
from tests.games.test_every_game import twin
from tests.moderator.letterbox import Letterbox
from tests.moderator.relay import tick
from tests.moderator.tabletop import Office

NAMES = ("Ann", "Bob", "Cleo", "Dora", "Eve", "Finn", "Gus", "Hal")
MOVE_TIME = timedelta(days=2)
IN_TURN = [game for game in GAMES if game.keeps_orders]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("gathered", ["", "daily 18:00"])
@pytest.mark.parametrize("game", IN_TURN, ids=lambda game: game.slug)
def test_a_campaign_at_random(sqlite_engine: Engine, game: Game, gathered: str, seed: int) -> None:
    random = Random(f"{game.slug} {gathered} {seed}")
    drawn, options = twin(game).seating(random)
    players = NAMES[: len(drawn)]
    office = Office(sqlite_engine, renderer=Renderer())
    every_option = {**options_to_json(game.Options()), **options}
    asked = {"game": game.slug, "deadline": "", "move_time": MOVE_TIME, "reports": gathered, "options": every_option}
    campaign = office.started("x-1", players, **asked)
    house = Letterbox(office)
    for _ in range(80):
        if office.row("x-1").status is CampaignStatus.ENDED:
            break
        if random.random() < 0.35:
            house.later(hours=random.randint(1, 40))
        write(house, random.choice(players), random)
        tick(house)
        for letter in [letter for letter, verdict in house.verdicts.items() if verdict is Verdict.NEW]:
            house.handle(letter)
    assert set(house.verdicts.values()) <= {Verdict.ACK, Verdict.ERR, Verdict.NEW}
    assert list(house.verdicts.values()).count(Verdict.NEW) <= 1
    with reading(sqlite_engine) as connection:
        every = list(turns.in_force(connection, campaign.id))
    table = seat_table(game, players, dict(campaign.options))
    assert validated(game, campaign.options) == table.options
    assert len(every) > 1
    for number, turn in enumerate(every[1:], 1):
        for player in turn.given["due"]:
            assert was_asked(house, table, game, every[:number], turn, player), f"{player} in turn {number}"
    with office.desk() as desk:
        assert verify.verify(desk, office.row("x-1")).differences == []


def write(house: Letterbox, player: str, random: Random) -> None:
    """A player mails what a player may write."""
    with house.office.desk() as desk:
        now = position.of(desk, house.office.row("x-1"))
        view = acknowledgement.view_of(now, now.seat(player))
    house.from_player(player, twin(now.game).sheet(now.table, view, random), "x-1")


def was_asked(house: Letterbox, table: Table, game: Game, before: list[TurnRow], turn: TurnRow, player: str) -> bool:
    """Whether the player had a report that asked for what was still open in that turn, at least the move time before it."""

    def question(of: TurnRow) -> tuple[str, int] | None:
        asked = game.awaiting(table, of.state, {}).get(player)
        return (asked.what, asked.step) if asked else None

    since = len(before) - 1
    while since and question(before[since - 1]) == question(before[-1]):
        since -= 1
    asking = {row.id for row in before[since:]}
    seat_id = {row.name: row.id for row in house_seats(house)}[player]
    mails = [row for row in house.office.outbox("report") if row.seat_id == seat_id and row.turn_id in asking]
    in_time = any(turn.adjudicated_at - row.created_at >= MOVE_TIME - timedelta(hours=1) for row in mails)
    return question(before[-1]) is not None and in_time


def house_seats(house: Letterbox) -> tuple[SeatRow, ...]:
    with house.office.desk() as desk:
        return position.of(desk, house.office.row("x-1")).seats
