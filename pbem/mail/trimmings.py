"""What programs put above and below a writer's text, told by where it stands: notices of gateways, footers of lists, "sent from".

Looked at only at the first lines and where a stretch of the writer's own ends, so a line in the midst of orders is never taken
for any of these. Source: mail.md 10, 12.
"""

import re
from collections.abc import Sequence

from pbem.core.letters import LineKind
from pbem.mail import phrases

_OWN, _SIGNATURE, _BANNER = LineKind.OWN, LineKind.SIGNATURE, LineKind.BANNER
_RULE = re.compile(r"[-_=*]{10,200}")
_RULES = ("-", "_", "=")
_LONG_RULE = re.compile(r"[-_=]{20,200}")
_LINK = re.compile(r"<?(?:https?://|www\.|#[0-9a-f]{8}-)[^\s<>]{3,500}>?", re.I)
_ADDRESS_ALONE = re.compile(r"<?[^\s@<>:;,]{1,64}@[^\s@<>:;,]{1,63}\.[^\s@<>:;,]{1,63}>?")
_LINK_OR_ADDRESS = re.compile(r"https?://|www\.|[^\s@]@[^\s@.]{1,63}\.", re.I)
_NOTICE_LINES = 8
_FOOTER_LINES = 10
_WRAPPED_AT = 40  # a line that goes on in the next is at least as long
_ENDS = ".!?>)]"  # signs at which a notice may be over
_KEY = 24  # characters within which the colon of an order stands


def mark(kinds: list[LineKind], texts: Sequence[str]) -> None:
    """Marks these lines in `kinds`. `texts`: the lines without the space around them."""
    _mark_notices(kinds, texts)
    own = [at for at, kind in enumerate(kinds) if kind is _OWN and texts[at]]
    for at, following in zip(own, [*own[1:], len(texts)], strict=False):
        if following == len(texts) or kinds[at + 1 : following].count(_OWN) < following - at - 1:
            _mark_below(kinds, texts, at)


def _mark_notices(kinds: list[LineKind], texts: Sequence[str]) -> None:
    """Notices above the text: those that tell that the mail is from outside, the rules around them, their wrapped lines."""
    above = ""
    left = _NOTICE_LINES
    for at, text in enumerate(texts):
        if not text:
            above = ""
            continue
        left -= 1
        if not left or kinds[at] not in (_OWN, _BANNER):
            return
        if kinds[at] is _OWN:
            if not (phrases.is_notice(text) or _is_rest(above, text) or _frames(texts, at, above)):
                return
            kinds[at] = _BANNER
        above = text


def _is_rest(above: str, text: str) -> bool:
    """Whether a line is the rest of the notice above it, which has not ended there."""
    return bool(above) and above[-1] not in _ENDS and _goes_on(above, text)


def _frames(texts: Sequence[str], at: int, above: str) -> bool:
    """Whether a line is a rule below or above a notice."""
    if _RULE.fullmatch(texts[at]) is None:
        return False
    return bool(above) or (at + 1 < len(texts) and phrases.is_notice(texts[at + 1]))


def _mark_below(kinds: list[LineKind], texts: Sequence[str], at: int) -> None:
    """The last lines of a stretch of the writer's own, which ends with line `at`."""
    while at >= 0 and not texts[at]:
        at -= 1
    if at < 0 or kinds[at] is not _OWN or texts[at][0].isdigit():
        return
    if ":" not in texts[at][:_KEY] or "//" in texts[at]:
        _mark_sent_from(kinds, texts, at)
    if kinds[at] is _OWN and not _mark_wrapped(kinds, texts, at):
        _mark_footer(kinds, texts, at)
    if kinds[at] is _OWN and _ends_with_trimming(kinds, texts, at):
        kinds[at] = _BANNER


def _ends_with_trimming(kinds: list[LineKind], texts: Sequence[str], at: int) -> bool:
    """Whether the last line of a stretch is an address alone, or the rule above a disclaimer."""
    if _ADDRESS_ALONE.fullmatch(texts[at]):
        return True
    below = at + 1 < len(kinds) and kinds[at + 1] is _BANNER
    return below and _LONG_RULE.fullmatch(texts[at]) is not None


def _mark_sent_from(kinds: list[LineKind], texts: Sequence[str], last: int) -> None:
    """The lines up to `last` that name what the mail was sent with, or are a link below such a line."""
    at = last
    if _LINK.fullmatch(texts[at]) and at and texts[at - 1]:
        at -= 1
    if kinds[at] is _OWN and phrases.is_sent_from(texts[at]):
        kinds[at] = _SIGNATURE
    if at < last and kinds[at] in (_SIGNATURE, _BANNER):
        kinds[last] = kinds[at]


def _mark_wrapped(kinds: list[LineKind], texts: Sequence[str], last: int) -> bool:
    """Marks the further lines of a disclaimer that ends with line `last`; whether there is one."""
    at = last
    while at and texts[at - 1] and kinds[at] is _OWN and _goes_on(texts[at - 1], texts[at]):
        at -= 1
    if at == last or kinds[at] is not _BANNER:
        return False
    kinds[at : last + 1] = [_BANNER] * (last + 1 - at)
    return True


def _mark_footer(kinds: list[LineKind], texts: Sequence[str], last: int) -> None:
    """A list's footer: a long rule, and below it some lines with a link or an address, none of which could be an order."""
    begins = -1
    for at in range(last, max(-1, last - _FOOTER_LINES), -1):
        text = texts[at]
        if kinds[at] is not _OWN or text[:1].isdigit():
            break
        if text[:1] in _RULES and _LONG_RULE.fullmatch(text):
            begins = at
    if begins >= 0 and any(_LINK_OR_ADDRESS.search(text[:1000]) for text in texts[begins : last + 1]):
        kinds[begins : last + 1] = [_BANNER] * (last + 1 - begins)


def _goes_on(above: str, text: str) -> bool:
    """Whether a line is the wrapped rest of the prose above it, and could be no order."""
    return len(above) >= _WRAPPED_AT and text[0].isalpha() and ":" not in text[:_KEY]
