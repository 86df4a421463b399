"""What an order says, as a tree, and what it offers when its decision falls due. Source: orders.md 2 and 4.

The tree is never deep: `parse.DEEPEST` bounds it. `Simple.value`, `Fact.value` and terms are the game's own plain data. Nobody
changes a tree once it is read; it is not frozen only because orders are read by the thousand.
"""

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(slots=True)
class Simple:
    """One thing ordered: the game's value for it, and its canonical text."""

    value: Any
    text: str


@dataclass(slots=True)
class Alternatives:
    """`A or B`: at least two items, none of them alternatives themselves."""

    items: tuple["Simple | Conditional", ...]


@dataclass(slots=True)
class Conditional:
    """`if … then … else if … then … else …`: at least one arm; `otherwise` is None where there is no `else`."""

    arms: tuple[tuple["Condition", "Value"], ...]
    otherwise: "Value | None" = None


Value = Simple | Alternatives | Conditional


@dataclass(slots=True)
class Fact:
    """Something that is true or false when it is looked at: the game's value for it, and its canonical text."""

    value: Any
    text: str


@dataclass(slots=True)
class Comparison:
    """`LEFT op RIGHT`; a side is a whole number or a term of the game's. `op` is one of `= != < <= > >=`."""

    left: Any
    op: str
    right: Any
    text: str


@dataclass(slots=True)
class Not:
    """`not A`; `A` is no `Not` itself."""

    part: "Condition"


@dataclass(slots=True)
class Both:
    """`A and B and …`: all of at least two, none of them a `Both`."""

    parts: tuple["Condition", ...]


@dataclass(slots=True)
class Either:
    """`A or B or …`: any of at least two, none of them an `Either`."""

    parts: tuple["Condition", ...]


Condition = Fact | Comparison | Not | Both | Either


def negation(condition: Condition) -> Condition:
    """`not` of a condition; a double `not` cancels."""
    return condition.part if isinstance(condition, Not) else Not(condition)


class Knows(Protocol):
    """What can be asked at the moment at which a decision falls due: only what the writer of the order may know then."""

    def fact(self, value: Any) -> bool:
        """Whether the fact with that value is true."""
        ...

    def term(self, value: Any) -> int | None:
        """The number that the term stands for; None where it does not exist at that moment."""
        ...


OPERATORS: dict[str, Callable[[float, float], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
"""Every comparison operator in its canonical form."""
LOOSER_OPERATORS = {"==": "=", "<>": "!="}


def holds(condition: Condition, moment: Knows) -> bool:
    """Whether a condition is true at that moment; asks no more than it needs, from left to right.

    A comparison with something that does not exist is false, whatever the operator, so that its `not` is true.
    """
    match condition:
        case Fact(value=value):
            return moment.fact(value)
        case Comparison(left=left, op=op, right=right):
            first = left if isinstance(left, int) else moment.term(left)
            second = right if isinstance(right, int) else moment.term(right)
            return first is not None and second is not None and OPERATORS[op](first, second)
        case Not(part=part):
            return not holds(part, moment)
        case Both(parts=parts):
            return all(holds(part, moment) for part in parts)
        case Either(parts=parts):
            return any(holds(part, moment) for part in parts)


def offers(value: Value, moment: Knows) -> Iterator[Simple]:
    """What a value offers at that moment, in order, each looked at only when it is asked for."""
    match value:
        case Simple():
            yield value
        case Alternatives(items=items):
            for item in items:
                yield from offers(item, moment)
        case Conditional(arms=arms, otherwise=otherwise):
            chosen = next((arm for condition, arm in arms if holds(condition, moment)), otherwise)
            if chosen is not None:
                yield from offers(chosen, moment)


@dataclass(frozen=True, slots=True)
class Decision:
    """What came of an order: the simple value that is the decision, or None; and whether it offered anything at all."""

    chosen: Simple | None
    offered: bool


def decide(value: Value, moment: Knows, legal: Callable[[Any], bool]) -> Decision:
    """The first simple value offered that is legal at that moment. `legal` is asked with the game's values."""
    offered = False
    for simple in offers(value, moment):
        offered = True
        if legal(simple.value):
            return Decision(simple, True)
    return Decision(None, offered)


def simples(value: Value) -> Iterator[Simple]:
    """Every simple value in an order, in the order written."""
    match value:
        case Simple():
            yield value
        case Alternatives(items=items):
            for item in items:
                yield from simples(item)
        case Conditional(arms=arms, otherwise=otherwise):
            for _, arm in arms:
                yield from simples(arm)
            if otherwise is not None:
                yield from simples(otherwise)


def conditions(value: Value) -> Iterator[Condition]:
    """Every condition of an order's arms, whole, in the order written."""
    match value:
        case Alternatives(items=items):
            for item in items:
                yield from conditions(item)
        case Conditional(arms=arms, otherwise=otherwise):
            for condition, arm in arms:
                yield condition
                yield from conditions(arm)
            if otherwise is not None:
                yield from conditions(otherwise)
