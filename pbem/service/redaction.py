"""Mails without what tells who wrote them, so that they can be shown to others: names, addresses and tokens replaced.

The same name or address is replaced by the same word throughout, so that what belongs together still does.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from pbem.core.letters import Letter, LetterLine, LineKind
from pbem.mail import phrases
from pbem.mail.own_text import DELIMITERS
from pbem.mail.words import word_set

_ADDRESS = re.compile(r"[^\s<>()\[\]\",;:|]{1,200}(?:[@＠]|%40)[^\s<>()\[\]\",;:|@]{1,200}")
_LINK = re.compile(r"(?:https?://|\bwww\.)[^\s<>\"]{1,2000}", re.I)
_TOKEN = re.compile(r"(?<![A-Za-z0-9])(?=[A-Za-z]{0,63}\d|[a-z2-7]{20})[A-Za-z0-9]{16,128}(?![A-Za-z0-9])")
_MARK = re.compile(r"(\[\s*pbem\s+\S{1,40}\s+turn\s+\d{1,6}\s+)[a-z2-7]{8}(?=\s)", re.I)
_NAMED = re.compile(r"\"?([^\W\d_][\w.' -]{1,60}?)\"?\s{0,3}<\s?[^<>\s]{1,200}@")
_AFTER_DATE = re.compile(
    r"(?:[,>\d]|\b[APap]\.?[Mm]\.?)\s{1,3}([^\W\d_][\w.'-]*(?: [^\W\d_][\w.'-]*){0,3}) (?=[^\W\d_]{3,20}\s?:)"
)
_FIELD = re.compile(
    r"(?:[>|] ?)*[*_]{0,2}([^\W\d_][^:\uff1a\d]{0,24}?)[*_]{0,2}\s?[:\uff1a][*_]{0,2}\s*"
    r"([^\d@<>:()\[\]]{2,300})(?:[<(\[].*)?$"
)
_NAME = re.compile(r"[^\W\d_][^\W\d_.'’-]*[.'’-]?")
_ENDS_NAME = re.compile(r"[\d<>(:,;\"]")
_BEGINS_NAME = re.compile(r"[\d<>):,;\"]|\b[AaPp]\.?[Mm]\b\.?|\bUhr\b")
_TOGETHER = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Letters of scripts that put no space between a name and what follows."""
_NO_NAMES = word_set("am pm on le il el em op de den the to an at at um kl via re")
_SHORTEST = 2
_MOST_WORDS = 4
_LONGEST_LINE = 2000


class Redaction:
    """What stands for the names and addresses of one mail. `names`: those that its header or a campaign tells."""

    def __init__(self, letter: Letter, names: Iterable[str] = ()) -> None:
        self._addresses: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._learn(letter.sender_name, *names)
        self._learn(*_names_in(letter.lines))
        words = sorted(self._names, key=len, reverse=True)
        apart = "|".join(re.escape(word) for word in words if not _TOGETHER.search(word))
        together = [re.escape(word) for word in words if _TOGETHER.search(word)]
        patterns = ([rf"(?<!\w)(?:{apart})(?!\w)"] if apart else []) + together
        self._name = re.compile("|".join(patterns), re.I) if patterns else None

    def text(self, text: str) -> str:
        """The text with names, addresses, links and tokens replaced."""
        if not text.isascii():
            text = unicodedata.normalize("NFC", text)
        text = _LINK.sub("(link)", text)
        text = _ADDRESS.sub(self._address, text)
        text = _MARK.sub(r"\1--------", text)
        text = _TOKEN.sub("(token)", text)
        return self._name.sub(self._other_name, text) if self._name else text

    def line(self, line: LetterLine) -> str:
        """A line of the letter redacted; of a signature only its form is left."""
        text = line.text.strip()
        if line.kind is LineKind.SIGNATURE and text and text not in DELIMITERS and not phrases.is_mobile_line(text):
            return "(signature)"
        return self.text(line.text)

    def _address(self, found: re.Match[str]) -> str:
        return self._addresses.setdefault(found[0].lower(), f"address{len(self._addresses) + 1}@example.org")

    def _other_name(self, found: re.Match[str]) -> str:
        return self._names.get(found[0].lower(), "Name")

    def _learn(self, *names: str) -> None:
        for name in names:
            for word in re.findall(r"[^\W\d_][\w'-]*", unicodedata.normalize("NFC", name)):
                if len(word) >= _SHORTEST and word.lower() not in _NO_NAMES:
                    other = self._names.setdefault(word.lower(), f"Name{len(self._names) + 1}")
                    if 3 <= len(word) <= 4 and _TOGETHER.match(word):  # people are called by a part of such a name
                        self._names.setdefault(word[:2].lower(), other)
                        self._names.setdefault(word[-2:].lower(), other)


def _names_in(lines: Iterable[LetterLine]) -> Iterator[str]:
    """The names that the lines give away: beside addresses, and where programs say who wrote what and to whom."""
    attribution: list[str] = []
    for line in lines:
        text = line.text[:_LONGEST_LINE]
        for found in _NAMED.finditer(text):
            yield found[1]
        if line.kind in (LineKind.ATTRIBUTION, LineKind.FORWARD, LineKind.QUOTATION):
            yield from _in_a_field(text.strip(), line.kind is LineKind.QUOTATION)
        if line.kind is LineKind.ATTRIBUTION and text.strip():
            attribution.append(text.strip())
        elif attribution:
            yield from _in_an_attribution(" ".join(attribution)[:_LONGEST_LINE])
            attribution = []
    yield from _in_an_attribution(" ".join(attribution)[:_LONGEST_LINE])


def _in_an_attribution(text: str) -> Iterator[str]:
    for pattern in (_NAMED, _AFTER_DATE):
        for found in pattern.finditer(text):
            yield found[1]
    before, behind = phrases.around_wrote(text)
    yield from _name_of(_BEGINS_NAME.split(before)[-1].split()[-_MOST_WORDS:])
    yield from _name_of(_ENDS_NAME.split(behind.lstrip(" ,\"'"))[0].split()[:_MOST_WORDS])


def _in_a_field(text: str, quoted: bool) -> Iterator[str]:
    """The names in a field of a mail's header that stands in a text. Where it is `quoted` it may be an order: then one word is
    no name."""
    found = _FIELD.match(text)
    if found is None or not phrases.names_people(found[1]):
        return
    for person in re.split(r"[;,]", found[2]):
        words = person.split()
        if len(words) > 1 or not quoted:
            yield from _name_of(words[:_MOST_WORDS])


def _name_of(words: list[str]) -> Iterator[str]:
    """These words if they look like a name: every one begins with a letter, none with a small one."""
    if words and all(_NAME.fullmatch(word) and not word[0].islower() for word in words):
        yield " ".join(words)
