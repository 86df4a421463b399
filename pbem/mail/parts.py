"""The parts of a mail: which hold the writer's text, which are attached, and what keeps us from reading them.

compat32 finds the parts, after counts that bound its time; everything else is read here. Source: mail.md B; performance.md,
"What the figures say", 1.
"""

import base64
import binascii
import email
import re
from dataclasses import dataclass, field
from email import errors, policy
from email.message import Message
from typing import Any

from pbem.mail.charsets import decode
from pbem.mail.headers import Head, clean, head_of, header_text, media_type
from pbem.mail.uuencoded import take_out_files
from pbem.mail.words import word_set


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a mail is read. Source: mail.md 32, 40, 71 and Threats.

    `size`: bytes of a mail; `header_bytes`; `lines`: line ends in the whole mail; `parts`; `depth` of their nesting; `text`:
    characters of one text part; `text_lines`: lines of the body; `line` and `own_text`: characters of a line of the player's
    own, and of all of them.
    """

    size: int = 25 * 1024 * 1024
    header_bytes: int = 65_536
    lines: int = 1_000_000
    parts: int = 200
    depth: int = 20
    text: int = 2_000_000
    text_lines: int = 20_000
    line: int = 10_000
    own_text: int = 200_000


@dataclass(slots=True)
class Piece:
    """One stretch of the body, in one or both forms: lines of plain text, HTML source. None for a form that is missing."""

    plain: list[str] | None = None
    html: str | None = None


@dataclass(slots=True)
class Body:
    """What a mail holds. `problem`, `held` and `quarantine` go on after "the mail "; empty for none.

    `others`: names of what is not read, `pictures` the same of pictures; `cards`: how many visiting cards, `winmail`: files in
    Outlook's own form. `replies_to_calendar`: whether a calendar's reply is among the parts.
    """

    pieces: list[Piece] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    winmail: list[bytes] = field(default_factory=list)
    cards: int = 0
    mails: int = 0
    replies_to_calendar: bool = False
    quarantine: str = ""
    problem: str = ""
    held: str = ""
    notes: list[str] = field(default_factory=list)

    def hold(self, why: str) -> None:
        self.held = self.held or why

    def fail(self, why: str) -> None:
        self.problem = self.problem or why


_AS_IT_STANDS = frozenset({"", "7bit", "8bit", "binary", "7-bit", "8-bit", "none", "plain", "text"})
_UUENCODE = frozenset({"x-uuencode", "uuencode", "x-uue", "uue", "x-yencode"})
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_LINE_ENDS = "\x0b\x0c\x85\u2028\u2029"
_BOUNDARY = re.compile(rb'boundary\s{0,20}=\s{0,20}(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))', re.I)
_DELIMITER_LINE = re.compile(rb"(?:\A|\n)--([^\r\n]{1,202})")
_MANY_PARTED = re.compile(rb"content-type[ \t]*:[ \t]*(?:\r?\n[ \t]+)?(?:multipart|message)/", re.I)
_STRAY_DELIMITER = re.compile(rb"(?:\A|\n)--([^\s\r\n][^\r\n]{0,69}?)-{0,2}[ \t]*\r?\n(?=content-[a-z-]+[ \t]*:)", re.I)
_DAMAGE = (
    errors.CloseBoundaryNotFoundDefect,
    errors.StartBoundaryNotFoundDefect,
    errors.NoBoundaryInMultipartDefect,
    errors.MultipartInvariantViolationDefect,
    errors.MissingHeaderBodySeparatorDefect,
)
_LONGEST_NAME = 120
_WIDEST = 4  # bytes of a character in the charsets of mails
_TEXT_NAMES = (".txt", ".text", ".md")
_WINMAIL_NAME = "winmail.dat"
_MEANINGLESS = word_set(
    "application/pgp-signature application/pkcs7-signature application/x-pkcs7-signature application/pgp-keys",
    "text/rfc822-headers message/delivery-status message/disposition-notification message/feedback-report",
    "text/enriched text/richtext text/x-amp-html text/watch-html",
)
_PADDED = re.compile(rb"=[ \t]+(?=\r?\n)")  # a soft break, behind which something on the way put spaces (RFC 2045, 6.7)
_CARDS = word_set("text/vcard text/x-vcard text/directory")
_CALENDARS = word_set("text/calendar application/ics")
_CALENDAR_REPLY = re.compile(rb"^METHOD[ \t]*:[ \t]*(?:REPLY|COUNTER|REFRESH)\b", re.I | re.M)
CALENDAR_REPLIES = word_set("reply counter refresh")
_WINMAIL = word_set("application/ms-tnef application/vnd.ms-tnef")


def text_of(data: bytes, transfer: str, parameters: dict[str, str], body: Body, limits: Limits) -> str:
    """The text of a part's bytes: transfer encoding and charset undone, line ends as newlines, control characters out."""
    data = _transferred(data, transfer.strip().strip("\"'").lower(), body)
    if len(data) > _WIDEST * limits.text:
        body.fail(_too_long(limits))
        data = data[: _WIDEST * limits.text]
    label = parameters.get("charset", "")
    decoded = decode(data, label)
    if not decoded.as_labelled:
        body.notes.append(f"the text was read as {decoded.codec}, its label is {label[:40]!r}")
        if decoded.refused:
            body.hold("has a text in an encoding that is not taken")
    text = decoded.text[: 2 * limits.text + 1]  # a line end has two characters yet
    return _within(_cleaned(text, body), body, limits)


