"""What conditions in an order can still become, as far as anybody can tell; everything but what others ordered is public."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from pbem.core.contract import Table, View
from pbem.core.orders import Condition, Fact, Prospect, Simple, Span, holds
from pbem.core.orders.prospects import ENDLESS
from pbem.games.bux import facts
from pbem.games.bux.deck import Deck, deck_of
from pbem.games.bux.sets import match_of
from pbem.games.bux.state import LOT, Position
from pbem.games.bux.values import DRAW, Sale


def seen(view: View) -> Position:
    """The position of a view; the cards of the deck, which nobody knows, are counted only."""
    return Position(
        order=view["order"],
        spreads=view["spreads"],
        chips=view["chips"],
        moved=view["moved"],
        deck=[""] * view["deck"],
        deck_no=view["deck_no"],
        tucked=view["tucked"],
        lot=view["lot"],
        turn=view["turn"],
        stage=view["stage"],
        mover=view["mover"],
    )


@dataclass(frozen=True)
class OrderProspect(Prospect):
    """When an order falls due. `auction`: whether it is a bid; `turn`: the number of the turn, None where that is not known."""

    table: Table
    view: View
    auction: bool
    settled: bool
    turn: int | None = None

    @property
    def deck(self) -> Deck:
        return deck_of(self.table)

    def truth(self, condition: Condition) -> bool | None:
        if self.settled:
            return holds(condition, facts.Moment(seen(self.view), self.deck, self.view["reader"]))
        return super().truth(condition)

    def fact(self, value: facts.Fact) -> bool | None:
        return False if not self.auction and isinstance(value, facts.LotHas | facts.DrawerIs) else None

    def span(self, term: facts.Term) -> Span:
        deck = self.deck
        match term:
            case facts.InSpread(symbol=symbol) | facts.Together(symbol=symbol):
                return Span(0, sum(deck.has_symbol(card, symbol) for card in deck.ids))
            case facts.InLot(symbol=symbol):
                there = sum(deck.has_symbol(card, symbol) for card in deck.ids)
                return Span(0, min(LOT, there) if self.auction else 0)
            case facts.Count(of=of):
                return self._count(of)
            case facts.Cards():
                return Span(0, len(deck.ids))
        return Span(0, ENDLESS)

    def contradict(self, parts: Sequence[Condition]) -> bool:
        """Also: a card lies in one place only."""
        stated = [part.value for part in parts if isinstance(part, Fact)]
        excluded = any(_exclude(one, other) or _exclude(other, one) for one, other in combinations(stated, 2))
        return excluded or not self.within_spans(parts)

    def hopeless(self, simple: Simple) -> Iterator[str]:
        if isinstance(simple.value, Sale):
            for cards in simple.value.sets:
                if match_of(self.deck, cards) is None:
                    yield f"{', '.join(cards)} can never be sold together: they share neither suit nor shape."

    def always_possible(self, simple: Simple) -> bool:
        """Any bid is, and so is a draw."""
        return self.auction or simple.value == DRAW

    def _count(self, of: str) -> Span:
        deck = self.deck
        match of:
            case "total":
                numbers = sorted(deck.number[card] for card in deck.ids)
                return Span(sum(numbers[:LOT]), sum(numbers[-LOT:])) if self.auction else Span(0, 0)
            case "bux":
                return Span(0, 2)
            case "deck":
                return Span(self.view["deck_no"], self.table.options.decks)
            case "left":
                return Span(0, len(deck.number))
        return Span(self.view["turn"], ENDLESS) if self.turn is None else Span(self.turn, self.turn)


def _exclude(one: facts.Fact, other: facts.Fact) -> bool:
    match one, other:
        case facts.SpreadHas(player=player, card=card), facts.SpreadHas(player=another, card=same):
            return card == same and player != another
        case facts.LotHas(card=card), facts.SpreadHas(card=same) | facts.Unprotected(card=same):
            return card == same
        case facts.DrawerIs(player=player), facts.DrawerIs(player=another):
            return player != another
    return False
