"""A whole sheet: its orders as read and what was wrong with it. Any text can be read. Source: orders.md 1, 5, 6; mail.md 32."""

from collections.abc import Iterable
from dataclasses import dataclass

from pbem.core.orders.echo import echo
from pbem.core.orders.language import Key, Language, ReadOrder
from pbem.core.orders.parse import read_value, refuse_bad_tokens, without_loose_marks
from pbem.core.orders.text import (
    LONGEST_ORDER,
    MOST_CHARACTERS,
    MOST_ORDERS,
    WORD,
    Draft,
    Line,
    Token,
    Unreadable,
    drafts_of,
    look_alike,
    numbered,
    shown,
)
from pbem.core.sheets import Problem, Sheet


@dataclass(frozen=True, slots=True)
class UnreadOrder:
    """An order that could not be read: its text as normalised, its tokens, and the problem."""

    text: str
    tokens: tuple[Token, ...]
    problem: Problem


@dataclass(frozen=True, slots=True)
class ReadSheet:
    """All that a sheet holds, in the order written, before the last order of a part is taken for the one that counts.

    `warnings` are those of comments. `wrote` is False only for a text that holds nothing but spaces.
    """

    orders: tuple[ReadOrder, ...]
    unread: tuple[UnreadOrder, ...]
    warnings: tuple[Problem, ...]
    wrote: bool

    def sheet(self, more: Iterable[Problem] = ()) -> Sheet:
        """The sheet as the contract has it: what counts, and every problem by line and column, `more` from the game."""
        counting, repeats = last_counts(self.orders)
        problems = [*(unread.problem for unread in self.unread), *self.warnings, *repeats, *more]
        problems.sort(key=lambda problem: (problem.line, problem.column))
        return Sheet(tuple(order.filed() for order in counting), tuple(problems), self.wrote)


def read_sheet(language: Language, text: str) -> ReadSheet:
    """The orders of a sheet. Reads any text, in a time that grows as the text does."""
    orders: list[ReadOrder] = []
    unread: list[UnreadOrder] = []
    warnings: list[Problem] = []
    wrote = bool(text) and not text.isspace()
    text, too_long = _shortened(text)
    for count, draft in enumerate(drafts_of(text, language.is_number_key)):
        if count == MOST_ORDERS:
            line = draft.lines[0].number
            too_long = Problem(line, 1, f"a sheet has at most {MOST_ORDERS} orders; nothing from this line on was read")
            break
        order = _read_draft(language, draft)
        if isinstance(order, UnreadOrder):
            unread.append(order)
        else:
            orders.append(order)
            warnings += _order_in_comment(language, draft)
    if too_long is not None:
        warnings.append(too_long)
    return ReadSheet(tuple(orders), tuple(unread), tuple(warnings), wrote)


def read_order(language: Language, text: str) -> ReadOrder:
    """One order in its canonical text, as it was put on file. Raises ValueError where it does not read as one order."""
    drafts = list(drafts_of(text, language.is_number_key))
    order = _read_draft(language, drafts[0]) if len(drafts) == 1 else None
    if not isinstance(order, ReadOrder):
        raise ValueError(f"not one order: {text!r}")
    return order


def last_counts(orders: Iterable[ReadOrder]) -> tuple[list[ReadOrder], list[Problem]]:
    """The orders that count, and a warning for each that replaces an earlier one. Source: orders.md 5."""
    last: dict[str, ReadOrder] = {}
    replaced = set()
    warnings = []
    orders = tuple(orders)
    for order in orders:
        if not order.once:
            continue
        before = last.get(order.part)
        if before is not None:
            replaced.add(id(before))
            message = f"warning: this replaces the order for {order.part} in line {before.line}"
            warnings.append(Problem(order.line, order.column, message))
        last[order.part] = order
    return [order for order in orders if id(order) not in replaced], warnings


def _shortened(text: str) -> tuple[str, Problem | None]:
    """The text that is looked at, and a problem where that is not all of it."""
    if len(text) <= MOST_CHARACTERS:
        return text, None
    text = text[: text.rfind("\n", 0, MOST_CHARACTERS) + 1]
    line = text.count("\n") + 1
    return text, Problem(
        line, 1, f"a sheet has at most {MOST_CHARACTERS} characters; nothing from this line on was read"
    )


