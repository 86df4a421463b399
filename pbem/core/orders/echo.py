"""The canonical text of what was read: one order to a line, and it reads back as itself. Source: orders.md 2."""

import re
from collections.abc import Callable

from pbem.core.orders.characters import compared, normalised
from pbem.core.orders.meaning import (
    Alternatives,
    Both,
    Comparison,
    Condition,
    Conditional,
    Either,
    Fact,
    Not,
    Simple,
    Value,
)
from pbem.core.orders.tokens import KEYWORDS

Shown = Callable[[Simple], str]


def echo(value: Value, shown: Shown | None = None) -> str:
    """The canonical text of a value; `shown` may add a remark to each simple value, as an acknowledgement does."""
    if isinstance(value, Simple):
        return value.text if shown is None else shown(value)
    match value:
        case Alternatives(items=items):
            return " or ".join(_item(item, shown) for item in items)
        case Conditional(arms=arms, otherwise=otherwise):
            text = " else ".join(f"if {echo_condition(condition)} then {_item(arm, shown)}" for condition, arm in arms)
            return text if otherwise is None else f"{text} else {_item(otherwise, shown)}"


def _item(value: Value, shown: Shown | None) -> str:
    text = echo(value, shown)
    return f"({text})" if isinstance(value, Conditional) else text


def echo_condition(condition: Condition) -> str:
    """The canonical text of a condition, with no parentheses but those it needs."""
    match condition:
        case Fact(text=text) | Comparison(text=text):
            return text
        case Not(part=part):
            inner = echo_condition(part)
            return f"not ({inner})" if isinstance(part, Both | Either) else f"not {inner}"
        case Both(parts=parts):
            inners = ((part, echo_condition(part)) for part in parts)
            return " and ".join(f"({inner})" if isinstance(part, Either) else inner for part, inner in inners)
        case Either(parts=parts):
            return " or ".join(echo_condition(part) for part in parts)


_PLAIN_WORDS = re.compile(r"[^\W\d_](?:[\w.'’-]*[\w'’-])?(?: [^\W\d_](?:[\w.'’-]*[\w'’-])?)*")


def quoted(title: str, reserved: frozenset[str] = frozenset()) -> str:
    """A name or title as it must be written in an order: quoted where it would not be read back plain.

    That is where it holds a keyword, one of the game's `reserved` words, a word that begins with a digit, or anything but
    letters, digits and `.'-`. Double quotes in it are left out, since none can be written.
    """
    if _PLAIN_WORDS.fullmatch(title):
        words = compared(title).split(" ")
        if not any(word in KEYWORDS or word in reserved for word in words):
            return title
    return '"' + " ".join(normalised(title).replace('"', "").split()) + '"'


def free_text(text: str) -> str:
    """A free text as it must be written: quoted where its end would be taken for a comment or for a folded line."""
    last = compared(text).rpartition(" ")[2]
    if "#" in text or ";" in text or last in KEYWORDS or last == "\\":
        return f'"{text}"'
    return text
