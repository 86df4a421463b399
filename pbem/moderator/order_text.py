"""The order sheet in a letter: in its body, in a form filled in inside quotation, in an attachment, in the subject.

Source: mail.md 8, 10, 17, 36, 38 and its fact 4. What is read is what counts; whatever looks like an order and does not count is
listed to its writer.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from pbem.core.letters import Letter, LetterLine, LineKind
from pbem.core.sheets import Problem, Sheet
from pbem.moderator.own_text import OwnText, numbered, without_runs

Read = Callable[[str], Sheet]
"""How the game reads a text as that seat's sheet."""

_REPLIES = re.compile(r"^\s*(?:[^\W\d_]{1,6}(?:\(\d{1,3}\)|\[\d{1,3}\])?\s?[:：]\s*)+(?=\[|\S)")
_TAGS = re.compile(r"\[[^\]]*\]")
_MOST_LISTED = 10
_MOST_ASKED = 30
"""Problems about which is asked whether a line was broken: more are not shown."""


class Source(Enum):
    """Where a sheet stood; the value goes on after "read from "."""

    BODY = "your mail"
    FORM = "the form that you filled in inside the quoted report"
    ATTACHMENT = "the attached text file"
    SUBJECT = "the subject, since the mail had no text"


@dataclass(frozen=True, slots=True)
class SheetText:
    """A sheet found in a letter, and what was wrong with where it stood.

    `text`: what the game was given, `sheet`: what it understood. `refusal`: why nothing of it counts, a sentence; empty where it
    counts. `listed`: the lines of which `refusal` speaks. `notes`: a sentence each, of lines that do not count.
    """

    text: str
    sheet: Sheet
    source: Source = Source.BODY
    refusal: str = ""
    listed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def find(
    letter: Letter, own: OwnText, read: Read, blank: Callable[[str], bool], fetch: Callable[[], Sequence[str]]
) -> tuple[OwnText, SheetText]:
    """The sheet in a letter, and the letter's text without the runs of our own words that may have been in it.

    `own`: the text as its writer meant it, such runs included. `blank`: whether a line is nothing to the game: a command of the
    moderator, a line of the order form as it was sent. `fetch`: the texts of our mails to the seat, the newest first; asked for
    only where something cannot be read as the only order of its kind: our mails never are orders through and through.
    """
    body = _read(read, _without(own.lines, blank))
    if body.sheet.problems:
        without = without_runs(own, fetch)
        if without.again:
            own, body = without, _read(read, _without(without.lines, blank))
    return own, _found(letter, own, body, read, blank)


def _found(letter: Letter, own: OwnText, body: SheetText, read: Read, blank: Callable[[str], bool]) -> SheetText:
    """The sheet that counts, of the body or of another place, with what is to be said of lines that do not."""
    body = replace(body, sheet=_asking_of_breaks(body, read))
    notes = tuple(_signed(own, read, blank)) + tuple(_wrapped(letter, body, read))
    if not body.sheet.orders or body.sheet.supposed:
        for other in _elsewhere(letter, own, read, blank):
            if _goes_before(other, body):
                return replace(other, notes=(f"The orders were read from {other.source.value}.", *notes))
    if body.sheet.orders:
        return _beside_others(letter, own, body, read, (*notes, *_unread(letter.unread)))
    notes += tuple(_unread((*letter.unread, *letter.pictures)))
    quoted = _orders_in(own.quoted, read)
    if quoted:
        what = "line that looks like an order was" if len(quoted) == 1 else "lines that look like orders were"
        return replace(
            body,
            refusal=f"{len(quoted)} {what} quoted, and what is quoted never counts. Please write orders outside the quotation.",
            listed=_listed(quoted),
            notes=notes,
        )
    return replace(body, notes=notes)


def _goes_before(other: SheetText, body: SheetText) -> bool:
    """Whether orders from another place count and not the body's: it has none, or none but a line that was taken for one."""
    if not body.sheet.orders:
        return bool(other.sheet.orders)
    says_so = {order.part for order in other.sheet.orders} if not other.sheet.supposed else set()
    return other.source is not Source.BODY and says_so.issuperset(order.part for order in body.sheet.orders)


def _read(read: Read, lines: Iterable[LetterLine], source: Source = Source.BODY) -> SheetText:
    text = numbered(lines)
    return SheetText(text, read(text), source)


def _without(lines: Iterable[LetterLine], blank: Callable[[str], bool]) -> list[LetterLine]:
    return [line for line in lines if not blank(line.text)]


def _beside_others(letter: Letter, own: OwnText, body: SheetText, read: Read, notes: tuple[str, ...]) -> SheetText:
    """A body with orders, beside an attachment or a quotation that may have some too."""
    if letter.attachment is not None:
        attached = read(letter.attachment)
        if attached.orders and _texts(attached) != _texts(body.sheet):
            return SheetText(
                body.text,
                replace(body.sheet, orders=()),
                refusal="There are orders both in the mail and in the attached text file. Please send them in one place.",
            )
    quoted = _orders_in([*own.form, *own.quoted], read)
    if quoted:
        lines = (
            "a line that looks like an order was"
            if len(quoted) == 1
            else f"{len(quoted)} lines that look like orders were"
        )
        notes += (f"In the quotation {lines} not used: {' / '.join(_listed(quoted))}",)
    return replace(body, notes=notes)


