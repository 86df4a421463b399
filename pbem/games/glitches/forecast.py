"""What an acknowledgement adds to a sheet: what each play scores as the field stands, what can never be taken, the own hand."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar

from pbem.core.contract import Forecast, Table, View
from pbem.core.orders import Alternatives, Condition, Conditional, Simple, Value, decide, echo, echo_condition
from pbem.core.sheets import Order
from pbem.games.glitches.cards import is_legal
from pbem.games.glitches.facts import Moment
from pbem.games.glitches.orders import value
from pbem.games.glitches.prospects import OrderProspect, placements
from pbem.games.glitches.rules import is_possible_keep, is_possible_play
from pbem.games.glitches.scoring import line_scores, play_scores, points_of
from pbem.games.glitches.state import END, KEEP, PLAY, PLAYS, PLAYS_A_DEAL, ROW, Position
from pbem.games.glitches.story import counted
from pbem.games.glitches.view import seen

TITLES = {KEEP: "keep", PLAY: "plays, in this order", ROW: "row at the end"}


def forecast(table: Table, view: View, filed: Sequence[Order]) -> Forecast:
    """Remarks on what the reader has on file, from the view alone."""
    name = view["reader"]
    if name is None or view["phase"] == END:
        return Forecast(tuple(order.text for order in filed))
    sheet = FiledSheet(seen(view), name, [order for order in filed if order.part in TITLES])
    lines = [sheet.line(place) for place in range(len(sheet.orders))]
    parts = [TITLES[order.part] for order in sheet.orders]
    return Forecast(tuple(lines), tuple(sheet.notes()), tuple(parts), tuple(_holding(view)))


def _holding(view: View) -> Iterator[str]:
    name = view["reader"]
    what = "dealt" if view["phase"] == KEEP else "hand"
    yield f"{what}: {' '.join(view['hands'][name]) or 'no cards'}"
    if view["piles"][name]:
        yield f"pile: {' '.join(view['piles'][name])}"


class FiledSheet:
    """What a player has on file, each order with its value and its prospect.

    `hopeless`: the first play of the list that can never be made, counted from 1, so that none after it can; 0 for none.
    """

    def __init__(self, at: Position, name: str, orders: Sequence[Order]) -> None:
        self.at = at
        self.name = name
        self.orders = orders
        self.values = [value(order.text, at.players, name) for order in orders]
        self.hand = at.hands[name]
        self.kept = self._kept()
        self.first = at.starter if at.phase == KEEP else at.mover
        self.hopeless = 0
        self.prospects = [*self._prospects()]

    def _kept(self) -> tuple[str, ...] | None:
        """The cards that the order on file keeps at the keep step that is due; None where it keeps none."""
        for order, said in zip(self.orders, self.values, strict=True):
            if order.part == KEEP and self.at.phase == KEEP:
                decision = decide(
                    said, Moment(self.at, self.name), lambda cards: is_possible_keep(self.at, self.name, cards)
                )
                return decision.chosen.value if decision.chosen else None
        return None

    def _prospects(self) -> Iterator[OrderProspect]:
        made: list[tuple[str | None, str | None]] = []
        for order, said in zip(self.orders, self.values, strict=True):
            if order.part == PLAY:
                prospect = self._prospect_of_play(made)
                yield prospect
                found = {*placements(prospect, said)}
                self.hopeless = self.hopeless or (len(made) + 1 if not found else 0)
                made.append((_only(card for card, _ in found), _only(cell for _, cell in found)))
            elif order.part == KEEP:
                yield OrderProspect(self.at, self.name, KEEP, frozenset(self.hand), True, len(self.at.plays), True)
            else:
                yield OrderProspect(self.at, self.name, ROW, frozenset(), True, PLAYS, False)

    def _prospect_of_play(self, made: Sequence[tuple[str | None, str | None]]) -> OrderProspect:
        """Of the play that follows those in the list."""
        hand = self.hand if self.kept is None else self.kept
        sure = not made and (self.at.phase == PLAY or self.kept is not None)
        plays = len(self.at.plays) + (self.first != self.name) + 2 * len(made)
        exact = not made and self.first == self.name
        return OrderProspect(self.at, self.name, PLAY, frozenset(hand), sure, plays, exact, tuple(made))

    def line(self, place: int) -> str:
        """The canonical text of an order with what each value comes to now in brackets."""

        def shown(simple: Simple) -> str:
            remark = self._REMARKS[self.orders[place].part](self, simple.value)
            return f"{simple.text} ({remark})" if remark else simple.text

        return echo(self.values[place], shown)

    def _remark_on_play(self, placement: tuple[str, str]) -> str:
        card, cell = placement
        grid = self.at.grid
        if card not in self.hand:
            return f"{card} was not dealt to you" if self.at.phase == KEEP else f"{card} is not in your hand"
        if cell in grid:
            return f"{cell} is taken now: used only if it is free by then"
        if is_legal(grid, cell):
            return f"worth {card} at {cell} = {counted(points_of(play_scores(grid, card, cell)), 'point')} now"
        return f"{cell} is not legal now: used only if it is by then"

    def _remark_on_keep(self, cards: tuple[str, ...]) -> str:
        missing = [card for card in cards if card not in self.hand]
        if self.at.phase != KEEP:
            return ""
        if missing:
            return f"{' '.join(missing)} not dealt to you"
        return f"piles {' '.join(card for card in self.hand if card not in cards)}"

    def _remark_on_row(self, cards: tuple[str, ...]) -> str:
        if sorted(cards) != sorted(self.at.piles[self.name]):
            return ""
        return f"= {counted(points_of(line_scores('row', cards, None)), 'point')}"

    _REMARKS: ClassVar[dict[str, Callable[["FiledSheet", Any], str]]] = {
        PLAY: _remark_on_play,
        KEEP: _remark_on_keep,
        ROW: _remark_on_row,
    }

    def notes(self) -> Iterator[str]:
        """Sentences on what will not work, in the order of the sheet, and on what is missing."""
        plays = sum(order.part == PLAY for order in self.orders)
        number = 0
        over = False
        for order, said, prospect in zip(self.orders, self.values, self.prospects, strict=True):
            number += order.part == PLAY
            if order.part == PLAY and over:
                continue
            label = f"play {number}" if order.part == PLAY and plays > 1 else order.part
            useless = self._useless(prospect, number)
            over = over or (order.part == PLAY and bool(useless))
            if useless:
                yield f"{label}: {useless}{', and none below it' if over and number < plays else ''}."
            else:
                yield from (f"{label}: {note}." for note in self._branches(said, prospect))
        yield from self._missing()

    def _useless(self, prospect: OrderProspect, number: int) -> str:
        """Why an order will not be looked at, whatever happens; empty where it may be. `number`: of a play in the list."""
        if prospect.part == KEEP and self.at.phase != KEEP:
            if self.at.deal == 1:
                return "the next cards have not been dealt; this order will be dropped when they are"
            return "no more cards will be dealt, so that this order is not needed"
        if prospect.part == PLAY and prospect.plays >= PLAYS_A_DEAL * self.at.deal:
            return "you make fewer plays than that with these cards, so that it can never be taken"
        if prospect.part == PLAY and 0 < self.hopeless < number:
            return f"it can never be taken, since play {self.hopeless} never can"
        return ""

    def _branches(self, said: Value, prospect: OrderProspect) -> Iterator[str]:
        """What of a value can never be taken, and why."""
        match said:
            case Simple(value=given, text=text):
                why = self._why_never(given, prospect)
                if why:
                    yield f"'{text}' can never be taken, since {why}"
            case Alternatives(items=items):
                before: list[Value] = []
                for item in items:
                    sure = next((one for one in before if prospect.is_sure(one)), None)
                    if item in before:
                        yield f"'{echo(item)}' stands there twice, and can never be taken the second time"
                    elif sure is not None:
                        yield f"'{echo(item)}' can never be taken, since '{echo(sure)}' before it is possible"
                    else:
                        yield from self._branches(item, prospect)
                    before.append(item)
            case Conditional(arms=arms, otherwise=otherwise):
                yield from self._arms(arms, otherwise, prospect)

    def _arms(
        self, arms: Sequence[tuple[Condition, Value]], otherwise: Value | None, prospect: OrderProspect
    ) -> Iterator[str]:
        always = ""
        for condition, arm in arms:
            truth = None if always else prospect.truth(condition)
            if always:
                yield f"'{echo(arm)}' can never be taken, since '{always}' is true by then"
            elif truth is False:
                yield f"'{echo(arm)}' can never be taken, since '{echo_condition(condition)}' can never be true by then"
            else:
                yield from self._branches(arm, prospect)
            always = always or (echo_condition(condition) if truth else "")
        if otherwise is not None and always:
            yield f"'{echo(otherwise)}' can never be taken, since '{always}' is true by then"
        elif otherwise is not None:
            yield from self._branches(otherwise, prospect)

    def _why_never(self, given: Any, prospect: OrderProspect) -> str | None:
        if prospect.part == PLAY:
            return prospect.why_never(*given)
        if prospect.part == KEEP:
            missing = [card for card in given if card not in self.hand]
            return f"{' '.join(missing)} {'was' if len(missing) == 1 else 'were'} not dealt to you" if missing else None
        return self._why_never_laid(given)

    def _why_never_laid(self, cards: tuple[str, ...]) -> str | None:
        pile = self.at.piles[self.name]
        if len(set(cards)) < len(cards):
            return "a card stands in it twice"
        absent = [card for card in pile if card not in cards]
        if absent:
            return f"{absent[0]}, which lies in your pile, is not among its cards"
        strange = [card for card in cards if card not in pile and not self._can_be_piled(card)]
        return f"{strange[0]} will not be in your pile" if strange else None

    def _can_be_piled(self, card: str) -> bool:
        """Whether a card that is not in the pile can still come there."""
        if card in self.hand:
            return self.at.phase == KEEP and (self.kept is None or card not in self.kept)
        return self.at.deal == 1 and card not in self.at.grid.values()

    def _missing(self) -> Iterator[str]:
        """What is asked of the player now and not answered by what is on file."""
        if self.at.phase == KEEP:
            if self.kept is None:
                yield "No keep that is possible is on file; at the deadline four cards would be drawn by lot."
            return
        if self.first != self.name:
            return
        first = next((said for said, one in zip(self.values, self.orders, strict=True) if one.part == PLAY), None)
        if first is None:
            yield "It is your turn, and no play is on file; at the deadline a card and a cell would be drawn by lot."
        elif decide(first, Moment(self.at, self.name), lambda given: is_possible_play(self.at, *given)).chosen is None:
            yield (
                "It is your turn, and the first play on file offers nothing that is possible now; at the deadline it would be "
                "dropped with all that follow it, and a card and a cell drawn by lot."
            )


def _only(found: Iterable[str]) -> str | None:
    """The one that all of them are; None where they differ, or there is none."""
    different = {*found}
    return different.pop() if len(different) == 1 else None
