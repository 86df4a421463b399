"""An adjudication under way: the position as it stands, what has happened, what is on file, and how cards are drawn."""

from collections.abc import Sequence
from typing import Any

from pbem.core.chance import Chance
from pbem.core.contract import Advanced, State, Table
from pbem.core.sheets import Filed, Order, Problem
from pbem.games.glass_bead.deck import deck_of
from pbem.games.glass_bead.state import TURN_PARTS, Position, board_of, has_turn_part, position


class Adjudication:
    """What the rules work on. `at`, `events`, `filed` and `problems` change as things happen."""

    def __init__(self, table: Table, at: Position, filed: Filed, chance: Chance) -> None:
        self.table = table
        self.options = table.options
        self.players = table.players
        self.deck = deck_of(table)
        self.board = board_of(table)
        self.at = at
        self.chance = chance
        self.events: list[dict[str, Any]] = []
        self.filed: dict[str, tuple[Order, ...]] = dict(filed)
        self.problems: dict[str, list[Problem]] = {}

    def tell(self, event: str, **fields: Any) -> None:
        """Something has happened."""
        self.events.append({"event": event, **fields})

    def report(self, name: str, order: Order, message: str) -> None:
        """A problem of a decision, with the place in the sheet that held the order."""
        problem = Problem(order.line, order.column, message, order.letter)
        self.problems.setdefault(name, []).append(problem)

    def has_turn_part(self, name: str) -> bool:
        return has_turn_part(self.filed.get(name, ()))

    def take_turn_part(self, name: str) -> tuple[Order, ...]:
        """The orders of the player's turn part, which are then no longer on file."""
        orders = self.filed.get(name, ())
        self.filed[name] = tuple(order for order in orders if order.part not in TURN_PARTS)
        return tuple(order for order in orders if order.part in TURN_PARTS)

    def drop(self, part: str) -> None:
        """Takes a part from everybody's file."""
        for name, orders in self.filed.items():
            if any(order.part == part for order in orders):
                self.filed[name] = tuple(order for order in orders if order.part != part)

    def draw(self, number: int) -> list[str]:
        """Up to so many cards from the deck; the discard becomes a new deck as soon as one is needed. Source: B6."""
        at = self.at
        drawn: list[str] = []
        while len(drawn) < number:
            if not at.deck:
                if not at.discard:
                    break
                at.reshuffles += 1
                at.deck = [*self.chance.shuffle(f"reshuffle {at.reshuffles}", at.discard)]
                at.discard = []
                self.tell("reshuffle", number=at.reshuffles, cards=len(at.deck))
            drawn.append(at.deck.pop(0))
        return drawn

    def clockwise_from(self, name: str) -> Sequence[str]:
        """The other players, clockwise from that one."""
        seat = self.players.index(name)
        return self.players[seat + 1 :] + self.players[:seat]

    def saved(self) -> "Saved":
        """All that can be gone back to."""
        return Saved(self)

    def done(self) -> Advanced:
        """The adjudication as the contract has it."""
        problems = {name: tuple(self.problems[name]) for name in self.players if self.problems.get(name)}
        filed = {name: orders for name, orders in self.filed.items() if orders}
        return Advanced(self.at.to_json(), self.events, filed, problems)


class Saved:
    """An adjudication as it stood, to go back to. Source: B27."""

    def __init__(self, now: Adjudication) -> None:
        self._now = now
        self._state: State = position(now.at.to_json()).to_json()
        self._filed = dict(now.filed)
        self._events = len(now.events)
        self._problems = {name: list(some) for name, some in now.problems.items()}

    def go_back(self, keeping: str) -> None:
        """Takes back all that has happened since, but for that player's problems and the turn part that was used."""
        now = self._now
        now.at = position(self._state)
        orders = self._filed.get(keeping, ())
        used = {keeping: tuple(order for order in orders if order.part not in TURN_PARTS)}
        now.filed = {**self._filed, **used}
        del now.events[self._events :]
        now.problems = {**self._problems, keeping: now.problems.get(keeping, [])}
