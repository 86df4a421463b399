"""A game's options: a frozen dataclass whose fields are described, and whose values are checked by pydantic where any are given.

Where none are given the defaults stand, and pydantic, half of a cold start, is not imported.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pbem.core.contract import Game
from pbem.core.errors import Unusable

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

_DESCRIPTION = "description"
_NAME = "name"


def option(default: Any, description: str, *, name: str = "") -> Any:
    """A field of a game's options: its default, and in a sentence what it means and which rulings it is about.

    `name`: what the option is called, where that cannot be the name of a field (`raise`).
    """
    return field(default=default, metadata={_DESCRIPTION: description, _NAME: name})


@dataclass(frozen=True, slots=True)
class Described:
    """An option as a GM is told of it; `in_campaigns` is None where a campaign gets the default too."""

    name: str
    default: Any
    description: str
    in_campaigns: Any = None


def described(game: Game) -> list[Described]:
    """The options of a game, in its order."""
    return [
        Described(name, one.default, one.metadata[_DESCRIPTION], game.campaign_options.get(name))
        for one in fields(game.Options)
        for name in [one.metadata[_NAME] or one.name]
    ]


def validated(game: Game, given: Mapping[str, Any]) -> Any:
    """The options, defaults filled in. Raises Unusable, in one sentence, for the first that the rules do not allow.

    A value must be of its option's very type: a text is no number.
    """
    form: Any = game.Options
    if not given:
        return form()
    names = _fields_by_name(form)
    for name in given:
        if name not in names:
            raise Unusable(f"options: unknown option {name!r}; {game.slug} has {', '.join(names) or 'none'}")
    from pydantic import ValidationError

    try:
        return _read(form, json.dumps({names[name]: value for name, value in given.items()}, default=str))
    except ValidationError as error:
        raise Unusable(_refused(error, names)) from error


def options_to_json(options: Any) -> dict[str, Any]:
    """The options as JSON data; `validated` reads them."""
    return {name: getattr(options, of) for name, of in _fields_by_name(type(options)).items()}


def shown(value: object) -> str:
    """The value of an option as people are told of it: as it is written, but of a deck, or another table, its size."""
    match value:
        case bool():
            return "true" if value else "false"
        case list() | tuple():
            return ", ".join(map(shown, value)) or "none"
        case {"cards": list(cards), **more} | {"card": list(cards), **more}:
            return f"{more.get('name') or 'an own deck'}, {len(cards)} cards"
        case dict():
            return f"a table of {len(value)}"
    return str(value)


def _fields_by_name(form: Any) -> dict[str, str]:
    """What the options are called, each with the name of its field."""
    return {one.metadata[_NAME] or one.name: one.name for one in fields(form)}


@lru_cache(maxsize=256)
def _read(form: Any, fields_as_json: str) -> Any:
    """The options, which are frozen, in that JSON; kept, since a campaign's are read every turn."""
    return _adapter(form).validate_json(fields_as_json, strict=True)


@lru_cache
def _adapter(options: Any) -> "TypeAdapter[Any]":
    from pydantic import TypeAdapter

    return TypeAdapter(options)


def _refused(error: "ValidationError", names: Mapping[str, str]) -> str:
    first = error.errors(include_url=False)[0]
    called = {of: name for name, of in names.items()}
    where = ": ".join(called.get(str(part), str(part)) for part in first["loc"] if "[" not in str(part))
    said = first["msg"].removeprefix("Value error, ")
    said = said[:1].lower() + said[1:]
    return f"options: {where}: {said}, not {first['input']!r}" if where else f"options: {said}"
