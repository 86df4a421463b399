"""HTML to lines of text, as the writer saw them: levels of quotation kept, hidden text dropped. Source: mail.md 16, 31, fact 3.

The tree is libxml2's and is walked without recursion; time is linear in the text.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple

from lxml import etree

from pbem.core.letters import LineKind
from pbem.mail.words import word_set

_BREAKING = word_set(
    "p div h1 h2 h3 h4 h5 h6 ul ol li table tr blockquote pre hr address section article header footer dl dt dd form",
    "fieldset center main nav aside figure figcaption caption thead tbody tfoot body details summary",
)
_SKIPPED = word_set(
    "head title style script template noscript object embed applet svg math iframe frameset canvas audio video select",
    "textarea button meta link base",
)
_CELLS = frozenset({"td", "th"})
_SPACES = re.compile(r"[ \t\r\n\f]+")
_HIDING = re.compile(
    r"display:none|visibility:(?:hidden|collapse)|mso-hide:all|font-size:(?:0(?![.\d]*[1-9])|0?\.|1(?:\.\d*)?p[xt])"
    r"|(?:^|;)opacity:0?(?:\.0\d*)?(?![.\d])|max-height:0(?![.\d]*[1-9])|(?:^|;)color:(?:transparent|rgba\([\d,.]*,0(?:\.0*)?\))"
    r"|(?:text-indent|(?:^|;)(?:margin-)?(?:left|top)):-\d{3,}"
    r"|(?:^|;)(?:height|width):0(?:px|pt|em)?;.{0,200}overflow:hidden|overflow:hidden;.{0,200}(?<![-\w])(?:height|width):0(?:px|pt|em)?(?:;|$)"
)
_NEARLY_WHITE = (
    r"(?:white|snow|ivory|whitesmoke|ghostwhite|floralwhite|mintcream|azure|aliceblue|#fff|#f[0-9a-f]f[0-9a-f]f[0-9a-f]"
    r"|rgba?\(2[45]\d,2[45]\d,2[45]\d)(?![\w])"
)
_WHITE = re.compile(rf"(?:^|;)color:{_NEARLY_WHITE}")
_WHITE_FONT = re.compile(_NEARLY_WHITE)
_COLOUR = re.compile(r"(?:^|;)color:([^;!]{2,40})")
_REPEATED = 400  # characters; a longer style is hardly ever written twice
_BACKGROUND = re.compile(r"(?:^|;)background(?:-color)?:([^;!]{2,40})")
_HIDDEN_RULE = re.compile(r"([^{}]{1,500})\{([^{}]{0,2000})\}")
_NAMED = re.compile(r"([.#])([A-Za-z_][\w-]{0,80})")
_DEEPEST = 30  # levels of quotation that are shown; deeper ones are shown as this one
_NUMBER = re.compile(r"-?\d{1,9}", re.ASCII)

# How programs name the parts of a reply that have no text to tell them by. Only parts that a writer never types in.
_KNOWN_CLASSES = {
    "gmail_signature": LineKind.SIGNATURE,
    "gmail_signature_prefix": LineKind.SIGNATURE,
    "moz-signature": LineKind.SIGNATURE,
    "protonmail_signature_block": LineKind.SIGNATURE,
    "k9mail-signature": LineKind.SIGNATURE,
    "gmail_attr": LineKind.ATTRIBUTION,
    "moz-cite-prefix": LineKind.ATTRIBUTION,
}
_KNOWN_IDS = {
    "ms-outlook-mobile-signature": LineKind.SIGNATURE,
    "AppleMailSignature": LineKind.SIGNATURE,
    "ymail_android_signature": LineKind.SIGNATURE,
}


@dataclass(frozen=True, slots=True)
class HtmlText:
    """The lines, a `> ` before each for each level of quotation; for each what its mark-up says it is, None for nothing.

    `cut`: nested so deep that the parser gave up, so that some of the text is missing.
    """

    lines: list[str]
    hints: list[LineKind | None]
    cut: bool = False


@dataclass(slots=True)
class _Numbering:
    """An open list: its next number, None for one with bullets."""

    next: int | None


@dataclass(slots=True)
class _Page:
    """The lines so far, and what is open where the walk stands."""

    lines: list[str] = field(default_factory=list)
    hints: list[LineKind | None] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    hint: LineKind | None = None
    depth: int = 0
    preformatted: int = 0
    breaks: bool = False
    row_begins: bool = False
    cell_begins: bool = False
    lists: list[_Numbering] = field(default_factory=list)

    def end_line(self) -> None:
        text = "".join(self.parts).rstrip(" \t")
        self.parts.clear()
        mark = "> " * min(self.depth, _DEEPEST)
        self.lines.append((mark + text).rstrip(" ") if mark else text)
        self.hints.append(self.hint)
        self.breaks = False

    def block(self) -> None:
        """A block begins or ends here: what follows stands on a line of its own."""
        if self.cell_begins:
            return
        if self.parts:
            self.breaks = True

    def say(self, text: str) -> None:
        if self.preformatted:
            self._say_lines(text)
            return
        text = _SPACES.sub(" ", text)
        if not self.parts or self.breaks or self.parts[-1].endswith(" "):
            text = text.removeprefix(" ")
        if not text:
            return
        self._put(text)

    def _say_lines(self, text: str) -> None:
        if self.breaks:
            self.end_line()
        first, *rest = text.split("\n")
        if first:
            self._put(first)
        for line in rest:
            self.end_line()
            if line:
                self._put(line)

    def _put(self, text: str) -> None:
        if self.breaks:
            self.end_line()
        self.cell_begins = False
        self.parts.append(text)


def html_text(html: str) -> HtmlText:
    """The text that a reader of this HTML sees."""
    parser = etree.HTMLParser(
        encoding="utf-8", recover=True, remove_comments=True, remove_pis=True, no_network=True, huge_tree=True
    )
    try:
        root = etree.fromstring(b"<html>" + html.replace("\0", "").encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        return HtmlText([], [])
    cut = any(entry.level_name == "FATAL" for entry in parser.error_log)
    walk = _Walk(root)
    return HtmlText(*walk.lines(), cut)


class _Walk:
    """One walk over a tree."""

    def __init__(self, root: etree._Element) -> None:
        self.root = root
        self.page = _Page()
        self.hidden_names = _named_by_sheet(root, _HIDING)
        self.white_names = _named_by_sheet(root, _WHITE)
        self.hints: list[tuple[etree._Element, LineKind]] = []
        self.backgrounds: list[etree._Element] = []

    def lines(self) -> tuple[list[str], list[LineKind | None]]:
        page = self.page
        events: tuple[Literal["start"], Literal["end"]] = ("start", "end")
        context = etree.iterwalk(self.root, events=events)
        hidden: etree._Element | None = None
        for event, element in context:
            if event == "start":
                if self._hides(element):
                    hidden = element
                    context.skip_subtree()
                else:
                    self._open(element)
                    if element.text:
                        page.say(element.text)
                continue
            if element is hidden:
                hidden = None
            else:
                self._close(element)
            if element.tail and element is not self.root:
                page.say(element.tail)
        if page.parts:
            page.end_line()
        return page.lines, page.hints

    def _open(self, element: etree._Element) -> None:
        page, tag = self.page, str(element.tag)
        if tag == "br":
            if page.breaks:
                page.end_line()
            page.end_line()
            return
        if not element.attrib and tag not in _BREAKING and tag not in _CELLS:
            return
        if tag in _CELLS:
            self._open_cell()
        elif tag in _BREAKING:
            page.block()
            self._open_block(tag, element)
        if element.attrib:
            self._notice(element)

    def _open_block(self, tag: str, element: etree._Element) -> None:
        page = self.page
        if tag == "tr":
            page.row_begins = True
        elif tag == "blockquote":
            self._turn_line()
            page.depth += 1
        elif tag == "pre":
            page.preformatted += 1
        elif tag in ("ul", "ol"):
            page.lists.append(_Numbering(_number(element.get("start"), 1) if tag == "ol" else None))
        elif tag == "li":
            self._open_item(element)
        elif tag == "hr":
            self._turn_line()
            page.parts.append("_" * 20)
            page.end_line()

    def _open_cell(self) -> None:
        page = self.page
        page.cell_begins = False
        if not page.row_begins:
            page.breaks = False
            page.say(" ")
        page.row_begins = False
        page.cell_begins = True

    def _open_item(self, element: etree._Element) -> None:
        page = self.page
        numbering = page.lists[-1] if page.lists else _Numbering(None)
        if numbering.next is None:
            bullet = "- "
        else:
            number = _number(element.get("value"), numbering.next)
            numbering.next = number + 1
            bullet = f"{number}. "
        self._turn_line()
        page.say(bullet)
        page.cell_begins = True  # a paragraph inside an item stands on the item's own line

    def _close(self, element: etree._Element) -> None:
        page, tag = self.page, str(element.tag)
        if self.hints and self.hints[-1][0] is element:
            self._turn_line()
            self.hints.pop()
            page.hint = self.hints[-1][1] if self.hints else None
        if self.backgrounds and self.backgrounds[-1] is element:
            self.backgrounds.pop()
        if tag in _BREAKING:
            if tag == "blockquote":
                self._turn_line()
                page.depth -= 1
            elif tag == "pre":
                page.preformatted -= 1
            elif tag in ("ul", "ol") and page.lists:
                page.lists.pop()
            page.cell_begins = False
            page.block()

    def _turn_line(self) -> None:
        """Ends the line that is open, if one is: what follows must not carry its marks."""
        if self.page.parts:
            self.page.end_line()
        self.page.breaks = False

    def _notice(self, element: etree._Element) -> None:
        kind = _KNOWN_IDS.get(element.get("id", ""))
        for name in element.get("class", "").split():
            kind = kind or _KNOWN_CLASSES.get(name)
        if kind is not None:
            self._turn_line()
            self.hints.append((element, kind))
            self.page.hint = kind
        if element.get("bgcolor") or "background" in element.get("style", ""):
            self.backgrounds.append(element)

    def _hides(self, element: etree._Element) -> bool:
        if element.tag in _SKIPPED:
            return True
        if not element.attrib:
            return False
        if element.get("hidden") is not None:
            return True
        raw = element.get("style", "")
        style = (_read_again if len(raw) <= _REPEATED else _read_style)(raw) if raw else _NO_STYLE
        if style.hides:
            return True
        names: set[str] = set()
        if self.hidden_names or self.white_names:
            names = {"." + name for name in element.get("class", "").split()} | {"#" + element.get("id", "")}
        font = element.get("color", "").lower().strip()
        white = style.white or not names.isdisjoint(self.white_names) or (font and _WHITE_FONT.fullmatch(font))
        if white and not (self.backgrounds or style.background or element.get("bgcolor")):
            return True
        return not names.isdisjoint(self.hidden_names)


class _Style(NamedTuple):
    """What a style says of a text: whether it cannot be seen, is nearly white, and has something behind it."""

    hides: bool
    white: bool
    background: bool


_NO_STYLE = _Style(False, False, False)


def _read_style(raw: str) -> _Style:
    style = "".join(raw.lower().split())
    hides = _HIDING.search(style) is not None or _is_on_its_own_colour(style)
    return _Style(hides, _WHITE.search(style) is not None, "background" in style)


_read_again = lru_cache(maxsize=512)(_read_style)
"""The same, kept: programs write one style a hundred times."""


def _is_on_its_own_colour(style: str) -> bool:
    """Whether a style gives a text and what is behind it the same colour."""
    colour, background = _COLOUR.search(style), _BACKGROUND.search(style)
    return colour is not None and background is not None and colour[1] == background[1]


def _named_by_sheet(root: etree._Element, pattern: re.Pattern[str]) -> frozenset[str]:
    """The classes and ids, `.name` and `#name`, whose rules in the page's own style sheets hold that pattern."""
    names = set()
    for sheet in root.iter("style"):
        for rule in _HIDDEN_RULE.finditer((sheet.text or "")[:100_000]):
            style = "".join(rule[2].lower().split())
            if pattern.search(style) and not (pattern is _WHITE and "background" in style):
                for selector in rule[1].split(","):
                    named = list(_NAMED.finditer(selector))
                    if named:
                        names.add(named[-1][1] + named[-1][2])
    return frozenset(names)


def _number(text: str | None, default: int) -> int:
    found = _NUMBER.fullmatch(text.strip()) if text else None
    return int(found[0]) if found else default
