"""Who writes: what counts, what is held and asked, what is refused. Source: design.md, "Who is writing"; mail.md 46 to 50, 62."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from pbem.core.letters import Letter, LetterLine, LineKind, Verdict
from pbem.moderator import intake
from pbem.store import letters, people
from tests.moderator.letterbox import Letterbox
from tests.moderator.tabletop import address_of


def vouched(post: Letterbox, text: str, sender: str, **how: Any) -> int:
    """A mail whose From the receiving server vouches for."""
    letter_id = post.mail(text, sender, handled=False, **how)
    lines = tuple(LetterLine(number, line, LineKind.OWN) for number, line in enumerate(text.split("\n"), 1))
    letter = Letter(
        f"digest {letter_id}",
        post.office.now,
        sender=sender,
        subject=how.get("subject", ""),
        vouched="pass",
        lines=lines,
    )
    with post.office.desk() as desk:
        post.verdicts[letter_id] = intake.handle(desk, letter_id, letter)
    return letter_id


def test_a_token_and_a_registered_address_are_enough(post: Letterbox) -> None:
    assert post.verdicts[post.from_player("Ann", "high")] is Verdict.ACK


def test_a_registered_address_that_is_vouched_for_is_enough(post: Letterbox) -> None:
    assert post.verdicts[vouched(post, "high", address_of("Ann"))] is Verdict.ACK
    assert post.on_file("Ann") == ["call: high"]


def test_a_registered_address_alone_is_asked_and_yes_counts_from_the_first_mail(post: Letterbox) -> None:
    received = post.office.now
    held = post.mail("high", address_of("Ann"))
    assert post.verdicts[held] is Verdict.ASK
    assert post.on_file("Ann") == []
    (question,) = post.answers(held)
    assert question.to == address_of("Ann")
    assert "    call: high\n" in question.text
    post.later(days=1)
    yes = post.mail("Yes.\n\n> whatever", address_of("Ann"), to=question.message["reply_to"])
    assert post.verdicts[yes] is Verdict.ACK
    assert post.on_file("Ann") == ["call: high"]
    assert (post.row(held).verdict, post.row(held).held_text) == (Verdict.ACK, None)
    assert f"{received:%Y-%m-%dT%H:%M:%SZ}" in post.answer(yes)


def test_a_confirmation_after_the_deadline_counts_for_what_came_before_it(post: Letterbox) -> None:
    due = post.office.row().due_at
    assert due is not None
    held = post.mail("high", address_of("Ann"), received=due - timedelta(minutes=1))
    yes = post.mail(
        "yes", address_of("Ann"), to=post.answers(held)[0].message["reply_to"], received=due + timedelta(minutes=1)
    )
    assert post.verdicts[yes] is Verdict.ACK
    assert post.on_file("Ann") == ["call: high"]


def test_a_confirmation_after_the_adjudication_is_late(post: Letterbox) -> None:
    held = post.mail("high", address_of("Ann"))
    post.later(hours=1)
    post.next_turn()
    yes = post.mail("yes", address_of("Ann"), to=post.answers(held)[0].message["reply_to"])
    assert post.verdicts[yes] is Verdict.ERR
    assert "has been adjudicated already" in post.answer(yes)
    assert post.on_file("Ann") == []


@pytest.mark.parametrize(
    ("word", "verdict", "left"),
    [("no", Verdict.ACK, Verdict.IGN), ("what is this?", Verdict.ERR, Verdict.ASK), ("", Verdict.ERR, Verdict.ASK)],
)
def test_anything_but_yes_does_not_count(post: Letterbox, word: str, verdict: Verdict, left: Verdict) -> None:
    held = post.mail("high", address_of("Ann"))
    reply = post.mail(word, address_of("Ann"), to=post.answers(held)[0].message["reply_to"])
    assert post.verdicts[reply] is verdict
    assert post.row(held).verdict is left
    assert post.on_file("Ann") == []


def test_a_second_yes_changes_nothing(post: Letterbox) -> None:
    held = post.mail("high", address_of("Ann"))
    to = post.answers(held)[0].message["reply_to"]
    post.mail("yes", address_of("Ann"), to=to)
    post.from_player("Ann", "low")
    again = post.mail("Yes", address_of("Ann"), to=to)
    assert "dealt with already" in post.answer(again)
    assert post.on_file("Ann") == ["call: low"]


def test_somebody_else_cannot_confirm(post: Letterbox) -> None:
    held = post.mail("high", address_of("Ann"))
    to = post.answers(held)[0].message["reply_to"]
    for sender in (address_of("Bob"), "zoe@x.test"):
        reply = post.mail("yes", sender, to=to)
        assert post.verdicts[reply] is Verdict.QUAR
        assert post.answers(reply) == []
    assert post.on_file("Ann") == []


def test_what_only_asks_need_not_be_proven(post: Letterbox) -> None:
    post.from_player("Ann", "high")
    letter = post.mail("orders", address_of("Ann"))
    assert post.verdicts[letter] is Verdict.ACK
    assert "call: high" in post.answer(letter)


def test_withdrawing_must_be_proven(post: Letterbox) -> None:
    post.from_player("Ann", "high")
    letter = post.mail("withdraw orders", address_of("Ann"))
    assert post.verdicts[letter] is Verdict.ASK
    assert post.on_file("Ann") == ["call: high"]
    post.mail("yes", address_of("Ann"), to=post.answers(letter)[0].message["reply_to"])
    assert post.on_file("Ann") == []


def test_a_token_with_a_stranger_s_address_is_asked_at_the_registered_one(post: Letterbox) -> None:
    held = post.mail("high", "ann@work.test", to=post.token_address("Ann"))
    assert post.verdicts[held] is Verdict.ASK
    (question,) = post.answers(held)
    assert question.to == address_of("Ann")
    assert "ann@work.test" in question.text
    assert post.on_file("Ann") == []
    post.mail("yes", address_of("Ann"), to=question.message["reply_to"])
    assert post.on_file("Ann") == ["call: high"]
    with post.office.desk() as desk:
        known = people.registered(desk.connection, "ann@work.test")
    assert known is not None
    again = post.mail("low", "ann@work.test", to=post.token_address("Ann"))
    assert post.verdicts[again] is Verdict.ACK
    assert post.answers(again)[0].to == "ann@work.test"


def test_a_stranger_s_talk_to_a_seat_is_shown_to_the_gm_and_not_answered(post: Letterbox) -> None:
    letter = post.mail("Thank you for your ticket.", "desk@robots.test", to=post.token_address("Ann"))
    assert post.verdicts[letter] is Verdict.QUAR
    assert post.answers(letter) == []


def test_another_seat_s_token_is_refused_told_and_dies(post: Letterbox) -> None:
    to = post.token_address("Ann")
    post.from_player("Ann", "high")
    letter = post.mail("low", address_of("Bob"), to=to)
    assert post.verdicts[letter] is Verdict.ERR
    (answer,) = post.answers(letter)
    assert answer.to == address_of("Bob")
    assert "Ann" not in answer.text + answer.message["subject"]
    assert post.on_file("Ann") == ["call: high"]
    assert post.on_file("Bob") == []
    (alert,) = post.office.outbox("token-alert")
    assert alert.to == address_of("Ann")
    assert "Bob" not in alert.text
    fresh = post.token_address("Ann")
    assert alert.message["reply_to"] == fresh != to
    assert [n.message["subject"] for n in post.office.outbox("gm-note")] == [
        "[tiny-1] a reply address in the wrong hands"
    ]
    old = post.mail("low", address_of("Ann"), to=to)
    assert post.verdicts[old] is Verdict.ASK
    assert post.verdicts[post.mail("low", address_of("Ann"), to=fresh)] is Verdict.ACK
    assert post.on_file("Ann") == ["call: low"]


def test_the_writer_s_own_token_wins_over_another_s_in_copy(post: Letterbox) -> None:
    both = f"{post.token_address('Ann')}, {post.token_address('Bob')}"
    letter = post.mail("high", address_of("Bob"), to=both)
    assert post.verdicts[letter] is Verdict.ACK
    assert (post.on_file("Ann"), post.on_file("Bob")) == ([], ["call: high"])


def test_answering_a_mail_of_ours_is_as_good_as_the_token(post: Letterbox) -> None:
    """For houses whose provider keeps no plus addresses."""
    post.office.house = replace(post.office.house, reply_to="")
    mine = next(row for row in post.office.outbox("report") if row.to == address_of("Ann"))
    theirs = next(row for row in post.office.outbox("report") if row.to == address_of("Bob"))
    letter = post.mail("high", address_of("Ann"), headers=[f"In-Reply-To: {mine.message_id}"])
    assert post.verdicts[letter] is Verdict.ACK
    assert "since you answered our mail about it" in post.answer(letter)
    stolen = post.mail("low", address_of("Ann"), headers=[f"In-Reply-To: {theirs.message_id}"])
    assert post.verdicts[stolen] is Verdict.ASK
    question = post.answers(stolen)[0]
    yes = post.mail("yes", address_of("Ann"), headers=[f"In-Reply-To: {question.message_id}"])
    assert post.verdicts[yes] is Verdict.ACK
    assert post.on_file("Ann") == ["call: low"]
    assert post.on_file("Bob") == []


def test_orders_from_a_stranger_get_one_sentence(post: Letterbox) -> None:
    letter = post.mail("high", "zoe@x.test")
    assert post.verdicts[letter] is Verdict.ERR
    (answer,) = post.answers(letter)
    assert answer.message["return_path"] == ""
    assert "Nobody is registered with this address" in answer.text


def test_the_gm_accepts_or_drops_what_waits(post: Letterbox) -> None:
    from pbem.moderator.confirmations import accept, drop

    held = post.mail("high", address_of("Ann"))
    other = post.mail("Hello\nlow", "bob@work.test", to=post.token_address("Bob"))
    talk = post.mail("hello?", "bob@work.test", to=post.token_address("Bob"))
    with post.office.desk() as desk:
        empty = Letter("d", post.office.now)
        accept(desk, empty, held, "boss")
        assert drop(desk, empty, other, "not yours", "boss")
        assert drop(desk, empty, talk, "", "boss")
        assert letters.undecided(desk.connection) == []
    assert post.on_file("Ann") == ["call: high"]
    assert post.on_file("Bob") == []
    accepted = post.answers(held)[-1]
    assert (accepted.to, accepted.kind) == (address_of("Ann"), "ack")
    dropped = post.answers(other)[-1]
    assert dropped.to == address_of("Bob")
    assert "The GM says: not yours" in dropped.text
