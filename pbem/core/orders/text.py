"""From a sheet's text to its orders: signature, quotation, comments, bullets, folded lines. Source: orders.md 1."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from pbem.core.orders.characters import (
    IS_NOTHING,
    MOVES_COLUMNS,
    PLAIN,
    PLAIN_CHARACTERS,
    TOLERATED,
    TWO_FOR_ONE,
    normalised,
)
from pbem.core.orders.tokens import KEYWORDS, OPERATOR, WORD, Line, Token, tokens_of

MOST_CHARACTERS = 1_000_000
"""What is read of a sheet: more than any campaign's longest sheet, little enough to answer at once."""
MOST_ORDERS = 2_000
"""How many orders of a sheet are looked at; Global Pursuit's longest sheet has under a hundred."""
LONGEST_ORDER = 4_000
"""Characters of one order, folded lines joined. Below the interpreter's limit for reading a whole number (4,300 digits)."""

_GOES_ON = frozenset({"then", "else", "or", "and", "elif"})


IsKey = Callable[[str], bool]
"""Whether a game has a key that is that number."""


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


_PLAIN_LINES = re.compile(f"[{PLAIN_CHARACTERS}\\n]*")
_BREAK = re.compile(r"\r\n|\r|\n")
_QUOTE_OR_COMMENT = re.compile('["#;]')
_BULLET = re.compile(r" *[*\-•] +(?=[^ ])")
_MAY_GO_ON = re.compile(r" *(?:[<>=!&|]|then|else|or|and|otherwise|elif|elsif)", re.IGNORECASE)
_MAY_BE_UNFINISHED = re.compile(r"(?:if|then|else|or|and|not|unless|otherwise|[&|\\])$", re.IGNORECASE)
_QUOTATION = re.compile(r" *>(?!=(?!=))")
_RULE = re.compile(r" *[-_=~*]{3,}")
_LONGEST_KEYWORD = max(map(len, KEYWORDS))
_MAY_END_UNFINISHED = frozenset("\\" + "".join(word[-1] + word[-1].upper() for word in KEYWORDS))
_BEFORE_A_WORD = frozenset(" *-•")
_MAY_BEGIN_GOING_ON = frozenset(" <>=!" + "".join(word[0] + word[0].upper() for word in KEYWORDS))
_NUMBERED = re.compile(r"([0-9]+)\.(.*)")


def _normalised_line(number: int, raw: str) -> Line:
    if PLAIN.fullmatch(raw):
        return Line(number, raw)
    if not MOVES_COLUMNS.search(raw):
        return Line(number, raw.translate(TOLERATED))
    columns = [
        at
        for at, character in enumerate(raw)
        if not IS_NOTHING.match(character)
        for _ in TWO_FOR_ONE.get(character, character)
    ]
    return Line(number, normalised(raw), columns)


def lines_as_sent(text: str) -> list[str]:
    """The lines of a text as problems count them: broken at LF, CR LF and CR, and at nothing else."""
    return _BREAK.split(text) if "\r" in text else text.split("\n")


def lines_of(text: str) -> Iterator[Line]:
    """The lines that hold something of the sheet's own: no quotation, no comment, nothing below the signature mark."""
    plain = _PLAIN_LINES.fullmatch(text)
    for number, raw in enumerate(lines_as_sent(text), start=1):
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
                last = draft.lines[-1]
                if not last.text and last.remark is None and len(draft.lines) > 1:
                    draft.lines.pop()  # it held a `\\` and nothing else
                draft.lines.append(bare if goes_on else line)
                continue
            yield draft
        draft = Draft([bare])
    if draft is not None:
        _is_unfinished(draft)
        draft.broken = False
        if draft.lines[0].text.strip(" ") or any(line.text.strip(" ") for line in draft.lines):
            yield draft


def _goes_on(line: Line) -> bool:
    """Whether the line belongs to the one before it by its first word or operator."""
    word = line.text.lstrip(" ").partition(" ")[0]
    keyword = KEYWORDS.get(word.lower())
    if keyword is not None:
        return keyword in _GOES_ON
    if not _MAY_GO_ON.match(line.text) or _RULE.fullmatch(line.text):
        return False
    first = tokens_of(Line(line.number, word))[0]
    return first.kind in _GOES_ON or (first.kind == OPERATOR and first.text != ">")


def _is_unfinished(draft: Draft) -> bool:
    """Whether the draft's last word says that it goes on; a lone `\\` is removed, and the draft is broken till it does."""
    line = draft.lines[-1]
    if not _MAY_BE_UNFINISHED.search(line.text, len(line.text) - _LONGEST_KEYWORD):
        return False
    begin = 0 if '"' in line.text else line.text.rfind(" ") + 1  # no token but a quotation holds a space
    last = tokens_of(Line(line.number, line.text[begin:]))[-1]
    if last.text == "\\" and last.kind == WORD:
        line.text = line.text[: begin + last.at].rstrip(" ")
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
