"""How often anybody is answered by itself. Source: mail.md, Threats."""

from dataclasses import replace

import pytest

from pbem.core.letters import Verdict
from pbem.store.tables import OutboxState
from tests.moderator.letterbox import Letterbox
from tests.moderator.tabletop import address_of


def queued(post: Letterbox, address: str) -> list[str]:
    """The automatic answers to that address that may go by now."""
    rows = [row for row in post.office.outbox() if row.automatic and row.to == address]
    return [row.kind for row in rows if row.state is OutboxState.QUEUED and row.next_try_at <= post.office.now]


def flood(post: Letterbox, mails: int) -> list[int]:
    letters = []
    for number in range(mails):
        post.later(seconds=10)
        letters.append(post.from_player("Ann", f"{'high' if number % 2 else 'low'}\n# {number}"))
    return letters


def test_over_the_cap_orders_count_and_the_last_answer_comes_later(post: Letterbox) -> None:
    letters = flood(post, 15)
    assert all(post.verdicts[letter] is Verdict.ACK for letter in letters)
    assert post.on_file("Ann") == ["call: low"]
    assert len(queued(post, address_of("Ann"))) == 10
    waiting = [row for row in post.answers() if row.next_try_at > post.office.now and row.state is OutboxState.QUEUED]
    assert [row.letter_id for row in waiting] == [letters[-1]]
    assert [row.state for row in post.answers() if row.letter_id in letters[10:-1]] == [OutboxState.EXPIRED] * 4
    assert [n.message["subject"] for n in post.office.outbox("gm-note")] == [
        "[tiny-1] Many answers to ann@players.test"
    ]


def test_the_cap_is_an_hour_s(post: Letterbox) -> None:
    flood(post, 10)
    post.later(hours=1)
    letter = post.from_player("Ann", "high")
    assert post.answers(letter)[0].next_try_at == post.office.now


def test_a_new_turn_begins_the_count_anew(post: Letterbox) -> None:
    flood(post, 10)
    post.next_turn()
    post.later(minutes=1)
    letter = post.from_player("Ann", "high")
    assert post.answers(letter)[0].next_try_at == post.office.now


def test_the_cap_is_each_address_s_own(post: Letterbox) -> None:
    flood(post, 12)
    letter = post.from_player("Bob", "high")
    assert post.answers(letter)[0].next_try_at == post.office.now


def test_the_same_answer_within_an_hour_is_not_sent_and_told_once(post: Letterbox) -> None:
    letters = []
    for number in range(3):
        post.later(minutes=1)
        letters.append(post.mail(f"help\n\n-- \n{number}", address_of("Ann")))
    assert [len(post.answers(letter)) for letter in letters] == [1, 0, 0]
    assert len(post.office.outbox("gm-note")) == 1
    post.later(hours=1)
    assert len(post.answers(post.mail("help\n\n-- \nlater", address_of("Ann")))) == 1


def test_a_stranger_gets_three_answers_a_day(post: Letterbox) -> None:
    for number in range(5):
        post.later(hours=2)
        post.mail(f"rules game{number}", "zoe@x.test")
    assert len(queued(post, "zoe@x.test")) == 3
    post.later(hours=24)
    post.mail("rules game9", "zoe@x.test")
    assert len(queued(post, "zoe@x.test")) == 4


@pytest.mark.parametrize(("text", "verdict"), [("join tiny-1 as Zoe", Verdict.QUAR), ("Buy now!", Verdict.IGN)])
def test_with_an_authserv_id_strangers_are_answered_only_if_vouched_for(
    post: Letterbox, text: str, verdict: Verdict
) -> None:
    post.office.house = replace(post.office.house, authserv_id="mx.pbem.test")
    letter = post.mail(text, "zoe@x.test")
    assert (post.verdicts[letter], post.answers(letter)) == (verdict, [])


def test_errors_go_out_with_the_null_path_and_acknowledgements_do_not(post: Letterbox) -> None:
    good = post.answers(post.from_player("Ann", "high"))[0]
    bad = post.answers(post.from_player("Ann", "whatever"))[0]
    assert good.message["return_path"].startswith("gm+b-")
    assert bad.message["return_path"] == ""
    assert (good.kind, bad.kind) == ("ack", "error")


def test_an_answer_is_threaded_and_says_that_a_machine_wrote_it(post: Letterbox) -> None:
    letter = post.from_player("Ann", "high")
    (answer,) = post.answers(letter)
    assert answer.message["answers"] == ["<tiny-1.turn-1@pbem.test>", post.row(letter).message_id]
    assert answer.message["auto"] == "auto-replied"
    assert answer.message["reply_to"] == post.token_address("Ann")


def test_two_robots_come_to_rest(post: Letterbox) -> None:
    """A machine without any header of one, which quotes nothing and answers whatever it gets from a registered address."""
    to, answered = post.token_address("Ann"), 0
    letter = post.mail("Your ticket has been received.", address_of("Ann"), to=to)
    for _ in range(40):
        answers = [row for row in post.answers(letter) if row.next_try_at <= post.office.now]
        if not answers:
            break
        answered += 1
        post.later(seconds=5)
        quoted = "\n".join(f"| {line}" for line in answers[0].text.split("\n"))
        letter = post.mail(f"Your ticket has been received.\n{quoted}", address_of("Ann"), to=to)
    assert answered <= 10
    assert post.on_file("Ann") == []


def test_the_same_mail_again_with_the_mark_of_a_machine_is_not_answered_again(post: Letterbox) -> None:
    content = f"From: {address_of('Ann')}\r\nTo: {post.token_address('Ann')}\r\nMessage-ID: <m@x.test>\r\n\r\nhigh\r\n".encode()
    assert len(post.answers(post.deliver(content))) == 1
    letter = post.deliver(b"Auto-Submitted: auto-replied\r\n" + content)
    assert (post.verdicts[letter], post.answers(letter)) == (Verdict.IGN, [])
    assert len(post.answers(post.deliver(b"Received: by x\r\n" + content))) == 1
