"""Order sheets of bux: keys, parts, sell lines that make one sale, and orders on file. Source: section 3."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from pbem.core.contract import Table, View
from pbem.core.orders import (
    Condition,
    Key,
    Keys,
    Language,
    Names,
    ReadOrder,
    ReadSheet,
    Simple,
    Token,
    Tokens,
    Unreadable,
    read_order,
    read_sheet,
)
from pbem.core.orders.parse import NO_KEY_BEFORE, without_loose_marks
from pbem.core.orders.text import LONGEST_ORDER
from pbem.core.orders.tokens import WORD, shown
from pbem.core.sheets import Order, Sheet
from pbem.games.bux import values
from pbem.games.bux.deck import Deck, deck_of
from pbem.games.bux.state import BID, MOVE, STANDING
from pbem.games.bux.values import GIVES, NONE, PASS, VERBS, Sale
from pbem.games.bux.words import RESERVED, Words, is_word

PARTS = (MOVE, BID, STANDING)
"""The keys, which are also the parts of a sheet, in the order in which they are shown."""

_KEYS = {MOVE: (), BID: (), STANDING: ("standing", "always bid", "always", "standing bids")}
_BARE = (MOVE, BID, STANDING, "standing", "always bid")
_AS_WRITTEN = "without its key"
"""The detail of the key of a move that was written without `move:`."""
_NO_STANDING_BID = f"{STANDING}: {NONE}"


class BuxLanguage(Language):
    """The orders of bux as one player writes them; `words` knows the table as it lies while they are read."""

    keys = Keys(_KEYS, bare=_BARE)
    keeps_readings = True
    openings = (VERBS - {"take", GIVES}) | {PASS, "standing"}

    def __init__(
        self,
        deck: Deck,
        players: tuple[str, ...],
        writer: str | None,
        opening: int,
        spreads: tuple[tuple[str, ...], ...],
        lot: tuple[str, ...],
    ) -> None:
        self.names = _names(deck, players, writer)
        self.words = Words(deck, self.names, dict(zip(players, spreads, strict=False)), lot)
        self._deck = deck
        self._opening = opening

    def spells(self, word: str) -> bool:
        return super().spells(word) or all(part in self._deck.spelt for part in word.split("-"))

    def prepare(self, tokens: list[Token]) -> list[Token]:
        """`cancel standing bid` as `standing bid: none`; a colon behind a verb is nothing."""
        if tokens and is_word(tokens[0], "cancel"):
            tokens = without_loose_marks(tokens)
            low = [token.low for token in tokens[:4] if token.kind == WORD]
            if low[:3] != ["cancel", "standing", "bid"] and low != ["cancel", "my", "standing", "bid"]:
                return tokens
            at = low.index("bid")
            last = tokens[at]
            if last is not tokens[-1]:
                raise Unreadable(f"{shown(tokens[at + 1])} is left over after 'cancel standing bid'", tokens[at + 1])
            return [
                *tokens[at - 1 : at + 1],
                last._replace(kind=":", text=":", low=":"),
                last._replace(text=NONE, low=NONE),
            ]
        if len(tokens) > 1 and tokens[1].kind == ":" and is_word(tokens[0], *VERBS):
            return [tokens[0], *tokens[2:]]
        return tokens

    def key(self, tokens: Tokens, colon: int | None) -> Key:
        if colon is None:
            if tokens[0].kind in NO_KEY_BEFORE:
                return self._key_by_values(tokens)
            if is_word(tokens[0], *VERBS):
                return Key(MOVE, 0, detail=_AS_WRITTEN)
            if is_word(tokens[0], PASS) or [token.low for token in tokens[:2]] == ["no", "bid"]:
                return Key(BID, 0)
        return super().key(tokens, colon)

    def _key_by_values(self, tokens: Tokens) -> Key:
        """The key of an order that begins with `if` or a parenthesis: by the first of its values that tells."""
        then = next((at for at, token in enumerate(tokens) if token.kind == "then"), 0)
        for token in tokens[then:]:
            if is_word(token, *VERBS):
                return Key(MOVE, 0)
            if is_word(token, BID, PASS):
                return Key(BID, 0)
            if is_word(token, "standing"):
                return Key(STANDING, 0)
        return super().key(tokens, None)

    def simple(self, tokens: Tokens, key: Key) -> Simple:
        if key.text == MOVE:
            return values.move(self.words, tokens)
        said = tuple(token.low for token in tokens[:2])
        begin = 2 if key.text == STANDING and said == ("standing", "bid") else 1 if said[0] == BID else 0
        if len(tokens) == begin:
            raise Unreadable("expected a number of chips, 'all' or 'pass'")
        return values.bid(tokens[begin:], self._opening, standing=key.text == STANDING)

    def fact(self, tokens: Tokens, key: Key) -> Condition:
        return self.words.fact(tokens)

    def begins_order(self, tokens: Tokens) -> bool:
        if is_word(tokens[0], "take", GIVES):
            return any(is_word(token, "for", "giving") for token in tokens)
        return super().begins_order(tokens)


@lru_cache(maxsize=512)
def _names(deck: Deck, players: tuple[str, ...], writer: str | None) -> Names:
    """The players as that writer names them; names that hold a symbol of the deck are quoted, too."""
    return Names(players, writer, RESERVED | set(deck.suits) | set(deck.shapes))


_language = lru_cache(maxsize=512)(BuxLanguage)


def language(table: Table, view: View) -> BuxLanguage:
    """The language of the seat whose view it is."""
    spreads: Mapping[str, Sequence[str]] = view["spreads"]
    lying = tuple(tuple(spreads[name]) for name in table.players)
    return _language(deck_of(table), table.players, view["reader"], table.options.opening, lying, tuple(view["lot"]))


def read(table: Table, view: View, text: str, asked: int | None) -> Sheet:
    """The sheet as understood, for the seat whose view it is.

    A bid in answer to a report since which an auction has been resolved was meant for a lot that is gone, and a move in answer
    to one since which its writer has moved for a turn that is over: both are errors. Source: section 3.
    """
    spoken = language(table, view)
    sheet = read_sheet(spoken, text)
    if len(sheet.orders) > 1:
        sheet = _sell_lines_joined(sheet, spoken.words)
    if asked is not None:
        for order in sheet.orders:
            if order.part == BID and asked < view["auctioned"]:
                sheet = sheet.refused(order, "this bid answers a report whose auction is over; answer the newest one")
            elif order.part == MOVE and view["reader"] is not None and asked < view["moved"][view["reader"]]:
                sheet = sheet.refused(order, "this move answers a report since which you have moved; answer the newest")
    return sheet.sheet()


def _sell_lines_joined(sheet: ReadSheet, words: Words) -> ReadSheet:
    """Several sell lines of a sheet without other moves as one sale. A line that sells a card again is an error."""
    moves = [order for order in sheet.orders if order.part == MOVE]
    if len(moves) < 2 or not all(_is_sell_line(order) for order in moves):
        return sheet
    sets: list[tuple[str, ...]] = []
    text = moves[0].text
    for order in moves:
        sale = _sale_of(order)
        twice = [card for cards in sale.sets for card in cards if any(card in one for one in sets)]
        longer = f"{MOVE}: {values.sale_text(words, Sale((*sets, *sale.sets)))}"
        if twice:
            sheet = sheet.refused(order, f"{twice[0]} is sold in a line above")
        elif len(longer) > LONGEST_ORDER:
            sheet = sheet.refused(order, f"all sales together have more than {LONGEST_ORDER} characters")
        else:
            sets += sale.sets
            text = longer
    joined = replace(moves[0], key=Key(MOVE, 0), value=Simple(Sale(tuple(sets)), text.removeprefix(f"{MOVE}: ")))
    joined.text = text
    rest = tuple(order for order in sheet.orders if order.part != MOVE)
    return replace(sheet, orders=tuple(sorted((joined, *rest), key=lambda order: (order.line, order.column))))


def _is_sell_line(order: ReadOrder) -> bool:
    simple = isinstance(order.value, Simple) and isinstance(order.value.value, Sale)
    return simple and order.key.detail == _AS_WRITTEN


def _sale_of(order: ReadOrder) -> Sale:
    assert isinstance(order.value, Simple)
    sale = order.value.value
    assert isinstance(sale, Sale)
    return sale


def filed_after(filed: tuple[Order, ...], sheet: Sheet) -> tuple[Order, ...]:
    """What is on file after a sheet: it replaces, key by key, what it holds, and leaves the rest. Source: section 3."""
    return tuple(_by_key(filed, sheet))


def _by_key(filed: tuple[Order, ...], sheet: Sheet) -> Iterator[Order]:
    latest = {order.part: order for order in (*filed, *sheet.orders)}
    for part in PARTS:
        order = latest.get(part)
        if order is not None and order.text != _NO_STANDING_BID:
            yield order


@lru_cache(maxsize=8192)
def _on_file(text: str, deck: Deck, players: tuple[str, ...], writer: str, opening: int) -> ReadOrder:
    return read_order(_language(deck, players, writer, opening, (), ()), text)


def on_file(order: Order, table: Table, writer: str) -> ReadOrder:
    """An order on file as it was read."""
    return _on_file(order.text, deck_of(table), table.players, writer, table.options.opening)
