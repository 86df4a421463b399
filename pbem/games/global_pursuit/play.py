"""An adjudication while it is done: the position, what is on file, what has happened, and the problems of decisions."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core.chance import Chance
from pbem.core.contract import Event, Rulable, Table
from pbem.core.sheets import Filed, Order, Problem
from pbem.games.global_pursuit import orders
from pbem.games.global_pursuit.facts import Moment
from pbem.games.global_pursuit.globe import globe
from pbem.games.global_pursuit.state import Options, Position, tabletop
from pbem.games.global_pursuit.tabletop import Tabletop, Touch
from pbem.games.global_pursuit.words import PASS, Join


class Play:
    """One adjudication. `halted`: a report must go out before anything else is decided."""

    __slots__ = ("at", "chance", "events", "filed", "halted", "options", "problems", "rulable", "rulings", "table")

    def __init__(
        self, table: Table, at: Position, filed: Filed, rulings: Mapping[str, Mapping[str, str]], chance: Chance
    ) -> None:
        self.table = table
        self.options: Options = table.options
        self.at = at
        self.filed = {name: list(filed.get(name, ())) for name in table.players}
        self.rulings = rulings
        self.chance = chance
        self.events: list[Event] = []
        self.problems: dict[str, list[Problem]] = {name: [] for name in table.players}
        self.rulable: list[Rulable] = []
        self.halted = False

    @property
    def mover(self) -> str:
        assert self.at.mover is not None
        return self.at.mover

    def find(self, name: str, part: str) -> Order | None:
        """The player's order of that part; None where there is none. Of a list it is the first."""
        return next((order for order in self.filed[name] if orders.part(order) == part), None)

    def drop(self, name: str, *parts: str) -> None:
        """Takes the player's orders of these parts off the file."""
        self.filed[name] = [order for order in self.filed[name] if orders.part(order) not in parts]

    def use_up(self, name: str, order: Order) -> None:
        """Takes that very order off the file."""
        self.filed[name] = [kept for kept in self.filed[name] if kept is not order]

    def offers(self, name: str, order: Order) -> list[Any]:
        """What the order offers now."""
        return orders.offered(order.text, self.table.players, name, moment_of(self.at))

    def report(self, name: str, order: Order, message: str) -> None:
        """A problem of a decision, at its order."""
        self.problems[name].append(Problem(order.line, order.column, message, order.letter))

    def score(self, points: Mapping[str, int]) -> dict[str, int]:
        """Books points; those that are not 0, as events tell them."""
        for name, change in points.items():
            self.at.scores[name] += change
        return {name: change for name, change in points.items() if change}

    def table_of(self, card: str) -> Tabletop:
        """The map on which the card can lie, as a table; an empty one for a card of a set that is not in play."""
        return tabletop(self.at.maps.get(self.at.map_of(card), ()), self.options.table)


def moment_of(at: Position) -> Moment:
    """What conditions see of a position."""
    hands = {player: len(hand) for player, hand in at.hands.items()}
    return Moment(at.laid, at.asked, at.scores, hands, len(at.deck), at.round)


def hindrance(hand: Sequence[str], top: Tabletop, join: Join) -> str | None:
    """Why a match is impossible, as anybody can see who sees the hand and the table; None where it is possible. Source: W13."""
    if join.card not in hand:
        return f"{join.card} is not in your hand"
    if top.find(join.to) is None:
        return f"{join.to} does not lie on the map of {join.card}"
    if not top.is_free(join.to, join.to_edge):
        return f"edge {join.to_edge} of {join.to} has a neighbour already"
    return top.hindrance(top.lay(join.card, join.edge, join.to, join.to_edge))


def is_right(card: str, touches: Sequence[Touch]) -> bool:
    """Whether every edge that coincides with another card's matches it. Source: W19."""
    return all(globe().match(card, edge, other, other_edge) for edge, other, other_edge in touches)


def is_pass(value: object) -> bool:
    """Whether a value of the list of matches is a pass."""
    return value == PASS
