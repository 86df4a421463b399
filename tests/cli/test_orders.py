"""`pbem orders` and `pbem verify`."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pbem.moderator.position import named
from tests.cli.conftest import Club
from tests.moderator.tabletop import sit


def test_what_is_on_file_is_shown(club: Club) -> None:
    club.started()
    club.hand_in(Ann="high")
    told = club.told("orders", "show", "tiny-1")
    assert [(one["player"], one["orders"], one["revision"]) for one in told] == [
        ("Ann", ["call: high"], 1),
        ("Bob", [], 0),
    ]
    assert club("orders", "show", "tiny-1").splitlines() == [
        "tiny-1, turn 1, Ann:",
        "  call: high",
        "",
        "tiny-1, turn 1, Bob:",
        "  nothing on file",
    ]
    assert [one["player"] for one in club.told("orders", "show", "tiny-1", "bob")] == ["Bob"]


def test_orders_are_set_from_standard_input_or_a_file_logged_and_told(club: Club, tmp_path: Path) -> None:
    club.started()
    assert "call: low" in club("orders", "set", "tiny-1", "Bob", input="low\n")
    (tmp_path / "sheet.txt").write_text("\ufeffcall: high\n", "utf-8")
    club("orders", "set", "tiny-1", "Bob", "sheet.txt")
    assert club.told("orders", "show", "tiny-1", "Bob")[0]["orders"] == ["call: high"]
    mails = club.outbox("orders-set")
    assert [row.to for row in mails] == ["bob@players.test"] * 2
    assert "call: high" in mails[1].text
    entry = club.told("campaign", "log", "tiny-1")[0]
    assert (entry["action"], entry["player"], entry["detail"]["text"]) == ("orders set", "Bob", "call: high\n")


@pytest.mark.parametrize(
    ("words", "sheet", "status", "said"),
    [
        (("Bob",), "high\nsideways\n", 2, "line 2, column 1: expected high or low"),
        (("Bob",), "", 2, "holds no order"),
        (("Zoe",), "high", 1, "no player 'Zoe'"),
        (("Bob", "nowhere.txt"), "", 2, "nowhere.txt cannot be read"),
        (("Bob", "latin.txt"), "", 2, "is not a text in UTF-8"),
    ],
)
def test_a_sheet_with_an_error_sets_nothing(
    club: Club, tmp_path: Path, words: tuple[str, ...], sheet: str, status: int, said: str
) -> None:
    club.started()
    (tmp_path / "latin.txt").write_bytes(b"h\xf6h")
    assert said in club("orders", "set", "tiny-1", *words, status=status, input=sheet)
    assert [one["orders"] for one in club.told("orders", "show", "tiny-1")] == [[], []]
    assert club.outbox("orders-set") == []


def test_a_campaign_verifies_until_something_is_changed(club: Club, tmp_path: Path) -> None:
    club.started()
    club.hand_in(Ann="high", Bob="low")
    club("turn", "adjudicate", "tiny-1")
    assert "all agrees" in club("verify", "tiny-1")
    told = club.told("verify", "tiny-1")
    assert (told["turns"], told["sheets"], told["differences"]) == (2, 2, [])
    with closing(sqlite3.connect(tmp_path / "pbem.db")) as database:
        database.execute("UPDATE turn SET chance = json_set(chance, '$.\"coin 1\"', 'sideways') WHERE number = 1")
        database.commit()
    result = club.give("verify", "tiny-1", status=1, loud=False)
    assert "coin 1" in result.stdout
    assert "sideways" in result.stdout


def test_a_secret_that_is_not_the_one_is_noticed(club: Club) -> None:
    club.started()
    result = club.give("verify", "tiny-1", "--secret", "0" * 64, status=1, loud=False)
    assert "does not fit the commitment" in result.stdout


def test_what_a_player_could_order_is_listed(club: Club) -> None:
    club("campaign", "new", "relay", "--name", "r-1", "--move-time", "3 days")
    with club.desk() as desk:
        for player in ("Ann", "Bob"):
            sit(desk, named(desk, "r-1"), player)
    assert "has not been started" in club("orders", "options", "r-1", "Ann", status=1)
    club("campaign", "start", "r-1")
    listed = club.told("orders", "options", "r-1", "ann")["options"]
    assert len(listed) == 3
    assert listed == sorted(listed, reverse=True)
    assert club("orders", "options", "r-1", "Ann").splitlines() == listed
    club.started()
    said = "Tiny lists no choices for Ann now; `rules` tells what can be ordered."
    assert club("orders", "options", "tiny-1", "Ann").strip() == said
