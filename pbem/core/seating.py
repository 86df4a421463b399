"""A table seated: players, options and decks made one from what a GM has given. For scenarios and campaigns alike."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core.contract import Game, Table
from pbem.core.errors import Unusable
from pbem.core.options import validated


def seat(game: Game, players: Sequence[str], options: Mapping[str, Any]) -> Table:
    """The table of these players, by the newest rules. Raises Unusable, saying where, for what the game does not take."""
    least, most = game.seats
    if not least <= len(players) <= most:
        number = f"{least}" if least == most else f"{least} to {most}"
        raise Unusable(f"players: {len(players)} given, {game.slug} takes {number}")
    read = validated(game, options)
    try:
        decks = game.decks(read)
    except ValueError as error:
        raise Unusable(f"options: {error}") from error
    return Table(tuple(players), read, decks, game.rules_version)
