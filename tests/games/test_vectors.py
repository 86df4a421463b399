"""Scenarios worked out by hand from each game's rules page: events, states, and the lines and kinds of problems agree."""

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.core.contract import Game
from pbem.core.errors import Unusable
from pbem.core.scenario import document, resolve, scenario
from pbem.games.registry import game
from tests.games.registered import GAMES, folder

LEAST = {"pitagoras": (19, 7), "glitches": (20, 5), "glass-bead": (28, 0), "global-pursuit": (21, 7), "bux": (20, 7)}
"""By game: how many scenarios there are to be played, and how many to be refused."""


def scenarios(of: Game, where: str) -> list[Path]:
    found = (folder(of) / "vectors" / where).glob("*.json")
    return sorted(path for path in found if not path.name.endswith(".out.json"))


def every(where: str) -> list[Any]:
    return [pytest.param(path, id=f"{of.slug}-{path.stem}") for of in GAMES for path in scenarios(of, where)]


def resolved(path: Path) -> Any:
    read = scenario(document(path.read_text(encoding="utf-8")))
    return json.loads(json.dumps(resolve(read, game(read.game)).to_json()))


def kinds(printed: Any) -> Any:
    """What was printed, with each problem as its line and its kind alone."""
    turns = []
    for turn in printed["turns"]:
        problems = {
            name: [(one["line"], one["message"].startswith("warning: ")) for one in many]
            for name, many in turn["problems"].items()
        }
        turns.append({**turn, "problems": problems})
    return {**printed, "turns": turns}


@pytest.mark.parametrize("of", GAMES, ids=lambda of: of.slug)
def test_the_vectors_were_found(of: Game) -> None:
    played, refused = LEAST[of.slug]
    assert len(scenarios(of, ".")) >= played
    assert len(scenarios(of, "errors")) >= refused


@pytest.mark.parametrize("path", every("."))
def test_vector(path: Path) -> None:
    expected = json.loads(path.with_suffix("").with_suffix(".out.json").read_text(encoding="utf-8"))
    assert kinds(resolved(path)) == kinds(expected)


@pytest.mark.parametrize("path", every("errors"))
def test_refused(path: Path) -> None:
    with pytest.raises(Unusable) as refused:
        resolved(path)
    assert str(refused.value)
    assert "\n" not in str(refused.value)
