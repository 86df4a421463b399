"""Order sheets as data: what was read, what is on file, and what was wrong with it. Source: orders.md 5 and 6."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a sheet that could not be read, was not possible, or deserves a warning.

    `line` and `column` count from 1 in the text as the player sent it. A message that begins `warning: ` is a warning.
    `letter` is the mail that held the order, None while it is being read. `prose` marks a line that looks like talk and
    like no order at all, so that a mail's reader can gather a run of them into one note.
    """

    line: int
    column: int
    message: str
    letter: int | None = None
    prose: bool = False

    @property
    def is_warning(self) -> bool:
        return self.message.startswith("warning: ")

    def to_json(self) -> dict[str, Any]:
        """As scenario.md prints it: `line`, `column`, `message`."""
        return {"line": self.line, "column": self.column, "message": self.message}


@dataclass(frozen=True, slots=True)
class Order:
    """One order as understood.

    `part` is the game's word for the part of a sheet that it belongs to (a key, a list). `text` is its canonical form on one
    line: it is what counts, and it reads back as itself. `line`, `column` and `letter` tell where the player wrote it.
    """

    part: str
    text: str
    line: int
    column: int
    letter: int | None = None


Filed = Mapping[str, tuple[Order, ...]]
"""What every seat has on file, by name; a seat without orders may be left out."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet as understood: its readable orders in the order written, and the problems by line and column.

    `wrote` is False only where the text held nothing at all, not even an unreadable word. `supposed`: its one order is a line
    that does not say what it is, and was taken for what is asked; one that says so elsewhere in the mail goes before it.
    """

    orders: tuple[Order, ...] = ()
    problems: tuple[Problem, ...] = ()
    wrote: bool = False
    supposed: bool = False

    def from_letter(self, letter: int) -> "Sheet":
        """The same sheet with every order and problem marked as coming from that mail."""
        return Sheet(
            tuple(replace(order, letter=letter) for order in self.orders),
            tuple(replace(problem, letter=letter) for problem in self.problems),
            self.wrote,
            self.supposed,
        )


def orders_to_json(orders: Iterable[Order]) -> list[list[Any]]:
    """The orders as JSON lists `[part, text, line, column, letter]`."""
    return [[order.part, order.text, order.line, order.column, order.letter] for order in orders]


def orders_from_json(rows: Iterable[list[Any]]) -> tuple[Order, ...]:
    """The orders that `orders_to_json` wrote."""
    return tuple(Order(*row) for row in rows)


def problems_to_json(problems: Iterable[Problem]) -> list[list[Any]]:
    """The problems as JSON lists `[line, column, message, letter]`."""
    return [[problem.line, problem.column, problem.message, problem.letter] for problem in problems]


def problems_from_json(rows: Iterable[Sequence[Any]]) -> tuple[Problem, ...]:
    """The problems that `problems_to_json` wrote."""
    return tuple(Problem(*row) for row in rows)
