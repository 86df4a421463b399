"""Mails changed at random: headers, boundaries, encodings, line ends, bytes. The same seed gives the same mails."""

import base64
import quopri
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tests.mail.hostile import MAILS
from tests.mail.odd_pieces import CHARSETS, LINES, NAMES, ROBOTS, VALUES

MOST_CHANGES = 4
LARGEST = 1_000_000
"""Bytes of a changed mail."""

HOSTILE_SIZES = (200, 3_000, 40_000)
"""Bytes of the hostile mails that are changed, too."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed mail. `robot`: whether its header says, whatever else it says, that a machine wrote it. `how`: the changes."""

    content: bytes
    robot: bool
    how: tuple[str, ...]


_CHARSET = re.compile(rb"charset=\"?[\w-]*\"?", re.I)
_ENCODING = re.compile(rb"(?<=encoding: )[\w-]+", re.I)
_BOUNDARY = re.compile(rb"boundary=\"?[^\s\";]+\"?", re.I)


def mutants(corpus: Sequence[bytes], seed: int) -> Iterator[Mutant]:
    """Changed mails of the corpus and of the hostile ones, without end."""
    chance = random.Random(seed)
    hostile = list(MAILS.values())
    while True:
        content = (
            chance.choice(hostile)(chance.choice(HOSTILE_SIZES)) if chance.random() < 0.1 else chance.choice(corpus)
        )
        changes = [chance.choice(CHANGES) for _ in range(chance.randint(1, MOST_CHANGES))]
        for change in changes:
            content = change(content, chance)
        robot = chance.random() < 0.2
        if robot:
            content = chance.choice(ROBOTS) + b"\nX-Below: the mark\n" + content
        yield Mutant(content[:LARGEST], robot, tuple(change.__name__ for change in changes))


def _split(content: bytes) -> tuple[list[bytes], bytes]:
    """The fields, each with its folded lines, and what follows them."""
    head, blank, body = content.partition(b"\r\n\r\n" if b"\r\n\r\n" in content else b"\n\n")
    return re.split(rb"\r?\n(?![ \t])", head), blank + body


def _joined(fields: list[bytes], rest: bytes) -> bytes:
    return (b"\r\n" if rest.startswith(b"\r\n") else b"\n").join(fields) + rest


def _place(chance: random.Random, content: bytes) -> int:
    """A place in the content, more often near its beginning."""
    return chance.randrange(min(len(content), chance.choice((400, len(content)))) + 1) if content else 0


