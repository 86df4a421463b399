"""Orders in plain words, sooner than by tokens: parted at keywords into pieces, each of which was read before in some order.

What comes of an order is what comes of its tokens; where that is not certain, or there is an error, it is left to them.
"""

import re
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TypeVar

from pbem.core.orders.language import Key, Language
from pbem.core.orders.meaning import Condition, Simple, Value
from pbem.core.orders.parse import OfTokens, Reader
from pbem.core.orders.text import LONGEST_ORDER, Draft
from pbem.core.orders.tokens import Line, Token, Tokens, Unreadable

T = TypeVar("T")
_AT_KEYWORDS = re.compile(r" (if|then|else|or|and|not)(?= )")
_PIECE = "piece"
_KINDS = {word: word for word in ("if", "then", "else", "or", "and", "not")}
_LOOSE_ENDS = frozenset(".,!")


@dataclass(slots=True)
class Opening:
    """How orders begin: their key as it is before a value is read; and what stood behind it in some order, by its text."""

    key: Key
    simples: dict[str, Simple] = field(default_factory=dict)
    facts: dict[str, Condition] = field(default_factory=dict)


_MOST_OPENINGS = 512
_MOST_PIECES = 8_192
"""Of all openings together, about 4 MB."""
_openings: dict[tuple[Language, str | None], Opening] = {}
_pieces_kept = 0


def opening_of(language: Language, draft: Draft, written: list[Token], tokens: list[Token], key: Key) -> Opening | None:
    """How an order begins whose key has just been read; None where its pieces are not to be kept.

    `tokens` are those `written` as they are read: where they differ, what stands there is not what is read.
    """
    if not language.reads_pieces or key.free or tokens != written:
        return None
    line = draft.lines[0]
    text: str | None = None
    if key.start:
        text = line.text.partition(":")[0]
        colon = tokens[key.start - 1]
        if colon.kind != ":" or colon.line != line.number or '"' in text:
            return None
    elif not language.keyless:
        return None
    found = _openings.get((language, text))
    if found is None:
        if len(_openings) >= _MOST_OPENINGS:
            _forget()
        found = _openings[language, text] = Opening(replace(key, detail=copy(key.detail)))
    return found


def in_pieces(language: Language, draft: Draft) -> tuple[Key, Value] | None:
    """The key and the value of an order; None for one that must be read by its tokens."""
    text = _in_one_line(draft)
    if not text or not text.isascii() or text[-1] in _LOOSE_ENDS:
        return None
    before, colon, value = text.partition(":")
    opening = _openings.get((language, before if colon else None))
    value = (value if colon else text).lstrip(" ")
    if opening is None or (not colon and "0" <= value[:1] <= "9"):
        return None
    parts = [part for part in _AT_KEYWORDS.split(f" {value}") if part]
    try:
        return opening.key, _OfPieces(opening, parts).whole()
    except Unreadable:
        return None


def _in_one_line(draft: Draft) -> str:
    """The order on one line; empty where it is too long, begins below its first line, or might be another on one."""
    lines = draft.lines
    if draft.broken or draft.length > LONGEST_ORDER:
        return ""
    if len(lines) == 1:
        return lines[0].text if lines[0].columns is None else ""
    text = " ".join([line.text.strip(" ") for line in lines])
    return "" if text[0] == " " or '"' in text or any(line.columns is not None for line in lines) else text


class _OfPieces(Reader):
    """The value of an order from what stands between its keywords."""

    def __init__(self, opening: Opening, parts: list[str]) -> None:
        super().__init__([_KINDS.get(part, _PIECE) for part in parts], 0)
        self._opening = opening
        self._parts = parts

    def _simple(self) -> Simple:
        return self._known(self._opening.simples)

    def _fact(self) -> Condition:
        return self._known(self._opening.facts)

    def _known(self, kept: dict[str, T]) -> T:
        found = kept.get(self._parts[self._at]) if self._kind == _PIECE else None
        if found is None:
            raise self._left_over("what was read before")
        self._next()
        return found


class NotingReader(OfTokens):
    """The value of an order from its tokens, what stands between keywords kept for other orders."""

    def __init__(self, language: Language, tokens: Tokens, key: Key, opening: Opening, lines: list[Line]) -> None:
        super().__init__(language, tokens, key)
        self._opening = opening
        self._lines = {line.number: line for line in lines}

    def _simple(self) -> Simple:
        start = self._at
        found = super()._simple()
        self._note(self._opening.simples, start, found)
        return found

    def _fact(self) -> Condition:
        start = self._at
        found = super()._fact()
        self._note(self._opening.facts, start, found)
        return found

    def _note(self, kept: dict[str, T], start: int, found: T) -> None:
        """Keeps what was read from `start` up to here, where it stands on one line."""
        first, last = self._tokens[start], self._tokens[self._at - 1]
        line = self._lines[first.line]
        if last.line == first.line and line.columns is None:
            _keep(kept, " " + line.text[first.at : last.at + last.end - last.column], found)


def _keep(kept: dict[str, T], piece: str, found: T) -> None:
    global _pieces_kept
    if _pieces_kept >= _MOST_PIECES:
        _forget()
    _pieces_kept += 1
    kept[piece] = found


def _forget() -> None:
    global _pieces_kept
    _openings.clear()
    _pieces_kept = 0
