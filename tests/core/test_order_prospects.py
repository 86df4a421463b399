"""What is said to be certain of a comparison is so, for every pair of numbers that the two sides can be."""

from itertools import product
from operator import eq, ge, gt, le, lt, ne

import pytest

from pbem.core.orders import Alternatives, Comparison, Conditional, Prospect, Simple, Span, compared, dead_branches

MEANING = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
SPANS = [Span(low, high, missing) for low, high in product(range(4), repeat=2) for missing in (False, True)]


@pytest.mark.parametrize("operator", MEANING)
def test_what_is_certain_is_true_of_all_and_what_is_open_is_not(operator: str) -> None:
    for left, right in product(SPANS, repeat=2):
        numbers = product(range(int(left.low), int(left.high) + 1), range(int(right.low), int(right.high) + 1))
        outcomes = {MEANING[operator](one, other) for one, other in numbers}
        if left.missing or right.missing or not outcomes:
            outcomes.add(False)
        expected = None if len(outcomes) == 2 else True in outcomes
        assert compared(left, operator, right) == expected, (left, operator, right)


class Dice(Prospect):
    """Two dice; nobody knows more of them than their faces."""

    def fact(self, value: object) -> bool | None:
        return None

    def span(self, term: object) -> Span:
        return Span(1, 6)

    def always_possible(self, simple: Simple) -> bool:
        return simple.text == "pass"


def asked(left: str, op: str, right: int) -> Comparison:
    return Comparison(left, op, right, f"{left} {op} {right}")


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (
            Conditional(((asked("red", ">", 6), Simple("a", "a")),), Simple("b", "b")),
            ["'red > 6' can never be true, so 'a' is not taken."],
        ),
        (
            Conditional(((asked("red", ">=", 1), Simple("a", "a")),), Simple("b", "b")),
            ["its last 'else' is never reached, since 'red >= 1' is always true."],
        ),
        (
            Alternatives((Simple("pass", "pass"), Simple("b", "b"))),
            ["'b' is never looked at, since 'pass' before it is always possible."],
        ),
        (Conditional(((asked("red", ">", 3), Simple("a", "a")),), Simple("b", "b")), []),
    ],
)
def test_branches_that_can_never_be_taken(value: Conditional | Alternatives, said: list[str]) -> None:
    assert list(dead_branches(Dice(), value)) == said


def test_what_is_asked_of_one_number_must_leave_it_something_to_be() -> None:
    dice = Dice()
    assert dice.within_spans([asked("red", ">", 2), asked("red", "<", 4), asked("blue", "=", 6)])
    assert not dice.within_spans([asked("red", ">", 4), asked("red", "<", 4)])
    assert not dice.within_spans([asked("red", "=", 7)])
