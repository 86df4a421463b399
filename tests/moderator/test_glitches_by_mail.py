"""A campaign of Glitches by mail: sealed keeps, premoves, a decision's own deadline, reports at once or gathered."""

from typing import Any

import pytest
from sqlalchemy.engine import Engine

from pbem.moderator import position
from pbem.moderator.adjudicate import Adjudicated
from pbem.moderator.moved_deadlines import move_deadline
from tests.moderator.letterbox import Letterbox
from tests.moderator.relay import DAY, begun, hand, mail, report, reported, seat, tick, told
from tests.moderator.tabletop import NOON


@pytest.fixture
def house(sqlite_engine: Engine) -> Letterbox:
    return started(sqlite_engine)


def started(engine: Engine, **asked: Any) -> Letterbox:
    """A campaign of Ann, who begins, and Bob, with three days for every decision."""
    return begun(engine, game="glitches", players=("Ann", "Bob"), options={"start": "first"}, **asked)


def cards(house: Letterbox, player: str) -> list[str]:
    return [str(card) for card in hand(house, player)]


def keep(house: Letterbox, player: str, *plays: str) -> int:
    """The player keeps the first four cards, with plays in which 0 to 3 stand for them."""
    kept = cards(house, player)[:4]
    lines = [f"keep {' '.join(kept)}", *(f"{kept[int(play[0])]}{play[1:]}" for play in plays)]
    return mail(house, player, "\n".join(lines))


def events(turn: Adjudicated, *fields: str) -> list[list[Any]]:
    return [[event["event"], *(event.get(field) for field in fields)] for event in turn.advanced.events]


def grid(house: Letterbox) -> dict[str, str]:
    with house.office.desk() as desk:
        plays = position.of(desk, house.office.row("relay-1")).state["plays"]
    return {cell: card for card, cell in plays}


def test_a_keep_waits_sealed_and_premoves_are_played_as_far_as_they_reach(house: Letterbox) -> None:
    first = keep(house, "Ann", "0 d4", "1 at d3")
    assert tick(house) == []
    answer = told(house.answer(first))
    assert "Bob" not in answer.replace("relay-1, Bob", "")
    assert "keep: keep" in answer
    assert "plays, in this order:" in answer
    assert f"piles {' '.join(cards(house, 'Ann')[4:])}" in answer
    keep(house, "Bob", "0 d5")
    (turn,) = tick(house)
    assert events(turn, "player", "cell") == [
        ["keep", "Ann", None],
        ["keep", "Bob", None],
        ["play", "Ann", "d4"],
        ["play", "Bob", "d5"],
        ["play", "Ann", "d3"],
    ]
    assert (seat(house, "Bob").asked, seat(house, "Bob").due_at) == ("play", NOON + 3 * DAY)
    assert seat(house, "Ann").due_at is None


def test_a_time_that_runs_out_defaults_one_decision_of_its_own_seat_alone(house: Letterbox) -> None:
    keep(house, "Ann", "0 d4", "1 d3")
    house.later(days=3)
    (turn,) = tick(house)
    assert events(turn, "player", "how") == [
        ["nmr", "Bob", None],
        ["keep", "Ann", "ordered"],
        ["keep", "Bob", "random"],
        ["play", "Ann", "ordered"],
    ]
    assert seat(house, "Bob").due_at == NOON + 6 * DAY, "the time begins anew with the report that asks for the play"
    house.later(days=2, hours=23)
    assert tick(house) == []
    house.later(hours=1)
    (turn,) = tick(house)
    assert events(turn, "player", "how") == [
        ["nmr", "Bob", None],
        ["play", "Bob", "random"],
        ["play", "Ann", "ordered"],
    ]
    assert seat(house, "Bob").due_at == NOON + 9 * DAY


def test_who_writes_without_a_usable_order_gets_the_default_and_no_nmr(house: Letterbox) -> None:
    keep(house, "Ann")
    keep(house, "Bob")
    tick(house)
    sent = mail(house, "Ann", f"{cards(house, 'Ann')[0]} at d5")
    assert tick(house) == [], "an unusable order is as good as none, and the player can still mend it"
    assert "the first card goes to d4" in told(house.answer(sent))
    house.later(days=3)
    (turn,) = tick(house)
    assert events(turn, "player", "how") == [["play", "Ann", "random"]]
    assert "no play offered here was possible" in told(report(house, "Ann"))
    mail(house, "Bob", "Thanks, back on Monday!")
    house.later(days=3)
    (turn,) = tick(house)
    assert events(turn, "player", "how") == [["play", "Bob", "random"]]


