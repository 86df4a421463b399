"""What comes back is scored, told and never answered; what is forged suspends nobody easily. Source: mail.md 57, 58, Threats."""

from itertools import count

import pytest
from sqlalchemy.engine import Engine

from pbem.core.letters import Raw, Verdict
from pbem.mail.read import read_letter
from pbem.moderator import intake, sending
from pbem.store import letters
from pbem.store.tables import OutboxState
from tests.mail.test_bounces import SHAPES
from tests.moderator.post_room import ANN, GM, PostRoom

_UIDS = count(1)


@pytest.fixture
def room(sqlite_engine: Engine) -> PostRoom:
    room = PostRoom(sqlite_engine)
    room.register(ANN)
    return room


def taken_in(room: PostRoom, content: str) -> Verdict:
    """A mail comes in and is handled."""
    raw = Raw("inbox", 1, str(next(_UIDS)), content.replace("\n", "\r\n").encode(), room.now)
    with room.at_desk() as desk:
        letters.add(desk.connection, [raw], desk.now)
        (letter_id,) = letters.pending(desk.connection)
        return intake.handle(desk, letter_id, read_letter(raw.content, room.now))


def shape(name: str, key: str, message_id: str = "<r3@pbem.test>") -> str:
    """A mail of `bounces.toml` about a mail of ours."""
    mail: str = SHAPES[name]["mail"]
    return mail.replace("gm+b-0123@pbem.test", f"games+b-{key}@example.org").replace("<r3@pbem.test>", message_id)


def is_suspended(room: PostRoom) -> bool:
    """Whether a further mail to Ann is held."""
    room.write(key=f"further-{next(_UIDS)}")
    with room.at_desk() as desk:
        sending.ready(desk, 100)
    return room.rows(to=ANN)[-1].state is OutboxState.HELD


def points(kind: str) -> int:
    return {"permanent": 2, "temporary": 1}.get(kind, 0)


@pytest.mark.parametrize("name", SHAPES)
def test_each_shape_counts_by_what_it_says_and_is_never_answered(room: PostRoom, name: str) -> None:
    needed = -(-room.house.bounce_score // points(SHAPES[name]["kind"])) if points(SHAPES[name]["kind"]) else 0
    for number in range(needed or 8):
        assert not is_suspended(room)
        room.write(key=f"report-{number}")
        row = room.rows(to=ANN)[-1]
        assert taken_in(room, shape(name, row.bounce_key, row.message_id)) is Verdict.IGN
    assert is_suspended(room) == bool(needed)
    assert {row.to for row in room.rows()} <= {ANN, GM}
    assert any("outbox resume" in row.text for row in room.rows(to=GM)) == bool(needed)


def test_guessed_return_paths_suspend_nobody(room: PostRoom) -> None:
    room.write()
    for number in range(20):
        taken_in(room, shape("postfix_unknown_user", f"{number:032x}", f"<{number}@example.org>"))
    assert not is_suspended(room)


def test_who_only_knows_message_ids_needs_more_of_them(room: PostRoom) -> None:
    for number in range(room.house.bounce_score):
        assert not is_suspended(room)
        room.write(key=f"report-{number}")
        taken_in(room, shape("office365", "0" * 32, room.rows(to=ANN)[-1].message_id))
    assert is_suspended(room)


def test_a_report_about_one_mail_again_and_again_counts_once(room: PostRoom) -> None:
    room.write()
    for minute in range(10):
        room.wait(minutes=minute)
        bounce = shape("postfix_unknown_user", room.rows(to=ANN)[0].bounce_key)
        taken_in(room, bounce.replace("4XyZ", f"4Xy{minute}"))
    assert not is_suspended(room)
