"""Hints for misspelt words."""

import pytest

from pbem.core.orders.spelling import nearest, slips

WORDS = ["prompter", "won", "played", "1", "holds", "hold"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("promter", "prompter"),
        ("prompetr", "prompter"),
        ("pormptre", "prompter"),
        ("xxompter", "prompter"),
        ("xxxmpter", None),
        ("wun", "won"),
        ("own", "won"),
        ("w", None),
        ("2", None),
        ("wxy", None),
        ("holdd", "holds"),
        ("won", None),
        ("", None),
        ("p" * 4000, None),
    ],
)
def test_the_nearest_word(word: str, meant: str | None) -> None:
    assert nearest(word, WORDS) == meant


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("", "", 0),
        ("abc", "abc", 0),
        ("abc", "acb", 1),
        ("abc", "ab", 1),
        ("ab", "abc", 1),
        ("abc", "axc", 1),
        ("ca", "abc", 3),
        ("haert-circle-25", "heart-circle-25", 1),
        ("heart-circle-26", "heart-circle-25", 1),
        ("aab", "aba", 1),
        ("aaa", "aaaa", 1),
        ("abab", "baba", 2),
        ("xabcx", "xacbyx", 2),
    ],
)
def test_slips_are_counted(one: str, other: str, apart: int) -> None:
    assert slips(one, other, 5) == apart
    assert slips(one, other, 0) == min(apart, 1)
