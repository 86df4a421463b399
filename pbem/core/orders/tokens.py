"""The tokens of a line: words, quoted texts, operators and marks, each with the line and column at which the player wrote it.

Source: orders.md 1, Tokens.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pbem.core.orders.characters import compared

WORD = "word"
QUOTED = "quoted"
OPERATOR = "operator"
OPEN_QUOTE = "open quote"
BANG = "!"

KEYWORDS = {
    **{word: word for word in ("if", "then", "else", "or", "and", "not", "unless", "elif")},
    "otherwise": "else",
    "elseif": "elif",
    "elsif": "elif",
    "&": "and",
    "&&": "and",
    "|": "or",
    "||": "or",
}
"""Every word that is a keyword unless quoted, and the keyword that it is read as; `elif` stands for `else if`."""


class Token(NamedTuple):
    """A word, a quoted text, an operator or a mark.

    `kind` is WORD, QUOTED, OPERATOR, one of `( ) : ,`, a keyword (what KEYWORDS reads it as), or, for what is no token at
    all, OPEN_QUOTE or BANG. `text` is as written after the tolerated characters, a quoted text without its quotes; `low`
    the same for comparing. `line` and `column` are the player's; `at` is the place in the line as normalised.
    """

    kind: str
    text: str
    low: str
    line: int
    column: int
    at: int

    @property
    def end(self) -> int:
        """The column just behind the token."""
        return self.column + len(self.text) + (2 if self.kind == QUOTED else 0)

    def part(self, start: int, stop: int) -> "Token":
        """The word or keyword made of its characters from `start` up to `stop`."""
        text = self.text[start:stop]
        return word(text, self.line, self.column + start, self.at + start)


def word(text: str, line: int, column: int, at: int) -> Token:
    """The token of an unquoted word."""
    low = compared(text)
    return Token(KEYWORDS.get(low, WORD), text, low, line, column, at)


def shown(token: Token) -> str:
    """A token as a message names it, cut short where it is long; a sign beyond ASCII with its code point. Source: mail.md 29."""
    text = token.text if len(token.text) <= 30 else token.text[:29] + "…"
    if token.kind == QUOTED:
        return f'"{text}"'
    sign = next((c for c in token.text if not c.isascii() and not c.isalpha()), None)
    return f"'{text}'" if sign is None else f"'{text}' (U+{ord(sign):04X})"


def as_written(tokens: "Tokens") -> str:
    """The tokens as compared, a quoted text told from words by a quote, which no word holds."""
    if len(tokens) == 1 and tokens[0].kind != QUOTED:
        return tokens[0].low
    return " ".join([token.low if token.kind != QUOTED else f'"{token.low}' for token in tokens])


Tokens = Sequence[Token]


class Unreadable(Exception):
    """An order that cannot be read: what was expected, and the first token that could not be read.

    `token` is None where something is missing at the end of what was to be read. `sure` marks a message that names what
    is wrong (a beginning that fits several players), so that it goes before others at the same place.
    """

    def __init__(self, message: str, token: Token | None = None, *, sure: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.token = token
        self.sure = sure


@dataclass(slots=True)
class Line:
    """One line with something on it, as normalised, its comment cut off.

    `columns` maps places in `text` to columns less one; None where they are the same. `remark` is the place of a comment that
    began with `;`, and its text.
    """

    number: int
    text: str
    columns: Sequence[int] | None = None
    remark: tuple[int, str] | None = None

    def column(self, at: int) -> int:
        """The column, from 1, of the character at that place."""
        if self.columns is None:
            return at + 1
        if at < len(self.columns):
            return self.columns[at] + 1
        return (self.columns[-1] + 2) if self.columns else 1


_TOKEN = re.compile(r'[^ ():,<>=!"]+|[():,]|<=|>=|!=|<>|==|[=<>]|"[^"]*"|!|".*')
_KINDS = (
    KEYWORDS | {mark: mark for mark in "():,!"} | dict.fromkeys(("<=", ">=", "!=", "<>", "==", "=", "<", ">"), OPERATOR)
)
_new = tuple.__new__  # what Token() itself calls: a sheet has more tokens than anything else


def tokens_of(line: Line) -> list[Token]:
    """The tokens of a line, in order; never fails: what is no token comes as OPEN_QUOTE or BANG."""
    tokens = []
    number, columns, whole = line.number, line.columns, line.text
    ascii_only = whole.isascii()
    at = 0
    for text in _TOKEN.findall(whole):
        at = whole.find(text, at)
        column = at + 1 if columns is None else columns[at] + 1
        if text[0] == '"':
            kind = QUOTED if len(text) > 1 and text[-1] == '"' else OPEN_QUOTE
            inside = text[1:-1] if kind == QUOTED else text[1:]
            tokens.append(_new(Token, (kind, inside, compared(inside), number, column, at)))
        else:
            low = text.lower() if ascii_only else compared(text)
            tokens.append(_new(Token, (_KINDS.get(low, WORD), text, low, number, column, at)))
        at += len(text)
    return tokens


# One order to a line, words with spaces between, no marks but the colon of a key of one word: most of what players write.
_PLAIN_LETTERS = r"$%&'*+/0-9?@A-Z\[\]^_`a-z{|}~-"
_PLAIN_WORD = rf"(?:[{_PLAIN_LETTERS}][.{_PLAIN_LETTERS}]*|<=|>=|!=|<>|==|[=<>])"
_PLAIN_ORDER = re.compile(rf"(?:([0-9A-Za-z][{_PLAIN_LETTERS}]*) ?: ?)?({_PLAIN_WORD}(?: {_PLAIN_WORD})*)(?<!\.)")


def plain_tokens(line: Line) -> list[Token] | None:
    """The tokens of a line in plain words, sooner than `tokens_of` has them; None for any other line.

    Among them are none that could not stand anywhere, and no marks that count as nothing.
    """
    if line.columns is not None:
        return None
    match = _PLAIN_ORDER.fullmatch(line.text)
    if match is None:
        return None
    number = line.number
    key, value = match.groups()
    at = match.start(2)
    tokens = []
    if key is not None:
        mark = line.text.index(":")
        low = key.lower()
        tokens = [Token(_KINDS.get(low, WORD), key, low, number, 1, 0), Token(":", ":", ":", number, mark + 1, mark)]
    for text in value.split(" "):
        low = text.lower()
        tokens.append(_new(Token, (_KINDS.get(low, WORD), text, low, number, at + 1, at)))
        at += len(text) + 1
    return tokens
