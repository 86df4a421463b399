"""What conditions may ask: facts and terms, and the moment at which they are looked at. Source: section 3, G24."""

from dataclasses import dataclass

from pbem.games.glitches.cards import NUMBER, is_legal
from pbem.games.glitches.scoring import play_scores, points_of
from pbem.games.glitches.state import Position


@dataclass(frozen=True, slots=True)
class Moment:
    """When a decision of the writer's falls due: the position as it then is."""

    at: Position
    writer: str

    def fact(self, value: "Fact") -> bool:
        return value.true(self)

    def term(self, value: "Term") -> int | None:
        return value.value(self)

    def card_on(self, cell: str | None) -> str | None:
        """The card on a cell, the one played last for None; None where there is none."""
        if cell is None:
            return self.at.plays[-1][0] if self.at.plays else None
        return self.at.grid.get(cell)


def matches(card: str, what: str) -> bool:
    """Whether a card is that card, of that colour letter, or of that number. Source: section 3, `shows`."""
    return card == what or (len(what) == 1 and what in card)


@dataclass(frozen=True, slots=True)
class Shows:
    """`CELL shows X`; `last shows X` where `cell` is None. X is a card, a colour letter or a number."""

    cell: str | None
    what: str

    def true(self, moment: Moment) -> bool:
        card = moment.card_on(self.cell)
        return card is not None and matches(card, self.what)


@dataclass(frozen=True, slots=True)
class LastAt:
    """`last at CELL`."""

    cell: str

    def true(self, moment: Moment) -> bool:
        plays = moment.at.plays
        return bool(plays) and plays[-1][1] == self.cell


@dataclass(frozen=True, slots=True)
class Empty:
    """`CELL empty`."""

    cell: str

    def true(self, moment: Moment) -> bool:
        return self.cell not in moment.at.grid


@dataclass(frozen=True, slots=True)
class Played:
    """`PLAYER played C`, in either deal."""

    player: str
    card: str

    def true(self, moment: Moment) -> bool:
        at = moment.at
        return any(
            card == self.card and at.player_of(number) == self.player for number, (card, _) in enumerate(at.plays, 1)
        )


@dataclass(frozen=True, slots=True)
class Holds:
    """`me holds C`: in the writer's hand, at a keep step among the six dealt."""

    card: str

    def true(self, moment: Moment) -> bool:
        return self.card in moment.at.hands[moment.writer]


@dataclass(frozen=True, slots=True)
class Score:
    """`score PLAYER`."""

    player: str

    def value(self, moment: Moment) -> int | None:
        return moment.at.scores[self.player]


@dataclass(frozen=True, slots=True)
class Plays:
    """`plays`: the cards on the field."""

    def value(self, moment: Moment) -> int | None:
        return len(moment.at.plays)


@dataclass(frozen=True, slots=True)
class NumberOn:
    """`number CELL`; `number last` where `cell` is None."""

    cell: str | None

    def value(self, moment: Moment) -> int | None:
        card = moment.card_on(self.cell)
        return None if card is None else NUMBER[card]


@dataclass(frozen=True, slots=True)
class Worth:
    """`worth C at CELL`: the points of that play with the field as it is, whosever turn it is; None where it is not legal."""

    card: str
    cell: str

    def value(self, moment: Moment) -> int | None:
        at = moment.at
        if self.card not in at.hands[moment.writer] or not is_legal(at.grid, self.cell):
            return None
        return points_of(play_scores(at.grid, self.card, self.cell))


Fact = Shows | LastAt | Empty | Played | Holds
Term = Score | Plays | NumberOn | Worth
