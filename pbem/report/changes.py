"""What a turn's story says otherwise than it did before the turn was adjudicated anew, line by line."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

MOST = 40
"""Lines: more of them say less than the report itself."""


@dataclass(frozen=True, slots=True)
class Change:
    """A line that is told no longer (`gone`), or only now."""

    line: str
    gone: bool


def changes(before: str, after: str) -> Sequence[Change]:
    """The lines that differ, in the order of the story, those that are gone before those in their place; at most `MOST`."""
    old, new = (_lines(text) for text in (before, after))
    found: list[Change] = []
    for tag, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            found += [*(Change(line, True) for line in old[i:j]), *(Change(line, False) for line in new[k:m])]
    return found[:MOST]


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]
