"""A table seated: players, options and decks made one from what a GM has given. For scenarios and campaigns alike."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from pbem.core.contract import Game, Table
from pbem.core.errors import Unusable


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


def validated(game: Game, options: Mapping[str, Any]) -> BaseModel:
    """The options, defaults filled in. Raises Unusable with the first that the rules do not allow."""
    try:
        return game.Options.model_validate(dict(options))
    except ValidationError as error:
        raise Unusable(_refused(error, game)) from error


def _refused(error: ValidationError, game: Game) -> str:
    first = error.errors(include_url=False)[0]
    where = ": ".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        known = ", ".join(game.Options.model_fields) or "none"
        return f"options: unknown option {where!r}; {game.slug} has {known}"
    said = first["msg"].removeprefix("Value error, ")
    said = f"{said[:1].lower()}{said[1:]}, not {first['input']!r}"
    return f"options: {where}: {said}" if where else f"options: {said}"
