"""A whole sheet: its orders as read and what was wrong with it. Any text can be read. Source: orders.md 1, 5, 6; mail.md 32."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pbem.core.orders.echo import echo
from pbem.core.orders.language import Key, Language, ReadOrder
from pbem.core.orders.meaning import Simple, Value
from pbem.core.orders.parse import (
    DEEPEST,
    NO_KEY_BEFORE,
    colon_of,
    nesting,
    read_value,
    refuse_bad_tokens,
    refuse_look_alike,
    refuse_turned,
    without_loose_marks,
)
from pbem.core.orders.pieces import NotingReader, in_pieces, opening_of
from pbem.core.orders.text import LONGEST_ORDER, MOST_CHARACTERS, MOST_ORDERS, Draft, drafts_of, numbered
from pbem.core.orders.tokens import Line, Token, Unreadable, plain_tokens
from pbem.core.sheets import Problem, Sheet


@dataclass(frozen=True, slots=True)
class UnreadOrder:
    """An order that could not be read: its first line, its text as normalised, its tokens (none if too long), and the problem."""

    line: int
    text: str
    tokens: tuple[Token, ...]
    problem: Problem


@dataclass(slots=True)
class ReadSheet:
    """All that a sheet holds, in the order written, before the last order of a part is taken for the one that counts.

    `remarks` are problems that belong to no order: warnings at comments, and that a sheet is too long. `wrote` is False only
    for a text that holds nothing but spaces.
    """

    orders: tuple[ReadOrder, ...]
    unread: tuple[UnreadOrder, ...]
    remarks: tuple[Problem, ...]
    wrote: bool

    def refused(self, order: ReadOrder, message: str) -> "ReadSheet":
        """The sheet without that order, and the problem told at its first token: for what its place in the sheet forbids."""
        kept = tuple(kept for kept in self.orders if kept is not order)
        return replace(self, orders=kept, remarks=(*self.remarks, Problem(order.line, order.column, message)))

    def sheet(self, more: Iterable[Problem] = ()) -> Sheet:
        """The sheet as the contract has it: what counts, and every problem by line and column, `more` from the game."""
        counting, repeats = last_counts(self.orders)
        problems = [*(unread.problem for unread in self.unread), *self.remarks, *repeats, *more]
        if len(problems) > 1:
            problems.sort(key=lambda problem: (problem.line, problem.column))
        return Sheet(tuple([order.filed() for order in counting]), tuple(problems), self.wrote)


def read_sheet(language: Language, text: str) -> ReadSheet:
    """The orders of a sheet. Reads any text, in a time that grows as the text does."""
    orders: list[ReadOrder] = []
    unread: list[UnreadOrder] = []
    remarks: list[Problem] = []
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
        for commented in draft.lines:
            if commented.remark is not None:
                remarks += _order_in_comment(language, commented, *commented.remark)
    if too_long is not None:
        remarks.append(too_long)
    return ReadSheet(tuple(orders), tuple(unread), tuple(remarks), wrote)


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
    orders = list(orders)
    for order in orders:
        if not order.once:
            continue
        before = last.get(order.part)
        if before is not None:
            replaced.add(id(before))
            message = f"warning: this replaces the order for {order.part} in line {before.line}"
            warnings.append(Problem(order.line, order.column, message))
        last[order.part] = order
    return [order for order in orders if id(order) not in replaced] if replaced else orders, warnings


def _shortened(text: str) -> tuple[str, Problem | None]:
    """The text that is looked at, and a problem where that is not all of it."""
    if len(text) <= MOST_CHARACTERS:
        return text, None
    text = text[: text.rfind("\n", 0, MOST_CHARACTERS) + 1]
    line = text.count("\n") + 1
    return text, Problem(
        line, 1, f"a sheet has at most {MOST_CHARACTERS} characters; nothing from this line on was read"
    )


_MOST_KEPT = 8_192
"""Orders kept in all, about 10 MB: those of a day's mails, which are read again when they are adjudicated."""
_kept: dict[tuple[Language | type[Language], str], ReadOrder] = {}


def _read_draft(language: Language, draft: Draft) -> ReadOrder | UnreadOrder:
    line = draft.lines[0]
    if not language.keeps_readings or line.columns is not None or draft.broken:
        return _Reading(language, draft).result()
    if len(draft.lines) > 1:
        return _of_pieces(language, draft) or _Reading(language, draft).result()
    reader: Language | type[Language] = language
    kept = _kept.get((reader, line.text))
    if kept is None and language.nameless is not None and language.nameless.fullmatch(line.text):
        reader = type(language)
        kept = _kept.get((reader, line.text))
    if kept is not None:
        return kept.in_line(line.number)
    order = _of_pieces(language, draft) or _Reading(language, draft).result()
    if isinstance(order, ReadOrder):
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[reader, line.text] = order.in_line(line.number)
    return order


