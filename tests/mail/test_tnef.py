"""winmail.dat, whatever its bytes. Source: mail.md 33."""

import struct

from compressed_rtf import compress
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.parts import Limits
from pbem.mail.tnef import winmail_text
from tests.mail.reading import letter, own, with_fields

HEAD = struct.pack("<IH", 0x223E9F78, 1)
TAGS = st.sampled_from([0x0002800C, 0x00069003, 0x00069007, 0x00078008])
KINDS = st.sampled_from([0x02, 0x03, 0x0B, 0x1E, 0x1F, 0x48, 0x102, 0x0D, 0x1002, 0x101E, 0x1102, 0x77])
NUMBERS = st.sampled_from([0x1000, 0x1009, 0x1013, 0x3FDE, 0x8001])


def attribute(tag: int, value: bytes, length: int | None = None) -> bytes:
    return struct.pack("<BII", 1, tag, len(value) if length is None else length) + value + b"\0\0"


@given(st.binary(max_size=300))
def test_any_bytes_behind_the_signature(data: bytes) -> None:
    winmail_text(HEAD + data)
    winmail_text(data)


@given(
    st.lists(st.tuples(KINDS, NUMBERS, st.integers(0, 2**32 - 1), st.binary(max_size=40)), max_size=8),
    st.integers(0, 2**32 - 1),
    TAGS,
)
def test_any_properties(properties: list[tuple[int, int, int, bytes]], count: int, tag: int) -> None:
    packed = struct.pack("<I", count)
    for kind, number, length, value in properties:
        packed += struct.pack("<HHI", kind, number, length) + value
    winmail_text(HEAD + attribute(tag, packed) + attribute(0x00069003, packed, count))


@given(st.binary(max_size=200))
def test_any_rich_text(value: bytes) -> None:
    for packed in (value, compress(b"{\\rtf1 " + value + b"}")):
        data = struct.pack("<IHHII", 1, 0x102, 0x1009, 1, len(packed)) + packed + bytes(-len(packed) % 4)
        winmail_text(HEAD + attribute(0x00069003, data))


def test_row_33_what_outlook_hides_from_readers_of_rich_text_is_left_out() -> None:
    rtf = rb"{\rtf1\ansi\ansicpg1252\fromhtml1 {\*\htmltag <p>}1: +3\par {\*\htmltag </p>}2: x4\par {\*\generator x}}"
    packed = compress(rtf)
    data = struct.pack("<IHHII", 1, 0x102, 0x1009, 1, len(packed)) + packed + bytes(-len(packed) % 4)
    found = winmail_text(HEAD + attribute(0x00069003, data))
    assert found is not None
    assert found.plain is not None
    assert [line.strip() for line in found.plain.split("\n") if line.strip()] == ["1: +3", "2: x4"]


def test_row_33_the_limits_of_text_hold_for_it() -> None:
    content = HEAD + attribute(0x0002800C, b"1: +3\r\n" * 100)
    mail = with_fields("Content-Type: application/ms-tnef; name=winmail.dat").encode() + b""
    head, _, _ = mail.partition(b"\n\n")
    read = letter(head.replace(b"\n", b"\r\n") + b"\r\n\r\n" + content, limits=Limits(text=50))
    assert "a text of more than 50 characters" in read.reading_problem
    assert own(letter(head.replace(b"\n", b"\r\n") + b"\r\n\r\n" + HEAD + attribute(0x0002800C, b"1: +3"))) == ["1: +3"]
