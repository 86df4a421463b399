"""The post that comes in: kept, handled once in the order of receipt, filed away; trouble with one letter or one server."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from sqlalchemy.engine import Engine

from pbem.core.letters import Verdict
from pbem.moderator.desk import Desk
from pbem.service import postbag
from pbem.service.holder import end_leases_of_the_dead, holder_name
from pbem.service.postbag import LEASE, PATIENCE, Postbag
from pbem.service.wiring import Office
from pbem.store import leases, letters
from pbem.store.campaigns import Overtaken
from pbem.store.session import transaction
from tests.moderator import tabletop
from tests.service.house import office_of
from tests.service.post_in import Box, Clerk


@dataclass
class Room:
    """A house, its mailbox and its clerk."""

    house: tabletop.Office
    box: Box
    clerk: Clerk

    @property
    def postbag(self) -> Postbag:
        """As after a start of the program."""
        return Postbag(office_of(self.house), [self.box], self.clerk, holder_name())

    def lay(self, *texts: str) -> None:
        for text in texts:
            self.box.lay(text, self.house.later(seconds=1))

    def round(self, postbag: Postbag | None = None) -> None:
        bag = postbag or self.postbag
        with transaction(self.house.engine) as connection:
            end_leases_of_the_dead(connection, bag.holder)
        bag.collect()
        bag.handle()
        bag.file_away()

    def verdicts(self) -> list[Verdict]:
        with transaction(self.house.engine) as connection:
            return [row.verdict for row in reversed(letters.listed(connection))]

    def notes(self) -> list[str]:
        return [row.message["subject"] for row in self.house.outbox("gm-note")]


@pytest.fixture
def room(sqlite_engine: Engine) -> Room:
    return Room(tabletop.Office(sqlite_engine), Box(), Clerk())


def test_letters_are_handled_once_in_the_order_of_their_receipt_and_filed_away(room: Room) -> None:
    room.lay("one", "two", "three", "four", "five")
    room.box.mails[0], room.box.mails[4] = room.box.mails[4], room.box.mails[0]
    room.round()
    room.round()
    assert room.clerk.handled == ["one", "two", "three", "four", "five"]
    assert (room.box.mails, sorted(room.box.filed)) == ([], ["1", "2", "3", "4", "5"])


def test_letters_too_large_to_be_read_together_are_handled_in_their_place(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.lay("one", "two", "three")
    monkeypatch.setattr(postbag, "SMALL", len(room.box.mails[0].content))
    room.round()
    assert room.clerk.handled == ["one", "two", "three"]
    assert room.verdicts() == [Verdict.ACK] * 3


@pytest.mark.expects_log("cannot be read")
def test_a_source_counts_as_read_from_when_its_reading_began(room: Room) -> None:
    bag = room.postbag
    assert bag.read_at() is None
    began = room.house.now
    assert bag.collect()
    assert bag.read_at() == began
    room.house.later(minutes=1)
    room.box.away = "no answer"
    assert not bag.collect()
    assert bag.read_at() == began


def test_all_sources_must_have_been_read(room: Room) -> None:
    other = Box("other")
    bag = Postbag(office_of(room.house), [room.box, other], room.clerk, "me")
    assert bag.collect()
    first = room.house.now
    room.house.later(minutes=1)
    Postbag(office_of(room.house), [other], room.clerk, "me").collect()
    assert bag.read_at() == first


@pytest.mark.expects_log("cannot be read")
def test_the_gm_hears_of_a_server_that_stays_away_once_each_time(room: Room) -> None:
    bag = room.postbag
    for times in (1, 2):
        room.box.away = "the mail server mail.test:993 failed: no answer"
        bag.collect()
        assert len(room.notes()) == times - 1
        for _ in range(2):
            room.house.later(seconds=PATIENCE.total_seconds())
            bag.collect()
        assert room.notes() == ["[pbem] the mail cannot be read"] * times
        room.box.away = ""
        assert bag.collect()
    assert "Deadlines wait" in room.house.outbox("gm-note")[0].text


@pytest.mark.expects_log("could not be handled", "is set aside")
def test_a_poison_letter_is_set_aside_after_three_tries_and_blocks_nobody(room: Room) -> None:
    room.clerk.cannot_bear["poison"] = KeyError("x")
    room.lay("one", "poison", "three")
    room.round()
    assert room.clerk.handled == ["one", "three"]
    assert room.verdicts() == [Verdict.ACK, Verdict.NEW, Verdict.ACK]
    room.round()
    room.round()
    assert room.verdicts() == [Verdict.ACK, Verdict.QUAR, Verdict.ACK]
    assert room.box.mails == []


def test_being_overtaken_is_not_the_letters_fault(room: Room) -> None:
    room.clerk.cannot_bear["one"] = Overtaken("campaign tiny-1")
    room.lay("one")
    for _ in range(5):
        room.round()
    assert room.verdicts() == [Verdict.NEW]
    room.clerk.cannot_bear.clear()
    room.round()
    assert room.clerk.handled == ["one"]


@pytest.mark.expects_log("could not be filed away", "cannot be read")
def test_filing_away_is_done_later_where_it_fails(room: Room) -> None:
    room.lay("one")
    bag = room.postbag
    bag.collect()
    bag.handle()
    room.box.away = "no answer"
    bag.file_away()
    assert room.box.filed == []
    bag.collect()
    room.box.away = ""
    room.round(bag)
    assert room.box.filed == ["1"]


def test_a_source_is_one_process_alone(room: Room) -> None:
    mine, yours = room.postbag, room.postbag
    mine.holder, yours.holder = "there:1:a", "there:2:b"
    assert mine.collect()
    assert not yours.collect()
    room.house.later(seconds=LEASE.total_seconds())
    assert yours.collect()
    assert not mine.collect()


def test_the_leases_of_dead_processes_of_this_machine_end(room: Room) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    host, _, mark = holder_name().split(":")
    holders = {
        "dead": f"{host}:{dead.pid}:{mark}",
        "before us": f"{host}:{os.getpid()}:0000",
        "alive": f"{host}:{os.getppid()}:{mark}",
        "elsewhere": f"elsewhere:{dead.pid}:{mark}",
    }
    with transaction(room.house.engine) as connection:
        for name, holder in holders.items():
            assert leases.take(connection, name, holder, room.house.now, LEASE)
        assert end_leases_of_the_dead(connection, holder_name()) == ["before us", "dead"]
        assert [name for name, _ in leases.held(connection)] == ["alive", "elsewhere"]


class Died(BaseException):
    """The process ends here."""


class MortalOffice(Office):
    """Dies before or after its commit number `last`, counted in halves."""

    halves = 0
    last = -1

    def _count(self) -> None:
        if type(self).halves == type(self).last:
            raise Died
        type(self).halves += 1

    @contextmanager
    def at_desk(self) -> Iterator[Desk]:
        with super().at_desk() as desk:
            yield desk
            self._count()
        self._count()


def mortal(office: Office, last: int) -> Office:
    MortalOffice.halves, MortalOffice.last = 0, last
    return MortalOffice(
        office.settings, office.engine, office.house, office.secret, office.instance, office.renderer, office.now
    )


HALVES = 18
"""Nine transactions: the lease, two batches, the end of the reading, the first tries, one for each letter, the filing."""


@pytest.mark.parametrize("last", range(HALVES + 1))
def test_a_death_at_any_commit_loses_no_letter_and_takes_none_twice(room: Room, last: int) -> None:
    room.lay("one", "two", "three")
    bag = room.postbag
    bag.office = mortal(bag.office, last)
    died = False
    try:
        bag.collect()
        bag.handle()
        bag.file_away()
    except Died:
        died = True
    assert died is (last < HALVES)
    MortalOffice.last = -1
    room.round()
    room.round()
    assert room.verdicts() == [Verdict.ACK] * 3
    assert sorted(room.notes()) == ["[pbem] one", "[pbem] three", "[pbem] two"]
    assert sorted(room.box.filed) == ["1", "2", "3"]


@pytest.mark.expects_log("is set aside")
def test_a_letter_that_stops_the_program_thrice_is_set_aside_and_its_neighbours_are_not(room: Room) -> None:
    room.lay("one", "poison", "three")
    room.clerk.cannot_bear["poison"] = Died()
    for _ in range(3):
        with pytest.raises(Died):
            room.round()
    room.round()
    assert room.verdicts() == [Verdict.ACK, Verdict.QUAR, Verdict.ACK]
    assert room.clerk.handled == ["one", "three"]
