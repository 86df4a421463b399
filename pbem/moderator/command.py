"""What a command is given, and what comes of it."""

from collections.abc import Sequence
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
    command decides it; `title`: what its subject says, where that is not the command itself. `gone`: whether its writer does not
    play the seat any more.
    """

    pieces: tuple[Piece, ...]
    well: bool = True
    reply_to: str = ""
    kind: str = ""
    title: str = ""
    gone: bool = False
