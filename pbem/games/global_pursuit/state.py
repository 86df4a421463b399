"""The position of a game of Global Pursuit: options, cards, hands, decks, and how it begins. Source: 1, 7."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pbem.core.chance import Chance
from pbem.core.contract import Event, State, Table
from pbem.core.options import option
from pbem.games.global_pursuit.globe import CARDS, SETS, set_of
from pbem.games.global_pursuit.judging import plain
from pbem.games.global_pursuit.lattice import ORIGIN
from pbem.games.global_pursuit.tabletop import Lying, Tabletop
from pbem.games.global_pursuit.trivia import DECKS, cards, named_deck, names

VERSION = 1
DIE = tuple(range(1, 13))
ALL = "ALL"
"""The one map of all sets."""

MATCH, LEVEL, ANSWER, WILD_ANSWER, OVER = "match", "level", "answer", "wild answer", "over"
"""The phases: what the mover decides next."""

SetCode = Literal["PP", "PE", "HH", "PR"]
Ruled = Literal["right", "wrong"]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of Global Pursuit."""

    maps: Literal["one", "four"] = option("one", "One large map of all sets, or a map for each set (W10).")
    sets: tuple[SetCode, ...] = option(("PP", "PE", "HH", "PR"), "The sets in play; fewer make a shorter game (W3).")
    table: int = option(8, "The table's radius in edge lengths, 3 to 40; 0: no limit (W17).")
    mismatch: Literal["challenge", "strict"] = option(
        "challenge", "Wrong matches stand until they are challenged, or the moderator refuses them (W22, W23)."
    )
    trivia: Literal["levels", "flat", "off"] = option(
        "levels", "Points for answers by level; always 2 (W42); no questions (W43)."
    )
    questions: Literal["starter", "full"] | dict[str, Any] = option(
        "starter", "The trivia cards: starter, full, or a table of the trivia file's form (section 10)."
    )
    near: Ruled = option("right", "What a misspelt answer is worth: right or wrong (W37).")
    rulings: dict[str, dict[str, Ruled]] | None = option(
        None, "The GM's rulings on answers, {question: {answer: right or wrong}} (W39)."
    )
    end: Literal["play-off", "empty-hand"] = option(
        "play-off", "When the game ends: play-off, or empty-hand: with the first empty hand (W53)."
    )
    hand: int = option(5, "Cards in a hand, 1 to 7.")
    idle: int = option(3, "Rounds in a row without a match that end the game, up to 20; 0: never (W54).")
    clues: Literal["grid", "plain"] = option(
        "grid", "Whether the printed text of a card gives grid lines (section 10)."
    )

    def __post_init__(self) -> None:
        if not self.sets or len(set(self.sets)) < len(self.sets):
            raise ValueError("sets: expected at least one set, each once")
        if self.table != 0 and not 3 <= self.table <= 40:
            raise ValueError("table: expected 0, or 3 to 40 edge lengths")
        if not 1 <= self.hand <= 7:
            raise ValueError("hand: expected 1 to 7 cards")
        if not 0 <= self.idle <= 20:
            raise ValueError("idle: expected 0 to 20 rounds")


@dataclass(slots=True)
class Position:
    """A position while it is being worked on.

    `turn`: adjudications done. `step`: counts decisions, so that one can be told from the next. `since`: the
    adjudication whose report tells the question in play. `maps`: by `ALL` or set, the
    cards in the order laid. `trivia`: the ids of each deck from the front, without the card in play. `match`: the last match,
    while it can be challenged: its player, card and points. `fresh`: cards laid in the
    last adjudication. `matches`: those of this round that stand; `matched`: those of the
    game; `idle`: rounds in a row without one. `rolls`, `builders`: draws so far with those labels.
    """

    order: list[str]
    maps: dict[str, list[dict[str, Any]]]
    hands: dict[str, list[str]]
    deck: list[str]
    scores: dict[str, int]
    trivia: dict[str, list[str]]
    mover: str | None
    phase: str = MATCH
    round: int = 1
    turn: int = 0
    step: int = 1
    since: int = 0
    played: int = 0
    asked: dict[str, Any] | None = None
    match: dict[str, Any] | None = None
    levels: dict[str, int] = field(default_factory=dict)
    fresh: list[str] = field(default_factory=list)
    matches: int = 0
    matched: int = 0
    idle: int = 0
    rolls: int = 0
    builders: int = 0
    reason: str = ""
    winners: list[str] = field(default_factory=list)

    def to_json(self) -> State:
        """The state, which takes over what the position holds: nothing is done to a position after that."""
        return {"version": VERSION, **{name: getattr(self, name) for name in self.__dataclass_fields__}}

    def map_of(self, card: str) -> str:
        """The map on which the card can lie."""
        return ALL if ALL in self.maps else set_of(card)

    @property
    def laid(self) -> set[str]:
        """All cards that lie on a map."""
        return {lying["card"] for on in self.maps.values() for lying in on}


