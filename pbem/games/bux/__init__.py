"""Bux: drawing, bidding for, trading and selling sets of cards for chips, for 2 to 6 players, by mail. Source: rulings.md."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pbem.core.chance import Chance
from pbem.core.contract import Advanced, Asked, Event, Forecast, Game, Outcome, Picture, Reader, State, Table, View
from pbem.core.sheets import Filed, Order, Sheet
from pbem.games.bux import choices, deck, deck_files, forecast, orders, picture, rules_turn, story
from pbem.games.bux import state as positions
from pbem.games.bux import view as sight


class BuxGame(Game):
    """The contract's members, wired; what each means is said there."""

    slug = "bux"
    title = "Bux"
    seats = (2, 6)
    rules_version = 1
    Options = positions.Options
    files = Path(__file__).parent

    def decks(self, options: Any) -> Mapping[str, Any]:
        return {"deck": deck.prepared(options.deck)}

    def deck_file(self, cards: int | None = None) -> str:
        return deck_files.deck_file(cards)

    def deck_from_file(self, text: str, name: str) -> Any:
        return deck_files.deck_from_file(text, name)

    def start(self, table: Table, chance: Chance) -> tuple[State, list[Event]]:
        return rules_turn.start(table, chance)

    def awaiting(self, table: Table, state: State, filed: Filed) -> dict[str, Asked]:
        return sight.awaiting(table, state, filed)

    def read(self, table: Table, view: View, text: str, asked: int | None = None) -> Sheet:
        return orders.read(table, view, text, asked)

    def file(self, filed: tuple[Order, ...], sheet: Sheet) -> tuple[Order, ...]:
        return orders.filed_after(filed, sheet)

    def ready(self, table: Table, state: State, filed: Filed) -> bool:
        return sight.ready(table, state, filed)

    def advance(
        self,
        table: Table,
        state: State,
        filed: Filed,
        due: frozenset[str],
        wrote: frozenset[str],
        rulings: Mapping[str, Mapping[str, str]],
        chance: Chance,
    ) -> Advanced:
        return rules_turn.advance(table, state, filed, due, wrote, chance)

    def view(self, table: Table, state: State, filed: Filed, reader: Reader) -> View:
        return sight.view(table, state, filed, reader)

    def told(self, table: Table, event: Event, reader: Reader) -> Event | None:
        return sight.told(event, reader)

    def public(self, label: str) -> bool:
        return sight.public(label)

    def observed(self, table: Table, state: State, filed: Filed) -> dict[str, Any]:
        return positions.observed(table, state, filed)

    def outcome(self, table: Table, state: State) -> Outcome:
        return sight.outcome(table, state)

    def forecast(self, table: Table, view: View, filed: tuple[Order, ...]) -> Forecast:
        return forecast.forecast(table, view, filed)

    def choices(self, table: Table, view: View) -> Sequence[str]:
        return choices.choices(table, view)

    def form(self, table: Table, view: View) -> Sequence[str]:
        return choices.form(table, view)

    def story(self, table: Table, view: View, events: Sequence[Event]) -> Mapping[str, Any]:
        return story.story(table, view, events)

    def pictures(self, table: Table, view: View) -> Sequence[Picture]:
        return picture.pictures(table, view)

    def alike(
        self, table: Table, state: State, filed: Filed, seat: str, chance: Chance
    ) -> tuple[State, dict[str, tuple[Order, ...]]]:
        return sight.alike(table, state, filed, seat, chance)


GAME = BuxGame()
