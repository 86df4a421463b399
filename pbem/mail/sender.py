"""Whether the receiving server vouches for From's domain. Source: RFC 8601; mail.md 60 and Threats.

A sender can write every line of a mail but those that our own server put above it. So a result counts only where it bears our
server's name and stands above the Received line by which the mail came in from outside; without a name to trust there is no
verdict.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from itertools import takewhile
from typing import Any

from pbem.mail.headers import Head
from pbem.mail.words import word_set

PASS, FAIL, NONE = "pass", "fail", "none"

_FIELD = "authentication-results"
# Google writes its results just below its own Received line, and takes those of others that bear its name out of the mail.
_BELOW_ITS_RECEIVED = frozenset({"mx.google.com"})
_LOCAL_DELIVERY = re.compile(r"\bwith\s+(?:UTF8)?LMTP", re.I)
_TRACE = word_set(
    "received-spf x-received arc-seal arc-message-signature arc-authentication-results return-path delivered-to"
)
_FAILURES = word_set("fail hardfail policy permerror")


@dataclass(frozen=True, slots=True)
class Trust:
    """Whose results count: the names under which our servers write them, and how many Received lines our servers add.

    Lines of a local delivery (LMTP) are known as ours and need not be counted.
    """

    authserv_ids: tuple[str, ...] = ()
    hops: int = 1


NOBODY = Trust()


@dataclass(frozen=True, slots=True)
class _Results:
    """One field of results: who wrote it, and each DMARC result with the domain that it is about, empty for none."""

    server: str
    dmarc: tuple[tuple[str, str], ...]


def vouched(head: Head, address: str | None, trust: Trust) -> str:
    """`pass`, `fail` or `none`: what our server found of the domain of From's `address` by DMARC.

    Where it says several things, a failure wins. A pass for another domain than From's is none.
    """
    if not trust.authserv_ids or address is None:
        return NONE
    domain = address.rpartition("@")[2]
    found = [result for field in _trusted(head, trust) for result in field.dmarc]
    if any(verdict in _FAILURES for verdict, _ in found):
        return FAIL
    passed = [about for verdict, about in found if verdict == PASS]
    return PASS if passed and all(about == domain for about in passed) else NONE


def _trusted(head: Head, trust: Trust) -> list[_Results]:
    """The topmost contiguous block of results that bears our server's name; a field that cannot be parsed counts as absent."""
    names = {name.lower() for name in trust.authserv_ids}
    block: list[_Results] = []
    for name, value in _above_boundary(head, trust.hops):
        if name == _FIELD:
            field = _parsed(value)
            if field is not None and field.server in names:
                block.append(field)
                continue
        if block and name not in _TRACE:
            break
    if not block and names & _BELOW_ITS_RECEIVED:
        return _of_google(head, names)
    return block


def boundary_time(head: Head, trust: Trust) -> datetime | None:
    """When our own server took a mail in, by the Received line that it put there; None without one that can be read.

    Shown beside the mailbox's own time, which a mail that was fetched or moved may have from later. Source: mail.md 53.
    """
    lines = head.every("received")
    local = sum(1 for _ in takewhile(_LOCAL_DELIVERY.search, lines))
    written = lines[local + trust.hops - 1 : local + trust.hops]
    try:
        at = parsedate_to_datetime(written[0].rpartition(";")[2].strip()[:100]) if written else None
        return at.replace(tzinfo=at.tzinfo or UTC).astimezone(UTC) if at else None
    except Exception:  # noqa: BLE001 - the library raises many things on a date that is none
        return None


def _above_boundary(head: Head, hops: int) -> list[tuple[str, str]]:
    """The fields above the last Received line that our own servers added; without any such line, the traces at the very top."""
    above: list[tuple[str, str]] = []
    local = True
    for name, value in head.fields:
        if name == "received":
            local = local and _LOCAL_DELIVERY.search(value) is not None
            hops -= not local
            if hops <= 0:
                return above
        above.append((name, value))
    if "received" in head:
        return []
    return list(takewhile(lambda field: field[0] == _FIELD or field[0] in _TRACE, above))


def _of_google(head: Head, names: set[str]) -> list[_Results]:
    """Google's one field of results: the first below the Received line of its own that took the mail in."""
    received = 0
    inside = False
    for name, value in head.fields:
        if name == "received":
            received += 1
            if inside or received > 2:
                return []
            inside = any(f"by {known}" in value.lower() for known in names & _BELOW_ITS_RECEIVED)
        elif inside and name == _FIELD:
            field = _parsed(value)
            return [field] if field is not None and field.server in names else []
        elif inside and name not in _TRACE:
            return []
    return []


def _parsed(value: str) -> _Results | None:
    from authres import AuthenticationResultsHeader  # slow to import, and wanted only where a name is trusted

    try:
        field = AuthenticationResultsHeader.parse_value(value)
    except Exception:  # noqa: BLE001 - the parser's errors are many; a field that it cannot read says nothing
        return None
    results = [result for result in field.results if str(result.method).lower() == "dmarc"]
    return _Results(
        str(field.authserv_id).lower(), tuple((str(result.result).lower(), _header_from(result)) for result in results)
    )


def _header_from(result: Any) -> str:
    """The domain that a result is about, in lower case; empty where it names none, or several."""
    entries = [entry for entry in result.properties if (entry.type, entry.name) == ("header", "from")]
    return str(entries[0].value).lower().rpartition("@")[2] if len(entries) == 1 else ""
