"""The words of Glitches's orders: cards, cells, placements, terms and facts, with every looser form. Source: section 3."""

from collections.abc import Mapping
from dataclasses import dataclass

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
    negation,
    player_slot,
)
from pbem.core.orders.tokens import WORD
from pbem.games.glitches import facts
from pbem.games.glitches.cards import CARDS, CELLS, COLOUR_NAMES, NUMBERS
from pbem.games.glitches.state import KEEP, PLAY, ROW

DISCARD = "discard"
VERBS = {
    **dict.fromkeys(("play", "put", "place", "lay"), PLAY),
    **dict.fromkeys(("keep", "hand", "hold"), KEEP),
    **dict.fromkeys(("row", "pile"), ROW),
    "discard": DISCARD,
}
"""Every verb, and the part of a sheet that its order belongs to; `pile away` is as `discard`, which gives a keep."""
ARROW = "->"
AT = frozenset({"at", "on", "to", "in", "@", ARROW})
"""What may stand between a card and the cell on which it is laid."""

_SHORTER = {"red": "R", "green": "G", "blue": "B", "yellow": "Y", "grn": "G", "blu": "B", "yel": "Y"}
COLOUR_WORDS = _SHORTER | {letter.lower(): letter for letter in COLOUR_NAMES}
DIGITS = frozenset(map(str, NUMBERS))

CARD_WORDS = {
    form: f"{number}{letter}"
    for number in NUMBERS
    for word, letter in COLOUR_WORDS.items()
    for form in (f"{number}{word}", f"{word}{number}", f"{number}-{word}")
}
"""Every card in one word: `5y`, `y5`, `5-y`, also with the colour written out."""
CELL_WORDS = {form: cell for cell in CELLS for form in (cell, f"{cell[0]}-{cell[1]}", f"{cell[1]}{cell[0]}")}
"""Every cell in one word: `c4`, `c-4`, `4c`."""
_CANONICAL = frozenset(map(str.lower, CARDS)) | frozenset(CELLS)

Placement = tuple[str, str]
"""A card and the cell on which it lies, or is to be laid."""


def cards_at(tokens: Tokens, at: int) -> list[tuple[str, int]]:
    """The cards that the tokens from `at` on may name, with the place behind each: two words before one."""
    if at >= len(tokens) or tokens[at].kind != WORD:
        return []
    first = tokens[at].low
    found = []
    if at + 1 < len(tokens) and tokens[at + 1].kind == WORD:
        second = tokens[at + 1].low
        if first in DIGITS and second in COLOUR_WORDS:
            found.append((first + COLOUR_WORDS[second], at + 2))
        elif first in COLOUR_WORDS and second in DIGITS:
            found.append((second + COLOUR_WORDS[first], at + 2))
    if first in CARD_WORDS:
        found.append((CARD_WORDS[first], at + 1))
    return found


def cells_at(tokens: Tokens, at: int) -> list[tuple[str, int]]:
    """The cell that the token at that place may name, with the place behind it."""
    if at >= len(tokens) or tokens[at].kind != WORD or tokens[at].low not in CELL_WORDS:
        return []
    return [(CELL_WORDS[tokens[at].low], at + 1)]


def placements_at(tokens: Tokens, at: int) -> list[tuple[Placement, int]]:
    """The placements that the tokens from `at` on may name, with the place behind each.

    Raises Unreadable for a card and a cell side by side that may be read either way, where neither reading has both words in
    canonical form.
    """
    found: list[tuple[Placement, int]] = []
    beside: dict[int, list[Placement]] = {}
    for card, stop in cards_at(tokens, at):
        if stop < len(tokens) and tokens[stop].low in AT:
            found += [((card, cell), end) for cell, end in cells_at(tokens, stop + 1)]
        else:
            for cell, end in cells_at(tokens, stop):
                beside.setdefault(end, []).append((card, cell))
    for cell, stop in cells_at(tokens, at):
        if stop < len(tokens) and tokens[stop].low == "=":
            found += [((card, cell), end) for card, end in cards_at(tokens, stop + 1)]
        else:
            for card, end in cards_at(tokens, stop):
                beside.setdefault(end, []).append((card, cell))
    for end, readings in beside.items():
        found.append((readings[0] if len(readings) == 1 else _meant(tokens, at, readings), end))
    return found


def _meant(tokens: Tokens, at: int, readings: list[Placement]) -> Placement:
    """Of two readings of a card and a cell in one word each, that in which both words are canonical."""
    first, second = tokens[at], tokens[at + 1]
    if first.low in _CANONICAL and second.low in _CANONICAL:
        for card, cell in readings:
            if {first.low, second.low} == {card.lower(), cell}:
                return card, cell
    (card, cell), (other_card, other_cell) = readings
    message = f"'{first.text} {second.text}' may be {card} at {cell} or {other_card} at {other_cell}; write 'play CARD at CELL'"
    raise Unreadable(message, first, sure=True)


