"""What conditions may ask: facts and terms, and the moment at which they are looked at. Source: section 3."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class OnMap:
    """Whether the card lies on the table."""

    card: str


@dataclass(frozen=True, slots=True)
class Symbol:
    """Whether the trivia card just drawn has this symbol; None: no symbol."""

    symbol: str | None


@dataclass(frozen=True, slots=True)
class Category:
    """Whether the trivia card just drawn is of this deck."""

    deck: str


@dataclass(frozen=True, slots=True)
class Roll:
    """The die shown for the trivia card just drawn; none without ROLL or BONUS ROLL."""


@dataclass(frozen=True, slots=True)
class Score:
    """A player's points."""

    player: str


@dataclass(frozen=True, slots=True)
class Hand:
    """How many map cards a player holds."""

    player: str


@dataclass(frozen=True, slots=True)
class Deck:
    """How many map cards are in the deck."""


@dataclass(frozen=True, slots=True)
class Round:
    """The number of the round."""


Fact = OnMap | Symbol | Category
Term = Roll | Score | Hand | Deck | Round
OF_THE_QUESTION = (Symbol, Category, Roll)
"""What can be asked only under `level`: it is about the trivia card just drawn."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When a decision falls due: what is known then to everybody.

    `laid`: the cards on the table; `asked`: the trivia card in play, with symbol, category and roll; `hands`: numbers of cards.
    """

    laid: AbstractSet[str]
    asked: Mapping[str, Any] | None
    scores: Mapping[str, int]
    hands: Mapping[str, int]
    deck: int
    round: int

    def fact(self, value: Fact) -> bool:
        match value:
            case OnMap(card=card):
                return card in self.laid
            case Symbol(symbol=symbol):
                return self.asked is not None and self.asked["symbol"] == symbol
            case Category(deck=deck):
                return self.asked is not None and self.asked["category"] == deck
        raise AssertionError(value)

    def term(self, value: Term) -> int | None:
        match value:
            case Roll():
                return None if self.asked is None else self.asked["roll"]
            case Score(player=player):
                return self.scores[player]
            case Hand(player=player):
                return self.hands[player]
            case Deck():
                return self.deck
            case Round():
                return self.round
        raise AssertionError(value)
