"""Turns withdrawn and played again."""

import pytest
from sqlalchemy.engine import Engine

from pbem.core.errors import Failed, Unusable
from pbem.moderator import pauses, position
from pbem.moderator.rollback import roll_back
from pbem.moderator.verify import verify
from pbem.store import audit, reports, seats, turns
from tests.moderator.tabletop import Office
from tests.moderator.test_verify import close_turn, played, read, write


def test_withdrawn_turns_are_played_again(engine: Engine) -> None:
    office = played(engine, turns=4)
    campaign = office.row()
    with office.desk() as desk:
        third = turns.numbered(desk.connection, campaign.id, 3)
        second = turns.numbered(desk.connection, campaign.id, 2)
        assert third is not None
        assert second is not None
        again = roll_back(desk, "tiny-1", 3, "gm", "A wrong ruling.")
        assert (again.turn, again.attempt) == (3, 2)
        assert again.due_at is not None
        assert again.due_at > office.now
        now = position.of(desk, again)
        assert (now.number, now.state) == (2, second.state)
        sitting = seats.of_campaign(desk.connection, campaign.id)
        assert {seat.name: seat.filed for seat in sitting} == third.given["filed"]
        assert [seat.name for seat in sitting if seat.wrote] == third.given["wrote"]
        entry = audit.entries(desk.connection, campaign_id=campaign.id)[0]
        assert (entry.action, entry.detail["turns"]) == ("turn rollback", [3, 4])
    mails = office.outbox("rolled-back")
    assert len(mails) == 4
    assert "withdrawn turns 3 to 4 of tiny-1" in mails[0].text.replace("\n", " ")
    assert "A wrong ruling." in mails[0].text
    write(office, "Cleo", "low")
    close_turn(office)
    assert "takes the place of that one" in public_report(office)
    close_turn(office)
    close_turn(office)
    with office.desk() as desk:
        kept = [(turn.number, turn.attempt) for turn in turns.in_force(desk.connection, campaign.id)]
        assert kept == [(0, 1), (1, 1), (2, 1), (3, 2), (4, 2), (5, 2)]
        redone = turns.numbered(desk.connection, campaign.id, 3)
        assert redone is not None
        assert redone.chance == third.chance, "the same label falls the same again"
        assert verify(desk, position.seen(desk, "tiny-1"), read).differences == []


def public_report(office: Office) -> str:
    """The public report of the last turn."""
    with office.desk() as desk:
        last = turns.latest(desk.connection, position.seen(desk, "tiny-1").id)
        assert last is not None
        public = reports.of_turn(desk.connection, last.id, None)
    assert public is not None
    return public.text


def test_what_cannot_be_withdrawn(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    office.started()
    with office.desk() as desk, pytest.raises(Failed, match="no turn yet"):
        roll_back(desk, "tiny-1", 1, "gm")
    close_turn(office)
    for number in (0, 2, -1):
        with office.desk() as desk, pytest.raises(Unusable, match="withdraw one from 1 to 1"):
            roll_back(desk, "tiny-1", number, "gm")
    with office.desk() as desk:
        pauses.end(desk, "tiny-1", "gm")
        with pytest.raises(Failed, match="has ended"):
            roll_back(desk, "tiny-1", 1, "gm")


def test_a_paused_campaign_stays_paused(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    office.started()
    close_turn(office)
    with office.desk() as desk:
        pauses.pause(desk, "tiny-1", "gm")
        again = roll_back(desk, "tiny-1", 1, "gm")
    assert (again.status.value, again.turn, again.due_at) == ("paused", 1, None)
