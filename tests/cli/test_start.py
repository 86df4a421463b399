"""The start of the program: what is imported, what help says, and how errors end."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pbem import __version__
from pbem.cli import COMMANDS, main
from pbem.core.errors import Failed, Unusable

HEAVY = {
    "sqlalchemy",
    "sqlmodel",
    "pydantic",
    "jinja2",
    "alembic",
    "rich",
    "aiosmtplib",
    "imap_tools",
    "apscheduler",
    "lxml",
}


def every_command() -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command and group by its words, the program itself first."""

    def below(words: tuple[str, ...], command: click.Command) -> Iterator[tuple[tuple[str, ...], click.Command]]:
        yield words, command
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context):
                inner = command.get_command(context, name)
                assert inner is not None
                yield from below((*words, name), inner)

    return below((), main)


def imported(*words: str) -> set[str]:
    """The top packages that a start of Python with these words imports."""
    command = [sys.executable, "-X", "importtime", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = [line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {line.split(".")[0] for line in lines}


@pytest.mark.parametrize("word", ["--help", "--version"])
def test_help_and_version_import_click_alone(word: str) -> None:
    bare = imported("-c", "import click")
    assert "click" in bare
    foreign = imported("-m", "pbem", word) - bare - sys.stdlib_module_names
    assert foreign == {"pbem"}


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_help_of_a_command_imports_nothing_heavy(name: str) -> None:
    loaded = imported("-m", "pbem", name, "--help")
    assert "pbem" in loaded
    assert loaded & HEAVY - ({"pydantic"} if name in ("games", "resolve") else set()) == set()


def test_the_version_is_told() -> None:
    assert CliRunner().invoke(main, ["--version"]).output == f"pbem, version {__version__}\n"


@pytest.mark.parametrize(
    ("words", "command"), list(every_command()), ids=lambda part: " ".join(part) if isinstance(part, tuple) else ""
)
def test_every_command_and_option_has_its_help(words: tuple[str, ...], command: click.Command) -> None:
    result = CliRunner().invoke(main, [*words, "--help"])
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage: ")
    assert command.help
    assert command.help.strip().partition("\n")[0].endswith("."), "the first line is a sentence"
    unexplained = [p.name for p in command.params if isinstance(p, click.Option) and not (p.help or "").endswith(".")]
    assert unexplained == []


def test_what_lists_or_shows_tells_programs_too() -> None:
    showing = {"list", "show", "status", "log", "rules", "verify", "doctor"}
    seen = [(words, command) for words, command in every_command() if words and words[-1] in showing]
    assert len(seen) > 10
    assert [words for words, command in seen if "--json" not in {opt for p in command.params for opt in p.opts}] == []


def test_what_needs_a_house_is_told_where_it_is() -> None:
    """Everything but what stands alone takes --config, which PBEM_CONFIG in the environment gives as well."""
    alone = {"completion", "demo", "games", "resolve"}
    for words, command in every_command():
        if words and words[0] not in alone and not isinstance(command, click.Group):
            found = [p for p in command.params if p.name == "config"]
            assert len(found) == 1, words
            assert found[0].envvar == "PBEM_CONFIG"


def test_the_table_of_commands_says_what_their_own_help_says() -> None:
    for words, command in every_command():
        if len(words) == 1:
            assert (command.help or "").partition("\n")[0] == COMMANDS[words[0]][1]


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (Unusable("no such option"), 2, "pbem: no such option\n"),
        (Failed("the server is away"), 1, "pbem: the server is away\n"),
        (OSError(13, "Permission denied", "/etc/x"), 1, "pbem: /etc/x: Permission denied\n"),
        (KeyError("seat 7"), 1, "pbem: this is a fault of the program (KeyError: 'seat 7')"),
    ],
)
def test_an_error_is_one_sentence(monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, said: str) -> None:
    @click.command()
    def failing() -> None:
        raise error

    monkeypatch.setattr("pbem.cli.completion.command", failing)
    result = CliRunner().invoke(main, ["completion"])
    assert (result.exit_code, result.stdout) == (status, "")
    assert result.stderr.startswith(said)
    assert result.stderr.count("\n") == 1


def test_a_fault_of_the_program_can_be_seen_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command()
    def failing() -> None:
        raise KeyError("seat 7")

    monkeypatch.setattr("pbem.cli.completion.command", failing)
    assert isinstance(CliRunner().invoke(main, ["--traceback", "completion"]).exception, KeyError)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("nonsense", "no such command 'nonsense' (`main --help` shows"),
        ("db nonsense", "no such command 'nonsense' (`main db --help` shows"),
        ("db upgrade --nonsense", "no such option '--nonsense' (`main db upgrade --help` shows"),
        ("completion", "missing argument '{bash|fish|zsh}'. Choose from: bash, fish, zsh (`main completion --help`"),
        ("campaign list --status lost", "'lost' is not one of 'signup', 'running', 'paused', 'ended' (`main campaign"),
        ("db status --config /", "invalid value for '--config' (env var: 'PBEM_CONFIG'): File '/' is a directory"),
        ("mail show x", "'x' is not a whole number"),
        ("turn withdraw tiny-1 0", "'0' is not from 1 to 2147483647"),
    ],
)
def test_wrong_words_are_told_in_one_line(words: str, said: str) -> None:
    result = CliRunner().invoke(main, words.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("pbem: ")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        "campaign log --limit",
        "mail list --limit",
        "mail show",
        "mail accept",
        "mail drop",
        "outbox list --limit",
        "outbox show",
        "outbox retry",
        "turn show tiny-1",
        "turn resend tiny-1 --turn",
        "turn withdraw tiny-1",
    ],
)
def test_no_number_is_too_large_for_a_database(words: str) -> None:
    result = CliRunner().invoke(main, [*words.split(), str(2**63)])
    assert result.exit_code == 2
    assert f"'{2**63}' is not from " in result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", ["--version", "--help", "games rules pitagoras"])
def test_a_screen_that_takes_nothing_is_told_in_one_line(words: str, unbuffered: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pbem", *words.split()],
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.stderr == "pbem: the system: No space left on device\n"
    assert done.returncode == 1


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_its_completion(shell: str) -> None:
    result = CliRunner().invoke(main, ["completion", shell])
    assert result.exit_code == 0
    assert "_PBEM_COMPLETE" in result.stdout
