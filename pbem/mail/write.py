"""Message → bytes: always the same bytes for the same message. Source: mail.md, Going out."""

import hashlib
import re
from base64 import encodebytes
from dataclasses import dataclass
from datetime import UTC
from email.message import Message as Part
from email.policy import compat32
from email.quoprimime import body_encode
from email.utils import format_datetime

from pbem.core.letters import Attachment, InlinePicture, Message
from pbem.mail.addresses import sendable
from pbem.mail.calendar import deadline_file
from pbem.mail.header_block import LONGEST_LINE, Unwritable, block, display_name, plain, tokens, words
from pbem.mail.robots import LOOP_HEADER

MOST_REFERENCES = 12
"""The first, which is the turn's thread, and the latest of the others: a reply to a reply must not grow for ever."""

_POLICY = compat32.clone(linesep="\r\n", max_line_length=None, mangle_from_=False)
_MESSAGE_ID = re.compile(r"<[\x21-\x3b\x3d\x3f-\x7e]{3,250}>")
_CONTENT_ID = re.compile(r"[A-Za-z0-9.-]{1,100}@[A-Za-z0-9.-]{1,100}")
_TYPE = re.compile(r"text/([a-z]+)(?:; *method=([A-Za-z]+))?")
_FILENAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_BODY_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Letterhead:
    """What all our mails have in common: the address in From, and the instance that the loop header names."""

    address: str
    instance: str

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2]


def envelope_address(address: str) -> str:
    """An address as MAIL and RCPT have it; empty stays empty. Raises Unwritable for one that no mail can be sent to."""
    return _address("envelope", address) if address else ""


def compose(message: Message, letterhead: Letterhead) -> bytes:
    """The mail, ready for DATA but for the dots: CRLF only, no line over 78 octets in the body, ASCII throughout.

    Raises Unwritable for an address, attachment or Message-ID that no mail can carry.
    """
    return block(_headers(message, letterhead)) + _body(message, letterhead).as_bytes(policy=_POLICY)


def _headers(message: Message, letterhead: Letterhead) -> list[tuple[str, str]]:
    """Every header but those of MIME, in the order in which they stand."""
    name = display_name("From", plain(message.sender_name))
    references = _references(message.answers)
    headers = [
        ("From", tokens("From", [name, f"<{_address('From', letterhead.address)}>"])),
        ("To", _address("To", message.to)),
        ("Subject", words("Subject", plain(message.subject))),
        ("Date", format_datetime(message.date.astimezone(UTC))),
        ("Message-ID", _message_id(message.message_id)),
    ]
    if references:
        headers.append(("In-Reply-To", references[-1]))
        headers.append(("References", tokens("References", references)))
    if message.reply_to:
        headers.append(("Reply-To", _address("Reply-To", message.reply_to)))
    headers += [
        ("Auto-Submitted", _one_of("auto", message.auto, ("auto-replied", "auto-generated"))),
        ("X-Auto-Response-Suppress", "All"),
        (LOOP_HEADER, plain(letterhead.instance)),
    ]
    if message.campaign:
        headers.append(("List-Id", _list_id(message.campaign, letterhead.domain)))
    if message.unsubscribe:
        headers.append(("List-Unsubscribe", f"<{_mailto(message.unsubscribe)}>"))
    headers.append(("Feedback-ID", plain(f"{message.campaign or 'none'}:{message.kind}:{letterhead.instance}")))
    headers.append(("Content-Language", message.language if _LANGUAGE.fullmatch(message.language) else "en"))
    return headers


def _body(message: Message, letterhead: Letterhead) -> Part:
    """The MIME tree: mixed( related( alternative( text, html ), pictures ), attachments ), without the levels that would hold one
    part."""
    attachments = list(message.attachments)
    if message.deadline:
        attachments.append(deadline_file(message.deadline, message.date, letterhead.address))
    texts = "\n".join([message.text, message.html, *(attachment.text for attachment in attachments)])
    body = _text_part(message.text, "text/plain")
    if message.html:
        body = _multipart("alternative", [body, _text_part(message.html, "text/html")], message.message_id, texts)
    if message.pictures:
        body = _multipart("related", [body, *map(_picture, message.pictures)], message.message_id, texts)
    if attachments:
        body = _multipart("mixed", [body, *map(_attachment, attachments)], message.message_id, texts)
    body["MIME-Version"] = "1.0"
    return body


def _text_part(text: str, kind: str, parameters: str = "") -> Part:
    clean = _clean(text)
    as_it_is = _can_go_as_it_is(clean)
    part = Part(policy=_POLICY)
    part["Content-Type"] = f'{kind}; charset="utf-8"{parameters}'
    part["Content-Transfer-Encoding"] = "7bit" if as_it_is else "quoted-printable"
    part.set_payload(clean if as_it_is else _quoted_printable(clean))
    return part


