"""The grammar of an order: alternatives and conditions, read by hand from tokens. Source: orders.md 2.

The looser forms of the common language are read here; a game reads what stands between keywords.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from itertools import zip_longest

from pbem.core.orders.characters import TURNS_TEXT, look_alike
from pbem.core.orders.language import Key, Language
from pbem.core.orders.meaning import Alternatives, Both, Condition, Conditional, Either, Simple, Value, negation
from pbem.core.orders.tokens import BANG, OPEN_QUOTE, WORD, Token, Tokens, Unreadable, shown

DEEPEST = 40
"""How deep parentheses may nest: deeper than anybody can follow, shallow enough for the interpreter's stack."""

_END = "end"
_STOPS_VALUE = frozenset({_END, "if", "then", "else", "elif", "unless", "or", "not", "(", ")", ":"})
_STOPS_FACT = _STOPS_VALUE | {"and", ","}
_BEGINS_ARM = frozenset({"if", "unless"})
NO_KEY_BEFORE = _BEGINS_ARM | {"("}
"""What an order begins with that has no key."""
_AFTER_COMMA = frozenset({"then", "else", "elif", "or", "and"})


def without_loose_marks(tokens: list[Token]) -> list[Token]:
    """The tokens without commas before keywords and without commas, full stops and `!` at the end."""
    kept = [*tokens] if all(token.kind != "," for token in tokens) else _without_commas(tokens)
    while kept:
        last = kept[-1]
        if last.kind == WORD and last.text[-1] == ".":
            kept.pop()
            bare = last.text.rstrip(".")
            if bare:
                kept.append(last.part(0, len(bare)))
        elif last.kind in (",", BANG):
            kept.pop()
        else:
            break
    return kept


def _without_commas(tokens: list[Token]) -> list[Token]:
    kinds = [token.kind for token in tokens[1:]]
    return [token for token, after in zip_longest(tokens, kinds) if token.kind != "," or after not in _AFTER_COMMA]


def refuse_bad_tokens(language: Language, tokens: Tokens) -> None:
    """Raises Unreadable at the first token that cannot stand anywhere.

    That is a quote left open, a `!` that begins no `!=`, or an unquoted word with a letter that only looks Latin.
    """
    for token in tokens:
        kind = token.kind
        if kind == WORD:
            if not token.text.isascii():
                refuse_look_alike(language, token)
        elif kind == BANG:
            raise Unreadable("unexpected '!'", token, sure=True)
        elif kind == OPEN_QUOTE:
            raise Unreadable("this quote is left open; expected another in its line", token, sure=True)


def refuse_look_alike(language: Language, token: Token) -> None:
    """Raises Unreadable for a word with a letter that only looks Latin, unless that is how a name or title is spelt."""
    found = look_alike(token.text) if token.kind == WORD else None
    if found is not None and not language.spells(token.low):
        at, script = found
        message = f"the letter at column {token.column + at} is {script}, not Latin; type it anew"
        raise Unreadable(message, token, sure=True)


def refuse_turned(tokens: Tokens) -> None:
    """Raises Unreadable at the first sign that turns the direction of what stands behind it."""
    for token in tokens:
        found = None if token.text.isascii() else TURNS_TEXT.search(token.text)
        if found:
            sign = f"U+{ord(found[0]):04X}"
            message = f"the sign {sign} turns the text behind it around, so that it looks other than it is; type the line anew"
            raise Unreadable(message, token, sure=True)


def colon_of(tokens: Tokens) -> int | None:
    """The place of the first colon, which ends the key; None for a plain order.

    A colon behind an `if` belongs to a condition, in an order without a key or whose key's colon was left out.
    """
    for place, token in enumerate(tokens):
        if token.kind == ":":
            return place
        if token.kind in NO_KEY_BEFORE:
            return None
    return None


def nesting(canonical: str) -> int:
    """How deep the parentheses of a canonical order nest; never less than that, but 0 for one that has too few to nest deep."""
    depth = deepest = 0
    if canonical.count("(") > DEEPEST:
        for mark in canonical:
            depth += (mark == "(") - (mark == ")")
            deepest = max(deepest, depth)
    return deepest


def read_value(language: Language, tokens: Tokens, key: Key) -> Value:
    """The value of an order, from the tokens behind its key. Raises Unreadable at the first token that cannot be read."""
    if len(tokens) == key.start + 1 and tokens[-1].kind == WORD:
        return language.simple(tokens[key.start :], key)
    return OfTokens(language, tokens, key).whole()


