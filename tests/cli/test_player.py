"""`pbem player`."""

import pytest

from tests.cli.conftest import Club


def actions(club: Club) -> list[str]:
    return [entry["action"] for entry in club.told("campaign", "log", "tiny-1")]


def addresses(club: Club, player: str) -> list[tuple[str, bool]]:
    found = club.told("player", "list", "tiny-1")
    return [(one["address"], one["preferred"]) for one in found if one["seat"] == player]


def test_players_are_listed_with_their_addresses(club: Club) -> None:
    assert "Nobody plays yet" in club("player", "list")
    club.campaign()
    club("campaign", "new", "tiny", "--name", "tiny-2")
    assert [(one["campaign"], one["seat"], one["address"]) for one in club.told("player", "list")] == [
        ("tiny-1", "Ann", "ann@players.test"),
        ("tiny-1", "Bob", "bob@players.test"),
    ]
    assert club.told("player", "list", "tiny-2") == []
    assert "ann@players.test" in club("player", "list", "tiny-1")
    assert "no campaign 'tiny-3'" in club("player", "list", "tiny-3", status=1)


def test_a_player_is_seated_at_the_gms_word(club: Club) -> None:
    club.campaign("--players", "2-3")
    assert "Zoë has seat 3 in tiny-1" in club("player", "add", "tiny-1", "Zoë", "Zoe@Players.test", "--luck", "seven")
    assert addresses(club, "Zoë") == [("zoe@players.test", True)]
    assert "player add" in actions(club)


def test_the_last_seat_starts_the_campaign(club: Club) -> None:
    club.campaign("--players", "2-3")
    assert "the campaign has started" in club("player", "add", "tiny-1", "Cleo", "cleo@players.test")
    assert len(club.outbox("report")) == 3


@pytest.mark.parametrize(
    ("name", "address", "status", "said"),
    [
        ("Ann", "zoe@players.test", 1, "taken"),
        ("gm", "zoe@players.test", 1, "cannot be a name"),
        ("Zoe 2", "zoe@players.test", 1, "number of its own"),
        ("Zoe", "zoe", 2, "is not an e-mail address"),
        ("Zoe", "Zoe <zoe@players.test>", 2, "is not an e-mail address"),
        ("Zoe", "zoe@bücher.example", 2, "is not an e-mail address"),
        ("Zoe", "zoe@players.test\nBcc: all@players.test", 2, "is not an e-mail address"),
        ("Zoe", "Games@example.org", 2, "games@example.org is the address that players write to"),
        ("Zoe", "games+abcdefghijklmnopqrstuvwxyz@example.org", 2, "is the address that players write to"),
        ("Zoe", "ann@players.test", 1, "ann@players.test plays in tiny-1 already, as Ann; give another address"),
    ],
)
def test_a_player_who_cannot_be_seated_is_not(club: Club, name: str, address: str, status: int, said: str) -> None:
    club.campaign()
    assert said in club("player", "add", "tiny-1", name, address, status=status)
    assert len(club.told("player", "list", "tiny-1")) == 2


def test_nobody_is_seated_where_no_seat_is_free(club: Club) -> None:
    club.campaign("--players", "2-2", "--wait")
    assert "all 2 seats are taken.\n" in club("player", "add", "tiny-1", "Zoe", "zoe@players.test", status=1)
    club("campaign", "start", "tiny-1")
    assert "is running already" in club("player", "add", "tiny-1", "Zoe", "zoe@players.test", status=1)


@pytest.mark.parametrize("command", ["address", "replace"])
def test_the_house_plays_no_seat_itself(club: Club, command: str) -> None:
    club.started()
    assert "address that players write to" in club("player", command, "tiny-1", "Ann", "games@example.org", status=2)


def test_a_player_gets_one_more_address_or_only_that(club: Club) -> None:
    club.started()
    assert "too" in club("player", "address", "tiny-1", "ann", "Ann@work.test")
    assert addresses(club, "Ann") == [("ann@players.test", True), ("ann@work.test", True)]
    club("player", "address", "tiny-1", "Ann", "ann@work.test", "--only")
    assert addresses(club, "Ann") == [("ann@work.test", True), ("ann@players.test", False)]
    assert "writes only" in club("player", "list", "tiny-1")
    assert "belongs to somebody else" in club("player", "address", "tiny-1", "Ann", "bob@players.test", status=1)
    assert actions(club)[0] == "player address"


def test_a_seat_changes_hands_and_both_are_told(club: Club) -> None:
    club.started()
    old = club.outbox("report")[0].message["reply_to"]
    assert "played at zoe@players.test now" in club("player", "replace", "tiny-1", "Ann", "zoe@players.test")
    assert addresses(club, "Ann") == [("zoe@players.test", True)]
    assert [row.to for row in club.outbox("replaced")] == ["ann@players.test"]
    assert [row.to for row in club.outbox("taken-over")] == ["zoe@players.test"]
    again = club.outbox("report")[-1]
    assert (again.to, again.message["reply_to"] == old) == ("zoe@players.test", False)
    assert "player replace" in actions(club)
    assert "plays in tiny-1 already" in club("player", "replace", "tiny-1", "Bob", "zoe@players.test", status=1)


def test_several_people_play_a_seat(club: Club) -> None:
    club.started()
    assert "is played at bea@team.test, too" in club("player", "member", "add", "tiny-1", "ann", "Bea", "Bea@Team.test")
    assert addresses(club, "Ann") == [("ann@players.test", True), ("bea@team.test", True)]
    assert "Bea" in club("player", "list", "tiny-1")
    assert "--member ADDRESS" in club("player", "address", "tiny-1", "Ann", "bea@work.test", status=1)
    club("player", "address", "tiny-1", "Ann", "bea@work.test", "--member", "bea@team.test")
    assert ("bea@work.test", True) in addresses(club, "Ann")
    assert "does not play Ann" in club("player", "member", "remove", "tiny-1", "Ann", "bea@work.test")
    assert addresses(club, "Ann") == [("ann@players.test", True)]
    assert "alone plays Ann" in club("player", "member", "remove", "tiny-1", "Ann", "ann@players.test", status=1)
    assert actions(club)[0] == "player member remove"
