"""The program dies at each step of sending and is started again: every mail arrives, and twice only where nobody could know."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes

import pytest
from sqlalchemy.engine import Engine

from pbem.core.letters import Fate, Handover
from pbem.moderator import sending
from pbem.moderator.desk import Desk
from pbem.service.delivery import send_due
from pbem.store.tables import OutboxState
from tests.moderator.post_room import PostRoom, Server

PLAYERS = [f"p{number}@d{number}.example" for number in range(4)]


class Died(BaseException):
    """The process ends here."""


class Steps:
    """Counts the steps of a round, and dies at one of them."""

    def __init__(self, last: int) -> None:
        self.left = last

    def step(self) -> None:
        if self.left == 0:
            raise Died
        self.left -= 1


class MortalRoom(PostRoom):
    """Dies before or after a commit."""

    steps: Steps

    @contextmanager
    def at_desk(self) -> Iterator[Desk]:
        with super().at_desk() as desk:
            yield desk
            self.steps.step()
        self.steps.step()


class MortalServer(Server):
    """Dies before the mail is offered, before its content goes, or when it has been taken."""

    def __init__(self, steps: Steps, taken: list[tuple[str, bytes]]) -> None:
        super().__init__()
        self.steps = steps
        self.taken = taken

    def hand_over(
        self, content: bytes, return_path: str, recipient: str, before_data: Callable[[], bool]
    ) -> Handover | None:
        self.steps.step()
        if not before_data():
            return None
        self.steps.step()
        self.taken.append((recipient, content))
        self.steps.step()
        return Handover(Fate.TAKEN)


def steps_of_a_round() -> range:
    """Two for the first and the last transaction each, and for each mail three at the server and two for each transaction."""
    return range(2 + len(PLAYERS) * (3 + 2 * 2) + 2 + 1)


@pytest.mark.parametrize("last", steps_of_a_round())
def test_a_mail_is_never_lost_and_doubled_only_in_doubt(sqlite_engine: Engine, last: int) -> None:
    room = MortalRoom(sqlite_engine)
    room.steps = Steps(-1)
    for number, address in enumerate(PLAYERS):
        room.write(address, f"k{number}")
    taken: list[tuple[str, bytes]] = []
    room.steps = Steps(last)
    died = False
    try:
        send_due(room, MortalServer(room.steps, taken), 100)
    except Died:
        died = True
    assert died is (last < len(steps_of_a_round()) - 1)
    room.steps = Steps(-1)
    begun = [row.to for row in room.rows() if row.state is OutboxState.SENDING]
    assert len(begun) <= 1
    send_due(room, MortalServer(room.steps, taken), 100)
    room.now += sending.SENDING_TIME
    send_due(room, MortalServer(room.steps, taken), 100)
    counted = Counter(to for to, _ in taken)
    assert set(counted) == set(PLAYERS)
    assert all(count == 1 or (count == 2 and to in begun) for to, count in counted.items())
    assert {message_from_bytes(content)["Message-ID"] for _, content in taken} == {
        row.message_id for row in room.rows()
    }
    assert set(room.states()) == {OutboxState.SENT}
    assert {row.unknowns for row in room.rows() if row.to in begun} <= {1}


def test_two_senders_at_once_send_nothing_twice(sqlite_engine: Engine) -> None:
    room = PostRoom(sqlite_engine)
    for number, address in enumerate(PLAYERS):
        room.write(address, f"k{number}")
    other = Server()

    class Overtaken(Server):
        """Another sender has done the round before this one comes to its first mail."""

        def hand_over(
            self, content: bytes, return_path: str, recipient: str, before_data: Callable[[], bool]
        ) -> Handover | None:
            send_due(room, other, 100)
            return super().hand_over(content, return_path, recipient, before_data)

    mine = Overtaken()
    assert not send_due(room, mine, 100)
    assert mine.taken == []
    assert [to for to, _ in other.taken] == PLAYERS
