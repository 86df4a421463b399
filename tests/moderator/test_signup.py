"""Seats asked for by mail: from the question to the start. Source: design.md, "Who is writing"; chance.md, Commit and reveal."""

from collections.abc import Callable

import pytest
from sqlalchemy.engine import Engine

from pbem.core.errors import Failed, Unusable
from pbem.core.letters import Verdict
from pbem.moderator import names
from pbem.moderator.campaigns import NewCampaign, create
from pbem.moderator.signup import add_player
from pbem.report.renderer import Renderer
from pbem.store import people, seats
from pbem.store.tables import CampaignStatus
from tests.moderator.letterbox import Letterbox
from tests.moderator.tabletop import Office, address_of, sit


@pytest.fixture
def post(sqlite_engine: Engine) -> Letterbox:
    """A house with `tiny-2`, which has two players and two free seats."""
    office = Office(sqlite_engine, renderer=Renderer())
    office.campaign("tiny-2", ("Ann", "Bob"))
    return Letterbox(office)


def seated(post: Letterbox, campaign: str = "tiny-2") -> list[tuple[str, str]]:
    row = post.office.row(campaign)
    with post.office.desk() as desk:
        return [(seat.name, seat.luck) for seat in seats.of_campaign(desk.connection, row.id)]


def join(post: Letterbox, text: str, sender: str) -> str:
    """Asks for a seat, and gives the address to confirm at."""
    letter = post.mail(text, sender)
    (question,) = post.answers(letter)
    assert question.kind == "confirm", question.text
    reply_to: str = question.message["reply_to"]
    return reply_to


def test_asked_confirmed_seated(post: Letterbox) -> None:
    letter = post.mail("Hi!\n\njoin tiny-2 as Zoë Lee\nluck: four  leaves | clover\n\nSee you", "zoe@x.test")
    assert post.verdicts[letter] is Verdict.ACK
    (question,) = post.answers(letter)
    assert question.to == "zoe@x.test"
    assert "Zoë Lee" in question.text
    assert "four leaves | clover" in question.text
    assert post.office.row("tiny-2").commitment in question.text
    assert len(seated(post)) == 2
    yes = post.mail("Yes please", "zoe@x.test", to=question.message["reply_to"])
    assert post.verdicts[yes] is Verdict.ACK
    assert seated(post)[2:] == [("Zoë Lee", "four leaves | clover")]
    assert "Welcome! You play Zoë Lee in tiny-2" in post.answer(yes)
    assert [n.message["subject"] for n in post.office.outbox("gm-note")] == ["[tiny-2] Zoë Lee plays"]


@pytest.mark.parametrize(
    ("line", "name", "luck"),
    [
        ("join tiny-2 as Zoe luck: the moon", "Zoe", "the moon"),
        ("join tiny-2 as Zoe Lee, with luck: the moon.", "Zoe Lee", "the moon"),
        ("Join tiny-2 as Zoe (luck: the moon)", "Zoe", "the moon"),
        ("join tiny-2 as Zoe", "Zoe", "(none)"),
    ],
)
def test_the_words_for_luck_may_stand_on_the_same_line(post: Letterbox, line: str, name: str, luck: str) -> None:
    text = post.answer(post.mail(line, "zoe@x.test"))
    assert f"Name:            {name}\n" in text
    assert f"Words for luck:  {luck}\n" in text


def test_an_empty_reply_confirms_and_a_line_changes_the_luck(post: Letterbox) -> None:
    to = join(post, "join tiny-2 as Zoe", "zoe@x.test")
    post.mail("luck: new words", "zoe@x.test", to=to)
    other = join(post, "join tiny-2 as Yan", "yan@x.test")
    post.mail("", "yan@x.test", to=other)
    assert seated(post)[2:] == [("Zoe", "new words"), ("Yan", "")]


def test_no_means_no(post: Letterbox) -> None:
    to = join(post, "join tiny-2 as Zoe", "zoe@x.test")
    letter = post.mail("No.", "zoe@x.test", to=to)
    assert "You have not been seated" in post.answer(letter)
    assert len(seated(post)) == 2


