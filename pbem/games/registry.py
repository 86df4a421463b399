"""Finds games by their slug."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from keyword import iskeyword

from pbem.core.contract import Game
from pbem.core.errors import Unusable

GROUP = "pbem.games"


@cache
def game(slug: str) -> Game:
    """The game of that slug. Raises Unusable, with the slugs there are, where there is none.

    One of our own is found without reading the entry points, which costs as much as the rest of a cold start.
    """
    found = _own(slug)
    if found is None:
        found = _of_entry_points(slug)
    if found is None:
        raise Unusable(f"there is no game {slug!r}; the games are {', '.join(slugs())}")
    return found


@cache
def slugs() -> tuple[str, ...]:
    """The slugs of all games that are installed, ours and those of other packages, in alphabetical order."""
    from importlib.metadata import entry_points

    return tuple(sorted({entry.name for entry in entry_points(group=GROUP)}))


def _own(slug: str) -> Game | None:
    package = slug.replace("-", "_")
    if slug != slug.lower() or "_" in slug or not package.isidentifier() or iskeyword(package):
        return None
    name = f"pbem.games.{package}"
    spec = find_spec(name)
    if spec is None or spec.submodule_search_locations is None:
        return None
    found: Game = import_module(name).GAME
    return found


def _of_entry_points(slug: str) -> Game | None:
    from importlib.metadata import entry_points

    for entry in entry_points(group=GROUP, name=slug):
        found: Game = entry.load()
        return found
    return None
