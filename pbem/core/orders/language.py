"""What a game adds to the order language: its keys, how it reads simple values and facts, and which orders replace which."""

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pbem.core.orders.echo import free_text
from pbem.core.orders.meaning import Condition, Simple, Value
from pbem.core.orders.names import Names
from pbem.core.orders.spelling import nearest
from pbem.core.orders.tokens import QUOTED, Token, Tokens, Unreadable, shown
from pbem.core.sheets import Order


@dataclass(slots=True)
class Key:
    """What an order decides.

    `text` is the canonical key, with all that stands before the colon; empty for an order that is written without one. `start`
    is the place of the value's first token. `free`: the value is free text, the rest of the order as written. `detail` is the
    game's, for this one order: what its readers of simple values and facts hand on to each other. `between` is what stands
    between key and value in canonical text.
    """

    text: str
    start: int
    free: bool = False
    detail: Any = None
    between: str = ": "

    def before(self, value: str) -> str:
        """The canonical text of an order: that of its key, and that of its value."""
        return f"{self.text}{self.between}{value}" if self.text else value


@dataclass(slots=True)
class ReadOrder:
    """An order as read. `once`: the last readable order of that `part` counts; else the orders of the part are a list.

    `text` is the canonical text of the whole order; `line` and `column` are those of its first token. A game may change
    `part`, `once` and `text` in `Language.whole`.
    """

    key: Key
    value: Value
    part: str
    text: str
    line: int
    column: int
    once: bool = True

    def in_line(self, line: int) -> "ReadOrder":
        """The same order as written in another line."""
        return ReadOrder(self.key, self.value, self.part, self.text, line, self.column, self.once)

    def filed(self) -> Order:
        """The order as it is put on file."""
        return Order(self.part, self.text, self.line, self.column)


class Language(ABC):
    """A game's part of the language, for one writer. A game inherits from this class and defines `simple` and `fact`.

    Readers are given tokens as written (folded for comparing in `Token.low`) and raise Unreadable: with the first token that
    they cannot use, or with none where something is missing at the end of what they were given.
    """

    names: Names
    keys: "Keys"
    keeps_readings: bool = False
    """Whether what an order means depends on nothing but its words and the language, so that it need not be read twice."""
    nameless: re.Pattern[str] | None = None
    """Lines, whole, that mean the same whoever writes them at whatever table, where readings are kept; None for no such lines."""
    reads_pieces: bool = False
    """Whether, where readings are kept, what stands between a key and keywords can be kept by itself for any order with that key.

    What `prepare` leaves as it is between keywords it must leave so in every order. `whole` may be given an order whose readers
    have noted nothing in the detail of its key; where it then raises Unreadable, the order is read by its tokens.
    """
    keyless: bool = False
    """Whether all orders without a colon have one and the same key, an empty one."""
    openings: frozenset[str] = frozenset()
    """Words with which the game's orders may begin, besides its keys: what tells a misspelt order from talk."""

    def is_number_key(self, number: str) -> bool:
        """Whether `1.` and `1)` at the beginning of an order stand for `1:`."""
        return number in self.keys.numbers

    def spells(self, word: str) -> bool:
        """Whether a word that holds a letter which only looks Latin is right as it stands (in a title of the game's)."""
        return self.names.begins(word)

    def prepare(self, tokens: list[Token]) -> list[Token]:
        """The tokens of an order as they are to be read: where a game's looser forms use keywords, colons or parentheses."""
        return tokens

    def key(self, tokens: Tokens, colon: int | None) -> Key:
        """The key with which an order begins. `colon` is the place of the colon that ends it, None for a plain order.

        By default as `keys` has it: with the colon, or, for keys that may go without, without.
        """
        return self.keys.read(tokens, colon)

    @abstractmethod
    def simple(self, tokens: Tokens, key: Key) -> Simple:
        """The simple value that all of the tokens are: at least one, without keywords (but `and`), parentheses and colons."""

    @abstractmethod
    def fact(self, tokens: Tokens, key: Key) -> Condition:
        """The fact that all of the tokens are: at least one, without keywords, commas, parentheses and colons.

        A looser form may stand for a condition of several facts. A fact that cannot be known when the decision falls due is
        Unreadable at its first token.
        """

    def text(self, written: str, key: Key) -> Simple:
        """The value of a key whose value is free text; by default without double quotes, runs of spaces as one."""
        text = " ".join(written.replace('"', "").split())
        if not text:
            raise Unreadable("expected a text")
        return Simple(text, free_text(text))

    def whole(self, order: ReadOrder) -> ReadOrder:
        """The order once all of it is read: the place for what concerns its alternatives together. May raise Unreadable."""
        return order

    def begins_order(self, tokens: Tokens) -> bool:
        """Whether an order that cannot be read at least begins as one of the game's, so that it is no talk."""
        low = tokens[0].low
        return low in self.openings or self.keys.begins(tokens)


