"""The text in a winmail.dat: how Outlook sends a mail to whom it takes for one of its own. Source: MS-OXTNEF; mail.md 33.

Every step goes forward by some bytes at least, so that the time is linear in any data.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from pbem.mail.charsets import decode

_SIGNATURE = b"\x78\x9f\x3e\x22"
_BODY, _PROPERTIES, _CODEPAGE = 0x0002800C, 0x00069003, 0x00069007
_TEXT, _RTF, _HTML, _HTML_CODEPAGE = 0x1000, 0x1009, 0x1013, 0x3FDE
_STRING, _UNICODE, _BINARY, _OBJECT = 0x1E, 0x1F, 0x102, 0x0D
_SIZES = {0x02: 2, 0x03: 4, 0x04: 4, 0x05: 8, 0x06: 8, 0x07: 8, 0x0A: 4, 0x0B: 2, 0x14: 8, 0x40: 8, 0x48: 16}
_MULTIPLE = 0x1000
_NAMED = 0x8000
_LARGEST_RTF = 200_000  # bytes, packed: nine times as many unpacked, a byte at a time

_CHARSETS = {65001: "utf-8", 20127: "us-ascii", 28591: "iso-8859-1", 28605: "iso-8859-15", 1200: "utf-16-le"}


@dataclass(slots=True)
class WinmailText:
    """The text in its two forms, None for one that is missing."""

    plain: str | None = None
    html: str | None = None


def winmail_text(data: bytes) -> WinmailText | None:
    """The text of a winmail.dat; None where it is none, or has no text that can be had.

    Its rich text is read only where there is nothing else, and the extra `winmail` is installed.
    """
    if not data.startswith(_SIGNATURE):
        return None
    attributes = dict(_attributes(data))
    codepage = _charset(attributes.get(_CODEPAGE, b""))
    properties = dict(_properties(attributes.get(_PROPERTIES, b"")))
    text = WinmailText()
    kind, value = properties.get(_TEXT, (0, b""))
    if value:
        text.plain = _as_text(value, "utf-16-le" if kind == _UNICODE else codepage)
    kind, value = properties.get(_HTML, (0, b""))
    if value:
        charset = _charset(properties.get(_HTML_CODEPAGE, (0, b""))[1]) or codepage
        text.html = _as_text(value, "utf-16-le" if kind == _UNICODE else charset)
    if text.plain is None and text.html is None:
        text.plain = _as_text(attributes.get(_BODY, b""), codepage) or _from_rtf(properties.get(_RTF, (0, b""))[1])
    return text if text.plain or text.html else None


def _attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The attributes of the mail itself, not of what is attached to it, each by its tag."""
    at = 6
    while at + 9 <= len(data):
        level, tag, length = struct.unpack_from("<BII", data, at)
        at += 9
        if level == 1 and at + length <= len(data):
            yield tag, data[at : at + length]
        at += length + 2


def _properties(data: bytes) -> Iterator[tuple[int, tuple[int, bytes]]]:
    """The properties that have one value, by their numbers: the type, and the bytes."""
    at = 4
    while at + 4 <= len(data):
        kind, number = struct.unpack_from("<HH", data, at)
        at += 4
        if number >= _NAMED:
            at = _behind_name(data, at)
        multiple = bool(kind & _MULTIPLE)
        kind &= ~_MULTIPLE
        if kind in _SIZES:
            length = _SIZES[kind]
            if multiple:
                length *= _count(data, at)
                at += 4
            value, at = data[at : at + length], at + _padded(length)
        elif kind in (_STRING, _UNICODE, _BINARY, _OBJECT):
            count = _count(data, at)
            at += 4
            value = b""
            while count and at + 4 <= len(data):
                length = _count(data, at)
                value, at = data[at + 4 : at + 4 + length], at + 4 + _padded(length)
                count -= 1
        else:
            return
        if not multiple:
            yield number, (kind, value)


def _behind_name(data: bytes, at: int) -> int:
    """Where the value of a property begins that has a name: a GUID, and a number or a text."""
    is_text = _count(data, at + 16) != 0
    at += 20
    return at + 4 + (_padded(_count(data, at)) if is_text else 0)


def _count(data: bytes, at: int) -> int:
    """The number that stands there; 0 behind the end."""
    found = struct.unpack_from("<I", data, at)[0] if at + 4 <= len(data) else 0
    return int(found)


def _padded(length: int) -> int:
    return length + -length % 4


def _charset(data: bytes) -> str:
    """The charset of a code page's number; empty for none."""
    number = _count(data, 0)
    return _CHARSETS.get(number, f"cp{number}") if number else ""


def _as_text(value: bytes, charset: str) -> str:
    text = decode(value, charset).text
    return text.partition("\0")[0] if "\0" in text else text


def _from_rtf(packed: bytes) -> str:
    """The text of compressed rich text; empty where it cannot be had."""
    if not packed or len(packed) > _LARGEST_RTF:
        return ""
    try:
        from compressed_rtf import decompress
        from striprtf.striprtf import rtf_to_text
    except ImportError:
        return ""
    try:
        return str(rtf_to_text(decompress(packed).decode("latin-1"), errors="replace"))
    except Exception:  # noqa: BLE001 - others' parsers on any bytes: what they trip over cannot be had
        return ""
