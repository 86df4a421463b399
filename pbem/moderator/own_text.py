"""The player's text in a letter: what our own mails said is taken out, what was filled in is kept. Source: mail.md 5, 8.

The reader of mail knows what is quoted and signed. What it cannot know is what our mails to this seat said; that is told here,
line by line. Lines keep their numbers, and quoted lines their columns.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pbem.core.letters import LetterLine, LineKind, Marker, find_marker

SHORTEST_RUN = 3
"""Lines: a run of our words as long as this is ours where no marker stands. Source: mail.md 5."""

_WORDS_ALIKE = 3
"""Words: fewer in a line may stand anywhere in a report by chance."""

_QUOTE_MARKS = re.compile(r"^(?:[ \t]*(?:>(?!=(?!=))|[|»＞]|[^\W\d_]{1,4}>(?= |$)))+")
_MARKS = (">", "|", "»", "＞")
_INITIALS = 6  # characters: some programs put the initials of who wrote before the mark
_NAMES_A_WRITER = re.compile(r"[^\s<>]@[^\s<>]|\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b", re.A)
_BULLET = "- "
"""How a list's bullet is read where a page is read as text."""
_MOST_PLACES = 50


@dataclass(frozen=True, slots=True)
class OwnText:
    """A letter's text as its writer meant it.

    `lines`: the player's; those of them whose numbers are in `given_back` stood in a report and are not the report's. `again`:
    runs of lines that one of our mails had, where no marker stands. `form`: lines filled in inside quotation, in the form of
    this very seat and turn. `quoted`: lines in quotation that no mail of ours had. `signed`: lines below the signature's
    delimiter. `skipped`: how many lines with text were taken for quotation or for ours.
    """

    lines: tuple[LetterLine, ...] = ()
    given_back: frozenset[int] = frozenset()
    again: tuple[LetterLine, ...] = ()
    form: tuple[LetterLine, ...] = ()
    quoted: tuple[LetterLine, ...] = ()
    signed: tuple[LetterLine, ...] = ()
    skipped: int = 0


