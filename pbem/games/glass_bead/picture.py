"""The board drawn in characters, as a table of HTML and as SVG, and its legend: once for all who see the same board."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from html import escape

from pbem.core.columns import columns, cut, pad
from pbem.core.contract import Picture, Table, View
from pbem.games.glass_bead.abilities import MEANINGS
from pbem.games.glass_bead.board import Board
from pbem.games.glass_bead.deck import Deck, deck_of
from pbem.games.glass_bead.panels import (
    CARD,
    LABEL,
    LAST,
    MARKS,
    MAY_BREAK,
    TOUCHING,
    Cell,
    Panel,
    name_length,
    page_names,
    panels,
    short_names,
)
from pbem.games.glass_bead.state import board_of


@dataclass(frozen=True, slots=True)
class Drawn:
    """A board as it is drawn.

    `pictures`: one for each panel. `tables`: the same as HTML, with its name before each. `legend`: a line for each card that
    lies there, in board order; `listed` the same as HTML.
    """

    panels: tuple[Panel, ...]
    pictures: tuple[Picture, ...]
    tables: str
    legend: tuple[str, ...]
    listed: str


def drawn(table: Table, view: View) -> Drawn:
    """The board of a view; what was drawn before is kept."""
    cards = tuple(view["board"].items())
    return _drawn(deck_of(table), board_of(table), name_length(table), cards, tuple(view["last"]))


def pictures(table: Table, view: View) -> tuple[Picture, ...]:
    """One picture for each panel."""
    return drawn(table, view).pictures


@lru_cache(maxsize=64)
def _drawn(deck: Deck, grid: Board, length: int, cards: tuple[tuple[str, str], ...], last: tuple[str, ...]) -> Drawn:
    names, on_page = short_names(deck, length), page_names(deck, length)
    shown = tuple(panels(grid, dict(cards), last))
    return Drawn(
        shown,
        tuple(
            Picture(panel.name.lower() or "board", partial(_svg, deck, panel), "\n".join(_text(panel, names)))
            for panel in shown
        ),
        "".join(_table(panel, on_page) for panel in shown),
        tuple(_legend(deck, names, cards)),
        "".join(_listed(deck, on_page, cards)),
    )


def _legend(deck: Deck, names: Mapping[str, str], cards: Iterable[tuple[str, str]]) -> Iterator[str]:
    for space, title in cards:
        short = f"{names[title]} = " if names[title] != title else ""
        yield f"{space} {short}{title} ({deck.ability[title]}): {', '.join(deck.descriptors[title])}"


def _listed(deck: Deck, names: Mapping[str, str], cards: Iterable[tuple[str, str]]) -> Iterator[str]:
    for space, title in cards:
        name = names[title].replace(MAY_BREAK, "")
        short = f" ({escape(name)})" if name != title else ""
        letter = deck.ability[title]
        descriptors = escape(", ".join(deck.descriptors[title]))
        yield f"<li>{space} <strong>{escape(title)}</strong>{short}, {letter}: {MEANINGS[letter]}<br/>{descriptors}</li>\n"


def _text(panel: Panel, names: dict[str, str]) -> Iterable[str]:
    """Columns' letters, then a line for each row: names of cards, the last placed with a mark before them, and marks alone."""
    width = max(map(columns, names.values()))
    yield f"{'':{LABEL}}{''.join(f'{letter:^{width + 1}}' for letter in panel.letters)}".rstrip()
    for row, cells in panel.rows:
        line = "".join(
            MARKS[cell.kind] + pad(names[cell.title], width) if cell.title else f"{MARKS[cell.kind]:^{width + 1}}"
            for cell in cells
        )
        yield f"{row:>{LABEL - 1}} {line}".rstrip()


def _table(panel: Panel, names: Mapping[str, str]) -> str:
    """The panel as a table; what it marks by colours it marks by characters, too."""
    letters = "".join(f"<th>{letter}</th>" for letter in panel.letters)
    rows = "".join(
        f'<tr><th class="edge">{row}</th>{"".join(_table_cell(cell, names) for cell in cells)}</tr>\n'
        for row, cells in panel.rows
    )
    name = f'<h3 class="text">{panel.name}</h3>\n' if panel.name else ""
    return f'{name}<table class="beads" border="1">\n<tr><th class="corner"></th>{letters}</tr>\n{rows}</table>\n'


