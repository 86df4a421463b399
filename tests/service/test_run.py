"""The service whole, with sources, a clerk and a server of the tests: one round, and running until it is stopped."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy.engine import Engine

from pbem.core.errors import Failed
from pbem.core.letters import Fate, Handover
from pbem.mail.source import Batch, from_pipe
from pbem.moderator import deadline
from pbem.service.run import Service
from pbem.store import leases, letters
from pbem.store.session import reading
from pbem.store.tables import OutboxState
from tests.moderator import tabletop
from tests.moderator.post_room import Server
from tests.service.house import office_of
from tests.service.post_in import Box, Clerk

SOON = 20.0
"""Seconds to wait for what comes at once; only a failing test waits so long."""


@pytest.fixture
def house(engine: Engine) -> tabletop.Office:
    return tabletop.Office(engine)


def at_the_deadline(house: tabletop.Office) -> None:
    due_at = house.started().due_at
    assert due_at
    house.now = due_at


def test_one_round_reads_then_adjudicates_then_sends(house: tabletop.Office, tmp_path: Path) -> None:
    at_the_deadline(house)
    box, clerk, server = Box(), Clerk(), Server()
    box.lay("orders", house.now)
    Service(office_of(house), [[box]], server, clerk).once()
    assert clerk.handled == ["orders"]
    assert box.filed == ["1"]
    assert box.closed
    assert house.row().turn == 2
    assert {row.state for row in house.outbox()} == {OutboxState.SENT}
    assert len(server.taken) == len(house.outbox())
    with reading(house.engine) as connection:
        assert leases.held(connection) == []


def test_without_a_mailbox_what_a_mail_server_hands_over_is_played(house: tabletop.Office) -> None:
    at_the_deadline(house)
    office, clerk, server = office_of(house), Clerk(), Server()
    with house.desk() as desk:
        letters.add(desk.connection, [from_pipe(b"Subject: orders\n\nhigh", desk.now)], desk.now)
    Service(office, [], server, clerk).once()
    assert clerk.handled == ["orders"]
    assert house.row().turn == 2
    assert len(server.taken) == len(house.outbox())


@pytest.mark.expects_log("cannot be read")
def test_while_the_mail_cannot_be_read_the_deadline_waits_and_mails_go(house: tabletop.Office) -> None:
    at_the_deadline(house)
    box, server = Box(away="no answer"), Server()
    box.lay("orders", house.now)
    service = Service(office_of(house), [[box]], server, Clerk())
    with pytest.raises(Failed, match="not all mail could be read, so deadlines wait"):
        service.once()
    assert house.row().turn == 1
    assert house.row().waiting == deadline.NOT_READ
    assert server.taken
    box.away = ""
    service.once()
    assert house.row().turn == 2


@pytest.mark.expects_log("not sent")
def test_while_no_mail_can_be_sent_turns_go_on_and_the_mails_wait(house: tabletop.Office) -> None:
    at_the_deadline(house)
    service = Service(office_of(house), [[Box()]], Server(Fate.AWAY), Clerk())
    with pytest.raises(Failed, match="mails could not be sent"):
        service.once()
    assert house.row().turn == 2
    assert OutboxState.SENT not in {row.state for row in house.outbox()}
    house.later(minutes=2)
    service.once()
    assert {row.state for row in house.outbox()} == {OutboxState.SENT}


class Told(Server):
    """Says when it has taken a mail."""

    def __init__(self) -> None:
        super().__init__()
        self.came = threading.Semaphore(0)

    def hand_over(
        self, content: bytes, return_path: str, recipient: str, before_data: Callable[[], bool]
    ) -> Handover | None:
        handover = super().hand_over(content, return_path, recipient, before_data)
        self.came.release()
        return handover


def test_a_letter_is_answered_while_the_service_runs_and_stopping_ends_every_thread(house: tabletop.Office) -> None:
    box, clerk, server = Box(), Clerk(), Told()
    box.lay("one", house.now)
    before = threading.active_count()
    service = Service(office_of(house, limits={"tick": 60}), [[box]], server, clerk)
    running = threading.Thread(target=service.run)
    running.start()
    assert server.came.acquire(timeout=SOON)
    box.lay("two", house.now)
    box.poke()
    assert server.came.acquire(timeout=SOON)
    service.stop()
    running.join(SOON)
    assert not running.is_alive()
    assert threading.active_count() == before
    assert clerk.handled == ["one", "two"]
    assert box.closed


@pytest.mark.expects_log("the program failed")
def test_a_fault_ends_no_thread(house: tabletop.Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.service.run.AFTER_FAULT", 0.0)

    class Broken(Box):
        times = 0

        def poll(self, uidvalidity: int, uid: int) -> Iterator[Batch]:
            self.times += 1
            if self.times == 1:
                raise KeyError("x")
            return super().poll(uidvalidity, uid)

    box, server = Broken(), Told()
    box.lay("one", house.now)
    box.poke()
    service = Service(office_of(house, limits={"tick": 60}), [[box]], server, Clerk())
    running = threading.Thread(target=service.run)
    running.start()
    assert server.came.acquire(timeout=SOON)
    service.stop()
    running.join(SOON)
    assert not running.is_alive()


@pytest.mark.expects_log("the program failed to write the archive")
def test_a_fault_in_the_archive_stops_no_play(
    house: tabletop.Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []

    def fail(site: object) -> int:
        tries.append(site)
        raise KeyError("x")

    monkeypatch.setattr("pbem.archive.site.Site.catch_up", fail)
    at_the_deadline(house)
    box, server = Box(), Server()
    service = Service(office_of(house, archive={"folder": str(tmp_path / "site")}), [[box]], server, Clerk())
    service.once()
    sent = len(server.taken)
    house.later(days=7)
    box.lay("late", house.now)
    service.once()
    assert house.row().turn == 3
    assert len(server.taken) > sent
    assert len(tries) == 1


def test_the_archive_follows_the_turns(house: tabletop.Office, tmp_path: Path) -> None:
    at_the_deadline(house)
    service = Service(office_of(house, archive={"folder": str(tmp_path / "site")}), [[Box()]], Server(), Clerk())
    service.once()
    assert (tmp_path / "site" / "index.html").exists()