class Ours:
    """The mails that one seat had from us, the newest first, to be searched for a letter's lines; most never are."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._unread = iter(texts)
        self._read: list[_Mail] = []

    def has(self, words: str, before: str) -> bool:
        """Whether a line, in single spaces, stands in one of them, wrapped anew or not; `before`: the line above it."""
        return any(words in mail.places or mail.flows(words, before) for mail in self._mails())

    def runs(self, lines: Sequence[str]) -> list[bool]:
        """For each of these lines, none of them blank, whether it belongs to a run as one of the mails had it."""
        found = [False] * len(lines)
        for mail in self._mails():
            mail.mark_runs(lines, found)
        return found

    def reports(self, marker: Marker) -> "_Mail | None":
        """The mail that bears that marker; None where none does."""
        return next((mail for mail in self._mails() if mail.bears(marker)), None)

    def _mails(self) -> "Iterator[_Mail]":
        yield from self._read
        for text in self._unread:
            self._read.append(_Mail(text))
            yield self._read[-1]


class _Mail:
    """One mail of ours, by its lines with text, in single spaces."""

    def __init__(self, text: str) -> None:
        self.lines = [words for line in text.splitlines() if (words := _words(line))]
        self.places: dict[str, list[int]] = {}
        for number, line in enumerate(self.lines):
            self.places.setdefault(line, []).append(number)
        self._flow = f" {' '.join(self.lines)} "

    def bears(self, marker: Marker) -> bool:
        return any(find_marker(line) == marker for line in self.lines if line[0] == "[")

    def flows(self, words: str, before: str) -> bool:
        """Whether these words follow each other in it, however it is wrapped; few words only below those of `before`."""
        if words.count(" ") + 1 >= _WORDS_ALIKE and f" {words} " in self._flow:
            return True
        return bool(before) and f" {before} {words} " in self._flow

    def mark_runs(self, lines: Sequence[str], found: list[bool]) -> None:
        at = 0
        while at < len(lines):
            places = self.places.get(lines[at], ())[:_MOST_PLACES]
            length = max((self._run(lines, at, place) for place in places), default=0)
            if length >= SHORTEST_RUN:
                found[at : at + length] = [True] * length
                at += length
            else:
                at += 1

    def _run(self, lines: Sequence[str], at: int, place: int) -> int:
        most = min(len(lines) - at, len(self.lines) - place)
        return next((n for n in range(most) if lines[at + n] != self.lines[place + n]), most)


class _Beside:
    """One mail of ours, gone through beside lines that may be its own, in the order in which it has them.

    What has been passed does not count again: `1: +3` filled in is not the `1: +3` that the report quoted above.
    """

    def __init__(self, mail: _Mail) -> None:
        self._mail = mail
        self._flow = f" {' '.join(mail.lines)} "
        self._at = 0
        self._before = ""

    def has(self, words: str) -> bool:
        """Whether the line comes next or further down in the mail, as it stands or wrapped anew.

        One of few words that the mail does not have as a line of its own counts only right below the line before.
        """
        before, self._before = self._before, words
        start = self._at
        if words not in self._mail.places and words.count(" ") + 1 < _WORDS_ALIKE:
            if not before:
                return False
            start = max(0, start - len(before) - 1)
            words = f"{before} {words}"
        found = self._flow.find(f" {words} ", start)
        if found < 0 and words.startswith(_BULLET):
            words = words.removeprefix(_BULLET)
            found = self._flow.find(f" {words} ", start)
        if found < 0:
            return False
        self._at = found + len(words) + 1
        return True


class _Region:
    """What stands between the marker lines of a report: its text, or its `page` from the first line on that only that one has.
    Some mail programs give back the HTML, with nothing that marks it as quoted."""

    def __init__(self, report: _Mail, page: Callable[[], str]) -> None:
        self._report = _Beside(report)
        self._fetch_page = page
        self._page: _Beside | None = None
        self._passed: list[str] = []

    def has(self, words: str) -> bool:
        in_text = self._report.has(words)
        if self._page is self._report:
            return in_text
        if self._page is None:
            self._passed.append(words)
            if in_text:
                return True
            self._page = _Beside(_Mail(self._fetch_page()))
            in_page = [self._page.has(passed) for passed in self._passed][-1]
        else:
            in_page = self._page.has(words)
        if in_page and not in_text:
            self._report = self._page
        return in_text or in_page


def own_text(
    lines: Sequence[LetterLine],
    is_mine: Callable[[Marker], bool],
    fetch: Callable[[], Sequence[str]],
    page: Callable[[], str] = str,
) -> OwnText:
    """The player's text in a letter's lines, before runs of ours are taken out where no marker stands (`without_runs`).

    `is_mine`: whether a marker is that of the seat and turn that the letter is bound to. `fetch`: gives the texts of what the
    seat had from us, the newest first; called only if the letter holds lines that could be ours. `page`: gives the words of the
    HTML report of that seat and turn, empty for none; called only if its text does not account for a line.
    """
    sorter = _Sorter(is_mine, fetch, page)
    for line in lines:
        sorter.take(line)
    return sorter.sorted()


def without_runs(own: OwnText, fetch: Callable[[], Sequence[str]]) -> OwnText:
    """The same without the runs of lines that one of our mails to the seat had, where no marker stands, and without the lines
    right above one that say who wrote it. Source: mail.md 3, 5.

    `fetch` is called only if there are as many lines as make a run.
    """
    filled = [line for line in own.lines if line.text.strip() and line.number not in own.given_back]
    if len(filled) < SHORTEST_RUN:
        return own
    runs = Ours(fetch()).runs([_words(line.text) for line in filled])
    _mark_attributions(filled, runs)
    again = [line for line, is_ours in zip(filled, runs, strict=True) if is_ours]
    numbers = {line.number for line in again}
    kept = tuple(line for line in own.lines if line.number not in numbers)
    return replace(own, lines=kept, again=tuple(again), skipped=own.skipped + len(again))


def _mark_attributions(filled: Sequence[LetterLine], runs: list[bool]) -> None:
    """Marks the line above each run that holds an address or a date and ends with a colon, on whichever of two lines it began."""
    for number, line in enumerate(filled[:-1]):
        text = line.text.strip()
        if not runs[number + 1] or runs[number] or text[-1] not in ":\uff1a" or not _NAMES_A_WRITER.search(text[:500]):
            continue
        runs[number] = True
        if text[0] == "<" and number:
            runs[number - 1] = True


class _Sorter:
    """Goes down the lines of one letter; `region` is the report in which a line stands, `inside` whether it is anyone's."""

    def __init__(
        self, is_mine: Callable[[Marker], bool], fetch: Callable[[], Sequence[str]], page: Callable[[], str]
    ) -> None:
        self._is_mine = is_mine
        self._fetch = fetch
        self._page = page
        self._ours: Ours | None = None
        self._inside = False
        self._region: _Region | None = None
        self._before = ""
        self._loose: list[LetterLine] = []
        self._given_back: list[LetterLine] = []
        self._form: list[LetterLine] = []
        self._quoted: list[LetterLine] = []
        self._signed: list[LetterLine] = []
        self._skipped = 0

    @property
    def ours(self) -> Ours:
        if self._ours is None:
            self._ours = Ours(self._fetch())
        return self._ours

    def take(self, line: LetterLine) -> None:
        if "[" in line.text and (marker := find_marker(line.text)) is not None:
            self._pass_marker(marker)
        elif line.kind is LineKind.OWN and not self._inside:
            self._loose.append(line)
        elif words := _words(line.text):
            self._take_filled(line, words)

    def _pass_marker(self, marker: Marker) -> None:
        self._skipped += 1
        self._before = ""
        self._inside = marker.begins
        report = self.ours.reports(marker) if marker.begins and self._is_mine(marker) else None
        self._region = _Region(report, self._page) if report else None

    def _take_filled(self, line: LetterLine, words: str) -> None:
        kind = line.kind
        if kind is LineKind.SIGNATURE:
            self._signed.append(line)
        elif kind is LineKind.BANNER:
            return
        elif kind is LineKind.ATTRIBUTION:
            self._skipped += 1
        elif self._region is not None and kind is not LineKind.FORWARD:
            self._take_in_region(self._region, line, words)
        else:
            self._skipped += 1
            if not self.ours.has(words, self._before):
                self._quoted.append(_without_marks(line))
            self._before = words

    def _take_in_region(self, region: _Region, line: LetterLine, words: str) -> None:
        known = region.has(words)
        if line.kind is LineKind.QUOTATION:
            self._skipped += 1
            if not known:
                self._form.append(_without_marks(line))
        elif known:
            self._skipped += 1
        else:
            self._given_back.append(_without_marks(line))

    def sorted(self) -> OwnText:
        return OwnText(
            tuple(sorted([*self._loose, *self._given_back], key=lambda line: line.number))
            if self._given_back
            else tuple(self._loose),
            frozenset(line.number for line in self._given_back),
            (),
            tuple(self._form),
            tuple(self._quoted),
            tuple(self._signed),
            self._skipped,
        )


def numbered(lines: Iterable[LetterLine]) -> str:
    """These lines as a text in which each stands at its number; the others are blank."""
    placed = {line.number: line.text for line in lines if line.number > 0}
    return "\n".join([placed.get(number, "") for number in range(1, max(placed, default=0) + 1)])


def _without_marks(line: LetterLine) -> LetterLine:
    found = _QUOTE_MARKS.match(line.text)
    width = found.end() if found else 0
    return LetterLine(line.number, " " * width + line.text[width:], line.kind)


def _words(text: str) -> str:
    if text.lstrip().startswith(_MARKS) or ">" in text[:_INITIALS]:
        text = _QUOTE_MARKS.sub("", text)
    return " ".join(text.split())
