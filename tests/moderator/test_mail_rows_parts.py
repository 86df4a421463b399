"""Bodies of mails and what becomes of them, one row of the catalogue a test: what else they hold. Source: mail.md 33 to 42."""

import base64
import struct

import pytest
from compressed_rtf import compress
from sqlalchemy.engine import Engine

from pbem.mail import parts
from pbem.moderator import sending
from tests.moderator.letterbox import Letterbox
from tests.moderator.mailed import (
    ACK,
    ANN,
    ASK,
    ATTACHED,
    ERR,
    IGN,
    QUAR,
    came,
    parted,
    pitagoras,
    plain,
    sent,
    told_to_gm,
)


@pytest.fixture
def post(sqlite_engine: Engine) -> Letterbox:
    return pitagoras(sqlite_engine)


TNEF = "Content-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n{}"


def winmail(*properties: tuple[int, int, bytes], body: bytes = b"") -> str:
    """A winmail.dat as Outlook makes it: one with these properties (type, number, value), and the old attribute for the text."""
    packed = struct.pack("<I", len(properties) + 2) + struct.pack("<HHi", 3, 0x3FDE, 65001)
    packed += struct.pack("<HH", 0x1E, 0x8001) + bytes(16) + struct.pack("<II", 1, 6) + b"a\0b\0\0\0\0\0"
    packed += struct.pack("<II", 1, 2) + b"x\0\0\0"
    for kind, number, value in properties:
        packed += struct.pack("<HHII", kind, number, 1, len(value)) + value + bytes(-len(value) % 4)
    attributes = [(0x00078008, b"IPM.Note\0"), (0x00069007, struct.pack("<II", 1252, 0))]
    attributes += [(0x0002800C, body)] if body else []
    attributes += [(0x00069003, packed)]
    data = struct.pack("<IH", 0x223E9F78, 1)
    for tag, value in attributes:
        data += struct.pack("<BII", 1, tag, len(value)) + value + struct.pack("<H", sum(value) & 0xFFFF)
    return base64.encodebytes(data).decode()


@pytest.mark.parametrize(
    "file",
    [
        winmail(body=b"1: +3\r\n2: x4\r\n\0"),
        winmail((0x1E, 0x1000, b"1: +3\r\n2: x4\r\n\0")),
        winmail((0x1F, 0x1000, "1: +3\r\n2: x4\r\n\0".encode("utf-16-le"))),
        winmail((0x102, 0x1013, b"<html><body><p>1: +3</p><p>2: x4</p></body></html>")),
        winmail((0x102, 0x1009, compress(rb"{\rtf1\ansi\pard 1: +3\par 2: x4\par}"))),
    ],
    ids=["attribute", "text", "unicode", "html", "rtf"],
)
def test_row_33_the_text_in_a_winmail_is_read(post: Letterbox, file: str) -> None:
    assert sent(post, *parted(TNEF.format(file)))[:2] == (ACK, ["1: +3", "2: x4"])


def test_row_33_beside_a_plain_text_a_winmail_is_not_wanted(post: Letterbox) -> None:
    assert sent(post, *parted(plain("1: -4\n"), TNEF.format(winmail(body=b"1: +3\0"))))[:2] == (ACK, ["1: -4"])


@pytest.mark.parametrize("damage", [b"", b'x\x9f>"', b'x\x9f>"\1\0' + b"\xff" * 60, b"MZ"])
def test_row_33_a_winmail_without_text_is_answered_with_what_to_send(post: Letterbox, damage: bytes) -> None:
    verdict, filed, said = sent(post, *parted(TNEF.format(base64.encodebytes(damage).decode())))
    assert (verdict, filed) == (ERR, [])
    assert "winmail.dat" in said
    assert "as plain text" in said


def test_row_34_signed_texts_are_read(post: Letterbox) -> None:
    signature = "Content-Type: application/pkcs7-signature; name=smime.p7s\n\nMIIB"
    signed = parted(plain("1: +3\n"), signature, kind="signed", more='; protocol="application/pkcs7-signature"')
    assert sent(post, *signed)[:2] == (ACK, ["1: +3"])
    clear = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n1: +4\n-----BEGIN PGP SIGNATURE-----\n\nabcd\n"
    assert sent(post, "", clear + "-----END PGP SIGNATURE-----\n")[:2] == (ACK, ["1: +4"])
    dashed = clear.replace("1: +4", "- - 1: -4\n- -- \n2: x4") + "-----END PGP SIGNATURE-----\n"
    assert sent(post, "", dashed)[:2] == (ACK, ["1: -4"])
    unproven = clear.replace("+4", "+2") + "-----END PGP SIGNATURE-----\n"
    assert came(post, f"From: {ANN}\nTo: gm@pbem.test", unproven)[0] is ASK


