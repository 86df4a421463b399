"""Two workers over one database: every turn is adjudicated exactly once, and no order is lost between them."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy.engine import Engine

from pbem.moderator import deadline, position
from pbem.moderator.adjudicate import adjudicate
from pbem.moderator.position import Position
from pbem.store import campaigns, seats, turns
from pbem.store.campaigns import Overtaken
from pbem.store.session import reading, transaction
from tests.moderator.tabletop import PLAYERS, Office, hand_in

TURNS = 8


def test_both_see_the_deadline_and_one_adjudicates(engine: Engine) -> None:
    office = Office(engine)
    campaign = office.started(options={"goal": 99})
    for number in range(1, TURNS + 1):
        due_at = office.row().due_at
        assert due_at is not None
        office.now = due_at
        together = Barrier(2)

        def work(together: Barrier = together) -> bool:
            with reading(engine) as connection:
                assert deadline.due(connection, office.now) == [campaign.id]
            together.wait(timeout=20)
            with office.desk() as desk:
                return deadline.carry_out(desk, campaign.id, desk.now) is not None

        with ThreadPoolExecutor(2) as workers:
            done = list(workers.map(lambda _: work(), range(2)))
        assert sorted(done) == [False, True], f"turn {number}"
    with transaction(engine) as connection:
        assert [turn.number for turn in turns.in_force(connection, campaign.id)] == list(range(TURNS + 1))
    assert len(office.outbox("report")) == (TURNS + 1) * len(PLAYERS)


def test_a_sheet_counts_for_one_turn_whichever_comes_first(engine: Engine) -> None:
    office = Office(engine)
    campaign = office.started(options={"goal": 99})
    counted = 0
    for _ in range(TURNS):
        due_at = office.row().due_at
        assert due_at is not None
        office.now = due_at
        together = Barrier(2)

        def adjudicated(together: Barrier = together) -> None:
            together.wait(timeout=20)
            with office.desk() as desk:
                deadline.carry_out(desk, campaign.id, desk.now)

        def handed_in(together: Barrier = together) -> int:
            together.wait(timeout=20)
            with office.desk() as desk:
                hand_in(desk, "tiny-1", {"Ann": "high"})
                return position.named_running(desk, "tiny-1").campaign.turn

        with ThreadPoolExecutor(2) as workers:
            work = workers.submit(adjudicated)
            turn = workers.submit(handed_in).result()
            work.result()
        with transaction(engine) as connection:
            played = turns.numbered(connection, campaign.id, turn)
            if played is None:
                assert seats.of_campaign(connection, campaign.id)[0].filed, "it waits for the turn to come"
            else:
                counted += 1
                assert played.given["filed"]["Ann"], "it was used"
                assert seats.of_campaign(connection, campaign.id)[0].filed == []
    assert 0 <= counted <= TURNS


def test_a_position_that_has_moved_on_is_not_adjudicated(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    campaign = office.started()
    with office.desk() as desk:
        old = position.load(desk, campaign.id)
        campaigns.change(desk.connection, old.campaign, waiting="somebody was here")
    with pytest.raises(Overtaken, match="tiny-1"):
        _adjudicate(office, old)
    assert office.row().turn == 1
    assert len(office.outbox("report")) == 4


def _adjudicate(office: Office, old: Position) -> None:
    with office.desk() as desk:
        adjudicate(desk, old)
