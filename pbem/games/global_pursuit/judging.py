"""Whether an answer is right: plain forms, misspellings and doubts. Source: W33 to W39."""

import re
import unicodedata
from collections.abc import Collection, Sequence
from enum import StrEnum
from functools import lru_cache

_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "&": " and "}
)
_NOTHING = dict.fromkeys(map(ord, "'’‘.`"))
_ARTICLES = frozenset({"the", "a", "an"})
_NOTE = re.compile(r"(?:\s*\([^()]*\))+\s*$")


class Judged(StrEnum):
    """How an answer reads beside the accepted ones."""

    RIGHT = "right"
    NEAR = "near"
    DOUBT = "doubt"
    WRONG = "wrong"
    NONE = "none"


def without_note(answer: str) -> str:
    """An answer of the data without the words in brackets after it. Source: W35."""
    return _NOTE.sub("", answer) if "(" in answer else answer


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """The form in which answers are compared: words of letters and digits, single spaces, no articles. Source: W35."""
    letters = [one for one in unicodedata.normalize("NFKD", text) if not unicodedata.category(one).startswith("M")]
    read = "".join(letters).casefold().translate(_LETTERS).translate(_NOTHING)
    words = "".join(one if one.isalpha() or one.isdigit() else " " for one in read).split()
    return " ".join(word for word in words if word not in _ARTICLES)


def judged(given: str, answers: Sequence[str], no: Collection[str], others: Collection[str]) -> Judged:
    """How a given answer reads.

    `answers`: the accepted ones; `no`: those listed as wrong; `others`: the plain forms of all accepted answers of the decks.
    """
    said = plain(given)
    right = [form for form in map(plain, answers) if form]
    if said in right:
        return Judged.RIGHT
    if not said or said in others or said in map(plain, no):
        return Judged.WRONG
    if any(_near(said, form) for form in right):
        return Judged.NEAR
    return Judged.DOUBT if any(f" {form} " in f" {said} " for form in right) else Judged.WRONG


def _near(said: str, form: str) -> bool:
    """Whether an answer is a misspelling of an accepted one. Source: W37."""
    if any(one.isdigit() for one in form):
        return False
    one, other = said.replace(" ", ""), form.replace(" ", "")
    bound = 2 if len(other) >= 9 else 1 if len(other) >= 5 else 0
    return bound > 0 and abs(len(one) - len(other)) <= bound and edits(one, other) <= bound


def edits(one: str, other: str) -> int:
    """How many letters must be put in, left out, changed or swapped with their neighbour, none of them twice."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        now = [row]
        for column, against in enumerate(other, 1):
            cost = min(last[column] + 1, now[-1] + 1, last[column - 1] + (letter != against))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == against:
                cost = min(cost, before[column - 2] + 1)
            now.append(cost)
        before, last = last, now
    return last[-1]
