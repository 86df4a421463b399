"""What a command is: a line of a mail that the moderator carries out itself."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbem.moderator.answers import Piece
from pbem.moderator.binding import Bound
from pbem.moderator.desk import Desk
from pbem.moderator.identity import Writer
from pbem.store.people import Chair


@dataclass(frozen=True, slots=True)
class Asking:
    """Who gives a command, and about what.

    `chairs`: the seats that it is about, one where the letter is bound to one; `bound`: how it is, None where it is not.
    `luck`: the words for luck that stand in the same letter.
    """

    desk: Desk
    writer: Writer
    chairs: Sequence[Chair]
    letter_id: int
    received: datetime
    bound: Bound | None = None
    luck: str = ""


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a command: the parts of the answer, and whether it could be carried out.

    `reply_to`: the token that the answer is to bear instead of its seat's, empty for none. `kind`: of the answer, where the
    command decides it; `title`: what its subject says, where that is not the command itself.
    """

    pieces: tuple[Piece, ...]
    well: bool = True
    reply_to: str = ""
    kind: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """A command as `help` lists it.

    `usage`: how it is written. `explains`: what it does, words without a full stop. `pattern`: matches the whole line, whose
    spaces are single. `example`: a line that it matches. `also`: another first word than that of `usage`, empty for none.
    `changes`: whether it changes a seat's orders, so that it is carried out only for a writer who is proven. `for_strangers`:
    whether somebody without a seat may give it. `takes_luck`: whether a line `luck: …` beside it belongs to it.
    """

    usage: str
    explains: str
    pattern: re.Pattern[str]
    example: str
    run: Callable[[Asking, re.Match[str]], Done]
    also: str = ""
    changes: bool = False
    for_strangers: bool = False
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


def line(pattern: str) -> re.Pattern[str]:
    """A pattern for a whole line of a command, in any case."""
    return re.compile(pattern, re.IGNORECASE)
