"""From a sheet's text to its orders: tolerated characters, signature, quotation, comments, folded lines, tokens.

Source: orders.md 1. Every token keeps the line and column at which it stood in the text as the player sent it.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

MOST_CHARACTERS = 1_000_000
"""What is read of a sheet: more than any campaign's longest sheet, little enough to answer at once."""
MOST_ORDERS = 2_000
"""How many orders of a sheet are looked at; Global Pursuit's longest sheet has under a hundred."""
LONGEST_ORDER = 4_000
"""Characters of one order, folded lines joined. Below the interpreter's limit for reading a whole number (4,300 digits)."""

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

_GOES_ON = frozenset({"then", "else", "or", "and", "elif"})


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
    """A token as a message names it, cut short where it is long."""
    text = token.text if len(token.text) <= 30 else token.text[:29] + "…"
    return f'"{text}"' if token.kind == QUOTED else f"'{text}'"


def as_written(tokens: "Tokens") -> str:
    """The tokens as compared, a quoted text told from words by a quote, which no word holds."""
    if len(tokens) == 1 and tokens[0].kind != QUOTED:
        return tokens[0].low
    return " ".join([token.low if token.kind != QUOTED else f'"{token.low}' for token in tokens])


Tokens = Sequence[Token]
IsKey = Callable[[str], bool]
"""Whether a game has a key that is that number."""


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


@dataclass(slots=True)
class Draft:
    """One order as written: its lines (several where it was folded), not yet read.

    `broken` where a lone `\\` promised that it goes on, and it did not.
    """

    lines: list[Line]
    broken: bool = False

    def tokens(self) -> list[Token]:
        """The tokens of all its lines."""
        if len(self.lines) == 1:
            return tokens_of(self.lines[0])
        return [token for line in self.lines for token in tokens_of(line)]

    def text_from(self, token: Token) -> str:
        """The order as normalised, from that token on, its lines joined by a space."""
        rest = [line.text[token.at :] if line.number == token.line else line.text for line in self.lines]
        first = next(index for index, line in enumerate(self.lines) if line.number == token.line)
        return " ".join(rest[first:]).strip()

    @property
    def length(self) -> int:
        """How many characters the order has, in all its lines."""
        return len(self.lines[0].text) if len(self.lines) == 1 else sum(len(line.text) for line in self.lines)


# Tolerated characters --------------------------------------------------------------------------------------------------

_NOTHING = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff"
_TWO_FOR_ONE = {"≥": ">=", "≤": "<=", "≠": "!="}
_MOVES_COLUMNS = re.compile(f"[{_NOTHING}{''.join(_TWO_FOR_ONE)}]")
_IS_NOTHING = re.compile(f"[{_NOTHING}]")
_PLAIN = re.compile(r"[ -~]*")


def _tolerated() -> dict[int, str]:
    spaces = "\t\v\f\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
        map(chr, range(0x2000, 0x200B))
    )
    read_as = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000)], "\ufffd")
    read_as |= {ord(full) - 0x20 + 0xFF00: full for full in map(chr, range(0x21, 0x7F))}
    read_as |= dict.fromkeys(map(ord, spaces), " ")
    read_as |= dict.fromkeys([*range(0x2010, 0x2016), ord("−")], "-")
    read_as |= (
        dict.fromkeys(map(ord, "×✕"), "x") | dict.fromkeys(map(ord, "“”„«»"), '"') | dict.fromkeys(map(ord, "‘’"), "'")
    )
    return read_as


_TOLERATED = _tolerated()


def normalised(text: str) -> str:
    """A text on one line with the tolerated characters read as what they stand for; other control characters as `\ufffd`."""
    if _PLAIN.fullmatch(text):
        return text
    text = _IS_NOTHING.sub("", text)
    for mark, read_as in _TWO_FOR_ONE.items():
        text = text.replace(mark, read_as)
    return text.translate(_TOLERATED)


def compared(text: str) -> str:
    """A normalised text in the form in which texts are compared: runs of spaces as one, without case."""
    if text.isascii():
        return " ".join(text.lower().split())
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def folded(text: str) -> str:
    """A name or title as it is compared with what players write; without double quotes, which nobody can write."""
    return compared(normalised(text).replace('"', ""))


