"""The words of Pitagoras's orders: cards, calculations, terms and facts, with every looser form. Source: section 3."""

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
    Not,
    Phrases,
    Slot,
    Tokens,
    Unreadable,
    negation,
    player_slot,
)
from pbem.games.pitagoras import facts
from pbem.games.pitagoras.state import JOLLY


@dataclass(frozen=True, slots=True)
class Asking:
    """Where a fact stands: the names as the writer uses them, and the key of the order, `1`, `2` or `prompter`."""

    names: Names
    key: str

    def calculation(self, given: str | None) -> str:
        """The calculation that a fact about what was done is about: 1 where none is named, but under `prompter`."""
        return self._named(given, "1")

    def dice(self, given: str | None) -> str:
        """The calculation whose dice are asked for: that of the decision where none is named, but under `prompter`."""
        return self._named(given, self.key)

    def _named(self, given: str | None, otherwise: str) -> str:
        if given is None and self.key == "prompter":
            raise Unreadable("expected a calculation: 1, 2 or x")
        return given or otherwise

    def fact(self, value: facts.Fact) -> Condition:
        return Fact(value, fact_text(value, self.names))

    def compared(self, left: "Side", operator: str, right: "Side") -> Condition:
        text = f"{side_text(left, self.names)} {operator} {side_text(right, self.names)}"
        return Comparison(left, operator, right, text)


Side = int | facts.Term


def refusal(condition: Condition, key: str) -> str | None:
    """Why a fact cannot be asked for under a key, since nobody can know it in time; None where it can. Source: P28."""
    match condition:
        case Not(part=part):
            return refusal(part, key)
        case Comparison(left=left, right=right):
            return _unknown(left, key) or _unknown(right, key)
        case Fact(value=value):
            return _unknown(value, key)
    raise AssertionError(condition)


def _unknown(value: object, key: str) -> str | None:
    if key == "prompter":
        return None
    match value:
        case facts.Stake(calculation="x") | facts.Die(calculation="x"):
            return "the dice of the extra calculation are not known before it begins"
        case facts.Won() | facts.Played() | facts.Score() if key == "1":
            return "calculation 1 is chosen before anybody has won or played in this turn"
        case facts.Won(calculation=which) | facts.Played(calculation=which) | facts.Score(calculation=which) if (
            which != "1"
        ):
            return "when the card for calculation 2 is chosen, only calculation 1 is known"
    return None


def _always(value: str) -> Callable[[Any], str]:
    return lambda context: value


CARD: Phrases[Any, str] = Phrases("a card", {})
"""`+2 +3 +4 -2 -3 -4 x2 x3 x4 jolly`, and what is read as one of them."""
for _n in "234":
    CARD.add(f"+{_n}", f"+|plus|add {_n}", make=_always(f"+{_n}"))
    CARD.add(f"-{_n}", f"-|minus|subtract {_n}", make=_always(f"-{_n}"))
    CARD.add(f"x{_n}|*{_n}|{_n}x", f"x|*|times {_n}", make=_always(f"x{_n}"))
CARD.add("a? jolly|jollys|j|joker|wild", make=_always(JOLLY))

LAID: Phrases[Any, str] = Phrases("a card", {"card": CARD.slot()}, keeps=lambda context: None)
"""A card as it is ordered."""
LAID.add("play|lay|use? {card}", make=lambda context, card: card)

WHICH: Phrases[Any, str] = Phrases("a calculation: 1, 2 or x", {})
"""A calculation: `1`, `2`, `x`."""
for _key, _words in (("1", "first|1st"), ("2", "second|2nd"), ("x", "extra")):
    WHICH.add(f"calculation|calc|round? {_key}", f"the? {_words} calculation|calc|round?", make=_always(_key))

_PLAYER: Slot[Asking] = player_slot(lambda asking: asking.names)


def _my(asking: Asking, tokens: Tokens, at: int) -> Iterable[tuple[Any, int]]:
    """The writer as `my`, and nobody in any other word: only of one's own die may the calculation be left out."""
    return _PLAYER.read(asking, tokens, at) if tokens[at].low == "my" else []


_SLOTS: dict[str, Slot[Asking]] = {
    "player": _PLAYER,
    "my": Slot("my", _my),
    "card": CARD.slot(),
    "R": WHICH.slot(),
    "number": NUMBER_SLOT,
}

TERM: Phrases[Asking, Side] = Phrases("a number", _SLOTS)
TERM.add("{number}", make=lambda asking, number: number)
TERM.add("square {player}", "{player} square", make=lambda asking, player: facts.Square(player))
TERM.add("cards {player}", "{player} cards", make=lambda asking, player: facts.Cards(player))
TERM.add("stake in? {R}", make=lambda asking, which: facts.Stake(asking.dice(which)))
TERM.add(
    "die {player} in? {R}",
    "{player} die in? {R}",
    make=lambda asking, player, which: facts.Die(player, asking.dice(which)),
)
TERM.add("{my} die", make=lambda asking, player: facts.Die(player, asking.dice(None)))
TERM.add(
    "score {player} in? {R}",
    "{player} score in? {R}",
    make=lambda asking, player, which: facts.Score(player, asking.calculation(which)),
)
TERM.add("turn", make=lambda asking: facts.TurnNumber())
TERM.add("calculation", make=lambda asking: facts.CalculationNumber())

