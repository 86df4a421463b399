"""Order sheets of Pitagoras: keys, values, and what an order on file offers when its decision falls due. Source: section 3."""

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
from pbem.games.pitagoras.words import CARD, DID_NOT, FACT, LAID, RESERVED, Asking, refusal

CALCULATIONS = ("1", "2")
PROMPTER = "prompter"

_FIRST = ("calc 1", "calculation 1", "round 1", "c1", "first", "1st")
_SECOND = ("calc 2", "calculation 2", "round 2", "c2", "second", "2nd")
_SWAP = ("swap", "swap with", "prompt", "square 5")
_BARE = ("1", "2", *_FIRST, *_SECOND, PROMPTER, *_SWAP)


class PitagorasLanguage(Language):
    """The orders of Pitagoras as one player writes them; `writer` is None where nobody writes."""

    keys = Keys({"1": _FIRST, "2": _SECOND, PROMPTER: _SWAP}, bare=_BARE)
    keeps_readings = True
    openings = frozenset(CARDS)

    def __init__(self, players: Sequence[str], writer: str | None) -> None:
        self.names = Names(players, writer, RESERVED)

    def prepare(self, tokens: list[Token]) -> list[Token]:
        """`did not`, which holds a keyword, as `didn't`. Source: the looser form `did not win R`."""
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
