"""Mail loops: our service against itself and against machines without a mark of one. Source: mail.md, Threats, Tests 6."""

import shutil
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.mail.write import Letterhead
from pbem.moderator.start import start
from pbem.report.renderer import Renderer
from pbem.store import campaigns, people, seats
from pbem.store.session import connect
from tests.moderator.letterbox import Letterbox
from tests.moderator.outside_robots import (
    Robot,
    Side,
    Wire,
    as_it_is,
    autoresponder,
    correspond,
    exchange,
    forwarder,
    guesser,
    ticket_system,
    without_marks,
    without_tokens,
)
from tests.moderator.tabletop import HOUSE, Office, address_of

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ANN = address_of("Ann")
STRANGER = "zoe@x.test"


def side_of(post: Letterbox) -> Side:
    return Side(post, Letterhead(post.office.house.address, "instance"))


def kinds(side: Side) -> Counter[str]:
    return Counter(one.kind for one in side.sent)


@pytest.mark.parametrize("orders", ["", "high"], ids=["no orders", "orders"])
@pytest.mark.parametrize(
    ("robot", "most"),
    [(autoresponder(ANN), 3), (forwarder(ANN), 3), (ticket_system(ANN), 10)],
    ids=["away", "back", "ticket"],
)
def test_threat_12_a_player_s_machine_that_answers_every_mail_is_answered_no_more(
    post: Letterbox, robot: Robot, most: int, orders: str
) -> None:
    side = side_of(post)
    if orders:
        post.from_player("Ann", orders)
    exchange(side, ANN, robot, DAY)
    assert sum(kinds(side).values()) - kinds(side)["report"] <= most + 2 * bool(orders)
    assert side.sent[-1].at < post.office.now - timedelta(hours=23), "it has been silent since"
    assert len(post.office.outbox("gm-note")) == 1, "the GM hears of it once"
    assert post.on_file("Ann") == (["call: high"] if orders else [])


@pytest.mark.parametrize("robot", [autoresponder(STRANGER), forwarder(STRANGER), ticket_system(STRANGER)])
def test_a_strangers_machine_is_answered_within_its_cap(post: Letterbox, robot: Robot) -> None:
    side = side_of(post)
    post.mail("rules", STRANGER)
    exchange(side, STRANGER, robot, DAY)
    assert 1 <= len(side.sent) <= post.office.house.stranger_answers_a_day


def test_even_what_orders_without_end_is_answered_within_the_caps(post: Letterbox) -> None:
    """Nothing tells it from a person but how much it writes; its orders count, and the last answer tells all."""
    side = side_of(post)
    exchange(side, ANN, guesser(ANN), 2 * DAY)
    assert side.most_within(HOUR) == post.office.house.answers_an_hour
    assert side.most_within(DAY) == post.office.house.answers_a_day


def test_errors_over_the_cap_end_and_orders_are_answered_still(post: Letterbox) -> None:
    for number in range(12):
        letter = post.from_player("Ann", f"whatever {number}")
    assert post.answers(letter) == []
    (note,) = post.office.outbox("gm-note")
    assert "letter 11" in note.text
    assert len(post.answers(post.from_player("Ann", "high"))) == 1


@pytest.mark.parametrize(("wire", "most"), [(as_it_is, 0), (without_marks, 3), (without_tokens, 3)])
@pytest.mark.parametrize("game", ["tiny", "pitagoras", "glitches"])
def test_threat_12_two_services_fall_silent(
    blank_sqlite: Path, tmp_path: Path, game: str, wire: Wire, most: int
) -> None:
    one, other = (
        playing(blank_sqlite, tmp_path / f"{name}.sqlite3", game, f"gm@{name}.test", f"gm@{player}.test")
        for name, player in (("a", "b"), ("b", "a"))
    )
    correspond(one, other, wire, 3 * HOUR)
    for side in (one, other):
        assert kinds(side)["report"] == 1
        assert sum(kinds(side).values()) - 1 <= most
        assert not side.post.verdicts or len(set(side.post.verdicts.values())) == 1


def playing(blank: Path, file: Path, game: str, address: str, player: str) -> Side:
    """A house at that address with a campaign in which that player has a seat."""
    shutil.copyfile(blank, file)
    office = Office(
        connect(f"sqlite:///{file}", synchronous="OFF"), house=replace(HOUSE, address=address), renderer=Renderer()
    )
    made = office.campaign("c-1", ("Bob",), game=game)
    with office.desk() as desk:
        seat = seats.create(desk.connection, made.id, "Ann", "luck", desk.now)
        seats.add_member(desk.connection, seat.id, people.register(desk.connection, player, "Ann", desk.now), desk.now)
        start(desk, campaigns.lock(desk.connection, made.id), "gm")
    return Side(Letterbox(office), Letterhead(address, file.stem))
