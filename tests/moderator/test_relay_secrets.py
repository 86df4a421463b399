"""Play in turn by mail: of what is sealed nobody is told who else is asked, and until when."""

import pytest
from sqlalchemy.engine import Engine

from pbem.core.contract import Audience, Reader
from pbem.core.errors import Failed
from pbem.core.letters import Message
from pbem.moderator import position, reporting
from pbem.moderator.moved_deadlines import move_deadline
from pbem.store import turns
from pbem.store.session import reading
from tests.moderator.letterbox import Letterbox
from tests.moderator.relay import DAY, PLAYERS, begun, hidden, mail, seat, tick, told
from tests.moderator.tabletop import NOON, address_of


@pytest.fixture
def house(sqlite_engine: Engine) -> Letterbox:
    """A house with the campaign `relay-1` running: three days for every decision."""
    return begun(sqlite_engine)


def test_one_players_deadline_is_moved_and_the_step_waits_for_it(house: Letterbox) -> None:
    office = house.office
    with office.desk() as desk:
        move_deadline(desk, "relay-1", NOON + 9 * DAY, "gm", "A holiday.", "bob")
    assert [seat(house, p).due_at for p in PLAYERS] == [NOON + 3 * DAY, NOON + 9 * DAY, NOON + 3 * DAY]
    assert office.row("relay-1").due_at == NOON + 3 * DAY
    (mail_,) = office.outbox("deadline-moved")
    entry = Message.from_json(mail_.message, "", "").deadline
    assert mail_.to == address_of("Bob"), "it is sealed who is still asked"
    assert entry is not None
    assert entry.at == NOON + 9 * DAY
    mail(house, "Ann", "hide 3")
    house.later(days=4)
    assert tick(house) == [], "the step cannot be resolved without Bob"
    assert tick(house) == tick(house) == []
    assert office.row("relay-1").due_at == NOON + 9 * DAY
    mail(house, "Bob", "hide 5")
    assert tick(house) == [], "Cleo is late, which is seen at the deadline"
    assert len(tick(house)) == 1
    with reading(office.engine) as connection:
        last = turns.latest(connection, office.row("relay-1").id)
    assert last is not None
    assert [e["player"] for e in last.events if e["event"] == "nmr"] == ["Cleo"]


@pytest.mark.parametrize(
    ("reader", "asked", "until"),
    [
        ("Ann", ["Ann"], "Thu 6 Aug 2026"),
        ("Bob", ["Bob"], "Sat 8 Aug 2026"),
        (Audience.PUBLIC, [], ""),
        (Audience.GM, ["Ann", "Bob", "Cleo"], ""),
    ],
)
def test_of_what_is_sealed_nobody_is_told_who_else_is_asked_and_until_when(
    house: Letterbox, reader: Reader, asked: list[str], until: str
) -> None:
    with house.office.desk() as desk:
        move_deadline(desk, "relay-1", NOON + 5 * DAY, "gm", player="Bob")
        now = position.of(desk, house.office.row("relay-1"))
        said = reporting.telling(desk, reporting.Told(now, [], {}), reader, now.awaited, now.questions)
    assert list(said.awaited) == asked
    assert said.deadline.startswith(until)
    assert bool(said.deadline) is bool(until)
    assert list(said.deadlines) == (asked if reader is Audience.GM else [])


def test_an_answer_in_a_sealed_step_names_nobody_else_play_waits_for(house: Letterbox) -> None:
    for text in ("hide 4", "status", "orders"):
        said = told(house.answer(mail(house, "Ann", text)))
        assert not any(f"waits for {other}" in said for other in ("Bob", "Cleo"))


def test_a_deadline_that_others_may_know_of_is_told_to_them(house: Letterbox) -> None:
    hidden(house)
    with house.office.desk() as desk:
        with pytest.raises(Failed, match="does not wait for Bob"):
            move_deadline(desk, "relay-1", NOON + 9 * DAY, "gm", "", "Bob")
        move_deadline(desk, "relay-1", NOON + 9 * DAY, "gm")
    mails = {row.to: told(row.text) for row in house.office.outbox("deadline-moved")}
    assert list(mails) == [address_of(player) for player in PLAYERS]
    assert "Orders are now due by Wed 12 Aug 2026" in mails[address_of("Ann")]
    assert "Play waits for Ann until Wed 12 Aug 2026" in mails[address_of("Bob")]
    assert "Orders are now due" not in mails[address_of("Bob")]


def test_no_mail_bears_the_calendar_of_somebody_else(house: Letterbox) -> None:
    hidden(house)
    last = {row.to: Message.from_json(row.message, "", "").deadline for row in house.office.outbox("report")}
    entries = [last[address_of(player)] for player in PLAYERS]
    assert [entry is not None and entry.cancelled for entry in entries] == [False, True, True]
    assert len({entry.uid for entry in entries if entry}) == len(PLAYERS)
