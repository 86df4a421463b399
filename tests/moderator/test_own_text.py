"""What of a letter is the player's own: our mails' words taken out, a form filled in kept. Source: mail.md 5, 8."""

import pytest

from pbem.core.letters import LetterLine, LineKind, Marker, marker_line
from pbem.moderator.own_text import OwnText, numbered, own_text, without_runs

MINE = Marker("pit-1", 3, "abcdefgh", True)
THEIRS = Marker("pit-1", 3, "zzzzzzzz", True)
BEGIN, END = marker_line(MINE), marker_line(Marker("pit-1", 3, "abcdefgh", False))
REPORT = f"""{BEGIN}
Ann won the first calculation with 7, and Bob was benched for the whole of the next one.
Your orders of last time:
    1: +3
What you can lay:
# fill in
1:
2:
prompter:
# end of the form
{END}
"""
FILLED = REPORT.replace("2:\n", "2: Bob was benched\n").replace("prompter:\n", "prompter: Bob\n")
ACK = "Your orders are on file.\n\n    1: +3\n    2: x4\n    prompter: Bob\n\nThank you."


def lines(text: str, kind: LineKind = LineKind.OWN) -> list[LetterLine]:
    """The lines of a body; what stands between markers is the report's unless it is quoted."""
    found, region = [], kind
    for number, line in enumerate(text.split("\n"), 1):
        quoted = line.startswith(">")
        if "begin]" in line and not quoted:
            region = LineKind.REPORT
        found.append(LetterLine(number, line, LineKind.QUOTATION if quoted else region))
        if "end]" in line:
            region = kind
    return found


def found(text: str, *ours: str) -> OwnText:
    return without_runs(own_text(lines(text), lambda marker: marker == MINE, lambda: ours), lambda: ours)


def own(text: str, *ours: str) -> list[str]:
    return [line.text for line in found(text, *ours).lines if line.text.strip()]


def quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.rstrip("\n").split("\n"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1: x4\n\n" + REPORT, ["1: x4"]),
        (REPORT + "\n1: x4", ["1: x4"]),
        (REPORT.replace("1:\n", "1: +3\n"), ["1: +3"]),
        (
            REPORT.replace("2:\n", "2: Bob was benched\n").replace("prompter:\n", "prompter: Bob\n"),
            ["2: Bob was benched", "prompter: Bob"],
        ),
        (REPORT.replace("with 7, and Bob was benched", "with 7, and\nBob was\nbenched"), []),
        (REPORT.replace("    1: +3", "1: +3").replace("prompter:\n", "prompter: me\n"), ["prompter: me"]),
    ],
    ids=["above", "below", "filled in", "two filled in", "wrapped anew", "indentation lost"],
)
def test_between_our_markers_only_what_we_did_not_write_is_the_player_s(text: str, expected: list[str]) -> None:
    assert own(text, REPORT) == expected


def test_lines_keep_their_numbers() -> None:
    text = REPORT.replace("2:\n", "2: x4\n")
    number = text.split("\n").index("2: x4") + 1
    assert [line.number for line in found(text, REPORT).lines if line.text.strip()] == [number]
    assert numbered(found(text, REPORT).lines).split("\n")[number - 1] == "2: x4"


def test_a_form_of_another_seat_is_never_filled_in() -> None:
    text = REPORT.replace("abcdefgh", "zzzzzzzz").replace("1:\n", "1: x3\n")
    got = found(text, REPORT)
    assert not [line for line in got.lines if line.text.strip()]
    assert [line.text for line in got.quoted] == ["1: x3"]
    assert got.form == ()


def test_a_form_filled_in_inside_quotation_is_set_apart() -> None:
    got = found(quoted(REPORT.replace("1:\n", "1: x4 or -2\n")), REPORT)
    assert [line.text for line in got.form] == ["  1: x4 or -2"]
    assert got.quoted == ()
    assert got.lines == ()
    assert got.skipped == REPORT.count("\n")


def test_what_a_report_quoted_above_does_not_hide_what_is_filled_in_below() -> None:
    got = found(quoted(REPORT.replace("1:\n", "1: +3\n")), REPORT)
    assert [line.text.strip() for line in got.form] == ["1: +3"]


def test_an_order_of_many_words_that_the_report_told_above_can_be_ordered_again_in_the_form() -> None:
    order = "2: if Bob won 1 then x4 else -2"
    report = REPORT.replace("What you can lay:", f"This had no effect:\n    {order}\nWhat you can lay:")
    filled = report.replace("\n2:\n", f"\n{order}\n")
    assert own(filled, report) == [order]
    assert [line.text.strip() for line in found(quoted(filled), report).form] == [order]


def test_the_words_of_the_html_report_are_ours_where_it_is_given_back_without_marks() -> None:
    page = "Ann won the first. Ann 11 cards Bob 3 cards 1: 2: prompter:"
    given = f"1: x4\n{BEGIN}\n- Ann won the first.\nAnn\n11 cards\nBob 3 cards\n1: +3\n{END}"
    got = own_text(lines(given), lambda marker: marker == MINE, lambda: [REPORT], lambda: page)
    assert [line.text for line in got.lines if line.text.strip()] == ["1: x4", "1: +3"]


def test_quoted_lines_that_no_mail_of_ours_had_are_listed() -> None:
    got = found("> 1: x3\n> Your orders are on file.\n>> 2: x4", ACK)
    assert [line.text for line in got.quoted] == ["  1: x3"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1: x2\n\nYour orders are on file.\n1: +3\n2: x4\nprompter: Bob\nThank you.", ["1: x2"]),
        ("1: +3", ["1: +3"]),
        ("1: +3\n2: x4", ["1: +3", "2: x4"]),
        ("1: +3\nprompter: Bob\n2: x4", ["1: +3", "prompter: Bob", "2: x4"]),
    ],
    ids=["a whole mail below", "one line", "two lines", "another order"],
)
def test_elsewhere_only_a_run_of_three_lines_is_ours(text: str, expected: list[str]) -> None:
    assert own(text, ACK) == expected


def test_a_run_that_was_sent_back_is_remembered() -> None:
    got = found("1: +3\n2: x4\nprompter: Bob", ACK)
    assert [line.text for line in got.again] == ["1: +3", "2: x4", "prompter: Bob"]


def test_our_mails_are_not_fetched_for_a_short_letter() -> None:
    def fetch() -> list[str]:
        raise AssertionError("not needed")

    got = without_runs(own_text(lines("1: +3\n\n2: x4"), lambda marker: False, fetch), fetch)
    assert numbered(got.lines) == "1: +3\n\n2: x4"


def test_a_comparison_that_was_wrapped_is_no_quotation_mark() -> None:
    got = own_text([LetterLine(1, ">= 3 then x4", LineKind.OWN)], lambda marker: False, list)
    assert numbered(got.lines) == ">= 3 then x4"


def test_banners_above_shift_nothing() -> None:
    banner = LetterLine(0, "CAUTION: external", LineKind.BANNER)
    got = own_text([banner, LetterLine(1, "1: +3", LineKind.OWN)], lambda marker: False, list)
    assert numbered(got.lines) == "1: +3"
    assert got.skipped == 0


def test_time_is_linear_enough_for_hostile_text() -> None:
    text = "\n".join(["a a a"] * 20_000)
    assert len(own(text, "\n".join(["a a a"] * 2_000))) < 20_000