def _elsewhere(letter: Letter, own: OwnText, read: Read, blank: Callable[[str], bool]) -> Iterable[SheetText]:
    """The other places in which a sheet may stand, the likeliest first."""
    if own.again:
        again = _read(read, _without([*own.lines, *own.again], blank))
        wrong = {problem.line for problem in again.sheet.problems if not problem.is_warning}
        if not wrong & {line.number for line in own.again}:
            yield replace(again, source=Source.BODY)
    if own.form:
        yield _read(read, _without(own.form, blank), Source.FORM)
    if letter.attachment is not None:
        lines = [
            LetterLine(number, line, LineKind.OWN) for number, line in enumerate(letter.attachment.splitlines(), 1)
        ]
        yield _read(read, _without(lines, blank), Source.ATTACHMENT)
    if not any(line.text.strip() for line in letter.lines):
        yield _read(read, [LetterLine(1, bare_subject(letter.subject), LineKind.OWN)], Source.SUBJECT)


def bare_subject(subject: str) -> str:
    """A subject without `Re:` and its like and without tags in brackets; columns are kept."""
    found = _REPLIES.match(subject)
    if found and subject[found.end() :].lstrip()[:1] == "[":
        subject = " " * found.end() + subject[found.end() :]
    return _TAGS.sub(lambda tag: " " * len(tag[0]), subject)


def _signed(own: OwnText, read: Read, blank: Callable[[str], bool]) -> Iterable[str]:
    orders = _orders_in(_without(own.signed, blank), read)
    if orders:
        yield (
            "Below the line of two dashes, where a signature stands, nothing is read, but there "
            f"{'is an order' if len(orders) == 1 else 'are orders'}: {' / '.join(_listed(orders))}"
        )


def _wrapped(letter: Letter, body: SheetText, read: Read) -> Iterable[str]:
    """Orders that a line taken for quotation would complete: a comparison that was wrapped. Source: mail.md, fact 4."""
    broken = {problem.line for problem in body.sheet.problems if not problem.is_warning and not problem.prose}
    if not broken:
        return
    for above, below in zip(letter.lines, letter.lines[1:], strict=False):
        if above.number in broken and below.kind is LineKind.QUOTATION:
            whole = read(f"{above.text.rstrip()} {below.text.strip()}")
            if whole.orders and not any(not problem.is_warning for problem in whole.problems):
                yield (
                    f"Line {below.number} begins with > and was taken for quotation, but it would complete the order above it: "
                    f"{below.text.strip()[:120]} (write the order on one line)"
                )


def _unread(names: Sequence[str]) -> Iterable[str]:
    if names:
        yield f"Not read, since it is attached: {', '.join(names)}. Orders count as text in the mail itself."


def _asking_of_breaks(body: SheetText, read: Read) -> Sheet:
    """The sheet with a question at each error whose line would be an order together with the next. Source: mail.md 19."""
    lines = body.text.split("\n")
    begun = {order.line for order in body.sheet.orders}
    asked: list[Problem] = []
    for problem in body.sheet.problems:
        below = next((n for n in range(problem.line, len(lines)) if lines[n].strip()), -1)
        if (
            len(asked) < _MOST_ASKED
            and not (problem.is_warning or problem.prose)
            and below > 0
            and below + 1 not in begun
        ):
            whole = read(f"{lines[problem.line - 1].rstrip()} {lines[below].strip()}")
            if whole.orders and all(found.is_warning for found in whole.problems):
                problem = replace(
                    problem, message=f"{problem.message}; was this one line? Line {below + 1} would complete it"
                )
        asked.append(problem)
    return replace(body.sheet, problems=tuple(asked))


def _orders_in(lines: Sequence[LetterLine], read: Read) -> list[LetterLine]:
    """Those of these lines in which an order begins that can be read, also where another one takes its place.

    Lines without those found are read again in halves, so that the time is n log n where all give the same order.
    """
    found: set[int] = set()
    stretches = [sorted((line for line in lines if line.text.strip() != "--"), key=lambda line: line.number)]
    while stretches:
        left = stretches.pop()
        above = left[0].number - 1 if left else 0
        again = numbered([replace(line, number=line.number - above) for line in left])
        beginning = {order.line + above for order in read(again).orders}
        if beginning:
            found |= beginning
            left = [line for line in left if line.number not in beginning]
            middle = len(left) // 2
            stretches += [half for half in (left[:middle], left[middle:]) if half]
    return [line for line in lines if line.number in found]


def _texts(sheet: Sheet) -> list[str]:
    return sorted(order.text for order in sheet.orders)


def _listed(lines: Sequence[LetterLine]) -> tuple[str, ...]:
    shown = tuple(line.text.strip()[:200] for line in lines[:_MOST_LISTED])
    left = len(lines) - len(shown)
    return (*shown, f"… and {left} more") if left else shown
