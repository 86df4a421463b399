"""What a misspelt word may have been meant for: a hint in a message, never applied."""

from collections.abc import Iterable


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The one choice that the word is a slip away from: one letter in a short word, two in one of six letters or more.

    None where none is so near, and for words of two letters or less; of several the first of the nearest.
    """
    bound = 0 if len(word) < 3 else 1 if len(word) < 6 else 2
    best: str | None = None
    letters = set(word)
    for choice in choices:
        if (
            abs(len(choice) - len(word)) <= bound
            and choice != word
            and len(letters.symmetric_difference(choice)) <= 2 * bound
        ):
            apart = slips(word, choice, bound)
            if apart <= bound:
                best, bound = choice, apart - 1
    return best


def slips(one: str, other: str, bound: int) -> int:
    """How many letters put in, left out, changed or swapped with their neighbour make one word of the other.

    Counts no further than `bound` + 1.
    """
    one, other = _unlike(one, other)
    before_last: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, start=1):
        now = [row]
        for column, against in enumerate(other, start=1):
            cost = min(last[column] + 1, now[-1] + 1, last[column - 1] + (letter != against))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == against:
                cost = min(cost, before_last[column - 2] + 1)
            now.append(cost)
        if min(now) > bound and (row == 1 or min(last) > bound):
            return bound + 1
        before_last, last = last, now
    return min(last[-1], bound + 1)


def _unlike(one: str, other: str) -> tuple[str, str]:
    """The words without the letters with which both begin, and without those with which both end."""
    most = min(len(one), len(other))
    begin = next((at for at in range(most) if one[at] != other[at]), most)
    end = next((at for at in range(most - begin) if one[-1 - at] != other[-1 - at]), most - begin)
    return one[begin : len(one) - end], other[begin : len(other) - end]
