"""The commands that can be mailed: what each gives, and that none can be taken for an order of any game."""

import pytest

from pbem.core.chance import Chance
from pbem.core.letters import LetterLine, LineKind, Verdict
from pbem.core.seating import seat as seat_table
from pbem.games import registry
from pbem.moderator import command_words, position
from pbem.moderator.command_words import COMMANDS, Command
from pbem.store import people
from tests.moderator.letterbox import Letterbox
from tests.moderator.tabletop import address_of


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.usage)
def test_a_command_is_found_as_its_example_in_any_case(command: Command) -> None:
    for line in (command.example, f"  {command.example.upper()} . ", command.example.replace(" ", "   ")):
        found = command_words.find(line)
        assert found is not None
        assert found.command is command
    assert command_words.find(f"{command.example} or not, as you like") is None or command.takes_luck


@pytest.mark.parametrize(
    "line", ["", "helpful", "the rules", "orders: high", "history", "history of turn", "join", "> help", "h" * 300]
)
def test_other_lines_are_no_commands(line: str) -> None:
    assert command_words.find(line) is None


def test_the_same_command_twice_is_one(post: Letterbox) -> None:
    lines = [LetterLine(n, text, LineKind.OWN) for n, text in enumerate(["Help!", "help", "status"], 1)]
    assert [(one.match[0].lower(), one.number) for one in command_words.given(lines)] == [("help", 1), ("status", 3)]


@pytest.mark.parametrize("slug", [*registry.slugs(), "tiny", "relay"])
def test_no_command_reads_as_an_order(slug: str) -> None:
    game = registry.game(slug)
    names = ["Ann", "Bob", "Cleo", "Dora", "Eve"][: game.seats[1]]
    table = seat_table(game, names, dict(game.campaign_options))
    state, _ = game.start(table, Chance("seed"))
    for name in names:
        view = game.view(table, state, {}, name)
        for command in COMMANDS:
            for text in (command.example, command.example.upper(), f"{command.example}."):
                assert game.read(table, view, text).orders == (), f"{text!r} is an order of {slug}"


def test_help_lists_every_command(post: Letterbox) -> None:
    for sender in (address_of("Ann"), "zoe@x.test"):
        text = post.answer(post.mail("help", sender))
        for command in COMMANDS:
            assert f"  {command.usage}: " in text


def test_every_command_says_who_it_is_for(post: Letterbox) -> None:
    """A stranger who writes any command is answered, once, and changes nothing."""
    for command in COMMANDS:
        letter = post.mail(command.example, f"{abs(hash(command.usage))}@x.test")
        assert len(post.answers(letter)) == 1
        assert (post.verdicts[letter] is Verdict.ERR) or command.for_strangers


def test_status_tells_turn_deadline_and_position(post: Letterbox) -> None:
    text = " ".join(post.answer(post.mail("status", address_of("Ann"))).split())
    assert "Turn 1 of tiny-1 is being played by Ann, Bob, Cleo and Dora." in text
    assert "Deadline: Fri 7 Aug 2026, 18:00 Europe/London (17:00 UTC)" in text
    assert "Asked of you (Ann): a call." in text
    assert "You have nothing on file." in text
    assert "Your last report:" in text


def test_orders_shows_what_is_on_file_and_only_one_s_own(post: Letterbox) -> None:
    post.from_player("Ann", "high")
    post.from_player("Bob", "low")
    text = post.answer(post.mail("orders", address_of("Ann")))
    assert "    call: high\n" in text
    assert "low" not in text
    assert "Nothing is on file" in post.answer(post.mail("orders", address_of("Cleo")))


def test_history_sends_a_report_again(post: Letterbox) -> None:
    post.later(hours=1)
    post.next_turn()
    report = next(row for row in post.office.outbox("report") if row.to == address_of("Ann"))
    again = post.answer(post.from_player("Ann", "history 0"))
    assert report.message["subject"] in " ".join(again.split())
    missing = post.from_player("Ann", "history 7")
    assert "tiny-1 has no report of turn 7 for you; there are reports of turns 0 to 1." in " ".join(
        post.answer(missing).split()
    )


