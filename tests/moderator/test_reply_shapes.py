"""Orders of Pitagoras in the shapes in which replies come. Source: mail.md 5 to 14, 17, 19, 34 to 38."""

from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pbem.core.letters import Letter, LetterLine, LineKind, Verdict
from pbem.moderator import intake
from pbem.moderator.matter import MAILS_LOOKED_AT
from pbem.report.renderer import Renderer
from pbem.store.tables import Report, table_of
from tests.moderator.letterbox import Letterbox
from tests.moderator.tabletop import Office, address_of


@pytest.fixture
def post(sqlite_engine: Engine) -> Letterbox:
    office = Office(sqlite_engine, renderer=Renderer())
    office.started("pit-1", ("Ann", "Bob", "Cleo"), game="pitagoras")
    return Letterbox(office)


def report_of(post: Letterbox, player: str = "Ann") -> str:
    with post.office.desk() as desk:
        from pbem.store import reports, seats
        from pbem.store.campaigns import find

        campaign = find(desk.connection, "pit-1")
        assert campaign is not None
        (seat,) = [s for s in seats.of_campaign(desk.connection, campaign.id) if s.name == player]
        return reports.latest_text(desk.connection, campaign.id, seat.id)


def quoted(text: str) -> str:
    return "On Mon, 3 Aug 2026, GM <gm@pbem.test> wrote:\n" + "\n".join(f"> {line}" for line in text.split("\n"))


def test_a_reply_above_the_quoted_report(post: Letterbox) -> None:
    letter = post.from_player("Ann", "1: +3\n2: x4\n\n" + quoted(report_of(post)), "pit-1")
    assert post.verdicts[letter] is Verdict.ACK
    assert post.on_file("Ann", "pit-1") == ["1: +3", "2: x4"]
    assert "lines were taken for quotation and not read." in " ".join(post.answer(letter).split())


def test_the_form_filled_in_inside_the_quotation(post: Letterbox) -> None:
    filled = report_of(post).replace("\n1:\n", "\n1: +3\n").replace("\nprompter:\n", "\nprompter: Bob\n")
    letter = post.from_player("Ann", "Here you are!\n\n" + quoted(filled), "pit-1")
    assert post.verdicts[letter] is Verdict.ACK
    assert post.on_file("Ann", "pit-1") == ["1: +3", "prompter: Bob"]
    assert "the form that you filled in inside the quoted report" in " ".join(post.answer(letter).split())


def test_the_form_filled_in_without_quotation_marks(post: Letterbox) -> None:
    filled = report_of(post).replace("\n1:\n", "\n1: +3\n").replace("\n2:\n", "\n2: if riot then x2 else -4\n")
    letter = post.from_player("Ann", "Thanks\n\n" + filled, "pit-1")
    assert post.verdicts[letter] is Verdict.ACK
    assert post.on_file("Ann", "pit-1") == ["1: +3", "2: if riot then x2 else -4"]


def test_the_form_filled_in_below_a_report_that_many_mails_have_followed(post: Letterbox) -> None:
    report = report_of(post)
    for number in range(MAILS_LOOKED_AT + 1):
        post.from_player("Ann", f"1: +3\n2: x4\nHello number {number}!", "pit-1")
    post.from_player("Ann", "withdraw orders", "pit-1")
    inline = quoted(report).replace("\n> 1:\n", "\n> 1:\n\n1: +3\n\n").replace("\n> 2:\n", "\n> 2:\n\n2: x4\n\n")
    letter = post.from_player("Ann", inline, "pit-1")
    assert post.verdicts[letter] is Verdict.ACK
    assert post.on_file("Ann", "pit-1") == ["1: +3", "2: x4"]


def test_the_form_copied_into_a_new_mail(post: Letterbox) -> None:
    text = report_of(post)
    form = text[text.index("# ----- orders") : text.index("# ----- orders: end")].replace("\n1:\n", "\n1: x2\n")
    letter = post.from_player("Ann", form, "pit-1")
    assert post.on_file("Ann", "pit-1") == ["1: x2"]
    assert "^" not in post.answer(letter)


@pytest.mark.parametrize("mark", ["| ", "» ", "＞", ">", "> > ", "GM> "])
def test_a_report_quoted_with_other_marks_below_orders(post: Letterbox, mark: str) -> None:
    report = "\n".join(f"{mark}{line}" for line in report_of(post).split("\n"))
    letter = post.from_player("Ann", f"1: +3\n2: x4\n\nOn 3 Aug 2026 10:00 GM <gm@pbem.test> wrote:\n{report}", "pit-1")
    assert post.on_file("Ann", "pit-1") == ["1: +3", "2: x4"]
    assert "could not be read" not in post.answer(letter)


@pytest.mark.parametrize("mark", ["| ", "» ", "＞", ">", "> > ", "GM> "])
def test_the_form_filled_in_inside_a_quotation_with_other_marks(post: Letterbox, mark: str) -> None:
    report = "\n".join(f"{mark}{line}" for line in report_of(post).replace("\n1:", "\n1: +3").split("\n"))
    letter = post.from_player("Ann", f"On 3 Aug 2026 10:00 GM <gm@pbem.test> wrote:\n{report}", "pit-1")
    assert post.on_file("Ann", "pit-1") == ["1: +3"]
    assert "could not be read" not in post.answer(letter)