def position(state: State) -> Position:
    """The position in a state, sharing nothing with it."""
    return Position(**{key: _copied(of) for key, of in state.items() if key != "version"})


def _copied(of: Any) -> Any:
    if isinstance(of, dict):
        return {key: _copied(value) for key, value in of.items()}
    return [_copied(value) for value in of] if isinstance(of, list) else of


def tabletop(lying: Sequence[Mapping[str, Any]], radius: int) -> Tabletop:
    """The cards of a map as a table."""
    return Tabletop(as_they_lie(lying), radius)


def as_they_lie(lying: Sequence[Mapping[str, Any]]) -> tuple[Lying, ...]:
    """The cards of a map in the order in which they were laid."""
    return tuple(Lying(one["card"], tuple(one["at"]), one["direction"]) for one in lying)


def beginning(card: str) -> dict[str, Any]:
    """A beginning card as it lies."""
    return {"card": card, "by": None, "joined": None, "at": list(ORIGIN), "direction": 0}


def sets_in_play(options: Options) -> tuple[str, ...]:
    """The sets in play, in card order."""
    return tuple(code for code in SETS if code in options.sets)


def trivia_deck(options: Options) -> list[dict[str, Any]]:
    """The trivia cards that the options name, checked with the rulings. Raises ValueError, in one sentence."""
    given = options.questions
    try:
        deck = cards(named_deck(given) if isinstance(given, str) else given)
    except ValueError as error:
        raise ValueError(f"questions: {error}") from error
    known = names(deck)
    for question, ruled in (options.rulings or {}).items():
        if question not in known:
            raise ValueError(f"rulings: no question {question!r}")
        forms: dict[str, str] = {}
        for answer, ruling in ruled.items():
            if forms.setdefault(plain(answer), ruling) != ruling:
                raise ValueError(f"rulings: {question}: {answer!r} is ruled both right and wrong")
    return deck


def start(table: Table, chance: Chance) -> tuple[State, list[Event]]:
    """Beginning card or cards, deck, deal, who begins, trivia decks, in this order. Source: 1, W4, W5, W7."""
    options: Options = table.options
    codes = sets_in_play(options)
    in_play = [card for card in CARDS if set_of(card) in codes]
    beginnings = 1 if options.maps == "one" else len(codes)
    if len(in_play) < beginnings + options.hand * len(table.players):
        number = len(table.players)
        raise ValueError(f"options: {len(in_play)} map cards are too few for {number} hands of {options.hand}")
    if options.maps == "one":
        maps = {ALL: [beginning(chance.choice("start", in_play))]}
    else:
        maps = {
            code: [beginning(chance.choice(f"start {code}", [card for card in in_play if set_of(card) == code]))]
            for code in codes
        }
    laid = [on[0]["card"] for on in maps.values()]
    deck = chance.shuffle("deck", [card for card in in_play if card not in laid])
    dealt = options.hand * len(table.players)
    hands = {name: deck[seat : dealt : len(table.players)] for seat, name in enumerate(table.players)}
    events: list[Event] = [
        {"event": "builder", "map": code, "card": card} for code, card in zip(maps, laid, strict=True)
    ]
    first = who_begins(table.players, chance, events)
    trivia: dict[str, list[str]] = {}
    if options.trivia != "off":
        for code in DECKS:
            ids = [card["id"] for card in table.decks["trivia"] if card["deck"] == code]
            trivia[code] = chance.shuffle(f"trivia {code}", ids)
    seat = table.players.index(first)
    order = [*table.players[seat:], *table.players[:seat]]
    at = Position(order, maps, hands, deck[dealt:], dict.fromkeys(table.players, 0), trivia, first)
    return at.to_json(), events


def who_begins(players: Sequence[str], chance: Chance, events: list[Event]) -> str:
    """The highest die; those who tie for it roll again among themselves. Source: W7."""
    throw = 1
    tied = list(players)
    while True:
        again = "" if throw == 1 else f" {throw}"
        rolls = {name: chance.die(f"first {name}{again}", DIE) for name in tied}
        events.append({"event": "first", "rolls": rolls})
        highest = max(rolls.values())
        tied = [name for name in tied if rolls[name] == highest]
        if len(tied) == 1:
            return tied[0]
        throw += 1


def observed(state: State) -> dict[str, Any]:
    """The observable state. Source: section 7."""
    at = position(state)
    return {
        "round": at.round,
        "phase": at.phase,
        "mover": at.mover,
        "order": at.order,
        "maps": [{"map": code, "cards": lying} for code, lying in at.maps.items()],
        "hands": at.hands,
        "deck": at.deck,
        "played": at.played,
        "scores": at.scores,
        "asked": at.asked,
        "trivia": {code: ids[0] if ids else None for code, ids in at.trivia.items()},
        "challengeable": at.match["card"] if at.match else None,
        "levels": at.levels,
    }
