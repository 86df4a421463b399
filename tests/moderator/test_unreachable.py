"""Deadlines of seats that no mail reaches: played on, or waited for. Source: mail.md 57."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy.engine import Engine

from pbem.core.letters import Verdict
from pbem.moderator import deadline, players, sending
from pbem.report.renderer import Renderer
from pbem.store import scores
from tests.moderator import relay
from tests.moderator.letterbox import Letterbox
from tests.moderator.tabletop import PLAYERS, Office, address_of, hand_in

ANN = address_of("Ann")


def tick(office: Office, name: str = "tiny-1") -> bool:
    """Whether the deadline that has come was carried out, the inbox having been read just now."""
    with office.desk() as desk:
        return deadline.carry_out(desk, office.row(name).id, desk.now) is not None


def suspend(office: Office, address: str = ANN) -> None:
    with office.desk() as desk:
        assert scores.suspend(desk.connection, address, desk.now)


def at_deadline(office: Office, name: str = "tiny-1", **later: float) -> datetime:
    due_at = office.row(name).due_at
    assert due_at is not None
    office.now = due_at + timedelta(**later)
    return due_at


@pytest.fixture
def office(sqlite_engine: Engine) -> Office:
    office = Office(sqlite_engine, renderer=Renderer())
    office.started(waits_unreachable=True)
    with office.desk() as desk:
        hand_in(desk, "tiny-1", {"Bob": "high", "Cleo": "low"})
    suspend(office)
    return office


def test_row_57_unless_told_otherwise_play_goes_on(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    office.started()
    suspend(office)
    at_deadline(office)
    assert tick(office)
    assert office.row().turn == 2


def test_row_57_the_clock_waits_and_the_gm_is_told_once(office: Office) -> None:
    at_deadline(office)
    for minutes in (0, 9, 2, 60):
        office.later(minutes=minutes)
        assert not tick(office)
    assert (office.row().turn, office.row().waiting) == (1, "mail comes back from Ann")
    (note,) = office.outbox("gm-note")
    said = " ".join(note.text.split())
    assert "and it waits: mail comes back from Ann." in said
    assert "`pbem outbox resume ADDRESS`" in said


def test_row_57_while_it_waits_orders_count(office: Office) -> None:
    at_deadline(office)
    tick(office)
    post = Letterbox(office)
    post.later(hours=3)
    assert post.verdicts[post.from_player("Bob", "low")] is Verdict.ACK
    assert post.on_file("Bob") == ["call: low"]
    assert post.verdicts[post.from_player("Ann", "high")] is Verdict.ACK
    assert post.on_file("Ann") == ["call: high"]


def test_row_57_a_seat_whose_orders_are_there_is_not_waited_for(office: Office) -> None:
    with office.desk() as desk:
        hand_in(desk, "tiny-1", {"Ann": "low"})
    at_deadline(office)
    assert tick(office)


def test_row_57_one_address_that_takes_mail_is_enough(office: Office) -> None:
    with office.desk() as desk:
        players.add_address(desk, "tiny-1", "Ann", "ann@work.test", "boss")
    at_deadline(office)
    assert tick(office)


@pytest.mark.parametrize("by", ["resume", "replace"])
def test_row_57_when_mail_goes_there_again_all_who_are_missing_have_time_anew(office: Office, by: str) -> None:
    due_at = at_deadline(office)
    tick(office)
    office.later(days=1)
    with office.desk() as desk:
        if by == "resume":
            sending.resume_address(desk, "boss", ANN)
        else:
            players.replace(desk, "tiny-1", "Ann", "eve@players.test", "boss")
    assert not tick(office)
    row = office.row()
    assert (row.turn, row.waiting, row.due_at) == (1, "", due_at + timedelta(days=7))
    told = {mail.to for mail in office.outbox("deadline_moved")} | {mail.to for mail in office.outbox("deadline-moved")}
    assert told == {*(address_of(player) for player in PLAYERS[1:]), ANN if by == "resume" else "eve@players.test"}
    post = Letterbox(office)
    assert post.on_file("Bob") == ["call: high"]
    assert post.verdicts[post.from_player("Dora", "high")] is Verdict.ACK
    at_deadline(office)
    assert tick(office)


def test_row_57_in_a_game_of_turns_only_its_own_clock_waits(sqlite_engine: Engine) -> None:
    house = relay.hidden(relay.begun(sqlite_engine, waits_unreachable=True))
    office = house.office
    suspend(office, address_of("Bob"))
    at_deadline(office, "relay-1")
    assert len(relay.tick(house)) == 1  # Ann's, who was to play
    at_deadline(office, "relay-1", minutes=1)
    assert relay.tick(house) == []
    assert office.row("relay-1").waiting == "mail comes back from Bob"
    with office.desk() as desk:
        sending.resume_address(desk, "boss", address_of("Bob"))
    assert relay.tick(house) == []
    assert relay.seat(house, "Bob").due_at == office.now + 3 * relay.DAY
    at_deadline(office, "relay-1")
    assert len(relay.tick(house)) == 1
