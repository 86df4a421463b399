"""Reports that are gathered: one tells all turns since the last, and its questions count from there."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.engine import Engine

from pbem.core.errors import Failed
from pbem.moderator import gm_turns, pauses, resend, rollback, verify
from pbem.store.tables import CampaignStatus
from tests.moderator.letterbox import Letterbox
from tests.moderator.relay import DAY, PLAYERS, begun, hand, hidden, mail, report, reported, seat, tick, told
from tests.moderator.tabletop import NOON, address_of

EVENING = datetime(2026, 8, 3, 17, tzinfo=UTC)
"""18:00 in London on the first day."""


@pytest.fixture
def house(sqlite_engine: Engine) -> Letterbox:
    """A house with the campaign `relay-1` running: three days for every decision, reports at 18:00."""
    return begun(sqlite_engine, reports="daily 18:00")


def test_the_start_is_told_at_once_and_turns_in_the_evening(house: Letterbox) -> None:
    assert [reported(house, player) for player in PLAYERS] == [[0]] * 3
    hidden(house)
    assert [reported(house, player) for player in PLAYERS] == [[0]] * 3
    assert (house.office.row("relay-1").report_at, house.office.row("relay-1").due_at) == (EVENING, None)
    assert seat(house, "Ann").asked_in == 0
    house.office.now = EVENING
    tick(house)
    assert [reported(house, player) for player in PLAYERS] == [[0, 1]] * 3
    assert seat(house, "Ann").due_at == EVENING + 3 * DAY
    assert house.office.row("relay-1").due_at == EVENING + 3 * DAY
    assert house.office.row("relay-1").report_at is None
    assert "due by Thu 6 Aug 2026, 18:00 Europe/London" in told(report(house, "Ann"))


def test_one_report_tells_all_turns_since_the_last_with_the_position_of_now(house: Letterbox) -> None:
    hidden(house)
    first = {player: hand(house, player)[0] for player in PLAYERS}
    for player in ("Ann", "Bob"):
        mail(house, player, f"play {first[player]}")
        assert len(tick(house)) == 1, "play goes on though nobody has been told yet"
    house.office.now = EVENING
    tick(house)
    text = told(report(house, "Cleo"))
    assert "This report tells turns 1 to 3." in text
    assert all(str(first[player]) in text for player in ("Ann", "Bob"))
    assert [reported(house, player) for player in PLAYERS] == [[0, 3]] * 3
    assert (seat(house, "Cleo").asked_in, seat(house, "Cleo").due_at) == (4, EVENING + 3 * DAY)
    again = told(house.answer(mail(house, "Bob", "history 2")))
    assert "brought you no report of its own: it was told in the report of turn 3." in again


def test_a_turn_that_is_not_told_yet_is_said_to_come(house: Letterbox) -> None:
    hidden(house)
    said = told(house.answer(mail(house, "Bob", "history 1")))
    assert "Turn 1 of relay-1 has not been reported yet; the next gathered report tells it." in said


def test_who_learns_nothing_gets_no_report(house: Letterbox) -> None:
    hidden(house)
    house.office.now = EVENING
    tick(house)
    house.later(minutes=1)
    mail(house, "Ann", "peek")
    tick(house)
    house.office.now = EVENING + DAY
    tick(house)
    assert [reported(house, player) for player in PLAYERS] == [[0, 1, 2], [0, 1], [0, 1]]
    assert seat(house, "Ann").due_at == EVENING + 4 * DAY


def test_a_question_that_is_answered_before_it_is_asked_is_never_asked(house: Letterbox) -> None:
    hidden(house)
    for player in PLAYERS:
        mail(house, player, f"play {hand(house, player)[0]}")
        tick(house)
    house.office.now = EVENING
    tick(house)
    assert [s.asked_in for s in (seat(house, player) for player in PLAYERS)] == [5, 0, 0]


def test_nobody_is_defaulted_by_hand_on_what_no_report_has_asked(house: Letterbox) -> None:
    hidden(house)
    with house.office.desk() as desk, pytest.raises(Failed, match="has not been asked by any report yet"):
        gm_turns.adjudicate_now(desk, "relay-1", "gm")
    house.office.now = EVENING
    tick(house)
    with house.office.desk() as desk:
        done = gm_turns.adjudicate_now(desk, "relay-1", "gm")
    assert done is not None
    assert done.given["due"] == ["Ann"]


def test_a_deadline_and_the_reports_at_the_same_time_are_one_report(sqlite_engine: Engine) -> None:
    house = begun(sqlite_engine, reports="daily 18:00", deadline="daily 18:00", move_time=timedelta(days=1))
    house.office.now = EVENING + DAY
    assert len(tick(house)) == 1
    assert [reported(house, player) for player in PLAYERS] == [[0, 1]] * 3
    assert seat(house, "Ann").due_at == EVENING + 2 * DAY


def test_turns_withdrawn_before_they_were_told_are_told_as_they_are_played_anew(house: Letterbox) -> None:
    hidden(house)
    mail(house, "Ann", f"play {hand(house, 'Ann')[0]}")
    tick(house)
    with house.office.desk() as desk:
        rollback.roll_back(desk, "relay-1", 2, "gm")
    assert [reported(house, player) for player in PLAYERS] == [[0, 1]] * 3, "what stands is told at once"
    assert (seat(house, "Ann").asked_in, seat(house, "Ann").due_at) == (2, NOON + 3 * DAY)
    mail(house, "Ann", f"play {hand(house, 'Ann')[1]}")
    assert len(tick(house)) == 1
    house.office.now = EVENING
    tick(house)
    assert "Turn 2 was adjudicated before and withdrawn" in told(report(house, "Bob"))
    with house.office.desk() as desk:
        assert verify.verify(desk, house.office.row("relay-1")).differences == []


def test_nothing_is_gathered_in_a_pause(house: Letterbox) -> None:
    hidden(house)
    with house.office.desk() as desk:
        pauses.pause(desk, "relay-1", "gm")
    house.office.now = EVENING + 9 * DAY
    tick(house)
    assert reported(house, "Ann") == [0]
    with house.office.desk() as desk:
        pauses.resume(desk, "relay-1", "gm")
    tick(house)
    assert reported(house, "Ann") == [0, 1]
    assert seat(house, "Ann").due_at == EVENING + 12 * DAY


def test_the_end_is_told_at_once_to_all(house: Letterbox) -> None:
    hidden(house)
    for player in PLAYERS:
        mail(house, player, "\n".join(f"play {card}" for card in hand(house, player)))
    for _ in range(9):
        tick(house)
    assert house.office.row("relay-1").status is CampaignStatus.ENDED
    last = {row.to for row in house.office.outbox("report")[-3:]}
    assert last == {address_of(player) for player in PLAYERS}
    assert all("The secret was" in report(house, player) for player in PLAYERS)
    assert house.office.row("relay-1").report_at is None


def answers_of(ack: Any) -> dict[str, dict[str, Any]]:
    """The ways in which a mail can answer an acknowledgement, or none of ours, by what is left of it in the reply."""
    message = ack.message
    return {
        "address": {"to": message["reply_to"]},
        "references": {"headers": [f"In-Reply-To: {message['message_id']}"]},
        "thread": {"headers": [f"References: {message['answers'][0]}"]},
        "subject": {"subject": f"Re: {message['subject']}"},
        "named": {"subject": "[relay-1] turn 2"},
        "ahead": {"subject": "[relay-1] turn 7"},
        "nothing": {},
    }


@pytest.mark.parametrize("way", ["address", "references", "thread", "subject", "named", "ahead", "nothing"])
def test_what_no_report_has_asked_yet_is_not_answered_by_a_reply_to_an_acknowledgement(
    house: Letterbox, way: str
) -> None:
    hidden(house)
    (ack,) = house.answers(mail(house, "Bob", "status"))
    early = house.mail("answer 3", address_of("Bob"), **answers_of(ack)[way])
    assert "which is no longer open" in told(house.answer(early))
    assert house.on_file("Bob", "relay-1") == []


@pytest.mark.parametrize("way", ["address", "references", "thread"])
def test_an_acknowledgement_from_before_a_report_is_not_what_asked(house: Letterbox, way: str) -> None:
    hidden(house)
    (ack,) = house.answers(mail(house, "Bob", "status"))
    house.office.now = EVENING
    tick(house)
    house.later(minutes=5)
    late = house.mail("answer 3", address_of("Bob"), **answers_of(ack)[way])
    assert "which is no longer open" in told(house.answer(late))
    (asking,) = [row for row in house.office.outbox("report") if row.to == address_of("Bob")][-1:]
    house.mail("answer 4", address_of("Bob"), to=asking.message["reply_to"])
    assert house.on_file("Bob", "relay-1") == ["answer 4"]


def test_a_mail_from_before_a_report_that_is_read_after_it_answers_nothing_in_it(house: Letterbox) -> None:
    hidden(house)
    house.later(minutes=5)
    waiting = house.mail("answer 3", address_of("Bob"), handled=False)
    house.office.now = EVENING
    tick(house)
    house.handle(waiting)
    assert "which is no longer open" in told(house.answer(waiting))


def test_news_to_all_before_a_report_ask_nothing_either(house: Letterbox) -> None:
    hidden(house)
    with house.office.desk() as desk:
        pauses.pause(desk, "relay-1", "gm")
        pauses.resume(desk, "relay-1", "gm")
    (news,) = [row for row in house.office.outbox("resumed") if row.to == address_of("Bob")]
    house.mail("answer 3", address_of("Bob"), to=news.message["reply_to"])
    assert house.on_file("Bob", "relay-1") == []


def test_a_report_sent_again_before_the_next_one_asks_what_it_asked(house: Letterbox) -> None:
    hidden(house)
    with house.office.desk() as desk:
        resend.resend(desk, "relay-1", None, "Ann", "gm")
    again = house.office.outbox("report")[-1]
    assert again.message["attachments"] == []
    house.mail("answer 3", address_of("Ann"), to=again.message["reply_to"])
    assert house.on_file("Ann", "relay-1") == []


def test_turns_withdrawn_before_a_report_are_asked_by_the_mail_that_says_so(house: Letterbox) -> None:
    hidden(house)
    mail(house, "Ann", f"play {hand(house, 'Ann')[0]}")
    tick(house)
    with house.office.desk() as desk:
        rollback.roll_back(desk, "relay-1", 2, "gm")
    (said,) = [row for row in house.office.outbox("rolled-back") if row.to == address_of("Ann")]
    house.mail("answer 3", address_of("Ann"), to=said.message["reply_to"])
    assert "answer 3" in house.on_file("Ann", "relay-1")


def test_what_no_report_has_asked_yet_is_said_to_come(house: Letterbox) -> None:
    hidden(house)
    said = told(house.answer(mail(house, "Ann", "status\norders")))
    assert "Nothing is asked of you (Ann) before the next report, which goes out Mon 3 Aug 2026, 18:00" in said
    assert "The next report goes out Mon 3 Aug 2026, 18:00" in told(house.answer(mail(house, "Ann", "peek later")))
    assert "To send orders, fill this in" not in said
    house.office.now = EVENING
    tick(house)
    said = told(house.answer(mail(house, "Ann", "status\norders")))
    assert "Asked of you (Ann): a card." in said
    assert "To send orders, fill this in" in said


def test_what_was_not_told_yet_is_told_where_the_gm_ends_the_campaign(house: Letterbox) -> None:
    hidden(house)
    with house.office.desk() as desk:
        pauses.end(desk, "relay-1", "gm")
    assert [reported(house, player) for player in PLAYERS] == [[0, 1]] * 3
    text = told(report(house, "Ann"))
    assert "The secret was" in text
    assert "a card" not in text, "nothing is asked any more"
    with house.office.desk() as desk:
        resend.resend(desk, "relay-1", None, "Ann", "gm")
    assert house.office.outbox("report")[-1].message["deadline"] is None