def _of_pieces(language: Language, draft: Draft) -> ReadOrder | None:
    """The order where it can be read in pieces; None where it must be read by its tokens."""
    found = in_pieces(language, draft) if language.reads_pieces else None
    if found is None:
        return None
    line = draft.lines[0]
    try:
        return _whole(language, *found, line.number, line.column(len(line.text) - len(line.text.lstrip(" "))))
    except Unreadable:
        return None


def _whole(language: Language, key: Key, value: Value, line: int, column: int, first: Token | None = None) -> ReadOrder:
    """The order with that key and value, whose first token stands there. Raises Unreadable."""
    text = key.before(echo(value))
    if len(text) > LONGEST_ORDER or (not key.free and nesting(text) > DEEPEST):
        message = f"written out, it has more than {LONGEST_ORDER} characters or nests deeper than {DEEPEST} parentheses"
        raise Unreadable(message, first, sure=True)
    return language.whole(ReadOrder(key, value, key.text, text, line, column))


class _Reading:
    """One order while it is read: what is known of it, for the problem if it cannot be read."""

    def __init__(self, language: Language, draft: Draft) -> None:
        self._language = language
        self._draft = draft
        self._written: list[Token] = []
        self._tokens: list[Token] = []
        self._key: Key | None = None

    def result(self) -> ReadOrder | UnreadOrder:
        try:
            return self._read()
        except Unreadable as error:
            message = error.message
            if error.token is None and self._written:
                message += ", found the end of the order"
            problem = Problem(*self._place(error), message, prose=self._is_talk())
            text = " ".join(line.text for line in self._draft.lines)
            return UnreadOrder(self._draft.lines[0].number, text, tuple(self._tokens), problem)

    def _read(self) -> ReadOrder:
        language, draft = self._language, self._draft
        if draft.length > LONGEST_ORDER:
            raise Unreadable(f"an order has at most {LONGEST_ORDER} characters", sure=True)
        plain = plain_tokens(draft.lines[0]) if len(draft.lines) == 1 else None
        self._written = draft.tokens() if plain is None else plain
        if not self._written:
            raise Unreadable("expected an order")
        tokens = self._tokens = language.prepare(numbered(self._written, language.is_number_key))
        if tokens is not plain:
            tokens = without_loose_marks(tokens)
        if not tokens:
            raise Unreadable("expected an order", self._written[0])
        key = self._key = self._key_of(tokens)
        if tokens is not plain:
            refuse_turned(tokens)
        if key.free:
            value: Value = self._free_text(key, tokens)
        else:
            if tokens is not plain:
                refuse_bad_tokens(language, tokens)
            opening = opening_of(language, draft, self._written, tokens, key)
            if opening is None:
                value = read_value(language, tokens, key)
            else:
                value = NotingReader(language, tokens, key, opening, draft.lines).whole()
            if draft.broken:
                raise Unreadable("the line ends with '\\', but the next begins another order; expected the rest")
        first = self._written[0]
        return _whole(language, key, value, first.line, first.column, first)

    def _key_of(self, tokens: list[Token]) -> Key:
        try:
            return self._language.key(tokens, colon_of(tokens))
        except Unreadable:
            for token in tokens:
                refuse_look_alike(self._language, token)
            refuse_turned(tokens)
            raise

    def _free_text(self, key: Key, tokens: list[Token]) -> Simple:
        """The rest of the order as written, behind the last token of the key."""
        last = tokens[key.start - 1]
        same = (token.line == last.line and token.at == last.at for token in self._tokens)
        start = [*same].index(True) + 1 if key.start else 0
        if start >= len(self._tokens):
            raise Unreadable("expected a text")
        return self._language.text(self._draft.text_from(self._tokens[start]), key)

    def _place(self, error: Unreadable) -> tuple[int, int]:
        """Where an error is: at its token, or at the end of the order."""
        if error.token is not None:
            return error.token.line, error.token.column
        if self._written:
            return self._written[-1].line, self._written[-1].end
        line = self._draft.lines[0]
        return line.number, line.column(len(line.text) - len(line.text.lstrip(" ")))

    def _is_talk(self) -> bool:
        """Whether the order looks like talk: no key, and no beginning of one of the game's orders."""
        if self._key is not None or not self._tokens or self._tokens[0].kind in NO_KEY_BEFORE:
            return False
        return not self._language.begins_order(self._tokens)


def _order_in_comment(language: Language, line: Line, at: int, text: str) -> Iterator[Problem]:
    """A warning at the `;` where the comment behind it reads as an order itself. Source: orders.md 1.4."""
    inner = list(drafts_of(text, language.is_number_key))
    if len(inner) == 1 and isinstance(_read_draft(language, inner[0]), ReadOrder):
        message = "warning: what follows the ';' is a comment and no order; write it on a line of its own"
        yield Problem(line.number, line.column(at), message)
