"""The header of a mail: its fields as they stand, and their texts and addresses read as leniently as is safe.

Nothing here raises, whatever the bytes. Header texts that leave this file hold no control character. Source: mail.md 43 to 52.
"""

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote_to_bytes

from pbem.mail.charsets import decode

_BEFORE_HEADER = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t]*\r?\n)*(?:>?From [^\n]*\n)?")
_BLANK_LINE = re.compile(rb"\n\r?\n")
_FIELD = re.compile(r"([!-9;-~]+)[ \t]*:([^\n]*(?:\n[ \t][^\n]*)*)(?:\n|\Z)")
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_ENCODED = re.compile(r"=\?([^?\s*]{1,60})(?:\*[^?\s]{0,40})?\?([bBqQ])\?([^?]*)\?=")
_PARAMETER = re.compile(r';\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))', re.S)
_MESSAGE_ID = re.compile(r"<[^<>\s\x00-\x1f\x7f-\x9f]{1,990}>")


@dataclass(frozen=True, slots=True)
class Head:
    """The fields of a header in order, names in lower case, values unfolded and otherwise as they stand.

    `sound`: False where a line that is no field ended it, as if the blank line had been lost. `cut`: over the limit on bytes.
    """

    fields: tuple[tuple[str, str], ...]
    sound: bool = True
    cut: bool = False
    _named: dict[str, list[str]] = field(default_factory=dict)

    def first(self, name: str) -> str:
        """The raw value of the first field of that name (lower case), stripped; empty without one."""
        values = self._named.get(name)
        return values[0] if values else ""

    def every(self, name: str) -> list[str]:
        return self._named.get(name, [])

    def __contains__(self, name: str) -> bool:
        return name in self._named


def head_of(fields: Iterator[tuple[str, str]] | list[tuple[str, str]], sound: bool = True, cut: bool = False) -> Head:
    """A head from fields whose values may be folded."""
    listed = []
    named: dict[str, list[str]] = {}
    for name, value in fields:
        key = name.lower()
        text = value.replace("\r\n", "").replace("\n", "").strip() if "\n" in value else value.strip()
        listed.append((key, text))
        named.setdefault(key, []).append(text)
    return Head(tuple(listed), sound, cut, named)


def split_head(content: bytes, header_bytes: int) -> tuple[Head, bytes]:
    """The header of a mail and the bytes of its body.

    A byte-order mark, blank lines and an mbox's `From ` line before the header are passed over. At most `header_bytes` of the
    header are read.
    """
    before = _BEFORE_HEADER.match(content)
    start = before.end() if before else 0
    blank = _BLANK_LINE.search(content, start)
    end = blank.start() + 1 if blank else len(content)
    body_at = blank.end() if blank else len(content)
    cut = end - start > header_bytes
    block = _as_text(content[start : min(end, start + header_bytes)])
    fields: list[tuple[str, str]] = []
    position = 0
    while found := _FIELD.match(block, position):
        fields.append((found[1], found[2]))
        position = found.end()
    sound = position == len(block)
    if not sound and not cut:
        rest = block[position:].encode("utf-8")  # of a header of which no blank line was left to tell the end
        return head_of(fields, False), rest + content[end:]
    return head_of(fields, True, cut), content[body_at:]


def _as_text(block: bytes) -> str:
    try:
        return block.decode("utf-8")
    except UnicodeDecodeError:
        return "\n".join(decode(line, "").text for line in block.split(b"\n"))


def clean(text: str, limit: int = 255) -> str:
    """`text` without control characters and on one line, cut to `limit` characters."""
    if _CONTROLS.search(text):
        text = _CONTROLS.sub(lambda found: " " if found[0] in "\t\n\r\u2028\u2029" else "", text)
    return text.strip()[:limit]


def header_text(value: str, limit: int = 255) -> str:
    """The text of an unstructured field or a display name: encoded words read, controls gone, cut to `limit` characters.

    Encoded words are read also where they are broken: within other words, with spaces in them, with a character split between
    two of them. What cannot be read as one stays as it stands. Source: RFC 2047, leniently.
    """
    if "=?" not in value:
        return clean(value, limit)
    pieces: list[str] = []
    charset, held = "", b""
    position = 0
    for found in _ENCODED.finditer(value):
        between = value[position : found.start()]
        data = _encoded_bytes(found[2], found[3])
        if between.strip() or found[1].lower() != charset:
            pieces.append(decode(held, charset).text if held else "")
            held = b""
            pieces.append(between if between.strip() or not position else "")
        charset = found[1].lower()
        held += data
        position = found.end()
    pieces.append(decode(held, charset).text if held else "")
    pieces.append(value[position:])
    return clean("".join(pieces), limit)


def _encoded_bytes(encoding: str, text: str) -> bytes:
    raw = text.encode("utf-8", "replace")
    if encoding in "bB":
        kept = re.sub(rb"[^A-Za-z0-9+/]", b"", raw)
        if len(kept) % 4 == 1:
            kept = kept[:-1]
        return base64.b64decode(kept + b"=" * (-len(kept) % 4))
    return binascii.a2b_qp(raw, header=True)


def media_type(value: str) -> tuple[str, dict[str, str]]:
    """The type of a Content-Type field in lower case, and its parameters (RFC 2231 joined); `text/plain` without a field.

    Also reads a Content-Disposition, whose first word then stands in the type's place.
    """
    if ";" not in value:
        return value.strip().lower() or "text/plain", {}
    kind = value[: value.index(";")].strip().lower()
    parameters: dict[str, str] = {}
    pieces: dict[str, list[tuple[int, bool, str]]] = {}
    for found in _PARAMETER.finditer(value):
        name = found[1].lower()
        text = re.sub(r"\\(.)", r"\1", found[2]) if found[2] is not None else found[3].strip()
        plain, star, section = name.partition("*")
        if not star:
            parameters.setdefault(plain, text)
            continue
        number = section.rstrip("*")
        if len(number) < 4 and (not number or (number.isascii() and number.isdigit())):
            pieces.setdefault(plain, []).append((int(number or 0), name.endswith("*"), text))
    for name, parts in pieces.items():
        parameters[name] = _joined(sorted(parts, key=lambda part: part[0]))
    return kind or "text/plain", parameters


def _joined(parts: list[tuple[int, bool, str]]) -> str:
    charset = ""
    data = b""
    for number, (_, extended, text) in enumerate(parts):
        if extended:
            if number == 0 and text.count("'") >= 2:
                charset, _, text = text.split("'", 2)
            data += unquote_to_bytes(text.encode("utf-8", "replace"))
        else:
            data += text.encode("utf-8", "replace")
    return decode(data, charset).text


def message_ids(*values: str) -> tuple[str, ...]:
    """Every Message-ID in these fields, in order, each once; at most a hundred, since no thread is longer."""
    found: dict[str, None] = {}
    for value in values:
        for message_id in _MESSAGE_ID.findall(value):
            found.setdefault(message_id)
            if len(found) == 100:
                return tuple(found)
    return tuple(found)