CALENDAR = "BEGIN:VCALENDAR\nMETHOD:REPLY\nEND:VCALENDAR"


@pytest.mark.parametrize(
    ("fields", "body"),
    [
        ("Content-Type: text/calendar; method=REPLY\n", CALENDAR),
        parted(plain("Ann has accepted\n"), f"Content-Type: text/calendar; method=REPLY\n\n{CALENDAR}"),
        parted(plain("Ann has declined\n"), f"Content-Type: application/ics\n\n{CALENDAR}"),
        parted(plain("It was displayed.\n"), kind="report", more="; report-type=disposition-notification"),
        ("Content-Type: text/vcard\n", "BEGIN:VCARD\nFN:Ann\nEND:VCARD\n"),
        parted(plain("\n"), "Content-Type: text/x-vcard; name=ann.vcf\n\nBEGIN:VCARD"),
    ],
    ids=["calendar", "calendar-part", "ics-file", "receipt", "card", "card-part"],
)
def test_row_35_what_programs_send_by_themselves_is_not_answered(post: Letterbox, fields: str, body: str) -> None:
    assert sent(post, fields, body) == (IGN, [], "")


def test_row_35_a_card_or_an_entry_beside_orders_is_nothing(post: Letterbox) -> None:
    card = "Content-Type: text/vcard; name=ann.vcf\n\nBEGIN:VCARD"
    entry = "Content-Type: text/calendar; method=PUBLISH\n\nBEGIN:VCALENDAR\nMETHOD:PUBLISH\n"
    assert sent(post, *parted(plain("1: +3\n"), card, entry))[:2] == (ACK, ["1: +3"])
    reply = f"Content-Type: text/calendar; method=REPLY\n\n{CALENDAR}"
    assert sent(post, *parted(plain("1: -4\n"), reply)) == (QUAR, ["1: +3"], "")


@pytest.mark.parametrize("by", ["message-id", "return-path"])
def test_row_35_a_complaint_suspends_its_address_and_the_gm_is_told(post: Letterbox, by: str) -> None:
    report = [row for row in post.office.outbox("report") if row.to == ANN][-1]
    original = (
        f"Message-ID: {report.message_id}" if by == "message-id" else f"Return-Path: <{report.message['return_path']}>"
    )
    feedback = "Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nUser-Agent: x/1\n"
    inner = f"Content-Type: message/rfc822\n\nFrom: gm@pbem.test\n{original}\nSubject: x\n\n1:\n"
    fields, body = parted(
        plain("An abuse report\n"), feedback, inner, kind="report", more="; report-type=feedback-report"
    )
    assert came(post, f"From: fbl@provider.test\nTo: gm@pbem.test\n{fields}", body) == (IGN, [], "")
    (note,) = post.office.outbox("gm-note")
    assert f"to {ANN}" in " ".join(note.text.split())
    with post.office.desk() as desk:
        assert {"bob@players.test", "cleo@players.test"} <= {ready.mail.to for ready in sending.ready(desk, 100)}
        assert ANN not in {ready.mail.to for ready in sending.ready(desk, 100)}


@pytest.mark.parametrize(
    ("fields", "body"),
    [
        ("Content-Type: application/pkcs7-mime; smime-type=enveloped-data\n", "MIIB\n"),
        ("Content-Type: application/pkcs7-mime; smime-type=signed-data\n", "MIIB\n"),
        ("", "-----BEGIN PGP MESSAGE-----\n\nabcd\n-----END PGP MESSAGE-----\n"),
        parted("Content-Type: application/pgp-encrypted\n\nVersion: 1", kind="encrypted"),
    ],
    ids=["enveloped", "opaque", "pgp", "pgp-mime"],
)
def test_row_34_what_is_encrypted_or_opaque_is_refused(post: Letterbox, fields: str, body: str) -> None:
    verdict, filed, said = sent(post, fields, body)
    assert (verdict, filed) == (ERR, [])
    assert "plain text" in said