def bytes_changed(content: bytes, chance: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(chance.randint(1, 12)):
        at = _place(chance, bytes(changed))
        match chance.randrange(4):
            case 0:
                changed[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del changed[at : at + chance.randrange(200)]
            case 2:
                changed[at:at] = chance.choice(LINES)
            case _:
                changed[at:at] = changed[at : at + chance.randrange(300)]
    return bytes(changed)


def cut_off(content: bytes, chance: random.Random) -> bytes:
    return content[: _place(chance, content)]


def field_changed(content: bytes, chance: random.Random) -> bytes:
    fields, rest = _split(content)
    at = chance.randrange(len(fields))
    fields[at] = fields[at].partition(b":")[0] + b": " + chance.choice(VALUES)
    return _joined(fields, rest)


def field_added(content: bytes, chance: random.Random) -> bytes:
    fields, rest = _split(content)
    fields.insert(chance.randrange(len(fields) + 1), chance.choice(NAMES) + b": " + chance.choice(VALUES))
    return _joined(fields, rest)


def field_dropped(content: bytes, chance: random.Random) -> bytes:
    fields, rest = _split(content)
    del fields[chance.randrange(len(fields))]
    return _joined(fields, rest)


def field_doubled(content: bytes, chance: random.Random) -> bytes:
    fields, rest = _split(content)
    fields += [chance.choice(fields)] * chance.choice((1, 2, 50))
    return _joined(fields, rest)


def fields_shuffled(content: bytes, chance: random.Random) -> bytes:
    fields, rest = _split(content)
    chance.shuffle(fields)
    return _joined(fields, rest)


def field_folded(content: bytes, chance: random.Random) -> bytes:
    fields, rest = _split(content)
    at = chance.randrange(len(fields))
    fields[at] = fields[at].replace(b" ", chance.choice((b"\r\n ", b"\n\t", b"\n \n ", b"\r ", b"\n")))
    return _joined(fields, rest)


def charset_changed(content: bytes, chance: random.Random) -> bytes:
    return _CHARSET.sub(lambda _: b"charset=" + chance.choice(CHARSETS), content)


def encoding_changed(content: bytes, chance: random.Random) -> bytes:
    return _ENCODING.sub(
        lambda _: chance.choice((b"base64", b"quoted-printable", b"8bit", b"x-uue", b"binary")), content
    )


def boundary_changed(content: bytes, chance: random.Random) -> bytes:
    odd = (
        b"",
        b'""',
        b'"--"',
        b'" "',
        b"b" * 5000,
        b'"a\\"b"',
        b"=?utf-8?q?b?=",
        b"\xff",
        b'"' + b"x y" * 30 + b'"',
        b"[*",
    )
    return _BOUNDARY.sub(lambda _: b"boundary=" + chance.choice(odd), content, count=chance.randrange(3))


def body_encoded(content: bytes, chance: random.Random) -> bytes:
    """The body in a transfer encoding that the header names, or does not."""
    fields, rest = _split(content)
    body = rest.lstrip(b"\r\n")
    name = chance.choice((b"base64", b"quoted-printable"))
    coded = base64.encodebytes(body) if name == b"base64" else quopri.encodestring(body)
    if chance.random() < 0.7:
        fields = [b"Content-Transfer-Encoding: " + name, *fields]
    return _joined(fields, b"\n\n" + coded)


def body_recoded(content: bytes, chance: random.Random) -> bytes:
    """The body in another charset, labelled or not."""
    fields, rest = _split(content)
    name = chance.choice(("utf-16", "utf-32-be", "iso-2022-jp", "gb18030", "hz", "cp1252", "koi8-r"))
    if chance.random() < 0.7:
        fields = [b"Content-Type: text/plain; charset=" + name.encode(), *fields]
    return _joined(fields, b"\n\n" + rest.lstrip(b"\r\n").decode("utf-8", "replace").encode(name, "replace"))


def wrapped(content: bytes, chance: random.Random) -> bytes:
    """The whole mail inside of others, some levels deep."""
    head = b"\n".join(_split(content)[0][:12])
    for _ in range(chance.choice((1, 2, 15, 30))):
        if chance.random() < 0.5:
            content = b"Content-Type: multipart/mixed; boundary=w\n\n--w\n" + content + b"\n--w--\n"
        else:
            content = b"Content-Type: message/rfc822\n\n" + content
    return head + b"\n" + content


def line_ends_changed(content: bytes, chance: random.Random) -> bytes:
    ends = chance.choice(
        ((b"\r",), (b"\n",), (b"\r\n",), (b"\r", b"\n", b"\r\n"), (b"\n\n",), (b"\x85", b"\n"), (b"\r\r\n",))
    )
    return b"".join(line + chance.choice(ends) for line in content.splitlines())


def lines_added(content: bytes, chance: random.Random) -> bytes:
    lines = content.split(b"\n")
    for _ in range(chance.randint(1, 8)):
        lines.insert(chance.randrange(len(lines) + 1), chance.choice(LINES))
    return b"\n".join(lines)


def lines_repeated(content: bytes, chance: random.Random) -> bytes:
    lines = content.split(b"\n")
    at = chance.randrange(len(lines))
    some = lines[at : at + chance.randint(1, 6)]
    return b"\n".join([*lines[:at], *(some * chance.choice((2, 30, 300))), *lines[at:]])


def line_lengthened(content: bytes, chance: random.Random) -> bytes:
    lines = content.split(b"\n")
    at = chance.randrange(len(lines))
    lines[at] = lines[at] * chance.choice((10, 200))
    return b"\n".join(lines)


def prefixed(content: bytes, chance: random.Random) -> bytes:
    odd = (
        b"From ann Mon Jan  1 00:00:00 2026\n",
        b">From x\n",
        b"\xef\xbb\xbf",
        b"\n\n",
        b"\xff\xfe",
        b"\0",
        b" x\n",
        b"\r",
    )
    return chance.choice(odd) + content


def spliced(content: bytes, chance: random.Random) -> bytes:
    """Two halves of the mail in the other order."""
    at = _place(chance, content)
    return content[at:] + content[:at]


CHANGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    *(bytes_changed, cut_off, field_changed, field_added, field_dropped, field_doubled, fields_shuffled, field_folded),
    *(charset_changed, encoding_changed, boundary_changed, body_encoded, body_recoded, wrapped, line_ends_changed),
    *(lines_added, lines_repeated, line_lengthened, prefixed, spliced),
)
