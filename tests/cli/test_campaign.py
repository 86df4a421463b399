"""`pbem campaign`."""

import pytest

from tests.cli.conftest import Club

NEW = ("campaign", "new", "tiny", "--name")


def test_a_new_campaign_prints_what_to_publish(club: Club) -> None:
    printed = club(*NEW, "tiny-1", "--players", "2-3", "--deadline", "fri 18:00", "--timezone", "Europe/London")
    told = club.told("campaign", "show", "tiny-1")
    assert printed.startswith("[tiny-1] Tiny by mail")
    assert "join tiny-1 as Ann" in printed
    assert told["commitment"] in printed
    assert (told["status"], told["turn"], told["min_players"], told["max_players"]) == ("signup", 0, 2, 3)
    assert (told["schedule"], told["timezone"], told["early"]) == ("Fri 18:00", "Europe/London", False)
    assert "players:    0 of 2 to 3" in club("campaign", "show", "tiny-1")
    club(*NEW, "tiny-2", "--players", "2", "--deadline", "fri 18:00")
    assert "players:    0 of 2\n" in club("campaign", "show", "tiny-2")


def test_a_new_campaign_for_programs_and_with_everything_set(club: Club) -> None:
    words = ("--option", "goal=5", "--move-time", "3 days", "--early", "--wait", "--reminder", "0")
    told = club.told(*NEW, "tiny-2", *words)
    assert "join tiny-2 as Ann" in told["invitation"]["text"]
    shown = club.told("campaign", "show", "tiny-2")
    assert (shown["options"], shown["move_time"], shown["early"]) == ({"goal": 5}, 3 * 24 * 3600, True)
    assert (shown["reminder_hours"], shown["commitment"]) == (0, told["commitment"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", "many"), "such as 2-5"),
        (("--players", "2-9"), "tiny takes 2 to 4"),
        (("--option", "goal"), "write NAME=VALUE"),
        (("--option", "goal=none"), "options: goal"),
        (("--option", "colour=red"), "unknown option 'colour'"),
        (("--deadline", "someday"), "someday"),
        (("--timezone", "Europe/Lundon"), "Europe/London"),
        (("--move-time", "soon"), "soon"),
        (("--reminder", "-1"), "reminder"),
    ],
)
def test_what_cannot_be_used_is_said_and_nothing_is_created(club: Club, words: tuple[str, ...], said: str) -> None:
    assert said in club(*NEW, "tiny-1", *words, status=2)
    assert club.told("campaign", "list") == []


def test_a_campaign_is_not_called_what_stands_for_somebody(club: Club) -> None:
    assert "choose another name" in club("campaign", "new", "tiny", "--name", "gm", status=2)


def test_a_name_is_taken_once(club: Club) -> None:
    club(*NEW, "tiny-1")
    assert "choose another name" in club(*NEW, "tiny-1", status=2)


def test_campaigns_are_listed_by_status(club: Club) -> None:
    assert "`pbem campaign new` creates one" in club("campaign", "list")
    club.started()
    club(*NEW, "tiny-2")
    assert [(one["name"], one["players"]) for one in club.told("campaign", "list")] == [("tiny-1", 2), ("tiny-2", 0)]
    assert [one["name"] for one in club.told("campaign", "list", "--status", "running")] == ["tiny-1"]
    lines = club("campaign", "list").splitlines()
    assert lines[0].split() == ["campaign", "game", "status", "turn", "players", "deadline"]
    assert lines[1].split()[:5] == ["tiny-1", "tiny", "running", "1", "2/4"]
    assert lines[0].index("game") == lines[1].index("tiny ") == lines[2].index("tiny ")


def test_starting_mails_everybody_and_says_when_orders_are_due(club: Club) -> None:
    club.campaign()
    assert "Orders are due Fri 7 Aug 2026, 18:00 UTC." in club("campaign", "start", "tiny-1")
    assert [row.to for row in club.outbox("report")] == ["ann@players.test", "bob@players.test"]
    shown = club.told("campaign", "show", "tiny-1")
    assert [(seat["name"], seat["asked"], seat["on_file"]) for seat in shown["seats"]] == [
        ("Ann", "a call", 0),
        ("Bob", "a call", 0),
    ]
    assert "started already" in club("campaign", "start", "tiny-1", status=1)


def test_a_campaign_with_too_few_players_says_so(club: Club) -> None:
    club.campaign(players=("Ann",))
    assert "needs 2" in club("campaign", "start", "tiny-1", status=1)


def test_a_campaign_that_is_not_there_is_named(club: Club) -> None:
    for verb in ("show", "start"):
        assert "there is no campaign 'pit-9'" in club("campaign", verb, "pit-9", status=1)


def test_nothing_that_is_shown_holds_the_secret(club: Club) -> None:
    club.started()
    with club.desk() as desk:
        from pbem.moderator.position import seen

        secret = seen(desk, "tiny-1").secret
    for words in (("list",), ("show", "tiny-1"), ("log",)):
        assert secret not in club("campaign", *words)
        assert secret not in club("campaign", *words, "--json")


