"""Every game's rulings as a table, `rulings.toml` in the folder of its tests; bugs become rows there.

A row: `id`; `ruling`, the numbers that it holds; `question`; `scenario` (scenario.md, without `game`); and what must come of it:
`events`, in this order among those of the turn, each with at least these fields (`whole`: exactly these and no others);
`never`, events that must not be among them; `state` and `problems` ([line, "error" or "warning"] by player, all of them), of
the last adjudication or of that numbered `turn`; `finished`, `winners`, `scores`, `awaiting`, `unused`; or `refused`, a part of
the error for a scenario that cannot be used.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from pbem.core.contract import Game
from pbem.core.errors import Unusable
from pbem.core.scenario import resolve, scenario
from tests.games.registered import GAMES, folder

KEYS = {"id", "ruling", "question", "scenario", "turn", "events", "whole", "never", "state", "problems", "refused"}
WHOLE_GAME = {"finished", "winners", "scores", "awaiting", "unused"}


def rows(of: Game) -> list[dict[str, Any]]:
    table: list[dict[str, Any]] = tomllib.loads((folder(of) / "rulings.toml").read_text(encoding="utf-8"))["row"]
    return table


ROWS = [pytest.param(game, row, id=f"{game.slug}-{row['id']}") for game in GAMES for row in rows(game)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_ruling_has_a_row(game: Game) -> None:
    page = (game.files / "rulings.md").read_text(encoding="utf-8")
    rulings = set(re.findall(r"^\| ([A-Z]\d+) \|", page, re.MULTILINE))
    assert len(rulings) >= 20
    held = [number for row in rows(game) for number in row["ruling"]]
    assert rulings == set(held)
    ids = [row["id"] for row in rows(game)]
    assert len(set(ids)) == len(ids) >= len(rulings)


@pytest.mark.parametrize(("game", "row"), ROWS)
def test_ruling(game: Game, row: dict[str, Any]) -> None:
    assert row["question"].endswith("?")
    assert set(row) <= KEYS | WHOLE_GAME
    assert set(row) & {"events", "never", "state", "problems", "refused"} | set(row) & WHOLE_GAME, (
        "the row asks nothing"
    )
    if "refused" in row:
        with pytest.raises(Unusable, match=re.escape(row["refused"])):
            played(game, row)
        return
    whole = played(game, row)
    turn = whole["turns"][row.get("turn", len(whole["turns"])) - 1]
    if row.get("whole"):
        assert turn["events"] == row["events"]
    else:
        assert_in_order(turn["events"], row.get("events", []))
    for event in row.get("never", []):
        assert not [happened for happened in turn["events"] if holds(happened, event)]
    assert holds(turn["state"], row.get("state", {}))
    if "problems" in row:
        assert kinds(turn["problems"]) == row["problems"]
    for key in WHOLE_GAME & set(row):
        assert whole[key] == row[key]


def played(game: Game, row: Mapping[str, Any]) -> dict[str, Any]:
    return resolve(scenario({"game": game.slug, "seed": "rulings", **row["scenario"]}), game).to_json()


def holds(happened: Any, expected: Any) -> bool:
    """Whether what happened has at least what is expected, tables within tables too."""
    if isinstance(expected, dict) and isinstance(happened, dict):
        return all(key in happened and holds(happened[key], value) for key, value in expected.items())
    return bool(happened == expected) and type(happened) is type(expected)


def assert_in_order(events: list[dict[str, Any]], expected: Iterable[dict[str, Any]]) -> None:
    at = 0
    for event in expected:
        found = next((place for place in range(at, len(events)) if holds(events[place], event)), None)
        assert found is not None, f"{event} is not among {events[at:]}"
        at = found + 1


def kinds(problems: Mapping[str, list[dict[str, Any]]]) -> dict[str, list[list[object]]]:
    def kind(message: str) -> str:
        return "warning" if message.startswith("warning: ") else "error"

    return {name: [[one["line"], kind(one["message"])] for one in many] for name, many in problems.items()}
