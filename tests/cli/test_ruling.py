"""`pbem turn rule`, and how a turn that waits for rulings shows."""

import pytest

from pbem.moderator.position import named
from tests.cli.conftest import Club
from tests.moderator.tabletop import hand_in, sit

POINT = {"campaign": "quiz-1", "turn": 1, "question": "Q1", "given": "Maybe yes", "default": "wrong"}


def begun(club: Club, *names: str) -> Club:
    """Campaigns of Quiz whose first turn waits for a ruling."""
    for name in names:
        club("campaign", "new", "quiz", "--name", name, "--move-time", "3 days")
        with club.desk() as desk:
            for player in ("Ann", "Bob"):
                sit(desk, named(desk, name), player)
        club("campaign", "start", name)
        with club.desk() as desk:
            hand_in(desk, name, {"Ann": "answer: Maybe yes", "Bob": "answer: yes"})
        printed = club("turn", "adjudicate", name)
        assert f"Turn 1 of {name} waits for your rulings" in printed
        assert "Maybe yes" in printed
    return club


def test_a_point_is_ruled_on_without_naming_the_campaign(club: Club) -> None:
    begun(club, "quiz-1")
    assert club.told("turn", "rule") == [POINT]
    assert "is adjudicated; the reports go out now" in club("turn", "rule", "Q1", "maybe YES", "right")
    assert club.told("campaign", "show", "quiz-1")["scores"] == {"Ann": 1, "Bob": 1}
    assert club.told("turn", "rule", "quiz-1") == []
    ruled = club.told("turn", "rule", "quiz-1", "Q1", "Maybe yes", "wrong")
    assert ruled["withdrawn"] == [1]
    assert club.told("campaign", "log", "quiz-1")[0]["detail"]["ruling"] == "wrong"


def test_of_several_campaigns_one_is_named(club: Club) -> None:
    begun(club, "quiz-1", "quiz-2")
    assert "of quiz-1, quiz-2" in club("turn", "rule", "Q1", "Maybe yes", "right", status=2)
    club("turn", "rule", "quiz-2", "Q1", "Maybe yes", "right")
    assert [point["campaign"] for point in club.told("turn", "rule")] == ["quiz-1"]
    club("turn", "rule", "Q1", "Maybe yes", "right")


def test_a_turn_that_waits_shows(club: Club) -> None:
    begun(club, "quiz-1")
    shown = club("campaign", "show", "quiz-1")
    assert "awaited until Tue 4 Aug 2026, 12:00 UTC" in shown
    assert 'Q1 "Maybe yes"; without a ruling it counts as wrong' in shown
    assert club.told("campaign", "show", "quiz-1")["rulings_awaited"] == [
        {name: POINT[name] for name in ("question", "given", "default")}
    ]
    assert "Turn 1 has been begun, and waits for your rulings until" in club("turn", "show", "quiz-1")
    assert "Maybe" not in club("turn", "show", "quiz-1", "--for", "Bob")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("quiz-1", "Q1"), "write the question"),
        (("Q1", "Maybe yes", "perhaps"), "right or wrong"),
        (("quiz-9", "Q1", "Maybe yes", "right"), "no campaign 'quiz-9'"),
        (("quiz-1", "Q1", "No", "right"), "not 'No'"),
    ],
)
def test_what_cannot_be_ruled_is_said(club: Club, words: tuple[str, ...], said: str) -> None:
    begun(club, "quiz-1")
    status = 1 if "quiz-9" in words or "No" in words else 2
    assert said in club("turn", "rule", *words, status=status)


@pytest.mark.parametrize(("time", "waits"), [("0", False), ("2 hours", True)])
def test_how_long_a_turn_waits_is_the_campaigns(club: Club, time: str, waits: bool) -> None:
    club("campaign", "new", "quiz", "--name", "quiz-1", "--move-time", "3 days", "--ruling-time", time)
    assert club.told("campaign", "show", "quiz-1")["ruling_time"] == (7200 if waits else 0)
    assert "ruling time" in club("campaign", "new", "quiz", "--name", "quiz-2", "--ruling-time", "soon", status=2)


def test_a_ruling_with_an_adjudication_is_right_or_wrong(club: Club) -> None:
    begun(club, "quiz-1")
    words = ("turn", "adjudicate", "quiz-1", "--yes", "--ruling", "Q1", "Maybe yes", "perhaps")
    assert "a ruling is right or wrong, not 'perhaps'" in club(*words, status=2)
    assert "Q1" in club("turn", "rule"), "the turn still waits"
