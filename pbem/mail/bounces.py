"""Reports that mail of ours was not delivered, or not yet. Source: RFC 3464; mail.md 57, 58.

Which mail of ours it was is told by the VERP address it came to, which is among the letter's recipients.
"""

import email
import logging
import re
from email import policy
from email.message import Message

from pbem.core.letters import Bounce, BounceKind
from pbem.mail.addresses import mailboxes
from pbem.mail.headers import Head, head_of, media_type, message_ids, split_head

_STATUS = re.compile(r"([245])\.(\d{1,3})\.(\d{1,3})", re.ASCII)
_FULL = re.compile(
    r"\b(?:full|quota|over ?quota|storage|too many messages|insufficient space|voll|plein|lleno|pieno)\b", re.I
)
_FULL_IN_WORDS = re.compile(
    r"(?:mailbox|account|inbox|postfach|boîte|buzón|casella|quota)\W.{0,30}\b(?:full|quota|exceeded|voll|pleine|lleno|piena)\b"
    r"|\bover ?quota\b|\bquota exceeded",
    re.I,
)
_NO_FAILURE = ("delayed", "delivered", "relayed", "expanded")
_DELAYED_SUBJECT = re.compile(r"\b(?:delay|delayed|warning|verzögert|retard|retardé|not yet)", re.I)
_LARGEST_HEADER = 65_536  # bytes
_SEEN_BY_DETECTORS = 100_000  # bytes; a report's own words stand at its beginning

# The detectors log what they try, and with a traceback what they trip over; both are our business alone.
logging.getLogger("flufl.bounce").disabled = True


def bounce_of(head: Head, content: bytes, tree: Message | None) -> Bounce:
    """What a delivery report says: by its machine-readable part where it has one, else by its words.

    `tree`: the mail as a tree, None where it has no parts. One that says nothing is a temporary failure of nobody.
    """
    found = _from_status(tree) if tree is not None else None
    if found is not None:
        return found
    return _from_words(head, content)


def returned_of(tree: Message | None) -> tuple[str, ...]:
    """What a report says of the mails that it is about: their Message-IDs, then the return paths that they bore, lower case."""
    ids: dict[str, None] = {}
    paths: dict[str, None] = {}
    for part in tree.walk() if tree is not None else ():
        kind, payload = media_type(str(part.get("content-type", "")))[0], part.get_payload()
        inner = payload[0] if isinstance(payload, list) and payload else payload
        if kind in ("message/rfc822", "message/feedback-report") and isinstance(inner, Message):
            head = head_of(list(inner.raw_items()))
        elif kind in ("text/rfc822-headers", "message/feedback-report") and isinstance(payload, str):
            head, _ = split_head(payload.encode("utf-8", "surrogateescape").lstrip(), _LARGEST_HEADER)
        else:
            continue
        ids.update(dict.fromkeys(message_ids(head.first("message-id"))))
        for name in ("return-path", "original-mail-from"):
            paths.update(dict.fromkeys(box.address for box in mailboxes(head.first(name))[0]))
    return (*ids, *paths)


def _from_status(tree: Message) -> Bounce | None:
    kinds: list[BounceKind] = []
    addresses: dict[str, None] = {}
    for part in tree.walk():
        if media_type(str(part.get("content-type", "")))[0] != "message/delivery-status":
            continue
        payload = part.get_payload()
        for group in payload if isinstance(payload, list) else []:
            if isinstance(group, Message):
                _read_group(head_of(list(group.raw_items())), kinds, addresses)
    if not kinds:
        return None
    order = (BounceKind.PERMANENT, BounceKind.TEMPORARY, BounceKind.DELAYED)
    return Bounce(next(kind for kind in order if kind in kinds), tuple(addresses))


def _read_group(fields: Head, kinds: list[BounceKind], addresses: dict[str, None]) -> None:
    """One recipient's fields of a delivery status; those about the message as a whole name no action."""
    action = fields.first("action").partition("(")[0].strip().lower()
    if not action:
        return
    for name in ("original-recipient", "final-recipient"):
        boxes, _ = mailboxes(fields.first(name).partition(";")[2].strip())
        if boxes:
            addresses.setdefault(boxes[0].address)
            break
    if action in _NO_FAILURE:
        kinds.append(BounceKind.DELAYED)
    elif action == "failed":
        kinds.append(_kind_of_failure(fields.first("status"), fields.first("diagnostic-code")))


def _kind_of_failure(status: str, diagnosis: str) -> BounceKind:
    """A full mailbox and the like get better, whatever class the server gave them."""
    found = _STATUS.search(status)
    inner = _STATUS.search(diagnosis)
    for code in (found, inner):
        if code is not None and code[2] == "2" and code[3] == "2":
            return BounceKind.TEMPORARY
    if _FULL.search(diagnosis[:1000]):
        return BounceKind.TEMPORARY
    return BounceKind.TEMPORARY if found is not None and found[1] == "4" else BounceKind.PERMANENT


def _from_words(head: Head, content: bytes) -> Bounce:
    from flufl.bounce import all_failures  # its detectors are loaded for the first report that needs them

    if _DELAYED_SUBJECT.search(head.first("subject")[:300]):
        return Bounce(BounceKind.DELAYED)
    try:
        message = email.message_from_bytes(content[:_SEEN_BY_DETECTORS], policy=policy.compat32)
        temporary, permanent = all_failures(message)
    except Exception:  # noqa: BLE001 - detectors of others' making on any bytes: a report they trip over names nobody
        return Bounce(BounceKind.TEMPORARY)
    failed = permanent or temporary
    if permanent and _FULL_IN_WORDS.search(content[:_SEEN_BY_DETECTORS].decode("utf-8", "replace")):
        permanent = frozenset()
    named = [boxes[0].address for boxes, _ in map(mailboxes, map(_text, failed)) if boxes]
    return Bounce(BounceKind.PERMANENT if permanent else BounceKind.TEMPORARY, tuple(sorted(named)))


def _text(address: bytes | str) -> str:
    return address if isinstance(address, str) else address.decode("utf-8", "replace")
