"""Order sheets of Global Pursuit: keys, values, the parts of a sheet, and what an order offers when it falls due. Source: 3."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pbem.core.contract import Table, View
from pbem.core.orders import (
    Condition,
    Key,
    Keys,
    Knows,
    Language,
    Names,
    ReadOrder,
    ReadSheet,
    Simple,
    Token,
    Tokens,
    Unreadable,
    Value,
    offers,
    read_order,
    read_sheet,
)
from pbem.core.orders.text import LONGEST_ORDER, lines_of
from pbem.core.orders.tokens import QUOTED
from pbem.core.sheets import Order, Sheet
from pbem.games.global_pursuit.globe import SETS
from pbem.games.global_pursuit.state import ANSWER, WILD_ANSWER
from pbem.games.global_pursuit.trivia import DECKS
from pbem.games.global_pursuit.words import (
    CHALLENGED,
    CHALLENGES,
    FACT,
    JOIN,
    LEVEL,
    NOTHING,
    PASS,
    PASSES,
    RESERVED,
    RETURNED,
    VERBS,
    WILD_CHOICE,
    Asking,
    with_codes,
)

MATCHES = "match"
ANSWERS = "answer"
CHALLENGE = "challenge"
LEVELS = "level"
WILD = "wild"
RETURN = "return"
LEVEL_KEYS = (LEVELS, *(f"{LEVELS} {deck}" for deck in DECKS))
_KEYS = {**{key.lower(): () for key in LEVEL_KEYS}, ANSWERS: ("a", "a."), WILD: (), RETURN: ()}
_CANONICAL = {key.lower(): key for key in LEVEL_KEYS}
_NO_ANSWER = frozenset({*VERBS, *CHALLENGES, PASS, LEVELS, WILD, RETURN})
"""What a line that is taken as an answer does not begin with: a misspelt order is no answer."""
_SET_WORDS = "|".join((*SETS, *SETS.values())).replace(" and ", " (?:and|&) ")
_CODE = re.compile(rf"(?<![\w-])(?:{_SET_WORDS})[ -]?[0-9]{{1,2}}(?![\w-])", re.IGNORECASE)
"""A map card's code in a line, however it is written; also one that no card has."""
_AGE = "'"


class PursuitLanguage(Language):
    """The orders of Global Pursuit as one player writes them; `writer` is None where nobody writes."""

    keys = Keys(_KEYS, bare=(*_CANONICAL, ANSWERS, "a.", WILD, RETURN), free=(ANSWERS,))
    keeps_readings = True
    openings = frozenset({*VERBS, *CHALLENGES, PASS, "stop", "done", "accept", "a."})

    def __init__(self, players: Sequence[str], writer: str | None) -> None:
        self.names = Names(players, writer, RESERVED)

    def prepare(self, tokens: list[Token]) -> list[Token]:
        return with_codes(tokens)

    def key(self, tokens: Tokens, colon: int | None) -> Key:
        """The key; `match` and `challenge` stand without a colon or with one, and a few orders are without a key."""
        low = [token.low if token.kind != QUOTED else "" for token in tokens]
        before = low if colon is None else low[:colon]
        if low[0] in VERBS and colon in (None, 1):
            return Key(MATCHES, 1 if colon is None else 2, between=" ")
        for words in ([CHALLENGES[0]], [CHALLENGES[1]], ["i", CHALLENGES[0]]):
            if before[: len(words)] == words and colon in (None, len(words)):
                return Key(CHALLENGE, len(words) + (colon is not None), between=" ")
        if low in (["no", "challenge"], ["no", "challenges"], ["accept"]):
            return Key(CHALLENGE, 0, detail=NOTHING, between=" ")
        if colon is None and (PASSES.opens(tokens[0])):
            return Key("", 0, detail=PASS)
        try:
            key = super().key(tokens, colon)
        except Unreadable as error:
            others = "other orders begin with 'match', 'pass' or 'challenge'"
            raise Unreadable(f"{error.message}; {others}", error.token, sure=error.sure) from None
        key.text = _CANONICAL.get(key.text, key.text)
        return key

    def simple(self, tokens: Tokens, key: Key) -> Simple:
        if key.detail == NOTHING:
            return Simple(NOTHING, NOTHING)
        if key.detail == PASS or (key.text == MATCHES and PASSES.opens(tokens[0])):
            return Simple(PASSES.read(self, tokens), PASS)
        if key.text == MATCHES:
            join = JOIN.read(self, tokens)
            return Simple(join, join.text)
        table = {CHALLENGE: CHALLENGED, WILD: WILD_CHOICE, RETURN: RETURNED}.get(key.text, LEVEL)
        value: object = table.read(self, tokens)
        return Simple(value, str(value))

    def fact(self, tokens: Tokens, key: Key) -> Condition:
        try:
            return FACT.read(Asking(self.names, key.text in LEVEL_KEYS), tokens)
        except Unreadable as error:
            if error.sure and error.token is None:
                raise Unreadable(error.message, tokens[0], sure=True) from None
            raise

    def whole(self, order: ReadOrder) -> ReadOrder:
        """A challenge takes neither conditions nor alternatives; matches and passes form one list."""
        key = order.key
        if key.text == CHALLENGE and not isinstance(order.value, Simple):
            raise Unreadable("a challenge takes no condition and no alternative; expected one card, or none")
        if key.text in (MATCHES, ""):
            order.part, order.once = MATCHES, False
            if isinstance(order.value, Simple) and order.value.value == PASS:
                order.text = PASS
        return order


