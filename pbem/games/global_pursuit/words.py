"""The words of Global Pursuit's orders: cards, edges, matches, levels, facts and terms, with every looser form. Source: 3."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from pbem.core.orders import (
    NUMBER_SLOT,
    OPERATOR_SLOT,
    Comparison,
    Condition,
    Fact,
    Names,
    Phrases,
    Slot,
    Token,
    Tokens,
    Unreadable,
    player_slot,
)
from pbem.core.orders.tokens import WORD, shown
from pbem.games.global_pursuit import facts
from pbem.games.global_pursuit.globe import SETS
from pbem.games.global_pursuit.tabletop import EDGES
from pbem.games.global_pursuit.trivia import DECKS, LEVELS

ASK = "ask"
PASS = "pass"  # noqa: S105 (an order, no password)
NOTHING = "none"
Level = int | str
"""A level, or `ask`."""

_CODES = "|".join(code.lower() for code in SETS)
_CARD = re.compile(rf"({_CODES})-?([0-9]{{1,2}})(?:[/.]([0-9]))?")
_NUMBER = re.compile(r"([0-9]{1,2})(?:[/.]([0-9]))?")


@dataclass(frozen=True, slots=True)
class Join:
    """A card's edge laid on the edge of a card that lies, with the level of the question that follows, if any."""

    card: str
    edge: int
    to: str
    to_edge: int
    level: Level | None = None

    @property
    def text(self) -> str:
        """The canonical text, without the verb."""
        behind = "" if self.level is None else f", level {self.level}"
        return f"{self.card} edge {self.edge} to {self.to} edge {self.to_edge}{behind}"


def _written(tokens: Tokens, at: int) -> tuple[str, str | None, int] | None:
    """A card's code as written from `at` on, in one word or two, what stands behind `/` or `.`, and the next place."""
    token = tokens[at]
    if token.kind != WORD:
        return None
    one = _CARD.fullmatch(token.low)
    if one is not None:
        return f"{one[1].upper()}-{int(one[2]):02}", one[3], at + 1
    if token.low.upper() in SETS and at + 1 < len(tokens) and tokens[at + 1].kind == WORD:
        two = _NUMBER.fullmatch(tokens[at + 1].low)
        if two is not None:
            return f"{token.low.upper()}-{int(two[1]):02}", two[2], at + 2
    return None


def _there_is(card: str) -> bool:
    return 1 <= int(card[3:]) <= 12


def _card(context: Any, tokens: Tokens, at: int) -> Iterable[tuple[Any, int]]:
    found = _written(tokens, at)
    return [(found[0], found[2])] if found is not None and found[1] is None and _there_is(found[0]) else []


def _card_edge(context: Any, tokens: Tokens, at: int) -> Iterable[tuple[Any, int]]:
    """A card with its edge in one: `PE-04/2`."""
    found = _written(tokens, at)
    if found is None or found[1] is None or not _there_is(found[0]) or int(found[1]) not in EDGES:
        return []
    return [((found[0], int(found[1])), found[2])]


def _no_card(context: Any, tokens: Tokens, at: int) -> Unreadable:
    found = _written(tokens, at)
    if found is not None and not _there_is(found[0]):
        return Unreadable(f"there is no card {found[0]}; every set has 12", tokens[at], sure=True)
    return Unreadable(f"expected a card's code such as PE-04, found {shown(tokens[at])}", tokens[at])


def _small(numbers: Iterable[int], *before: str) -> Callable[[Any, Tokens, int], Iterable[tuple[Any, int]]]:
    """A reader of one of the numbers, in one word with one of the beginnings if there are any."""
    words = {f"{begin}{number}": number for begin in before or ("",) for number in numbers}
    return lambda context, tokens, at: (
        [(words[tokens[at].low], at + 1)] if tokens[at].kind == WORD and tokens[at].low in words else []
    )


CARD_SLOT: Slot[Any] = Slot("a card's code such as PE-04", _card, why=_no_card)
_EDGE: Slot[Any] = Slot("an edge, 1 to 5", _small(EDGES))
_EDGE_WORD: Slot[Any] = Slot("an edge, 1 to 5", _small(EDGES, "e", "edge"))

SIDE: Phrases[Any, tuple[str, int]] = Phrases(
    "a card and its edge, such as PE-04 edge 2",
    {
        "card": CARD_SLOT,
        "n": _EDGE,
        "edge": _EDGE_WORD,
        "both": Slot("a card and its edge, such as PE-04/2", _card_edge),
    },
)
"""`PE-04 edge 2`, and what is read as that."""
SIDE.add(
    "{card} ,? edge? {n}", "{card} ,? e {n}", "{card} / {n}", "{card} ,? {edge}", make=lambda _, card, n: (card, n)
)
SIDE.add("edge {n} of {card}", "{edge} of {card}", make=lambda _, n, card: (card, n))
SIDE.add("{both}", make=lambda _, both: both)

LEVEL: Phrases[Any, Level] = Phrases("a level: 1, 2, 3 or ask", {"l": Slot("a level, 1 to 3", _small(LEVELS))})
LEVEL.add("{l}", make=lambda _, level: level)
LEVEL.add(ASK, make=lambda _: ASK)

JOIN: Phrases[Any, Join] = Phrases(
    "a match such as PE-04 edge 2 to HH-07 edge 5",
    {"side": SIDE.slot(), "level": LEVEL.slot(), "l": Slot("a level, 1 to 3", _small(LEVELS, "l"))},
)


def _join(_: Any, own: tuple[str, int], to: tuple[str, int], level: Level | None = None) -> Join:
    return Join(*own, *to, level)


_BETWEEN = "to|with|on|at|against"
for _tail in ("", " ,? at? level|lvl {level}", " ,? for {level}", " ,? for level|lvl {level}", " ,? at? {l}"):
    JOIN.add(f"{{side}} {_BETWEEN} {{side}}{_tail}", make=_join)

