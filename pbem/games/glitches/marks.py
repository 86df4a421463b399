"""Marks and numbers around the words of an order: colons, `@`, arrows, `+` and `/`, as this game's looser forms use them."""

from collections.abc import Iterator, Sequence

from pbem.core.orders import Token, Tokens
from pbem.core.orders.tokens import OPERATOR, WORD
from pbem.games.glitches.words import ARROW, CARD_WORDS, CELL_WORDS, COLOUR_WORDS, DIGITS, VERBS

_BEGINS_CONDITION = frozenset({"if", "unless", "elif"})
_AFTER_LOOSE_COMMA = frozenset({"then", "else", "elif", "or", "and"})
_PIECES = frozenset(CARD_WORDS) | frozenset(CELL_WORDS) | frozenset(COLOUR_WORDS) | DIGITS
"""What may stand beside an `@` or an arrow without a space between."""


def prepared(tokens: list[Token]) -> list[Token]:
    """The tokens with `->` and `@` as words of their own, without colons behind verbs, and `=` for one behind a cell."""
    for token in tokens:
        if token.kind == ":" or token.low == ">" or "@" in token.low:
            return [*_colons_read(_arrows_joined(_signs_parted(tokens)))]
    return tokens


def marks_parted(tokens: Tokens) -> Iterator[Token]:
    """The tokens with `+` and `/` within words as words of their own."""
    for token in tokens:
        if token.kind == WORD and len(token.text) > 1 and ("+" in token.text or "/" in token.text):
            yield from _parted(token, "+/")
        else:
            yield token


def list_number(tokens: Tokens) -> int | None:
    """The number before a colon with which an order of a numbered list begins; None without one."""
    return int(tokens[0].low) if len(tokens) > 1 and tokens[1].kind == ":" and is_whole(tokens[0]) else None


def is_whole(token: Token) -> bool:
    """Whether the token is a number without a sign."""
    return token.kind == WORD and token.low.isascii() and token.low.isdecimal()


def within_conditions(tokens: Sequence[Token]) -> list[bool]:
    """For each token whether it stands in a condition, its `if` included, what ends it too.

    A condition ends at `then`, at a colon, and at a comma that stands for `then`.
    """
    inside = False
    found = []
    for place, token in enumerate(tokens):
        inside = inside or token.kind in _BEGINS_CONDITION
        found.append(inside)
        if token.kind in ("then", ":") or (
            token.kind == "," and (place + 1 == len(tokens) or tokens[place + 1].kind not in _AFTER_LOOSE_COMMA)
        ):
            inside = False
    return found


def _parted(token: Token, marks: str) -> Iterator[Token]:
    begin = 0
    for at, letter in enumerate(token.text):
        if letter in marks:
            if at > begin:
                yield token.part(begin, at)
            yield token.part(at, at + 1)
            begin = at + 1
    if begin < len(token.text):
        yield token.part(begin, len(token.text))


def _signs_parted(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens with `@` between card and cell, and the `-` of an arrow, as words of their own."""
    for place, token in enumerate(tokens):
        if token.kind != WORD or len(token.text) == 1:
            yield token
        elif "@" in token.text:
            parts = [*_parted(token, "@")]
            ours = all(part.low == "@" or part.low.rstrip(".") in _PIECES for part in parts)
            yield from parts if ours else (token,)
        elif token.low[-1] == "-" and token.low[:-1] in _PIECES and tokens[place + 1 : place + 2]:
            if tokens[place + 1].low == ">":
                yield token.part(0, len(token.text) - 1)
                yield token.part(len(token.text) - 1, len(token.text))
            else:
                yield token
        else:
            yield token


def _arrows_joined(tokens: Iterator[Token]) -> Iterator[Token]:
    """The tokens with `-` and `>` side by side as one word."""
    dash: Token | None = None
    for token in tokens:
        if dash is not None:
            if token.low == ">" and token.line == dash.line and token.at == dash.at + 1:
                yield dash._replace(text=ARROW, low=ARROW)
                dash = None
                continue
            yield dash
            dash = None
        if token.kind == WORD and token.low == "-":
            dash = token
        else:
            yield token
    if dash is not None:
        yield dash


def _colons_read(arrows_joined: Iterator[Token]) -> Iterator[Token]:
    """The tokens without the colon behind a verb, and `=` for the one behind a cell; none of those in a condition."""
    tokens = [*arrows_joined]
    last: Token | None = None
    for token, in_condition in zip(tokens, within_conditions(tokens), strict=True):
        if token.kind == ":" and not in_condition and last is not None and last.kind == WORD:
            if last.low in VERBS or last.low == "away":
                continue
            if last.low in CELL_WORDS:
                token = token._replace(kind=OPERATOR, text="=", low="=")
        last = token
        yield token
