"""Order sheets of Glitches: verbs, lists of plays, and what an order on file means. Source: section 3, G19, G20."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pbem.core.contract import Table, View
from pbem.core.orders import (
    Condition,
    Key,
    Keys,
    Language,
    Names,
    ReadOrder,
    Simple,
    Token,
    Tokens,
    Unreadable,
    Value,
    nearest,
    read_order,
    read_sheet,
)
from pbem.core.orders.parse import NO_KEY_BEFORE
from pbem.core.orders.tokens import WORD, as_written, shown
from pbem.core.sheets import Order, Sheet
from pbem.games.glitches.cards import CARDS, CELLS, SIDE, in_card_order
from pbem.games.glitches.lists import UNTAKEN, in_order
from pbem.games.glitches.marks import is_whole, marks_parted, prepared
from pbem.games.glitches.state import KEEP, PLAY, ROW
from pbem.games.glitches.words import (
    AT,
    CARD_WORDS,
    DISCARD,
    FACT,
    RESERVED,
    VERBS,
    Asking,
    Placement,
    cards_at,
    cells_at,
    placements_at,
)

_BETWEEN_CARDS = frozenset({",", "+", "/"})
_SHORTEST_SLIP = 4
"""Letters of a word that may be a misspelt verb; `how` and `now` are none of `row`."""

_PLAIN_PLAYS = {
    f"play {card.lower()} at {cell}": Simple((card, cell), f"play {card} at {cell}") for card in CARDS for cell in CELLS
}
"""Every play in canonical form: what most players write, and what is read again from file."""


@dataclass(slots=True)
class Said:
    """What the values of one order share: its number in a list, and its part once a verb, or a placement, has told it.

    `only_in_play`: the first token of a condition that may stand in a play alone.
    """

    number: int | None = None
    part: str = ""
    only_in_play: Token | None = None


class GlitchesLanguage(Language):
    """The orders of Glitches as one player writes them; `writer` is None where nobody writes.

    `dealt` are the six cards of the writer at a keep step, else none: what `discard` needs.
    """

    keys = Keys({})
    keeps_readings = True
    reads_pieces = True
    keyless = True
    nameless = re.compile(r"play(?: [0-9a-z]+)+|(?:keep|row)(?: [1-6][rgby]){4}", re.IGNORECASE | re.ASCII)

    def __init__(self, players: Sequence[str], writer: str | None, dealt: tuple[str, ...] = ()) -> None:
        self.names = Names(players, writer, RESERVED)
        self._dealt = dealt

    def is_number_key(self, number: str) -> bool:
        return True

    def prepare(self, tokens: list[Token]) -> list[Token]:
        return prepared(tokens)

    def key(self, tokens: Tokens, colon: int | None) -> Key:
        """No key, but perhaps the number of a numbered list. Raises Unreadable for what begins as no order."""
        if colon is None and (tokens[0].kind in NO_KEY_BEFORE or self._opens(tokens)):
            return Key("", 0, detail=Said())
        if colon == 1 and is_whole(tokens[0]):
            return Key("", 2, detail=Said(int(tokens[0].low)))
        if colon is not None and self._opens(tokens):
            raise Unreadable("expected a ':' behind a verb, a cell or the number of a list only", tokens[colon])
        raise _no_verb(tokens[0])

    def begins_order(self, tokens: Tokens) -> bool:
        """Whether an order begins as one of ours, if only with a misspelt verb."""
        low = tokens[0].low
        return self._opens(tokens) or (len(low) >= _SHORTEST_SLIP and nearest(low, VERBS) is not None)

    def _opens(self, tokens: Tokens) -> bool:
        return tokens[0].low in VERBS or bool(cards_at(tokens, 0) or cells_at(tokens, 0))

    def simple(self, tokens: Tokens, key: Key) -> Simple:
        plain = _PLAIN_PLAYS.get(as_written(tokens)) if len(tokens) == 4 else None
        if plain is None and not self._opens(tokens):
            raise _no_verb(tokens[0])
        verb, start = (PLAY, 1) if plain is not None else _verb(tokens)
        part = KEEP if verb == DISCARD else verb or PLAY
        said: Said = key.detail
        if said.part and said.part != part:
            message = f"all values of one order have the same verb, here '{said.part}'; expected it again"
            raise Unreadable(message, tokens[0], sure=True)
        said.part = part
        if plain is not None:
            return plain
        rest = tokens[start:]
        if part == PLAY:
            card, cell = _placement(rest)
            return Simple((card, cell), f"play {card} at {cell}")
        cards = self._kept(_cards(rest, 2), rest) if verb == DISCARD else _cards(rest, SIDE)
        if part == KEEP and len(set(cards)) < SIDE:
            raise Unreadable("expected four different cards", tokens[0], sure=True)
        return Simple(cards, f"{part} {' '.join(cards)}")

    def fact(self, tokens: Tokens, key: Key) -> Condition:
        condition = FACT.read(Asking(self.names, tokens[0]), tokens)
        if len(tokens) > 3 and (tokens[-3].low, tokens[-2].low) == ("played", "at"):
            said: Said = key.detail
            said.only_in_play = said.only_in_play or tokens[0]
        return condition

    def whole(self, order: ReadOrder) -> ReadOrder:
        """The order with its part; plays are a list."""
        said: Said = order.key.detail
        if not said.part:
            _refuse_all_but_plays(order.text)
        if said.only_in_play and said.part != PLAY:
            raise Unreadable("this may be asked in a play alone; write 'last at CELL'", said.only_in_play)
        order.part = said.part or PLAY
        order.once = order.part != PLAY
        return order

    def _kept(self, discarded: tuple[str, ...], tokens: Tokens) -> tuple[str, ...]:
        """The four cards that are kept where two of the six dealt are put away, in card order."""
        if not self._dealt:
            raise Unreadable("no cards have been dealt to choose from now; write 'keep' and four cards", tokens[0])
        kept = in_card_order(card for card in self._dealt if card not in discarded)
        if len(kept) != SIDE:
            raise Unreadable(f"expected two of the six cards dealt: {' '.join(self._dealt)}", tokens[0])
        return tuple(kept)


def _refuse_all_but_plays(text: str) -> None:
    """Raises Unreadable for an order, by its canonical text, of which nothing was noted unless it is certainly a play."""
    if f"{KEEP} " in text or f"{ROW} " in text:
        raise Unreadable("expected to know what was noted")


def _verb(tokens: Tokens) -> tuple[str, int]:
    """The verb with which a value begins, by its part, empty for none; and the place behind it."""
    first = tokens[0]
    verb = VERBS.get(first.low, "") if first.kind == WORD else ""
    if verb == ROW and [token.low for token in tokens[:2]] == ["pile", "away"]:
        return DISCARD, 2
    return verb, 1 if verb else 0


def _no_verb(token: Token) -> Unreadable:
    meant = nearest(token.low, VERBS)
    hint = f"; did you mean '{meant}'?" if meant else ""
    return Unreadable(f"expected 'play', 'keep' or 'row', found {shown(token)}{hint}", token)


def _placement(tokens: Tokens) -> Placement:
    """The card and the cell that all of the tokens name."""
    found = placements_at(tokens, 0)
    for placement, stop in found:
        if stop == len(tokens):
            return placement
    if found:
        left_over = tokens[max(stop for _, stop in found)]
        raise Unreadable(f"{shown(left_over)} is left over after a card and a cell", left_over)
    cards, cells = cards_at(tokens, 0), cells_at(tokens, 0)
    stop = max((stop for _, stop in (*cards, *cells)), default=0)
    if stop < len(tokens) and tokens[stop].low in (AT if cards else "="):
        stop += 1
    expected = "a cell such as c4" if cards else "a card such as 5Y"
    if stop >= len(tokens):
        raise Unreadable(f"expected {expected}")
    raise Unreadable(f"expected {expected}, found {shown(tokens[stop])}", tokens[stop])


def _cards(tokens: Tokens, number: int) -> tuple[str, ...]:
    """So many cards that all of the tokens name, with nothing or one mark between two of them."""
    plain = [CARD_WORDS.get(token.low, "") for token in tokens if token.kind == WORD]
    if len(plain) == len(tokens) == number and all(plain):
        return tuple(plain)
    parts = [*marks_parted(tokens)]
    cards: list[str] = []
    at = 0
    while at < len(parts):
        if cards and (parts[at].low in _BETWEEN_CARDS or parts[at].kind == "and"):
            at += 1
        readings = cards_at(parts, at)
        if not readings or len(cards) == number:
            found = parts[at] if at < len(parts) else None
            expected = f"{number} cards and no more" if len(cards) == number else "a card such as 5Y"
            raise Unreadable(f"expected {expected}" + (f", found {shown(found)}" if found else ""), found)
        card, at = readings[0]
        cards.append(card)
    if len(cards) < number:
        raise Unreadable(f"expected {number} cards, not {len(cards)}")
    return tuple(cards)


@lru_cache(maxsize=512)
def language(players: tuple[str, ...], writer: str | None, dealt: tuple[str, ...] = ()) -> GlitchesLanguage:
    """The language of a writer; kept, since a table's players write many sheets."""
    return GlitchesLanguage(players, writer, dealt)


def read(table: Table, view: View, text: str) -> Sheet:
    """The sheet as understood, for the seat whose view it is; plays that its list does not reach are UNTAKEN."""
    writer = view["reader"]
    dealt = tuple(view["hands"].get(writer, ())) if view["phase"] == KEEP else ()
    return in_order(read_sheet(language(table.players, writer, dealt), text)).sheet()


def file(filed: tuple[Order, ...], sheet: Sheet) -> tuple[Order, ...]:
    """What is on file after a sheet: all that it takes, if it holds a readable order at all. Source: G19, G20."""
    if not sheet.orders:
        return filed
    return tuple(order for order in sheet.orders if order.part != UNTAKEN)


@lru_cache(maxsize=8192)
def value(text: str, players: tuple[str, ...], writer: str) -> Value:
    """The value of an order on file, from its canonical text."""
    return read_order(language(players, writer), text).value
