"""The field, drawn from a view, as far as cards can lie: in characters, as a table of HTML, and as SVG. Source: section 8."""

from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from pbem.core.contract import Picture, View
from pbem.games.glitches.cards import COLOUR_NAMES, reach

WIDTH = 6
"""Columns of a cell between two borders: 53 columns for the whole field."""
SIDE = 64
"""A cell of the SVG."""
_MARGIN = 28
PAPER = {"R": "#c8321f", "G": "#18794a", "B": "#1f5fa8", "Y": "#f2c744"}
INK = {"R": "#ffffff", "G": "#ffffff", "B": "#ffffff", "Y": "#23201a"}
"""The colours of the cards and of what is written on them, light and dark enough to be read; the letter is always there."""


class Cell(NamedTuple):
    """A cell as it is shown. `card` is empty where none lies; `last`: it was played last; `legal`: the reader may play there."""

    name: str
    card: str
    last: bool
    legal: bool

    @property
    def paper(self) -> str:
        return PAPER[self.card[1]]

    @property
    def ink(self) -> str:
        return INK[self.card[1]]

    @property
    def colour(self) -> str:
        """The name of the card's colour."""
        return COLOUR_NAMES[self.card[1]]


@dataclass(frozen=True)
class Field:
    """The part of the field on which cards can lie: the letters of its columns, and its rows, each with its number."""

    columns: str
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]

    @cached_property
    def picture(self) -> Picture:
        """The field with all cards."""
        return Picture("field", partial(svg, self), text(self))

    @cached_property
    def table(self) -> str:
        """The same for mails, as a table of HTML whose cells carry their own style."""
        letters = "".join(f'<th style="padding: 2px; font-weight: normal">{column}</th>' for column in self.columns)
        rows = "".join(
            f'<tr><th style="padding: 2px 8px 2px 2px; font-weight: normal">{row}</th>{"".join(map(_in_html, cells))}</tr>\n'
            for row, cells in self.rows
        )
        return f'<table cellspacing="0" style="{_TABLE_STYLE}">\n<tr><th></th>{letters}</tr>\n{rows}</table>'


def field_of(view: View) -> Field:
    """The field as a view shows it; what was drawn before is kept, since most readers see the same."""
    return _field(tuple((cell, card) for _, card, cell in view["plays"]), tuple(view["legal"]))


@lru_cache(maxsize=64)
def _field(lying: tuple[tuple[str, str], ...], legal: tuple[str, ...]) -> Field:
    grid = dict(lying)
    last = lying[-1][0] if lying else ""
    columns, rows = reach(grid)
    return Field(
        columns,
        tuple(
            (row, tuple(Cell(name, grid.get(name, ""), name == last, name in legal) for name in _row(columns, row)))
            for row in rows
        ),
    )


def _row(columns: str, row: str) -> list[str]:
    return [column + row for column in columns]


def pictures(view: View) -> tuple[Picture, ...]:
    """The field with all cards."""
    return (field_of(view).picture,)


def text(field: Field) -> str:
    """The field in characters, at most 53 columns wide: the card played last in brackets, legal cells with a plus."""
    border = "   +" + ("-" * WIDTH + "+") * len(field.columns)
    lines = ["    " + " ".join(column.center(WIDTH) for column in field.columns).rstrip(), border]
    for number, cells in field.rows:
        lines += [f" {number} |" + "".join(_in_characters(cell) + "|" for cell in cells), border]
    return "\n".join(lines)


def _in_characters(cell: Cell) -> str:
    if cell.last:
        return f" [{cell.card}] "
    return (cell.card or ("+" if cell.legal else "")).center(WIDTH)


_TABLE_STYLE = (
    "margin: 0 0 12px; border-collapse: collapse; text-align: center; "
    "font: 16px/1.2 Consolas, Menlo, 'DejaVu Sans Mono', monospace"
)


def _in_html(cell: Cell) -> str:
    style = "width: 42px; height: 38px; border:"
    if not cell.card:
        return f'<td title="{cell.name}" style="{style} 1px solid #b3a47d">{"+" if cell.legal else ""}</td>'
    border, shown = ("4px double", f"[{cell.card}]") if cell.last else ("1px solid", cell.card)
    return (
        f'<td title="{cell.name}: {cell.card}, {cell.colour}" style="{style} {border} #23201a; background: {cell.paper}; '
        f'color: {cell.ink}; font-weight: bold">{shown}</td>'
    )


def svg(field: Field) -> str:
    """The field with coloured cards, each with number and letter; the card played last in a frame, legal cells with a plus."""
    wide, high = len(field.columns) * SIDE + _MARGIN + 4, len(field.rows) * SIDE + _MARGIN + 4
    lying = [f"{cell.card} on {cell.name}" for _, cells in field.rows for cell in cells if cell.card]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" viewBox="0 0 {wide} {high}" role="img" '
        'font-family="sans-serif" text-anchor="middle" font-size="15">',
        f"<title>The field: {', '.join(lying) or 'no cards'}</title>",
        f'<rect width="{wide}" height="{high}" fill="#ffffff"/>',
    ]
    parts += [_letter(_MARGIN + SIDE * (at + 0.5), 19, column) for at, column in enumerate(field.columns)]
    for down, (number, cells) in enumerate(field.rows):
        y = _MARGIN + SIDE * down
        parts.append(_letter(14, y + SIDE / 2 + 5, number))
        parts += [_drawn(cell, _MARGIN + SIDE * across, y) for across, cell in enumerate(cells)]
    return "\n".join([*parts, "</svg>"])


def _letter(x: float, y: float, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="#333333">{text}</text>'


def _drawn(cell: Cell, x: int, y: int) -> str:
    square = f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="#ffffff" stroke="#999999"/>'
    middle, base = x + SIDE // 2, y + SIDE // 2 + 8
    if not cell.card:
        plus = f'<text x="{middle}" y="{base}" fill="#555555" font-size="22">+</text>' if cell.legal else ""
        return square + plus
    frame = ' stroke="#111111" stroke-width="5"' if cell.last else ""
    return (
        f'{square}<rect x="{x + 5}" y="{y + 5}" width="{SIDE - 10}" height="{SIDE - 10}" rx="7" fill="{cell.paper}"{frame}/>'
        f'<text x="{middle}" y="{base}" fill="{cell.ink}" font-size="24" font-weight="bold">{cell.card}</text>'
    )
