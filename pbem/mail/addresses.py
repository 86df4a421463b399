"""Addresses in header fields: who is meant by From, and every address that a mail was sent to. Source: mail.md 46, 47, 50."""

import re
from dataclasses import dataclass

from pbem.mail.headers import Head, clean, header_text
from pbem.mail.words import word_set

_ATOM = r"[^\s@<>()\",;:\\\[\]\x00-\x1f\x7f]"
_ADDRESS = re.compile(rf'({_ATOM}{{1,200}}|"[^"\\\x00-\x1f]{{1,64}}")@({_ATOM}{{1,253}}|\[[0-9a-fA-F.:]{{2,60}}\])')
_COMMON = re.compile(rf'"?([^"<>@,;:()\\\[\]]*)"?[ \t]?<({_ATOM}{{1,200}}@{_ATOM}{{1,253}})>')
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\\.|[(),:;<>]|[^"\\(),:;<>]+|.', re.S)
_ANYWHERE = re.compile(rf"(?<![^\s<,;:\"'(]){_ATOM}{{1,200}}@[^\s@<>()\",;:\\\[\]'\x00-\x1f]{{1,253}}")

_SENDABLE = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,253}")
_SENDABLE_QUOTED = re.compile(r'"(?:[ !#-\[\]-~]|\\[ -~])*"@[A-Za-z0-9.-]{1,253}')

_RECIPIENTS = word_set(
    "to cc bcc delivered-to x-delivered-to x-original-to x-forwarded-to envelope-to x-envelope-to x-rcpt-to apparently-to",
    "resent-to resent-cc original-recipient x-real-to x-apparently-to x-gm-original-to",
)
_WRITERS = word_set("from sender reply-to resent-from resent-sender disposition-notification-to")
_SHORTEST_NAME = 3
_MOST = 500  # addresses read from one mail: nobody answers a report to more


@dataclass(frozen=True, slots=True)
class Mailbox:
    """An address in lower case, and the name beside it as text, empty without."""

    address: str
    name: str = ""


def mailboxes(value: str) -> tuple[list[Mailbox], bool]:
    """The mailboxes of an address field in order, and whether the whole of it could be read.

    A name that holds another address than the one in angle brackets, unquoted, makes the field unreadable: nobody can tell
    which of the two is meant. Comments and the names of groups mean nothing.
    """
    common = _COMMON.fullmatch(value)
    if common is not None:
        return [Mailbox(_folded(common[2]), header_text(common[1]))], True
    if len(value) <= 320 and _ADDRESS.fullmatch(value):
        return [Mailbox(_folded(value))], True
    reader = _Reader()
    for sign in _TOKEN.findall(value):
        reader.take(sign)
    return reader.finish()


class _Reader:
    """Reads one address field, token by token."""

    def __init__(self) -> None:
        self.found: list[Mailbox] = []
        self.sound = True
        self._comment = 0
        self._words: list[str] = []
        self._angle: list[str] | None = None
        self._address: str | None = None

    def take(self, sign: str) -> None:
        if sign == "(":
            self._comment += 1
        elif self._comment:
            self._comment -= sign == ")"
        elif sign == "<":
            self.sound = self.sound and self._angle is None and self._address is None
            self._angle = []
        elif sign == ">":
            self.sound = self.sound and self._angle is not None
            self._address = "".join(self._angle or []).strip()
            self._angle = None
        elif self._angle is not None:
            self._angle.append(sign)
        elif sign in ",;":
            self._flush()
        elif sign == ":":
            self._words.clear()
        elif sign in ')"':
            self.sound = False
        else:
            self._words.append(sign)

    def finish(self) -> tuple[list[Mailbox], bool]:
        self.sound = self.sound and self._angle is None and not self._comment
        self._flush()
        return self.found, self.sound

    def _flush(self) -> None:
        words, address = "".join(self._words).strip(), self._address
        self._words.clear()
        self._address = None
        if address is None:
            if not words:
                return
            words, address = "", words
        if len(address) > 320 or not _ADDRESS.fullmatch(address):
            self.sound = False
            return
        unquoted = re.sub(r'"(?:[^"\\]|\\.)*"', "", words)
        if "@" in unquoted and unquoted.strip().lower() != address.lower():
            self.sound = False
        name = re.sub(r"\\(.)", r"\1", words[1:-1]) if words[:1] == '"' == words[-1:] and len(words) > 1 else words
        self.found.append(Mailbox(_folded(address), header_text(name)))


def sendable(address: str) -> str | None:
    """The address as an envelope and a header carry it, its domain in ASCII; None for one that no mail can be sent to."""
    if not address.isascii():
        local, _, domain = address.rpartition("@")
        try:
            address = f"{local}@{domain.encode('idna').decode('ascii')}"
        except UnicodeError:
            return None
    return address if _SENDABLE.fullmatch(address) or _SENDABLE_QUOTED.fullmatch(address) else None


def sender_of(head: Head) -> Mailbox | None:
    """The one mailbox of From; None where there is none, more than one, or one that cannot be read or written to."""
    fields = head.every("from")
    if len(fields) != 1:
        return None
    found, sound = mailboxes(fields[0])
    if not sound or len(found) != 1 or len(found[0].address) > 254 or sendable(found[0].address) is None:
        return None
    return found[0]


def names_in(head: Head) -> tuple[str, ...]:
    """The names beside the addresses of every address field, and those that the address of a writer is made of
    (`ann.miller@`), each once."""
    found: dict[str, None] = {}
    for name, value in head.fields:
        if name not in _RECIPIENTS and name not in _WRITERS:
            continue
        for box in mailboxes(value)[0][:_MOST]:
            found[box.name] = None
            if name in _WRITERS:
                local = re.split(r"[^\w]|[\d_]", box.address.partition("@")[0])
                found.update(dict.fromkeys(word for word in local if len(word) >= _SHORTEST_NAME))
    return tuple(name for name in found if name)


def recipients_of(head: Head) -> tuple[str, ...]:
    """The addresses of every recipient field, in lower case and in the order found, each once."""
    found: dict[str, None] = {}
    for name, value in head.fields:
        if name not in _RECIPIENTS or "@" not in value:
            continue
        boxes, sound = mailboxes(value)
        if sound:
            found.update(dict.fromkeys(box.address for box in boxes))
        else:
            found.update(dict.fromkeys(_folded(text) for text in _ANYWHERE.findall(value)))
        if len(found) > _MOST:
            break
    return tuple(found)[:_MOST]


def _folded(address: str) -> str:
    return clean(address, 320).lower()
