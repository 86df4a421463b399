"""What conditions may ask: facts and terms, and the moment at which they are looked at. Source: section 3."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbem.games.pitagoras.state import Position, Result

NUMBERS = {"1": 1, "2": 2, "x": 3}
"""The value of the term `calculation`."""


@dataclass(slots=True)
class Calculation:
    """A calculation of this turn that has begun: its dice, what was laid, the own results, and once it is over its winner."""

    stake: int
    dice: Mapping[str, int]
    cards: dict[str, str] = field(default_factory=dict)
    own: dict[str, Result] = field(default_factory=dict)
    winner: str | None = None
    over: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """When a decision falls due: the position now, and the calculation that the decision belongs to.

    `benched` and `riot` are those of that calculation; `calculations` holds those of this turn that have begun.
    """

    position: Position
    calculation: str
    benched: tuple[str, ...]
    riot: bool
    calculations: Mapping[str, Calculation]

    def fact(self, value: "Fact") -> bool:
        return value.true(self)

    def term(self, value: "Term") -> int | None:
        return value.value(self)


@dataclass(frozen=True, slots=True)
class Won:
    """`PLAYER won R`; `nobody won R` where `player` is None."""

    player: str | None
    calculation: str

    def true(self, moment: Moment) -> bool:
        of = moment.calculations.get(self.calculation)
        return of is not None and of.over and of.winner == self.player


@dataclass(frozen=True, slots=True)
class Played:
    """`PLAYER played CARD in R`."""

    player: str
    card: str
    calculation: str

    def true(self, moment: Moment) -> bool:
        of = moment.calculations.get(self.calculation)
        return of is not None and of.cards.get(self.player) == self.card


@dataclass(frozen=True, slots=True)
class Holds:
    """`PLAYER holds CARD`."""

    player: str
    card: str

    def true(self, moment: Moment) -> bool:
        return self.card in moment.position.hands[self.player]


@dataclass(frozen=True, slots=True)
class Benched:
    """`PLAYER benched`."""

    player: str

    def true(self, moment: Moment) -> bool:
        return self.player in moment.benched


@dataclass(frozen=True, slots=True)
class Riot:
    """`riot`."""

    def true(self, moment: Moment) -> bool:
        return moment.riot


@dataclass(frozen=True, slots=True)
class Stands:
    """`PLAYER ahead of PLAYER`, or `behind` where not `ahead`."""

    player: str
    other: str
    ahead: bool

    def true(self, moment: Moment) -> bool:
        squares = moment.position.squares
        return (
            (squares[self.player] > squares[self.other]) if self.ahead else (squares[self.player] < squares[self.other])
        )


@dataclass(frozen=True, slots=True)
class Square:
    """`square PLAYER`."""

    player: str

    def value(self, moment: Moment) -> int | None:
        return moment.position.squares[self.player]


@dataclass(frozen=True, slots=True)
class Cards:
    """`cards PLAYER`."""

    player: str

    def value(self, moment: Moment) -> int | None:
        return len(moment.position.hands[self.player])


@dataclass(frozen=True, slots=True)
class Stake:
    """`stake R`: known ahead for 1 and 2, for x once it has begun."""

    calculation: str

    def value(self, moment: Moment) -> int | None:
        if self.calculation == "x":
            of = moment.calculations.get("x")
            return None if of is None else of.stake
        return moment.position.stakes[NUMBERS[self.calculation] - 1]


@dataclass(frozen=True, slots=True)
class Die:
    """`die PLAYER R`: known ahead for 1 and 2, for x once it has begun; also where the player sits out."""

    player: str
    calculation: str

    def value(self, moment: Moment) -> int | None:
        if self.calculation == "x":
            of = moment.calculations.get("x")
            return None if of is None else of.dice[self.player]
        return moment.position.dice[self.player][NUMBERS[self.calculation] - 1]


@dataclass(frozen=True, slots=True)
class Score:
    """`score PLAYER R`: the own result; None for a jolly, for no card, and for a calculation that is not over."""

    player: str
    calculation: str

    def value(self, moment: Moment) -> int | None:
        of = moment.calculations.get(self.calculation)
        result = None if of is None else of.own.get(self.player)
        return result if isinstance(result, int) else None


@dataclass(frozen=True, slots=True)
class TurnNumber:
    """`turn`."""

    def value(self, moment: Moment) -> int | None:
        return moment.position.turn


@dataclass(frozen=True, slots=True)
class CalculationNumber:
    """`calculation`: 1, 2, or 3 for x."""

    def value(self, moment: Moment) -> int | None:
        return NUMBERS[moment.calculation]


Term = Square | Cards | Stake | Die | Score | TurnNumber | CalculationNumber


Fact = Won | Played | Holds | Benched | Riot | Stands