def test_the_report_of_another_seat_quoted_orders_nothing(post: Letterbox) -> None:
    filled = report_of(post, "Bob").replace("\n1:\n", "\n1: +3\n")
    letter = post.from_player("Ann", quoted(filled), "pit-1")
    assert post.verdicts[letter] is Verdict.ERR
    text = " ".join(post.answer(letter).split())
    assert "1 line that looks like an order was quoted" in text
    assert "    1: +3\n" in post.answer(letter)
    assert post.on_file("Ann", "pit-1") == []


def test_an_html_answer_above_a_report_without_quotation_marks(post: Letterbox) -> None:
    (report,) = [row for row in post.office.outbox("report") if row.to == address_of("Ann")]
    with post.office.desk() as desk:
        page = desk.connection.execute(
            sa.select(table_of(Report).c.html).where(table_of(Report).c.id == report.report_id)
        )
        html = str(page.scalar())
    block = "<b>From:</b> pit-1 &lt;gm@pbem.test&gt;<br><b>Sent:</b> 3 August 2026<br><b>To:</b> Ann"
    body = f"<div>1: +3</div><div>2: x4</div><hr><div>{block}</div>{html}"
    headers = (
        f"From: {address_of('Ann')}",
        f"To: {post.token_address('Ann', 'pit-1')}",
        "Content-Type: text/html; charset=utf-8",
    )
    letter = post.deliver("\r\n".join([*headers, "", body]).encode())
    assert post.on_file("Ann", "pit-1") == ["1: +3", "2: x4"]
    assert "talk" not in post.answer(letter)
    assert "^" not in post.answer(letter)


def test_orders_that_are_only_quoted_are_listed_not_taken(post: Letterbox) -> None:
    letter = post.from_player("Ann", "> 1: +3\n> 1: x4\n> prompter: Bob", "pit-1")
    assert post.verdicts[letter] is Verdict.ERR
    assert "3 lines that look like orders were quoted" in " ".join(post.answer(letter).split())
    assert post.on_file("Ann", "pit-1") == []


def test_an_order_quoted_again_and_again_is_counted_each_time(post: Letterbox) -> None:
    quoted = "> 1: +3\n> thanks\n> > 1: x4\n" * 1_500  # the same order, so that each takes the place of the one before
    letter = post.from_player("Ann", f"2: x4\n{quoted}", "pit-1")
    assert "In the quotation 3000 lines that look like orders were not used" in " ".join(post.answer(letter).split())
    letter = post.from_player("Bob", quoted, "pit-1")
    assert "3000 lines that look like orders were quoted" in " ".join(post.answer(letter).split())


def test_orders_beside_quoted_orders_count_and_the_others_are_listed(post: Letterbox) -> None:
    letter = post.from_player("Ann", "2: x4\n> 1: +3", "pit-1")
    assert post.on_file("Ann", "pit-1") == ["2: x4"]
    assert "In the quotation a line that looks like an order was not used: 1: +3" in " ".join(
        post.answer(letter).split()
    )


def test_the_orders_of_an_answer_sent_back_unchanged_count(post: Letterbox) -> None:
    first = post.from_player("Ann", "1: +3\n2: if Bob won 1 then jolly else x2\nprompter: Bob", "pit-1")
    text = post.answer(first)
    echo = text[text.index("On file now for Ann:") :].split("\n\n")[1]
    post.from_player("Ann", "withdraw orders", "pit-1")
    letter = post.from_player("Ann", echo, "pit-1")
    assert post.verdicts[letter] is Verdict.ACK
    assert post.on_file("Ann", "pit-1") == ["1: +3", "2: if Bob won 1 then jolly else x2", "prompter: Bob"]


def test_an_answer_pasted_below_new_orders_does_not_count(post: Letterbox) -> None:
    first = post.from_player("Ann", "1: +3\n2: x2\nprompter: Bob", "pit-1")
    letter = post.from_player("Ann", "1: -4\n\n" + post.answer(first), "pit-1")
    assert post.on_file("Ann", "pit-1") == ["1: -4"]
    assert post.verdicts[letter] is Verdict.ACK


def test_orders_below_the_signature_are_told(post: Letterbox) -> None:
    letter = post.from_player("Ann", "1: +3\n-- \nAnn\n2: x4", "pit-1")
    assert post.on_file("Ann", "pit-1") == ["1: +3"]
    assert "where a signature stands, nothing is read, but there is an order: 2: x4" in " ".join(
        post.answer(letter).split()
    )


def test_a_wrapped_comparison_taken_for_quotation_is_told(post: Letterbox) -> None:
    letter = post.from_player("Ann", "2: if stake 2\n> 3 then x4\n1: +3", "pit-1")
    text = " ".join(post.answer(letter).split())
    assert "Line 2 begins with > and was taken for quotation, but it would complete the order above it" in text
    assert post.on_file("Ann", "pit-1") == ["1: +3"]


