"""Whether From's own domain has signed a mail, for mails that no server of ours has looked at.

The signature must cover the whole body and the fields by which a mail is known. Where anything is odd, or the DNS silent, nobody
vouches for the mail: it is then held as any other is. Source: RFC 6376; RFC 8301; RFC 7489 3.1.
"""

import functools
import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pbem.core.errors import Failed, Unusable

MOST_SIGNATURES = 3
"""Signatures of From's domain that are tried."""

MOST_LOOKED_AT = 10
"""Signatures that are looked at, whose ever they are."""

DNS_RESTS = 60.0
"""Seconds for which a domain is not asked about again whose DNS gave no answer."""

_LONGEST_HEADER = 64 * 1024
_LONGEST_SIGNATURE = 4096
_ALGORITHMS = (b"rsa-sha256", b"ed25519-sha256")
_ONCE = frozenset(
    b"from sender reply-to to cc subject date message-id in-reply-to references"
    b" mime-version content-type content-transfer-encoding".split()
)
"""Fields of which the signer has seen one at most; another one above it would be read in its place."""
_MUST_BE_SIGNED = (b"from", b"subject")
_WIDE = re.compile(rb"[ \t\r\n]{20}")  # in a signature: costs the library's patterns the square of it
_SPACES = re.compile(rb"[ \t]+")
_QUIET = logging.Logger("dkim", logging.CRITICAL + 1)


@dataclass(slots=True)
class DkimCheck:
    """Checks signatures. `texts`: gives the TXT records of a name, none where there are none, and raises Failed for no answer.

    `steady`: gives seconds, of a clock that nobody sets.
    """

    texts: Callable[[str], list[str]]
    steady: Callable[[], float] = time.monotonic
    _rests: dict[str, float] = field(default_factory=dict)

    def vouches(self, content: bytes, address: str) -> bool:
        """Whether the domain of From's address, or one that belongs to the same owner, has signed these bytes."""
        domain = address.rpartition("@")[2].lower()
        if self.steady() < self._rests.get(domain, 0.0):
            return False
        try:
            return self._vouched(content, domain)
        except Failed:
            self._rests = {name: until for name, until in self._rests.items() if until > self.steady()}
            self._rests[domain] = self.steady() + DNS_RESTS
            return False

    def _vouched(self, content: bytes, domain: str) -> bool:
        from dkim import DKIM

        if len(content.partition(b"\n\r\n")[0].partition(b"\n\n")[0]) > _LONGEST_HEADER:
            return False
        try:
            signer = DKIM(content, logger=_QUIET)
        except Exception:  # noqa: BLE001 - the library raises whatever a hostile mail makes it raise
            return False
        names = [name.lower() for name, _ in signer.headers]
        if any(names.count(name) > 1 for name in _ONCE):
            return False
        signatures = [value for name, value in signer.headers if name.lower() == b"dkim-signature"]
        tried = 0
        for place, value in enumerate(signatures[:MOST_LOOKED_AT]):
            try:
                if not self._counts(value, names, domain):
                    continue
                tried += 1
                if self._holds(signer, place):
                    return True
            except Failed:
                raise
            except Exception:  # noqa: BLE001, S112 - as above; another signature may be sound
                continue
            if tried == MOST_SIGNATURES:
                break
        return False

    def _counts(self, value: bytes, names: list[bytes], domain: str) -> bool:
        """Whether a signature, should it hold, speaks for the domain, the body, and the fields that matter."""
        from dkim.util import parse_tag_value

        if len(value) > _LONGEST_SIGNATURE or _WIDE.search(value):
            return False
        tags = parse_tag_value(value)
        signed = {name.strip().lower() for name in tags[b"h"].split(b":")}
        if tags[b"a"] not in _ALGORITHMS or b"l" in tags:
            return False
        if any(name not in signed for name in _MUST_BE_SIGNED if name in names):
            return False
        return self._aligned(tags[b"d"].decode("ascii").lower().rstrip("."), domain)

    def _aligned(self, signer: str, domain: str) -> bool:
        """Whether two domains are one owner's, as far as that owner lets it count. Source: RFC 7489 3.1.1."""
        if signer == domain:
            return True
        owner = owner_of(domain)
        return owner is not None and owner == owner_of(signer) and not self._strict(domain, owner)

    def _strict(self, domain: str, owner: str) -> bool:
        for name in dict.fromkeys((domain, owner)):
            records = [tags_of(text) for text in self.texts(f"_dmarc.{name}")]
            policies = [tags for tags in records if tags.get("v", "").upper() == "DMARC1"]
            if policies:
                return any(tags.get("adkim", "r").lower() == "s" for tags in policies)
        return False

    def _holds(self, signer: Any, place: int) -> bool:
        """Whether the signature is good. Of a relaxed one the runs of spaces are made one as the library does, which before that
        takes a time that grows with the square of a run.
        """
        body = signer.body
        if _tags_of_signature(signer, place).get(b"c", b"").endswith(b"/relaxed"):
            signer.body = _SPACES.sub(b" ", body)
        try:
            return signer.verify(place, dnsfunc=functools.partial(self._key, signer, place)) is True
        finally:
            signer.body = body

    def _key(self, signer: Any, place: int, name: bytes, timeout: float = 0) -> bytes | None:
        """The key's record; None where there is none, or not one that speaks for these mails."""
        records = [text for text in self.texts(name.decode("ascii").rstrip(".")) if "p=" in text]
        if len(records) != 1:
            return None
        flags = {flag.strip() for flag in tags_of(records[0]).get("t", "").split(":")}
        tags = _tags_of_signature(signer, place)
        identity = tags.get(b"i", b"@" + tags[b"d"]).rpartition(b"@")[2]
        if "y" in flags or ("s" in flags and identity.lower() != tags[b"d"].lower()):
            return None
        return records[0].encode("ascii")


def see_that_it_is_installed() -> None:
    """Raises Unusable where signatures can be neither checked nor made."""
    try:
        import dkim  # noqa: F401 - whether it is there
    except ImportError as error:
        raise Unusable("DKIM signatures need another package; install it with pip install 'pbem[dkim]'") from error


def tags_of(record: str) -> dict[str, str]:
    """The tags of a DKIM or DMARC record; of a tag that comes twice the first."""
    tags: dict[str, str] = {}
    for part in record.split(";"):
        name, _, value = part.partition("=")
        if name.strip():
            tags.setdefault(name.strip().lower(), value.strip())
    return tags


def owner_of(domain: str) -> str | None:
    """The domain that was registered, of which this one is a part (RFC 7489 3.2); the domain itself where no list of the public
    suffixes is installed, None for a public suffix.
    """
    suffixes = _public_suffixes()
    if suffixes is None:
        return domain
    found: str | None = suffixes.privatesuffix(domain)
    return found


@functools.cache
def _public_suffixes() -> Any:
    try:
        from publicsuffixlist import PublicSuffixList
    except ImportError:
        return None
    return PublicSuffixList()


def _tags_of_signature(signer: Any, place: int) -> dict[bytes, bytes]:
    from dkim.util import parse_tag_value

    value = [value for name, value in signer.headers if name.lower() == b"dkim-signature"][place]
    found: dict[bytes, bytes] = parse_tag_value(value)
    return found
