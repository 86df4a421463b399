"""The moments that may come in a turn, as far as one player can tell: what a condition in an order can still meet.

All that is public is known, and the player's own order for calculation 1. More moments may be given than can really come (who
wins is not worked out from the cards), never fewer. Nothing here looks at another player's sheet.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product

from pbem.core.chance import Chance
from pbem.core.contract import Table, View
from pbem.core.orders import quoted
from pbem.core.sheets import Order
from pbem.games.pitagoras.facts import Calculation, Moment
from pbem.games.pitagoras.rules import Turn, move, replenish
from pbem.games.pitagoras.state import PROMPTER, Position, position, worth
from pbem.games.pitagoras.words import RESERVED

AfterFirst = tuple[Position, dict[str, Calculation]]
"""A position in which calculation 2 may begin, and calculation 1 as it went."""


def moment_of_first(view: View) -> Moment:
    """The beginning of the turn, when the order for calculation 1 is looked at: all of it is known."""
    at = position(view)
    return Moment(at, "1", tuple(at.benched), at.riot, {})


class Prospects:
    """The moments of a turn in which the reader may lay one of the cards `own` in calculation 1.

    `asked` are always the players whose cards matter; where there are none, a calculation 1 is followed through only once.
    """

    def __init__(self, table: Table, view: View, own: Sequence[str]) -> None:
        self._table = table
        self._own = own
        self._name: str = view["reader"]
        self._begun = position(view)

    def of_second(self, asked: Collection[str]) -> Iterator[Moment]:
        """The moments at which the order for calculation 2 may be looked at."""
        for at, calculations in self._after_first(asked):
            yield Moment(at, "2", tuple(at.benched), at.riot, calculations)

    def of_swap(self, asked: Collection[str]) -> Iterator[Moment]:
        """The moments in calculations 1 and 2 at which the reader may stand on the prompter's square after a win."""
        name, begun = self._name, self._begun
        if name not in begun.benched and begun.squares[name] + begun.stakes[0] == PROMPTER:
            for cards in _laid(begun, asked, name, self._own):
                yield _on_prompter(_copied(begun), name, "1", cards, {})
        for after, calculations in self._after_first(asked):
            if name not in after.benched and after.squares[name] + after.stakes[1] == PROMPTER:
                for cards in _laid(after, asked, name, after.hands[name]):
                    yield _on_prompter(_copied(after), name, "2", cards, calculations)

    def _after_first(self, asked: Collection[str]) -> Iterable[AfterFirst]:
        """Positions in which calculation 2 may begin, each with calculation 1 as it went; whoever wins it, or nobody."""
        return self._followed(asked) if asked else self._whoever_wins

    @cached_property
    def _whoever_wins(self) -> list[AfterFirst]:
        return list(self._followed(()))

    def _followed(self, asked: Collection[str]) -> Iterator[AfterFirst]:
        table, begun = self._table, self._begun
        able = [name for name in table.players if name not in begun.benched]
        for winner in (*able, None):
            for partner in _partners(table, begun, winner):
                for cards in _laid(begun, asked, self._name, self._own):
                    at = _copied(begun)
                    now = _calculation(at, 0, cards)
                    moment = Moment(at, "1", tuple(at.benched), at.riot, {"1": now})
                    at.benched, at.riot = [], False
                    now.winner, now.over = winner, True
                    turn = _turn(table, at, winner, partner)
                    if winner is not None:
                        move(turn, winner, now.stake, moment)
                    if at.winner is None:
                        replenish(turn)
                        yield at, {"1": now}


def extra_may_follow(view: View) -> bool:
    """Whether the turn may have an extra calculation: everybody can be down to one card after calculation 2."""
    return all(len(hand) in (2, 3) for hand in view["hands"].values())


def _partners(table: Table, at: Position, winner: str | None) -> Sequence[str | None]:
    """With whom the winner of calculation 1 may swap; None where there is no swap, or no choice."""
    if winner is None or len(table.players) == 2 or at.squares[winner] + at.stakes[0] != PROMPTER:
        return (None,)
    return [name for name in table.players if name != winner]


def _turn(table: Table, at: Position, winner: str | None, partner: str | None) -> Turn:
    """A turn in which the winner swaps with that partner."""
    if winner is None or partner is None:
        return Turn(table, at, {}, Chance(""))
    order = Order("prompter", f"prompter: {quoted(partner, RESERVED)}", 1, 1)
    return Turn(table, at, {winner: (order,)}, Chance(""))


def _laid(at: Position, asked: Collection[str], reader: str, own: Sequence[str]) -> Iterator[dict[str, str]]:
    """Every way in which those who are asked about may lay a card; the reader one of `own`."""
    playing = [name for name in at.hands if name in asked and name not in at.benched]
    hands = [dict.fromkeys(own if name == reader else at.hands[name]) for name in playing]
    for cards in product(*hands):
        yield dict(zip(playing, cards, strict=True))


def _on_prompter(
    at: Position, name: str, key: str, cards: Mapping[str, str], before: Mapping[str, Calculation]
) -> Moment:
    now = _calculation(at, int(key) - 1, cards)
    now.winner, now.over = name, True
    at.squares[name] = PROMPTER
    return Moment(at, key, tuple(at.benched), at.riot, {**before, key: now})


def _calculation(at: Position, number: int, cards: Mapping[str, str]) -> Calculation:
    """The calculation with those cards laid from the hands."""
    dice = {name: both[number] for name, both in at.dice.items()}
    for name, card in cards.items():
        at.hands[name].remove(card)
    return Calculation(at.stakes[number], dice, dict(cards), {name: worth(cards[name], dice[name]) for name in cards})


def _copied(at: Position) -> Position:
    return position(at.to_json())
