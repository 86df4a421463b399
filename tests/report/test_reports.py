"""Reports: what readers share is rendered once, what is one reader's alone stays so, and every word of a player is only data."""

import dataclasses
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.core.contract import Asked, Audience, Event, Reader, Table, View
from pbem.core.sheets import Order, Problem
from pbem.report.renderer import Renderer
from pbem.report.telling import QuotedProblem, Telling
from tests.tiny_game import TinyGame, TinyOptions

HOSTILE = "<b>Bob</b>{{ 7 * 7 }}"


class Storied(TinyGame):
    """The tiny game with a story, that counts how often it is told."""

    def __init__(self) -> None:
        self.told_stories = 0

    def story(self, table: Table, view: View, events: Sequence[Event]) -> Mapping[str, Any]:
        self.told_stories += 1
        assert "reader" not in view
        return {"events": len(events)}


def tellings(game: TinyGame, *readers: Reader, players: tuple[str, ...] = ("Ann", HOSTILE)) -> list[Telling]:
    """What these readers are told of a first turn in which Ann called high and nobody else sent anything."""
    table = Table(players, TinyOptions())
    chance = Chance("seed")
    state, _ = game.start(table, chance)
    filed = {"Ann": (Order("call", "call: high", 1, 1),)}
    after = game.advance(table, state, filed, frozenset(players), frozenset(), {}, chance)
    told = []
    for reader in readers:
        events = tuple(e for event in after.events if (e := game.told(table, event, reader)) is not None)
        view = game.view(table, after.state, {}, reader)
        seat = isinstance(reader, str)
        told.append(
            Telling(
                game=game,
                table=table,
                campaign="tiny-1",
                turn=1,
                next_turn=2,
                reader=reader,
                events=events,
                view=view,
                awaited={name: Asked("a call") for name in players},
                form=tuple(game.form(table, view)) if seat else (),
                deadline="Fri 12 June 2026, 18:00 BST (17:00 UTC)",
                marker_begin=f"[begin {reader}]" if seat else "",
                marker_end=f"[end {reader}]" if seat else "",
            )
        )
    return told


def test_a_report_has_its_parts_in_order() -> None:
    (telling,) = tellings(TinyGame(), "Ann")
    problem = QuotedProblem(Problem(1, 7, "warning: the coin did not agree"), "call: high")
    report = Renderer().report(dataclasses.replace(telling, problems=(problem,), archive_url="https://example.org/a/"))
    assert report.subject.startswith("[tiny-1] Turn 1: ")
    lines = report.text.splitlines()
    assert (lines[0], lines[-1]) == ("[begin Ann]", "[end Ann]")
    wanted = [
        "TINY  *  tiny-1  *  Turn 1",
        "WHAT HAPPENED",
        "  call: player Ann, call high",
        "Orders for turn 2 are due by Fri 12 June 2026, 18:00 BST (17:00 UTC).",
        "The campaign's pages: https://example.org/a/",
        "    call: high",
        "          ^",
        "    warning: the coin did not agree",
        "# ----- orders for turn 2: begin -----",
        "call:",
        "# ----- orders: end -----",
    ]
    assert [line for line in lines if line in wanted] == wanted
    assert max(map(len, lines)) <= 78
    for line in ("[begin Ann]", "[end Ann]", "Order form", "call: high\n      ^</pre>"):
        assert line in report.html


def test_what_readers_share_is_told_once_and_their_own_is_not_mixed() -> None:
    game = Storied()
    told = tellings(game, "Ann", HOSTILE, Audience.PUBLIC)
    alike = [dataclasses.replace(t, view={**t.view, "number": 0}) for t in told]
    problem = QuotedProblem(Problem(1, 1, "only Ann may read this"), "call: high")
    reports = Renderer().render_turn([dataclasses.replace(alike[0], problems=(problem,)), *alike[1:]])
    assert game.told_stories == 1
    assert ["only Ann" in report.text for report in reports] == [True, False, False]
    assert ["only Ann" in report.html for report in reports] == [True, False, False]
    assert ["[begin" in report.text for report in reports] == [True, True, False]


def test_readers_who_may_know_different_things_are_told_apart() -> None:
    game = Storied()
    together = Renderer().render_turn(tellings(game, "Ann", HOSTILE, Audience.PUBLIC))
    assert game.told_stories == 3
    assert together == [Renderer().report(telling) for telling in tellings(game, "Ann", HOSTILE, Audience.PUBLIC)]


def test_a_deadline_of_one_seat_is_not_told_to_another() -> None:
    ann, bob = tellings(TinyGame(), "Ann", HOSTILE)
    bob = dataclasses.replace(bob, deadline="Sat 13 June 2026, 18:00 BST (17:00 UTC)")
    first, second = Renderer().render_turn([ann, bob])
    assert "Fri 12 June" in first.text
    assert "Sat 13 June" not in first.text
    assert "Sat 13 June" in second.html
    assert "Fri 12 June" not in second.html


def test_names_are_data() -> None:
    report = Renderer().report(tellings(TinyGame(), "Ann")[0])
    assert HOSTILE in report.text
    assert "<b>" not in report.html
    assert "49" not in report.html


def test_the_end_shows_the_secret_and_what_was_promised() -> None:
    (telling,) = tellings(TinyGame(), "Ann")
    report = Renderer().report(
        dataclasses.replace(
            telling,
            awaited={},
            form=(),
            next_turn=0,
            secret="5ec7e7",
            commitment="c0" * 32,
            luck=(("Ann", "four <b>clovers</b>"), ("Bob", "")),
        )
    )
    assert "    Ann: four <b>clovers</b>\n    Bob: none\n" in report.text
    assert "<li>Ann: four &lt;b&gt;clovers&lt;/b&gt;</li>" in report.html
    assert "    5ec7e7\n" in report.text
    assert "    " + "c0" * 32 in report.text
    assert "5ec7e7</pre>" in report.html
    assert "Play waits" not in report.text
    assert "ORDER FORM" not in report.text


@pytest.mark.parametrize("where", ["the game's folder", "the GM's folder"])
def test_templates_of_a_game_and_of_the_gm(tmp_path: Path, where: str) -> None:
    class Brought(TinyGame):
        files = tmp_path / "brought"

    (tmp_path / "brought" / "templates").mkdir(parents=True)
    for kind in ("txt", "html"):
        (tmp_path / "brought" / "templates" / f"report.{kind}.j2").write_text(
            "Subject: of the game\nthe game's {{ turn }}\n"
        )
    overrides = tmp_path / "gm"
    overrides.mkdir()
    if where == "the GM's folder":
        shutil.copytree(tmp_path / "brought" / "templates", overrides / "games" / "tiny")
        for file in (overrides / "games" / "tiny").iterdir():
            file.write_text("Subject: of the GM\nthe GM's {{ turn }}\n")
    report = Renderer(overrides).report(tellings(Brought(), "Ann")[0])
    whose = "game" if where == "the game's folder" else "GM"
    assert report.subject == f"[tiny-1] Turn 1: of the {whose}"
    assert f"the {whose}'s 1" in report.text
    assert f"the {whose}" in report.html