def _attachment(attachment: Attachment) -> Part:
    kind = _TYPE.fullmatch(attachment.content_type)
    if kind is None:
        raise Unwritable(f"{attachment.content_type!r} is not the type of a text")
    if not _FILENAME.fullmatch(attachment.filename):
        raise Unwritable(f"{attachment.filename!r} cannot be an attachment's name")
    subtype, method = kind.groups()
    stated = re.search(r"(?mi)^METHOD:(\w+)\r?$", attachment.text) if subtype == "calendar" else None
    if subtype == "calendar" and (method or "").upper() != (stated[1].upper() if stated else ""):
        raise Unwritable(f"{attachment.filename}: the calendar's METHOD and method= differ")
    part = _text_part(attachment.text, f"text/{subtype}", f"; method={method.upper()}" if method else "")
    part["Content-Disposition"] = f'attachment; filename="{attachment.filename}"'
    return part


def _picture(picture: InlinePicture) -> Part:
    if not _CONTENT_ID.fullmatch(picture.cid):
        raise Unwritable(f"Content-ID: {picture.cid!r} is not one")
    filename = re.sub(r"[^A-Za-z0-9]+", "-", picture.name).strip("-") or "picture"
    part = Part(policy=_POLICY)
    part["Content-Type"] = "image/png"
    part["Content-Transfer-Encoding"] = "base64"
    part["Content-ID"] = f"<{picture.cid}>"
    part["Content-Disposition"] = f'inline; filename="{filename[:60]}.png"'
    part.set_payload(encodebytes(picture.png).decode("ascii"))
    return part


def _multipart(subtype: str, parts: list[Part], message_id: str, texts: str) -> Part:
    whole = Part(policy=_POLICY)
    whole["Content-Type"] = f'multipart/{subtype};\r\n boundary="{_boundary(message_id, subtype, texts)}"'
    for part in parts:
        whole.attach(part)
    return whole


def _boundary(message_id: str, subtype: str, texts: str) -> str:
    """A line that is in none of the texts, always the same for the same mail. No text that is encoded can hold `=_`."""
    count = 0
    while True:
        boundary = "=_" + hashlib.sha256(f"{message_id} {subtype} {count}".encode()).hexdigest()[:32]
        if boundary not in texts:
            return boundary
        count += 1


def _quoted_printable(text: str) -> str:
    encoded = body_encode(text.encode("utf-8").decode("latin-1"), maxlinelen=LONGEST_LINE - 2)
    return re.sub(r"(?m)^From ", "=46rom ", encoded)


def _clean(text: str) -> str:
    """A body's text: line feeds alone end its lines, tabulators are its only control characters."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return _BODY_CONTROLS.sub("", lines).rstrip("\n") + "\n"


def _can_go_as_it_is(text: str) -> bool:
    """Whether no server on the way has a reason to touch it: short ASCII lines without ends or beginnings that get changed."""
    return text.isascii() and not any(
        len(line) > LONGEST_LINE or line != line.rstrip() or line.startswith("From ") for line in text.split("\n")
    )


def _references(answers: tuple[str, ...]) -> list[str]:
    """The Message-IDs that can stand in a header, each once; other people's programs write some that cannot."""
    usable = list(
        dict.fromkeys(known for known in (answer.strip() for answer in answers) if _MESSAGE_ID.fullmatch(known))
    )
    return usable if len(usable) <= MOST_REFERENCES else [usable[0], *usable[1 - MOST_REFERENCES :]]


def _message_id(text: str) -> str:
    if not _MESSAGE_ID.fullmatch(text):
        raise Unwritable(f"Message-ID: {text!r} is not one")
    return text


def _address(header: str, text: str) -> str:
    """An address as a header has it, its domain in ASCII."""
    address = sendable(text)
    if address is None:
        raise Unwritable(f"{header}: {text!r} is not an address that mail can be sent to")
    return address


def _mailto(text: str) -> str:
    if not re.fullmatch(r"mailto:[\x21-\x3b\x3d\x3f-\x7e]{3,500}", text):
        raise Unwritable(f"List-Unsubscribe: {text!r} is not a mailto address")
    return text


def _list_id(campaign: str, domain: str) -> str:
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,62}", campaign):
        raise Unwritable(f"List-Id: {campaign!r} is not a campaign's name")
    return f"<{campaign}.{domain}>"


def _one_of(field: str, value: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise Unwritable(f"{field}: {value!r} is not one of {', '.join(known)}")
    return value
