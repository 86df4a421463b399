"""Games are found by their slug: ours without a look at the entry points, others through them."""

import importlib.metadata
import sys
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any

import pytest

from pbem.core.contract import Game
from pbem.core.errors import Unusable
from pbem.games import registry
from tests.games.registered import GAMES
from tests.tiny_game import TINY


@pytest.fixture(autouse=True)
def fresh_registry() -> Any:
    registry.game.cache_clear()
    registry.slugs.cache_clear()
    yield
    registry.game.cache_clear()
    registry.slugs.cache_clear()


def entry(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, registry.GROUP)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[EntryPoint]:
    """Games of other packages."""
    points = [entry("tiny", "tests.tiny_game:TINY"), entry("pitagoras", "pbem.games.pitagoras:GAME")]

    def entry_points(**wanted: Any) -> EntryPoints:
        return EntryPoints(points).select(**wanted)

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    return points


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_slug_finds_its_game_and_its_pages(game: Game) -> None:
    assert registry.game(game.slug) is game
    for page in ("rules.md", "rulings.md"):
        assert (game.files / page).read_text(encoding="utf-8").startswith("# ")


def test_a_game_of_another_package_is_found(installed: list[EntryPoint]) -> None:
    assert registry.game("tiny") is TINY
    assert registry.slugs() == ("pitagoras", "tiny")


def test_one_of_ours_is_found_without_the_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "importlib.metadata", None)
    assert registry.game("pitagoras").slug == "pitagoras"


@pytest.mark.parametrize(
    "slug", ["chess", "", "Pitagoras", "registry", "../pitagoras", "glass_bead", "class", "a b", "ä"]
)
def test_an_unknown_slug_is_answered_with_the_known_ones(installed: list[EntryPoint], slug: str) -> None:
    with pytest.raises(Unusable) as refused:
        registry.game(slug)
    assert str(refused.value) == f"there is no game {slug!r}; the games are pitagoras, tiny"
