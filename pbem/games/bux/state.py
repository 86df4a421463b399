"""The position of a game of bux, its options, and what may be seen of it by all. Source: sections 1 and 7."""

from dataclasses import dataclass, field
from typing import Any, Literal

from pbem.core.contract import State, Table
from pbem.core.options import option
from pbem.core.sheets import Filed, Order
from pbem.games.bux.deck import OURS, STEP, Deck, deck_of

VERSION = 1
MOVE, AUCTION, OVER = "move", "auction", "over"
"""The stages."""

BID, STANDING = "bid", "standing bid"
"""With MOVE the keys of orders, and the parts of a sheet."""

CHIPS_EACH = 200
"""4 W, 3 S, 1 G and 1 B: the chips with which everyone begins. Source: section 1."""
LOT = 3
"""Cards of a lot, of a set, and of a spread as dealt."""
DOUBLE_FROM = 2
"""The bank pays double from this BUX card of a deck on. Source: X8."""

_MOST_CHIPS = 1_000


@dataclass(frozen=True, slots=True)
class Options:
    """The options of bux."""

    deck: str | dict[str, Any] = option(
        OURS, "Our deck, or a table with cards (id, suit, shape, number), three of them with bux = true."
    )
    turn_order: Literal["random", "seats"] = option("random", "The first player: by chance, or the first seat (X1).")
    decks: int = option(3, "How many decks are played, 1 to 9 (X14).")
    opening: int = option(5, "The least bid, a multiple of 5 up to 1000 (X17, X19).")
    raise_: int = option(5, "The step by which bids go up, a multiple of 5 up to 1000 (X17).", name="raise")
    unsold: Literal["tray", "drawer"] = option("tray", "Where a lot goes on which nobody bids (X21).")

    def __post_init__(self) -> None:
        if isinstance(self.deck, str) and self.deck != OURS:
            raise ValueError(f"deck: expected {OURS!r} or a table with cards, not {self.deck!r}")
        if not 1 <= self.decks <= 9:
            raise ValueError(f"decks: expected a whole number from 1 to 9, not {self.decks}")
        for name, amount in (("opening", self.opening), ("raise", self.raise_)):
            if not STEP <= amount <= _MOST_CHIPS or amount % STEP:
                raise ValueError(f"{name}: expected a multiple of {STEP} from {STEP} to {_MOST_CHIPS}, not {amount}")


@dataclass(slots=True)
class Position:
    """A position while it is being worked on; `mover` is the drawer in an auction, None after the end.

    `order`: the turn order. `deck`: its first card is the top. `spreads`, `tray`, `lot` and `tucked` are in the order in which
    cards came. `step` counts the decisions that were asked, `done` the adjudications; `auctioned` is the adjudication that last
    resolved an auction, `moved` by player the one of the last move, both 0 before there was one.
    """

    order: list[str]
    spreads: dict[str, list[str]]
    chips: dict[str, int]
    moved: dict[str, int]
    deck: list[str]
    deck_no: int = 1
    tucked: list[str] = field(default_factory=list)
    tray: list[str] = field(default_factory=list)
    lot: list[str] = field(default_factory=list)
    bank: int = 0
    turn: int = 0
    stage: str = MOVE
    mover: str | None = None
    step: int = 0
    done: int = 0
    auctioned: int = 0

    @property
    def double(self) -> bool:
        """Whether the bank pays double. Source: X8."""
        return len(self.tucked) >= DOUBLE_FROM

    def to_json(self) -> State:
        state: State = {name: getattr(self, name) for name in self.__slots__}
        state["version"] = VERSION
        return state


def position(state: State) -> Position:
    """The position in a state, sharing nothing with it that the rules change."""
    return Position(
        order=state["order"],
        spreads={name: list(spread) for name, spread in state["spreads"].items()},
        chips=dict(state["chips"]),
        moved=dict(state["moved"]),
        deck=list(state["deck"]),
        deck_no=state["deck_no"],
        tucked=list(state["tucked"]),
        tray=list(state["tray"]),
        lot=list(state["lot"]),
        bank=state["bank"],
        turn=state["turn"],
        stage=state["stage"],
        mover=state["mover"],
        step=state["step"],
        done=state["done"],
        auctioned=state["auctioned"],
    )


def order_of(orders: tuple[Order, ...], part: str) -> Order | None:
    """The order of that part among a player's orders on file."""
    return next((order for order in orders if order.part == part), None)


def has_bid(orders: tuple[Order, ...]) -> bool:
    """Whether a bid, or a standing bid, is among a player's orders on file. Source: section 2."""
    return any(order.part in (BID, STANDING) for order in orders)


def lacking_bids(table: Table, filed: Filed) -> list[str]:
    """Who has neither bid nor standing bid on file, in seat order."""
    return [name for name in table.players if not has_bid(filed.get(name, ()))]


def who_filed(names: tuple[str, ...], filed: Filed, part: str) -> list[str]:
    """Those of the names who have an order of that part on file."""
    return [name for name in names if order_of(filed.get(name, ()), part) is not None]


def public_part(deck: Deck, at: Position) -> dict[str, Any]:
    """What everybody may see of a position. Source: sections 7 and 8, X4."""
    return {
        "turn": at.turn,
        "stage": at.stage,
        "mover": at.mover,
        "deck_no": at.deck_no,
        "deck": len(at.deck),
        "deck_top": deck.number[at.deck[0]] if at.deck else None,
        "tucked": at.tucked,
        "tray": at.tray,
        "lot": at.lot,
        "spreads": at.spreads,
        "chips": at.chips,
        "bank": at.bank,
    }


def filed_part(names: tuple[str, ...], filed: Filed) -> dict[str, list[str]]:
    """Which of the names have a move, a bid, a standing bid on file. Source: section 7."""
    return {
        "premoves": who_filed(names, filed, MOVE),
        "bids": who_filed(names, filed, BID),
        "standing": who_filed(names, filed, STANDING),
    }


def observed(table: Table, state: State, filed: Filed) -> dict[str, Any]:
    """The observable state. Source: section 7."""
    return {**public_part(deck_of(table), position(state)), **filed_part(table.players, filed)}
