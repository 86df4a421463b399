"""What conditions in an order can still become, as far as anybody can tell: true, false, or either; and what is never looked at.

What cannot be told counts as either, so that nothing is called impossible that may come.
"""

from collections.abc import Iterable, Iterator, Sequence
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
    Simple,
    Value,
    echo,
    echo_condition,
    holds,
)
from pbem.core.orders.meaning import OPERATORS
from pbem.games.bux import facts
from pbem.games.bux.deck import Deck, deck_of
from pbem.games.bux.sets import match_of
from pbem.games.bux.state import LOT, Position
from pbem.games.bux.values import DRAW, Sale

Outcomes = frozenset[bool]
_EITHER: Outcomes = frozenset({True, False})
_NEVER: Outcomes = frozenset({False})
_ENDLESS = float("inf")
Span = tuple[float, float]
"""The least and the greatest that a number can be."""


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


@dataclass(frozen=True, slots=True)
class Prospect:
    """When an order falls due. `settled`: in the position of the view, which nothing can change before.

    `auction`: whether it is a bid; `turn` the number of the turn, None where that is not known.
    """

    table: Table
    view: View
    auction: bool
    settled: bool
    turn: int | None = None

    @property
    def deck(self) -> Deck:
        return deck_of(self.table)

    def moment(self) -> facts.Moment:
        """The position of the view, as the reader of it asks."""
        return facts.Moment(seen(self.view), self.deck, self.view["reader"])

    def outcomes(self, condition: Condition) -> Outcomes:
        """What the condition may turn out to be."""
        if self.settled:
            return frozenset({holds(condition, self.moment())})
        match condition:
            case Fact(value=value):
                return self._of_fact(value)
            case Comparison(left=left, op=op, right=right):
                return _compared(self._span(left), op, self._span(right))
            case Not(part=part):
                return frozenset(not one for one in self.outcomes(part))
            case Both(parts=parts):
                return self._both(parts)
            case Either(parts=parts):
                each = [self.outcomes(part) for part in parts]
                if any(one == {True} for one in each):
                    return frozenset({True})
                return _NEVER if all(one == _NEVER for one in each) else _EITHER
        raise AssertionError(condition)

    def _both(self, parts: Sequence[Condition]) -> Outcomes:
        each = [self.outcomes(part) for part in parts]
        if any(one == _NEVER for one in each) or _contradict(parts) or self._out_of_span(parts):
            return _NEVER
        return frozenset({True}) if all(one == {True} for one in each) else _EITHER

    def _of_fact(self, value: facts.Fact) -> Outcomes:
        if not self.auction and isinstance(value, facts.LotHas | facts.DrawerIs):
            return _NEVER
        return _EITHER

    def _span(self, side: int | facts.Term) -> Span:
        deck = self.deck
        match side:
            case int():
                return side, side
            case facts.InSpread(symbol=symbol) | facts.Together(symbol=symbol):
                return 0, sum(deck.has_symbol(card, symbol) for card in deck.ids)
            case facts.InLot(symbol=symbol):
                return 0, min(LOT, sum(deck.has_symbol(card, symbol) for card in deck.ids)) if self.auction else 0
            case facts.Count(of=of):
                return self._count(of)
            case facts.Cards():
                return 0, len(deck.ids)
        return 0, _ENDLESS

    def _count(self, of: str) -> Span:
        deck = self.deck
        match of:
            case "total":
                numbers = sorted(deck.number[card] for card in deck.ids)
                return (sum(numbers[:LOT]), sum(numbers[-LOT:])) if self.auction else (0, 0)
            case "bux":
                return 0, 2
            case "deck":
                return self.view["deck_no"], self.table.options.decks
            case "left":
                return 0, len(deck.number)
        return (self.view["turn"], _ENDLESS) if self.turn is None else (self.turn, self.turn)

    def _out_of_span(self, parts: Iterable[Condition]) -> bool:
        """Whether what is asked of one and the same number cannot all be true."""
        spans: dict[facts.Term, Span] = {}
        for part in parts:
            match part:
                case Comparison(left=left, op=op, right=int() as right) if not isinstance(left, int):
                    low, high = spans.get(left, self._span(left))
                    least = {"=": right, ">=": right, ">": right + 1}.get(op, low)
                    most = {"=": right, "<=": right, "<": right - 1}.get(op, high)
                    spans[left] = (max(low, least), min(high, most))
        return any(low > high for low, high in spans.values())


def _compared(left: Span, op: str, right: Span) -> Outcomes:
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


def _contradict(parts: Iterable[Condition]) -> bool:
    """Whether two of the facts stated cannot be true at once: a card lies in one place only."""
    stated = [part.value for part in parts if isinstance(part, Fact)]
    return any(_exclude(one, other) or _exclude(other, one) for one, other in combinations(stated, 2))


def _exclude(one: facts.Fact, other: facts.Fact) -> bool:
    match one, other:
        case facts.SpreadHas(player=player, card=card), facts.SpreadHas(player=another, card=same):
            return card == same and player != another
        case facts.LotHas(card=card), facts.SpreadHas(card=same) | facts.Unprotected(card=same):
            return card == same
        case facts.DrawerIs(player=player), facts.DrawerIs(player=another):
            return player != another
    return False


def dead_branches(prospect: Prospect, value: Value) -> Iterator[str]:
    """A sentence for each part of an order that can never be taken."""
    match value:
        case Simple(value=Sale(sets=sets)):
            for cards in sets:
                if match_of(prospect.deck, cards) is None:
                    yield f"{', '.join(cards)} can never be sold together: they share neither suit nor shape."
        case Alternatives(items=items):
            yield from _alternatives(prospect, items)
        case Conditional(arms=arms, otherwise=otherwise):
            yield from _arms(prospect, arms, otherwise)


def _alternatives(prospect: Prospect, items: Sequence[Value]) -> Iterator[str]:
    before = ""
    for item in items:
        if before:
            yield f"'{echo(item)}' is never looked at, since '{before}' before it is always possible."
            continue
        yield from dead_branches(prospect, item)
        before = echo(item) if _always_possible(prospect, item) else ""


def _always_possible(prospect: Prospect, value: Value) -> bool:
    """Whether the value, whatever comes, offers something that is legal: any bid is, and so is a draw."""
    match value:
        case Simple(value=given):
            return prospect.auction or given == DRAW
        case Alternatives(items=items):
            return any(_always_possible(prospect, item) for item in items)
        case Conditional(arms=arms, otherwise=otherwise):
            every = [arm for _, arm in arms] + [otherwise]
            return all(arm is not None and _always_possible(prospect, arm) for arm in every)


def _arms(prospect: Prospect, arms: Sequence[tuple[Condition, Value]], otherwise: Value | None) -> Iterator[str]:
    why = "is true now" if prospect.settled else "is always true"
    before = ""
    for condition, arm in arms:
        text = echo_condition(condition)
        if before:
            yield f"'{text}' is never reached, since '{before}' {why}."
            continue
        outcomes = prospect.outcomes(condition)
        if outcomes == _NEVER:
            yield f"'{text}' {'is not true now' if prospect.settled else 'can never be true'}, so '{echo(arm)}' is not taken."
            continue
        yield from dead_branches(prospect, arm)
        before = text if outcomes == {True} else ""
    if otherwise is not None:
        if before:
            yield f"its last 'else' is never reached, since '{before}' {why}."
        else:
            yield from dead_branches(prospect, otherwise)
