"""Options of a game as a GM types them: `NAME=VALUE`, a list with commas, a deck from a file."""

import json
from collections.abc import Sequence
from typing import Any

import pbem.games.registry as registry
from pbem.cli.reading import read_text
from pbem.core.errors import Unusable
from pbem.core.options import described

_LONGEST_DECK = 4_000_000
"""Bytes."""


def options_given(slug: str, pairs: Sequence[str]) -> dict[str, Any]:
    """The options as given: a value that reads as JSON (a number, true) is that, `@FILE` a deck, any other is text.

    Of an option whose values are lists it is a list, also as `PP, HH`.
    """
    lists = {option.name for option in described(registry.game(slug)) if isinstance(option.default, tuple)}
    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not equals or not name:
            raise Unusable(f"--option {pair!r}: write NAME=VALUE; `pbem games show GAME` lists the options")
        if value.startswith("@"):
            found[name] = deck_in(slug, name, value[1:])
            continue
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = [part.strip() for part in value.split(",") if part.strip()] if name in lists else value
    return found


def deck_in(slug: str, option: str, file: str) -> Any:
    """The deck in a file, as the game reads it. Raises Unusable for one that cannot be used."""
    text = read_text(file, _LONGEST_DECK, "any deck")
    try:
        return registry.game(slug).deck_from_file(text, file)
    except ValueError as refused:
        raise Unusable(f"--option {option}: {file}: {refused}") from refused