@lru_cache(maxsize=512)
def language(players: tuple[str, ...], writer: str | None) -> PursuitLanguage:
    """The language of a writer; kept, since a table's players write many sheets."""
    return PursuitLanguage(players, writer)


def read(table: Table, view: View, text: str, asked: int | None) -> Sheet:
    """The sheet as understood, for the seat whose view it is.

    An answer or a challenge that has no question or match to be about is a problem and no order. Source: W25, W34.
    """
    written = read_sheet(language(table.players, view["reader"]), text)
    answered = _line_as_answer(table, view, written, text)
    if answered is not None:
        written = answered
    for order in written.orders:
        refusal = _refusal(view, order, asked)
        if refusal is not None:
            written = written.refused(order, refusal)
    return replace(written.sheet(), supposed=answered is not None)


def _line_as_answer(table: Table, view: View, written: ReadSheet, text: str) -> ReadSheet | None:
    """The sheet of one line that is taken as the answer to the question that waits for its writer; else None. Source: 3."""
    if not is_asked(view) or written.orders or len(written.unread) != 1:
        return None
    (unread,) = written.unread
    lines = list(lines_of(text))
    line = " ".join((lines[0].text if len(lines) == 1 else unread.text).replace('"', "").split())
    words = line.lower().split(" ")
    if not line or len(line) > LONGEST_ORDER - len(ANSWERS) - 4:
        return None
    if ":" in line or _CODE.search(line) or words[0].rstrip(",.!") in _NO_ANSWER:
        return None
    quote = '"' if "#" in line or ";" in line else ""
    answers = read_sheet(language(table.players, view["reader"]), f"{ANSWERS}: {quote}{line}{quote}").orders
    for order in answers:
        order.line, order.column = unread.problem.line, 1
    return ReadSheet(answers, (), written.remarks, written.wrote) if answers else None


def is_asked(view: View) -> bool:
    """Whether a question waits for an answer of the reader's."""
    return view["reader"] is not None and view["mover"] == view["reader"] and view["phase"] in (ANSWER, WILD_ANSWER)


def may_challenge(view: View) -> bool:
    """Whether the reader may challenge the last match."""
    last = view["challengeable"]
    return last is not None and view["reader"] not in (None, last["player"])


def _refusal(view: View, order: ReadOrder, asked: int | None) -> str | None:
    """Why an answer or a challenge is about nothing; None where it is about something, and for all other orders."""
    if order.part == ANSWERS:
        if not is_asked(view):
            return "no question waits for an answer of yours"
        if asked is not None and asked < view["since"]:
            return "this answers an older report; the question that waits now was asked after it"
    elif order.part == CHALLENGE:
        last = view["challengeable"]
        if not may_challenge(view):
            return "there is no match that you can challenge now"
        assert isinstance(order.value, Simple)
        if order.value.value not in (NOTHING, last["card"]):
            return f"{order.value.value} is not the match that can be challenged now; that is {last['card']}"
        if asked is not None and asked < view["turn"]:
            return f"this answers an older report; the match of {last['card']} was made after it"
    return None


def part(order: Order) -> str:
    """The part of a sheet that an order on file belongs to, whichever sheet it came with."""
    return order.part.rstrip(_AGE)


def same_sheet(one: Order, other: Order) -> bool:
    """Whether two orders that a seat has on file came with one sheet."""
    return one.part.count(_AGE) == other.part.count(_AGE)


def file(filed: tuple[Order, ...], sheet: Sheet) -> tuple[Order, ...]:
    """What is on file after that sheet: it replaces the parts of which it holds an order. Source: 3, W55.

    The parts of orders that stay are marked as one sheet older, since `ask` spends the level orders of its own sheet (W31).
    """
    if not sheet.orders:
        return filed
    replaced = {part(order) for order in sheet.orders}
    kept = [
        Order(order.part + _AGE, order.text, order.line, order.column, order.letter)
        for order in filed
        if part(order) not in replaced
    ]
    return (*kept, *sheet.orders)


@lru_cache(maxsize=8192)
def value(text: str, players: tuple[str, ...], writer: str) -> Value:
    """The value of an order on file, from its canonical text."""
    return read_order(language(players, writer), text).value


def offered(text: str, players: tuple[str, ...], writer: str, moment: Knows) -> list[Any]:
    """What an order on file offers at that moment, in order. Source: orders.md 4."""
    return [simple.value for simple in offers(value(text, players, writer), moment)]