def _read_draft(language: Language, draft: Draft) -> ReadOrder | UnreadOrder:
    tokens = [] if draft.length > LONGEST_ORDER else draft.tokens()
    try:
        return _read(language, draft, tokens)
    except Unreadable as error:
        line, column = _place(draft, tokens, error)
        message = error.message
        if error.token is None and tokens:
            message += ", found the end of the order"
        problem = Problem(line, column, message, prose=_is_talk(language, tokens))
        return UnreadOrder(" ".join(line.text for line in draft.lines), tuple(tokens), problem)


def _read(language: Language, draft: Draft, written: list[Token]) -> ReadOrder:
    if draft.length > LONGEST_ORDER:
        raise Unreadable(f"an order has at most {LONGEST_ORDER} characters")
    if not written:
        raise Unreadable("expected an order")
    first = written[0]
    tokens = language.prepare(numbered(written, language.is_number_key))
    key = _free_key(language, tokens)
    if key is not None:
        if key.start >= len(tokens):
            raise Unreadable("expected a text")
        value = language.text(draft.text_from(tokens[key.start]), key)
        order = ReadOrder(key, value, key.text, f"{key.text}: {value.text}", first.line, first.column)
        return language.whole(order)
    tokens = without_loose_marks(tokens)
    if not tokens:
        raise Unreadable("expected an order", first)
    refuse_bad_tokens(tokens)
    _refuse_look_alikes(language, tokens)
    key = language.key(tokens, _colon(tokens))
    read = read_value(language, tokens, key)
    if draft.broken:
        raise Unreadable(
            "the order's last line ends with '\\', and the next line begins another order; expected the rest"
        )
    text = echo(read)
    return language.whole(
        ReadOrder(key, read, key.text, f"{key.text}: {text}" if key.text else text, first.line, first.column)
    )


def _free_key(language: Language, tokens: list[Token]) -> Key | None:
    try:
        key = language.key(tokens, _colon(tokens))
    except Unreadable:
        return None
    return key if key.free else None


def _colon(tokens: list[Token]) -> int | None:
    """The place of the colon that ends the key; None for a plain order. A key is words and quoted texts only."""
    if tokens[0].kind in ("if", "unless", "("):
        return None
    return next((place for place, token in enumerate(tokens) if token.kind == ":"), None)


def _refuse_look_alikes(language: Language, tokens: list[Token]) -> None:
    for token in tokens:
        if token.kind != WORD or token.text.isascii():
            continue
        found = look_alike(token.text)
        if found is not None and not language.spells(token.low):
            at, script = found
            raise Unreadable(
                f"the letter at column {token.column + at} is {script}, not Latin; type it anew", token, sure=True
            )


def _place(draft: Draft, tokens: list[Token], error: Unreadable) -> tuple[int, int]:
    """Where an error is: at its token, or at the end of the order."""
    if error.token is not None:
        return error.token.line, error.token.column
    if not tokens:
        line: Line = draft.lines[0]
        return line.number, line.column(len(line.text) - len(line.text.lstrip(" ")))
    return tokens[-1].line, tokens[-1].end


def _is_talk(language: Language, tokens: list[Token]) -> bool:
    """Whether an order that could not be read looks like talk: no key, and no beginning of one of the game's orders."""
    if not tokens or tokens[0].kind in ("if", "unless", "(", ":"):
        return not tokens
    tokens = language.prepare(numbered(tokens, language.is_number_key))
    try:
        language.key(tokens, _colon(tokens))
    except Unreadable:
        return not language.begins_order(tokens)
    return False


def _order_in_comment(language: Language, draft: Draft) -> Iterable[Problem]:
    """A warning for each `;` of the order's lines whose comment reads as an order itself. Source: orders.md 1.4."""
    for line in draft.lines:
        if line.remark is None:
            continue
        at, text = line.remark
        inner = list(drafts_of(text, language.is_number_key))
        if len(inner) == 1 and isinstance(_read_draft(language, inner[0]), ReadOrder):
            message = "warning: what follows the ';' is a comment and no order; write it on a line of its own"
            yield Problem(line.number, line.column(at), message)


__all__ = ["ReadSheet", "UnreadOrder", "last_counts", "read_order", "read_sheet", "shown"]