@pytest.mark.parametrize(
    ("text", "subject", "orders"),
    [
        ("", "1: +3", ["1: +3"]),
        ("", "Re: [pit-1] 2: x4", ["2: x4"]),
        ("", "Re: [pit-1] Turn 1: The start", []),
        ("Hello", "1: +3", []),
    ],
)
def test_the_subject_is_read_only_where_there_is_no_text(
    post: Letterbox, text: str, subject: str, orders: list[str]
) -> None:
    letter = post.from_player("Ann", text, "pit-1", subject=subject)
    assert post.on_file("Ann", "pit-1") == orders
    assert post.verdicts[letter] is (Verdict.ACK if orders else Verdict.ERR)
    if orders:
        assert "read from the subject" in " ".join(post.answer(letter).split())


def read_by_hand(post: Letterbox, player: str, **fields: Any) -> int:
    """A letter of that player's as a reader of mail gives it."""
    letter_id = post.from_player(player, "whatever", "pit-1", handled=False)
    token = post.token_address(player, "pit-1")
    letter = Letter(f"digest {letter_id}", post.office.now, sender=address_of(player), recipients=(token,))
    with post.office.desk() as desk:
        post.verdicts[letter_id] = intake.handle(desk, letter_id, replace(letter, **fields))
    return letter_id


def body(text: str) -> tuple[LetterLine, ...]:
    return tuple(LetterLine(number, line, LineKind.OWN) for number, line in enumerate(text.split("\n"), 1))


@pytest.mark.parametrize(
    ("text", "attachment", "orders", "verdict"),
    [
        ("see below", "# pit-1, turn 1\n1: +3\n2:\nprompter:\n", ["1: +3"], Verdict.ACK),
        ("1: x4", "1: +3", [], Verdict.ERR),
        ("1: +3", "1: +3", ["1: +3"], Verdict.ACK),
        ("1: x4", "just notes", ["1: x4"], Verdict.ACK),
        ("hello", "just notes", [], Verdict.ERR),
    ],
)
def test_a_text_file_counts_where_the_mail_has_no_orders(
    post: Letterbox, text: str, attachment: str, orders: list[str], verdict: Verdict
) -> None:
    letter = read_by_hand(post, "Ann", lines=body(text), attachment=attachment)
    assert (post.on_file("Ann", "pit-1"), post.verdicts[letter]) == (orders, verdict)


def test_two_readings_of_the_same_orders_are_no_question(post: Letterbox) -> None:
    letter = read_by_hand(post, "Ann", lines=body("1: +3"), readings=("1: +3", "1 : + 3\nThanks"))
    assert post.verdicts[letter] is Verdict.ACK


def test_two_readings_that_differ_are_both_shown_and_asked(post: Letterbox) -> None:
    letter = read_by_hand(post, "Ann", lines=body("1: +3"), readings=("1: +3", "1: x4"))
    assert post.verdicts[letter] is Verdict.ASK
    text = post.answer(letter)
    assert "The plain text says:\n\n    1: +3\n" in text
    assert "The HTML says:\n\n    1: x4\n" in text
    post.mail("yes", address_of("Ann"), to=post.answers(letter)[0].message["reply_to"])
    assert post.on_file("Ann", "pit-1") == ["1: +3"]


def test_a_damaged_mail_is_held_with_what_was_read(post: Letterbox) -> None:
    letter = read_by_hand(post, "Ann", lines=body("1: +3"), held_reason="has a damaged part")
    assert post.verdicts[letter] is Verdict.ASK
    assert "because the mail has a damaged part." in " ".join(post.answer(letter).split())


def test_a_mail_that_nobody_can_read_is_answered(post: Letterbox) -> None:
    post.from_player("Ann", "1: +3", "pit-1")
    letter = read_by_hand(post, "Ann", reading_problem="is encrypted")
    assert post.verdicts[letter] is Verdict.ERR
    assert "Your mail could not be read: it is encrypted." in post.answer(letter)
    assert post.on_file("Ann", "pit-1") == ["1: +3"]


def test_every_branch_is_told_with_its_value(post: Letterbox) -> None:
    letter = post.from_player("Ann", "2: if Bob won 1 then x4 else -2", "pit-1")
    with post.office.desk() as desk:
        from pbem.moderator import position

        here = position.named_running(desk, "pit-1")
        die = here.game.observed(here.table, here.state, {})["next"]["dice"]["Ann"][1]
    told = f"2: if Bob won 1 then x4 ({die} x 4 = {die * 4}) else -2 ({die} - 2 = {die - 2})"
    assert told in " ".join(post.answer(letter).split())


def test_every_line_of_an_answer_fits(post: Letterbox) -> None:
    long = "2: if Bob won 1 and stake 2 >= 3 and not me benched and cards Cleo > 3 then jolly or x4 or x3 else if riot then +4"
    letter = post.from_player(
        "Ann", f"{long}\nunknown key that goes on and on and on and on and on and on and on: +3 x", "pit-1"
    )
    assert max(map(len, post.answer(letter).split("\n"))) <= 78
