"""The deadline in the players' calendars: it moves with what is asked, and goes where nothing is due any more."""

from collections.abc import Callable

import pytest
from sqlalchemy.engine import Engine

from pbem.core.letters import CalendarEntry, Message
from pbem.moderator import players
from pbem.moderator.desk import Desk
from pbem.moderator.gm_turns import adjudicate_now
from pbem.moderator.pauses import end, pause, resume
from pbem.store.tables import CampaignStatus
from tests.moderator import relay
from tests.moderator.tabletop import PLAYERS, Office, hand_in


@pytest.fixture
def office(sqlite_engine: Engine) -> Office:
    office = Office(sqlite_engine)
    office.started()
    return office


def entries(office: Office, kind: str, count: int = len(PLAYERS)) -> list[CalendarEntry]:
    """The entries that the last mails of that kind bear."""
    mails = office.outbox(kind)[-count:]
    found = [Message.from_json(mail.message, "", "").deadline for mail in mails]
    return [entry for entry in found if entry is not None]


def adjudicated(office: Office) -> None:
    with office.desk() as desk:
        adjudicate_now(desk, "tiny-1", "gm")


def told(office: Office) -> list[tuple[str, object, bool]]:
    return [(entry.uid, entry.at, entry.cancelled) for entry in entries(office, "report")]


def test_a_turn_that_ends_early_leaves_no_deadline_behind(office: Office) -> None:
    first = entries(office, "report")
    adjudicated(office)
    second = entries(office, "report")
    assert told(office) == [(entry.uid, office.row().due_at, False) for entry in first]
    assert all(new.sequence > old.sequence for old, new in zip(first, second, strict=True))
    assert len({entry.uid for entry in second}) == len(PLAYERS)


@pytest.mark.parametrize("early", [True, False])
def test_a_game_that_is_over_takes_back_a_deadline_that_has_not_passed(sqlite_engine: Engine, early: bool) -> None:
    office = Office(sqlite_engine)
    due = office.started(options={"goal": 1}).due_at
    last = entries(office, "report")
    assert due is not None
    with office.desk() as desk:
        hand_in(desk, "tiny-1", dict(zip(PLAYERS, ("high", "low"), strict=False)))
    office.now = office.now if early else due
    adjudicated(office)
    assert office.row().status is CampaignStatus.ENDED
    assert told(office) == ([(entry.uid, due, True) for entry in last] if early else [])
    if early:
        assert all(new.sequence > old.sequence for old, new in zip(last, entries(office, "report"), strict=True))


@pytest.mark.parametrize(("stop", "kind"), [(pause, "paused"), (end, "ended")])
def test_a_deadline_that_is_called_off_is_taken_back(
    office: Office, stop: Callable[[Desk, str, str], object], kind: str
) -> None:
    first, due = entries(office, "report"), office.row().due_at
    with office.desk() as desk:
        stop(desk, "tiny-1", "gm")
    gone = entries(office, kind)
    assert [(e.uid, e.at, e.cancelled) for e in gone] == [(e.uid, due, True) for e in first]
    assert all(new.sequence > old.sequence for old, new in zip(first, gone, strict=True))


def test_a_deadline_comes_back_after_a_pause(office: Office) -> None:
    with office.desk() as desk:
        pause(desk, "tiny-1", "gm")
    with office.desk() as desk:
        resume(desk, "tiny-1", "gm")
    gone, back = entries(office, "paused"), entries(office, "resumed")
    assert [(e.uid, e.cancelled) for e in back] == [(e.uid, False) for e in gone]
    assert all(new.sequence > old.sequence for old, new in zip(gone, back, strict=True))


def test_a_player_who_is_replaced_has_no_deadline_any_more(office: Office) -> None:
    with office.desk() as desk:
        players.replace(desk, "tiny-1", "Ann", "zoe@x.test", "gm")
    (gone,), (new,) = entries(office, "replaced", 1), entries(office, "taken-over", 1)
    assert (gone.uid, gone.at, gone.cancelled) == (new.uid, office.row().due_at, True)
    assert not new.cancelled


@pytest.mark.parametrize("sheets", [0, 3])
def test_an_entry_does_not_tell_how_often_others_have_written(sqlite_engine: Engine, sheets: int) -> None:
    house = relay.begun(sqlite_engine)
    first = entries(house.office, "report", 3)
    for number in range(sheets):
        relay.mail(house, "Bob", f"hide {number + 1}")
        relay.tick(house)
    with house.office.desk() as desk:
        pause(desk, "relay-1", "gm")
    assert [entry.sequence for entry in entries(house.office, "paused", 3)] == [e.sequence + 3 for e in first]
