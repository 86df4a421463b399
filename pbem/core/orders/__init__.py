"""The order language common to all games. Source: orders.md.

A game derives its `Language` (language.py), reads sheets with `read_sheet`, orders on file with `read_order`, and decides with
`decide`. How: docs/orders.md.
"""

from pbem.core.orders.echo import echo, echo_condition, quoted
from pbem.core.orders.language import Key, Keys, Language, ReadOrder
from pbem.core.orders.meaning import (
    Alternatives,
    Both,
    Comparison,
    Condition,
    Conditional,
    Decision,
    Either,
    Fact,
    Knows,
    Not,
    Simple,
    Value,
    conditions,
    decide,
    holds,
    negation,
    offers,
    simples,
)
from pbem.core.orders.names import Names
from pbem.core.orders.phrases import NUMBER_SLOT, OPERATOR_SLOT, Phrases, Slot, player_slot
from pbem.core.orders.prospects import Prospect, Span, compared, dead_branches
from pbem.core.orders.sheet import ReadSheet, UnreadOrder, read_order, read_sheet
from pbem.core.orders.spelling import nearest
from pbem.core.orders.tokens import Token, Tokens, Unreadable

__all__ = [
    "NUMBER_SLOT",
    "OPERATOR_SLOT",
    "Alternatives",
    "Both",
    "Comparison",
    "Condition",
    "Conditional",
    "Decision",
    "Either",
    "Fact",
    "Key",
    "Keys",
    "Knows",
    "Language",
    "Names",
    "Not",
    "Phrases",
    "Prospect",
    "ReadOrder",
    "ReadSheet",
    "Simple",
    "Slot",
    "Span",
    "Token",
    "Tokens",
    "UnreadOrder",
    "Unreadable",
    "Value",
    "compared",
    "conditions",
    "dead_branches",
    "decide",
    "echo",
    "echo_condition",
    "holds",
    "nearest",
    "negation",
    "offers",
    "player_slot",
    "quoted",
    "read_order",
    "read_sheet",
    "simples",
]
