"""The games that are installed, and where their tests lie."""

from pathlib import Path

from pbem.core.contract import Game
from pbem.games.registry import game, slugs

GAMES: tuple[Game, ...] = tuple(game(slug) for slug in slugs())


def folder(of: Game) -> Path:
    """The folder of a game's tests, the twin of its own."""
    return Path(__file__).parent / of.slug.replace("-", "_")
