"""The DKIM signature of our own mails, for a house whose mail server makes none. Source: RFC 6376; mail.md, Going out.

The same mail gets the same signature every time: its time is that of the mail's Date.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime
from functools import cache
from pathlib import Path
from typing import Any

from pbem.core.errors import Unusable
from pbem.mail.dkim_check import see_that_it_is_installed

SIGNED = (
    "from",
    "to",
    "cc",
    "subject",
    "date",
    "message-id",
    "reply-to",
    "in-reply-to",
    "references",
    "mime-version",
    "content-type",
    "content-transfer-encoding",
    "list-unsubscribe",
    "list-id",
    "auto-submitted",
    "feedback-id",
    "content-language",
)
"""The fields that are signed where they are there."""

ONCE_MORE = SIGNED[: SIGNED.index("list-unsubscribe") + 1]
"""Those that are signed once more than they are there, so that none can be added."""

SHORTEST_KEY = 1024
"""Bits. Source: RFC 8301 3.2."""


@dataclass(frozen=True, slots=True)
class Signer:
    """`key`: a private RSA key in PEM. `domain` must be From's, or its owner's, if the signature is to count for anything."""

    key: bytes = field(repr=False)
    selector: str
    domain: str

    def signed(self, content: bytes) -> bytes:
        """A finished mail of ours with its signature above it."""
        head = BytesHeaderParser().parsebytes(content)
        there = [name.lower() for name in head]
        include = [name for name in SIGNED for _ in range(there.count(name))]
        written = int(parsedate_to_datetime(str(head["Date"])).timestamp())
        signature: bytes = _signing()(content, written).sign(
            self.selector.encode(),
            self.domain.encode(),
            self.key,
            canonicalize=(b"relaxed", b"relaxed"),
            include_headers=[name.encode() for name in (*include, *ONCE_MORE)],
        )
        return signature + content


def read_signer(file: Path, selector: str, domain: str) -> Signer:
    """What signs with the key in that file. Raises Unusable."""
    see_that_it_is_installed()
    from dkim.crypto import UnparsableKeyError, parse_pem_private_key

    try:
        key = file.read_bytes()
    except OSError as error:
        raise Unusable(f"the key for signatures cannot be read from {file}: {error.strerror}") from error
    try:
        bits = parse_pem_private_key(key)["modulus"].bit_length()
    except (UnparsableKeyError, ValueError, KeyError, IndexError, TypeError) as error:
        raise Unusable(
            f"{file} holds no private RSA key in PEM; make one with openssl genrsa -out {file.name} 2048"
        ) from error
    if bits < SHORTEST_KEY:
        raise Unusable(
            f"the key in {file} is shorter than {SHORTEST_KEY} bits, and receivers ignore it; make one of 2048 bits"
        )
    return Signer(key, selector, domain)


@cache
def _signing() -> Callable[[bytes, int], Any]:
    """The library's class with a time of our own in place of the present one."""
    from dkim import DKIM

    class Dated(DKIM):  # type: ignore[misc] # the library has no types
        def __init__(self, content: bytes, written: int) -> None:
            super().__init__(content)
            self.written = written

        def gen_header(self, fields: list[tuple[bytes, bytes]], *rest: Any, **how: Any) -> bytes:
            dated = [(tag, str(self.written).encode() if tag == b"t" else value) for tag, value in fields]
            header: bytes = super().gen_header(dated, *rest, **how)
            return header

    return Dated
