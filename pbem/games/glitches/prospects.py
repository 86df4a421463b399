"""What can be true of a condition when its order falls due, as far as its writer can know today. From a view alone."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pbem.core.orders import Alternatives, Conditional, Prospect, Simple, Span, Value
from pbem.core.orders.prospects import ENDLESS
from pbem.games.glitches import facts
from pbem.games.glitches.cards import CARDS, CENTRE, NUMBER, is_legal, reach
from pbem.games.glitches.facts import Moment
from pbem.games.glitches.state import KEEP, PLAY, ROW, Position

_NOTHING = Span(1, 0, missing=True)


@dataclass(frozen=True)
class OrderProspect(Prospect):
    """When an order of the writer's falls due, seen from today.

    `at` is the position as the writer sees it. `part`: of the order. `hand`: the cards that can be in hand then, `sure` whether
    all of them will be. `plays`: the cards on the field then. `exact`: whether the field is then as it is today. `made`: the
    cards and cells of the writer's plays that will have been made before, since else the order is dropped (G20); either is None
    where it is open.
    """

    at: Position
    name: str
    part: str
    hand: frozenset[str]
    sure: bool
    plays: int
    exact: bool
    made: tuple[tuple[str | None, str | None], ...] = ()

    def why_never(self, card: str, cell: str) -> str | None:
        """Why that play can never be made when the order falls due; None where it may be."""
        if card not in self.hand:
            return f"{card} will not be in your hand"
        if card in self._gone:
            return f"an earlier play of yours lays {card}"
        if cell in self.at.grid:
            return f"{cell} is taken, and cards stay where they lie"
        if cell in self._covered:
            return f"{cell} will be taken by then"
        if not self._can_be_reached(cell):
            return f"a card on {cell} would make the grid wider than 4 columns or higher than 4 rows"
        if self.exact and not is_legal(self.at.grid, cell):
            return f"{cell} shares no side with a card" if self.at.grid else "the first card goes to d4"
        return None

    def is_sure(self, value: Value) -> bool:
        """Whether a value will be possible for certain when the order falls due, so that nothing behind it is looked at."""
        if not isinstance(value, Simple):
            return False
        if self.part == PLAY:
            card, cell = value.value
            return self.exact and self.sure and card in self.hand and is_legal(self.at.grid, cell)
        if self.part == KEEP:
            return self.at.phase == KEEP and self.hand.issuperset(value.value)
        return sorted(value.value) == sorted(self.at.piles[self.name])

    @cached_property
    def _gone(self) -> frozenset[str]:
        """The cards of the writer's that will have been played."""
        return frozenset(card for card, _ in self.made if card is not None)

    @cached_property
    def _covered(self) -> dict[str, str | None]:
        """The cells that are empty today and will have been taken for certain, each with its card where that is known."""
        first = {CENTRE: None} if self.plays and not self.at.grid else {}
        return first | {cell: card for card, cell in self.made if cell is not None}

    @cached_property
    def _window(self) -> tuple[str, str]:
        return reach([*self.at.grid, *self._covered])

    def _can_be_reached(self, cell: str) -> bool:
        columns, rows = self._window
        return cell[0] in columns and cell[1] in rows

    @cached_property
    def _to_come(self) -> frozenset[str]:
        """The cards that can lie on the field later and do not lie there today."""
        return frozenset(CARDS).difference(self.at.grid.values(), self.at.piles[self.name])

    @cached_property
    def _last(self) -> frozenset[str]:
        """The cards that can be the one played last by then, where the field will have changed."""
        return self._to_come if self.part == ROW else self._to_come - self.hand

    def fact(self, value: facts.Fact) -> bool | None:
        if self.exact and not isinstance(value, facts.Holds):
            return value.true(Moment(self.at, self.name))
        match value:
            case facts.Shows(cell=None, what=what):
                return _among(self._last, what) if self.plays else False
            case facts.Shows(cell=str(cell), what=what):
                lying = self.at.grid.get(cell) or self._covered.get(cell)
                if lying is not None:
                    return facts.matches(lying, what)
                possible = self._can_be_reached(cell) and _among(self._to_come, what) is not False
                return None if possible else False
            case facts.LastAt(cell=cell):
                return self._last_at(cell)
            case facts.Empty(cell=cell):
                taken = cell in self.at.grid or cell in self._covered
                return False if taken else None if self._can_be_reached(cell) else True
            case facts.Played(player=player, card=card):
                return self._played(player, card)
            case facts.Holds(card=card):
                return self._holds(card)
        raise AssertionError(value)

    def _last_at(self, cell: str) -> bool | None:
        """The play before one of the writer's own is the other's: it lies on no cell that the writer takes."""
        if self.part != ROW and self.plays == 1:
            return cell == CENTRE
        if not self.plays or cell in self.at.grid or cell in self._covered:
            return False
        return None if self._can_be_reached(cell) else False

    def _played(self, player: str, card: str) -> bool | None:
        if card in self.at.grid.values():
            return facts.Played(player, card).true(Moment(self.at, self.name))
        if card not in self._to_come:
            return False
        if card in self._gone:
            return player == self.name
        own = card in self.hand or (card in self.at.hands[self.name])
        if player == self.name:
            return None if own or (self.part == ROW and self.at.deal == 1) else False
        return False if own else None

    def _holds(self, card: str) -> bool | None:
        if card not in self.hand or card in self._gone:
            return False
        return True if self.sure else None

    def span(self, term: facts.Term) -> Span:
        match term:
            case facts.Plays():
                return Span(self.plays, self.plays)
            case facts.Score(player=player):
                now = self.at.scores[player]
                return Span(now, now if self.exact else ENDLESS)
            case facts.NumberOn(cell=cell):
                return self._number(cell)
            case facts.Worth(card=card, cell=cell):
                return self._worth(term, card, cell)

    def _number(self, cell: str | None) -> Span:
        now = facts.NumberOn(cell).value(Moment(self.at, self.name))
        if self.exact or (cell is not None and now is not None):
            return _NOTHING if now is None else Span(now, now)
        if cell is None:
            return Span(1, 6) if self.plays else _NOTHING
        if cell in self._covered:
            card = self._covered[cell]
            return Span(1, 6) if card is None else Span(NUMBER[card], NUMBER[card])
        return Span(1, 6, missing=True) if self._can_be_reached(cell) else _NOTHING

    def _worth(self, term: facts.Worth, card: str, cell: str) -> Span:
        if self.part == ROW or self.why_never(card, cell) is not None:
            return _NOTHING
        if self.exact:
            points = term.value(Moment(self.at, self.name))
            return _NOTHING if points is None else Span(points, points, missing=not self.sure)
        return Span(0, ENDLESS, missing=True)


def placements(prospect: OrderProspect, value: Value) -> Iterator[Any]:
    """What of the value of a play may be made when it falls due, as far as can be known."""
    match value:
        case Simple(value=given):
            if prospect.why_never(*given) is None:
                yield given
        case Alternatives(items=items):
            for item in items:
                yield from placements(prospect, item)
                if prospect.is_sure(item):
                    return
        case Conditional(arms=arms, otherwise=otherwise):
            for condition, arm in arms:
                truth = prospect.truth(condition)
                if truth is not False:
                    yield from placements(prospect, arm)
                if truth:
                    return
            if otherwise is not None:
                yield from placements(prospect, otherwise)


def _among(cards: frozenset[str], what: str) -> bool | None:
    """Whether one of the cards will match; None where some do and some do not."""
    found = {facts.matches(card, what) for card in cards}
    return None if len(found) == 2 else True in found
