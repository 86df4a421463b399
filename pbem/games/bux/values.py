"""The simple values of orders: a draw, a sale, a trade, a bid, each with its looser forms. Source: section 3."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.core.orders import Simple, Token, Tokens, Unreadable
from pbem.core.orders.tokens import WORD, shown
from pbem.games.bux.deck import STEP
from pbem.games.bux.state import LOT
from pbem.games.bux.words import Words, is_word

DRAW = "draw"
ALL, PASS, NONE = "all", "pass", "none"
SELLS = frozenset({"sell", "cash"})
TRADES = frozenset({"trade", "swap", "take", "exchange"})
GIVES = "give"
VERBS = frozenset({DRAW, GIVES}) | SELLS | TRADES
"""Words with which a move begins."""

_BETWEEN_SETS = frozenset("+/")
_AMOUNT = re.compile(r"\$?([0-9]+)")
_PASSES = ([PASS], ["no", "bid"], ["nothing"])
_ALLS = ([ALL], ["everything"], [ALL, "chips"], [ALL, "my", "chips"])


@dataclass(frozen=True, slots=True)
class Sale:
    """`sell CARD, CARD, CARD + …`: the cards of each set, three each, all different."""

    sets: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Trade:
    """`trade CARD from PLAYER for CARD`."""

    takes: str
    player: str
    gives: str


Move = str | Sale | Trade
"""DRAW, a sale or a trade."""
Bid = int | str
"""Chips (0 for a pass), ALL, or NONE, which is a pass as one of several possibilities."""


def move(words: Words, tokens: Tokens) -> Simple:
    """The move that all of the tokens are."""
    verb, rest = tokens[0], tokens[1:]
    if is_word(verb, DRAW):
        if rest:
            raise Unreadable(f"{shown(rest[0])} is left over after 'draw'", rest[0])
        return Simple(DRAW, DRAW)
    if is_word(verb, *SELLS):
        return _sale(words, rest[1:] if verb.low == "cash" and rest and is_word(rest[0], "in") else rest)
    if is_word(verb, *TRADES):
        taken, player, given = _parted(rest, ("from",), ("for", "giving"), "a card", "a player", "a card of yours")
        return _trade(words, taken, player, given)
    if is_word(verb, GIVES):
        given, player, taken = _parted(rest, ("to",), ("for",), "a card of yours", "a player", "a card")
        return _trade(words, taken, player, given)
    raise Unreadable(f"expected 'draw', 'sell' or 'trade', found {shown(verb)}", verb)


def sale_text(words: Words, sale: Sale) -> str:
    """A sale as canonical text."""
    written = words.deck.written
    return "sell " + " + ".join(", ".join(written[card] for card in cards) for cards in sale.sets)


def trade_text(words: Words, trade: Trade) -> str:
    """A trade as canonical text."""
    written = words.deck.written
    return f"trade {written[trade.takes]} from {words.names.shown(trade.player)} for {written[trade.gives]}"


def _sale(words: Words, tokens: Tokens) -> Simple:
    """The sets, which `+`, `/` or `and` part."""
    sets: list[tuple[str, ...]] = []
    seen: set[str] = set()
    marks = [*_marks_parted(tokens)]
    begin = 0
    for place in [*(at for at, token in enumerate(marks) if _is_between_sets(token)), len(marks)]:
        found = [*_cards(words, marks[begin:place], marks[place] if place < len(marks) else None)]
        for card, token in found:
            if card in seen:
                raise Unreadable(f"{card} is named twice", token, sure=True)
            seen.add(card)
        if len(found) != LOT:
            joined = place < len(marks) and marks[place].kind == "and"
            hint = "; 'and' stands between sets, a comma between cards" if joined or len(sets) else ""
            at = found[LOT][1] if len(found) > LOT else marks[place] if place < len(marks) else None
            raise Unreadable(f"a set has three cards, not {len(found)}{hint}", at, sure=True)
        sets.append(tuple(card for card, _ in found))
        begin = place + 1
    sale = Sale(tuple(sets))
    return Simple(sale, sale_text(words, sale))


def _is_between_sets(token: Token) -> bool:
    return token.kind == "and" or (token.kind == WORD and token.text in _BETWEEN_SETS)


def _marks_parted(tokens: Tokens) -> Sequence[Token]:
    """The tokens with a `+` or `/` that stands within a word as a token of its own."""
    parted: list[Token] = []
    for token in tokens:
        if token.kind != WORD or len(token.text) == 1 or _BETWEEN_SETS.isdisjoint(token.text):
            parted.append(token)
            continue
        begin = 0
        for at, mark in enumerate(token.text):
            if mark in _BETWEEN_SETS:
                if begin < at:
                    parted.append(token.part(begin, at))
                parted.append(token.part(at, at + 1))
                begin = at + 1
        if begin < len(token.text):
            parted.append(token.part(begin, len(token.text)))
    return parted


def _cards(words: Words, tokens: Tokens, behind: Token | None) -> Sequence[tuple[str, Token]]:
    """The cards of one set, each with its first token; without commas where every card is a single word."""
    found: list[tuple[str, Token]] = []
    begin = 0
    for place in [*(at for at, token in enumerate(tokens) if token.kind == ","), len(tokens)]:
        run = tokens[begin:place]
        if not run:
            raise Unreadable("expected a card", tokens[place] if place < len(tokens) else behind)
        found += _run(words, run)
        begin = place + 1
    return found


def _run(words: Words, tokens: Tokens) -> Sequence[tuple[str, Token]]:
    """The card that the tokens name together, or else the cards that they name one by one."""
    if len(tokens) > 1 and all(token.low in words.deck.named for token in tokens):
        return [(words.own_card([token]), token) for token in tokens]
    try:
        return [(words.own_card(tokens), tokens[0])]
    except Unreadable as error:
        if len(tokens) == 1:
            raise
        together = error
    try:
        return [(words.own_card([token]), token) for token in tokens]
    except Unreadable as error:
        raise (together if together.sure else error) from None


def _parted(
    tokens: Tokens, middle: tuple[str, ...], last: tuple[str, ...], *expected: str
) -> tuple[Tokens, Tokens, Tokens]:
    """The tokens before the middle word, between it and the last word, and behind that; none of the three is empty."""
    at = _first(tokens, middle, 0)
    to = _first(tokens, last, (len(tokens) if at is None else at) + 1)
    if not tokens or at == 0:
        raise Unreadable(f"expected {expected[0]}", tokens[0] if tokens else None)
    if at is None:
        raise Unreadable(f"expected '{middle[0]}' and {expected[1]}", _misplaced(tokens))
    if at + 1 in (to, len(tokens)):
        raise Unreadable(f"expected {expected[1]}", None if to is None else tokens[to])
    if to is None:
        raise Unreadable(f"expected '{last[0]}' and {expected[2]}")
    if to + 1 == len(tokens):
        raise Unreadable(f"expected {expected[2]}")
    return tokens[:at], tokens[at + 1 : to], tokens[to + 1 :]


def _first(tokens: Tokens, words: tuple[str, ...], begin: int) -> int | None:
    return next((at for at in range(begin, len(tokens)) if is_word(tokens[at], *words)), None)


def _misplaced(tokens: Tokens) -> Token | None:
    """The first token that parts a trade and stands where it cannot; None where something is missing at the end."""
    return next((token for token in tokens if token.kind == "," or is_word(token, "for", "giving", "to")), None)


def _trade(words: Words, taken: Tokens, player: Tokens, given: Tokens) -> Simple:
    other = words.names.whole(player)
    if other == words.names.me:
        raise Unreadable("you cannot trade with yourself", player[0], sure=True)
    trade = Trade(words.card_of(other, taken), other, words.own_card(given))
    return Simple(trade, trade_text(words, trade))


def bid(tokens: Tokens, opening: int, *, standing: bool) -> Simple:
    """The bid that all of the tokens are; `none` only for a standing bid."""
    begin = 1 if len(tokens) > 1 and is_word(tokens[0], "max") else 0
    if len(tokens) > 2 and is_word(tokens[0], "up") and is_word(tokens[1], "to"):
        begin = 2
    rest = tokens[begin:]
    low = [token.low if token.kind == WORD else "" for token in rest]
    if low in _PASSES:
        return Simple(0, PASS)
    if low in _ALLS:
        return Simple(ALL, ALL)
    if standing and low == [NONE]:
        return Simple(NONE, NONE)
    if low[0] == "$" and len(low) > 1:
        rest, low = rest[1:], low[1:]
    amount = _AMOUNT.fullmatch(low[0])
    if amount is None:
        none = ", 'pass' or 'none'" if standing else " or 'pass'"
        raise Unreadable(f"expected a number of chips, 'all'{none}, found {shown(rest[0])}", rest[0])
    if len(low) > 1 and (len(low) > 2 or low[1] not in ("chips", "chip")):
        left_over = rest[2] if low[1] in ("chips", "chip") else rest[1]
        raise Unreadable(f"{shown(left_over)} is left over after a bid", left_over)
    return _chips(int(amount[1]), opening, rest[0])


def _chips(amount: int, opening: int, token: Token) -> Simple:
    if amount == 0:
        return Simple(0, PASS)
    if amount < opening or amount % STEP:
        least = f"at least {opening}" if opening > STEP else f"{opening} or more"
        raise Unreadable(f"expected a multiple of {STEP}, {least}, not {shown(token)}", token, sure=True)
    return Simple(amount, str(amount))