def _within(text: str, body: Body, limits: Limits) -> str:
    if len(text) > limits.text:
        body.fail(_too_long(limits))
    return text[: limits.text]


def _too_long(limits: Limits) -> str:
    return f"has a text of more than {limits.text:,} characters"


def _cleaned(text: str, body: Body) -> str:
    """A text with newlines as its only line ends, and without controls."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.removeprefix("\ufeff")
    if _CONTROLS.search(text):
        text, count = _CONTROLS.subn(lambda found: "\n" if found[0] in _LINE_ENDS else "", text)
        body.notes.append(f"{count} control characters were left out")
    return text


def _transferred(data: bytes, transfer: str, body: Body) -> bytes:
    if transfer in _AS_IT_STANDS:
        return data
    if transfer == "quoted-printable":
        return binascii.a2b_qp(_PADDED.sub(b"=", data))
    if transfer == "base64":
        return _from_base64(data, body)
    if transfer in _UUENCODE:
        body.fail("is in uuencode")
    else:
        body.notes.append(f"the transfer encoding {transfer[:40]!r} is unknown: read as it stands")
    return data


def _from_base64(data: bytes, body: Body) -> bytes:
    """The bytes as far as they can be had; anything that is no base64 marks the mail as damaged."""
    packed = b"".join(data.split())
    try:
        return base64.b64decode(packed, validate=True)
    except binascii.Error:
        body.hold("has a damaged text")
    kept = re.sub(rb"[^A-Za-z0-9+/].*\Z|[^A-Za-z0-9+/]", b"", packed.split(b"=")[0])
    return base64.b64decode(kept[: len(kept) - len(kept) % 4] if len(kept) % 4 == 1 else kept + b"=" * (-len(kept) % 4))


def _type_of(head: Head) -> tuple[str, dict[str, str]]:
    """The type of a part and its parameters; one that is no type at all means plain text. Source: RFC 2045, 5.2."""
    kind, parameters = media_type(head.first("content-type"))
    return kind if "/" in kind else "text/plain", parameters


def single(head: Head, data: bytes, limits: Limits) -> Body:
    """The body of a mail that has no parts."""
    body = Body()
    kind, parameters = _type_of(head)
    leaf = _Leaf(kind, parameters, head.first("content-transfer-encoding"), head.first("content-disposition"), data)
    _Gathering(body, limits).take(leaf, None)
    if not head.sound or len(head.every("content-type")) > 1:
        body.hold("is damaged")
    return _with_winmail(body, limits)


def _with_winmail(body: Body, limits: Limits) -> Body:
    """The same, with the text of a winmail.dat where there is no other."""
    if not body.winmail or any(piece.html or any(piece.plain or ()) for piece in body.pieces):
        return body
    from pbem.mail.tnef import winmail_text  # hardly ever needed

    for data in body.winmail:
        text = winmail_text(data)
        if text is not None:
            plain = None if text.plain is None else _within(_cleaned(text.plain, body), body, limits).split("\n")
            html = None if text.html is None else _within(_cleaned(text.html, body), body, limits)
            body.pieces.append(Piece(plain, html))
            body.others.remove(_WINMAIL_NAME)
    return body


class Part(Message):
    """A part of a mail that keeps its body as it came: the library's own access would put other characters for odd bytes."""

    raw = b""

    def set_payload(self, payload: Any, charset: Any = None) -> None:
        if isinstance(payload, str):
            self.raw = payload.encode("ascii", "surrogateescape")
        super().set_payload(payload, charset)


