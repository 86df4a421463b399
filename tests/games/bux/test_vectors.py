"""Scenarios worked out by hand from the rules page: events, states, and the lines and kinds of problems agree."""

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.core.errors import Unusable
from pbem.core.scenario import document, resolve, scenario
from pbem.games.registry import game

VECTORS = Path(__file__).parent / "vectors"
PLAYED = sorted(path for path in VECTORS.glob("*.json") if not path.name.endswith(".out.json"))
REFUSED = sorted(path for path in (VECTORS / "errors").glob("*.json") if not path.name.endswith(".out.json"))


def resolved(path: Path) -> Any:
    read = scenario(document(path.read_text(encoding="utf-8")))
    return resolve(read, game(read.game)).to_json()


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


def test_the_vectors_were_found() -> None:
    assert len(PLAYED) >= 20
    assert len(REFUSED) >= 5


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_vector(path: Path) -> None:
    expected = json.loads(path.with_suffix("").with_suffix(".out.json").read_text(encoding="utf-8"))
    assert kinds(resolved(path)) == kinds(expected)


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.stem)
def test_refused(path: Path) -> None:
    with pytest.raises(Unusable) as refused:
        resolved(path)
    assert str(refused.value)
    assert "\n" not in str(refused.value)
