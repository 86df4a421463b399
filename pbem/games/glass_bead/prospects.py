"""What conditions in an order can still become, as far as its writer can tell: true, false, or either.

What cannot be told counts as either, so that nothing is called impossible that may come.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from pbem.core.contract import Table, View
from pbem.core.orders import (
    Alternatives,
    Both,
    Comparison,
    Condition,
    Conditional,
    Either,
    Fact,
    Not,
    Value,
    echo_condition,
    holds,
)
from pbem.core.orders.meaning import OPERATORS
from pbem.games.glass_bead import facts
from pbem.games.glass_bead.deck import Deck, deck_of
from pbem.games.glass_bead.state import Position, board_of

Outcomes = frozenset[bool]
_EITHER: Outcomes = frozenset({True, False})


@dataclass(frozen=True, slots=True)
class Prospect:
    """When an order falls due. `settled`: in the position of the view, which nothing can change before.

    `turn` is the number of the turn in which it does, None where that is not known; `own_turn` whether it is the writer's.
    """

    table: Table
    view: View
    turn: int | None
    own_turn: bool
    settled: bool = False

    def outcomes(self, condition: Condition) -> Outcomes:
        """What the condition may turn out to be."""
        if self.settled:
            return frozenset({holds(condition, self._moment())})
        match condition:
            case Fact(value=value):
                return self._of_fact(value)
            case Comparison(left=left, op=op, right=right):
                return _compared(self._range(left), op, self._range(right))
            case Not(part=part):
                return frozenset(not one for one in self.outcomes(part))
            case Both(parts=parts):
                return self._both(parts)
            case Either(parts=parts):
                each = [self.outcomes(part) for part in parts]
                if any(one == {True} for one in each):
                    return frozenset({True})
                return frozenset({False}) if all(one == {False} for one in each) else _EITHER
        raise AssertionError(condition)

    def _both(self, parts: Iterable[Condition]) -> Outcomes:
        parts = tuple(parts)
        each = [self.outcomes(part) for part in parts]
        stated = [part.value for part in parts if isinstance(part, Fact)]
        if any(one == {False} for one in each) or _contradict(deck_of(self.table), stated):
            return frozenset({False})
        return frozenset({True}) if all(one == {True} for one in each) else _EITHER

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

    def _of_fact(self, value: facts.Fact) -> Outcomes:
        match value:
            case facts.Negated() if not self.own_turn:
                return frozenset({False})
            case facts.SpaceHas(descriptor=descriptor):
                cards = deck_of(self.table).descriptors.values()
                return _EITHER if any(descriptor in of for of in cards) else frozenset({False})
        return _EITHER

    def _range(self, side: int | facts.Term) -> tuple[int, float]:
        """The least and the greatest that a number can be."""
        cards = len(deck_of(self.table).titles)
        match side:
            case int():
                return side, side
            case facts.Count(of="turn"):
                return (self.view["turn"], float("inf")) if self.turn is None else (self.turn, self.turn)
            case facts.Count(of="empty"):
                return 0, board_of(self.table).size
            case facts.Score(player=player):
                return self.view["scores"][player], float("inf")
        return 0, cards


def _compared(left: tuple[int, float], op: str, right: tuple[int, float]) -> Outcomes:
    """What a comparison of two numbers may be of which only the bounds are known."""
    if left[0] == left[1] and right[0] == right[1]:
        return frozenset({OPERATORS[op](int(left[0]), int(right[0]))})
    apart_below, apart_above = left[1] < right[0], left[0] > right[1]
    match op:
        case "<" | ">=":
            below = True if apart_below else False if left[0] >= right[1] else None
            known = below if op == "<" or below is None else not below
        case ">" | "<=":
            above = True if apart_above else False if left[1] <= right[0] else None
            known = above if op == ">" or above is None else not above
        case _:
            known = None if not apart_below and not apart_above else op == "!="
    return _EITHER if known is None else frozenset({known})


def _contradict(deck: Deck, stated: list[facts.Fact]) -> bool:
    """Whether two of the facts cannot be true at once."""
    return any(_exclude(deck, one, other) or _exclude(deck, other, one) for one, other in combinations(stated, 2))


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


def dead_branches(prospect: Prospect, value: Value) -> Iterator[str]:
    """A sentence for each branch of an order that can never be taken."""
    match value:
        case Alternatives(items=items):
            for item in items:
                yield from dead_branches(prospect, item)
        case Conditional(arms=arms, otherwise=otherwise):
            before = ""
            for condition, arm in arms:
                text = echo_condition(condition)
                if before:
                    yield f"'{text}' is never reached, since '{before}' is always true."
                    continue
                outcomes = prospect.outcomes(condition)
                if outcomes == {False}:
                    yield f"'{text}' can never be true."
                    continue
                yield from dead_branches(prospect, arm)
                before = text if outcomes == {True} else ""
            if otherwise is not None:
                if before:
                    yield f"its last 'else' is never reached, since '{before}' is always true."
                else:
                    yield from dead_branches(prospect, otherwise)
