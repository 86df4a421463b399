"""What conditions may ask: facts and terms, and the moment at which they are looked at. Source: section 3."""

from dataclasses import dataclass

from pbem.games.bux.deck import Deck
from pbem.games.bux.sets import unprotected
from pbem.games.bux.state import AUCTION, Position


@dataclass(frozen=True, slots=True)
class Moment:
    """When a decision of the writer falls due: the position then."""

    at: Position
    deck: Deck
    writer: str

    def fact(self, value: "Fact") -> bool:
        return value.true(self)

    def term(self, value: "Term") -> int | None:
        return value.value(self)

    def count(self, cards: list[str], symbol: str) -> int:
        """How many of the cards have that symbol."""
        return sum(self.deck.has_symbol(card, symbol) for card in cards)


@dataclass(frozen=True, slots=True)
class SpreadHas:
    """`PLAYER has CARD`."""

    player: str
    card: str

    def true(self, moment: Moment) -> bool:
        return self.card in moment.at.spreads[self.player]


@dataclass(frozen=True, slots=True)
class LotHas:
    """`lot has CARD`; while no auction is on the lot is empty."""

    card: str

    def true(self, moment: Moment) -> bool:
        return self.card in moment.at.lot


@dataclass(frozen=True, slots=True)
class Unprotected:
    """`CARD unprotected`: in the spread in which it lies, if it lies in one."""

    card: str

    def true(self, moment: Moment) -> bool:
        return any(unprotected(moment.deck, spread, self.card) for spread in moment.at.spreads.values())


@dataclass(frozen=True, slots=True)
class Double:
    """`double`: the bank pays double."""

    def true(self, moment: Moment) -> bool:
        return moment.at.double


@dataclass(frozen=True, slots=True)
class DrawerIs:
    """`drawer is PLAYER`: an auction is on, and that player drew the lot."""

    player: str

    def true(self, moment: Moment) -> bool:
        return moment.at.stage == AUCTION and moment.at.mover == self.player


Fact = SpreadHas | LotHas | Unprotected | Double | DrawerIs


@dataclass(frozen=True, slots=True)
class Chips:
    """`chips PLAYER`."""

    player: str

    def value(self, moment: Moment) -> int:
        return moment.at.chips[self.player]


@dataclass(frozen=True, slots=True)
class Cards:
    """`cards PLAYER`: the number of cards in that spread."""

    player: str

    def value(self, moment: Moment) -> int:
        return len(moment.at.spreads[self.player])


@dataclass(frozen=True, slots=True)
class InSpread:
    """`spread PLAYER SYMBOL`; `mine SYMBOL` where the player is None."""

    player: str | None
    symbol: str

    def value(self, moment: Moment) -> int:
        return moment.count(moment.at.spreads[self.player or moment.writer], self.symbol)


@dataclass(frozen=True, slots=True)
class InLot:
    """`lot SYMBOL`."""

    symbol: str

    def value(self, moment: Moment) -> int:
        return moment.count(moment.at.lot, self.symbol)


@dataclass(frozen=True, slots=True)
class Together:
    """`together SYMBOL`: in the own spread and the lot."""

    symbol: str

    def value(self, moment: Moment) -> int:
        return moment.count(moment.at.spreads[moment.writer] + moment.at.lot, self.symbol)


@dataclass(frozen=True, slots=True)
class Count:
    """`total`, `bux`, `deck`, `left` and `turn`, by that word."""

    of: str

    def value(self, moment: Moment) -> int:
        at = moment.at
        match self.of:
            case "total":
                return sum(moment.deck.number[card] for card in at.lot)
            case "bux":
                return len(at.tucked)
            case "deck":
                return at.deck_no
            case "left":
                return len(at.deck)
        return at.turn


Term = Chips | Cards | InSpread | InLot | Together | Count
COUNTS = ("total", "bux", "deck", "left", "turn")
