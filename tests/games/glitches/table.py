"""A table of Glitches for tests. The deck is in order: Ann is dealt the reds, later the blues, Bob the greens and the yellows."""

from collections.abc import Mapping, Sequence

from pbem.core.chance import Chance
from pbem.core.contract import State, Table, View
from pbem.core.seating import seat
from pbem.core.sheets import Order, Sheet
from pbem.games.glitches import GAME
from pbem.games.glitches.cards import CARDS

KEEPS = {"Ann": "keep 1R 2R 3R 4R", "Bob": "keep 1G 2G 3G 4G"}


class Seated:
    """A game in its course, Ann the starting player; `turns` are sheets by player, an adjudication each."""

    def __init__(self, *turns: Mapping[str, str], players: Sequence[str] = ("Ann", "Bob")) -> None:
        self.players = tuple(players)
        self.table: Table = seat(GAME, players, {"start": "first"})
        self.chance = Chance("table", {"deck": [*CARDS]})
        self.state: State = GAME.start(self.table, self.chance)[0]
        self.filed: dict[str, tuple[Order, ...]] = {}
        for sheets in turns:
            self.adjudicate(sheets)

    def view(self, name: str) -> View:
        return GAME.view(self.table, self.state, self.filed, name)

    def read(self, text: str, name: str | None = None) -> Sheet:
        """A sheet as the first player's is read, or that of the player named."""
        return GAME.read(self.table, self.view(name or self.players[0]), text)

    def send(self, name: str, text: str) -> None:
        self.filed[name] = GAME.file(self.filed.get(name, ()), self.read(text, name))

    def adjudicate(self, sheets: Mapping[str, str], due: Sequence[str] | None = None) -> list[str]:
        """What happened, by the events' names; everybody is due unless said otherwise."""
        for name, text in sheets.items():
            self.send(name, text)
        everybody = frozenset(self.players if due is None else due)
        done = GAME.advance(self.table, self.state, self.filed, everybody, frozenset(sheets), {}, self.chance)
        self.state, self.filed = done.state, done.filed
        return [str(event["event"]) for event in done.events]
