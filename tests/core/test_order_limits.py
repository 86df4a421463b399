"""Sheets that are too long, too deep, or made to be slow: a problem, never an exception."""

import pytest

from pbem.core.orders import read_order, read_sheet
from pbem.core.orders.parse import DEEPEST
from pbem.core.orders.text import LONGEST_ORDER, MOST_CHARACTERS, MOST_ORDERS
from tests.core.parlour import Parlour

LANGUAGE = Parlour()


def problems(text: str) -> list[tuple[int, int, str]]:
    return [(problem.line, problem.column, problem.message) for problem in read_sheet(LANGUAGE, text).sheet().problems]


def test_parentheses_nest_so_deep_and_no_deeper() -> None:
    deep = f"1: {'(' * DEEPEST}x2{')' * DEEPEST}"
    assert read_order(LANGUAGE, deep).text == "1: x2"
    deeper = f"1: {'(' * 5000}".ljust(LONGEST_ORDER, ")")[:LONGEST_ORDER]
    assert problems(deeper) == [(1, 4 + DEEPEST, f"parentheses nest deeper than {DEEPEST}")]
    assert problems("1: if " + "(" * 300 + "riot")[0][:2] == (1, 7 + DEEPEST)


def test_nested_ifs_are_read_and_echoed_as_deep() -> None:
    text = "1: " + "if riot then (" * DEEPEST + "x2" + ")" * DEEPEST
    inner = "if riot then (" * (DEEPEST - 1) + "if riot then x2" + ")" * (DEEPEST - 1)
    assert read_order(LANGUAGE, text).text == f"1: {inner}"


def test_a_chain_of_else_ifs_or_nots_is_not_deep() -> None:
    chain = "1: if riot then x2" + " else if riot then x3" * 180
    assert read_order(LANGUAGE, chain).text == chain
    assert read_order(LANGUAGE, "1: if " + "not " * 901 + "riot then x2").text == "1: if not riot then x2"


def test_an_order_has_a_longest_length_also_when_folded() -> None:
    assert not problems("word: " + "a" * (LONGEST_ORDER - 6))
    [(line, column, message)] = problems("1: x2\n  word: " + "a" * LONGEST_ORDER)[:1]
    assert (line, column) == (2, 3)
    assert str(LONGEST_ORDER) in message
    [(line, column, message)] = problems("1: x2 or\n" + "x2 or\n" * LONGEST_ORDER)
    assert (line, column) == (1, 1)
    assert str(LONGEST_ORDER) in message


def test_what_is_on_file_can_be_read_again_so_what_grows_too_long_or_deep_is_refused() -> None:
    long_name = "B" + "o" * 39
    language = Parlour(("Ann", long_name), "Ann")
    text = "guest: " + " or ".join(["Bo"] * 90)
    assert read_order(language, text).text == "guest: " + " or ".join([long_name] * 90)
    sheet = read_sheet(language, "guest: " + " or ".join(["Bo"] * 100)).sheet()
    assert [(problem.line, problem.column) for problem in sheet.problems] == [(1, 1)]
    assert str(LONGEST_ORDER) in sheet.problems[0].message

    deep = "1: " + "if riot then (" * (DEEPEST - 1) + "unless riot or Bob won then x2" + ")" * (DEEPEST - 1)
    again = read_order(LANGUAGE, deep).text
    assert read_order(LANGUAGE, again).text == again
    deeper = "1: " + "if riot then (" * DEEPEST + "unless riot or Bob won then x2" + ")" * DEEPEST
    assert [problem[:2] for problem in problems(deeper)] == [(1, 1)]


def test_what_is_behind_the_last_order_that_is_read_is_told() -> None:
    sheet = read_sheet(LANGUAGE, "take x2 from Bob\n" * (MOST_ORDERS + 5)).sheet()
    assert len(sheet.orders) == MOST_ORDERS
    assert [(problem.line, problem.column) for problem in sheet.problems] == [(MOST_ORDERS + 1, 1)]


def test_what_is_behind_the_last_character_that_is_read_is_told() -> None:
    comment = "#" * 999 + "\n"
    sheet = read_sheet(LANGUAGE, "1: x2\n" + comment * (MOST_CHARACTERS // 1000 + 1) + "2: x3").sheet()
    assert [order.text for order in sheet.orders] == ["1: x2"]
    assert [(problem.line, problem.column) for problem in sheet.problems] == [(MOST_CHARACTERS // 1000 + 1, 1)]
    one_line = read_sheet(LANGUAGE, "x" * (MOST_CHARACTERS + 1)).sheet()
    assert [(problem.line, problem.column) for problem in one_line.problems] == [(1, 1)]


SHAPES = (
    *("(", '"', ">", "#", ";", "; 1: x2", "\\\n", "then\n", "or ", "- ", "1: ", ":", "!", ",", ".", "1) ", "x2 or\n"),
    *("\u200b", "≥", "1: if not ", "An ", "Bob won and ", "a\n", "1: x2; 2: x3\n", "guest: 'An\n", "\ud800", "\x00"),
    *("х", "1: (\n", "\r"),
)


@pytest.mark.parametrize("shape", SHAPES, ids=ascii)
def test_a_hostile_sheet_is_answered_with_few_words(shape: str) -> None:
    sheet = read_sheet(LANGUAGE, shape * (64_000 // len(shape))).sheet()
    assert len(sheet.problems) <= MOST_ORDERS * 2 + 1
    assert max((len(problem.message) for problem in sheet.problems), default=0) < 300


def test_only_one_order_is_on_file_as_one_text() -> None:
    for text in ("", "1: x9", "1: x2\n2: x3", "# none"):
        with pytest.raises(ValueError, match="not one order"):
            read_order(LANGUAGE, text)
