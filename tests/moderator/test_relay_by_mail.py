"""Play in turn by mail: premoves, a deadline for each decision, reports to whom it concerns."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from sqlalchemy.engine import Engine

from pbem.core.errors import Failed, Unusable
from pbem.core.letters import Verdict
from pbem.moderator import (
    decisions,
    gm_turns,
    pauses,
    position,
    resend,
    rollback,
    verify,
)
from pbem.moderator.moved_deadlines import move_deadline
from pbem.store.tables import CampaignStatus
from tests.moderator.letterbox import Letterbox
from tests.moderator.relay import DAY, PLAYERS, begun, hand, hidden, mail, report, reported, seat, tick, told
from tests.moderator.tabletop import NOON, Office, address_of


@pytest.fixture
def house(sqlite_engine: Engine) -> Letterbox:
    """A house with the campaign `relay-1` running: three days for every decision."""
    return begun(sqlite_engine)


def test_all_are_asked_at_the_start_with_the_same_time(house: Letterbox) -> None:
    assert [(s.asked, s.asked_in, s.due_at) for s in (seat(house, p) for p in PLAYERS)] == [
        ("a number", 1, NOON + 3 * DAY)
    ] * 3
    assert house.office.row("relay-1").due_at == NOON + 3 * DAY
    assert house.office.row("relay-1").early, "games that keep orders go on as soon as nobody loses by it"
    assert "Orders for turn 1 are due by Thu 6 Aug 2026, 13:00 Europe/London" in told(report(house, "Ann"))


def test_a_sealed_step_is_played_when_all_have_answered(house: Letterbox) -> None:
    mail(house, "Ann", "hide 3")
    mail(house, "Cleo", "hide 4")
    assert tick(house) == []
    mail(house, "Bob", "hide 5")
    (turn,) = tick(house)
    assert [event["event"] for event in turn.advanced.events] == ["hidden"] * 3
    assert turn.given["due"] == []
    assert [reported(house, player) for player in PLAYERS] == [[0, 1]] * 3


def test_each_decision_has_a_time_of_its_own(house: Letterbox) -> None:
    house.later(days=1)
    hidden(house)
    assert seat(house, "Ann").due_at == NOON + 4 * DAY
    assert (seat(house, "Bob").asked_in, seat(house, "Bob").due_at) == (0, None)
    house.later(days=1)
    mail(house, "Ann", f"play {hand(house, 'Ann')[0]}")
    (turn,) = tick(house)
    assert turn.advanced.events[-1]["player"] == "Ann"
    assert (seat(house, "Bob").due_at, seat(house, "Ann").due_at) == (NOON + 5 * DAY, None)
    assert house.office.row("relay-1").due_at == NOON + 5 * DAY
    assert "Play waits for Bob: a card" in told(report(house, "Ann"))


def test_premoves_are_played_in_one_turn_as_far_as_they_reach(house: Letterbox) -> None:
    mail(house, "Bob", f"hide 9\nplay {hand(house, 'Bob')[1]}")
    mail(house, "Cleo", f"hide 9\nplay {hand(house, 'Cleo')[1]}\nplay {hand(house, 'Cleo')[0]}")
    mail(house, "Ann", f"hide 9\nplay {hand(house, 'Ann')[1]}")
    (turn,) = tick(house)
    assert [e["player"] for e in turn.advanced.events if e["event"] == "played"] == ["Ann", "Bob", "Cleo"]
    assert seat(house, "Ann").due_at == NOON + 3 * DAY
    assert [order[1] for order in seat(house, "Cleo").filed] == [f"play {hand(house, 'Cleo')[0]}"]
    assert tick(house) == []


def test_a_premove_that_fails_asks_its_player_who_is_never_defaulted_for_it(house: Letterbox) -> None:
    hidden(house)
    mail(house, "Bob", "play 30\nplay 29" if 30 not in hand(house, "Bob") else "play 11\nplay 12")
    mail(house, "Ann", f"play {hand(house, 'Ann')[0]}")
    (turn,) = tick(house)
    assert [e["player"] for e in turn.advanced.events] == ["Ann"]
    assert "is not possible" in report(house, "Bob")
    assert "is not possible" not in report(house, "Ann") + report(house, "Cleo")
    assert (seat(house, "Bob").filed, seat(house, "Bob").due_at) == ([], NOON + 3 * DAY)


def test_at_a_deadline_the_default_falls_on_the_one_whose_time_it_was(house: Letterbox) -> None:
    hidden(house)
    house.later(days=2)
    mail(house, "Bob", f"play {hand(house, 'Bob')[2]}")
    assert tick(house) == []
    house.later(days=1)
    lowest = hand(house, "Ann")[0]
    (turn,) = tick(house)
    assert turn.given["due"] == ["Ann"]
    assert [(e["event"], e["player"]) for e in turn.advanced.events] == [
        ("nmr", "Ann"),
        ("played", "Ann"),
        ("played", "Bob"),
    ]
    assert turn.advanced.events[1]["card"] == lowest
    assert seat(house, "Cleo").due_at == NOON + 6 * DAY


@pytest.mark.parametrize("minutes", [1, 50, 300])
def test_without_a_schedule_a_late_turn_leaves_the_whole_move_time(sqlite_engine: Engine, minutes: int) -> None:
    house = begun(sqlite_engine, move_time=timedelta(hours=1))
    house.later(minutes=60 + minutes)
    tick(house)
    assert seat(house, "Ann").due_at == house.office.now + timedelta(hours=1)


def test_who_wrote_since_the_question_is_no_nmr_and_who_wrote_before_it_is(house: Letterbox) -> None:
    mail(house, "Ann", "hide 1\nI shall be late")
    for player in ("Bob", "Cleo"):
        mail(house, player, "hide 2")
    tick(house)
    assert not seat(house, "Ann").wrote, "what she wrote was for the question before"
    mail(house, "Ann", "I am thinking about it")
    house.later(days=3)
    (turn,) = tick(house)
    assert [e["event"] for e in turn.advanced.events] == ["played"]
    house.later(days=3)
    (turn,) = tick(house)
    assert [e["event"] for e in turn.advanced.events] == ["nmr", "played"]


def test_only_those_whom_a_turn_concerns_get_a_report(house: Letterbox) -> None:
    hidden(house)
    house.later(days=1)
    mail(house, "Ann", "peek")
    (turn,) = tick(house)
    assert [e["event"] for e in turn.advanced.events] == ["peeked"]
    assert [reported(house, player) for player in PLAYERS] == [[0, 1, 2], [0, 1], [0, 1]]
    assert seat(house, "Ann").due_at == NOON + 4 * DAY, "she is asked anew"
    with house.office.desk() as desk:
        found = verify.verify(desk, house.office.row("relay-1"))
    assert found.differences == []


def test_a_decision_that_is_still_open_keeps_its_time(house: Letterbox) -> None:
    hidden(house)
    before = seat(house, "Ann")
    house.later(hours=5)
    with house.office.desk() as desk:
        now = position.of(desk, house.office.row("relay-1"))
        after = decisions.after_turn(now, desk.now, desk.now)
        untimed = replace(now, seats=(replace(before, due_at=None), *now.seats[1:]))
        begins = decisions.after_turn(untimed, desk.now, desk.now)
    assert after.seats[0] == before
    assert [s.asked_in for s in after.seats] == [2, 0, 0]
    assert begins.seats[0].due_at == NOON + 3 * DAY + timedelta(hours=5), (
        "play did not wait for it before, and does now"
    )


def test_nothing_is_played_while_a_letter_waits_to_be_read(house: Letterbox) -> None:
    hidden(house)
    first, second = hand(house, "Ann")[:2]
    mail(house, "Ann", f"play {first}")
    waiting = mail(house, "Ann", f"play {second}", handled=False)
    assert tick(house) == []
    house.handle(waiting)
    (turn,) = tick(house)
    assert turn.advanced.events[0]["card"] == second


def test_an_older_sheet_that_is_read_late_never_takes_the_place_of_a_newer_one(house: Letterbox) -> None:
    hidden(house)
    mine = hand(house, "Ann")
    early = house.office.now
    house.later(minutes=5)
    mail(house, "Ann", f"play {mine[0]}\nplay {mine[2]}")
    (turn,) = tick(house)
    assert turn.advanced.events[0]["card"] == mine[0]
    late = mail(house, "Ann", f"play {mine[1]}\nanswer 4", received=early)
    assert [order[1] for order in seat(house, "Ann").filed] == [f"play {mine[2]}", "answer 4"]
    assert "You have sent newer orders" in house.answer(late)
    with house.office.desk() as desk:
        assert verify.verify(desk, house.office.row("relay-1")).differences == []


def test_a_sheet_in_answer_to_any_report_counts_but_for_a_question_that_is_no_longer_open(house: Letterbox) -> None:
    old = house.token_address("Bob", "relay-1")
    hidden(house)
    card = hand(house, "Bob")[0]
    letter = house.mail(f"play {card}\nanswer 5", address_of("Bob"), to=old)
    text = told(house.answer(letter))
    assert [order[1] for order in seat(house, "Bob").filed] == [f"play {card}"]
    assert "no longer open" in text
    assert (
        "Taken for relay-1 as it stands, in turn 2; your mail was for turn 1, by the address that you wrote to." in text
    )
    assert house.verdicts[letter] is Verdict.ACK


def test_orders_that_come_after_a_deadline_count_for_what_comes_after_it(house: Letterbox) -> None:
    hidden(house)
    due = seat(house, "Ann").due_at
    assert due is not None
    house.office.now = due + timedelta(minutes=1)
    late = mail(house, "Ann", f"play {hand(house, 'Ann')[2]}")
    assert house.verdicts[late] is Verdict.NEW
    (turn,) = tick(house)
    assert turn.advanced.events[0]["event"] == "nmr"
    assert house.handle(late) is Verdict.ACK
    assert seat(house, "Ann").filed


def test_the_answer_lists_what_is_on_file_by_part_and_whom_play_waits_for(house: Letterbox) -> None:
    hidden(house)
    text = told(house.answer(mail(house, "Bob", f"play {hand(house, 'Bob')[0]}\nanswer 4")))
    assert "Play waits for Ann: a card, until Thu 6 Aug 2026" in text
    assert f"plays: play {hand(house, 'Bob')[0]} answer: answer 4" in text
    assert f"You hold: hand {hand(house, 'Bob')}" in text
    status = told(house.answer(mail(house, "Bob", "status")))
    assert "Play waits for Ann: a card, until Thu 6 Aug 2026" in status
    assert "Nothing is asked of you (Bob) now." in status


def test_in_a_game_whose_orders_are_spent_all_are_due_together(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    office.started()
    with (
        office.desk() as desk,
        pytest.raises(Unusable, match="in Tiny the orders of all are due together; leave Ann out"),
    ):
        move_deadline(desk, "tiny-1", NOON + 9 * DAY, "gm", "", "Ann")


def test_reminders_go_to_whom_play_waits_for(house: Letterbox) -> None:
    hidden(house)
    mail(house, "Ann", "play 10")
    house.later(days=1)
    tick(house)
    assert house.office.outbox("reminder") == []
    house.later(days=1)
    tick(house)
    tick(house)
    (one,) = house.office.outbox("reminder")
    assert (one.to, one.expires_at) == (address_of("Ann"), NOON + 3 * DAY)
    assert "does not answer what is asked for in turn 2: a card." in told(one.text)
    assert house.office.row("relay-1").remind_at is None


def test_a_pause_stops_every_clock_and_the_time_begins_anew(house: Letterbox) -> None:
    hidden(house)
    with house.office.desk() as desk:
        pauses.pause(desk, "relay-1", "gm")
    assert (seat(house, "Ann").due_at, house.office.row("relay-1").due_at) == (None, None)
    house.later(days=30)
    assert tick(house) == []
    with house.office.desk() as desk:
        pauses.resume(desk, "relay-1", "gm")
    assert seat(house, "Ann").due_at == NOON + 33 * DAY
    mails = {row.to: told(row.text) for row in house.office.outbox("resumed")}
    assert "Orders are due by Sat 5 Sep 2026" in mails[address_of("Ann")]
    assert "Nothing is asked of you now." in mails[address_of("Bob")]


def test_a_turn_withdrawn_is_asked_anew(house: Letterbox) -> None:
    hidden(house)
    card = hand(house, "Ann")[0]
    mail(house, "Ann", f"play {card}")
    tick(house)
    stale = house.token_address("Bob", "relay-1")
    with house.office.desk() as desk:
        rollback.roll_back(desk, "relay-1", 2, "gm")
    assert [order[1] for order in seat(house, "Ann").filed] == [f"play {card}"]
    assert (seat(house, "Ann").due_at, seat(house, "Bob").due_at) == (NOON + 3 * DAY, None)
    first = told(house.office.outbox("rolled-back")[0].text)
    assert "Asked of you: a card. Orders are due by Thu 6 Aug 2026" in first
    letter = house.mail("answer 3", address_of("Bob"), to=stale)
    assert "no longer open" in house.answer(letter), "the report that asked it has been withdrawn"
    mail(house, "Ann", f"play {card}")
    (turn,) = tick(house)
    assert turn.advanced.events[-1]["player"] == "Ann"
    with house.office.desk() as desk:
        assert verify.verify(desk, house.office.row("relay-1")).differences == []


def test_a_withdrawn_report_is_known_by_its_identity_alone(house: Letterbox) -> None:
    """Where reply addresses cannot bear tokens."""
    hidden(house)
    mail(house, "Ann", f"play {hand(house, 'Ann')[0]}")
    tick(house)
    stale = house.office.outbox("report")[-2]
    house.later(hours=1)
    with house.office.desk() as desk:
        rollback.roll_back(desk, "relay-1", 2, "gm")
    answer = [f"In-Reply-To: {stale.message_id}"]
    assert "no longer open" in house.answer(house.mail("answer 3", address_of("Bob"), headers=answer))
    house.later(hours=1)
    mail(house, "Ann", f"play {hand(house, 'Ann')[0]}")
    tick(house)
    assert "no longer open" in house.answer(house.mail("answer 4", address_of("Bob"), headers=answer))
    fresh = house.office.outbox("report")[-2]
    assert stale.to == fresh.to == address_of("Bob")
    house.mail("answer 5", address_of("Bob"), headers=[f"In-Reply-To: {fresh.message_id}"])
    assert house.on_file("Bob", "relay-1") == ["answer 5"]


def test_the_gm_adjudicates_for_those_who_were_asked(house: Letterbox) -> None:
    hidden(house)
    with house.office.desk() as desk:
        done = gm_turns.adjudicate_now(desk, "relay-1", "gm")
    assert done is not None
    assert done.given["due"] == ["Ann"]


def test_a_turn_without_a_report_is_told_where_it_is_asked_for(house: Letterbox) -> None:
    hidden(house)
    mail(house, "Ann", "peek")
    tick(house)
    text = told(house.answer(mail(house, "Bob", "history 2")))
    assert "Turn 2 of relay-1 brought you no report of its own: it changed nothing that you may know" in text
    assert "Turn 1" in text
    with house.office.desk() as desk:
        with pytest.raises(Failed, match="turn 2 of relay-1 brought no report to Bob"):
            resend.resend(desk, "relay-1", 2, "Bob", "gm")
        with pytest.raises(Failed, match="brought no report of its own to Bob"):
            gm_turns.look(desk, "relay-1", 2, "Bob")
        assert resend.resend(desk, "relay-1", 2, None, "gm") == [address_of("Ann")]
    house.later(minutes=1)
    with house.office.desk() as desk:
        assert resend.resend(desk, "relay-1", None, None, "gm") == [address_of(player) for player in PLAYERS]
        assert gm_turns.look(desk, "relay-1", 2, "Ann").reader == "Ann"


def test_a_whole_campaign_without_early_turns_ends(sqlite_engine: Engine) -> None:
    house = begun(sqlite_engine, early=False, deadline="daily 18:00", move_time=timedelta())
    for player in PLAYERS:
        mail(house, player, "hide 2")
    assert tick(house) == []
    due = house.office.row("relay-1").due_at
    assert due is not None
    house.office.now = due
    (turn,) = tick(house)
    assert [e["event"] for e in turn.advanced.events] == ["hidden"] * 3
    for due in _deadlines(house):
        house.office.now = due
        assert len(tick(house)) == 1
    assert house.office.row("relay-1").status is CampaignStatus.ENDED
    with house.office.desk() as desk:
        found = verify.verify(desk, house.office.row("relay-1"))
    assert (found.turns, found.differences) == (11, [])


def _deadlines(house: Letterbox) -> Iterator[datetime]:
    while (due := house.office.row("relay-1").due_at) is not None:
        yield due
