"""Order sheets of Pitagoras: keys, values, and what an order on file offers when its decision falls due. Source: section 3."""

import re
from collections.abc import Sequence
from functools import lru_cache

from pbem.core.contract import Table, View
from pbem.core.orders import (
    Condition,
    Key,
    Keys,
    Language,
    Names,
    Simple,
    Token,
    Tokens,
    Unreadable,
    Value,
    offers,
    read_order,
    read_sheet,
)
from pbem.core.orders.tokens import WORD
from pbem.core.sheets import Sheet
from pbem.games.pitagoras.facts import Moment
from pbem.games.pitagoras.state import CARDS
from pbem.games.pitagoras.words import CARD, DID_NOT, FACT, LAID, NOBODY, RESERVED, Asking, refusal

CALCULATIONS = ("1", "2")
PROMPTER = "prompter"

_FIRST = ("calc 1", "calculation 1", "round 1", "c1", "first", "1st")
_SECOND = ("calc 2", "calculation 2", "round 2", "c2", "second", "2nd")
_SWAP = ("swap", "swap with", "prompt", "square 5")
_BARE = ("1", "2", *_FIRST, *_SECOND, PROMPTER, *_SWAP)


_NUMBERED_BY = frozenset({"calc", "calculation", "round"})
_KEY_AND_MARK = re.compile(r"(1|2|c1|c2|first|second|1st|2nd)(?:([.-])(.*))?", re.IGNORECASE)


def _parted_from_mark(tokens: list[Token]) -> list[Token]:
    """`calc 1. x4`, `c1) x4`, `1-x4` with the mark parted from the key, and a full stop or parenthesis as a colon.

    A dash is parted only from what may be a card.
    """
    at = 1 if tokens[0].low in _NUMBERED_BY and len(tokens) > 1 else 0
    key, behind = tokens[at], tokens[at + 1 :]
    match = _KEY_AND_MARK.fullmatch(key.text) if key.kind == WORD else None
    if match is None or (at and match[1] not in CALCULATIONS):
        return tokens
    if match[2] is None:
        return [*tokens[: at + 1], *_marked(behind)]
    number, mark = key.part(0, match.end(1)), key.part(match.end(1), match.end(2))
    rest = [key.part(match.end(2), len(key.text))] if match[3] else []
    if match[2] == ".":
        return [*tokens[:at], number, _as_colon(mark), *rest, *behind]
    return [*tokens[:at], number, mark, *rest, *behind] if not rest or CARD.opens(rest[0]) else tokens


def _marked(behind: list[Token]) -> list[Token]:
    """What follows a key, with a parenthesis as a colon, and a dash parted from the card behind it."""
    if behind and behind[0].kind == ")":
        return [_as_colon(behind[0]), *behind[1:]]
    if behind and behind[0].text.startswith("-") and not CARD.opens(behind[0]):
        dash, card = behind[0].part(0, 1), behind[0].part(1, len(behind[0].text))
        if CARD.opens(card):
            return [dash, card, *behind[1:]]
    return behind


def _as_colon(token: Token) -> Token:
    return token._replace(kind=":", text=":", low=":")


class PitagorasLanguage(Language):
    """The orders of Pitagoras as one player writes them; `writer` is None where nobody writes."""

    keys = Keys({"1": _FIRST, "2": _SECOND, PROMPTER: _SWAP}, bare=_BARE)
    keeps_readings = True
    reads_pieces = True
    openings = frozenset(CARDS)

    def __init__(self, players: Sequence[str], writer: str | None) -> None:
        self.names = Names(players, writer, RESERVED, NOBODY)

    def prepare(self, tokens: list[Token]) -> list[Token]:
        """The mark behind a calculation's key as a token of its own; `did not`, which holds a keyword, as `didn't`.

        Source: the looser forms `1.`, `1)`, `1 -`, `did not win R`.
        """
        if len(tokens) == 1 or tokens[1].kind != ":":
            tokens = _parted_from_mark(tokens)
        if "did" not in [token.low for token in tokens]:
            return tokens
        prepared: list[Token] = []
        for token in tokens:
            before = prepared[-1] if prepared else None
            if before is not None and (before.kind, before.low, token.kind) == (WORD, "did", "not"):
                prepared[-1] = before._replace(text=DID_NOT, low=DID_NOT)
            else:
                prepared.append(token)
        return prepared

    def key(self, tokens: Tokens, colon: int | None) -> Key:
        """The key; for a calculation a dash may stand in place of the colon, and nothing before a card or a condition.

        A dash before a bare number is an error, since it may be a minus.
        """
        key = super().key(tokens, colon)
        if colon is not None or key.text not in CALCULATIONS or key.start >= len(tokens):
            return key
        first = tokens[key.start]
        if first.kind == WORD and first.low == "-" and key.start + 1 < len(tokens):
            if tokens[key.start + 1].low.isdecimal():
                number = tokens[key.start + 1].low
                message = f"'- {number}' may be a dash and {number}, or -{number}; write '{key.text}: …'"
                raise Unreadable(message, first, sure=True)
            key.start += 1
        elif first.kind not in ("if", "unless") and not LAID.opens(first) and not CARD.opens(first):
            raise Unreadable(f"expected a colon behind '{key.text}', or a card", first)
        return key

    def simple(self, tokens: Tokens, key: Key) -> Simple:
        if key.text == PROMPTER:
            return self._other(tokens)
        card = LAID.read(self, tokens)
        return Simple(card, card)

    def fact(self, tokens: Tokens, key: Key) -> Condition:
        condition = FACT.read(Asking(self.names, key.text), tokens)
        refused = refusal(condition, key.text)
        if refused is not None:
            raise Unreadable(refused, tokens[0], sure=True)
        return condition

    def _other(self, tokens: Tokens) -> Simple:
        """A player to swap with, any but the writer. Source: P17, P19."""
        player = self._named(tokens)
        if player == self.names.me:
            raise Unreadable("expected another player to swap with, not yourself", tokens[0], sure=True)
        return Simple(player, self.names.shown(player))

    def _named(self, tokens: Tokens) -> str:
        """The player that the tokens name, a leading `swap with` or `with` left out where they are no name as they stand."""
        leading = 0
        if [token.low for token in tokens[:2]] == ["swap", "with"]:
            leading = 2
        elif tokens[0].low == "with":
            leading = 1
        if leading and tokens[0].kind == WORD:
            try:
                return self.names.whole(tokens)
            except Unreadable:
                if len(tokens) == leading:
                    raise Unreadable(f"expected a player: {self.names.listed()}") from None
                return self.names.whole(tokens[leading:])
        return self.names.whole(tokens)


@lru_cache(maxsize=512)
def language(players: tuple[str, ...], writer: str | None) -> PitagorasLanguage:
    """The language of a writer; kept, since a table's players write many sheets."""
    return PitagorasLanguage(players, writer)


def read(table: Table, view: View, text: str) -> Sheet:
    """The sheet as understood, for the seat whose view it is."""
    return read_sheet(language(table.players, view["reader"]), text).sheet()


@lru_cache(maxsize=8192)
def value(text: str, players: tuple[str, ...], writer: str) -> Value:
    """The value of an order on file, from its canonical text."""
    return read_order(language(players, writer), text).value


def offered(text: str, players: tuple[str, ...], writer: str, moment: Moment) -> list[str]:
    """What an order on file offers at that moment, in order: cards, or players. Source: orders.md 4."""
    return [simple.value for simple in offers(value(text, players, writer), moment)]
