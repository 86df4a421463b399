"""What a line scores: four cards that fit, or three side by side. Source: G9 to G14, G17."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

from pbem.games.glitches.cards import DOWN, LEFT, NUMBER, RIGHT, SIDE, UP

CATEGORIES = ("values", "colours", "run", "total")
TOTAL = 11
POINTS_OF_FOUR, POINTS_OF_THREE = 2, 1
"""The points of a category for a whole line of four, and for three of it. Source: G11."""


@dataclass(frozen=True, slots=True)
class Scored:
    """One category scored in a line; `cards` is the group that fits, left to right or top to bottom."""

    line: str
    category: str
    points: int
    cards: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        return {"line": self.line, "category": self.category, "points": self.points, "cards": list(self.cards)}


def fitting(cards: Sequence[str]) -> tuple[bool, ...]:
    """Whether three or four cards fit in each category, in the order of CATEGORIES. Source: G12, G13."""
    numbers = sorted([NUMBER[card] for card in cards])
    low, high = numbers[0], numbers[-1]
    return (
        low == high,
        len({card[1] for card in cards}) == 1,
        high - low == len(numbers) - 1 == len(set(numbers)) - 1,
        sum(numbers) == TOTAL,
    )


@lru_cache(maxsize=16_384)
def line_scores(line: str, cards: tuple[str, ...], new: int | None) -> tuple[Scored, ...]:
    """What a line of cards scores, by category in their order.

    `new` is the place of the card just laid: threes without it do not count. None for the finished row of a pile, in which
    every three counts. Source: G11, G17.
    """
    length = len(cards)
    if length < 3:
        return ()
    groups = [(POINTS_OF_THREE, cards[at : at + 3]) for at in range(length - 2) if new is None or at <= new < at + 3]
    if length == SIDE:
        groups.insert(0, (POINTS_OF_FOUR, cards))
    fits = [(points, group, fitting(group)) for points, group in groups]
    scored = []
    for place, category in enumerate(CATEGORIES):
        best = next(((points, group) for points, group, fit in fits if fit[place]), None)
        if best is not None:
            scored.append(Scored(line, category, *best))
    return tuple(scored)


def play_scores(grid: Mapping[str, str], card: str, cell: str) -> tuple[Scored, ...]:
    """What `card` scores on the empty `cell`: its row, then its column, each the unbroken run of cards. Source: G9, G10."""
    row, in_row = _run(grid, LEFT[cell], card, RIGHT[cell])
    column, in_column = _run(grid, UP[cell], card, DOWN[cell])
    return line_scores("row", row, in_row) + line_scores("column", column, in_column)


def points_of(scored: Sequence[Scored]) -> int:
    """The sum of what was scored."""
    return sum([one.points for one in scored])


def _run(
    grid: Mapping[str, str], before: Sequence[str], card: str, behind: Sequence[str]
) -> tuple[tuple[str, ...], int]:
    """The unbroken run of cards through a new one, and the place of that one in it."""
    run = []
    for cell in before:
        if cell not in grid:
            break
        run.append(grid[cell])
    run.reverse()
    place = len(run)
    run.append(card)
    for cell in behind:
        if cell not in grid:
            break
        run.append(grid[cell])
    return tuple(run), place


def best_row(pile: Sequence[str]) -> tuple[str, ...]:
    """The arrangement of a pile (given in card order) that scores most, the first of those in card order. Source: G15."""
    return max(permutations(pile), key=lambda cards: points_of(line_scores("row", cards, None)))
