"""Sets of three and what they pay, and which cards of a spread are protected. Source: section 2, X7, X8, X9."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from pbem.games.bux.deck import Deck
from pbem.games.bux.state import LOT

BOTH = "both"
PAYS_BOTH = 500
"""What a set that matches both symbols pays, whatever its numbers. Source: X7."""


@dataclass(frozen=True, slots=True)
class CardSet:
    """Three cards that match: the suit, the shape, or BOTH; `pays` is what the bank pays, doubled where it is."""

    cards: tuple[str, ...]
    match: str
    pays: int


def match_of(deck: Deck, cards: Sequence[str]) -> str | None:
    """The suit or the shape that all the cards have, BOTH where they have both in common, None where neither."""
    suits = {deck.suit[card] for card in cards}
    shapes = {deck.shape[card] for card in cards}
    if len(suits) == 1:
        return BOTH if len(shapes) == 1 else suits.pop()
    return shapes.pop() if len(shapes) == 1 else None


def card_set(deck: Deck, cards: Sequence[str], *, double: bool) -> CardSet | None:
    """The set that the cards are, None where they do not match. Source: X7, X8."""
    match = match_of(deck, cards)
    if match is None:
        return None
    pays = PAYS_BOTH if match == BOTH else sum(deck.number[card] for card in cards)
    return CardSet(tuple(cards), match, pays * 2 if double else pays)


def protected(deck: Deck, spread: Sequence[str]) -> list[str]:
    """The cards of a spread that share their suit with another card there, and their shape with another. Source: X9."""
    suits = Counter(map(deck.suit.__getitem__, spread))
    shapes = Counter(map(deck.shape.__getitem__, spread))
    return [card for card in spread if suits[deck.suit[card]] > 1 and shapes[deck.shape[card]] > 1]


def unprotected(deck: Deck, spread: Sequence[str], card: str) -> bool:
    """Whether the card lies in the spread and is alone there with its suit, or alone with its shape. Source: X9."""
    if card not in spread:
        return False
    suit, shape = deck.suit[card], deck.shape[card]
    others = [other for other in spread if other != card]
    return all(deck.suit[other] != suit for other in others) or all(deck.shape[other] != shape for other in others)


def best_sets(deck: Deck, cards: Iterable[str], *, double: bool) -> list[CardSet]:
    """For every suit, shape and face of which there are three cards the set that pays most; the best first."""
    by_symbol: dict[tuple[str, ...], list[str]] = {}
    for card in cards:
        suit, shape = deck.suit[card], deck.shape[card]
        for symbol in ((suit,), (shape,), (suit, shape)):
            by_symbol.setdefault(symbol, []).append(card)
    found: dict[frozenset[str], CardSet] = {}
    for having in by_symbol.values():
        if len(having) >= LOT:
            one = _best_of(deck, having, double=double)
            found.setdefault(frozenset(one.cards), one)
    return sorted(found.values(), key=lambda one: -one.pays)


def _best_of(deck: Deck, having: Sequence[str], *, double: bool) -> CardSet:
    """The set that pays most, of three or more cards with a symbol in common.

    Three of one face pay for the face, so that another card with the highest two may make more.
    """
    ordered = sorted(having, key=deck.number.__getitem__, reverse=True)
    best = card_set(deck, ordered[:LOT], double=double)
    assert best is not None
    if best.match == BOTH:
        for card in ordered[LOT:]:
            other = card_set(deck, (*ordered[: LOT - 1], card), double=double)
            assert other is not None
            if other.match != BOTH:
                return max(best, other, key=lambda one: one.pays)
    return best


def best_with(deck: Deck, own: Sequence[str], taken: str, given: str) -> int:
    """What the best set pays, single, that a card makes with two of the spread, one of whose cards was given; 0 for none."""
    suit, shape, number = deck.suit[taken], deck.shape[taken], deck.number
    suited: list[int] = []
    shaped: list[int] = []
    alike: list[int] = []
    for card in own:
        if card != given:
            same = deck.suit[card] == suit, deck.shape[card] == shape
            if any(same):
                (alike if all(same) else suited if same[0] else shaped).append(number[card])
    pays = [sum(pair) + number[taken] for others in (suited, shaped) if (pair := _highest_two(others, alike))]
    return max([*pays, PAYS_BOTH] if len(alike) > 1 else pays, default=0)


def _highest_two(others: list[int], alike: list[int]) -> list[int]:
    """The highest two numbers of which not both are of the face; empty where there are not two."""
    pair = sorted([*sorted(others)[-2:], *([max(alike)] if alike else [])])[-2:]
    return pair if others and len(pair) == 2 else []


def all_sets(deck: Deck, spread: Sequence[str], *, double: bool) -> list[CardSet]:
    """Every set that the spread holds, the best first."""
    by_symbol: dict[str, list[str]] = {}
    for card in spread:
        by_symbol.setdefault(deck.suit[card], []).append(card)
        by_symbol.setdefault(deck.shape[card], []).append(card)
    found: dict[tuple[str, ...], CardSet] = {}
    for having in by_symbol.values():
        for cards in combinations(having, LOT):
            one = card_set(deck, cards, double=double)
            assert one is not None
            found.setdefault(cards, one)
    return sorted(found.values(), key=lambda one: -one.pays)


def disjoint(sets: Iterable[CardSet]) -> list[CardSet]:
    """Of the sets, in their order, those that can be sold in one move: no card is in two of them. Source: X6."""
    taken: set[str] = set()
    found = []
    for one in sets:
        if taken.isdisjoint(one.cards):
            taken.update(one.cards)
            found.append(one)
    return found
