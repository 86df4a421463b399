"""What the conditions of an order on file can still become, and which of its branches can never be taken: for acknowledgements.

A game says what it knows of its facts and terms; all that cannot be told is open, so that nothing is called impossible that may
come. Source: orders.md 4.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.core.orders.echo import echo, echo_condition
from pbem.core.orders.meaning import (
    OPERATORS,
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
)

ENDLESS = float("inf")


@dataclass(frozen=True, slots=True)
class Span:
    """What a term can come to: from `low` to `high`. `missing`: it may not exist; there is nothing else where low > high."""

    low: float
    high: float
    missing: bool = False


class Prospect(ABC):
    """When an order falls due, seen from today. A game inherits from this class and defines `fact` and `span`."""

    settled: bool = False
    """Whether it falls due in the position as it is today, which nothing can change before."""

    @abstractmethod
    def fact(self, value: Any) -> bool | None:
        """Whether a fact will be true; None where that is open."""

    @abstractmethod
    def span(self, term: Any) -> Span:
        """What a term of the game's can come to."""

    def contradict(self, parts: Sequence[Condition]) -> bool:
        """Whether these cannot all be true at once, though each of them may be; by default that is not looked for."""
        return False

    def hopeless(self, simple: Simple) -> Iterator[str]:
        """A sentence for each reason why a simple value can never be carried out; by default none is looked for."""
        return iter(())

    def always_possible(self, simple: Simple) -> bool:
        """Whether a simple value is legal whatever comes, so that nothing behind it is ever looked at."""
        return False

    def truth(self, condition: Condition) -> bool | None:
        """Whether a condition will be true; None where that is open."""
        match condition:
            case Fact(value=value):
                return self.fact(value)
            case Comparison(left=left, op=op, right=right):
                return compared(self._span_of(left), op, self._span_of(right))
            case Not(part=part):
                truth = self.truth(part)
                return None if truth is None else not truth
            case Both(parts=parts):
                truths = [self.truth(part) for part in parts]
                if False in truths or self.contradict(parts):
                    return False
                return None if None in truths else True
            case Either(parts=parts):
                truths = [self.truth(part) for part in parts]
                return True if True in truths else None if None in truths else False

    def within_spans(self, parts: Iterable[Condition]) -> bool:
        """Whether all that is asked of one and the same term, compared with numbers, leaves it something to be."""
        spans: dict[Any, tuple[float, float]] = {}
        for part in parts:
            match part:
                case Comparison(left=left, op=op, right=int() as right) if not isinstance(left, int):
                    span = self.span(left)
                    low, high = spans.get(left, (span.low, span.high))
                    least = {"=": right, ">=": right, ">": right + 1}.get(op, low)
                    most = {"=": right, "<=": right, "<": right - 1}.get(op, high)
                    spans[left] = (max(low, least), min(high, most))
        return all(low <= high for low, high in spans.values())

    def _span_of(self, side: Any) -> Span:
        return Span(side, side) if isinstance(side, int) else self.span(side)


def compared(left: Span, operator: str, right: Span) -> bool | None:
    """Whether a comparison will be true, None where that is open. What does not exist makes it false. Source: orders.md 4."""
    if left.low > left.high or right.low > right.high:
        return False
    if operator in ("=", "!="):
        apart = left.high < right.low or right.high < left.low
        same = left.low == left.high == right.low == right.high
        can_be = not apart if operator == "=" else not same
        can_not_be = not same if operator == "=" else not apart
    else:
        outcomes = {OPERATORS[operator](a, b) for a in (left.low, left.high) for b in (right.low, right.high)}
        can_be, can_not_be = True in outcomes, False in outcomes
    if left.missing or right.missing:
        can_not_be = True
    return None if can_be and can_not_be else can_be


def dead_branches(prospect: Prospect, value: Value) -> Iterator[str]:
    """A sentence for each part of an order that can never be taken, in the order in which they stand."""
    match value:
        case Simple():
            yield from prospect.hopeless(value)
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
    match value:
        case Simple():
            return prospect.always_possible(value)
        case Alternatives(items=items):
            return any(_always_possible(prospect, item) for item in items)
        case Conditional(arms=arms, otherwise=otherwise):
            every = [arm for _, arm in arms] + [otherwise]
            return all(arm is not None and _always_possible(prospect, arm) for arm in every)


def _arms(prospect: Prospect, arms: Sequence[tuple[Condition, Value]], otherwise: Value | None) -> Iterator[str]:
    true, false = ("is true now", "is not true now") if prospect.settled else ("is always true", "can never be true")
    before = ""
    for condition, arm in arms:
        text = echo_condition(condition)
        if before:
            yield f"'{text}' is never reached, since '{before}' {true}."
            continue
        truth = prospect.truth(condition)
        if truth is False:
            yield f"'{text}' {false}, so '{echo(arm)}' is not taken."
            continue
        yield from dead_branches(prospect, arm)
        before = text if truth else ""
    if otherwise is not None:
        if before:
            yield f"its last 'else' is never reached, since '{before}' {true}."
        else:
            yield from dead_branches(prospect, otherwise)