def _taken_apart(content: bytes) -> Part:
    root = email.message_from_bytes(content, Part, policy=policy.compat32)
    assert isinstance(root, Part)
    return root


def parse(content: bytes, limits: Limits) -> Part | None:
    """The tree of a mail with parts, None where it has more than the limits allow or the library gives up."""
    if content.count(b"\n") > limits.lines or len(_MANY_PARTED.findall(content)) > limits.parts:
        return None
    boundaries = {(found[1] or found[2]).rstrip() for found in _BOUNDARY.finditer(content)}
    delimiters = 0
    for found in _DELIMITER_LINE.finditer(content):
        line = found[1].rstrip()
        delimiters += line in boundaries or line.removesuffix(b"--") in boundaries
        if delimiters > 2 * limits.parts:
            return None
    try:
        return _taken_apart(content)
    except Exception:  # noqa: BLE001 - whatever the library raises on a hostile mail, the mail is kept and answered
        return None


def gather(root: Part, limits: Limits) -> Body:
    """The parts of a tree, in the order of the mail."""
    body = Body()
    gathering = _Gathering(body, limits)
    stack: list[tuple[Part, int, int | None]] = [(root, 1, None)]
    count = 0
    while stack:
        part, depth, alternative = stack.pop()
        count += 1
        if depth > limits.depth or count > limits.parts:
            body.quarantine = f"has more than {limits.parts} parts or nests them deeper than {limits.depth}"
            break
        if any(isinstance(defect, _DAMAGE) for defect in part.defects):
            body.hold("is damaged")
        head = head_of(list(part.raw_items()))
        kind, parameters = _type_of(head)
        payload = part.get_payload() if part.is_multipart() else None
        if kind.startswith("multipart/") and isinstance(payload, list):
            stack += _children(kind, payload, depth, alternative, part, gathering)
            continue
        if kind.startswith("multipart/"):
            found = _with_its_boundary(part.raw)
            if found is not None:
                stack.append((found, depth + 1, alternative))
                continue
            kind = "text/plain"
        disposition = head.first("content-disposition")
        transfer = head.first("content-transfer-encoding")
        gathering.take(_Leaf(kind, parameters, transfer, disposition, part.raw), alternative)
    return _with_winmail(body, limits)


def _children(
    kind: str, payload: list[Any], depth: int, alternative: int | None, part: Part, gathering: "_Gathering"
) -> list[tuple[Part, int, int | None]]:
    if kind == "multipart/encrypted":
        gathering.body.fail("is encrypted")
        return []
    if kind == "multipart/signed":
        payload = payload[:1]
    if kind == "multipart/alternative" and alternative is None:
        alternative = id(part)
    return [(child, depth + 1, alternative) for child in reversed(payload)]


