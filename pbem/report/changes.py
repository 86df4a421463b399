"""What a turn's story says otherwise than it did before the turn was adjudicated anew, sentence by sentence as it is laid out."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from pbem.core.columns import columns
from pbem.report.layout import WIDTH

MOST = 40
"""Lines: more of them say less than the report itself."""


@dataclass(frozen=True, slots=True)
class Change:
    """A line that is told no longer (`gone`), or only now."""

    line: str
    gone: bool


def changes(before: str, after: str) -> Sequence[Change]:
    """The lines that differ, in the order of the story, those that are gone before those in their place; at most `MOST`.

    What was broken into several lines, since it was too long for one, is one.
    """
    old, new = (_lines(text) for text in (before, after))
    found: list[Change] = []
    for tag, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            found += [*(Change(line, True) for line in old[i:j]), *(Change(line, False) for line in new[k:m])]
    return found[:MOST]


def _lines(text: str) -> list[str]:
    found: list[str] = []
    above = ""
    for line in text.splitlines():
        written = line.strip()
        if above.strip() and written and _goes_on(above, line):
            found[-1] += f" {written}"
        elif written:
            found.append(written)
        above = line
    return found


def _goes_on(above: str, line: str) -> bool:
    """Whether a line was broken off the one above: it stands as far in at least, and its first word had no room there."""
    indents = [len(text) - len(text.lstrip()) for text in (above, line)]
    return indents[0] <= indents[1] and columns(f"{above} {line.split()[0]}") > WIDTH
