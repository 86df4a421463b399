"""The course, drawn from a view: as SVG, and in characters."""

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from pbem.core.columns import columns
from pbem.core.contract import Picture, View
from pbem.games.pitagoras.state import BENCH, GOAL, PROMPTER, RIOT, START, WRONG_CALCULATION

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")
"""One a seat; the set of Okabe and Ito, which colour-blind readers can tell apart."""

ROW = 6
WIDTH = 11
"""Squares in a row of the picture in characters, and columns between two borders: 73 columns in all."""

SIDE, ACROSS = 128, 4
"""The side of a square in the SVG, and squares in a row: legible on a phone."""


def pictures(view: View) -> tuple[Picture, ...]:
    """The course with all pieces."""
    return (Picture("course", svg(view), text(view)),)


def special(view: View) -> dict[int, str]:
    """What stands on the special squares. Source: 1, P27."""
    return {
        START: "start",
        BENCH: "bench",
        PROMPTER: "prompter",
        RIOT: "riot",
        WRONG_CALCULATION: "wrong",
        view["well"]: "well",
        GOAL: "goal",
    }


def text(view: View) -> str:
    """Two rows of six squares, each with its number, what it is, and who stands there; 73 columns wide.

    Below them stands who is who where names look alike when they are cut short.
    """
    shown = shown_names(view["players"])
    border = "+" + ("-" * WIDTH + "+") * ROW
    lines = [border]
    for first in range(START, GOAL + 1, ROW):
        squares = range(first, first + ROW)
        standing = {square: [shown[name] for name in _standing(view, square)] for square in squares}
        lines.append(_row(_label(view, square) for square in squares))
        levels = range(max(1, *map(len, standing.values())))
        lines += [_row(_at(standing[square], level) for square in squares) for level in levels]
        lines.append(border)
    lines += [
        f"  {short} is {name}" for name, short in shown.items() if short != name and short != _cut(name, WIDTH - 1)
    ]
    return "\n".join(lines)


def shown_names(players: Sequence[str]) -> dict[str, str]:
    """The names as they fit into a square, with the seat's number behind them where two would look alike."""
    short = {name: _cut(name, WIDTH - 1) for name in players}
    looks = list(short.values())
    return {
        name: f"{_cut(name, WIDTH - 2)}{seat}" if looks.count(short[name]) > 1 else short[name]
        for seat, name in enumerate(players, 1)
    }


def svg(view: View) -> str:
    """Three rows of four squares; every piece is a disc in its seat's colour beside its player's name."""
    width, height = SIDE * ACROSS, SIDE * (GOAL // ACROSS)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width + 4} {height + 4}" role="img" '
        f'font-family="sans-serif" font-size="15">',
        f"<title>{escape(_sentence(view))}</title>",
    ]
    for square in range(START, GOAL + 1):
        parts += _square(view, square)
    parts.append("</svg>")
    return "\n".join(parts)


def _square(view: View, square: int) -> list[str]:
    x, y = (square - 1) % ACROSS * SIDE, (square - 1) // ACROSS * SIDE
    fill = "#fff4d6" if square in special(view) else "#ffffff"
    parts = [
        f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{fill}" stroke="#555555"/>',
        f'<text x="{x + 6}" y="{y + 18}" fill="#333333">{escape(_label(view, square))}</text>',
    ]
    for level, name in enumerate(_standing(view, square)):
        down = y + 38 + 19 * level
        colour = COLOURS[view["players"].index(name)]
        parts.append(f'<circle cx="{x + 14}" cy="{down - 5}" r="7" fill="{colour}" stroke="#222222"/>')
        parts.append(f'<text x="{x + 26}" y="{down}" fill="#111111">{escape(_cut(name, 12))}</text>')
    return parts


def _sentence(view: View) -> str:
    where = ", ".join(f"{name} on {square}" for name, square in view["squares"].items())
    return f"The course: {where}"


def _standing(view: View, square: int) -> Sequence[str]:
    return [name for name in view["players"] if view["squares"][name] == square]


def _label(view: View, square: int) -> str:
    return f"{square} {special(view).get(square, '')}".rstrip()


def _row(cells: Iterable[str]) -> str:
    return "|" + "".join(_padded(cell) + "|" for cell in cells)


def _at(names: Sequence[str], level: int) -> str:
    return names[level] if level < len(names) else ""


def _padded(cell: str) -> str:
    shown = _cut(cell, WIDTH - 1)
    return " " + shown + " " * (WIDTH - 1 - columns(shown))


def _cut(name: str, most: int) -> str:
    """The name, or its beginning with a full stop behind it, in so many columns."""
    if columns(name) <= most:
        return name
    while columns(name) > most - 1:
        name = name[:-1]
    return name + "."