PASSES: Phrases[Any, str] = Phrases("a pass", {})
PASSES.add("pass|stop|done", "end turn", make=lambda _: PASS)

CHALLENGED: Phrases[Any, str] = Phrases("a card's code such as PE-04, or none", {"card": CARD_SLOT})
"""What a challenge is about: a card, or nothing."""
CHALLENGED.add("{card}", make=lambda _, card: card)
CHALLENGED.add(NOTHING, make=lambda _: NOTHING)

WILD_CHOICE: Phrases[Any, str] = Phrases("yes, no, or a level: 1, 2, 3", {})
WILD_CHOICE.add("yes", make=lambda _: "yes")
WILD_CHOICE.add("no", make=lambda _: "no")
for _l in LEVELS:
    WILD_CHOICE.add(str(_l), make=lambda _, level=_l: str(level))

RETURNED: Phrases[Any, str] = Phrases("a card's code such as PE-04", {"card": CARD_SLOT})
RETURNED.add("{card}", make=lambda _, card: card)


@dataclass(frozen=True, slots=True)
class Asking:
    """Where a fact stands: the names as the writer uses them, and whether it is in a `level` order."""

    names: Names
    on_level: bool

    def about_the_question(self, value: facts.Fact, text: str) -> Condition:
        self.refuse(value)
        return Fact(value, text)

    def refuse(self, value: object) -> None:
        """Raises Unreadable for what is known only when a level is chosen."""
        if not self.on_level and isinstance(value, facts.OF_THE_QUESTION):
            raise Unreadable("the trivia card is known only in a level order", sure=True)


Side = int | facts.Term
_PLAYER: Slot[Asking] = player_slot(lambda asking: asking.names)

TERM: Phrases[Asking, Side] = Phrases("a number", {"player": _PLAYER, "number": NUMBER_SLOT})
TERM.add("{number}", make=lambda _, number: number)
TERM.add("roll", make=lambda _: facts.Roll())
TERM.add("score {player}", make=lambda _, player: facts.Score(player))
TERM.add("hand {player}", make=lambda _, player: facts.Hand(player))
TERM.add("deck", make=lambda _: facts.Deck())
TERM.add("round", make=lambda _: facts.Round())

FACT: Phrases[Asking, Condition] = Phrases("a condition", {"card": CARD_SLOT, "term": TERM.slot(), "op": OPERATOR_SLOT})
FACT.add("map {card}", make=lambda _, card: Fact(facts.OnMap(card), f"map {card}"))
for _word in ("roll", "bonus", "wild", "none"):
    FACT.add(
        f"symbol {_word}",
        make=lambda asking, word=_word: asking.about_the_question(
            facts.Symbol(None if word == "none" else word), f"symbol {word}"
        ),
    )
for _deck in DECKS:
    FACT.add(
        f"category {_deck.lower()}",
        make=lambda asking, deck=_deck: asking.about_the_question(facts.Category(deck), f"category {deck}"),
    )


def _compared(asking: Asking, left: Side, op: str, right: Side) -> Condition:
    asking.refuse(left)
    asking.refuse(right)
    return Comparison(left, op, right, f"{side_text(left, asking.names)} {op} {side_text(right, asking.names)}")


FACT.add("{term} {op} {term}", make=_compared)

VERBS = ("match", "join", "lay", "place", "play")
CHALLENGES = ("challenge", "mismatch")
RESERVED = frozenset().union(
    *(table.words() for table in (SIDE, LEVEL, JOIN, PASSES, CHALLENGED, WILD_CHOICE, TERM, FACT)), VERBS, CHALLENGES
)
"""The game's words: a name that holds one of them is quoted in canonical text."""


def side_text(side: Side, names: Names) -> str:
    """The canonical text of one side of a comparison."""
    match side:
        case int():
            return str(side)
        case facts.Roll():
            return "roll"
        case facts.Score(player=player):
            return f"score {names.shown(player)}"
        case facts.Hand(player=player):
            return f"hand {names.shown(player)}"
        case facts.Deck():
            return "deck"
        case facts.Round():
            return "round"
    raise AssertionError(side)


_ARROW = "\u2192"
"""What some mail programs make of `->` while it is typed."""
_SET_NAMES = [(name.lower().split(), code) for code, name in SETS.items()]


def with_codes(tokens: list[Token]) -> list[Token]:
    """The tokens with a set's full name before a number as its code, and `->`, also as a sign of its own, as `to`."""
    if not any(token.low in ("people", "planet", "historic") or token.text in (">", _ARROW) for token in tokens):
        return tokens
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        code, length = _set_name(tokens, at)
        if length:
            found.append(tokens[at]._replace(kind=WORD, text=code, low=code.lower()))
            at += length
        elif tokens[at].text == ">" and found and found[-1].text.endswith("-"):
            dash = found.pop()
            if len(dash.text) > 1:
                found.append(dash.part(0, len(dash.text) - 1))
            found.append(tokens[at]._replace(kind=WORD, text="to", low="to"))
            at += 1
        else:
            is_arrow = tokens[at].text == _ARROW
            found.append(tokens[at]._replace(text="to", low="to") if is_arrow else tokens[at])
            at += 1
    return found


def _set_name(tokens: list[Token], at: int) -> tuple[str, int]:
    """The code of the set named in full before a number, and how many tokens its name takes; 0 where there is none."""
    for words, code in _SET_NAMES:
        behind = at + len(words)
        low = ["and" if token.kind == "and" else token.low for token in tokens[at:behind]]
        if low == words and behind < len(tokens) and _NUMBER.fullmatch(tokens[behind].low):
            return code, len(words)
    return "", 0
