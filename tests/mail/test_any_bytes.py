"""Whatever the bytes: a letter, no exception, and an end. Source: mail.md 32, 40, 41."""

import random
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.core.letters import Letter, LineKind
from pbem.mail.html_text import html_text
from pbem.mail.own_text import classify
from pbem.mail.parts import Limits
from tests.mail.corpus import CORPUS
from tests.mail.reading import letter, own, with_fields

CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
BODY_CONTROLS = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\ud800-\udfff]")


def assert_whole(read: Letter) -> None:
    """What holds of every letter: nothing in it that a header or a database refuses, and a kind for every line."""
    for text in (read.subject, read.sender_name, read.sender or "", read.message_id, read.date, *read.recipients):
        assert not CONTROLS.search(text)
    for line in read.lines:
        assert isinstance(line.kind, LineKind)
        assert not BODY_CONTROLS.search(line.text)
    for text in (*read.unread, *read.pictures):
        assert not CONTROLS.search(text)
        assert len(text) < 200
    for text in (*read.readings, *read.notes, read.reading_problem, read.held_reason, read.attachment or ""):
        text.encode()
    assert len(read.digest) == 64


@settings(deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_at_all(content: bytes) -> None:
    assert_whole(letter(content))


@pytest.mark.parametrize("kind", [b"a\xa0/b", b"image/\xff\x01", b"a" * 5_000, b"\xa0 multipart/mixed; boundary=c"])
def test_types_of_parts_are_shown_without_odd_bytes(kind: bytes) -> None:
    part = b"--b\nContent-Type: " + kind + b"\n\nx\n--b--\n"
    assert_whole(letter(b"From: a@b.c\nContent-Type: multipart/mixed; boundary=b\n\n" + part))
    assert_whole(letter(b"From: a@b.c\nContent-Type: " + kind + b"\n\nx\n"))


FRAGMENTS = st.sampled_from(
    [
        b"From: a@b.c\n",
        b"Subject: =?utf-8?b?",
        b"Content-Type: multipart/mixed; boundary=x\n",
        b"Content-Type: text/html; charset=utf-16\n",
        b"Content-Type: message/delivery-status\n",
        b"Content-Type: multipart/report; report-type=delivery-status; boundary=x\n",
        b"Content-Transfer-Encoding: base64\n",
        b"Content-Transfer-Encoding: quoted-printable\n",
        b"\n",
        b"--x\n",
        b"--x--\n",
        b"<blockquote><ol start=999999999999><li>",
        b"</table><td><!-- ",
        b"=\n=C3=",
        b"> ",
        b"On 3.11.2026 10:00, a@b.c wrote:\n",
        b"[pbem pit-1 turn 3 abcdefgh begin]\n",
        b"-- \n",
        b"\xff\xfe\x00",
        b"name*0*=",
    ]
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(st.one_of(FRAGMENTS, st.binary(max_size=5)), max_size=25).map(b"".join))
def test_any_pieces_of_mails(content: bytes) -> None:
    assert_whole(letter(content))


@pytest.mark.parametrize("seed", range(4))
def test_damaged_mails_of_the_corpus(seed: int) -> None:
    chance = random.Random(seed)
    for content in CORPUS:
        damaged = bytearray(content)
        for _ in range(chance.randint(1, 8)):
            at = chance.randrange(len(damaged))
            match chance.randrange(4):
                case 0:
                    damaged[at] = chance.randrange(256)
                case 1:
                    del damaged[at : at + chance.randrange(200)]
                case 2:
                    damaged[at:at] = chance.choice([b"\n", b"\n\n", b"\0", b"--x\n", b'"', b"=?", b"\xff"])
                case _:
                    end = min(len(damaged), at + 100)
                    damaged[at:at] = damaged[at:end]
        assert_whole(letter(bytes(damaged)))


BIG = 1_000_000
HOSTILE = {
    "nested quote marks": "> " * (BIG // 2),
    "quoted lines": "> move 3 to 4\n" * (BIG // 14),
    "On On On": "On Tue, " * (BIG // 8),
    "On lines": "On Tue, 3 Nov 2026 at 10:00 somebody with a long name\n" * (BIG // 54),
    "dashes": "-" * BIG,
    "blank lines": "hi\n" + "\n" * BIG + "bye",
    "fields": "From: a\n" * (BIG // 8),
    "fields with addresses": "Von: a@b.c 2026\nx@y\n" * (BIG // 20),
    "colons": ":" * BIG,
    "at signs": "a@" * (BIG // 2),
    "dates": "3.11.2026 " * (BIG // 10),
    "spaces": " " * BIG,
    "markers": "[pbem " * (BIG // 6),
    "begin lines": "-----BEGIN PGP SIGNED MESSAGE-----\n" * (BIG // 35),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_row_32_threat_11_hostile_texts_end(name: str) -> None:
    assert_whole(letter(with_fields("X: y", HOSTILE[name])))
    lines = HOSTILE[name].split("\n")
    assert len(classify(lines, forwarding=True)) == len(lines)


HOSTILE_HTML = {
    "open tags": "<b>" * 200_000,
    "quotations": "<blockquote>" * 2_000 + "x<br>" * 5_000,
    "angles": "<" * 300_000,
    "attributes": "<p " + "a=b " * 100_000 + ">x",
    "tables": "<table><tr><td>" * 20_000 + "x",
    "style": "<style>" + ".a,b{" * 20_000 + "</style>x",
    "lists": "<ol><li>" * 20_000 + "x",
    "comments": "<!--" * 100_000,
    "entities": "&amp;" * 100_000 + "&#x110000;&#0;&#xd800;",
    "hidden": "<span style='" + "display:" * 20_000 + "none'>x</span>",
}


@pytest.mark.parametrize("name", HOSTILE_HTML)
def test_row_32_threat_11_hostile_html_ends(name: str) -> None:
    assert_whole(letter(with_fields("Content-Type: text/html", HOSTILE_HTML[name])))


def test_html_that_nests_too_deep_is_held() -> None:
    read = letter(with_fields("Content-Type: text/html", "<div>" * 5000 + "1: +3"))
    assert read.held_reason
    assert html_text("<div>" * 500 + "1: +3").lines == ["1: +3"]


def multipart(depth: int) -> str:
    parts = "".join(f"Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n" for level in range(1, depth))
    return with_fields("Content-Type: multipart/mixed; boundary=b0", f"--b0\n{parts}\n1: +3\n")


def test_row_40_depth_and_number_of_parts_are_limited() -> None:
    assert own(letter(multipart(10))) == ["1: +3"]
    for too_much in (
        multipart(30),
        multipart(3000),
        with_fields("Content-Type: multipart/mixed; boundary=b", "--b\n\nx\n" * 300),
        with_fields("Content-Type: multipart/mixed; boundary=b", "--b\n\nx\n" * 100_000),
    ):
        read = letter(too_much)
        assert "parts" in read.quarantine
        assert read.sender == "ann@example.org"


def test_row_40_pieces_of_mails_are_not_read() -> None:
    for kind in ("message/partial; id=1; number=1; total=2", "message/external-body; access-type=URL"):
        assert letter(with_fields(f"Content-Type: {kind}")).reading_problem == "is only a piece of a mail"


def test_row_32_limits_of_text() -> None:
    small = Limits(line=20, own_text=100, text=400)
    assert letter(with_fields("X: y", "1: +3\n" * 5), limits=small).reading_problem == ""
    assert "a line of more than 20 characters" in letter(with_fields("X: y", "x" * 21), limits=small).reading_problem
    assert "a text of more than 100" in letter(with_fields("X: y", "1: +3\n" * 30), limits=small).reading_problem
    for charset in ("utf-16", "utf-32-be", "utf-8"):
        wide = with_fields(f"Content-Type: text/plain; charset={charset}", "").encode() + ("€" * 401).encode(charset)
        assert "a text of more than 400" in letter(wide, limits=small).reading_problem
        whole = with_fields(f"Content-Type: text/plain; charset={charset}", "").encode() + ("> €\n" * 79).encode(
            charset
        )
        assert letter(whole, limits=small).reading_problem == ""
    assert "a text of more than 400" in letter(with_fields("X: y", "> 1: +3\n" * 60), limits=small).reading_problem
    quoted = "1: +3\n> " + "x" * 300
    assert letter(with_fields("X: y", quoted), limits=small).reading_problem == ""


def test_row_71_a_mail_over_the_limit_has_its_header_read() -> None:
    read = letter(with_fields("X: y", "x" * 2000), limits=Limits(size=1000))
    assert read.sender == "ann@example.org"
    assert read.reading_problem.startswith("is over the size limit")
    assert read.lines == ()


def test_row_23_uuencode() -> None:
    read = letter(with_fields("Content-Transfer-Encoding: x-uuencode", "begin 644 x\n%,3H@*S,\n`\nend\n"))
    assert read.reading_problem == "is in uuencode"
