"""What one reader is told of one turn, before it becomes text."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbem.core.contract import Asked, Event, Game, Reader, Table, View
from pbem.core.sheets import Problem


def answered_by(reader: Reader, awaited: Mapping[str, Asked], questions: Mapping[str, Asked]) -> str:
    """What the state asks of a reader (`questions`) of whom it is awaited no more, for what is on file; empty for nothing."""
    return questions[reader].what if isinstance(reader, str) and reader in questions and reader not in awaited else ""


@dataclass(frozen=True, slots=True)
class QuotedProblem:
    """A problem with the line of the player's own text that it points at; empty where the text is not known.

    `seat` names the player whose problem it is where a GM is shown those of all; empty in a player's own report.
    """

    problem: Problem
    line: str = ""
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Before:
    """What the same reader was told of the same turn before it was adjudicated anew: told events, and the view after them."""

    events: tuple[Event, ...]
    view: View


@dataclass(frozen=True, slots=True)
class Telling:
    """All that a report is made from. `events` are told events, `view` the reader's own view after them.

    `turn`: the number adjudicated, 0 for the start. `next_turn`: the one now being played, 0 once the game has ended.
    `form`: lines of the sheet to fill in, empty for none. `answered`: what is asked of the reader and answered by what is on
    file, empty for nothing. `awaited`: of whom play waits for what. `deadline`: the one of all who are asked, as shown to the
    reader, empty for none; `deadlines`: by player, where they differ. `marker_begin`, `marker_end`:
    mail.md 5, empty outside mails. `notes`: what the moderator adds, a sentence each ("Turn 3 is withdrawn: …"). `secret`,
    `commitment`, `luck` (player and words, in seat order): revealed at the end, else empty.
    `before`: of a turn adjudicated anew by a ruling, so that the report can say what has changed.
    """

    game: Game
    table: Table
    campaign: str
    turn: int
    next_turn: int
    reader: Reader
    events: tuple[Event, ...]
    view: View
    awaited: dict[str, Asked]
    problems: tuple[QuotedProblem, ...] = ()
    form: tuple[str, ...] = ()
    answered: str = ""
    deadline: str = ""
    deadlines: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    marker_begin: str = ""
    marker_end: str = ""
    secret: str = ""
    commitment: str = ""
    luck: tuple[tuple[str, str], ...] = ()
    archive_url: str = ""
    before: Before | None = None
