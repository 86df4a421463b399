"""The position of a game of Pitagoras: cards, dice, squares, options, and how it begins."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pbem.core.chance import Chance
from pbem.core.contract import Event, State, Table
from pbem.core.options import option

DECK = ("+2", "+3", "+4", "-2", "-3", "-4", "x2", "x3", "x4", "jolly", "jolly")
"""A player's eleven cards, in deck order: the order of every list of cards."""
CARDS = tuple(dict.fromkeys(DECK))
JOLLY = "jolly"

BLACK_DIE = (0, 0, 1, 2, 3, 4)
RED_DIE = (1, 1, 2, 2, 3, 4)
BLUE_DIE = (1, 1, 1, 2, 2, 3)

START, BENCH, PROMPTER, RIOT, WRONG_CALCULATION, GOAL = 1, 3, 5, 10, 11, 12
BACK_FROM_WRONG = 9

VERSION = 1
Result = int | str
"""A whole number, or "jolly"."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of Pitagoras."""

    well: Literal[8, 6] = option(8, "The square of the well: 8, or 6 with 8 a plain square (P27).")


@dataclass(slots=True)
class Position:
    """A position while it is being worked on. By name throughout; hands in deck order.

    `benched` and `riot` are what the calculation before has caused for the next one. `stakes` and `dice` are those published
    for the two calculations of `turn`, the turn to be played; both are empty once there is a `winner`.
    """

    turn: int
    squares: dict[str, int]
    hands: dict[str, list[str]]
    benched: list[str]
    riot: bool
    stakes: list[int]
    dice: dict[str, list[int]]
    winner: str | None = None

    def to_json(self) -> State:
        return {
            "version": VERSION,
            "turn": self.turn,
            "squares": self.squares,
            "hands": self.hands,
            "benched": self.benched,
            "riot": self.riot,
            "stakes": self.stakes,
            "dice": self.dice,
            "winner": self.winner,
        }


def position(state: State) -> Position:
    """The position in a state, sharing nothing with it that the rules change."""
    return Position(
        state["turn"],
        dict(state["squares"]),
        {name: list(hand) for name, hand in state["hands"].items()},
        list(state["benched"]),
        state["riot"],
        state["stakes"],
        state["dice"],
        state["winner"],
    )


def stake_die(players: Sequence[str]) -> tuple[int, ...]:
    """The stake die, red with 2 or 3 players, blue with 4 or 5, for the whole game. Source: P2."""
    return RED_DIE if len(players) <= 3 else BLUE_DIE


def roll(players: Sequence[str], turn: int, calculation: str, chance: Chance) -> tuple[int, dict[str, int]]:
    """The stake and everybody's black die of one calculation, also of one who will sit it out. Source: P5, section 5."""
    stake = chance.die(f"stake {turn}.{calculation}", stake_die(players))
    return stake, {name: chance.die(f"die {turn}.{calculation} {name}", BLACK_DIE) for name in players}


def publish_dice(players: Sequence[str], at: Position, chance: Chance) -> None:
    """Rolls ahead the dice of both calculations of the turn to be played. Source: P5."""
    first_stake, first = roll(players, at.turn, "1", chance)
    second_stake, second = roll(players, at.turn, "2", chance)
    at.stakes = [first_stake, second_stake]
    at.dice = {name: [first[name], second[name]] for name in players}


def start(table: Table, chance: Chance) -> tuple[State, list[Event]]:
    """All pieces on square 1, everybody with eleven cards, the dice of turn 1. No events. Source: 1, P3, P5."""
    players = table.players
    at = Position(
        turn=1,
        squares=dict.fromkeys(players, START),
        hands={name: list(DECK) for name in players},
        benched=[],
        riot=False,
        stakes=[],
        dice={},
    )
    publish_dice(players, at, chance)
    return at.to_json(), []


def worth(card: str, die: int) -> Result:
    """What a card makes of a die; may be 0 or negative. Source: 2.3, P6."""
    if card == JOLLY:
        return JOLLY
    number = int(card[1:])
    if card[0] == "+":
        return die + number
    return die - number if card[0] == "-" else die * number


def observed(state: State) -> dict[str, Any]:
    """The observable state. Source: section 7."""
    over = state["winner"] is not None
    published = {"turn": state["turn"], "stakes": list(state["stakes"]), "dice": _copied(state["dice"])}
    return {
        "squares": dict(state["squares"]),
        "hands": _copied(state["hands"]),
        "benched": list(state["benched"]),
        "riot": state["riot"],
        "next": None if over else published,
    }


def _copied(lists: dict[str, list[Any]]) -> dict[str, list[Any]]:
    return {name: list(of) for name, of in lists.items()}
