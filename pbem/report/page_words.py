"""The words of an HTML page of ours as a reader sees them, to know them again where a mail program gives the page back."""

from html.parser import HTMLParser

_UNSEEN = frozenset({"head", "style", "script", "title"})
_WITHIN_A_LINE = frozenset({"a", "abbr", "b", "code", "em", "i", "s", "small", "span", "strong", "sub", "sup", "u"})


def page_words(html: str) -> str:
    """The text of a page in single spaces, without tags."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return " ".join("".join(reader.pieces).split())


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in _UNSEEN
        self._part(tag)

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in _UNSEEN
        self._part(tag)

    def handle_data(self, data: str) -> None:
        if self._hidden <= 0:
            self.pieces.append(data)

    def _part(self, tag: str) -> None:
        if tag not in _WITHIN_A_LINE:
            self.pieces.append(" ")
