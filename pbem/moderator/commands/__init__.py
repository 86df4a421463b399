"""The commands that anybody can mail, one file each: found in a line, listed by `help`.

A line that is exactly one of them is carried out and is blank for the game. No command may read as an order of any game.
"""

from collections.abc import Iterable
from difflib import get_close_matches

from pbem.core.letters import LetterLine
from pbem.moderator.command import Command, Given
from pbem.moderator.commands import help as help_
from pbem.moderator.commands import history, join, options, orders, reminders, rules, status, withdraw

COMMANDS: tuple[Command, ...] = (
    help_.COMMAND,
    rules.COMMAND,
    status.COMMAND,
    orders.COMMAND,
    options.COMMAND,
    history.COMMAND,
    withdraw.COMMAND,
    join.COMMAND,
    reminders.OFF,
    reminders.ON,
)
"""In the order in which `help` lists them."""

_BY_FIRST_WORD: dict[str, list[Command]] = {}
for _command in COMMANDS:
    for _word in _command.words:
        _BY_FIRST_WORD.setdefault(_word, []).append(_command)

_LONGEST = 200
_LONGEST_GUESSED = 30
_ALIKE = 0.8
"""Of 1: `statsu` is that near to `status`; `hello` is not to `help`."""


def find(line: str, number: int = 0) -> Given | None:
    """The command that a line is exactly, None for any other line. A full stop or mark at its end is nothing."""
    if len(line) > _LONGEST:
        return None
    words = " ".join(line.split()).rstrip(" .!?")
    for command in _BY_FIRST_WORD.get(words.partition(" ")[0].lower(), ()):
        match = command.pattern.fullmatch(words)
        if match:
            return Given(command, match, number)
    return None


def meant(line: str) -> str:
    """How the command is written that a line which is none comes close to; empty where there is no such."""
    words = " ".join(line.lower().split()).rstrip(" .!?")
    begun = next((command.usage for command in COMMANDS if words and command.usage.startswith(f"{words} ")), "")
    if begun or len(words) > _LONGEST_GUESSED:
        return begun
    examples = {command.example.lower(): command.usage for command in COMMANDS}
    close = get_close_matches(words, examples, n=1, cutoff=_ALIKE)
    return examples[close[0]] if close else ""


def given(lines: Iterable[LetterLine]) -> list[Given]:
    """The commands in these lines, in order; the same words again are one command."""
    found: dict[str, Given] = {}
    for line in lines:
        one = find(line.text, line.number)
        if one is not None:
            found.setdefault(one.match[0].lower(), one)
    return list(found.values())
