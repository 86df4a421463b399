"""What conditions in an order can still become, as far as its writer can tell."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from pbem.core.contract import Table, View
from pbem.core.orders import Condition, Fact, Prospect, Span, holds
from pbem.core.orders.prospects import ENDLESS
from pbem.games.glass_bead import facts
from pbem.games.glass_bead.deck import Deck, deck_of
from pbem.games.glass_bead.state import Position, board_of


@dataclass(frozen=True)
class OrderProspect(Prospect):
    """When an order falls due. `turn`: the number of the turn in which it does, None where that is not known; `own_turn`:
    whether it is the writer's."""

    table: Table
    view: View
    turn: int | None
    own_turn: bool
    settled: bool = False

    def truth(self, condition: Condition) -> bool | None:
        return holds(condition, self._moment()) if self.settled else super().truth(condition)

    def fact(self, value: facts.Fact) -> bool | None:
        match value:
            case facts.Negated() if not self.own_turn:
                return False
            case facts.SpaceHas(descriptor=descriptor):
                cards = deck_of(self.table).descriptors.values()
                return None if any(descriptor in of for of in cards) else False
        return None

    def span(self, term: facts.Term) -> Span:
        match term:
            case facts.Count(of="turn"):
                return Span(self.view["turn"], ENDLESS) if self.turn is None else Span(self.turn, self.turn)
            case facts.Count(of="empty"):
                return Span(0, board_of(self.table).size)
            case facts.Score(player=player):
                return Span(self.view["scores"][player], ENDLESS)
        return Span(0, len(deck_of(self.table).titles))

    def contradict(self, parts: Sequence[Condition]) -> bool:
        """Also: a card lies in one place only."""
        deck = deck_of(self.table)
        stated = [part.value for part in parts if isinstance(part, Fact)]
        excluded = (_exclude(deck, one, other) or _exclude(deck, other, one) for one, other in combinations(stated, 2))
        return any(excluded) or not self.within_spans(parts)

    def _moment(self) -> facts.Moment:
        """The position of the view, as far as its reader may ask about it: hidden cards are counted, not known."""
        view = self.view
        reader = view["reader"]
        hands = {name: [""] * number for name, number in view["in_hand"].items()}
        at = Position(
            order=view["order"],
            hands={**hands, reader: view["hand"]},
            draws={},
            deck=[""] * view["deck"],
            scores=view["scores"],
            turn=view["turn"],
            mover=view["mover"],
            board=view["board"],
            discard=view["discard"],
        )
        return facts.Moment(at, deck_of(self.table), board_of(self.table), reader)


def _exclude(deck: Deck, one: facts.Fact, other: facts.Fact) -> bool:
    match one, other:
        case facts.SpaceEmpty(space=space), facts.SpaceIs(space=same) | facts.SpaceHas(space=same):
            return space == same
        case facts.SpaceIs(space=space, card=card), facts.SpaceIs(space=same, card=another):
            return (space == same) != (card == another)
        case facts.SpaceIs(space=space, card=card), facts.SpaceHas(space=same, descriptor=descriptor):
            return space == same and descriptor not in deck.descriptors[card]
        case facts.SpaceIs(card=card), facts.HandHas(card=same) | facts.DiscardHas(card=same):
            return card == same
        case facts.HandHas(card=card), facts.BoardHas(card=same) | facts.DiscardHas(card=same):
            return card == same
        case facts.BoardHas(card=card), facts.DiscardHas(card=same):
            return card == same
    return False
