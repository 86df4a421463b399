"""Letters handled: who wrote, for which turn, what is on file after it, and the one answer."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from pbem.core.letters import Verdict
from pbem.moderator import position
from pbem.moderator.intake import set_aside
from pbem.store.tables import OrderSheet, table_of
from tests.moderator.letterbox import Letterbox
from tests.moderator.tabletop import Office, address_of


def sheets(office: Office) -> list[sa.Row[tuple[object, ...]]]:
    table = table_of(OrderSheet)
    with office.desk() as desk:
        return list(desk.connection.execute(sa.select(table).order_by(table.c.id)))


def test_orders_are_taken_and_acknowledged(post: Letterbox) -> None:
    letter = post.from_player("Ann", "Hi,\n\ncall: high\n\nCheers\nAnn")
    text = post.answer(letter)
    assert post.verdicts[letter] is Verdict.ACK
    assert post.on_file("Ann") == ["call: high"]
    assert "Your orders for turn 1 of tiny-1 are on file." in text
    assert "Deadline: Fri 7 Aug 2026, 18:00 Europe/London (17:00 UTC)" in text
    assert "  calls:\n    call: high\n" in text
    assert "Taken for turn 1 of tiny-1, by the address that you wrote to." in text
    (sheet,) = sheets(post.office)
    assert (sheet.used, sheet.revision, sheet.letter_id) == (True, 1, letter)
    assert f"Receipt {sheet.receipt}, received" in " ".join(text.split())
    row = post.row(letter)
    assert (row.turn, row.seat_id, row.sender) == (1, sheet.seat_id, "ann@players.test")


def test_the_answer_shows_what_the_writer_holds_as_the_game_lays_it_out(post: Letterbox) -> None:
    with post.office.desk() as desk:
        number = position.named_running(desk, "tiny-1").state["numbers"]["Ann"]
    assert f"You hold:\n\n    number  {number}\n" in post.answer(post.from_player("Ann", "high"))


def test_a_line_that_cannot_be_read_is_quoted_with_a_mark(post: Letterbox) -> None:
    letter = post.from_player("Ann", "high\nupwards: 3")
    assert "Line 2:\n    upwards: 3\n    ^\n    expected high or low" in post.answer(letter)


def test_a_later_sheet_replaces_and_says_what(post: Letterbox) -> None:
    first = post.from_player("Ann", "high")
    post.later(hours=1)
    second = post.from_player("Ann", "low")
    receipt = sheets(post.office)[0].receipt
    assert post.on_file("Ann") == ["call: low"]
    assert f"(receipt {receipt})" in " ".join(post.answer(second).split())
    assert "replace" not in post.answer(first)


def test_a_sheet_received_before_another_does_not_replace_it(post: Letterbox) -> None:
    late = post.from_player("Ann", "high", received=post.office.now - timedelta(minutes=1))
    early = post.from_player("Ann", "low", received=post.office.now - timedelta(minutes=9))
    assert post.on_file("Ann") == ["call: high"]
    assert post.verdicts[early] is Verdict.ACK
    assert "You have sent newer orders" in post.answer(early)
    assert post.row(late).verdict is Verdict.ACK


def test_talk_replaces_nothing_and_is_no_silence(post: Letterbox) -> None:
    post.from_player("Ann", "high")
    letter = post.from_player("Ann", "Thanks, back on Monday!\nYours, Ann")
    assert post.verdicts[letter] is Verdict.ERR
    text = post.answer(letter)
    assert "What you had on file for turn 1 of tiny-1 stays on file." in " ".join(text.split())
    assert "    call: high\n" in text
    assert "Lines 1 to 2 were taken as talk" in text
    bob = post.from_player("Bob", "Thanks, back on Monday!")
    assert "nothing is on file for turn 1" in " ".join(post.answer(bob).split())
    with post.office.desk() as desk:
        seats_row = {s.name: s for s in position.named_running(desk, "tiny-1").seats}
    assert seats_row["Bob"].wrote
    assert not seats_row["Cleo"].wrote


def test_orders_for_a_turn_that_is_over_are_late(post: Letterbox) -> None:
    old = post.token_address("Ann")
    post.next_turn()
    letter = post.mail("high", address_of("Ann"), to=old)
    assert post.verdicts[letter] is Verdict.ERR
    assert "Turn 1 of tiny-1 has been adjudicated already" in post.answer(letter)
    assert post.on_file("Ann") == []
    assert not sheets(post.office)[-1].used


def test_orders_received_at_the_deadline_s_second_are_late(post: Letterbox) -> None:
    due = post.office.row().due_at
    assert due is not None
    in_time = post.from_player("Ann", "high", received=due - timedelta(seconds=1))
    late = post.from_player("Bob", "high", received=due)
    assert (post.verdicts[in_time], post.verdicts[late]) == (Verdict.ACK, Verdict.ERR)
    assert post.on_file("Bob") == []


def test_what_came_in_time_and_was_read_too_late_is_told_to_the_gm(post: Letterbox) -> None:
    old = post.token_address("Ann")
    received = post.office.now
    post.later(hours=1)
    post.next_turn()
    letter = post.mail("high", address_of("Ann"), to=old, received=received)
    assert post.verdicts[letter] is Verdict.ERR
    assert [row.to for row in post.office.outbox("gm-note") if "too late" in row.message["subject"]] == [
        "boss@pbem.test"
    ]


def test_the_same_mail_twice_has_one_effect_and_one_more_answer(post: Letterbox) -> None:
    content = (
        f"From: ann@players.test\r\nTo: {post.token_address('Ann')}\r\nMessage-ID: <x@y.test>\r\n\r\nhigh\r\n".encode()
    )
    first = post.deliver(content)
    second = post.deliver(b"Received: from elsewhere\r\n" + content)
    third = post.deliver(content)
    assert [post.verdicts[n] for n in (first, second, third)] == [Verdict.ACK, Verdict.IGN, Verdict.IGN]
    assert len(sheets(post.office)) == 1
    assert post.answer(second) == post.answer(first)
    assert post.answers(third) == []


def test_a_mailbox_read_anew_answers_nothing(post: Letterbox) -> None:
    content = f"From: ann@players.test\r\nTo: {post.token_address('Ann')}\r\n\r\nhigh\r\n".encode()
    post.deliver(content, uidvalidity=1)
    again = post.deliver(content, uidvalidity=2)
    assert post.verdicts[again] is Verdict.IGN
    assert post.answers(again) == []


def test_the_same_message_id_with_other_content_is_another_letter(post: Letterbox) -> None:
    head = f"From: ann@players.test\r\nTo: {post.token_address('Ann')}\r\nMessage-ID: <same@y.test>\r\n\r\n"
    post.deliver((head + "high\r\n").encode())
    post.deliver((head + "low\r\n").encode())
    assert post.on_file("Ann") == ["call: low"]


def test_handling_a_letter_again_does_nothing(post: Letterbox) -> None:
    letter = post.from_player("Ann", "high")
    assert post.handle(letter) is Verdict.ACK
    assert len(post.answers(letter)) == 1
    assert len(sheets(post.office)) == 1


def test_a_letter_that_fails_is_set_aside_and_shown_to_the_gm(post: Letterbox) -> None:
    letter = post.from_player("Ann", "high", handled=False)
    with post.office.desk() as desk:
        set_aside(desk, letter, "ValueError: whatever\nmore")
    row = post.row(letter)
    assert (row.verdict, row.error) == (Verdict.QUAR, "ValueError: whatever\nmore")
    (note,) = post.office.outbox("gm-note")
    assert f"letter {letter} waits for you" in note.message["subject"]
    assert post.handle(letter) is Verdict.QUAR


@pytest.mark.parametrize(
    ("head", "verdict"),
    [
        ("From: ann@players.test\r\nX-Pbem-Loop: elsewhere", Verdict.IGN),
        ("From: gm@pbem.test", Verdict.IGN),
        ("From: ann@players.test, bob@players.test", Verdict.QUAR),
        ("Subject: nobody", Verdict.QUAR),
        ("From: ann@players.test\r\nAuto-Submitted: auto-replied", Verdict.IGN),
        ("From: zoe@list.test\r\nList-Id: <x.list.test>", Verdict.IGN),
    ],
)
def test_what_is_never_answered(post: Letterbox, head: str, verdict: Verdict) -> None:
    letter = post.deliver(f"{head}\r\nTo: gm@pbem.test\r\n\r\nwhatever\r\n".encode())
    assert post.verdicts[letter] is verdict
    assert post.answers(letter) == []


def test_an_automatic_answer_that_reads_as_orders_is_shown_to_the_gm(post: Letterbox) -> None:
    head = f"From: ann@players.test\r\nTo: {post.token_address('Ann')}\r\nAuto-Submitted: auto-replied\r\n\r\n"
    letter = post.deliver((head + "high\r\n").encode())
    assert post.verdicts[letter] is Verdict.QUAR
    assert post.answers(letter) == []
    assert post.on_file("Ann") == []
