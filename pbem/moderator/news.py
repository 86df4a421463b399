"""For whom a turn brings news: everybody who learns anything by it, and nobody else."""

from collections.abc import Sequence

from pbem.core.contract import Event
from pbem.moderator.position import Position


def brings_news(before: Position, after: Position, events: Sequence[Event], name: str) -> bool:
    """Whether a seat learns anything by a turn: an event that it is told, or another view."""
    game, table = after.game, after.table
    if any(game.told(table, event, name) is not None for event in events):
        return True
    seen = game.view(table, before.state, before.filed, name)
    return seen != game.view(table, after.state, after.filed, name)
