"""What every test of the moderator gets: a game small enough to hold in one's head, beside the real ones."""

import pytest
from sqlalchemy.engine import Engine

from pbem.core.contract import Game
from pbem.games import registry
from pbem.report.renderer import Renderer
from tests.moderator.letterbox import Letterbox
from tests.moderator.tabletop import Office
from tests.quiz_game import QUIZ
from tests.relay_game import RELAY
from tests.tiny_game import TINY, TinyGame

_OURS: dict[str, Game] = {"tiny": TINY, "relay": RELAY, "quiz": QUIZ}


@pytest.fixture(autouse=True)
def tiny_game(monkeypatch: pytest.MonkeyPatch) -> TinyGame:
    """The games `tiny`, `relay` and `quiz`, which the registry finds; gives the first."""
    found = registry.game
    monkeypatch.setattr(registry, "game", lambda slug: _OURS.get(slug) or found(slug))
    return TINY


@pytest.fixture
def post(sqlite_engine: Engine) -> Letterbox:
    """A house with the campaign `tiny-1` running, and the way of mails into it."""
    office = Office(sqlite_engine, renderer=Renderer())
    office.started()
    return Letterbox(office)
