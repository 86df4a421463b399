"""The position of a game of Glitches: hands, piles, what was played where; its options, and how it begins."""

from dataclasses import dataclass, field
from typing import Any, Literal

from pbem.core.chance import Chance
from pbem.core.contract import Event, State, Table
from pbem.core.options import option
from pbem.core.sheets import Filed
from pbem.games.glitches.cards import CARDS, in_card_order

VERSION = 1
KEEP, PLAY, ROW = "keep", "play", "row"
"""The parts of a sheet; the first two are phases too, and what is asked of a player."""
END = "end"
DEALT = 6
PLAYS_A_DEAL = 8
PLAYS = 16


@dataclass(frozen=True, slots=True)
class Options:
    """The options of Glitches."""

    start: Literal["random", "first"] = option(
        "random", "Who is the starting player: `random` is drawn by chance, `first` is the first in the list (G3)."
    )


@dataclass(slots=True)
class Position:
    """A position while it is being worked on. Its lists are replaced, never changed, since a state may hold them.

    `deck` is what is still to be dealt. `hands` (in phase keep the six dealt) and `piles` are in card order. `plays` are
    card and cell in the order played, `grid` the same by cell. `rows` are the rows laid at the end, by player.
    """

    players: tuple[str, ...]
    starter: str
    phase: str
    deal: int
    deck: list[str]
    hands: dict[str, list[str]]
    piles: dict[str, list[str]]
    plays: list[list[str]]
    scores: dict[str, int]
    rows: dict[str, list[str]]
    grid: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.grid = {cell: card for card, cell in self.plays}

    @property
    def other(self) -> str:
        """The player who does not start."""
        first, second = self.players
        return second if first == self.starter else first

    @property
    def mover(self) -> str:
        """Whose play is next, in phase play. Source: G5."""
        return self.starter if len(self.plays) % 2 == 0 else self.other

    @property
    def step(self) -> int:
        """The number of the decision that is due, counting keep steps and plays from 1."""
        return len(self.plays) + self.deal + (self.phase == PLAY)

    @property
    def winner(self) -> str | None:
        """The winner once the game has ended; with equal points the starting player. Source: G18."""
        if self.phase != END:
            return None
        other = self.other
        return other if self.scores[other] > self.scores[self.starter] else self.starter

    def player_of(self, play: int) -> str:
        """Who made or makes that play, 1 to 16. Source: G5."""
        return self.starter if play % 2 else self.other

    def to_json(self) -> State:
        return {
            "version": VERSION,
            "starter": self.starter,
            "phase": self.phase,
            "deal": self.deal,
            "deck": self.deck,
            "hands": self.hands,
            "piles": self.piles,
            "plays": self.plays,
            "scores": self.scores,
            "rows": self.rows,
        }


def position(table: Table, state: State) -> Position:
    """The position in a state, sharing nothing with it that the rules change."""
    return Position(
        table.players,
        state["starter"],
        state["phase"],
        state["deal"],
        state["deck"],
        dict(state["hands"]),
        dict(state["piles"]),
        list(state["plays"]),
        dict(state["scores"]),
        dict(state["rows"]),
    )


def start(table: Table, chance: Chance) -> tuple[State, list[Event]]:
    """The deck shuffled, the starting player found, deal 1. No events. Source: G2, G3."""
    players = table.players
    deck = chance.shuffle("deck", CARDS)
    starter = players[0] if table.options.start == "first" else chance.choice("start", players)
    at = Position(
        players,
        starter,
        KEEP,
        1,
        deck,
        {},
        {name: [] for name in players},
        [],
        dict.fromkeys(players, 0),
        {},
    )
    deal(at)
    return at.to_json(), []


def deal(at: Position) -> None:
    """Six cards to each, the first player in the list first. Source: G2."""
    for name in at.players:
        at.hands[name] = in_card_order(at.deck[:DEALT])
        at.deck = at.deck[DEALT:]


def observed(table: Table, state: State, filed: Filed) -> dict[str, Any]:
    """The observable state. Source: section 7."""
    at = position(table, state)
    return {
        "phase": at.phase,
        "deal": at.deal,
        "plays": len(at.plays),
        "starter": at.starter,
        "mover": at.mover if at.phase == PLAY else None,
        "grid": at.grid,
        "scores": at.scores,
        "hands": {name: list(cards) for name, cards in at.hands.items()},
        "piles": {name: list(cards) for name, cards in at.piles.items()},
        "premoves": {name: sum(order.part == PLAY for order in filed.get(name, ())) for name in table.players},
    }
