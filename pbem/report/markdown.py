"""The rules for players, written in Markdown, as text of 78 columns and as HTML for a mail."""

from collections.abc import Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import escape

from pbem.core.columns import columns, pad
from pbem.report.layout import WIDTH, fold_order, wrap

_CLASSES = {
    "h1": "title",
    "h2": "part",
    "h3": "part",
    "p": "text",
    "ul": "list",
    "ol": "list",
    "table": "grid",
    "th": "head",
    "td": "cell",
}
_LEFT = 26
"""The most columns that the first column of a table takes beside the others."""


@cache
def as_text(source: str) -> str:
    """The page as plain text, at most 78 columns wide: headings in capitals, tables as lists of what is meant by what."""
    return "\n\n".join(_blocks(_reader().parse(source))) + "\n"


@cache
def as_html(source: str) -> str:
    """The page as HTML, its elements with the classes of our mails; raw HTML in it is shown, never obeyed."""
    reader = _reader()
    tokens = reader.parse(source)
    for token in tokens:
        if token.nesting == 1 and token.tag in _CLASSES:
            token.attrSet("class", _CLASSES[token.tag])
    parts = [
        f'<pre class="orders">{escape(token.content)}</pre>\n'
        if token.type in ("code_block", "fence")
        else reader.renderer.render([token], reader.options, {})
        for token in tokens
        if token.tag not in ("thead", "tbody")
    ]
    return "".join(parts)


def _reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False, "xhtmlOut": True}).enable("table")


def _blocks(tokens: Sequence[Token]) -> Iterator[str]:
    at = 0
    while at < len(tokens):
        token = tokens[at]
        end = _closing(tokens, at)
        inside = tokens[at + 1 : end]
        if token.type == "heading_open":
            yield _heading(_words(inside), token.tag)
        elif token.type == "paragraph_open":
            yield wrap(_words(inside))
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            yield "\n".join(_items(inside, token.type == "ordered_list_open"))
        elif token.type == "table_open":
            yield "\n".join(_table(inside))
        elif token.type in ("code_block", "fence"):
            yield "\n".join(fold_order(line, indent=4) for line in token.content.rstrip("\n").split("\n"))
        at = end + 1


def _closing(tokens: Sequence[Token], at: int) -> int:
    depth = 0
    for end in range(at, len(tokens)):
        depth += tokens[end].nesting
        if depth == 0:
            return end
    raise ValueError("a block without an end")


def _heading(words: str, tag: str) -> str:
    return f"{words.upper()}\n{'=' * columns(words)}" if tag == "h1" else words.upper()


def _items(tokens: Sequence[Token], numbered: bool) -> Iterator[str]:
    at = number = 0
    while at < len(tokens):
        end = _closing(tokens, at)
        number += 1
        mark = f"{number}. " if numbered else "* "
        yield wrap(mark + _words(tokens[at:end]), hang=len(mark))
        at = end + 1


def _table(tokens: Sequence[Token]) -> Iterator[str]:
    rows: list[list[str]] = []
    for number, token in enumerate(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("td_open", "th_open"):
            rows[-1].append(_words([tokens[number + 1]]))
    left = max(columns(row[0]) for row in rows)
    for first, *others in rows[1:]:
        meaning = "; ".join(others)
        if left <= _LEFT:
            lines = wrap(meaning, WIDTH - left - 4).split("\n")
            yield f"  {pad(first, left)}  {lines[0]}"
            yield from (" " * (left + 4) + line for line in lines[1:])
        else:
            yield wrap(first, indent=2)
            yield wrap(meaning, indent=6)


def _words(tokens: Sequence[Token]) -> str:
    """The words of what stands in these tokens, on one line; code keeps its backticks."""
    said = []
    for token in tokens:
        if token.type == "inline":
            said.append(_words(token.children or []))
        elif token.type == "code_inline":
            said.append(f"`{token.content}`")
        elif token.type in ("softbreak", "hardbreak"):
            said.append(" ")
        elif token.type == "link_close":
            continue
        else:
            said.append(token.content)
    return "".join(said)
