"""What of the board is shown, cell by cell, and under which short names; a board of several levels level by level."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pbem.core.columns import columns, cut
from pbem.core.contract import Table
from pbem.games.glass_bead.board import Board
from pbem.games.glass_bead.deck import Deck
from pbem.games.glass_bead.state import board_of

CARD, LAST, TOUCHING, FREE = "card", "last", "touching", "free"
"""What a cell shows: a card, one placed in the last turn, an empty space that touches a card, any other empty space."""
MARKS = {CARD: " ", LAST: "*", TOUCHING: "+", FREE: "."}
KEY = "* placed last   + free, touches a card   . free"

_ACROSS = 10
"""Columns of a board that stand side by side; more go into another panel."""
_MOST_ROWS, _MOST_LEVELS = 15, 9
LABEL = 4
"""The columns before a row of the board in characters."""
_WIDTH = 78
_MINOR = frozenset({"a", "an", "and", "at", "de", "du", "in", "la", "of", "the", "to", "&"})


@dataclass(frozen=True, slots=True)
class Cell:
    """One space as it is shown; `title` is empty where no card lies."""

    space: str
    title: str
    kind: str


@dataclass(frozen=True, slots=True)
class Panel:
    """What is shown of one level, or of ten of its columns. `left_out`: what of it is empty and not shown, else empty."""

    name: str
    letters: tuple[str, ...]
    rows: tuple[tuple[int, tuple[Cell, ...]], ...]
    left_out: str


def panels(grid: Board, cards: Mapping[str, str], newest: Collection[str]) -> list[Panel]:
    """The board in panels of at most ten columns: every level, row and column of a small board, of a large one those in use."""
    used = [grid.place(space) for space in cards]
    touching = {other for space in cards for other in grid.touching(space)}
    last = set(newest)
    across = _shown(grid.columns, {place[0] for place in used}, 2 * _ACROSS)
    down = _shown(grid.rows, {place[1] for place in used}, _MOST_ROWS)
    deep = _shown(grid.levels, {place[2] for place in used}, _MOST_LEVELS)
    left_out = _left_out(grid, across, down, deep)
    found = []
    for level in deep:
        for first in range(0, len(across), _ACROSS):
            part = across[first : first + _ACROSS]
            rows = tuple(
                (row, tuple(_cell(grid.name((column, row, level)), cards, last, touching) for column in part))
                for row in down
            )
            letters = tuple(chr(ord("a") + column - 1) for column in part)
            names = [f"Level {level}"] if grid.deep else []
            if len(across) > _ACROSS:
                names.append(f"{'columns' if names else 'Columns'} {letters[0]} to {letters[-1]}")
            found.append(Panel(", ".join(names), letters, rows, left_out))
    return found


def _shown(number: int, used: set[int], most: int) -> Sequence[int]:
    """The numbers shown of so many: all, if they are not too many, else those in use and one beside them."""
    if number <= most:
        return range(1, number + 1)
    if not used:
        return range(1, min(number, most) + 1)
    return range(max(1, min(used) - 1), min(number, max(used) + 1) + 1)


def _left_out(grid: Board, across: Sequence[int], down: Sequence[int], deep: Sequence[int]) -> str:
    if (len(across), len(down), len(deep)) == (grid.columns, grid.rows, grid.levels):
        return ""
    first = grid.name((1, 1, 1))
    last = grid.name((grid.columns, grid.rows, grid.levels))
    return f"The board goes from {first} to {last}; what is not shown is empty."


def _cell(space: str, cards: Mapping[str, str], last: set[str], touching: set[str]) -> Cell:
    title = cards.get(space, "")
    if title:
        return Cell(space, title, LAST if space in last else CARD)
    return Cell(space, "", TOUCHING if space in touching else FREE)


@lru_cache(maxsize=64)
def short_names(deck: Deck, length: int) -> dict[str, str]:
    """A name of at most so many columns for every title, no two alike."""
    short: dict[str, str] = {}
    taken: set[str] = set()
    for title in deck.titles:
        name = abbreviated(title, length)
        number = 2
        while name in taken:
            name = f"{cut(abbreviated(title, length), length - len(str(number)))}{number}"
            number += 1
        taken.add(name)
        short[title] = name
    return short


MAY_BREAK = "\u200b"
"""Where a narrow cell may break a name."""
_ROOMY = 11
"""From so many columns a name on, a cell of a table has room for a title in several lines."""
_BETWEEN_PARTS = re.compile(r"(?<=[a-z])(?=[A-Z])")


@lru_cache(maxsize=64)
def page_names(deck: Deck, length: int) -> dict[str, str]:
    """The names in a table, whose cells may have several lines: titles where there is room, else short names that break well."""
    names = {title: _breaking(name) for title, name in short_names(deck, length).items()}
    if length >= _ROOMY:
        names |= {title: title for title in deck.titles if columns(title) <= 2 * length}
    return names


def _breaking(name: str) -> str:
    """The name with places at which a narrow cell may break it: between its parts, else in the middle."""
    parts = _BETWEEN_PARTS.split(name)
    if len(parts) == 1 and " " not in name:
        half = (len(name) + 1) // 2
        parts = [name[:half], name[half:]]
    return MAY_BREAK.join(parts)


def abbreviated(title: str, length: int) -> str:
    """The title in at most so many columns: as it is, or the beginnings of its weightier words."""
    if title.lower().startswith("the "):
        title = title[4:]
    if columns(title) <= length:
        return title
    words = [word for word in title.split() if word.lower() not in _MINOR] or title.split()
    words = words[:1] + words[1 : length // 2] if len(words) > length // 2 else words
    share, rest = divmod(length, len(words))
    parts = [cut(word, share + (number < rest)) for number, word in enumerate(words)]
    spare = length - sum(map(columns, parts))
    parts[0] = cut(words[0], columns(parts[0]) + max(spare, 0))
    return "".join(parts)


def name_length(table: Table) -> int:
    """How long the names on this table's board are, so that it fits 78 columns."""
    across = min(board_of(table).columns, _ACROSS)
    return min(15, (_WIDTH - LABEL) // across - 1)
