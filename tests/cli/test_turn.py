"""`pbem turn`, and the campaign commands that stop and start the clock."""

from datetime import timedelta

import pytest

from pbem.moderator.position import named
from pbem.store import audit
from tests.cli.conftest import Club
from tests.moderator.tabletop import sit


def actions(club: Club) -> list[str]:
    return [entry["action"] for entry in club.told("campaign", "log", "tiny-1")]


def test_a_dry_run_shows_everything_and_changes_nothing(club: Club) -> None:
    club.started()
    club.hand_in(Ann="high", Bob="low")
    printed = club("turn", "adjudicate", "tiny-1", "--dry-run")
    told = club.told("turn", "adjudicate", "tiny-1", "--dry-run")
    assert "coin" in printed
    assert (told["turn"], told["finished"]) == (1, False)
    assert sum(told["scores"].values()) == 1
    assert club.told("campaign", "show", "tiny-1")["turn"] == 1
    assert len(club.outbox("report")) == 2


def test_a_turn_is_adjudicated_at_once_and_logged(club: Club) -> None:
    club.started()
    club.hand_in(Ann="high", Bob="low")
    dry = club.told("turn", "adjudicate", "tiny-1", "--dry-run")
    done = club.told("turn", "adjudicate", "tiny-1")
    assert done["events"] == dry["events"]
    assert club.told("campaign", "show", "tiny-1")["turn"] == 2
    assert len(club.outbox("report")) == 4
    assert actions(club)[0] == "turn adjudicate"


