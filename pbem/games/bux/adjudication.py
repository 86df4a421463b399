"""An adjudication under way: the position as it stands, what has happened, and what is on file."""

from collections.abc import Callable
from typing import Any

from pbem.core.chance import Chance
from pbem.core.contract import Advanced, Table
from pbem.core.orders import Decision, decide, offers
from pbem.core.sheets import Filed, Order, Problem
from pbem.games.bux.deck import deck_of
from pbem.games.bux.facts import Moment
from pbem.games.bux.orders import on_file
from pbem.games.bux.state import Position, order_of


class Adjudication:
    """What the rules work on. `at`, `events`, `filed` and `problems` change as things happen."""

    def __init__(self, table: Table, at: Position, filed: Filed, chance: Chance) -> None:
        self.table = table
        self.options = table.options
        self.players = table.players
        self.deck = deck_of(table)
        self.at = at
        self.chance = chance
        self.events: list[dict[str, Any]] = []
        self.filed: dict[str, tuple[Order, ...]] = dict(filed)
        self.problems: dict[str, list[Problem]] = {}

    def tell(self, event: str, **fields: Any) -> None:
        """Something has happened."""
        self.events.append({"event": event, **fields})

    def order(self, name: str, part: str) -> Order | None:
        """The order of that part that the player has on file."""
        return order_of(self.filed.get(name, ()), part)

    def use_up(self, name: str, part: str) -> None:
        """Takes a part from the player's file."""
        self.filed[name] = tuple(order for order in self.filed.get(name, ()) if order.part != part)

    def decide(self, name: str, order: Order, legal: Callable[[Any], bool]) -> Decision:
        """What the order comes to now."""
        return decide(on_file(order, self.table, name).value, Moment(self.at, self.deck, name), legal)

    def offered(self, name: str, order: Order) -> list[Any]:
        """All that the order offers now."""
        value = on_file(order, self.table, name).value
        return [simple.value for simple in offers(value, Moment(self.at, self.deck, name))]

    def report(self, name: str, order: Order, message: str) -> None:
        """A problem of a decision, with the place in the sheet that held the order."""
        problem = Problem(order.line, order.column, message, order.letter)
        self.problems.setdefault(name, []).append(problem)

    def clockwise_from(self, name: str) -> list[str]:
        """All players in turn order, that one first: the bidding order where it is the drawer."""
        order = self.at.order
        seat = order.index(name)
        return order[seat:] + order[:seat]

    def done(self) -> Advanced:
        """The adjudication as the contract has it."""
        problems = {name: tuple(self.problems[name]) for name in self.players if name in self.problems}
        filed = {name: orders for name, orders in self.filed.items() if orders}
        return Advanced(self.at.to_json(), self.events, filed, problems)
