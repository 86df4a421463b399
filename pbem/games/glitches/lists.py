"""The plays of a sheet as a list: their numbers, and where the list ends at a play that cannot be read. Source: G20."""

from dataclasses import replace

from pbem.core.orders import ReadOrder, ReadSheet, Tokens, UnreadOrder
from pbem.core.orders.text import LONGEST_ORDER, numbered
from pbem.core.orders.tokens import WORD, Line, tokens_of
from pbem.core.sheets import Problem
from pbem.games.glitches.marks import list_number, prepared, within_conditions
from pbem.games.glitches.state import PLAY
from pbem.games.glitches.words import VERBS, cards_at, cells_at

UNTAKEN = "untaken"
"""The part of a play that stands below one that could not be read: a readable order, but never on file."""


def in_order(sheet: ReadSheet) -> ReadSheet:
    """The sheet without orders whose number is not above the one before, and with the plays below the list's end untaken.

    Source: section 3, numbered lists; G20.
    """
    if not sheet.unread and all(order.key.detail.number is None for order in sheet.orders):
        return sheet
    kept: list[ReadOrder] = []
    wrong: list[Problem] = []
    ender: int | None = None
    before: int | None = None
    entries: list[ReadOrder | UnreadOrder] = [*sheet.orders, *sheet.unread]
    for entry in sorted(entries, key=lambda entry: entry.line):
        number = entry.key.detail.number if isinstance(entry, ReadOrder) else list_number(entry.tokens)
        falls = number is not None and before is not None and number <= before
        if isinstance(entry, UnreadOrder):
            wrong.append(entry.problem)
            ends = begins_as_play(_tokens(entry))
        elif falls:
            message = f"the numbers of a list ascend; expected one above {before}"
            wrong.append(Problem(entry.line, entry.column, message))
            ends = entry.part == PLAY
        else:
            kept.append(entry if ender is None or entry.part != PLAY else replace(entry, part=UNTAKEN))
            ends = False
        if ends and ender is None:
            ender = len(wrong) - 1
        before = before if number is None else number
    if ender is not None and any(order.part == UNTAKEN for order in kept):
        wrong[ender] = replace(wrong[ender], message=f"{wrong[ender].message}; the plays below it are not taken")
    return replace(sheet, orders=tuple(kept), unread=(), remarks=(*sheet.remarks, *wrong))


def begins_as_play(tokens: Tokens) -> bool:
    """Whether an order that could not be read ends the list, since it begins as a play. Source: G20."""
    at = 0 if list_number(tokens) is None else 2
    if at >= len(tokens):
        return False
    first = tokens[at]
    begins = first.kind in ("if", "unless", "(") or (first.kind == WORD and VERBS.get(first.low) == PLAY)
    if not begins and not cards_at(tokens, at) and not cells_at(tokens, at):
        return False
    return _first_verb(tokens) in ("", PLAY)


def _first_verb(tokens: Tokens) -> str:
    """The first verb of an order, by its part; empty for none. In a condition `hold` is none."""
    for token, in_condition in zip(tokens, within_conditions(tokens), strict=True):
        if token.kind == WORD and token.low in VERBS and not (in_condition and token.low == "hold"):
            return VERBS[token.low]
    return ""


def _tokens(unread: UnreadOrder) -> Tokens:
    """The tokens of an order that could not be read; of one too long to be read, those of as much as is ever read."""
    if unread.tokens or not unread.text.strip():
        return unread.tokens
    written = tokens_of(Line(unread.line, unread.text[:LONGEST_ORDER]))
    return prepared(numbered(written, lambda number: True)) if written else ()
