"""What commands print."""

import pytest

from pbem.cli.showing import printable, show_table, show_text

HOSTILE = "Ann\x1b[2J\x07\r\u202eevil\x9b31m"


def test_a_text_cannot_command_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    show_text(HOSTILE + "\n\tZoë\n")
    printed = capsys.readouterr().out
    assert printed.endswith("\n\tZoë\n")
    assert not {"\x1b", "\x07", "\r", "\u202e", "\x9b"} & set(printed)


def test_a_text_that_is_harmless_is_printed_as_it_is() -> None:
    assert printable("Zoë 🎲\n\t(2 x 4 = 8) – ok") == "Zoë 🎲\n\t(2 x 4 = 8) – ok"


@pytest.mark.parametrize("terminal", [False, True])
def test_a_table_shows_cells_as_they_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    monkeypatch.setenv("COLUMNS", "100")
    show_table(("name", "says"), [("[bold]Ann[/bold]", "two\nlines"), (None, HOSTILE)], "nothing")
    printed = capsys.readouterr().out
    assert "[bold]Ann[/bold]" in printed
    assert "two lines" in printed
    assert "\x07" not in printed
    assert "\x1b[2J" not in printed


def test_an_empty_table_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    show_table(("name",), [], "Nobody plays yet.")
    assert capsys.readouterr().out == "Nobody plays yet.\n"
