"""Deadlines carried out, put off, reminded of and moved; campaigns paused and ended."""

from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pbem.core.errors import Failed, Unusable
from pbem.core.letters import Message, Raw, Verdict
from pbem.moderator import deadline, pauses, reminders, tokens
from pbem.moderator.adjudicate import Adjudicated
from pbem.moderator.moved_deadlines import move_deadline
from pbem.store import audit, letters, seats, turns
from pbem.store.session import transaction
from pbem.store.tables import Address, CampaignStatus, Letter, table_of
from tests.moderator.tabletop import PLAYERS, SECRET, Office, address_of, hand_in

SECOND = timedelta(seconds=1)


def due_of(office: Office) -> datetime:
    due_at = office.row().due_at
    assert due_at is not None
    return due_at


def tick(office: Office, inbox_read_at: datetime | None = None) -> list[Adjudicated]:
    """One look at what is due, the inbox having been read just now unless told otherwise."""
    with office.desk() as desk:
        read_at = inbox_read_at or desk.now
        done = [deadline.carry_out(desk, campaign, read_at) for campaign in deadline.due(desk.connection, desk.now)]
        for campaign_id in reminders.due(desk.connection, desk.now):
            reminders.remind(desk, campaign_id)
    return [turn for turn in done if turn]


def letter(office: Office, received: datetime) -> None:
    with office.desk() as desk:
        letters.add(desk.connection, [Raw("inbox", 1, str(received), b"From: x\n\n", received)], desk.now)


