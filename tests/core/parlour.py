"""A small game for tests of the order language: two card keys, a guest, free text, and a list of plain orders.

1: +3                        a card for round 1 (looser keys `first`, `round 1`; `1 +3` without the colon)
guest: Bob                   another player (`with Bob`)
word: any text               free text
take +3 from Bob             a list; `take` may be left out in an alternative after the first
"""

from collections.abc import Iterator
from typing import Any

from pbem.core.orders import (
    NUMBER_SLOT,
    OPERATOR_SLOT,
    Comparison,
    Condition,
    Fact,
    Key,
    Keys,
    Language,
    Names,
    Phrases,
    ReadOrder,
    Simple,
    Slot,
    Tokens,
    Unreadable,
    negation,
    player_slot,
)

CARDS = ("+2", "+3", "+4", "-3", "x2", "x3", "x4", "jolly")


def read_card(context: "Parlour", tokens: Tokens, at: int) -> Iterator[tuple[str, int]]:
    if at < len(tokens) and tokens[at].low in CARDS:
        yield tokens[at].low, at + 1
    elif at + 1 < len(tokens) and tokens[at].low + tokens[at + 1].low in CARDS:
        yield tokens[at].low + tokens[at + 1].low, at + 2


SLOTS: dict[str, Slot["Parlour"]] = {
    "player": player_slot(lambda context: context.names),
    "card": Slot("a card", read_card),
    "number": NUMBER_SLOT,
    "op": OPERATOR_SLOT,
}
TERMS: Phrases["Parlour", Any] = Phrases("a number", SLOTS)
TERMS.add("{number}", make=lambda context, number: number)
TERMS.add("square {player}", "{player} square", make=lambda context, player: ("square", player))
FACTS: Phrases["Parlour", Condition] = Phrases("a condition", {**SLOTS, "term": TERMS.slot()})
FACTS.add("{player} won", make=lambda context, player: context.fact_of("won", player))
FACTS.add("{player} lost", make=lambda context, player: negation(context.fact_of("won", player)))
FACTS.add("a? riot", make=lambda context: Fact(("riot",), "riot"))
FACTS.add("{term} {op} {term}", make=lambda context, left, op, right: context.compared(left, op, right))


class Parlour(Language):
    """What is read of a plain order depends on the one before it, so that readings are kept by `KeepingParlour` only."""

    openings = frozenset({"take"})
    keys = Keys(
        {"1": ("first", "round 1"), "2": ("second",), "guest": ("with",), "word": ()},
        bare=("1", "2", "round 1", "with", "word"),
        free=("word",),
    )

    def __init__(self, players: tuple[str, ...] = ("Ann", "Bob", "Cleo"), me: str = "Ann") -> None:
        self.names = Names(players, me, FACTS.words() | TERMS.words())

    def fact_of(self, name: str, player: str) -> Condition:
        return Fact((name, player), f"{self.names.shown(player)} {name}")

    def compared(self, left: Any, op: str, right: Any) -> Condition:
        return Comparison(left, op, right, f"{self._term(left)} {op} {self._term(right)}")

    def _term(self, term: Any) -> str:
        return str(term) if isinstance(term, int) else f"{term[0]} {self.names.shown(term[1])}"

    def key(self, tokens: Tokens, colon: int | None) -> Key:
        if tokens[0].low == "take" or tokens[0].kind in ("if", "unless", "("):
            return Key("", 0)
        return super().key(tokens, colon)

    def simple(self, tokens: Tokens, key: Key) -> Simple:
        if key.text == "guest":
            player = self.names.whole(tokens)
            return Simple(player, self.names.shown(player))
        if key.text:
            return self._card(tokens)
        return self._take(tokens, key)

    def whole(self, order: ReadOrder) -> ReadOrder:
        order.once = order.part != ""
        return order

    def _card(self, tokens: Tokens) -> Simple:
        for card, stop in read_card(self, tokens, 0):
            if stop < len(tokens):
                raise Unreadable("expected nothing more", tokens[stop])
            return Simple(card, card)
        raise Unreadable("expected a card", tokens[0])

    def _take(self, tokens: Tokens, key: Key) -> Simple:
        start = 1 if tokens[0].low == "take" else 0
        if start == 0 and key.detail is None:
            raise Unreadable("expected 'take'", tokens[0])
        key.detail = "take"
        card = self._card(tokens[start : start + 1]).text if len(tokens) > start else None
        if card is None or len(tokens) == start + 1:
            raise Unreadable("expected a card and 'from'")
        if tokens[start + 1].low != "from":
            raise Unreadable("expected 'from'", tokens[start + 1])
        if len(tokens) == start + 2:
            raise Unreadable("expected a player")
        player = self.names.whole(tokens[start + 2 :])
        return Simple((card, player), f"take {card} from {self.names.shown(player)}")

    def fact(self, tokens: Tokens, key: Key) -> Condition:
        return FACTS.read(self, tokens)


class KeepingParlour(Parlour):
    """The same game without its plain orders, which keeps what it has read."""

    keeps_readings = True
    reads_pieces = True

    def key(self, tokens: Tokens, colon: int | None) -> Key:
        return self.keys.read(tokens, colon)


class Forgetful(KeepingParlour):
    """The same game, which keeps nothing."""

    keeps_readings = False
    reads_pieces = False
