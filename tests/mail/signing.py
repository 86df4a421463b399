"""Signatures such as players' providers make, with keys of the tests and with whatever is wrong in them."""

from pathlib import Path
from typing import Any

from dkim import DKIM

KEYS = Path(__file__).parent / "dkim"
KEY = (KEYS / "key.pem").read_bytes()
RECORD = (KEYS / "key.txt").read_text().strip()
SHORT_KEY = (KEYS / "short.pem").read_bytes()
SHORT_RECORD = (KEYS / "short.txt").read_text().strip()

MAIL = (
    b"Received: from a by b; Fri, 27 Nov 2026 12:00:00 +0000\r\n"
    b"From: Ann <ann@example.net>\r\nTo: games@example.org\r\nSubject: Re: [pit-1] Turn 3\r\n"
    b"Date: Fri, 27 Nov 2026 12:00:00 +0000\r\nMessage-ID: <1@example.net>\r\nContent-Type: text/plain\r\n\r\n"
    b"1: +3  \r\n2: x4\r\n"
)


def signed(
    content: bytes = MAIL,
    domain: str = "example.net",
    key: bytes = KEY,
    c: tuple[bytes, bytes] = (b"relaxed", b"relaxed"),
    h: str = "",
    a: str = "rsa-sha256",
    **tags: str,
) -> bytes:
    """The mail with a signature above it. `h`: the fields that it covers; `tags`: those that it has in place of the usual."""

    class Odd(DKIM):  # type: ignore[misc] # the library has no types
        def gen_header(self, fields: list[tuple[bytes, bytes]], *rest: Any, **how: Any) -> bytes:
            changed = {tag.encode(): value.encode() for tag, value in tags.items()}
            odd = [(tag, changed.pop(tag, value)) for tag, value in fields]
            header: bytes = super().gen_header([*odd[:-1], *changed.items(), odd[-1]], *rest, **how)
            return header

    names = [name.encode() for name in h.split()] or None
    signature: bytes = Odd(content, signature_algorithm=a.encode(), minkey=256).sign(
        b"s1", domain.encode(), key, canonicalize=c, include_headers=names
    )
    return signature + content