def test_a_turn_is_adjudicated_at_its_deadline_and_not_before(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    office.started()
    due_at = due_of(office)
    office.now = due_at - SECOND
    assert tick(office) == []
    office.now = due_at
    (turn,) = tick(office)
    assert turn.given["due"] == list(PLAYERS)
    assert due_of(office) == due_at + timedelta(days=7)
    assert tick(office) == []


def test_after_long_downtime_one_turn_is_played_and_time_is_given(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    office.started()
    office.now = due_of(office) + timedelta(days=15)
    assert len(tick(office)) == 1
    assert tick(office) == []
    assert timedelta(days=1) <= due_of(office) - office.now <= timedelta(days=8)


def test_while_the_inbox_is_not_read_the_deadline_waits(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    office.started()
    due_at = due_of(office)
    office.now = due_at + timedelta(minutes=2)
    assert tick(office, due_at - SECOND) == []
    assert office.row().waiting == deadline.NOT_READ
    assert office.outbox("gm-note") == []
    for minutes in (10, 20, 3000):
        office.now = due_at + timedelta(minutes=minutes)
        assert tick(office, due_at - SECOND) == []
    (note,) = office.outbox("gm-note")
    assert "the inbox has not been read" in note.text
    assert "pbem turn adjudicate tiny-1" in note.text
    assert len(tick(office, due_at)) == 1
    assert office.row().waiting == ""


def test_letters_from_before_the_deadline_are_handled_first(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    office.started()
    due_at = due_of(office)
    letter(office, due_at)
    office.now = due_at + SECOND
    letter(office, due_at - SECOND)
    assert tick(office) == []
    assert office.row().waiting == deadline.NOT_HANDLED
    with transaction(sqlite_engine) as connection:
        assert deadline.in_time(office.row(), due_at - SECOND)
        assert not deadline.in_time(office.row(), due_at)
        connection.execute(
            sa.text("UPDATE letter SET verdict = 'IGN' WHERE received_at < :due"), {"due": str(due_at)[:19]}
        )
    assert len(tick(office)) == 1


def test_a_fault_is_told_once_and_tried_again(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    campaign = office.started()
    office.now = due_of(office)
    for _ in range(2):
        with office.desk() as desk:
            deadline.set_back(desk, campaign.id, "KeyError: 'x'")
    (note,) = office.outbox("gm-note")
    assert "KeyError" in note.text
    assert len(tick(office)) == 1


def test_a_turn_ends_early_when_all_orders_are_in(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    campaign = office.started(early=True, players=("Ann", "Bob"))
    due_at = due_of(office)

    def look() -> Adjudicated | None:
        with office.desk() as desk:
            return deadline.carry_out_early(desk, campaign.id)

    with office.desk() as desk:
        hand_in(desk, "tiny-1", {"Ann": "high"})
    assert look() is None
    assert not office.row().look
    letter(office, office.now)
    with office.desk() as desk:
        hand_in(desk, "tiny-1", {"Bob": "low"})
    assert look() is None, "a letter waits: it may change Ann's mind"
    assert office.row().look
    with transaction(sqlite_engine) as connection:
        connection.execute(sa.update(table_of(Letter)).values(verdict=Verdict.IGN))
    turn = look()
    assert turn is not None
    assert turn.given["due"] == []
    assert due_of(office) == due_at, "the schedule still leaves four days"
    assert look() is None


def test_a_campaign_without_early_turns_waits_for_its_deadline(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    campaign = office.started(players=("Ann", "Bob"))
    with office.desk() as desk:
        hand_in(desk, "tiny-1", {"Ann": "high", "Bob": "low"})
    assert not office.row().look
    with office.desk() as desk:
        assert deadline.carry_out_early(desk, campaign.id) is None


def test_reminders_go_once_to_those_with_nothing_on_file(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    office.started()
    with office.desk() as desk:
        hand_in(desk, "tiny-1", {"Ann": "high"})
        desk.connection.execute(
            sa.update(table_of(Address)).where(table_of(Address).c.address == address_of("Bob")).values(reminders=False)
        )
    due_at = due_of(office)
    office.now = due_at - timedelta(hours=24, seconds=1)
    tick(office)
    assert office.outbox("reminder") == []
    office.now += SECOND
    tick(office)
    tick(office)
    mails = office.outbox("reminder")
    assert [mail.to for mail in mails] == [address_of("Cleo"), address_of("Dora")]
    assert {mail.expires_at for mail in mails} == {due_at}
    assert "Fri 7 Aug 2026, 18:00 Europe/London (17:00 UTC)" in mails[0].text.replace("\n", " ")
    assert "a call" in mails[0].text
    with office.desk() as desk:
        move_deadline(desk, "tiny-1", due_at + timedelta(days=3), "gm")
    office.now = due_at + timedelta(days=2)
    tick(office)
    assert len(office.outbox("reminder")) == 4


def test_no_reminder_once_the_deadline_has_come(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    office.started()
    office.now = due_of(office)
    with office.desk() as desk:
        assert reminders.remind(desk, office.row().id) == 0
    assert office.row().remind_at is None


def test_a_moved_deadline_is_told_with_its_calendar_entry(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    office.started()
    first = Message.from_json(office.outbox("report")[0].message, "", "").deadline
    new = due_of(office) + timedelta(days=2)
    with office.desk() as desk:
        moved = move_deadline(desk, "tiny-1", new, "gm", "A holiday.")
        entry = audit.entries(desk.connection, campaign_id=moved.id)[0]
    assert (entry.who, entry.action, entry.detail["why"]) == ("gm", "campaign deadline moved", "A holiday.")
    mails = office.outbox("deadline-moved")
    assert [mail.to for mail in mails] == [address_of(player) for player in PLAYERS]
    text = mails[0].text.replace("\n", " ")
    assert "now due by Sun 9 Aug 2026, 18:00 Europe/London (17:00 UTC)" in text
    assert "It was Fri 7 Aug 2026, 18:00 Europe/London" in text
    assert "A holiday." in text
    second = Message.from_json(mails[0].message, "", "").deadline
    assert first is not None
    assert second is not None
    assert (second.uid, second.at) == (first.uid, new)
    assert second.sequence > first.sequence
    office.now = new
    assert len(tick(office)) == 1
    assert due_of(office) == new + timedelta(days=5), "the schedule goes on"
    with office.desk() as desk, pytest.raises(Unusable, match=r"has passed; give a time to come"):
        move_deadline(desk, "tiny-1", office.now, "gm")


def test_a_pause_stops_the_clock(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    office.started()
    due_at = due_of(office)
    with office.desk() as desk:
        hand_in(desk, "tiny-1", {"Ann": "high"})
        assert pauses.pause(desk, "tiny-1", "gm").status is CampaignStatus.PAUSED
    office.now = due_at + timedelta(days=1)
    assert tick(office) == []
    with office.desk() as desk:
        with pytest.raises(Failed, match="is paused; `pbem campaign resume`"):
            move_deadline(desk, "tiny-1", office.now + timedelta(days=1), "gm")
        resumed = pauses.resume(desk, "tiny-1", "gm", "Back again.")
        assert seats.of_campaign(desk.connection, resumed.id)[0].filed
        with pytest.raises(Failed, match="is not paused"):
            pauses.resume(desk, "tiny-1", "gm")
    assert resumed.due_at == due_at + timedelta(days=7)
    assert len(office.outbox("paused")) == len(office.outbox("resumed")) == 4
    assert "Back again." in office.outbox("resumed")[0].text


@pytest.mark.parametrize("begun", [False, True])
def test_an_ended_campaign_tells_its_secret(sqlite_engine: Engine, begun: bool) -> None:
    office = Office(sqlite_engine)
    if begun:
        office.started()
    else:
        office.campaign()
    with office.desk() as desk:
        pauses.end(desk, "tiny-1", "gm", "Too few.")
        with pytest.raises(Failed, match="has ended"):
            pauses.end(desk, "tiny-1", "gm")
    mails = office.outbox("ended")
    assert len(mails) == 4
    assert all(SECRET in mail.text and SECRET in mail.html for mail in mails)
    office.now += timedelta(days=400)
    assert tick(office) == []


def test_news_lets_an_answer_find_its_seat(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    office.started()
    with office.desk() as desk:
        pauses.pause(desk, "tiny-1", "gm")
    for mail in office.outbox("paused"):
        message = Message.from_json(mail.message, mail.text, mail.html)
        with office.desk() as desk:
            (named,) = tokens.find(desk, [message.reply_to.removeprefix("gm+").removesuffix("@pbem.test")])
        assert (named.seat_id, named.turn) == (mail.seat_id, 1)


def test_nothing_but_running_campaigns_is_due(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    made = office.campaign()
    with office.desk() as desk:
        assert deadline.carry_out(desk, made.id, desk.now) is None
        assert turns.latest(desk.connection, made.id) is None
