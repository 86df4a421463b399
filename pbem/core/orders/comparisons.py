"""A comparison of two numbers, for a game that reads its facts by hand and not as a table of phrases. Source: orders.md 4."""

from collections.abc import Callable
from typing import Any

from pbem.core.orders.meaning import LOOSER_OPERATORS, Comparison
from pbem.core.orders.tokens import OPERATOR, Tokens, Unreadable, shown

Side = Callable[[Tokens], tuple[Any, str]]
"""What tokens, at least one, mean as a side of a comparison: a number or a term, and its canonical text. Raises Unreadable."""


def comparison(tokens: Tokens, side: Side) -> Comparison | None:
    """The comparison that all of the tokens are; None where no operator stands among them. Raises Unreadable."""
    operators = [place for place, token in enumerate(tokens) if token.kind == OPERATOR]
    if not operators:
        return None
    at = operators[0]
    if len(operators) > 1:
        raise Unreadable(f"expected one comparison, found {shown(tokens[operators[1]])}", tokens[operators[1]])
    if at == 0:
        raise Unreadable(f"expected a number, found {shown(tokens[0])}", tokens[0])
    left, left_text = side(tokens[:at])
    if at + 1 == len(tokens):
        raise Unreadable("expected a number")
    right, right_text = side(tokens[at + 1 :])
    operator = LOOSER_OPERATORS.get(tokens[at].text, tokens[at].text)
    return Comparison(left, operator, right, f"{left_text} {operator} {right_text}")