class Keys:
    """The keys of a game, as a table: canonical key to its looser forms.

    `bare` are the forms (canonical ones too) after which the colon may be left out.
    """

    def __init__(
        self, table: Mapping[str, Iterable[str]], bare: Collection[str] = (), free: Collection[str] = ()
    ) -> None:
        self._canonical = {form: key for key, forms in table.items() for form in (key, *forms)}
        self._bare = sorted((tuple(form.split()) for form in bare), key=len, reverse=True)
        self._free = frozenset(free)
        self._first = {form.split()[0] for form in self._canonical}
        self.canonical = tuple(table)
        self.numbers = frozenset(key for key in table if key.isdecimal())

    def read(self, tokens: Tokens, colon: int | None) -> Key:
        """The key, with the place where its value begins. Raises Unreadable at the first token that is no part of a key."""
        if colon is None:
            key = self._bare_key(tokens)
            if key is None:
                raise self._unknown(tokens, tokens[0].low, "expected a key and a colon, found")
            return key
        written = tokens[0].low if colon == 1 else " ".join(token.low for token in tokens[:colon])
        canonical = self._canonical.get(written)
        if canonical is None or QUOTED in [token.kind for token in tokens[:colon]]:
            key = self._bare_key(tokens)
            if key is None or not key.free:
                raise self._unknown(tokens, written, "unknown key")
            return key
        return Key(canonical, colon + 1, free=canonical in self._free)

    def _bare_key(self, tokens: Tokens) -> Key | None:
        """The key with which the tokens begin where its colon was left out; the longest form counts."""
        for form in self._bare:
            if len(form) <= len(tokens) and all(map(_is_word, tokens, form)):
                key = self._canonical[" ".join(form)]
                return Key(key, len(form), free=key in self._free)
        return None

    def begins(self, tokens: Tokens) -> bool:
        """Whether the tokens begin as a key does, or nearly so before a colon."""
        end = next((place for place, token in enumerate(tokens[:4]) if token.kind in _ENDS_KEY), None)
        if end is None or tokens[end].kind != ":":
            return any(_is_word(tokens[0], first) for first in self._first)
        written = " ".join(token.low for token in tokens[:end]).strip("*_-.")
        return written in self._canonical or written.isdecimal() or nearest(written, self._canonical) is not None

    def _unknown(self, tokens: Tokens, written: str, what: str) -> Unreadable:
        meant = nearest(written, self._canonical)
        hint = f"; did you mean '{meant}:'?" if meant else ""
        keys = ", ".join(f"'{key}:'" for key in self.canonical)
        return Unreadable(f"{what} {shown(tokens[0])}; the keys are {keys}{hint}", tokens[0])


_ENDS_KEY = frozenset({":", "if", "unless", "("})
"""A colon, or what has no key before it: a colon behind that belongs to a condition."""


def _is_word(token: Token, word: str) -> bool:
    return token.low == word and token.kind != QUOTED