def test_a_second_confirmation_changes_nothing(post: Letterbox) -> None:
    to = join(post, "join tiny-2 as Zoe", "zoe@x.test")
    post.mail("yes", "zoe@x.test", to=to)
    again = post.mail("yes!", "zoe@x.test", to=to)
    assert "seated in tiny-2 as Zoe already" in " ".join(post.answer(again).split())
    assert len(seated(post)) == 3


def test_a_confirmation_from_another_address_seats_nobody_and_is_not_answered_there(post: Letterbox) -> None:
    to = join(post, "join tiny-2 as Zoe", "zoe@x.test")
    letter = post.mail("yes", "eve@x.test", to=to)
    assert post.verdicts[letter] is Verdict.ERR
    assert [answer.to for answer in post.answers(letter)] == ["zoe@x.test"]
    assert len(seated(post)) == 2


def test_the_full_table_starts(post: Letterbox) -> None:
    for name in ("Zoe", "Yan"):
        to = join(post, f"join tiny-2 as {name}", f"{name.lower()}@x.test")
        last = post.mail("yes", f"{name.lower()}@x.test", to=to)
    assert post.office.row("tiny-2").status is CampaignStatus.RUNNING
    assert "the campaign has started" in " ".join(post.answer(last).split())
    assert {row.to for row in post.office.outbox("report")} == {
        address_of("Ann"),
        address_of("Bob"),
        "zoe@x.test",
        "yan@x.test",
    }


def test_a_full_table_that_the_game_cannot_seat_is_the_gms(post: Letterbox) -> None:
    """Eleven cards do for two players of the glass bead game, not for three; the last of them has a seat all the same."""
    deck = {"cards": [{"title": f"Card {number}", "sa": "A", "descriptors": ["Card"]} for number in range(11)]}
    with post.office.desk() as desk:
        new = NewCampaign("glass-bead", "beads-1", "UTC", players=(2, 3), options={"deck": deck, "board": "3x3"})
        made, _ = create(desk, new, "gm")
        for player in ("Cleo", "Dora"):
            sit(desk, made, player)
    to = join(post, "join beads-1 as Zoe", "zoe@x.test")
    letter = post.mail("yes", "zoe@x.test", to=to)
    assert post.verdicts[letter] is Verdict.ACK
    assert "Welcome! You play Zoe in beads-1" in post.answer(letter)
    assert post.office.row("beads-1").status is CampaignStatus.SIGNUP
    notes = [" ".join(note.text.split()) for note in post.office.outbox("gm-note")]
    assert any(
        "The table is full, but campaign beads-1 cannot start: deck: 11 cards are too few" in note for note in notes
    )


def test_two_who_want_the_last_seat(post: Letterbox) -> None:
    post.mail("yes", "zoe@x.test", to=join(post, "join tiny-2 as Zoe", "zoe@x.test"))
    first = join(post, "join tiny-2 as Yan", "yan@x.test")
    second = join(post, "join tiny-2 as Xan", "xan@x.test")
    post.mail("yes", "xan@x.test", to=second)
    letter = post.mail("yes", "yan@x.test", to=first)
    assert post.verdicts[letter] is Verdict.ERR
    assert "tiny-2 is running already" in post.answer(letter)
    assert [name for name, _ in seated(post)] == ["Ann", "Bob", "Zoe", "Xan"]


def test_two_who_want_the_same_name(post: Letterbox) -> None:
    first = join(post, "join tiny-2 as Zoe", "zoe@x.test")
    second = join(post, "join tiny-2 as ZOË", "other@x.test")
    post.mail("yes", "other@x.test", to=second)
    letter = post.mail("yes", "zoe@x.test", to=first)
    assert "The name ZOË is taken. Please choose another name." in " ".join(post.answer(letter).split())
    assert [name for name, _ in seated(post)] == ["Ann", "Bob", "ZOË"]