def _table_cell(cell: Cell, names: Mapping[str, str]) -> str:
    if cell.kind == CARD:
        return f'<td class="bead">{escape(names[cell.title])}</td>'
    if cell.kind == LAST:
        return f'<td class="bead-last"><strong>*{escape(names[cell.title])}</strong></td>'
    return '<td class="bead-near">+</td>' if cell.kind == TOUCHING else "<td>·</td>"


_SIDE, _HIGH, _EDGE = 76, 58, 26
_FILLS = {CARD: "#fff4d6", LAST: "#ffd98a", TOUCHING: "#e6f2e6"}
_MOST_LINES, _LINE_LENGTH, _LONGEST_LINE, _LETTERS = 3, 10, 15, 11.5
"""A cell holds so many lines, of ten letters of that size, or of up to fifteen smaller ones."""


def _svg(deck: Deck, panel: Panel) -> str:
    """A grid, and on it the cells that are not merely free; the cards by their titles and the letters of their abilities."""
    across, down = len(panel.letters), len(panel.rows)
    lying = [f"{cell.space} {cell.title}" for _, cells in panel.rows for cell in cells if cell.title]
    title = f"{panel.name or 'The board'}: {', '.join(lying) or 'no cards'}"
    wide, high = across * _SIDE, down * _HIGH
    lines = "".join(f"M{_EDGE + number * _SIDE} {_EDGE}v{high}" for number in range(across + 1))
    lines += "".join(f"M{_EDGE} {_EDGE + number * _HIGH}h{wide}" for number in range(down + 1))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_EDGE + wide + 2} {_EDGE + high + 2}" '
        f'role="img" font-family="sans-serif" font-size="12"><title>{escape(title)}</title>',
        f'<rect x="{_EDGE}" y="{_EDGE}" width="{wide}" height="{high}" fill="#ffffff"/>',
        f'<path d="{lines}" stroke="#b0b0b0" fill="none"/>',
    ]
    for number, letter in enumerate(panel.letters):
        parts.append(f'<text x="{_EDGE + number * _SIDE + 34}" y="17" fill="#555555">{letter}</text>')
    for place, (row, cells) in enumerate(panel.rows):
        y = _EDGE + place * _HIGH
        parts.append(f'<text x="4" y="{y + 33}" fill="#555555">{row}</text>')
        parts += [
            f'<g transform="translate({_EDGE + number * _SIDE} {y})">{_svg_cell(deck, cell.title, cell.kind)}</g>'
            for number, cell in enumerate(cells)
            if cell.kind in _FILLS
        ]
    return "\n".join([*parts, "</svg>"])


@lru_cache(maxsize=2048)
def _svg_cell(deck: Deck, title: str, kind: str) -> str:
    """A cell as it is drawn at the origin."""
    wide = 3 if kind == LAST else 1
    box = f'<rect width="{_SIDE}" height="{_HIGH}" fill="{_FILLS[kind]}" stroke="#777777" stroke-width="{wide}"/>'
    if not title:
        return f'{box}<text x="{_SIDE // 2}" y="33" text-anchor="middle" fill="#4d6b4d">+</text>'
    lines, size = _in_lines(title)
    texts = "".join(
        f'<text x="4" y="{14 + 14 * number}" font-size="{size}" fill="#111111">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    letter = deck.ability[title]
    corner = f'<text x="{_SIDE - 4}" y="{_HIGH - 5}" text-anchor="end" font-size="11" fill="#7a4a00">{letter}</text>'
    return f"{box}{texts}{corner}"


def _in_lines(title: str) -> tuple[list[str], float]:
    """A title in at most three short lines, what is cut ending in …; and how large its letters are."""
    words = title.split()
    wide = min(max(_LINE_LENGTH, *map(_breadth, words)), _LONGEST_LINE)
    lines = words[:1]
    for word in words[1:]:
        if _breadth(f"{lines[-1]} {word}") <= wide:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    shown = lines[:_MOST_LINES]
    if len(lines) > _MOST_LINES:
        shown[-1] += "…"
    fitting = [line if _breadth(line) <= wide else f"{cut(line, int(wide) - 2)}…" for line in shown]
    return fitting, round(_LETTERS * _LINE_LENGTH / wide, 1)


def _breadth(text: str) -> float:
    """About how wide the text is in letters, an `m` wider than others."""
    return columns(text) + sum(text.count(broad) for broad in "mwMW@%") / 2
