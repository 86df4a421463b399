"""Plain text laid out in columns: prose wrapped, a player's line quoted with a mark under the place that is meant."""

import re
from collections.abc import Iterable
from functools import lru_cache

from pbem.core.columns import columns, columns_of

WIDTH = 78
"""The most columns of a line of text that we write. Source: mail.md, "Going out"."""

_GAP = " ... "
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_PARAGRAPHS = re.compile(r"\n[ \t]*\n")


def plain(text: str) -> str:
    """The text on one line: every control, line break and direction mark is a space, so that columns stay."""
    return text if text.isprintable() else _CONTROLS.sub(" ", text)


def one_line(text: str) -> str:
    """The text on one line without controls, its white space collapsed."""
    return " ".join(plain(text).split())


def wrap(text: str, width: int = WIDTH, indent: int = 0, hang: int | None = None) -> str:
    """Prose in lines of at most `width` columns; paragraphs are parted by blank lines.

    `indent`: spaces before each paragraph's first line; `hang`: before its other lines, the same when None. A word longer than
    a line (an address, a link) stays whole.
    """
    if text.isascii() and "\n" not in text and indent + len(text) <= width:
        return " " * indent + " ".join(text.split())
    return "\n\n".join(
        _filled(paragraph.split(), width, " " * indent, " " * (indent if hang is None else hang))
        for paragraph in _PARAGRAPHS.split(text.strip("\n"))
    )


def _filled(words: list[str], width: int, first: str, later: str) -> str:
    line = first + " ".join(words)
    if not line.isascii():
        return _filled_by_columns(words, width, first, later)
    lines = []
    begin = len(first)
    while len(line) > width:
        at = line.rfind(" ", begin + 1, width + 1)
        if at < 0:
            at = line.find(" ", width)
            if at < 0:
                break
        lines.append(line[:at])
        line = later + line[at + 1 :]
        begin = len(later)
    return "\n".join([*lines, line])


def _filled_by_columns(words: list[str], width: int, first: str, later: str) -> str:
    lines = []
    line, taken = first, len(first)
    for number, word in enumerate(words):
        wide = columns(word)
        if number and taken + 1 + wide > width and line.strip():
            lines.append(line)
            line, taken = later + word, len(later) + wide
        else:
            space = " " if line.strip() else ""
            line += space + word
            taken += len(space) + wide
    return "\n".join([*lines, line])


def listed(words: Iterable[object], link: str = "and") -> str:
    """The words as a sentence lists them: `Ann`, `Ann and Bob`, `Ann, Bob and Cleo`."""
    *most, last = [str(word) for word in words] or [""]
    return f"{', '.join(most)} {link} {last}" if most else last


def quoted(line: str, column: int, indent: int = 4, width: int = WIDTH) -> str:
    """A player's line, and under its character number `column` (from 1) a mark; cut around the place if it is too long."""
    line = plain(line)
    at = min(max(column - 1, 0), len(line))
    room = width - indent
    if columns(line) > room:
        line, at = _cut(line, at, room)
    margin = " " * indent
    return f"{margin}{line}\n{margin}{' ' * columns(line[:at])}^"


def _cut(line: str, at: int, room: int) -> tuple[str, int]:
    begin = max(0, at - room // 2)
    before = _GAP.lstrip() if begin else ""
    piece = before
    for number in range(begin, len(line)):
        if columns(piece) + columns_of(line[number]) + len(_GAP) > room:
            return piece + _GAP.rstrip(), at - begin + len(before)
        piece += line[number]
    return piece, at - begin + len(before)


@lru_cache(maxsize=1024)
def fold_form(line: str, width: int = WIDTH) -> str:
    """A line of an order form; one that only explains, and so begins with `#`, in lines of at most `width` columns.

    What was folded before is kept: text and HTML fold the same lines, and most forms explain the same.
    """
    if not line.startswith("#") or columns(line) <= width:
        return line
    return _filled_by_columns(_AROUND_EQUALS.split(line), width, "", "# ")


_AROUND_EQUALS = re.compile(r"(?<!=) +(?!=)")
_FOLDS = re.compile(r' (?=(?:then|else|or|and) (?=(?:[^"]*"[^"]*")*[^"]*$))')


def fold_order(text: str, width: int = WIDTH, indent: int = 0, hang: int = 2) -> str:
    """An order in lines of at most `width` columns, broken only where it reads as one order again. Source: orders.md 1.6.

    That is before a keyword, else at a space, with a backslash; a remark behind it begins a line. A quoted text stays
    whole, and so does what holds a colon further on.
    """
    if indent + columns(text) <= width:
        return " " * indent + text
    order, mark, remark = text.partition(_REMARK)
    lines = []
    line = " " * indent
    for number, piece in enumerate(_FOLDS.split(order)):
        if number and columns(line) + 1 + columns(piece) > width:
            lines.append(line)
            line = " " * (indent + hang) + piece
        else:
            line += f" {piece}" if number else piece
        if columns(line) > width:
            *whole, line = _folded_by_backslash(line, width, indent + hang)
            lines += whole
    lines.append(line)
    if mark:
        margin = " " * (indent + hang) + "#"
        lines.append(_filled_by_columns(remark.split(), width, margin, f"{margin} "))
    return "\n".join(lines)


_REMARK = "  # "
_SPACES = re.compile(r' (?=(?:[^"]*"[^"]*")*[^"]*$)')


def _folded_by_backslash(line: str, width: int, indent: int) -> list[str]:
    """A line in lines of at most `width` columns, all but the last with a backslash at the end."""
    margin = line[: len(line) - len(line.lstrip(" "))]
    words = _SPACES.split(line[len(margin) :])
    lines = [margin + words[0]]
    for at, word in enumerate(words[1:], 1):
        room = width - (0 if at == len(words) - 1 else len(_BACKSLASH))
        if columns(lines[-1]) + 1 + columns(word) > room and not any(":" in rest for rest in words[at:]):
            lines[-1] += _BACKSLASH
            lines.append(" " * indent + word)
        else:
            lines[-1] += f" {word}"
    return lines


_BACKSLASH = " \\"


def fold_told(text: str, width: int = WIDTH, indent: int = 0, hang: int = 2) -> str:
    """An order with what is told of each of its parts, which nobody sends back: before a keyword where one stands in time."""
    if indent + columns(text) <= width:
        return " " * indent + text
    lines: list[str] = []
    for piece in _FOLDS.split(text):
        if lines and "\n" not in lines[-1] and columns(lines[-1]) + 1 + columns(piece) <= width:
            lines[-1] += f" {piece}"
        else:
            lines.append(wrap(piece, width, indent + hang if lines else indent, indent + 2 * hang))
    return "\n".join(lines)
