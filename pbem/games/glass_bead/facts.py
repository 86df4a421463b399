"""What conditions may ask: facts and terms, and the moment at which they are looked at. Source: section 3."""

from dataclasses import dataclass

from pbem.games.glass_bead.board import Board
from pbem.games.glass_bead.deck import Deck
from pbem.games.glass_bead.state import Position


@dataclass(frozen=True, slots=True)
class Moment:
    """When a decision of the writer falls due: the position then."""

    at: Position
    deck: Deck
    board: Board
    writer: str

    def fact(self, value: "Fact") -> bool:
        return value.true(self)

    def term(self, value: "Term") -> int | None:
        return value.value(self)


@dataclass(frozen=True, slots=True)
class HandHas:
    """`hand has CARD`: of the writer's own hand."""

    card: str

    def true(self, moment: Moment) -> bool:
        return self.card in moment.at.hands[moment.writer]


@dataclass(frozen=True, slots=True)
class BoardHas:
    """`board has CARD`."""

    card: str

    def true(self, moment: Moment) -> bool:
        return self.card in moment.at.board.values()


@dataclass(frozen=True, slots=True)
class DiscardHas:
    """`discard has CARD`."""

    card: str

    def true(self, moment: Moment) -> bool:
        return self.card in moment.at.discard


@dataclass(frozen=True, slots=True)
class SpaceEmpty:
    """`SPACE empty`."""

    space: str

    def true(self, moment: Moment) -> bool:
        return self.space not in moment.at.board


@dataclass(frozen=True, slots=True)
class SpaceIs:
    """`SPACE is CARD`."""

    space: str
    card: str

    def true(self, moment: Moment) -> bool:
        return moment.at.board.get(self.space) == self.card


@dataclass(frozen=True, slots=True)
class SpaceHas:
    """`SPACE has DESCRIPTOR`: the descriptor as the deck spells it."""

    space: str
    descriptor: str

    def true(self, moment: Moment) -> bool:
        card = moment.at.board.get(self.space)
        return card is not None and self.descriptor in moment.deck.descriptors[card]


@dataclass(frozen=True, slots=True)
class Negated:
    """`negated`: it is the writer's turn, and the last ability played in it was negated."""

    def true(self, moment: Moment) -> bool:
        return moment.at.mover == moment.writer and moment.at.progress.negated


Fact = HandHas | BoardHas | DiscardHas | SpaceEmpty | SpaceIs | SpaceHas | Negated


@dataclass(frozen=True, slots=True)
class Score:
    """`score PLAYER`."""

    player: str

    def value(self, moment: Moment) -> int:
        return moment.at.scores[self.player]


@dataclass(frozen=True, slots=True)
class Cards:
    """`hand PLAYER`: the number of cards in hand."""

    player: str

    def value(self, moment: Moment) -> int:
        return len(moment.at.hands[self.player])


@dataclass(frozen=True, slots=True)
class Count:
    """`deck`, `discards`, `empty` (spaces) and `turn`, by that word."""

    of: str

    def value(self, moment: Moment) -> int:
        at = moment.at
        match self.of:
            case "deck":
                return len(at.deck)
            case "discards":
                return len(at.discard)
            case "empty":
                return moment.board.size - len(at.board)
        return at.turn


Term = Score | Cards | Count
COUNTS = ("deck", "discards", "empty", "turn")
