"""What an acknowledgement adds to a sheet: what every card makes of the published die, and what will not work."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from pbem.core.contract import Forecast, Table, View
from pbem.core.orders import (
    Alternatives,
    Both,
    Comparison,
    Condition,
    Conditional,
    Either,
    Fact,
    Not,
    Simple,
    Value,
    echo,
    echo_condition,
    holds,
    offers,
    simples,
)
from pbem.core.sheets import Order
from pbem.games.pitagoras import facts
from pbem.games.pitagoras.orders import value
from pbem.games.pitagoras.prospects import Prospects, extra_may_follow, moment_of_first
from pbem.games.pitagoras.state import JOLLY, worth

MOST_MOMENTS = 20_000
"""How many moments are looked at for one condition; where there are more, nothing is said about it."""


def forecast(table: Table, view: View, filed: Sequence[Order]) -> Forecast:
    """Remarks on what the reader has on file, from the view alone."""
    name = view["reader"]
    if view["winner"] is not None or name is None:
        return Forecast(tuple(order.text for order in filed))
    values = {order.part: value(order.text, table.players, name) for order in filed}
    lines = tuple(f"{order.part}: {echo(values[order.part], _shown(view, order.part))}" for order in filed)
    return Forecast(lines, tuple(_Notes(table, view, values)))


def calculated(card: str, die: int) -> str:
    """The arithmetic of a card: `3 + 4 = 7`; empty for a jolly."""
    return "" if card == JOLLY else f"{die} {card[0]} {card[1:]} = {worth(card, die)}"


def _shown(view: View, key: str) -> Callable[[Simple], str]:
    """How a simple value is told: a card with what it makes of the die of its calculation."""
    if key == "prompter":
        return lambda simple: simple.text
    die = view["dice"][view["reader"]][int(key) - 1]

    def shown(simple: Simple) -> str:
        arithmetic = calculated(simple.value, die)
        return f"{simple.text} ({arithmetic})" if arithmetic else simple.text

    return shown


class _Notes:
    """The notes to one sheet, in the order in which their decisions fall due."""

    def __init__(self, table: Table, view: View, values: dict[str, Value]) -> None:
        self.table = table
        self.view = view
        self.values = values
        self.name: str = view["reader"]
        self.hand: list[str] = view["hands"][self.name]
        self.benched = self.name in view["benched"]
        self.own = self._own_cards()
        self.prospects = Prospects(table, view, self.own)

    def __iter__(self) -> Iterator[str]:
        yield from self._circumstances()
        yield from self._first()
        yield from self._second()
        yield from self._swap()

    def _own_cards(self) -> Sequence[str]:
        """The cards that the reader may lay in calculation 1: the one ordered, else any of the hand. Source: P21, P23."""
        if "1" in self.values:
            moment = moment_of_first(self.view)
            legal = [card.value for card in offers(self.values["1"], moment) if card.value in self.hand]
            return legal[:1] or self.hand
        return self.hand

    def _circumstances(self) -> Iterator[str]:
        for name in self.view["benched"]:
            yield f"{'You sit' if name == self.name else f'{name} sits'} out calculation 1."
        if self.view["riot"]:
            yield "Calculation 1 is under a riot: what a card makes goes to the next player."

    def _first(self) -> Iterator[str]:
        ordered = self.values.get("1")
        if self.benched:
            if ordered is not None:
                yield "1: not needed, since you sit out."
            return
        if len(self.hand) == 1:
            yield f"1: {self.hand[0]} is your only card and will be laid, whatever is ordered."
            return
        if ordered is None:
            yield "1: nothing is ordered, so a card will be drawn at random."
            return
        missing = _not_in(self.hand, ordered)
        if missing:
            yield f"1: not in your hand: {', '.join(missing)}."
        yield from self._conditions("1", lambda asked: [moment_of_first(self.view)])

    def _second(self) -> Iterator[str]:
        ordered = self.values.get("2")
        left = len(self.hand) - (not self.benched)
        if left == 1:
            if ordered is not None:
                yield "2: only one card will be left by then, and it will be laid, whatever is ordered."
            return
        if ordered is None:
            yield "2: nothing is ordered, so a card will be drawn at random."
            return
        if left:
            yield from self._missing_in_second(ordered)
        yield from self._conditions("2", self.prospects.of_second)

    def _missing_in_second(self, ordered: Value) -> Iterator[str]:
        """Cards not in hand now will not be then, and of those laid in calculation 1 there is one less. Source: P26."""
        missing = _not_in(self.hand, ordered)
        if missing:
            yield f"2: not in your hand: {', '.join(missing)}."
        if not self.benched and len(self.own) == 1 and self.hand.count(self.own[0]) == 1:
            laid = self.own[0]
            if any(simple.value == laid for simple in simples(ordered)):
                yield f"2: {laid} will have been laid in calculation 1."

    def _swap(self) -> Iterator[str]:
        ordered = self.values.get("prompter")
        if len(self.table.players) == 2:
            if ordered is not None:
                yield "prompter: not needed, since with two players the swap is with the other."
            return
        may_land = extra_may_follow(self.view) or any(True for _ in self.prospects.of_swap(()))
        if ordered is None:
            if may_land:
                yield "prompter: you may land on square 5, and nothing is ordered; the rules would then choose for you."
        elif not may_land:
            yield "prompter: you cannot land on square 5 in this turn."
        elif not extra_may_follow(self.view):
            yield from self._conditions("prompter", self.prospects.of_swap)

    def _conditions(self, key: str, moments: Callable[[set[str]], Iterable[facts.Moment]]) -> Iterator[str]:
        """A note for each condition that no moment makes true, or that is never reached."""
        for path, condition in _arms(self.values[key], ()):
            asked = set().union(*map(_players_asked, (condition, *path)))
            if not _ever((condition,), moments(asked)):
                yield f"{key}: '{echo_condition(condition)}' can never be true."
            elif path and not _ever((condition, *path), moments(asked)):
                yield f"{key}: '{echo_condition(condition)}' is never reached: what stands before it decides."


def _arms(value: Value, path: tuple[Condition, ...]) -> Iterator[tuple[tuple[Condition, ...], Condition]]:
    """Every condition of an order, with those that must be true for it to be looked at."""
    match value:
        case Alternatives(items=items):
            for item in items:
                yield from _arms(item, path)
        case Conditional(arms=arms, otherwise=otherwise):
            for condition, arm in arms:
                yield path, condition
                yield from _arms(arm, (*path, condition))
                path = (*path, Not(condition))
            if otherwise is not None:
                yield from _arms(otherwise, path)


def _ever(needed: Sequence[Condition], moments: Iterable[facts.Moment]) -> bool:
    """Whether some moment makes all of the conditions true; True where there are too many moments to tell."""
    for count, moment in enumerate(moments, 1):
        if count == MOST_MOMENTS or all(holds(condition, moment) for condition in needed):
            return True
    return False


def _players_asked(condition: Condition) -> set[str]:
    """The players about whose cards a condition asks."""
    match condition:
        case Fact(value=facts.Played(player=player) | facts.Holds(player=player)):
            return {player}
        case Comparison(left=left, right=right):
            return {side.player for side in (left, right) if isinstance(side, facts.Cards | facts.Score)}
        case Not(part=part):
            return _players_asked(part)
        case Both(parts=parts) | Either(parts=parts):
            return set().union(*map(_players_asked, parts))
    return set()


def _not_in(hand: Sequence[str], ordered: Value) -> list[str]:
    """The cards of an order that are not in a hand, each once."""
    return list(dict.fromkeys(simple.value for simple in simples(ordered) if simple.value not in hand))