def _with_its_boundary(body: bytes) -> Part | None:
    """A multipart whose boundary is not the one that it names, read by the one that it uses; None if it uses none."""
    found = _STRAY_DELIMITER.search(body)
    if found is None or b'"' in found[1] or b"\\" in found[1]:
        return None
    again = b'Content-Type: multipart/mixed; boundary="' + found[1] + b'"\n\n' + body
    try:
        message = _taken_apart(again)
    except Exception:  # noqa: BLE001 - see parse
        return None
    return message if message.is_multipart() else None


@dataclass(frozen=True, slots=True)
class _Leaf:
    kind: str
    parameters: dict[str, str]
    transfer: str
    disposition: str
    data: bytes


class _Gathering:
    """Sorts the leaves of a mail into a body."""

    def __init__(self, body: Body, limits: Limits) -> None:
        self.body = body
        self.limits = limits
        self._groups: dict[int, Piece] = {}

    def take(self, leaf: _Leaf, alternative: int | None) -> None:
        placed, placing = media_type(leaf.disposition) if leaf.disposition else ("", {})
        name = header_text(placing.get("filename") or leaf.parameters.get("name", ""), _LONGEST_NAME)
        attached = placed == "attachment" or bool(name and self.body.pieces and leaf.kind != "text/html")
        if leaf.kind == "text/plain" and not attached:
            self._text(leaf, alternative)
        elif leaf.kind == "text/html" and not attached:
            self._html(leaf, alternative)
        elif leaf.kind == "text/plain" or (
            name.lower().endswith(_TEXT_NAMES) and leaf.kind.partition("/")[0] in ("text", "application")
        ):
            self.body.texts.append(text_of(leaf.data, leaf.transfer, leaf.parameters, self.body, self.limits))
        else:
            self._other(leaf, name)

    def _text(self, leaf: _Leaf, alternative: int | None) -> None:
        text = text_of(leaf.data, leaf.transfer, leaf.parameters, self.body, self.limits)
        lines = text.split("\n")
        if lines and not lines[-1]:
            lines.pop()
        if leaf.parameters.get("format", "").lower() == "flowed":
            from pbem.mail.flowed import unflow

            lines = unflow(lines, leaf.parameters.get("delsp", "").lower() == "yes")
        if "\nbegin" in text or text.startswith("begin"):
            self.body.others += take_out_files(lines)
        piece = self._piece(alternative)
        piece.plain = lines if piece.plain is None else piece.plain + lines

    def _html(self, leaf: _Leaf, alternative: int | None) -> None:
        text = text_of(leaf.data, leaf.transfer, leaf.parameters, self.body, self.limits)
        piece = self._piece(alternative)
        piece.html = text if piece.html is None else piece.html + "<br>" + text

    def _piece(self, alternative: int | None) -> Piece:
        if alternative is not None and alternative in self._groups:
            return self._groups[alternative]
        piece = Piece()
        self.body.pieces.append(piece)
        if alternative is not None:
            self._groups[alternative] = piece
        return piece

    def _other(self, leaf: _Leaf, name: str) -> None:
        kind, body = leaf.kind, self.body
        shown = name or clean(kind, _LONGEST_NAME)
        if kind == "message/rfc822" or kind == "message/global":
            body.mails += 1
        elif kind in _WINMAIL or name.lower() == _WINMAIL_NAME:
            body.winmail.append(_transferred(leaf.data, leaf.transfer.strip().lower(), body))
            body.others.append(_WINMAIL_NAME)
        elif kind in _CARDS:
            body.cards += 1
        elif kind in _CALENDARS:
            named = leaf.parameters.get("method", "").lower() in CALENDAR_REPLIES
            inside = _transferred(leaf.data, leaf.transfer.strip().lower(), body)
            body.replies_to_calendar |= named or _CALENDAR_REPLY.search(inside) is not None
        elif kind.startswith("image/"):
            body.pictures.append(shown)
        elif kind in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
            opaque = leaf.parameters.get("smime-type", "").lower() == "signed-data"
            body.fail("is in an S/MIME envelope" if opaque else "is encrypted")
        elif kind in ("message/partial", "message/external-body"):
            body.fail("is only a piece of a mail")
        elif kind not in _MEANINGLESS:
            body.others.append(shown)
