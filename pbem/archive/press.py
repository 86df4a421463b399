"""Press as HTML: text escaped, addresses left out, links of the web made into links. Source: mail.md, Threats."""

import re

from markupsafe import Markup, escape

_LINK = re.compile(r"https?://[^\s<>\"']{1,500}")
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-][\w.-]{0,252}")
_TRAILING = ".,;:!?)]}"
LEFT_OUT = "[address left out]"


def paragraphs(text: str) -> list[Markup]:
    """The paragraphs of a text, each with its line breaks, as HTML that holds nothing but text and links to the web."""
    parted = re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n").strip("\n"))
    return [Markup("<br/>\n").join(_line(line) for line in part.splitlines()) for part in parted if part.strip()]


def without_addresses(text: str) -> str:
    """The text with mail addresses left out: they may hold a reply token, and are nobody's business."""
    return _ADDRESS.sub(LEFT_OUT, text) if "@" in text else text


def _line(line: str) -> Markup:
    line = without_addresses(line)
    parts: list[Markup] = []
    done = 0
    for found in _LINK.finditer(line):
        link = found[0].rstrip(_TRAILING)
        parts += [escape(line[done : found.start()]), Markup('<a rel="nofollow" href="{0}">{0}</a>').format(link)]
        done = found.start() + len(link)
    return Markup("").join([*parts, escape(line[done:])])
