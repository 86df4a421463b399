"""The 24 cards of Glitches, and the field of cells that they are laid on. Source: section 1, G1, G6, G7."""

from collections.abc import Collection, Iterable

COLOURS = "RGBY"
COLOUR_NAMES = {"R": "red", "G": "green", "B": "blue", "Y": "yellow"}
NUMBERS = (1, 2, 3, 4, 5, 6)
CARDS = tuple(f"{number}{colour}" for colour in COLOURS for number in NUMBERS)
"""All cards in card order."""
RANK = {card: place for place, card in enumerate(CARDS)}
NUMBER = {card: int(card[0]) for card in CARDS}

COLUMNS = "abcdefg"
ROWS = "1234567"
CELLS = tuple(column + row for column in COLUMNS for row in ROWS)
"""All cells in cell order."""
CENTRE = "d4"
SIDE = 4
"""Columns and rows of the whole grid; also the cards of a hand, of a pile, and of the longest line."""

_PLACE = {column + row: (across, down) for across, column in enumerate(COLUMNS) for down, row in enumerate(ROWS)}
_CELL = {place: cell for cell, place in _PLACE.items()}


def _ray(cell: str, right: int, down: int) -> tuple[str, ...]:
    across, along = _PLACE[cell]
    steps = ((across + right * step, along + down * step) for step in range(1, SIDE))
    return tuple(_CELL[place] for place in steps if place in _CELL)


LEFT = {cell: _ray(cell, -1, 0) for cell in CELLS}
RIGHT = {cell: _ray(cell, 1, 0) for cell in CELLS}
UP = {cell: _ray(cell, 0, -1) for cell in CELLS}
DOWN = {cell: _ray(cell, 0, 1) for cell in CELLS}
"""The cells beside a cell in a direction, the nearest first, as far as a line can reach."""
BESIDE = {cell: tuple(ray[cell][0] for ray in (LEFT, RIGHT, UP, DOWN) if ray[cell]) for cell in CELLS}
"""The cells that share a side with a cell."""


def in_card_order(cards: Iterable[str]) -> list[str]:
    """The cards in card order."""
    return sorted(cards, key=RANK.__getitem__)


def reach(taken: Collection[str]) -> tuple[str, str]:
    """The columns and the rows in which cards can lie that fit with those on the field; all of them on an empty field.

    Source: G7.
    """
    if not taken:
        return COLUMNS, ROWS
    letters = [cell[0] for cell in taken]
    digits = [cell[1] for cell in taken]
    return _window(COLUMNS, min(letters), max(letters)), _window(ROWS, min(digits), max(digits))


def _window(line: str, low: str, high: str) -> str:
    first, last = line.index(low), line.index(high)
    return line[max(0, last - SIDE + 1) : first + SIDE]


def legal_cells(taken: Collection[str]) -> list[str]:
    """The cells on which the next card may be laid, in cell order. Source: G6, G7."""
    if not taken:
        return [CENTRE]
    columns, rows = reach(taken)
    free = {cell for one in taken for cell in BESIDE[one] if cell[0] in columns and cell[1] in rows}
    return sorted(free.difference(taken))


def is_legal(taken: Collection[str], cell: str) -> bool:
    """Whether the next card may be laid on that cell. Source: G6, G7."""
    if not taken:
        return cell == CENTRE
    if cell in taken or not any(beside in taken for beside in BESIDE[cell]):
        return False
    columns, rows = reach(taken)
    return cell[0] in columns and cell[1] in rows
