"""The demo is a whole campaign over real servers: it must end, verify, and show what it promises."""

import io
import sqlite3
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from click.testing import CliRunner
from rich.console import Console

from pbem.cli import main
from pbem.core.errors import Failed, Unusable
from pbem.demo import house
from pbem.demo.cast import ANN
from pbem.demo.mailbag import received_from
from pbem.demo.pitagoras import PitagorasScript, choices_of
from pbem.demo.play import Demo
from pbem.demo.screen import Screen
from pbem.demo.visitor import AtTerminal


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("demo") / "pbem-demo"
    console = Console(file=io.StringIO(), width=100)
    Demo(Screen(console), folder, PitagorasScript()).play()
    assert isinstance(console.file, io.StringIO)
    return folder, console.file.getvalue()


def test_it_ends_and_verifies(played: tuple[Path, str]) -> None:
    _, said = played
    assert "Verified:" in said
    assert "has won the game" in said


def test_it_shows_what_people_do(played: tuple[Path, str]) -> None:
    """A mistake that is answered and mended, a conditional order, a missed turn."""
    _, said = played
    assert "expected a card, found '+7'" in said
    assert "Dora reads what was wrong, and writes again." in said
    assert " won 1 then " in said
    assert "Cleo is away this week" in said
    assert "no orders of yours yet" in said
    assert "Cleo sent nothing" in said or "no move received" in said


def test_it_leaves_mails_reports_pages_and_the_database(played: tuple[Path, str]) -> None:
    folder, _ = played
    mails = sorted((folder / "mails").iterdir())
    assert len(mails) > 60
    assert any(
        b"Content-Type: text/html" in mail.read_bytes() and b"text/plain" not in mail.read_bytes() for mail in mails
    )
    reports = {path.name for path in (folder / "reports").iterdir()}
    assert {"turn-0-Ann.txt", "turn-1-Dora.html"} <= reports
    assert (folder / "archive" / "index.html").exists()
    with sqlite3.connect(folder / "pbem.db") as database:
        verdicts = dict(database.execute("select verdict, count(*) from letter group by verdict"))
        unsent = database.execute("select count(*) from outbox where state != 'sent'").fetchone()[0]
    database.close()
    assert verdicts.keys() == {"ACK", "ERR"}
    assert unsent == 0


def test_no_seat_is_sent_anothers_orders(played: tuple[Path, str]) -> None:
    """Bob's conditions are in no mail to anybody else."""
    folder, _ = played
    for mail in (folder / "mails").glob("*-to-*.eml"):
        if not mail.name.endswith(("-to-bob.eml", "-to-games.eml")):
            assert b" won 1 then " not in mail.read_bytes().replace(b"=\r\n", b""), mail.name


def test_every_mail_can_be_read_at_78_columns(played: tuple[Path, str]) -> None:
    folder, _ = played
    mails = [mail for mail in (folder / "mails").glob("*.eml") if "games-to-" in mail.name]
    assert mails
    for mail in mails:
        wide = [line for line in received_from("", mail.read_bytes()).mail.text.splitlines() if len(line) > 78]
        assert not wide, mail.name


def test_the_order_form_is_read_although_it_was_wrapped() -> None:
    form = (
        "# Turn 1. Write behind the colons; a line left as it is orders nothing.\r\n"
        "# Calculation 1: stake 1, your die 1. +2 = 3, -4 = -3,\r\n# x2 = 2, jolly\r\n1:\r\n"
        "# If you land on square 5 you swap places with one of: Ann, Bob,\r\n# Cleo Lee\r\nprompter:\r\n"
    )
    choices, others = choices_of(form)
    assert choices[0].calculation == "1"
    assert choices[0].results == {"+2": 3, "-4": -3, "x2": 2, "jolly": None}
    assert others == ["Ann", "Bob", "Cleo Lee"]


class Terminal(Console):
    """A terminal where somebody answers each question with the next of the mails written for it, else with nothing.

    Whoever is asked in vain for ever leaves.
    """

    def __init__(self, mails: dict[str, list[str]]) -> None:
        super().__init__(file=io.StringIO(), width=60)
        self._mails = mails
        self._lines: list[str] = []
        self._read = 0
        self._patience = 500

    def said(self) -> str:
        assert isinstance(self.file, io.StringIO)
        return self.file.getvalue()

    def input(self, *_: Any, **__: Any) -> str:
        self._patience -= 1
        if not self._patience:
            raise EOFError
        asked, self._read = self.said()[self._read :], len(self.said())
        if asked:
            waiting = next((mails for question, mails in self._mails.items() if question in asked and mails), [])
            self._lines = waiting.pop(0).splitlines() if waiting else []
        return self._lines.pop(0) if self._lines else ""


def test_a_visitor_plays_a_seat_at_the_terminal(tmp_path: Path) -> None:
    """Orders, a mistake, what is no text, silence, time skipped: whatever the visitor does, the campaign goes on to its end."""
    terminal = Terminal(
        {
            "To take a seat": ["skip"],
            "To confirm": ["yes"],
            "Your orders, one a line": [
                "",
                "1: +9\n2: x2",
                "\udc80",
                "skip",
                *["1: +3 or x2 or jolly\n2: x4 or +4 or x3"] * 40,
            ],
            "No mail comes": ["join demo-1 as Ann Lee\nluck: [bold]{{ 7 }}", "1: +4", *["skip"] * 40],
            "Your next mail": ["status"],
        }
    )
    demo = Demo(Screen(terminal), tmp_path / "pbem-demo", PitagorasScript(), AtTerminal(terminal, ANN), silence=1.5)
    demo.play()
    assert "There is no deadline to wait for yet." in terminal.said()
    assert "expected a card, found '+9'" in terminal.said()
    assert "That was no text in UTF-8" in terminal.said()
    assert "The deadline comes." in terminal.said()
    assert "Verified:" in terminal.said()
    reports = [file.read_text("utf-8") for file in (tmp_path / "pbem-demo" / "reports").glob("turn-*-Bob.txt")]
    assert any("Ann Lee sent no orders (NMR)" in report for report in reports)


@pytest.mark.parametrize("leaves", ["quit", EOFError(), KeyboardInterrupt()])
def test_a_visitor_may_leave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leaves: str | BaseException) -> None:
    terminal = Terminal({})
    monkeypatch.setattr(terminal, "input", Mock(side_effect=[leaves]))
    with pytest.raises(Failed, match="the visitor has left"):
        Demo(Screen(terminal), tmp_path / "pbem-demo", PitagorasScript(), AtTerminal(terminal, ANN)).play()


def test_a_folder_of_somebody_elses_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(Unusable, match="no demo made it"):
        house.fresh_folder(tmp_path)
    result = CliRunner().invoke(main, ["demo", "--folder", str(tmp_path)])
    assert result.exit_code == 2, result.output
    assert (tmp_path / "thesis.txt").read_text() == "years of work"


def test_an_earlier_demo_is_replaced(tmp_path: Path) -> None:
    first = house.fresh_folder(tmp_path / "demo")
    (first / "mails" / "0001.eml").write_text("old")
    house.fresh_folder(tmp_path / "demo")
    assert not list((first / "mails").iterdir())