@pytest.mark.parametrize(
    ("text", "sender", "sentence"),
    [
        ("join tiny-9 as Zoe", "zoe@x.test", "There is no campaign called tiny-9. These have free seats: tiny-2."),
        ("join tiny-2 as", "zoe@x.test", "A name is missing. To try again, write: join tiny-2 as YOUR NAME"),
        ("join tiny-2 as ann", "zoe@x.test", "The name Ann is taken. Please choose another name."),
        ("join tiny-2 as Zoe", address_of("Ann"), "You are seated in tiny-2 already, as Ann."),
        ("join tiny-2 as Zoe 7", "zoe@x.test", "A name may not end in a number of its own"),
    ],
)
def test_what_cannot_be_is_one_clear_sentence(post: Letterbox, text: str, sender: str, sentence: str) -> None:
    letter = post.mail(text, sender)
    assert post.verdicts[letter] is Verdict.ERR
    said = " ".join(post.answer(letter).split()).replace("CAMPAIGN", "tiny-2")
    assert sentence in said


def test_a_seat_asked_for_in_the_subject(post: Letterbox) -> None:
    letter = post.mail("Hello, I would love to play.\nluck: x", "zoe@x.test", subject="Join tiny-2 as Zoe")
    assert post.answers(letter)[0].kind == "confirm"


def test_a_player_may_join_a_second_campaign(post: Letterbox) -> None:
    post.office.campaign("tiny-3", ("Cleo",))
    letter = post.mail("join tiny-3 as Annie", address_of("Ann"))
    (question,) = post.answers(letter)
    assert question.kind == "confirm"
    post.mail("yes", address_of("Ann"), to=question.message["reply_to"])
    with post.office.desk() as desk:
        person = people.registered(desk.connection, address_of("Ann"))
    assert person is not None
    assert [(chair.campaign, chair.seat) for chair in person.chairs] == [("tiny-2", "Ann"), ("tiny-3", "Annie")]


def test_the_gm_seats_a_player(post: Letterbox) -> None:
    with post.office.desk() as desk:
        add_player(desk, "tiny-2", " Zoe ", "Zoe@X.test", "clover", "boss")
    assert seated(post)[2:] == [("Zoe", "clover")]
    refused: list[tuple[Callable[[], object], type[Exception]]] = []
    with post.office.desk() as desk:
        refused = [
            (lambda: add_player(desk, "tiny-2", "zoe", "z@x.test", "", "boss"), Failed),
            (lambda: add_player(desk, "tiny-2", "Yan", "nobody", "", "boss"), Unusable),
            (lambda: add_player(desk, "tiny-2", "Yan", "zoe@x.test", "", "boss"), Failed),
            (lambda: add_player(desk, "tiny-9", "Yan", "y@x.test", "", "boss"), Failed),
        ]
        for call, error in refused:
            with pytest.raises(error):
                call()


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Zoë",
        "Ann Lee",
        "O'Neill",
        "J. R.",
        "Jean-Luc",
        "R2D2",
        "Иван",
        "李雷",
        "a" * 40,
        "Mary Ann of York",
        "Me",
        "Сара",
        "'Ann'",
    ],
)
def test_good_names(name: str) -> None:
    assert names.refusal(names.tidied(name), ["Bob"]) == ""


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "a" * 41,
        "Ann@home",
        "<Ann>",
        'An"n',
        "Ann\u202eB",
        "An\tn\x00",
        "Ann, Bob",
        "...",
        "7",
        "Ann 7",
        "Ann 007",
        "if",
        "OR",
        "otherwise",
        "help",
        "Rules",
        "withdraw orders",
        "withdraw",
        "join",
        "Public",
        "gm",
        "GM",
        "bob",
        "BOB.",
        "Bób",
        "B o b",
        "😀 Ann",
        "Аnn",
        "g.m.",
        "O'R",
        "Help-",
        "reminders off",
        "'Bob'",
    ],
)
def test_bad_names(name: str) -> None:
    said = names.refusal(names.tidied(name), ["Bob"])
    assert said.endswith(("Please choose another name.", "Please choose a shorter one.", "A name is missing."))


def test_a_name_is_kept_tidy() -> None:
    assert names.tidied("'Ann'") == "Ann"
    assert names.tidied("  “Zoe\u0308   O’Neill”  ") == "Zoë O'Neill"
