"""The position of a glass bead game, its options, and what may be seen of it by all. Source: sections 1 and 7."""

from dataclasses import dataclass, field
from typing import Any, Literal

from pbem.core.contract import State, Table
from pbem.core.options import option
from pbem.core.sheets import Filed, Order
from pbem.games.glass_bead.board import Board, board
from pbem.games.glass_bead.deck import SAMPLE

VERSION = 1
TURN, CONTINUE, VOTES, OVER = "turn", "continue", "votes", "over"
"""The stages."""

TURN_PART = "turn"
DISCARD_PART = "discard"
STANDING_PART = "standing"
TURN_PARTS = frozenset({TURN_PART, DISCARD_PART})
"""The turn part: plays, placements and claims are a list; of discards the last counts."""

_WHOLE_NUMBERS = {"hand": (1, 20), "draw": (1, 10), "hand_max": (1, 30), "rounds": (0, 1000)}


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the glass bead game."""

    board: str = option("10x10", "Columns, rows and, if there are several, levels: 10x10, 5x5x5 (B12, B13).")
    deck: str | dict[str, Any] = option(
        SAMPLE, "The sample deck, or a table with cards (title, sa, descriptors) and, if need be, aliases (B2, B3)."
    )
    aliases: bool = option(False, "Read descriptors by the deck's table of aliases before comparing them (B3).")
    short_deck: bool = option(False, "Allow a deck of fewer cards than the board has spaces (B30).")
    turn_order: Literal["random", "seats"] = option("random", "The first player: by chance, or the first seat (B1).")
    hand: int = option(5, "Cards dealt to each player, 1 to 20.")
    draw: int = option(2, "Cards drawn a turn, 1 to 10 (B4).")
    hand_max: int = option(7, "The hand limit at the end of one's own turn, 1 to 30 (B24).")
    scoring: Literal["descriptor", "neighbour"] = option(
        "descriptor", "A point for every shared descriptor, or for every adjacent card and shared descriptor (B13)."
    )
    line_bonus: Literal["each", "once", "off"] = option(
        "each", "A point for every line of three or more, for one a placement, or for none (B15)."
    )
    claims: bool = option(True, "Allow claims on which the others vote (B20).")
    rounds: int = option(0, "End the game after so many turns of every player, up to 1000; 0 for no limit (B28).")

    def __post_init__(self) -> None:
        board(self.board)
        if isinstance(self.deck, str) and self.deck != SAMPLE:
            raise ValueError(f"deck: expected {SAMPLE!r} or a table with cards, not {self.deck!r}")
        for name, (least, most) in _WHOLE_NUMBERS.items():
            if not least <= getattr(self, name) <= most:
                raise ValueError(f"{name}: expected a whole number from {least} to {most}, not {getattr(self, name)}")


@dataclass(slots=True)
class Progress:
    """A turn in progress. `abilities` and `placements` are those still allowed, `points` those of its placements so far.

    `played` counts the abilities played in the turn, `fresh` those since it began or since its last pause. `negated`: whether the
    last of them was.
    """

    abilities: int = 1
    placements: int = 1
    points: int = 0
    double: bool = False
    placed: bool = False
    played: int = 0
    fresh: int = 0
    negated: bool = False


@dataclass(slots=True)
class Claim:
    """An open claim; `turn` is the number of the turn in which it was made."""

    claim: int
    by: str
    card: str
    other: str
    text: str
    turn: int


@dataclass(slots=True)
class Position:
    """A position while it is being worked on. By name throughout; hands, draws and the discard oldest first.

    `order`: the turn order. `board` is in the order in which cards were placed, `last` the spaces of the last turn with a
    placement. `deck`: its first card is the top. `made` counts claims, `reshuffles` and `passes` (turns in a row passed at their
    beginning) what they say, `step` the decisions that were asked of movers.
    """

    order: list[str]
    hands: dict[str, list[str]]
    draws: dict[str, list[str]]
    deck: list[str]
    scores: dict[str, int]
    turn: int = 0
    stage: str = TURN
    mover: str | None = None
    progress: Progress = field(default_factory=Progress)
    board: dict[str, str] = field(default_factory=dict)
    last: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    halved: list[str] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    made: int = 0
    reshuffles: int = 0
    passes: int = 0
    step: int = 0
    reason: str = ""

    def to_json(self) -> State:
        return {
            **_fields(self),
            "version": VERSION,
            "progress": _fields(self.progress),
            "claims": [_fields(claim) for claim in self.claims],
        }


def _fields(of: Position | Progress | Claim) -> dict[str, Any]:
    """The fields by name; lists and tables in them are the same ones."""
    return {name: getattr(of, name) for name in of.__slots__}


def position(state: State) -> Position:
    """The position in a state, sharing nothing with it that the rules change."""
    return Position(
        order=state["order"],
        hands={name: list(hand) for name, hand in state["hands"].items()},
        draws={name: list(draw) for name, draw in state["draws"].items()},
        deck=list(state["deck"]),
        scores=dict(state["scores"]),
        turn=state["turn"],
        stage=state["stage"],
        mover=state["mover"],
        progress=Progress(**state["progress"]),
        board=dict(state["board"]),
        last=state["last"],
        discard=list(state["discard"]),
        halved=list(state["halved"]),
        claims=[Claim(**claim) for claim in state["claims"]],
        made=state["made"],
        reshuffles=state["reshuffles"],
        passes=state["passes"],
        step=state["step"],
        reason=state["reason"],
    )


def board_of(table: Table) -> Board:
    """The board of a table."""
    return board(table.options.board)


def has_turn_part(orders: tuple[Order, ...]) -> bool:
    """Whether a turn part is among the orders on file."""
    return any(order.part in TURN_PARTS for order in orders)


def vote_part(claim: int) -> str:
    """The part of a sheet that is the vote on that claim."""
    return f"vote {claim}"


def voters(table: Table, claim: Claim, filed: Filed) -> list[str]:
    """Who has a vote on that claim on file, in seat order."""
    part = vote_part(claim.claim)
    return [name for name in table.players if any(order.part == part for order in filed.get(name, ()))]


def all_voted(table: Table, claim: Claim, filed: Filed) -> bool:
    """Whether all but the claimant have a vote on that claim on file. Source: B21."""
    return len(set(voters(table, claim, filed)) - {claim.by}) == len(table.players) - 1


def now(at: Position) -> dict[str, Any] | None:
    """What a paused turn still allows, and what it has made so far; None unless the turn is paused. Source: 7, B9."""
    if at.stage != CONTINUE:
        return None
    progress = at.progress
    return {
        "abilities": 0 if progress.placed else progress.abilities,
        "placements": progress.placements,
        "points": progress.points,
        "double": progress.double,
        "placed": progress.placed,
    }


def public_part(table: Table, at: Position, filed: Filed) -> dict[str, Any]:
    """What everybody may see, as section 7 lists it: all but `hands`, `draws` and `premoves`."""
    grid = board_of(table)
    return {
        "turn": at.turn,
        "stage": at.stage,
        "mover": at.mover,
        "now": now(at),
        "board": {space: at.board[space] for space in grid.sorted(at.board)},
        "deck": len(at.deck),
        "discard": list(at.discard),
        "scores": dict(at.scores),
        "halved": [name for name in table.players if name in at.halved],
        "claims": [
            {
                "claim": claim.claim,
                "by": claim.by,
                "card": claim.card,
                "with": claim.other,
                "text": claim.text,
                "voted": voters(table, claim, filed),
            }
            for claim in at.claims
        ],
    }


def observed(table: Table, state: State, filed: Filed) -> dict[str, Any]:
    """The observable state. Source: section 7."""
    at = position(state)
    return {
        **public_part(table, at, filed),
        "hands": at.hands,
        "draws": at.draws,
        "premoves": [name for name in table.players if has_turn_part(filed.get(name, ()))],
    }
