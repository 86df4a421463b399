"""docs/what-if.md does what it says: each scenario, and each with its line changed, is told as the page tells it."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.cli.conftest import Give

PAGE = (Path(__file__).parents[2] / "docs" / "what-if.md").read_text("utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
CHANGED = re.compile(r"-(.*)\n\+(.*)\n")


def told_by_the_page() -> list[tuple[str, str]]:
    """Each scenario with what the page says of it, in the order of the page."""
    scenario, pairs = "", []
    for kind, text in BLOCK.findall(PAGE):
        if kind == "toml":
            scenario = text
        elif kind == "diff":
            change = CHANGED.fullmatch(text)
            assert change
            assert scenario.count(change[1]) == 1
            scenario = scenario.replace(change[1], change[2])
        else:
            pairs.append((scenario, text))
    return pairs


def test_the_page_has_an_example_of_both_games_and_a_change_of_each() -> None:
    assert [tomllib.loads(scenario)["game"] for scenario, _ in told_by_the_page()] == ["global-pursuit"] * 2 + [
        "bux"
    ] * 2


@pytest.mark.parametrize(("scenario", "told"), told_by_the_page())
def test_a_scenario_comes_to_what_the_page_says(give: Give, tmp_path: Path, scenario: str, told: str) -> None:
    file = tmp_path / "scenario.toml"
    file.write_text(scenario, encoding="utf-8")
    assert told in give("resolve", str(file)).output