def test_row_36_one_text_file_counts_two_places_do_not(post: Letterbox) -> None:
    file = ATTACHED.format(kind="text/plain", name="orders.txt", text="1: +3")
    verdict, filed, said = sent(post, *parted(plain(""), file))
    assert (verdict, filed) == (ACK, ["1: +3"])
    assert "read from the attached text file" in said
    verdict, filed, _ = sent(post, *parted(plain("1: -4\n"), file))
    assert (verdict, filed) == (ERR, ["1: +3"])
    second = ATTACHED.format(kind="text/plain", name="more.txt", text="2: x4")
    verdict, filed, said = sent(post, *parted(plain(""), file, second))
    assert filed == ["1: +3"]
    assert "several text files, of which one alone would be read" in said


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("application/pdf", "orders.pdf"),
        ("image/png", "sheet.png"),
        ("audio/amr", "voice.amr"),
        ("application/msword", "o.doc"),
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "orders.docx"),
        ("application/zip", "orders.zip"),
    ],
)
@pytest.mark.parametrize("beside", ["", "My orders are attached.\n"])
def test_row_37_what_cannot_be_read_is_named(post: Letterbox, kind: str, name: str, beside: str) -> None:
    file = ATTACHED.format(kind=kind, name=name, text=base64.b64encode(b"1: +3").decode())
    verdict, filed, said = sent(post, *(parted(plain(beside), file) if beside else parted(file)))
    assert (verdict, filed) == (ERR, [])
    assert name in said


def test_row_37_beside_orders_files_are_named_and_a_logo_is_not(post: Letterbox) -> None:
    logo = "Content-Type: image/png; name=logo.png\nContent-ID: <1>\n\niVBOR"
    file = ATTACHED.format(kind="application/pdf", name="map.pdf", text="JVBER")
    verdict, filed, said = sent(post, *parted(plain("1: +3\n"), logo, file))
    assert (verdict, filed) == (ACK, ["1: +3"])
    assert "map.pdf" in said
    assert "logo.png" not in said


def test_row_38_the_subject_counts_only_without_any_text(post: Letterbox) -> None:
    verdict, filed, said = sent(post, "", "", subject="1: +3")
    assert (verdict, filed) == (ACK, ["1: +3"])
    assert "the subject" in said
    assert sent(post, "", "hello\n", subject="1: +6")[1] == ["1: +3"]
    assert sent(post, "", "", subject="nothing")[0] is ERR


def test_row_39_attached_mails_are_not_read(post: Letterbox) -> None:
    inner = "Content-Type: message/rfc822\n\nFrom: a@b.test\nSubject: x\n\n1: +3\n"
    verdict, filed, said = sent(post, *parted(inner))
    assert (verdict, filed) == (ERR, [])
    assert "another mail attached" in said
    verdict, filed, said = sent(post, *parted(plain("see below\n"), inner))
    assert (verdict, filed) == (ERR, [])
    assert "Not read, since it is attached: another mail." in said


@pytest.mark.parametrize(
    "kind", ["multipart/mixed; boundary=b{}", "message/rfc822"], ids=["parts in parts", "mails in mails"]
)
def test_row_40_what_is_nested_without_end_is_shown_to_the_gm_alone(post: Letterbox, kind: str) -> None:
    inner = "".join(f"--b{level}\nContent-Type: {kind.format(level + 1)}\n\n" for level in range(2000))
    verdict, filed, said = sent(post, "Content-Type: multipart/mixed; boundary=b0\n", f"{inner}1: +3\n")
    assert (verdict, filed, said) == (QUAR, [], "")
    assert "letter 1 waits for you" in told_to_gm(post)[0]


def test_row_40_so_is_what_the_parser_gives_up(post: Letterbox, monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(content: bytes) -> parts.Part:
        raise RecursionError("maximum recursion depth exceeded")

    monkeypatch.setattr(parts, "_taken_apart", give_up)
    assert sent(post, *parted(plain("1: +3\n"))) == (QUAR, [], "")


@pytest.mark.parametrize(
    ("fields", "body"),
    [
        ('Content-Type: multipart/mixed; boundary="b"\n', "--c\nContent-Type: text/plain\n\n1: +3\n--c--\n"),
        ("Content-Type: multipart/mixed\n", "1: +3\n"),
        ('Content-Type: multipart/mixed; boundary="b"\n', "--b\nContent-Type: text/plain\n\n1: +3\n"),
        ("Content-Type: text/plain\nContent-Type: text/html\n", "1: +3\n"),
    ],
    ids=["another-boundary", "no-boundary", "no-end", "two-types"],
)
def test_row_41_of_broken_mime_the_best_text_is_held(post: Letterbox, fields: str, body: str) -> None:
    verdict, filed, said = sent(post, fields, body)
    assert (verdict, filed) == (ASK, [])
    assert "1: +3" in said


def test_row_42_nothing_is_done_by_following_a_link(post: Letterbox) -> None:
    """What is held is confirmed by a reply: no mail of ours has a link that a scanner could fetch."""
    sent(post, 'Content-Type: multipart/mixed; boundary="b"\n', "--b\nContent-Type: text/plain\n\n1: +3\n")
    for row in post.office.outbox():
        assert "http://" not in row.text
        assert "https://" not in row.text