class Reader(ABC):
    """Recursive descent over the kinds of what an order is made of; `_kind` is the one that is looked at, at the place `_at`."""

    def __init__(self, kinds: Iterable[str], start: int) -> None:
        self._kinds = [*kinds, _END]
        self._at = self._start = start
        self._depth = 0
        self._kind = self._kinds[start]

    def whole(self) -> Value:
        """The value that all of it is. Raises Unreadable."""
        value = self._value()
        if self._kind != _END:
            raise self._left_over("the end of the order")
        return value

    @abstractmethod
    def _simple(self) -> Simple:
        """The simple value that begins here."""

    @abstractmethod
    def _fact(self) -> Condition:
        """The fact that begins here."""

    def _token(self) -> Token | None:
        """The token that is looked at, for messages; None at the end, or where there are no tokens."""
        return None

    def _next(self) -> None:
        self._at += 1
        self._kind = self._kinds[self._at]

    def _left_over(self, expected: str) -> Unreadable:
        """The error that what is looked at cannot stand there."""
        token = self._token()
        if token is None:
            return Unreadable(f"expected {expected}")
        if token.kind in _BEGINS_ARM and self._at > self._start:
            return Unreadable(f"an '{token.low}' inside another order needs parentheses: (if … then …)", token)
        return Unreadable(f"expected {expected}, found {shown(token)}", token)

    def _value(self) -> Value:
        return self._conditional() if self._kind in _BEGINS_ARM else self._alternatives()

    def _alternatives(self) -> Value:
        items: list[Simple | Conditional] = []
        while True:
            item = self._item()
            if isinstance(item, Alternatives):
                items += item.items
            else:
                items.append(item)
            if self._kind != "or":
                return items[0] if len(items) == 1 else Alternatives(tuple(items))
            self._next()

    def _item(self) -> Value:
        if self._kind != "(":
            return self._simple()
        self._deeper()
        value = self._value()
        self._close()
        return value

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise Unreadable(f"parentheses nest deeper than {DEEPEST}", self._token(), sure=True)
        self._next()

    def _close(self) -> None:
        if self._kind != ")":
            raise self._left_over("')'")
        self._depth -= 1
        self._next()

    def _conditional(self) -> Conditional:
        arms: list[tuple[Condition, Value]] = []
        while True:
            unless = self._kind == "unless"
            self._next()
            condition = self._condition()
            if self._kind not in ("then", ",", ":"):
                raise self._left_over("'then'")
            self._next()
            arms.append((negation(condition) if unless else condition, self._alternatives()))
            if self._kind == "elif":
                continue
            if self._kind != "else":
                return Conditional(tuple(arms))
            self._next()
            if self._kind not in _BEGINS_ARM:
                return Conditional(tuple(arms), self._alternatives())

    def _condition(self) -> Condition:
        parts: list[Condition] = []
        while True:
            part = self._conjunction()
            parts += part.parts if isinstance(part, Either) else [part]
            if self._kind != "or":
                return parts[0] if len(parts) == 1 else Either(tuple(parts))
            self._next()

    def _conjunction(self) -> Condition:
        parts: list[Condition] = []
        while True:
            part = self._negation()
            parts += part.parts if isinstance(part, Both) else [part]
            if self._kind != "and":
                return parts[0] if len(parts) == 1 else Both(tuple(parts))
            self._next()

    def _negation(self) -> Condition:
        negative = False
        while self._kind == "not":
            negative = not negative
            self._next()
        if self._kind == "(":
            self._deeper()
            condition = self._condition()
            self._close()
        else:
            condition = self._fact()
        return negation(condition) if negative else condition


class OfTokens(Reader):
    """The value of an order from its tokens, which the language reads."""

    def __init__(self, language: Language, tokens: Tokens, key: Key) -> None:
        super().__init__([token.kind for token in tokens], key.start)
        self._language = language
        self._key = key
        self._tokens = tokens

    def _token(self) -> Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _run(self, stops: frozenset[str], expected: str) -> Tokens:
        """The tokens up to the next that cannot belong to a simple value or fact."""
        start = at = self._at
        kinds = self._kinds
        while kinds[at] not in stops:
            at += 1
        if at == start:
            raise self._left_over(expected)
        self._at = at
        self._kind = kinds[at]
        return self._tokens[start:at]

    def _simple(self) -> Simple:
        run = self._run(_STOPS_VALUE, "a value")
        try:
            return self._language.simple(run, self._key)
        except Unreadable as error:
            raise self._located(error) from None

    def _fact(self) -> Condition:
        run = self._run(_STOPS_FACT, "a condition")
        try:
            return self._language.fact(run, self._key)
        except Unreadable as error:
            raise self._located(error) from None

    def _located(self, error: Unreadable) -> Unreadable:
        """The error with the token that stands where something is missing."""
        token = error.token or self._token()
        if error.token is None and token is not None:
            return Unreadable(f"{error.message}, found {shown(token)}", token)
        return Unreadable(error.message, token)
