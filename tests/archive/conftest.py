"""What every test of the archive gets: the tiny game beside the real ones."""

import pytest

from pbem.games import registry
from tests.tiny_game import TINY, TinyGame


@pytest.fixture(autouse=True)
def tiny_game(monkeypatch: pytest.MonkeyPatch) -> TinyGame:
    """The game `tiny`, which the registry finds."""
    found = registry.game
    monkeypatch.setattr(registry, "game", lambda slug: TINY if slug == "tiny" else found(slug))
    return TINY
