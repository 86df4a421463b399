"""What an examination found."""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """`unseen`: it cannot be told from here."""

    GOOD = "good"
    WARNING = "warning"
    WRONG = "wrong"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at, how it is, and in one sentence what was seen and what to do."""

    what: str
    state: State
    said: str


def good(what: str, said: str) -> Finding:
    return Finding(what, State.GOOD, said)


def warning(what: str, said: str) -> Finding:
    return Finding(what, State.WARNING, said)


def wrong(what: str, said: str) -> Finding:
    return Finding(what, State.WRONG, said)


def unseen(what: str, said: str) -> Finding:
    return Finding(what, State.UNSEEN, said)
