"""Why each line of a letter was taken for what it is, in a few words; told from the lines as they were sorted."""

from collections.abc import Sequence

from pbem.core.letters import LetterLine, LineKind, find_marker
from pbem.mail import phrases
from pbem.mail.own_text import DELIMITERS, is_quoted

_ARMOUR = ("-----BEGIN PGP ", "Hash: ")
_NOTHING_ELSE = "nothing says that somebody else wrote it"


def reasons(lines: Sequence[LetterLine]) -> list[str]:
    """A reason for every line, in their order."""
    found = []
    above: LetterLine | None = None
    for line in lines:
        found.append(_reason(line, above))
        above = line if line.text.strip() else above
    return found


def _reason(line: LetterLine, above: LetterLine | None) -> str:
    text = line.text.strip()
    if not text:
        return "blank, and goes with the lines beside it"
    match line.kind:
        case LineKind.OWN:
            return "begins with a comparison that was wrapped" if text.startswith(">=") else _NOTHING_ELSE
        case LineKind.QUOTATION:
            if is_quoted(line.text):
                return "begins with a quotation mark"
            if above is not None and above.kind is LineKind.ATTRIBUTION:
                return "stands unmarked below the line that says who wrote it"
            return "stands in what the mail's HTML or the lines above set apart as quoted"
        case LineKind.SIGNATURE:
            return _of_signature(text)
        case LineKind.BANNER:
            return (
                "armour of a signature"
                if text.startswith(_ARMOUR)
                else "a notice that a mail server, a list or a scanner puts in"
            )
        case LineKind.ATTRIBUTION:
            return "says who wrote what follows, or is a field of its header"
        case LineKind.REPORT:
            return "a marker line of a report" if find_marker(text) else "stands where one of our reports has its text"
        case LineKind.FORWARD:
            return (
                "announces a mail that is passed on"
                if phrases.announces_forward(text)
                else "belongs to a mail passed on"
            )


def _of_signature(text: str) -> str:
    if text in DELIMITERS:
        return "the delimiter above a signature"
    if phrases.is_mobile_line(text) or phrases.is_sent_from(text):
        return "a line that a phone or a provider adds"
    return "stands below a signature's delimiter, or is set apart as one"