OPERATOR_WORDS: Phrases[Asking, str] = Phrases("a comparison such as >=", {"op": OPERATOR_SLOT})
OPERATOR_WORDS.add("{op}", make=lambda asking, op: op)
for _sign, _forms in {
    ">=": ("is|are? at least",),
    "<=": ("is|are? at most",),
    "=": ("is|are|equals",),
    ">": ("is|are? above|over", "is|are? more than"),
    "<": ("is|are? under|below", "is|are? less than"),
}.items():
    OPERATOR_WORDS.add(*_forms, make=_always(_sign))

FACT: Phrases[Asking, Condition] = Phrases(
    "a condition",
    {**_SLOTS, "term": TERM.slot(), "op": OPERATOR_WORDS.slot(), "R": WHICH.slot()},
    keeps=lambda asking: (asking.names, asking.key),
)
DID_NOT = "didn't"
"""What `did not` is read as; the language's keyword cannot stand in a fact. See `PitagorasLanguage.prepare`."""


NOBODY = frozenset({"nobody", "noone", "no-one", "none", "no one"})
"""No player, unless in quotes: so that `nobody benched` is not taken for a player of that name. Source: section 3."""


def _add_facts() -> None:
    no_one = ("|".join(sorted(word for word in NOBODY if " " not in word)), "no one")
    for form, bare in (
        ("won", None),
        ("wins", "1"),
        ("has|have won", "1"),
    ):  # the last two alone are `won 1` under any key
        FACT.add(f"{{player}} {form} in? {{R}}", make=_won)
        FACT.add(f"{{player}} {form}", make=lambda asking, player, which=bare: _won(asking, player, which))
        for who in no_one:
            FACT.add(f"{who} {form} in? {{R}}", make=lambda asking, which: _won(asking, None, which))
            FACT.add(f"{who} {form}", make=lambda asking, which=bare: _won(asking, None, which))
    did_not_win = f"{{player}} {DID_NOT} win"
    FACT.add(f"{did_not_win} in? {{R}}", make=lambda asking, player, which: negation(_won(asking, player, which)))
    FACT.add(did_not_win, make=lambda asking, player: negation(_won(asking, player, None)))
    for who in no_one:
        FACT.add(f"{who} {DID_NOT} win in? {{R}}", make=lambda asking, which: negation(_won(asking, None, which)))
        FACT.add(f"{who} {DID_NOT} win", make=lambda asking: negation(_won(asking, None, None)))
    played = "{player} played|plays|used|laid {card}"
    FACT.add(f"{played} in {{R}}", make=_played)
    FACT.add(played, make=lambda asking, player, card: _played(asking, player, card, None))
    FACT.add(
        "{player} holds|has|have|hold {card}", make=lambda asking, player, card: asking.fact(facts.Holds(player, card))
    )
    FACT.add(
        "{player} is|am? benched",
        "{player} is|am? on the bench",
        "{player} sits|sit out",
        make=lambda asking, player: asking.fact(facts.Benched(player)),
    )
    FACT.add("a? riot", "there is a riot", make=lambda asking: asking.fact(facts.Riot()))
    FACT.add("{player} is|am? ahead of {player}", "{player} leads|lead {player}", make=_ahead)
    FACT.add("{player} is|am? behind {player}", "{player} trails|trail {player}", make=_behind)
    FACT.add(
        "{player} is|am? on|at {number}",
        make=lambda asking, player, number: asking.compared(facts.Square(player), "=", number),
    )
    FACT.add("{term} {op} {term}", make=lambda asking, left, op, right: asking.compared(left, op, right))


def _won(asking: Asking, player: str | None, given: str | None) -> Condition:
    return asking.fact(facts.Won(player, asking.calculation(given)))


def _played(asking: Asking, player: str, card: str, given: str | None) -> Condition:
    return asking.fact(facts.Played(player, card, asking.calculation(given)))


def _ahead(asking: Asking, player: str, other: str) -> Condition:
    return asking.fact(facts.Stands(player, other, ahead=True))


def _behind(asking: Asking, player: str, other: str) -> Condition:
    return asking.fact(facts.Stands(player, other, ahead=False))


_add_facts()

RESERVED = CARD.words() | LAID.words() | WHICH.words() | TERM.words() | OPERATOR_WORDS.words() | FACT.words() | {"with"}
"""The game's words: a name that holds one of them is quoted in canonical text."""


def fact_text(fact: facts.Fact, names: Names) -> str:
    """The canonical text of a fact."""
    match fact:
        case facts.Won(player=None, calculation=which):
            return f"nobody won {which}"
        case facts.Won(player=str(player), calculation=which):
            return f"{names.shown(player)} won {which}"
        case facts.Played(player=player, card=card, calculation=which):
            return f"{names.shown(player)} played {card} in {which}"
        case facts.Holds(player=player, card=card):
            return f"{names.shown(player)} holds {card}"
        case facts.Benched(player=player):
            return f"{names.shown(player)} benched"
        case facts.Riot():
            return "riot"
        case facts.Stands(player=player, other=other, ahead=ahead):
            return f"{names.shown(player)} {'ahead of' if ahead else 'behind'} {names.shown(other)}"
    raise AssertionError(fact)


def side_text(side: Side, names: Names) -> str:
    """The canonical text of one side of a comparison."""
    match side:
        case int():
            return str(side)
        case facts.Square(player=player):
            return f"square {names.shown(player)}"
        case facts.Cards(player=player):
            return f"cards {names.shown(player)}"
        case facts.Stake(calculation=which):
            return f"stake {which}"
        case facts.Die(player=player, calculation=which):
            return f"die {names.shown(player)} {which}"
        case facts.Score(player=player, calculation=which):
            return f"score {names.shown(player)} {which}"
        case facts.TurnNumber():
            return "turn"
        case facts.CalculationNumber():
            return "calculation"
    raise AssertionError(side)
