"""What orders of bux name: cards, symbols, facts, each with its looser forms. Source: section 3.

Readers take tokens and give what they mean, or raise Unreadable at the first token that they cannot use.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.core.orders import Condition, Fact, Names, Token, Tokens, Unreadable, quoted
from pbem.core.orders.comparisons import comparison
from pbem.core.orders.tokens import QUOTED, WORD, shown
from pbem.games.bux import facts
from pbem.games.bux.deck import WORDS_IN_ORDERS, Deck, parts_of

RESERVED = WORDS_IN_ORDERS | frozenset(
    (
        "me",
        "with",
        "chips",
        "cards",
        "mine",
        "spread",
        "lot",
        "together",
        "total",
        "bux",
        "deck",
        "left",
        "turn",
        "double",
        "pays",
        "drawer",
        "drew",
        "is",
        "all",
        "none",
    )
)
"""The game's words: a player's name that holds one of them is quoted in canonical text."""

_NUMBER = re.compile(r"[+-]?[0-9]+")
_HAS = frozenset({"has", "have"})
_MOST_LISTED = 6


def is_word(token: Token, *words: str) -> bool:
    """Whether the token is one of those very words."""
    return token.low in words and token.kind == WORD


@dataclass(frozen=True, slots=True)
class Words:
    """The deck and the players as one writer names them; `spreads` and `lot` are as they lie while the sheet is read.

    Both are empty for orders on file, whose canonical text names every card by its id.
    """

    deck: Deck
    names: Names
    spreads: Mapping[str, Sequence[str]]
    lot: Sequence[str]

    def own(self) -> Sequence[str]:
        """The writer's spread."""
        return self.spreads.get(self.names.me or "", ())

    def card(self, tokens: Tokens, among: Sequence[str], where: str) -> str:
        """The card that all of the tokens name; without a number the only such one `among` these, which lie `where`."""
        first = tokens[0]
        if len(tokens) == 1:
            card = self.deck.named.get(first.low)
            if card is not None:
                if card in self.deck.bux:
                    raise Unreadable(f"{card} is a BUX card, which nobody can own", first, sure=True)
                return card
        wrong = next((token for token in tokens if token.kind != WORD), None)
        if wrong is not None:
            raise Unreadable(f"expected a card, found {shown(wrong)}", wrong)
        parts = tuple(part for token in tokens for part in parts_of(token.low))
        cards, numbered = self.deck.described(parts)
        if not cards:
            raise self._no_card(tokens)
        if not numbered:
            there = [card for card in cards if card in among]
            if not there:
                written = " ".join(token.text for token in tokens)
                raise Unreadable(f"there is no '{written[:40]}' {where} now; name the card with its number", first)
            cards = tuple(there)
        if len(cards) > 1:
            several = ", ".join(cards[:_MOST_LISTED]) + (" …" if len(cards) > _MOST_LISTED else "")
            raise Unreadable(f"'{' '.join(token.text for token in tokens)[:40]}' could be {several}", first, sure=True)
        return cards[0]

    def _no_card(self, tokens: Tokens) -> Unreadable:
        """That the tokens are no card, told at the first that belongs to none."""
        near = self.deck.near("-".join(token.low for token in tokens))
        hint = f"; did you mean '{near}'?" if near else ""
        return Unreadable(f"no card of the deck is called {shown(tokens[0])}{hint}", tokens[0])

    def own_card(self, tokens: Tokens) -> str:
        """The card named, without a number the one in the writer's spread."""
        return self.card(tokens, self.own(), "in your spread")

    def card_of(self, player: str, tokens: Tokens) -> str:
        """The card named, without a number the one in that player's spread."""
        return self.card(tokens, self.spreads.get(player, ()), f"in the spread of {player}")

    def symbol(self, tokens: Tokens) -> str:
        """The suit, the shape or the face that all of the tokens name."""
        parts: list[str] = []
        for token in tokens:
            if token.kind not in (WORD, QUOTED):
                raise Unreadable(f"expected a suit, a shape or a face, found {shown(token)}", token)
            parts += parts_of(token.low)
        symbol = self.deck.symbol(parts)
        if symbol is None:
            symbols = ", ".join((*self.deck.suits, *self.deck.shapes)[:12])
            near = self.deck.near(tokens[0].low)
            hint = f"; did you mean '{near}'?" if near else ""
            message = f"{shown(tokens[0])} is no suit, shape or face of this deck ({symbols}){hint}"
            raise Unreadable(message, tokens[0])
        return symbol

    def shown_symbol(self, symbol: str) -> str:
        """A symbol as canonical text."""
        return quoted(symbol, RESERVED)

    def fact(self, tokens: Tokens) -> Condition:
        """The fact that all of the tokens are."""
        compared = comparison(tokens, self._side)
        if compared is not None:
            return compared
        low = [token.low if token.kind == WORD else "" for token in tokens]
        if low in (["double"], ["pays", "double"]):
            return Fact(facts.Double(), "double")
        if low[-1] == "unprotected" and len(low) > 1:
            return self._unprotected(tokens[: -2 if low[-2] == "is" and len(low) > 2 else -1])
        if low[:2] == ["drawer", "is"] and len(low) > 2:
            return self._drawer(self.names.whole(tokens[2:]))
        if low[-1] == "drew" and len(low) > 1:
            return self._drawer(self.names.whole(tokens[:-1]))
        return self._has(tokens, low)

    def _unprotected(self, tokens: Tokens) -> Fact:
        lying = [card for spread in self.spreads.values() for card in spread]
        card = self.card(tokens, lying, "in any spread")
        return Fact(facts.Unprotected(card), f"{self.deck.written[card]} unprotected")

    def _drawer(self, player: str) -> Fact:
        return Fact(facts.DrawerIs(player), f"drawer is {self.names.shown(player)}")

    def _has(self, tokens: Tokens, low: list[str]) -> Fact:
        """`PLAYER has CARD`, `lot has CARD`."""
        at = next((place for place, word in enumerate(low) if word in _HAS and place), None)
        if at is None:
            raise Unreadable(f"expected a condition, found {shown(tokens[0])}", tokens[0])
        if low[:at] == ["lot"]:
            return self._lot_has(tokens[2:])
        player = self.names.whole(tokens[:at])
        if at + 1 == len(tokens):
            raise Unreadable("expected a card")
        card = self.card_of(player, tokens[at + 1 :])
        return Fact(facts.SpreadHas(player, card), f"{self.names.shown(player)} has {self.deck.written[card]}")

    def _lot_has(self, tokens: Tokens) -> Fact:
        if not tokens:
            raise Unreadable("expected a card")
        card = self.card(tokens, self.lot, "in the lot")
        return Fact(facts.LotHas(card), f"lot has {self.deck.written[card]}")

    def _side(self, tokens: Tokens) -> tuple[int | facts.Term, str]:
        """A number or a term, and its canonical text."""
        first = tokens[0]
        word = first.low if first.kind == WORD else ""
        if len(tokens) == 1:
            if word and _NUMBER.fullmatch(word):
                return int(word), str(int(word))
            if word in facts.COUNTS:
                return facts.Count(word), word
        elif word in ("chips", "cards"):
            return self._of_player(word, tokens[1:])
        elif is_word(tokens[-1], "chips", "cards"):
            return self._of_player(tokens[-1].low, tokens[:-1])
        elif word == "spread":
            return self._in_spread(tokens)
        elif word in ("mine", "lot", "together"):
            return self._of_symbol(word, self.symbol(tokens[1:]))
        raise _no_term(tokens)

    def _of_player(self, what: str, tokens: Tokens) -> tuple[facts.Term, str]:
        player = self.names.whole(tokens)
        term = facts.Chips(player) if what == "chips" else facts.Cards(player)
        return term, f"{what} {self.names.shown(player)}"

    def _of_symbol(self, what: str, symbol: str) -> tuple[facts.Term, str]:
        text = f"{what} {self.shown_symbol(symbol)}"
        match what:
            case "mine":
                return facts.InSpread(None, symbol), text
            case "lot":
                return facts.InLot(symbol), text
        return facts.Together(symbol), text

    def _in_spread(self, tokens: Tokens) -> tuple[facts.Term, str]:
        """`spread PLAYER SYMBOL`: of several players whose names fit, the first behind whom a symbol stands."""
        readings = self.names.readings(tokens, 1)
        if not readings:
            raise self.names.unnamed(tokens, 1)
        wrong: Unreadable | None = None
        for player, stop in readings:
            if stop == len(tokens):
                wrong = wrong or Unreadable("expected a suit, a shape or a face")
                continue
            try:
                symbol = self.symbol(tokens[stop:])
            except Unreadable as error:
                wrong = wrong or error
                continue
            text = f"spread {self.names.shown(player)} {self.shown_symbol(symbol)}"
            return facts.InSpread(player, symbol), text
        assert wrong is not None
        raise wrong


def _no_term(tokens: Tokens) -> Unreadable:
    first = tokens[0]
    if len(tokens) == 1 and is_word(first, "chips", "cards", "spread"):
        return Unreadable(f"expected a player behind '{first.low}'")
    if len(tokens) == 1 and is_word(first, "mine", "lot", "together"):
        return Unreadable(f"expected a suit, a shape or a face behind '{first.low}'")
    terms = f"{', '.join(facts.COUNTS)}, chips, cards, mine, lot, together or spread"
    return Unreadable(f"expected a number, {terms}, found {shown(first)}", first)