def test_withdraw_takes_orders_off_the_file(post: Letterbox) -> None:
    post.from_player("Ann", "high")
    letter = post.from_player("Ann", "Withdraw orders!")
    assert post.verdicts[letter] is Verdict.ACK
    assert post.on_file("Ann") == []
    assert "there is nothing to withdraw" in post.answer(post.from_player("Ann", "withdraw my orders"))


def test_withdrawing_for_a_turn_that_is_over_touches_nothing(post: Letterbox) -> None:
    old = post.token_address("Ann")
    post.later(hours=1)
    post.next_turn()
    post.from_player("Ann", "high")
    letter = post.mail("withdraw orders", address_of("Ann"), to=old)
    assert post.verdicts[letter] is Verdict.ERR
    assert post.on_file("Ann") == ["call: high"]


def test_a_mail_may_hold_commands_and_orders_and_gets_one_answer(post: Letterbox) -> None:
    post.from_player("Ann", "low")
    letter = post.from_player("Ann", "withdraw orders\nhigh\norders\nhelp\nstatus")
    assert post.verdicts[letter] is Verdict.ACK
    assert post.on_file("Ann") == ["call: high"]
    text = post.answer(letter)
    assert [
        part in text for part in ("are withdrawn", "Your orders for turn 1", "On file for turn 1", "WHAT YOU CAN WRITE")
    ] == [True] * 4
    assert "talk" not in text


def test_rules_are_mailed_by_game(post: Letterbox) -> None:
    letter = post.mail("rules pitagoras", "zoe@x.test")
    assert "A race of arithmetic for 2 to 5 players" in post.answer(letter)
    assert "There is no game called chess. The games are: " in post.answer(post.mail("rules chess", "zoe@x.test"))
    assert "Which game? Write: rules GAME." in post.answer(post.mail("rules", "zoe@x.test"))


def reminded(post: Letterbox, player: str) -> bool:
    with post.office.desk() as desk:
        person = people.registered(desk.connection, address_of(player))
    assert person is not None
    return person.reminders


def test_reminders_are_ended_by_a_command_and_by_the_unsubscribe_address(post: Letterbox) -> None:
    post.mail("reminders off", address_of("Ann"))
    assert not reminded(post, "Ann")
    post.mail("reminders on", address_of("Ann"))
    assert reminded(post, "Ann")
    program = "This message was automatically generated by your mail program."
    letter = post.mail(program, address_of("Bob"), to=post.token_address("Bob"), subject="reminders off")
    assert not reminded(post, "Bob")
    assert "talk" not in post.answer(letter)


@pytest.mark.parametrize(
    ("line", "usage"),
    [
        ("statsu", "status"),
        ("Order.", "orders"),
        ("history", "history N"),
        ("withdraw", "withdraw orders"),
        ("withdraw order", "withdraw orders"),
        ("join", "join CAMPAIGN as NAME"),
        ("Hello!", ""),
        ("Thanks, back on Monday!", ""),
        ("", ""),
    ],
)
def test_a_line_that_comes_close_to_a_command_is_told_so(line: str, usage: str) -> None:
    assert command_words.meant(line) == usage


@pytest.mark.parametrize("word", ["options", "Scores"])
def test_the_legal_choices_are_mailed_also_beside_orders(post: Letterbox, word: str) -> None:
    said = post.answer(post.from_player("Ann", word))
    assert "Tiny lists no choices for Ann now; `rules` tells what can be ordered." in " ".join(said.split())
    post.office.started("relay-1", ("Ann", "Bob"), game="relay")
    text = post.answer(post.from_player("Ann", f"hide 4\n{word}", "relay-1"))
    assert "What Ann could order in turn 1 of relay-1, as the position stands:" in text
    assert post.on_file("Ann", "relay-1") == ["hide 4"]
    with post.office.desk() as desk:
        hand = position.named_running(desk, "relay-1").state["hands"]["Ann"]
    assert "".join(f"    play {card}\n" for card in reversed(hand)) in text