def _normalised_line(number: int, raw: str) -> Line:
    if _PLAIN.fullmatch(raw):
        return Line(number, raw)
    if not _MOVES_COLUMNS.search(raw):
        return Line(number, raw.translate(_TOLERATED))
    columns = [
        at
        for at, character in enumerate(raw)
        if not _IS_NOTHING.match(character)
        for _ in _TWO_FOR_ONE.get(character, character)
    ]
    return Line(number, normalised(raw), columns)


# Letters that look Latin and are not -----------------------------------------------------------------------------------

_LOOK_ALIKES = {
    "Cyrillic": "АВЕЅІЈКМНОРСТУХҮҺԚԜавеѕіјкмнорстухүһԁԛԝӀӏгԍ",
    "Greek": "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳαγεικνορτυχωϲ",
    "Armenian": "ՕՍԼոսցհօզ",
    "Cherokee": "ᎪᏴᏟᎠᎬᎢᎫᏞᎷᎻᏢᏒᏚᎢᎳᏃ",
}
_SCRIPT_OF = {letter: script for script, letters in _LOOK_ALIKES.items() for letter in letters}


def look_alike(text: str) -> tuple[int, str] | None:
    """Where in a text the first letter stands that only looks Latin, and its script; None if there is none."""
    if text.isascii():
        return None
    return next(((at, _SCRIPT_OF[letter]) for at, letter in enumerate(text) if letter in _SCRIPT_OF), None)


# Tokens ----------------------------------------------------------------------------------------------------------------

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
            tokens.append(Token(kind, inside, compared(inside), number, column, at))
        else:
            low = text.lower() if ascii_only else compared(text)
            tokens.append(_new(Token, (_KINDS.get(low, WORD), text, low, number, column, at)))
        at += len(text)
    return tokens


# One order to a line, words with spaces between, no marks but the colon of a key of one word: most of what players write.
_PLAIN_LETTERS = r"$%&'*+/0-9?@A-Z\[\]^_`a-z{|}~-"
_PLAIN_WORD = rf"(?:[{_PLAIN_LETTERS}][.{_PLAIN_LETTERS}]*|<=|>=|!=|<>|==|[=<>])"
_PLAIN_ORDER = re.compile(rf"(?:([0-9A-Za-z][{_PLAIN_LETTERS}]*) ?: ?)?({_PLAIN_WORD}(?: {_PLAIN_WORD})*)(?<!\.)")


def plain_tokens(draft: Draft) -> list[Token] | None:
    """The tokens of an order in plain words, sooner than `Draft.tokens` has them; None for any other order.

    Among them are none that could not stand anywhere, and no marks that count as nothing.
    """
    line = draft.lines[0]
    if line.columns is not None or len(draft.lines) > 1:
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


# Lines and orders ------------------------------------------------------------------------------------------------------

_BREAK = re.compile(r"\r\n|\r|\n")
_QUOTE_OR_COMMENT = re.compile('["#;]')
_BULLET = re.compile(r" *[*\-•] +(?=[^ ])")
_MAY_GO_ON = re.compile(r" *(?:[<>=!&|]|then|else|or|and|otherwise|elif|elsif)", re.IGNORECASE)
_MAY_BE_UNFINISHED = re.compile(r"(?:if|then|else|or|and|not|unless|otherwise|[&|\\])$", re.IGNORECASE)
_QUOTATION = re.compile(r" *>(?!=)")
_LONGEST_KEYWORD = max(map(len, KEYWORDS))
_MAY_END_UNFINISHED = frozenset("\\" + "".join(word[-1] + word[-1].upper() for word in KEYWORDS))
_BEFORE_A_WORD = frozenset(" *-•")
_MAY_BEGIN_GOING_ON = frozenset(" <>=!" + "".join(word[0] + word[0].upper() for word in KEYWORDS))
_NUMBERED = re.compile(r"([0-9]+)\.(.*)")


