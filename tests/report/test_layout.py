"""Prose in 78 columns, marks under the place meant, orders folded where they still read as one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.report import layout


def test_prose_is_wrapped_paragraph_by_paragraph() -> None:
    wrapped = layout.wrap("Ann wins " * 20 + "\n\nBob does not.", indent=2, hang=4)
    first, second = wrapped.split("\n\n")
    assert max(map(len, first.splitlines())) <= 78
    assert first.split() == ["Ann", "wins"] * 20
    assert [line[: len(line) - len(line.lstrip())] for line in first.splitlines()] == ["  ", "    ", "    "]
    assert second == "  Bob does not."


@given(
    words=st.lists(st.text("ab,", min_size=1, max_size=30), min_size=1, max_size=40),
    width=st.integers(10, 40),
    indent=st.integers(0, 4),
    hang=st.integers(0, 4),
)
def test_the_short_way_gives_what_the_long_one_gives(words: list[str], width: int, indent: int, hang: int) -> None:
    short = layout.wrap(" ".join(words), width, indent, hang)
    assert short == layout._filled_by_columns(words, width, " " * indent, " " * hang)
    assert short.split() == words
    assert all(len(line) <= width or " " not in line.strip() for line in short.split("\n"))


def test_a_long_word_stays_whole() -> None:
    address = "gm+" + "a" * 90 + "@example.org"
    assert address in layout.wrap("Write to " + address).split()


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("2: if Bob wun 1", 11, "    2: if Bob wun 1\n              ^"),
        ("1: +9", 4, "    1: +9\n       ^"),
        ("", 1, "    \n    ^"),
        ("1: +9", 99, "    1: +9\n         ^"),
        ("\t1:\x00+9", 5, "     1: +9\n        ^"),
        ("日本 1", 4, "    日本 1\n         ^"),
    ],
)
def test_the_mark_stands_under_the_column(line: str, column: int, expected: str) -> None:
    assert layout.quoted(line, column) == expected


@pytest.mark.parametrize("column", [1, 40, 120, 200, 399, 400])
def test_a_long_line_is_cut_around_the_mark(column: int) -> None:
    line = "".join(chr(ord("a") + i % 26) for i in range(400))
    quoted, mark = layout.quoted(line, column).split("\n")
    assert len(quoted) <= 78
    assert mark.strip() == "^"
    assert quoted[len(mark) - 1] == line[column - 1]


def test_a_list_reads_as_a_sentence() -> None:
    assert [layout.listed(["Ann", "Bob", "Cleo"][:n]) for n in range(4)] == [
        "",
        "Ann",
        "Ann and Bob",
        "Ann, Bob and Cleo",
    ]


def test_a_long_order_is_folded_before_a_keyword_outside_quotes() -> None:
    order = '2: if "Ann or Bob" won 1 and stake 2 >= 3 then jolly else if me benched then +2 or +3 or +4 else x4 or x3 or x2'
    folded = layout.fold_order(order, width=60)
    assert max(map(len, folded.splitlines())) <= 60
    assert " ".join(folded.split()) == order
    assert all(line.split()[0] in {"then", "else", "or", "and"} for line in folded.splitlines()[1:])
    assert '"Ann or Bob"' in folded


SALE = "heart-circle-25, heart-circle-50, heart-oval-100"


@pytest.mark.parametrize(
    ("order", "folded"),
    [
        (f"move: sell {SALE} or draw", [f"move: sell {SALE}", "  or draw"]),
        (f"move: sell {SALE} + a, b, c", [f"move: sell {SALE} \\", "  + a, b, c"]),
        (f"move: draw or sell {SALE}  # 175", ["move: draw", f"  or sell {SALE}", "  # 175"]),
        (f"move: sell {SALE}  # {'12345 ' * 12}", [f"move: sell {SALE}", f"  #{' 12345' * 9}", f"  #{' 12345' * 3}"]),
        (f'place: "{SALE}" at d4 and other places', [f'place: "{SALE}" at \\', "  d4 and other places"]),
        (f"claim: {SALE} is this: {SALE}", [f"claim: {SALE} is this: \\", f"  {SALE}"]),
        ("x" * 90, ["x" * 90]),
    ],
)
def test_an_order_without_a_keyword_in_time_is_folded_by_a_backslash(order: str, folded: list[str]) -> None:
    assert layout.fold_order(order, width=62).split("\n") == folded


def test_what_is_told_of_an_order_is_broken_anywhere() -> None:
    order = f"move: sell {SALE} (not possible now: heart-circle-25 is not in your spread) or draw (always) else trade x"
    assert layout.fold_told(order, width=60).split("\n") == [
        "move: sell heart-circle-25, heart-circle-50, heart-oval-100",
        "    (not possible now: heart-circle-25 is not in your",
        "    spread)",
        "  or draw (always) else trade x",
    ]
    assert layout.fold_told("move: draw", indent=4) == "    move: draw"


def test_a_subject_has_no_second_line_and_no_controls() -> None:
    assert layout.one_line("Re: x\r\nBcc: e@example.org\x85\u2028 \u202eend") == "Re: x Bcc: e@example.org end"
