"""What a single line tells of who wrote what is quoted: an address, a date, an hour. Source: mail.md 2 and 4."""

import re

from pbem.mail import phrases

_ADDRESS = re.compile(r"[^\s@<>]@[^\s@<>.]{1,63}\.[^\s@<>]")
_YEAR = re.compile(r"(?<!\d)(?:19|20|25(?=[67])|١٩|٢٠)\d\d(?!\d)")
_NUMERIC_DATE = re.compile(r"(?<!\d)\d{1,4}([./-])\s?\d{1,2}\1\s?\d{1,4}(?!\d)")
_CLOCK = re.compile(r"(?<!\d)\d{1,2}[:.]\d\d(?!\d)")
_GOES_ON = re.compile(r">[^:<>]{1,40}:\s{2,}\S")  # an attribution on whose line the quotation begins
LONGEST = 400
"""Characters of an attribution."""


def has_whole_date(text: str) -> bool:
    """Whether a text holds a year, or a date in numbers."""
    return _YEAR.search(text) is not None or _NUMERIC_DATE.search(text) is not None


def has_address(text: str) -> bool:
    """Whether an e-mail address stands in the first thousand characters."""
    return "@" in text and _ADDRESS.search(text[:1000]) is not None


def has_date(text: str) -> bool:
    """Whether a year, a date in numbers or an hour stands in the first thousand characters."""
    text = text[:1000]
    return any(pattern.search(text) is not None for pattern in (_YEAR, _NUMERIC_DATE, _CLOCK))


def is_groupwise(text: str) -> bool:
    """Whether a line between `>>>` at both ends says who wrote what follows, which GroupWise leaves unmarked."""
    return len(text) <= LONGEST and (has_address(text) or has_whole_date(text))


def speaks_for_itself(attribution: str) -> bool:
    """Whether an attribution needs nothing below it: an address and a date, or a whole date, an hour and "wrote"."""
    if has_address(attribution):
        return has_date(attribution)
    return has_whole_date(attribution) and _CLOCK.search(attribution) is not None and phrases.says_wrote(attribution)


def goes_on(text: str) -> bool:
    """Whether a line is an attribution with an address and a date, behind which the quotation begins at once."""
    head = text[:LONGEST]
    return (
        "@" in head
        and ":  " in head
        and _GOES_ON.search(head) is not None
        and has_date(head)
        and phrases.says_wrote(head)
    )