def lines_of(text: str) -> Iterator[Line]:
    """The lines that hold something of the sheet's own: no quotation, no comment, nothing below the signature mark."""
    plain = _PLAIN.fullmatch(text.replace("\n", ""))
    for number, raw in enumerate(_BREAK.split(text) if "\r" in text else text.split("\n"), start=1):
        line = Line(number, raw) if plain else _normalised_line(number, raw)
        written = line.text = line.text.rstrip(" ")
        if written == "--":
            return
        if ">" in written and _QUOTATION.match(written):
            continue
        if "#" in written or ";" in written:
            _cut_comment(line)
        if line.text:
            yield line


def _cut_comment(line: Line) -> None:
    """Cuts the line at the first `#` or `;` outside double quotes; a quote left open reaches to the end of the line."""
    inside = False
    for match in _QUOTE_OR_COMMENT.finditer(line.text):
        if match[0] == '"':
            inside = not inside
        elif not inside:
            text, cut = line.text, match.start()
            line.text = text[:cut].rstrip(" ")
            if match[0] == ";" and line.text:
                line.remark = (cut, text[cut + 1 :])
            return


def drafts_of(text: str, is_key: IsKey) -> Iterator[Draft]:
    """The orders of a sheet: folded lines joined, a leading bullet dropped. Source: orders.md 1.6."""
    draft: Draft | None = None
    for line in lines_of(text):
        bare = line
        if line.text[0] in _BEFORE_A_WORD:
            bullet = _BULLET.match(line.text)
            if bullet is not None:
                bare = replace(line, text=" " * bullet.end() + line.text[bullet.end() :])
        if draft is not None:
            unfinished = draft.lines[-1].text[-1:] in _MAY_END_UNFINISHED and _is_unfinished(draft)
            goes_on = bare.text[0] in _MAY_BEGIN_GOING_ON and _goes_on(bare)
            if goes_on or (unfinished and not _begins_an_order(line, is_key)):
                draft.broken = False
                draft.lines.append(bare if goes_on else line)
                continue
            yield draft
        draft = Draft([bare])
    if draft is not None:
        _is_unfinished(draft)
        yield draft


def _goes_on(line: Line) -> bool:
    """Whether the line belongs to the one before it by its first word or operator."""
    if not _MAY_GO_ON.match(line.text):
        return False
    first = tokens_of(line)[0]
    return first.kind in _GOES_ON or (first.kind == OPERATOR and first.text != ">")


def _is_unfinished(draft: Draft) -> bool:
    """Whether the draft's last word says that it goes on; a lone `\\` is removed, and the draft is broken till it does."""
    line = draft.lines[-1]
    if not _MAY_BE_UNFINISHED.search(line.text, len(line.text) - _LONGEST_KEYWORD):
        return False
    last = tokens_of(line)[-1]
    if last.text == "\\" and last.kind == WORD:
        line.text = line.text[: last.at].rstrip(" ")
        draft.broken = True
    return draft.broken or last.kind in KEYWORDS


def _begins_an_order(line: Line, is_key: IsKey) -> bool:
    """Whether the line holds a colon outside quotes, also in the looser form of a numbered key."""
    return any(token.kind == ":" for token in numbered(tokens_of(line), is_key))


def numbered(tokens: list[Token], is_key: IsKey) -> list[Token]:
    """The tokens with a leading `1.` or `1)` read as `1` and a colon, where the game has that key."""
    first = tokens[0]
    if first.kind != WORD or not "0" <= first.text[0] <= "9":
        return tokens
    if len(tokens) > 1 and tokens[1].kind == ")" and is_key(first.low):
        return [first, tokens[1]._replace(kind=":", text=":", low=":"), *tokens[2:]]
    match = _NUMBERED.fullmatch(first.text)
    if match is None or not is_key(match[1]):
        return tokens
    key, dot = first.part(0, match.end(1)), first.part(match.end(1), match.start(2))
    split = [key, dot._replace(kind=":", text=":", low=":")]
    if match[2]:
        split.append(first.part(match.start(2), len(first.text)))
    return [*split, *tokens[1:]]