def test_the_log_tells_its_details_in_words(club: Club) -> None:
    club.started()
    club("turn", "resend", "tiny-1")
    assert club("campaign", "log", "--limit", "1").splitlines()[1].endswith("to: Ann Bob")
    club("player", "address", "tiny-1", "Ann", "ann@office.test", "--only")
    assert club("campaign", "log", "--limit", "1").splitlines()[1].endswith("address: ann@office.test, only: yes")


def test_the_log_holds_who_did_what(club: Club) -> None:
    club.started()
    entries = club.told("campaign", "log", "tiny-1")
    assert [(entry["action"], entry["who"], entry["campaign"]) for entry in entries] == [
        ("campaign start", "gm", "tiny-1"),
        ("campaign new", "gm", "tiny-1"),
    ]
    assert club("campaign", "log", "--limit", "1").splitlines()[1].split()[:4] == [
        "2026-08-03",
        "12:00",
        "gm",
        "campaign",
    ]


@pytest.mark.parametrize("given", ["PP,HH", "PP, HH", ' ["PP", "HH"]'])
def test_a_list_is_given_with_commas(club: Club, given: str) -> None:
    club("campaign", "new", "global-pursuit", "--name", "gp-1", "--option", f"sets={given}", "--move-time", "2 days")
    assert club.told("campaign", "show", "gp-1")["options"]["sets"] == ["PP", "HH"]


def test_too_few_cards_for_the_table_are_told_once(club: Club) -> None:
    words = ("campaign", "new", "global-pursuit", "--name", "gp-1", "--players", "6", "--option", "sets=PP")
    assert club(*words, status=2) == "pbem: options: 12 map cards are too few for 6 hands of 5\n"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("sets=PP,XX", "sets: 1: input should be 'PP', 'PE', 'HH' or 'PR', not 'XX'"),
        ("sets=", "sets: expected at least one set"),
        ("questions=big", "questions: input should be 'starter' or 'full', not 'big'"),
        ('rulings={"T-PE-4/2": {"x": "perhaps"}}', "'right' or 'wrong', not 'perhaps'"),
        ('rulings={"T-XX-9/9": {"x": "right"}}', "rulings: no question 'T-XX-9/9'"),
    ],
)
def test_options_of_global_pursuit_that_cannot_be(club: Club, given: str, said: str) -> None:
    words = ("campaign", "new", "global-pursuit", "--name", "gp-1", "--move-time", "2 days", "--option", given)
    told = club(*words, status=2)
    assert said in told
    assert told.count("options:") == 1
    assert told.count("\n") == 1


def test_an_own_deck_is_read_from_a_file_into_the_options(club: Club) -> None:
    new = ("campaign", "new", "glass-bead", "--name", "gbg-1", "--option", "board=2x2", "--option", "short_deck=true")
    deck = club.folder / "my-deck.csv"
    deck.write_text("title,ability,descriptors\nPlato,A,Greek; Person\nZeus,B,Greek; Myth\n" + "Bach,C,Person\n" * 12)
    assert "Bach" in club(*new, "--option", f"deck=@{deck}", status=2)
    rows = "".join(f"Card {number},{'ABCDEFGHIJ'[number]},Person\n" for number in range(10))
    deck.write_text(f"title,ability,descriptors\nPlato,A,Greek; Person\n{rows}")
    club(*new, "--option", f"deck=@{deck}")
    assert "deck: an own deck, 11 cards, aliases: false" in club("campaign", "show", "gbg-1")
    cards = club.told("campaign", "show", "gbg-1")["options"]["deck"]["cards"]
    assert cards[0] == {"title": "Plato", "sa": "A", "descriptors": ["Greek", "Person"]}
    assert "cannot be read" in club(*new, "--option", "deck=@nowhere.toml", status=2)
    assert "takes no decks from files" in club(*NEW, "tiny-1", "--option", f"goal=@{deck}", status=2)


def test_what_suits_the_game_decides_whether_it_goes_on_early(club: Club) -> None:
    for name, words, early in (("a", (), True), ("b", ("--no-early",), False), ("c", ("--early",), True)):
        club("campaign", "new", "relay", "--name", name, "--move-time", "3 days", *words)
        assert club.told("campaign", "show", name)["early"] is early
    assert "after the report" in club("campaign", "show", "a")


def test_reports_are_gathered_if_the_gm_wants_it(club: Club) -> None:
    club("campaign", "new", "relay", "--name", "r-1", "--reports", "every day 18:00", "--timezone", "Europe/London")
    assert club.told("campaign", "show", "r-1")["reports"] == "daily 18:00"
    assert "reports are gathered, daily 18:00 Europe/London" in club("campaign", "show", "r-1")
    said = club("campaign", "new", "relay", "--name", "r-2", "--reports", "sometimes", status=2)
    assert said == 'pbem: reports \'sometimes\': write "at once", or when to gather them, such as "daily 18:00"\n'
