"""Finding the player's own text in a whole mail, one row of the catalogue a test. Source: mail.md, A."""

import pytest
from sqlalchemy.engine import Engine

from pbem.core.letters import LineKind
from pbem.mail.read import read_letter
from pbem.store import letters
from tests.moderator.letterbox import Letterbox
from tests.moderator.mailed import ACK, ERR, HTML, UTF8, pitagoras, quoted, report_to, sent
from tests.moderator.tabletop import NOON

WROTE = "On Tue, 3 Nov 2026 at 10:00, pit-1 (pbem) <gm@pbem.test> wrote:\n\n"


@pytest.fixture
def post(sqlite_engine: Engine) -> Letterbox:
    return pitagoras(sqlite_engine)


def test_row_01_what_is_quoted_orders_nothing_and_is_kept_for_the_gm(post: Letterbox) -> None:
    verdict, filed, said = sent(post, UTF8, f"1: +3\n\n{WROTE}> 1: -4\n> 2: x4\n")
    assert (verdict, filed) == (ACK, ["1: +3"])
    assert "2 lines were taken for quotation" in said or "In the quotation 2 lines that look like orders" in said
    with post.office.desk() as desk:
        (waiting,) = letters.as_they_came(desk.connection, [1])
    kept = read_letter(waiting.raw.content, NOON).lines
    assert [line.text for line in kept if line.kind is LineKind.QUOTATION] == ["> 1: -4", "> 2: x4"]


@pytest.mark.parametrize("wrapped", ["", "\n"], ids=["whole", "wrapped"])
def test_row_03_an_attribution_and_an_answer_of_ours_below_it_are_cut(post: Letterbox, wrapped: str) -> None:
    sent(post, UTF8, "1: +3\n2: x4\nprompter: Bob\n")
    answer = str(post.answers()[-1].text)
    verdict, filed, said = sent(post, UTF8, f"1: -4\n\npit-1 (pbem) {wrapped}<gm@pbem.test>\u00a0:\n\n{answer}")
    assert (verdict, filed) == (ACK, ["1: -4"])
    assert "taken as talk" not in said


def test_row_05_a_report_left_unquoted_between_its_markers_orders_nothing(post: Letterbox) -> None:
    report = report_to(post, "Ann")
    assert sent(post, UTF8, f"1: +3\n\n{report}")[:2] == (ACK, ["1: +3"])
    assert sent(post, UTF8, f"{report}\n1: -4\n")[:2] == (ACK, ["1: -4"])
    assert sent(post, UTF8, report)[0] is ERR


def test_row_05_wrapped_anew_a_report_is_ours_all_the_same(post: Letterbox) -> None:
    report = report_to(post, "Ann").replace("Orders for turn 1 are due by", "Orders for turn 1\nare due\nby")
    assert sent(post, UTF8, f"1: +3\n\n{report}")[:2] == (ACK, ["1: +3"])


def test_row_05_a_form_filled_in_where_it_stands_counts_and_one_left_empty_is_nothing(post: Letterbox) -> None:
    report = report_to(post, "Ann")
    assert "\n1:\n" in report
    assert sent(post, UTF8, report.replace("\n1:\n", "\n1: +3\n"))[:2] == (ACK, ["1: +3"])


def test_row_05_a_run_of_three_lines_of_an_answer_is_ours_a_single_one_is_the_players(post: Letterbox) -> None:
    sent(post, UTF8, "1: +3\n2: x4\nprompter: Bob\n")
    answer = str(post.answers()[-1].text)
    verdict, filed, _ = sent(post, UTF8, f"1: -4\n\n{answer}")
    assert (verdict, filed) == (ACK, ["1: -4"])
    assert sent(post, UTF8, "2: x4\n")[:2] == (ACK, ["2: x4"])


def test_row_08_a_form_filled_in_inside_the_quotation_counts_and_is_said(post: Letterbox) -> None:
    form = quoted(report_to(post, "Ann")).replace("\n> 1:\n", "\n> 1: +3\n").replace("\n> 2:\n", "\n> 2: x4\n")
    verdict, filed, said = sent(post, UTF8, WROTE + form)
    assert (verdict, filed) == (ACK, ["1: +3", "2: x4"])
    assert "The orders were read from the form that you filled in inside the quoted report." in said