def test_a_premove_that_fails_asks_its_player_and_is_quoted(house: Letterbox) -> None:
    keep(house, "Ann", "0 d4", "1 d4", "2 d3")
    keep(house, "Bob", "0 d5")
    (turn,) = tick(house)
    assert [event["event"] for event in turn.advanced.events] == ["keep", "keep", "play", "play"]
    said = told(report(house, "Ann"))
    assert "no play offered here was possible when it fell due" in said
    assert f"{cards(house, 'Ann')[0]} d4" in said, "the line of the sheet is quoted"
    assert "no play offered" not in report(house, "Bob")
    assert seat(house, "Ann").due_at == NOON + 3 * DAY
    house.later(days=1)
    mail(house, "Bob", f"{cards(house, 'Bob')[0]} d6")
    assert tick(house) == []
    assert seat(house, "Ann").due_at == NOON + 3 * DAY


def test_a_keep_that_cannot_be_used_shows_in_no_turn_before_the_step_is_resolved(house: Letterbox) -> None:
    with house.office.desk() as desk:
        move_deadline(desk, "relay-1", NOON + 5 * DAY, "gm", player="Bob")
    mail(house, "Bob", f"keep {' '.join(cards(house, 'Ann')[:4])}")
    house.later(days=3)
    assert tick(house) == tick(house) == []
    assert house.office.row("relay-1").turn == 1
    house.later(days=2)
    (turn,) = [*tick(house), *tick(house)]
    assert events(turn, "player") == [["nmr", "Ann"], ["keep", "Ann"], ["keep", "Bob"]]
    assert "made of cards that were dealt to you; it is dropped" in told(report(house, "Bob"))


def test_the_new_deal_drops_plays_with_a_warning_and_asks_both(house: Letterbox) -> None:
    keep(house, "Ann", "0 d4", "1 e4", "2 f4", "3 g4", "0 d6")
    keep(house, "Bob", "0 d5", "1 e5", "2 f5", "3 g5")
    (turn,) = tick(house)
    assert events(turn)[-1] == ["deal"]
    assert "this play is dropped, since new cards have been dealt" in told(report(house, "Ann"))
    assert "dropped" not in report(house, "Bob")
    assert [seat(house, player).asked for player in ("Ann", "Bob")] == ["keep", "keep"]
    assert all(card in report(house, "Ann") for card in cards(house, "Ann"))
    assert not any(card in report(house, "Ann").partition("YOUR CARDS")[2] for card in cards(house, "Bob"))


def test_gathered_reports_ask_at_their_hour_and_nobody_is_defaulted_before(sqlite_engine: Engine) -> None:
    house = started(sqlite_engine, reports="daily 18:00")
    keep(house, "Ann", "0 d4")
    keep(house, "Bob", "0 d5")
    (turn,) = tick(house)
    assert reported(house, "Ann") == [0]
    assert seat(house, "Ann").due_at is None, "no report has asked for the play"
    house.later(hours=4)
    mail(house, "Ann", f"{cards(house, 'Ann')[0]} d3")
    (turn,) = tick(house)
    assert events(turn, "cell") == [["play", "d3"]]
    house.later(hours=1)
    assert tick(house) == []
    assert (reported(house, "Ann"), reported(house, "Bob")) == ([0, 2], [0, 2])
    assert all(f"{number}. " in report(house, "Bob") for number in (1, 2, 3)), "one report of both turns"
    asked = house.office.now
    assert seat(house, "Bob").due_at == asked + 3 * DAY
    house.later(days=2, hours=23)
    assert tick(house) == []
    house.later(hours=1)
    (turn,) = tick(house)
    assert events(turn, "player") == [["nmr", "Bob"], ["play", "Bob"]]


def test_an_answer_says_so_where_a_sheet_leaves_nothing_on_file(house: Letterbox) -> None:
    """The readable play stands below one that ends the list: the sheet replaces the older one, and nothing of it is taken."""
    keep(house, "Ann", "0 d4")
    house.later(hours=1)
    answer = told(house.answer(mail(house, "Ann", "play 7R at d4\n1R at d4")))
    assert answer.startswith("Your mail has been read, and nothing is on file for turn 1 of relay-1 now.")
    assert "the plays below it are not taken" in answer
    assert "They replace what was received" in answer
    assert "replaces all that you still have on file" not in answer
    assert house.on_file("Ann", "relay-1") == []


def test_the_choices_are_mailed_with_their_points(house: Letterbox) -> None:
    keep(house, "Ann", "0 d4")
    keep(house, "Bob", "0 d5")
    tick(house)
    for word in ("options", "scores"):
        house.later(hours=2)
        said = house.answer(mail(house, "Bob", word))
        lines = [line.strip() for line in said.splitlines() if line.strip().startswith("play ")]
        assert len(lines) == 3 * 6
        assert all(any(line.startswith(f"play {card} at ") for line in lines) for card in cards(house, "Bob"))
        assert all(" = " in line and "point" in line for line in lines)
    assert grid(house).keys() == {"d4", "d5"}
