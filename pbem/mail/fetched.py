"""The answers to an IMAP FETCH: what imap-tools does not ask for (INTERNALDATE, sizes before bodies). Source: RFC 3501, 7.4.2."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

from imap_tools import BaseMailBox

_UID = re.compile(rb"\bUID (\d{1,10})")
_SIZE = re.compile(rb"\bRFC822\.SIZE (\d{1,15})")
_DATE = re.compile(rb'\bINTERNALDATE "([ \d]\d)-([A-Za-z]{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)"')
_BEGINS = re.compile(rb"\d{1,10} \(")
_MONTHS = (b"jan", b"feb", b"mar", b"apr", b"may", b"jun", b"jul", b"aug", b"sep", b"oct", b"nov", b"dec")


@dataclass(frozen=True, slots=True)
class Fetched:
    """One mail's answer. `received` (UTC) is None where not asked for or unreadable, `content` where no part was asked for."""

    uid: int
    size: int = 0
    received: datetime | None = None
    content: bytes | None = None


def fetched(box: BaseMailBox, uids: Sequence[int], items: str) -> Iterator[Fetched]:
    """The answers for these UIDs, in the server's order; none for a mail that is gone or that the server cannot give.

    Answers about other mails, which a server may send at any time, are passed over (trap 3 of stack.md 4).
    """
    if not uids:
        return
    wanted = set(uids)
    status, answer = box.client.uid("FETCH", ",".join(map(str, uids)), f"(UID {items})")
    if status != "OK" and len(uids) > 1:
        for uid in uids:
            yield from fetched(box, [uid], items)
        return
    for words, content in _grouped(answer or []):
        number = _UID.search(words)
        if number is None or int(number[1]) not in wanted:
            continue
        size = _SIZE.search(words)
        yield Fetched(int(number[1]), int(size[1]) if size else 0, _received(words), content)


def _grouped(answer: Sequence[object]) -> Iterator[tuple[bytes, bytes | None]]:
    """The words of each answer, before and after its literal, with the literal; imaplib gives them in pieces."""
    words, content = b"", None
    for piece in answer:
        if isinstance(piece, tuple):
            if words:
                yield words, content
            words, content = bytes(piece[0]), bytes(piece[1])
        elif isinstance(piece, bytes):
            if _BEGINS.match(piece):
                if words:
                    yield words, content
                words, content = piece, None
            else:
                words += b" " + piece
    if words:
        yield words, content


def _received(words: bytes) -> datetime | None:
    found = _DATE.search(words)
    if found is None or found[2].lower() not in _MONTHS:
        return None
    day, year, hour, minute, second = (int(found[index]) for index in (1, 3, 4, 5, 6))
    offset = timedelta(hours=int(found[8]), minutes=int(found[9]))
    zone = timezone(-offset if found[7] == b"-" else offset) if offset < timedelta(hours=24) else UTC
    try:
        return datetime(year, _MONTHS.index(found[2].lower()) + 1, day, hour, minute, second, tzinfo=zone).astimezone(
            UTC
        )
    except (ValueError, OverflowError):
        return None
