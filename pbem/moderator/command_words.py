"""The commands that anybody can mail, as they are written: found in a line, listed by `help`.

A line that is exactly one of them is carried out and is blank for the game. No command may read as an order of any game.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from pbem.core.letters import LetterLine


@dataclass(frozen=True, slots=True)
class Command:
    """A command as `help` lists it.

    `usage`: how it is written. `explains`: what it does, words without a full stop. `pattern`: matches the whole line, whose
    spaces are single. `example`: a line that it matches. `also`: another first word than that of `usage`, empty for none.
    `changes`: whether it changes a seat's orders, so that it is carried out only for a writer who is proven. `for_strangers`:
    whether somebody without a seat may give it. `asks`: whether it is carried out only once it has been confirmed.
    `takes_luck`: whether a line `luck: …` beside it belongs to it.
    """

    usage: str
    explains: str
    pattern: re.Pattern[str]
    example: str
    also: str = ""
    changes: bool = False
    for_strangers: bool = False
    asks: bool = False
    takes_luck: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """The words with which it may begin, in lower case."""
        first = self.usage.partition(" ")[0]
        return (first, self.also) if self.also else (first,)


@dataclass(frozen=True, slots=True)
class Given:
    """A command that stands in a line."""

    command: Command
    match: re.Match[str]
    number: int


def _line(pattern: str) -> re.Pattern[str]:
    """A pattern for a whole line of a command, in any case."""
    return re.compile(pattern, re.IGNORECASE)


HELP = Command(
    usage="help",
    explains="this list",
    pattern=_line("help"),
    example="help",
    for_strangers=True,
)
RULES = Command(
    usage="rules",
    explains="the rules of your game (`rules GAME` for another)",
    pattern=_line("rules(?: (?P<game>[a-z0-9][a-z0-9-]{0,63}))?"),
    example="rules",
    for_strangers=True,
)
STATUS = Command(
    usage="status",
    explains="the turn, the deadline, how the game stands, and what is asked of you",
    pattern=_line("status"),
    example="status",
)
ORDERS = Command(
    usage="orders",
    explains="what you have on file",
    pattern=_line("orders"),
    example="orders",
)
OPTIONS = Command(
    usage="options",
    explains="what you could order now, with its points where the game tells them (`scores` is the same)",
    pattern=_line("options|scores"),
    example="options",
    also="scores",
)
HISTORY = Command(
    usage="history N",
    explains="the report of turn N again (`history 0`: the start)",
    pattern=_line(r"history(?: of)?(?: turn)? (?P<turn>[0-9]{1,6})"),
    example="history 3",
)
WITHDRAW_ORDERS = Command(
    usage="withdraw orders",
    explains="takes everything that you have on file back",
    pattern=_line("withdraw(?: my)? orders"),
    example="withdraw orders",
    changes=True,
)
JOIN = Command(
    usage="join CAMPAIGN as NAME",
    explains="asks for a seat; add a line `luck: any words of yours`, which go into the dice",
    pattern=_line(
        r"join \[?(?P<campaign>[a-z0-9][a-z0-9-]{0,39})\]? as"
        r"(?: (?P<name>.{1,100}?)(?:[ ,;]{1,2}\(?(?:with )?luck ?: ?(?P<luck>.*?)\)?)?)?"
    ),
    example="join pit-1 as Ann",
    for_strangers=True,
    takes_luck=True,
)
LEAVE = Command(
    usage="leave CAMPAIGN",
    explains="gives your seat up, after you have confirmed it",
    pattern=_line(r"leave \[?(?P<campaign>[a-z0-9][a-z0-9-]{0,39})\]?"),
    example="leave pit-1",
    changes=True,
    asks=True,
)
REMINDERS_OFF = Command(
    usage="reminders off",
    explains="no more reminders before a deadline",
    pattern=_line("(?:reminders off|unsubscribe)"),
    example="reminders off",
    also="unsubscribe",
)
REMINDERS_ON = Command(
    usage="reminders on",
    explains="reminders again",
    pattern=_line("reminders on"),
    example="reminders on",
)

COMMANDS = (
    HELP,
    RULES,
    STATUS,
    ORDERS,
    OPTIONS,
    HISTORY,
    WITHDRAW_ORDERS,
    JOIN,
    LEAVE,
    REMINDERS_OFF,
    REMINDERS_ON,
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