def test_row_08_own_orders_win_over_a_form_in_the_quotation(post: Letterbox) -> None:
    form = quoted(report_to(post, "Ann")).replace("\n> 1:\n", "\n> 1: +3\n")
    verdict, filed, said = sent(post, UTF8, f"1: -4\n\n{WROTE}{form}")
    assert (verdict, filed) == (ACK, ["1: -4"])
    assert "In the quotation a line that looks like an order was not used: 1: +3" in said


@pytest.mark.parametrize("whose", ["Bob", ""], ids=["another seat's form", "no form of ours"])
def test_row_08_any_other_order_in_the_quotation_is_listed_and_refused(post: Letterbox, whose: str) -> None:
    form = quoted(report_to(post, whose)).replace("\n> 1:\n", "\n> 1: +3\n") if whose else "> 1: +3\n"
    verdict, filed, said = sent(post, UTF8, WROTE + form)
    assert (verdict, filed) == (ERR, [])
    assert "1 line that looks like an order was quoted" in said
    assert "1: +3" in said


def test_row_09_a_wrapped_comparison_goes_on_and_one_taken_for_quotation_is_warned_of(post: Letterbox) -> None:
    assert sent(post, UTF8, "2: if stake 2\n>= 3 then x4 else -2\n")[:2] == (
        ACK,
        ["2: if stake 2 >= 3 then x4 else -2"],
    )
    verdict, filed, said = sent(post, UTF8, "1: +3\n2: if stake 2\n> 3 then x4 else -2\n")
    assert (verdict, filed) == (ACK, ["1: +3"])
    assert "Line 3 begins with > and was taken for quotation, but it would complete the order above it" in said


@pytest.mark.parametrize("delimiter", ["-- ", "--", "—"])
def test_row_10_orders_below_the_delimiter_are_listed_in_a_warning(post: Letterbox, delimiter: str) -> None:
    verdict, filed, said = sent(post, UTF8, f"1: +3\n{delimiter}\nAnn\n2: x4\n")
    assert (verdict, filed) == (ACK, ["1: +3"])
    assert "there is an order: 2: x4" in said


def test_row_12_talk_is_told_once_whatever_stands_between(post: Letterbox) -> None:
    banner = "CAUTION: This email originated from outside the organization.\n\n"
    footer = "Disclaimer: this e-mail is confidential.\nVirus-free. www.example.com\n"
    text = f"{banner}Hi all,\nnice game!\n\n1: +3\n2: sideways\n\nThanks\nAnn\n\n{footer}"
    verdict, filed, said = sent(post, UTF8, text)
    assert (verdict, filed) == (ACK, ["1: +3"])
    assert "Lines 1 to 2 and 7 to 8 were taken as talk, not as orders; they begin “Hi all,” and “Thanks”" in said
    assert said.count("taken as talk") == 1
    assert "Line 5: 2: sideways" in said


@pytest.mark.parametrize("prefix", ["Fwd", "WG", "TR", "RV", "VS"])
def test_row_13_only_what_stands_above_a_forward_counts(post: Letterbox, prefix: str) -> None:
    head = "From: pbem <gm@pbem.test>\nDate: Tue, 3 Nov 2026 at 10:00\nSubject: pit-1\nTo: <ann@players.test>\n\n"
    block = f"---------- Forwarded message ---------\n{head}1: -4\n2: x4\n"
    subject = f"{prefix}: [pit-1] Turn 1"
    assert sent(post, UTF8, f"1: +3\n\n{block}", subject)[:2] == (ACK, ["1: +3"])
    report = f"---------- Forwarded message ---------\n{head}{report_to(post, 'Ann')}"
    assert sent(post, UTF8, report.replace("\n1:\n", "\n1: -4\n"), subject)[:2] == (ERR, ["1: +3"])


def test_row_14_a_text_of_ones_own_in_blockquotes_is_answered_with_its_lines(post: Letterbox) -> None:
    verdict, filed, said = sent(post, HTML, "<blockquote>1: +3<br>2: x4</blockquote>")
    assert (verdict, filed) == (ERR, [])
    assert "2 lines that look like orders were quoted" in said
    assert "1: +3" in said


def test_row_15_what_only_looks_like_an_attribution_cuts_nothing(post: Letterbox) -> None:
    assert sent(post, UTF8, "On 3 we wrote:\n1: +3\n")[:2] == (ACK, ["1: +3"])
