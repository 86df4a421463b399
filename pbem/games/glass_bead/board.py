"""The board: its spaces, their names and order, what touches what, and the directions of lines. Source: section 1, B13, B15."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product

Place = tuple[int, int, int]
"""Column, row and level, each from 1."""
Step = tuple[int, int, int]

_SIZE = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)(?:x([1-9][0-9]?))?")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_STEPS: tuple[Step, ...] = tuple(step for step in product((-1, 0, 1), (-1, 0, 1), (-1, 0, 1)) if any(step))


class Board:
    """A board of so many columns, rows and levels; what was once worked out of a space is kept."""

    def __init__(self, columns: int, rows: int, levels: int) -> None:
        self.columns = columns
        self.rows = rows
        self.levels = levels
        self.deep = levels > 1
        self.size = columns * rows * levels
        flat = [step for step in _STEPS if self.deep or step[2] == 0]
        self._steps = flat
        self.directions: tuple[Step, ...] = tuple(
            step for step in flat if next(number for number in step if number != 0) == 1
        )
        """The steps of lines, ordered as numbers."""
        self.spaces = frozenset(self.in_order())
        self._places: dict[str, Place] = {}
        self._touching: dict[str, tuple[str, ...]] = {}
        self._rays: dict[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]] = {}

    def name(self, place: Place) -> str:
        """The space as it is written: `e5`, on a board of several levels `c3/2`."""
        column, row, level = place
        return f"{_LETTERS[column - 1]}{row}/{level}" if self.deep else f"{_LETTERS[column - 1]}{row}"

    def place(self, space: str) -> Place:
        """Where a space of this board lies."""
        place = self._places.get(space)
        if place is None:
            row, _, level = space[1:].partition("/")
            place = self._places[space] = (_LETTERS.index(space[0]) + 1, int(row), int(level or 1))
        return place

    def has(self, place: Place) -> bool:
        """Whether there is such a space."""
        column, row, level = place
        return 1 <= column <= self.columns and 1 <= row <= self.rows and 1 <= level <= self.levels

    def in_order(self) -> Iterator[str]:
        """Every space in board order: level, then row, then column."""
        for level, row, column in product(
            range(1, self.levels + 1), range(1, self.rows + 1), range(1, self.columns + 1)
        ):
            yield self.name((column, row, level))

    def sorted(self, spaces: Iterable[str]) -> list[str]:
        """These spaces in board order."""
        return sorted(spaces, key=lambda space: self.place(space)[::-1])

    def first_empty(self, cards: Mapping[str, str]) -> str:
        """The first space in board order on which no card lies; there must be one."""
        return next(space for space in self.in_order() if space not in cards)

    def touching(self, space: str) -> tuple[str, ...]:
        """The spaces adjacent to one, orthogonally or diagonally, levels included. Source: B13."""
        known = self._touching.get(space)
        if known is None:
            column, row, level = self.place(space)
            places = ((column + a, row + b, level + c) for a, b, c in self._steps)
            known = self._touching[space] = tuple(self.name(place) for place in places if self.has(place))
        return known

    def rays(self, space: str) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
        """For every direction the spaces from this one on, forwards and backwards, to the edges of the board."""
        known = self._rays.get(space)
        if known is None:
            known = self._rays[space] = tuple(
                (self._ray(space, step), self._ray(space, (-step[0], -step[1], -step[2]))) for step in self.directions
            )
        return known

    def _ray(self, space: str, step: Step) -> tuple[str, ...]:
        column, row, level = self.place(space)
        spaces = []
        while self.has((column := column + step[0], row := row + step[1], level := level + step[2])):
            spaces.append(self.name((column, row, level)))
        return tuple(spaces)

    def shown(self, step: Step) -> list[int]:
        """A direction as an event tells it: without the level on a board that has one only."""
        return list(step) if self.deep else list(step[:2])


@lru_cache(maxsize=64)
def board(size: str) -> Board:
    """The board of a size such as `10x10` or `5x5x5`. Raises ValueError for any other text."""
    match = _SIZE.fullmatch(size)
    columns = int(match[1]) if match else 0
    if match is None or columns > len(_LETTERS):
        raise ValueError(
            f"board: expected CxR or CxRxL such as 10x10 or 5x5x5, C from 1 to 26, R and L from 1 to 99, not {size!r}"
        )
    return Board(columns, int(match[2]), int(match[3] or 1))
