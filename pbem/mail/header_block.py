"""The header block of a mail of ours: encoded, folded, and read again before it goes anywhere.

Written by hand over the standard library's encoder, because releases of `email.policy` in use let an encoded line break through
as a new header (python/cpython#121650) and fold long Message-IDs into something else (python/cpython#136052).
"""

import re
import unicodedata
from collections.abc import Iterable
from email.header import Header, decode_header, make_header
from email.parser import BytesHeaderParser
from email.policy import compat32

LONGEST_LINE = 78  # RFC 5322 2.1.1
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_ATOMS = re.compile(r"[A-Za-z0-9 !#$%&'*+/=?^_`{|}~-]*")


class Unwritable(ValueError):
    """A mail that cannot be written as its parts say; the message names the part."""


def plain(text: str) -> str:
    """A text as one line of a header: control characters, line and paragraph separators and lone surrogates are taken out."""
    kept = "".join(" " if unicodedata.category(character) in _OUT else character for character in text)
    return " ".join(kept.split())


_OUT = frozenset({"Cc", "Zl", "Zp", "Cs"})


def display_name(name: str, text: str) -> str:
    """The value of a header up to its address: quoted, or as encoded words where it is not ASCII, folded."""
    if _needs_encoding(text) or _ATOMS.fullmatch(text):
        return words(name, text)
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


def words(name: str, text: str) -> str:
    """The value of a header that people read, as encoded words where it is not ASCII, folded.

    Raises Unwritable for a text that does not read back as itself.
    """
    charset = "utf-8" if _needs_encoding(text) else "us-ascii"
    value = Header(text, charset, maxlinelen=LONGEST_LINE - 2, header_name=name).encode(linesep="\r\n")
    if _decoded(value) != text:
        raise Unwritable(f"{name}: {text!r} reads back as {_decoded(value)!r}")
    return value


def _needs_encoding(text: str) -> bool:
    return not text.isascii() or "=?" in text


def _decoded(value: str) -> str:
    return str(make_header(decode_header(value.replace("\r\n", ""))))


def tokens(name: str, parts: Iterable[str]) -> str:
    """The value of a header made of parts that must stay whole, divided by spaces, folded between them."""
    lines = [""]
    room = LONGEST_LINE - len(name) - 1
    for part in parts:
        if lines[-1] and len(lines[-1]) + 1 + len(part) > room:
            lines.append("")
            room = LONGEST_LINE
        lines[-1] += f" {part}" if lines[-1] else part
    return "\r\n ".join(lines)


def block(headers: Iterable[tuple[str, str]]) -> bytes:
    """The header lines, each ended by CRLF, in that order. Values are encoded and folded already.

    Raises Unwritable unless reading the lines again gives these headers and no other.
    """
    wanted = list(headers)
    for name, value in wanted:
        if not _NAME.fullmatch(name):
            raise Unwritable(f"{name!r} is not the name of a header")
        if not value.isascii() or re.sub(r"\r\n (?=\S)", "", value).isprintable() is False:
            raise Unwritable(f"{name}: {value!r} does not fit a header")
    lines = "".join(f"{name}: {value}\r\n" for name, value in wanted).encode("ascii")
    _read_again(lines, wanted)
    return lines


def _read_again(lines: bytes, wanted: list[tuple[str, str]]) -> None:
    read = BytesHeaderParser(policy=compat32).parsebytes(lines + b"\r\n")
    found = [(name, _unfolded(str(value))) for name, value in read.items()]
    expected = [(name, _unfolded(value)) for name, value in wanted]
    if found != expected or read.defects or read.get_payload():
        different = [pair for pair in found if pair not in expected] or found
        raise Unwritable(f"the headers read back differently: {different!r}")
    longest = max(map(len, lines.split(b"\r\n")))
    if longest > 998:  # RFC 5322 2.1.1
        raise Unwritable(f"a header line of {longest} characters")


def _unfolded(value: str) -> str:
    return re.sub(r"\r?\n(?=[ \t])", "", value).strip()
