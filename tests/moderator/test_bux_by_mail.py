"""A campaign of bux by mail: standing bids that cost no mail, the answer to a bid, and what nobody is told of others'."""

import re

import pytest
from sqlalchemy.engine import Engine

from pbem.store.seats import of_campaign
from pbem.store.session import reading
from tests.moderator.letterbox import Letterbox
from tests.moderator.relay import DAY, PLAYERS, begun, mail, report, tick, told
from tests.moderator.tabletop import NOON


@pytest.fixture
def house(sqlite_engine: Engine) -> Letterbox:
    """Ann has drawn a lot, and Bob has a standing bid on file."""
    house = begun(sqlite_engine, game="bux", options={"turn_order": "seats"})
    mail(house, "Bob", "standing bid: 35")
    mail(house, "Ann", "draw")
    assert len(tick(house)) == 1
    return house


def test_whose_bid_is_on_file_is_told_until_when_another_may_come(house: Letterbox) -> None:
    answered = (
        "You are asked for: bid. What is on file for you answers it; until play goes on, at the latest Thu 6 Aug 2026"
    )
    forms = {player: "ORDER FORM" in report(house, player) for player in PLAYERS}
    assert forms == {"Ann": True, "Bob": False, "Cleo": True}
    assert [answered in told(report(house, player)) for player in PLAYERS] == [False, True, False]
    status = told(house.answer(mail(house, "Bob", "status")))
    assert "Deadline: Thu 6 Aug 2026" in status
    assert "Asked of you (Bob): bid; what is on file for you answers it." in status
    with reading(house.office.engine) as connection:
        sitting = of_campaign(connection, house.office.row("relay-1").id)
        assert {seat.due_at for seat in sitting} == {NOON + 3 * DAY}


def test_the_auction_goes_on_once_the_last_bid_is_in_and_tells_no_maximum(house: Letterbox) -> None:
    answer = told(house.answer(mail(house, "Cleo", "bid up to 85 chips")))
    assert "bid: 85 (if the others stop at 40 you pay 45 to Ann)" in answer
    assert "Play waits for" not in answer
    assert tick(house) == []
    mail(house, "Ann", "pass")
    (turn,) = tick(house)
    assert next(e for e in turn.advanced.events if e["event"] == "auction")["price"] == 40
    answers = [row.text for row in house.office.outbox() if "cleo" not in row.to]
    for text in [report(house, "Ann"), report(house, "Bob"), *answers]:
        assert not re.search(r"\b85\b", text)
    assert "Cleo buys the lot and pays 40 to Ann." in told(report(house, "Bob"))
    assert "You are asked for" not in told(report(house, "Bob"))


def test_at_the_deadline_only_those_without_a_bid_pass(house: Letterbox) -> None:
    house.later(days=3)
    (turn,) = tick(house)
    assert [e["player"] for e in turn.advanced.events if e["event"] == "nmr"] == ["Ann", "Cleo"]
    assert "Bob buys the lot and pays 5 to Ann." in told(report(house, "Cleo"))
