"""The digest of a mail's content, the same when the same mail is delivered a second time. Source: mail.md 52, 66."""

import hashlib

from pbem.mail.headers import Head, split_head

# What the writer's own program fixed. Received, Delivered-To, trace and spam fields differ from delivery to delivery.
_FIXED = (
    "from",
    "to",
    "cc",
    "subject",
    "date",
    "message-id",
    "in-reply-to",
    "references",
    "content-type",
    "content-transfer-encoding",
)


def content_digest(content: bytes, header_bytes: int = 65_536) -> str:
    """The digest in hex of a mail as stored raw: of its writer's fields and of its body, whatever its line ends."""
    return digest_of(*split_head(content, header_bytes))


def digest_of(head: Head, body: bytes) -> str:
    """The same of a mail whose header has been split off."""
    fields = "\x1f".join(["\x1e".join(head.every(name)) for name in _FIXED])
    digest = hashlib.sha256(fields.encode("utf-8", "surrogatepass"))
    digest.update(b"\0")
    digest.update(body.replace(b"\r\n", b"\n").rstrip())
    return digest.hexdigest()
