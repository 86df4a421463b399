"""The demos of the games that are played in turn: each must end, verify, and show what the game is about."""

import io
import re
from dataclasses import replace
from pathlib import Path

import click
import pytest
from rich.console import Console

from pbem.cli.demo import command
from pbem.core.errors import Unusable
from pbem.demo.global_pursuit import edges_in, section
from pbem.demo.mailbag import Delivered
from pbem.demo.play import Demo
from pbem.demo.screen import Screen
from pbem.demo.script import asked_in, listed_in
from pbem.demo.scripts import SCRIPTS, script_of
from pbem.demo.writing import Received

SHOWN = {
    "glitches": (
        "discard ",
        "if last at ",
        "Ann reads what was wrong, and writes again.",
        "Bob is away this week",
        "Bob sent nothing when asked to play (NMR)",
    ),
    "glass-bead": (
        "claim with ",
        " empty then ",
        "vote 1: yes",
        "Bob reads what was wrong, and writes again.",
        "Cleo is away this week",
    ),
    "global-pursuit": (
        "Ann reads what was wrong, and writes again.",
        "level: if symbol roll or symbol bonus then 1 else 2",
        "join PP",
        "challenge PP-",
        "Ann's challenge is upheld",
        ": right or wrong?",
        ": ruled right",
        "Bob is away this week",
    ),
    "bux": (
        "Ann reads what was wrong, and writes again.",
        "standing bid: if double then 60 else 25",
        "bid: if together heart >= 3",
        "bid up to 80",
        "if the others stop at ",
        "Time to cash in.",
        "Cleo is away this week",
    ),
}


SECRET = "7e57" * 16
"""Of a demo that has none of its own, so that it is the same game each time."""


@pytest.mark.parametrize("game", sorted(SHOWN))
def test_a_campaign_ends_verifies_and_shows(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(file=io.StringIO(), width=100)
    script = script_of(game)
    monkeypatch.setattr(type(script), "campaign", replace(script.campaign, secret=script.campaign.secret or SECRET))
    Demo(Screen(console), tmp_path / "pbem-demo", script).play()
    assert isinstance(console.file, io.StringIO)
    said = console.file.getvalue()
    assert "Verified:" in said
    assert "What Ann could order in turn" in said
    missing = [words for words in SHOWN[game] if words not in said]
    assert not missing


def test_a_game_without_a_demo_is_told() -> None:
    with pytest.raises(Unusable, match="there is no demo of 'chess'; there are demos of pitagoras"):
        script_of("chess")


def test_the_command_names_every_demo() -> None:
    (game,) = [option for option in command.params if option.name == "game"]
    assert isinstance(game, click.Option)
    assert set(re.findall(r"[a-z]+-?[a-z]+", (game.help or "").partition(":")[2])) - {"or"} == set(SCRIPTS)


def report(text: str) -> Delivered:
    return Delivered("ann", Received("", "", "", "", "", "", text.replace("\n", "\r\n")), "report", "", "")


def test_whom_a_report_asks() -> None:
    told = report(
        "Play waits for Ann, Bob and Cleo: calculations 1\n  and 2\nPlay does not wait for, but asks Dora: vote 3\n"
    )
    assert asked_in(told) == {
        "Ann": "calculations 1 and 2",
        "Bob": "calculations 1 and 2",
        "Cleo": "calculations 1 and 2",
        "Dora": "vote 3",
    }


def test_what_an_answer_lists() -> None:
    told = report(
        "What Ann could order:\n\n    play 5Y at c4 = 3 points (row 3:\n        5B)\n    place: A at e5  # 2\n"
        "    move: sell A, B, C + \\\n      D, E, F\n      # pays 5 + 10\n      # = 15\n    move: draw\n"
    )
    assert listed_in(told) == ["play 5Y at c4", "place: A at e5", "move: sell A, B, C + D, E, F", "move: draw"]


EDGES = """
THE TABLE

  PP-01 People and Places: the beginning card.
    Edge 1: along it Red Sea, Sudan, Indian Ocean; inside it Kenya; it
            crosses the Equator and 30°E.
            near it: Nairobi (capital).
    Edge 2: along it Pacific; inside it Pacific.

YOUR HAND

  PP-07  People and Places
    Edge 4: along it Indian Ocean, Sudan,
            Red Sea; inside it Egypt; it crosses 30°E and the Equator.
    Edge 5: along it Indian Ocean, Sudan, Red Sea; inside it Egypt.

WHAT COMES NEXT
"""


def test_which_edges_of_a_report_fit() -> None:
    table, hand = (list(edges_in(section(EDGES, heading))) for heading in ("THE TABLE", "YOUR HAND"))
    assert [(edge.card, edge.number) for edge in table] == [("PP-01", 1), ("PP-01", 2)]
    assert [(edge.card, edge.number) for edge in hand] == [("PP-07", 4), ("PP-07", 5)]
    assert [[own.fits(lying) for own in hand] for lying in table] == [[True, False], [False, False]]
