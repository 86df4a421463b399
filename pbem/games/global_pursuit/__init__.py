"""Global Pursuit: the skin of the globe in 48 cards, and questions, for 2 to 6 players, by mail. Source: rulings.md."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from pbem.core.chance import Chance
from pbem.core.contract import Advanced, Asked, Event, Forecast, Game, Outcome, Picture, Reader, State, Table, View
from pbem.core.sheets import Filed, Order, Sheet
from pbem.games.global_pursuit import forecast, orders, picture, rules, story, trivia
from pbem.games.global_pursuit import state as positions
from pbem.games.global_pursuit import view as sight

HIDDEN = ("deck", "trivia ")
"""Beginnings of chance labels whose outcome nobody may see while the game goes on."""


class GlobalPursuit(Game):
    """The contract's members, wired; what each means is said there."""

    slug = "global-pursuit"
    title = "Global Pursuit"
    seats = (2, 6)
    rules_version = 1
    Options = positions.Options
    campaign_options: ClassVar[Mapping[str, Any]] = {"questions": "full"}
    files = Path(__file__).parent
    credits = (
        "Positions of cities, capitals and neighbours: GeoNames, geonames.org (CC BY 4.0).",
        "Coasts and borders: Natural Earth.",
    )

    def decks(self, options: Any) -> Mapping[str, Any]:
        return {"trivia": positions.trivia_deck(options)}

    def deck_file(self, cards: int | None = None) -> str:
        return trivia.deck_file(cards)

    def deck_from_file(self, text: str, name: str) -> Any:
        return trivia.deck_from_file(text, name)

    def start(self, table: Table, chance: Chance) -> tuple[State, list[Event]]:
        return positions.start(table, chance)

    def awaiting(self, table: Table, state: State, filed: Filed) -> dict[str, Asked]:
        return sight.awaiting(table, state)

    def read(self, table: Table, view: View, text: str, asked: int | None = None) -> Sheet:
        return orders.read(table, view, text, asked)

    def file(self, filed: tuple[Order, ...], sheet: Sheet) -> tuple[Order, ...]:
        return orders.file(filed, sheet)

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
        return rules.advance(table, state, filed, due, rulings, chance)

    def view(self, table: Table, state: State, filed: Filed, reader: Reader) -> View:
        return sight.view(table, state, reader)

    def told(self, table: Table, event: Event, reader: Reader) -> Event | None:
        return event

    def public(self, label: str) -> bool:
        return not label.startswith(HIDDEN)

    def observed(self, table: Table, state: State, filed: Filed) -> dict[str, Any]:
        return positions.observed(state)

    def outcome(self, table: Table, state: State) -> Outcome:
        return sight.outcome(state)

    def forecast(self, table: Table, view: View, filed: tuple[Order, ...]) -> Forecast:
        return forecast.forecast(table, view, filed)

    def choices(self, table: Table, view: View) -> Sequence[str]:
        return forecast.choices(view)

    def form(self, table: Table, view: View) -> Sequence[str]:
        return forecast.form(table, view)

    def story(self, table: Table, view: View, events: Sequence[Event]) -> Mapping[str, Any]:
        return story.story(table, view, events)

    def pictures(self, table: Table, view: View) -> Sequence[Picture]:
        return picture.pictures(view)

    def alike(
        self, table: Table, state: State, filed: Filed, seat: str, chance: Chance
    ) -> tuple[State, dict[str, tuple[Order, ...]]]:
        return sight.other_secrets(table, state, filed, seat, chance)


GAME = GlobalPursuit()