def test_whoever_would_be_missing_is_named_first(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.started()
    club.hand_in(Ann="high")
    assert "Bob would be missing from tiny-1; give --yes" in club("turn", "adjudicate", "tiny-1", status=1)
    monkeypatch.setattr("pbem.cli.office.at_terminal", lambda: True)
    club("turn", "adjudicate", "tiny-1", status=1, input="n\n")
    assert club.told("campaign", "show", "tiny-1")["turn"] == 1
    club("turn", "adjudicate", "tiny-1", input="y\n")
    assert club.told("campaign", "show", "tiny-1")["turn"] == 2


def test_the_end_of_the_game_is_said(club: Club) -> None:
    club.started("--option", "goal=1")
    club.hand_in(Ann="high", Bob="low")
    assert "The game is over, won by" in club("turn", "adjudicate", "tiny-1")
    assert "has ended" in club("turn", "adjudicate", "tiny-1", status=1)


def test_a_turn_is_shown_with_what_counted(club: Club) -> None:
    club.started()
    club.hand_in(Ann="high")
    club("turn", "adjudicate", "tiny-1", "--yes")
    told = club.told("turn", "show", "tiny-1", "1")
    assert told["orders"] == {"Ann": ["call: high"], "Bob": []}
    assert list(told["chance"]) == ["coin 1"]
    assert told["report"]["for"] == "public"
    printed = club("turn", "show", "tiny-1")
    assert "call: high" in printed
    assert told["report"]["text"].rstrip() in printed
    assert club.told("turn", "show", "tiny-1", "0")["turn"] == 0


def test_the_order_of_a_deck_is_shown_once_the_campaign_has_ended(club: Club) -> None:
    club(
        "campaign",
        "new",
        "bux",
        "--name",
        "bux-1",
        "--players",
        "2",
        "--move-time",
        "3 days",
        "--option",
        "turn_order=seats",
    )
    for player in ("Ann", "Bob"):
        club("player", "add", "bux-1", player, f"{player}@example.org")
    assert "deck 1  secret till the end\n" in club("turn", "show", "bux-1", "0")
    assert club.told("turn", "show", "bux-1", "0")["chance"] == {}
    club("campaign", "end", "bux-1", "--yes")
    shown = club("turn", "show", "bux-1", "0")
    deck = club.told("turn", "show", "bux-1", "0")["chance"]["deck 1"]
    assert f"deck 1  {', '.join(deck)}\n" in shown
    assert "['" not in shown


def test_a_report_is_shown_as_it_was_sent_to_its_reader(club: Club) -> None:
    club.started()
    sent = {row.to: row.report_id for row in club.outbox("report")}
    assert len(sent) == 2
    ann, bob = (club.told("turn", "show", "tiny-1", "--for", name)["report"] for name in ("ann", "Bob"))
    assert (ann["for"], bob["for"]) == ("Ann", "Bob")
    assert ann["text"] != bob["text"]
    assert "no player 'Zoe'" in club("turn", "show", "tiny-1", "--for", "Zoe", status=1)


@pytest.mark.parametrize(
    ("words", "said"),
    [(("tiny-9",), "no campaign 'tiny-9'"), (("tiny-1", "4"), "has no turn 4 yet")],
)
def test_a_turn_that_is_not_there_is_named(club: Club, words: tuple[str, ...], said: str) -> None:
    club.started()
    assert said in club("turn", "show", *words, status=1)


def test_a_campaign_that_has_not_begun_has_no_turn(club: Club) -> None:
    club.campaign()
    assert "has not been started" in club("turn", "show", "tiny-1", status=1)


@pytest.mark.parametrize(
    ("when", "due"),
    [
        ("2026-08-14 18:00", "2026-08-14T17:00:00+00:00"),
        ("2026-08-14T09:30", "2026-08-14T08:30:00+00:00"),
        ("Mon 18:00", "2026-08-03T17:00:00+00:00"),
        ("Mon 13:00", "2026-08-10T12:00:00+00:00"),
        ("+2 days", "2026-08-09T17:00:00+00:00"),
        ("+90 days", "2026-11-05T18:00:00+00:00"),
    ],
)
def test_a_deadline_is_moved_as_written_and_everybody_is_told(club: Club, when: str, due: str) -> None:
    club.started("--timezone", "Europe/London")
    assert club.told("turn", "deadline", "tiny-1", when, "--why", "The GM is away.")["due_at"] == due
    mails = club.outbox("deadline-moved")
    assert [row.to for row in mails] == ["ann@players.test", "bob@players.test"]
    assert "The GM is away." in mails[0].text
    assert actions(club)[0] == "campaign deadline moved"


@pytest.mark.parametrize("when", ["soon", "2026-08-01 18:00", "2026-02-30 18:00", "12", "", "+soon", "Fri 25:00"])
def test_a_deadline_that_cannot_be_is_refused(club: Club, when: str) -> None:
    club.started()
    before = club.told("campaign", "show", "tiny-1")["due_at"]
    club("turn", "deadline", "tiny-1", when, status=2)
    assert club.told("campaign", "show", "tiny-1")["due_at"] == before


def test_a_report_is_sent_again_to_one_or_to_all(club: Club) -> None:
    club.started()
    assert "ann@players.test" in club("turn", "resend", "tiny-1", "ann")
    first, _, again = club.outbox("report")
    assert (again.to, again.report_id, again.message["reply_to"]) == (
        first.to,
        first.report_id,
        first.message["reply_to"],
    )
    assert again.message["attachments"] == first.message["attachments"] != []
    assert again.message_id != first.message_id
    club.now += timedelta(minutes=1)
    club("turn", "resend", "tiny-1")
    assert [row.to for row in club.outbox("report")][3:] == ["ann@players.test", "bob@players.test"]
    assert actions(club)[0] == "turn resend"


def test_an_old_report_asks_for_the_turn_that_it_asked_for(club: Club) -> None:
    club.started()
    club("turn", "adjudicate", "tiny-1", "--yes")
    club("turn", "resend", "tiny-1", "Ann", "--turn", "0")
    rows = club.outbox("report")
    assert rows[-1].report_id == rows[0].report_id
    assert rows[-1].message["reply_to"] == rows[0].message["reply_to"] != rows[2].message["reply_to"]
    assert rows[-1].message["attachments"] == []


def test_pausing_and_resuming_stop_and_start_the_clock(club: Club) -> None:
    club.started()
    club("campaign", "pause", "tiny-1", "--why", "Holidays.")
    assert (club.told("campaign", "show", "tiny-1")["status"], club.told("campaign", "show", "tiny-1")["due_at"]) == (
        "paused",
        None,
    )
    assert "is paused" in club("turn", "adjudicate", "tiny-1", "--yes", status=1)
    assert "Orders are due Fri 7 Aug 2026" in club("campaign", "resume", "tiny-1")
    assert "is not paused" in club("campaign", "resume", "tiny-1", status=1)
    assert len(club.outbox("paused")) == len(club.outbox("resumed")) == 2
    assert actions(club)[:2] == ["campaign resumed", "campaign paused"]


def test_a_campaign_is_ended_only_when_that_is_sure(club: Club) -> None:
    club.started()
    assert "give --yes" in club("campaign", "end", "tiny-1", status=1)
    club("campaign", "end", "tiny-1", "--yes", "--why", "Nobody writes any more.")
    assert club.told("campaign", "show", "tiny-1")["status"] == "ended"
    assert len(club.outbox("ended")) == 2
    assert actions(club)[0] == "campaign ended"
    assert "has ended" in club("campaign", "end", "tiny-1", "--yes", status=1)
    assert "has ended" in club("campaign", "start", "tiny-1", status=1)


def test_a_turn_is_withdrawn_and_played_again(club: Club) -> None:
    club.started()
    club.hand_in(Ann="high", Bob="low")
    club("turn", "adjudicate", "tiny-1")
    club("turn", "adjudicate", "tiny-1", "--yes")
    assert "turns 1 to 2 of tiny-1 would be withdrawn; give --yes" in club("turn", "withdraw", "tiny-1", "1", status=1)
    assert club.told("campaign", "show", "tiny-1")["turn"] == 3
    assert "Turn 1 of tiny-1 is played again" in club(
        "turn", "withdraw", "tiny-1", "1", "--yes", "--why", "A wrong die."
    )
    assert club.told("campaign", "show", "tiny-1")["turn"] == 1
    assert [one["orders"] for one in club.told("orders", "show", "tiny-1")] == [["call: high"], ["call: low"]]
    club("turn", "withdraw", "tiny-1", "1", "--yes", status=1)
    assert "no campaign 'tiny-9'" in club("turn", "withdraw", "tiny-9", "1", status=1)


def test_the_service_is_not_the_gm(club: Club) -> None:
    club.started()
    assert audit.SERVICE not in {entry["who"] for entry in club.told("campaign", "log")}


def test_in_a_game_in_turn_only_who_was_asked_would_be_missing(club: Club) -> None:
    club("campaign", "new", "relay", "--name", "r-1", "--move-time", "3 days", "--reports", "daily 18:00")
    with club.desk() as desk:
        for player in ("Ann", "Bob"):
            sit(desk, named(desk, "r-1"), player)
    club("campaign", "start", "r-1")
    assert "Ann and Bob would be missing from r-1" in club("turn", "adjudicate", "r-1", status=1)
    said = club("turn", "adjudicate", "r-1", "--yes")
    assert said == "Turn 1 of r-1 is adjudicated; the reports go out 2026-08-03 18:00 UTC, as they are gathered.\n"
    assert "has not been asked by any report yet" in club("turn", "adjudicate", "r-1", status=1)