@dataclass(frozen=True, slots=True)
class Asking:
    """Where a fact stands: the names as the writer uses them, and the token with which it begins."""

    names: Names
    first: Token

    def fact(self, value: facts.Fact) -> Condition:
        return Fact(value, fact_text(value, self.names))

    def compared(self, left: "Side", operator: str, right: "Side") -> Condition:
        return Comparison(left, operator, right, f"{self.side(left)} {operator} {self.side(right)}")

    def side(self, side: "Side") -> str:
        return side_text(side, self.names)

    def holds(self, player: str, card: str) -> Condition:
        """`PLAYER holds C`, which may be asked of the writer alone. Source: G24."""
        if player != self.names.me:
            message = "you can only ask what you hold yourself, as in 'me holds 5Y'"
            raise Unreadable(message, self.first, sure=True)
        return self.fact(facts.Holds(card))


Side = int | facts.Term

CARD_SLOT: Slot[Asking] = Slot("a card such as 5Y", lambda asking, tokens, at: cards_at(tokens, at))
CELL_SLOT: Slot[Asking] = Slot("a cell such as c4", lambda asking, tokens, at: cells_at(tokens, at))
PLACEMENT_SLOT: Slot[Asking] = Slot("CARD at CELL", lambda asking, tokens, at: placements_at(tokens, at))


def _shown_at(asking: Asking, tokens: Tokens, at: int) -> list[tuple[str, int]]:
    found = cards_at(tokens, at)
    if tokens[at].kind == WORD and tokens[at].low in COLOUR_WORDS:
        found.append((COLOUR_WORDS[tokens[at].low], at + 1))
    elif tokens[at].kind == WORD and tokens[at].low in DIGITS:
        found.append((tokens[at].low, at + 1))
    return found


SHOWN_SLOT: Slot[Asking] = Slot("a card, a colour letter or a number from 1 to 6", _shown_at)

_SLOTS: Mapping[str, Slot[Asking]] = {
    "player": player_slot(lambda asking: asking.names),
    "card": CARD_SLOT,
    "cell": CELL_SLOT,
    "placement": PLACEMENT_SLOT,
    "X": SHOWN_SLOT,
    "number": NUMBER_SLOT,
    "op": OPERATOR_SLOT,
}

TERM: Phrases[Asking, Side] = Phrases("a number", _SLOTS)
TERM.add("{number}", make=lambda asking, number: number)
TERM.add("score {player}", make=lambda asking, player: facts.Score(player))
TERM.add("plays", make=lambda asking: facts.Plays())
TERM.add("number {cell}", make=lambda asking, cell: facts.NumberOn(cell))
TERM.add("number last", make=lambda asking: facts.NumberOn(None))
TERM.add("worth {placement}", make=lambda asking, placement: facts.Worth(*placement))

FACT: Phrases[Asking, Condition] = Phrases(
    "a condition", {**_SLOTS, "term": TERM.slot()}, keeps=lambda asking: asking.names
)
FACT.add("{cell} shows|is|has {X}", make=lambda asking, cell, what: asking.fact(facts.Shows(cell, what)))
FACT.add("{placement}", make=lambda asking, placement: asking.fact(facts.Shows(cell=placement[1], what=placement[0])))
FACT.add("last card? shows|is|has {X}", make=lambda asking, what: asking.fact(facts.Shows(None, what)))
FACT.add("last card? at {cell}", make=lambda asking, cell: asking.fact(facts.LastAt(cell)))
FACT.add("{cell} is? empty|free", make=lambda asking, cell: asking.fact(facts.Empty(cell)))
FACT.add("{cell} is? taken", make=lambda asking, cell: negation(asking.fact(facts.Empty(cell))))
FACT.add("{player} played {card}", make=lambda asking, player, card: asking.fact(facts.Played(player, card)))
FACT.add("{player} holds|have|hold {card}", make=lambda asking, player, card: asking.holds(player, card))
FACT.add("have|hold {card}", make=lambda asking, card: asking.fact(facts.Holds(card)))
FACT.add("{term} {op} {term}", make=lambda asking, left, op, right: asking.compared(left, op, right))


def _other_played_at(asking: Asking, player: str, cell: str) -> Condition:
    if player == asking.names.me:
        raise Unreadable("expected the other player before 'played at'", asking.first, sure=True)
    return asking.fact(facts.LastAt(cell))


FACT.add("{player} played at {cell}", make=_other_played_at)

RESERVED = FACT.words() | TERM.words() | AT | frozenset(VERBS) | frozenset(COLOUR_WORDS) | {"away"}
"""The game's words: a name that holds one of them is quoted in canonical text."""


def fact_text(fact: facts.Fact, names: Names) -> str:
    """The canonical text of a fact."""
    match fact:
        case facts.Shows(cell=cell, what=what):
            return f"{cell or 'last'} shows {what}"
        case facts.LastAt(cell=cell):
            return f"last at {cell}"
        case facts.Empty(cell=cell):
            return f"{cell} empty"
        case facts.Played(player=player, card=card):
            return f"{names.shown(player)} played {card}"
        case facts.Holds(card=card):
            return f"{names.shown(names.me or 'me')} holds {card}"
    raise AssertionError(fact)


def side_text(side: Side, names: Names) -> str:
    """The canonical text of one side of a comparison."""
    match side:
        case int():
            return str(side)
        case facts.Score(player=player):
            return f"score {names.shown(player)}"
        case facts.Plays():
            return "plays"
        case facts.NumberOn(cell=cell):
            return f"number {cell or 'last'}"
        case facts.Worth(card=card, cell=cell):
            return f"worth {card} at {cell}"
    raise AssertionError(side)
