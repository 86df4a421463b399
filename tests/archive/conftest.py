"""What every test of the archive gets: the games of the tests beside the real ones."""

import pytest

from pbem.core.contract import Game
from pbem.games import registry
from tests.relay_game import RELAY
from tests.tiny_game import TINY, TinyGame

_OURS: dict[str, Game] = {"tiny": TINY, "relay": RELAY}


@pytest.fixture(autouse=True)
def tiny_game(monkeypatch: pytest.MonkeyPatch) -> TinyGame:
    """The games `tiny` and `relay`, which the registry finds; gives the first."""
    found = registry.game
    monkeypatch.setattr(registry, "game", lambda slug: _OURS.get(slug) or found(slug))
    return TINY
