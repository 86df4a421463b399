"""Mails without what tells who wrote them, so that they can be shown to others: names, addresses and tokens replaced.

The same name or address is replaced by the same word throughout, so that what belongs together still does.
"""

import re
from collections.abc import Iterable

from pbem.core.letters import Letter, LetterLine, LineKind
from pbem.mail.own_text import DELIMITERS
from pbem.mail.phrases import is_mobile_line

_ADDRESS = re.compile(r"[^\s<>()\[\]\",;:|]{1,200}@[^\s<>()\[\]\",;:|@]{1,200}")
_LINK = re.compile(r"https?://[^\s<>\"]{1,2000}", re.I)
_TOKEN = re.compile(r"(?<![A-Za-z0-9])(?=[A-Za-z]{0,63}\d|[a-z2-7]{20})[A-Za-z0-9]{16,128}(?![A-Za-z0-9])")
_MARK = re.compile(r"(\[\s*pbem\s+\S{1,40}\s+turn\s+\d{1,6}\s+)[a-z2-7]{8}(?=\s)", re.I)
_NAMED = re.compile(r"\"?([^\W\d_][\w.' -]{1,60}?)\"?\s{0,3}<[^<>\s]{1,200}@")
_AFTER_DATE = re.compile(
    r"(?:[,>\d]|\b[APap]\.?[Mm]\.?)\s{1,3}([^\W\d_][\w.'-]*(?: [^\W\d_][\w.'-]*){0,3}) (?=[^\W\d_]{3,20}\s?:)"
)
_SHORTEST = 2


class Redaction:
    """What stands for the names and addresses of one mail."""

    def __init__(self, letter: Letter, names: Iterable[str] = ()) -> None:
        self._addresses: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._learn(letter.sender_name, *names)
        for line in letter.lines:
            for found in _NAMED.finditer(line.text[:2000]):
                self._learn(found[1])
            if line.kind is LineKind.ATTRIBUTION:
                for found in _AFTER_DATE.finditer(line.text[:2000]):
                    self._learn(found[1])
        words = sorted(self._names, key=len, reverse=True)
        self._name = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", re.I) if words else None

    def text(self, text: str) -> str:
        """The text with names, addresses, links and tokens replaced."""
        text = _LINK.sub("(link)", text)
        text = _ADDRESS.sub(self._address, text)
        text = _MARK.sub(r"\1--------", text)
        text = _TOKEN.sub("(token)", text)
        return self._name.sub(lambda found: self._names[found[0].lower()], text) if self._name else text

    def line(self, line: LetterLine) -> str:
        """A line of the letter redacted; of a signature only its form is left."""
        text = line.text.strip()
        if line.kind is LineKind.SIGNATURE and text and text not in DELIMITERS and not is_mobile_line(text):
            return "(signature)"
        return self.text(line.text)

    def _address(self, found: re.Match[str]) -> str:
        return self._addresses.setdefault(found[0].lower(), f"address{len(self._addresses) + 1}@example.org")

    def _learn(self, *names: str) -> None:
        for name in names:
            for word in re.findall(r"[^\W\d_][\w'-]*", name):
                if len(word) >= _SHORTEST and word.lower() not in ("am", "pm"):
                    self._names.setdefault(word.lower(), f"Name{len(self._names) + 1}")
