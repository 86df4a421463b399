"""What a tick does: due campaigns each in their own transaction, in peace from each other."""

from datetime import timedelta

import pytest
from sqlalchemy.engine import Engine

from pbem.moderator import deadline
from pbem.moderator.adjudicate import Adjudicated
from pbem.moderator.desk import Desk
from pbem.service.rounds import FAULT_RESTS, Rounds
from pbem.store import campaigns
from pbem.store.campaigns import Overtaken
from pbem.store.session import reading
from tests.moderator.tabletop import Office, hand_in
from tests.service.house import office_of


@pytest.fixture
def house(engine: Engine) -> Office:
    return Office(engine)


@pytest.fixture
def rounds(house: Office) -> Rounds:
    return Rounds(office_of(house))


def turns(house: Office) -> dict[str, int]:
    """How many turns each campaign has behind it."""
    with reading(house.engine) as connection:
        return {row.name: row.turn - 1 for row in campaigns.listed(connection)}


def at_the_deadline(house: Office, *names: str) -> None:
    for name in names:
        house.started(name)
    due_at = house.row(names[0]).due_at
    assert due_at
    house.now = due_at


def test_every_due_campaign_is_adjudicated_once(house: Office, rounds: Rounds) -> None:
    at_the_deadline(house, "tiny-1", "tiny-2")
    assert rounds.waits_for_inbox(None)
    assert rounds.carry_out(house.now) == 2
    assert rounds.carry_out(house.now) == 0
    assert turns(house) == {"tiny-1": 1, "tiny-2": 1}
    assert not rounds.waits_for_inbox(house.now)


def test_nothing_is_adjudicated_while_the_inbox_was_not_read(house: Office, rounds: Rounds) -> None:
    at_the_deadline(house, "tiny-1")
    read_at = house.now - timedelta(seconds=1)
    assert rounds.waits_for_inbox(read_at)
    assert rounds.carry_out(read_at) == rounds.carry_out(None) == 0
    assert house.row().waiting == deadline.NOT_READ
    assert rounds.carry_out(house.now) == 1


def test_a_turn_ends_early_and_a_reminder_goes(house: Office, rounds: Rounds) -> None:
    house.started("early", ("Ann", "Bob"), early=True)
    with house.desk() as desk:
        hand_in(desk, "early", {"Ann": "high", "Bob": "low"})
    assert rounds.carry_out(None) == 1
    assert turns(house) == {"early": 1}
    remind_at = house.row("early").remind_at
    assert remind_at
    house.now = remind_at
    rounds.carry_out(None)
    assert [row.to for row in house.outbox("reminder")] == ["ann@players.test", "bob@players.test"]


@pytest.mark.expects_log("a campaign could not go on")
def test_a_fault_in_one_campaign_leaves_the_others_alone(
    house: Office, rounds: Rounds, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_the_deadline(house, "bad", "good")
    bad = house.row("bad").id
    carry_out = deadline.carry_out
    tries = []

    def failing(desk: Desk, campaign: int, read_at: object) -> Adjudicated | None:
        if campaign == bad:
            tries.append(house.now)
            raise KeyError("x")
        return carry_out(desk, campaign, house.now)

    monkeypatch.setattr(deadline, "carry_out", failing)
    rounds.carry_out(house.now)
    rounds.carry_out(house.now)
    assert turns(house) == {"bad": 0, "good": 1}
    assert house.row("bad").waiting == "the program failed: KeyError: 'x'"
    assert len(tries) == 1
    house.now += FAULT_RESTS
    monkeypatch.setattr(deadline, "carry_out", carry_out)
    rounds.carry_out(house.now)
    assert turns(house) == {"bad": 1, "good": 1}


def test_being_overtaken_is_no_fault(house: Office, rounds: Rounds, monkeypatch: pytest.MonkeyPatch) -> None:
    at_the_deadline(house, "tiny-1")
    carry_out = deadline.carry_out

    def overtaken(desk: Desk, campaign: int, read_at: object) -> Adjudicated | None:
        raise Overtaken("campaign tiny-1")

    monkeypatch.setattr(deadline, "carry_out", overtaken)
    assert rounds.carry_out(house.now) == 0
    assert house.row().waiting == ""
    monkeypatch.setattr(deadline, "carry_out", carry_out)
    assert rounds.carry_out(house.now) == 1


def test_a_service_that_is_stopping_begins_nothing(house: Office, rounds: Rounds) -> None:
    at_the_deadline(house, "tiny-1")
    rounds.stopping = lambda: True
    assert rounds.carry_out(house.now) == 0
