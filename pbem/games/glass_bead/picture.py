"""The board, drawn from a view: its cells, in characters and as SVG; a board of several levels level by level."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from pbem.core.columns import columns, cut, pad
from pbem.core.contract import Picture, Table, View
from pbem.games.glass_bead.board import Board
from pbem.games.glass_bead.deck import Deck, deck_of
from pbem.games.glass_bead.state import board_of

CARD, LAST, TOUCHING, FREE = "card", "last", "touching", "free"
"""What a cell shows: a card, one placed in the last turn, an empty space that touches a card, any other empty space."""
MARKS = {CARD: " ", LAST: "*", TOUCHING: "+", FREE: "."}
KEY = "* placed last   + free, touches a card   . free"

_ACROSS = 10
"""Columns of a board that stand side by side; more go into another panel."""
_MOST_ROWS, _MOST_LEVELS = 15, 9
_WIDTH, _LABEL = 78, 4
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


def panels(table: Table, view: View) -> list[Panel]:
    """The board in panels of at most ten columns: every level, row and column of a small board, of a large one those in use."""
    grid = board_of(table)
    cards = view["board"]
    used = [grid.place(space) for space in cards]
    touching = {other for space in cards for other in grid.touching(space)}
    last = set(view["last"])
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
                names.append(f"columns {letters[0]} to {letters[-1]}")
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


def _cell(space: str, cards: dict[str, str], last: set[str], touching: set[str]) -> Cell:
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
    return min(15, (_WIDTH - _LABEL) // across - 1)


def pictures(table: Table, view: View) -> tuple[Picture, ...]:
    """One picture for each panel."""
    deck = deck_of(table)
    names = short_names(deck, name_length(table))
    shown = panels(table, view)
    return tuple(
        Picture("board" if not panel.name else panel.name.lower(), _svg(deck, panel), "\n".join(_text(panel, names)))
        for panel in shown
    )


def _text(panel: Panel, names: dict[str, str]) -> Iterable[str]:
    """Columns' letters, then a line for each row: names of cards, the last placed with a mark before them, and marks alone."""
    width = max(map(columns, names.values()))
    yield f"{'':{_LABEL}}{''.join(f'{letter:^{width + 1}}' for letter in panel.letters)}".rstrip()
    for row, cells in panel.rows:
        line = "".join(
            MARKS[cell.kind] + pad(names[cell.title], width) if cell.title else f"{MARKS[cell.kind]:^{width + 1}}"
            for cell in cells
        )
        yield f"{row:>{_LABEL - 1}} {line}".rstrip()


_SIDE, _HIGH, _EDGE = 76, 58, 26
_FILLS = {CARD: "#fff4d6", LAST: "#ffd98a", TOUCHING: "#e6f2e6", FREE: "#ffffff"}
_MOST_LINES, _LINE_LENGTH = 3, 11


def _svg(deck: Deck, panel: Panel) -> str:
    across, down = len(panel.letters), len(panel.rows)
    lying = [f"{cell.space} {cell.title}" for _, cells in panel.rows for cell in cells if cell.title]
    title = f"{panel.name or 'The board'}: {', '.join(lying) or 'no cards'}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_EDGE + across * _SIDE + 2} {_EDGE + down * _HIGH + 2}" '
        f'role="img" font-family="sans-serif" font-size="12"><title>{escape(title)}</title>'
    ]
    for number, letter in enumerate(panel.letters):
        x = _EDGE + number * _SIDE + _SIDE // 2
        parts.append(f'<text x="{x}" y="17" text-anchor="middle" fill="#555555">{letter}</text>')
    for place, (row, cells) in enumerate(panel.rows):
        y = _EDGE + place * _HIGH
        parts.append(f'<text x="12" y="{y + _HIGH // 2 + 4}" text-anchor="middle" fill="#555555">{row}</text>')
        parts += [_svg_cell(deck, cell, _EDGE + number * _SIDE, y) for number, cell in enumerate(cells)]
    return "\n".join([*parts, "</svg>"])


def _svg_cell(deck: Deck, cell: Cell, x: int, y: int) -> str:
    wide = 3 if cell.kind == LAST else 1
    box = (
        f'<rect x="{x}" y="{y}" width="{_SIDE}" height="{_HIGH}" fill="{_FILLS[cell.kind]}" stroke="#777777" '
        f'stroke-width="{wide}"/>'
    )
    if not cell.title:
        mark = "+" if cell.kind == TOUCHING else "·"
        return f'{box}<text x="{x + _SIDE // 2}" y="{y + _HIGH // 2 + 4}" text-anchor="middle" fill="#777777">{mark}</text>'
    lines = _in_lines(cell.title)
    texts = "".join(
        f'<text x="{x + 4}" y="{y + 14 + 14 * number}" fill="#111111">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    letter = deck.ability[cell.title]
    corner = (
        f'<text x="{x + _SIDE - 4}" y="{y + _HIGH - 5}" text-anchor="end" font-size="11" fill="#7a4a00">{letter}</text>'
    )
    return f"{box}{texts}{corner}"


def _in_lines(title: str) -> list[str]:
    """A title in at most three short lines, cut where it needs more."""
    lines: list[str] = []
    for word in title.split():
        if lines and columns(lines[-1]) + 1 + columns(word) <= _LINE_LENGTH:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    shown = [cut(line, _LINE_LENGTH) for line in lines[:_MOST_LINES]]
    if len(lines) > _MOST_LINES:
        shown[-1] = cut(shown[-1], _LINE_LENGTH - 1) + "…"
    return shown
