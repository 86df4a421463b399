"""Rows of the catalogue that show in what becomes of a whole mail: verdict, orders, answer. Source: mail.md, A and B."""

import base64

import pytest
from sqlalchemy.engine import Engine

from pbem.core.letters import Verdict
from pbem.report.renderer import Renderer
from tests.moderator.letterbox import Letterbox
from tests.moderator.tabletop import Office, address_of

ACK, ERR, ASK, QUAR = Verdict.ACK, Verdict.ERR, Verdict.ASK, Verdict.QUAR
ATTACHED = 'Content-Type: {kind}; name="{name}"\nContent-Disposition: attachment; filename="{name}"\n\n{text}\n'


@pytest.fixture
def post(sqlite_engine: Engine) -> Letterbox:
    office = Office(sqlite_engine, renderer=Renderer())
    office.started("pit-1", ("Ann", "Bob", "Cleo"), game="pitagoras")
    return Letterbox(office)


def sent(post: Letterbox, fields: str, body: str | bytes, subject: str = "orders") -> tuple[Verdict, list[str], str]:
    """Verdict, orders on file and answer of a mail of Ann's with these fields and this body, in single spaces."""
    head = f"From: {address_of('Ann')}\nTo: {post.token_address('Ann', 'pit-1')}\nSubject: {subject}\n{fields}\n"
    content = head.encode() + (body.encode() if isinstance(body, str) else body)
    letter = post.deliver(content)
    answers = post.answers(letter)
    assert len(answers) <= 1
    said = " ".join(answers[0].text.split()) if answers else ""
    return post.verdicts[letter], post.on_file("Ann", "pit-1"), said


def parted(*parts: str, kind: str = "mixed", more: str = "") -> tuple[str, str]:
    """The fields and the body of a mail with parts."""
    body = "".join(f"--b\n{part}\n" for part in parts) + "--b--\n"
    return f'MIME-Version: 1.0\nContent-Type: multipart/{kind}; boundary="b"{more}\n', body


def plain(text: str) -> str:
    return f"Content-Type: text/plain; charset=utf-8\n\n{text}"


def rich(text: str) -> str:
    return f"Content-Type: text/html; charset=utf-8\n\n{text}"


def test_row_14_everything_in_blockquotes_is_answered_with_its_lines(post: Letterbox) -> None:
    fields = "Content-Type: text/html; charset=utf-8\n"
    verdict, filed, said = sent(post, fields, "<blockquote>1: +3<br>2: x4</blockquote>")
    assert (verdict, filed) == (ERR, [])
    assert "2 lines that look like orders were quoted" in said
    assert "1: +3" in said


def test_row_18_an_empty_form_gives_way_to_the_other(post: Letterbox) -> None:
    assert sent(post, *parted(plain(""), rich("<p>1: +3</p>"), kind="alternative"))[:2] == (ACK, ["1: +3"])
    assert sent(post, *parted(plain("1: +4\n"), rich("<img src='cid:1'>"), kind="alternative"))[:2] == (ACK, ["1: +4"])


def test_row_19_a_wrapped_order_is_joined_by_its_html_or_refused_where_it_breaks(post: Letterbox) -> None:
    split = "2: if riot then x2\nelse -4\n"
    both = parted(plain(split), rich("<p>2: if riot then x2 else -4</p>"), kind="alternative")
    assert sent(post, *both)[:2] == (ACK, ["2: if riot then x2 else -4"])


@pytest.mark.parametrize(
    ("charset", "encoded"),
    [
        ("; charset=x-nobody-knows", "1: +3\nprompter: Bob – thanks".encode()),
        ('; charset=""', b"1: +3\nprompter: Bob"),
        ("; charset=us-ascii", "1: +3\nprompter: Bob\n# grüße".encode("cp1252")),
        ("", "1: +3\nprompter: Bob\n# grüße".encode("cp1252")),
        ("; charset=utf-8", "1: +3\nprompter: Bob\n# grüße".encode("latin-1")),
    ],
    ids=["unknown", "empty", "wrong", "none", "not-utf-8"],
)
def test_row_24_charsets_are_tried_strictly_and_in_order(post: Letterbox, charset: str, encoded: bytes) -> None:
    verdict, filed, _ = sent(post, f"Content-Type: text/plain{charset}\n", encoded)
    assert verdict is ACK
    assert filed[0] == "1: +3"


@pytest.mark.parametrize("codec", ["iso2022_jp", "gb18030", "big5", "euc_kr"])
def test_row_25_charsets_of_east_asia_are_read(post: Letterbox, codec: str) -> None:
    label = {"iso2022_jp": "ISO-2022-JP", "euc_kr": "KS_C_5601-1987"}.get(codec, codec.upper())
    assert sent(post, f"Content-Type: text/plain; charset={label}\n", "1: +3\n# 中\n".encode(codec))[:2] == (
        ACK,
        ["1: +3"],
    )


@pytest.mark.parametrize("label", ["utf-7", "rot13", "base64", "punycode"])
def test_row_25_what_turns_a_text_into_another_is_refused(post: Letterbox, label: str) -> None:
    verdict, filed, _ = sent(post, f"Content-Type: text/plain; charset={label}\n", "1: +3\n")
    assert (verdict, filed) == (ASK, [])


def test_row_27_nul_and_control_bytes_are_left_out(post: Letterbox) -> None:
    assert sent(post, "", b"1: \x00+3\x07\n\x1b2: x4\n")[:2] == (ACK, ["1: +3", "2: x4"])


@pytest.mark.parametrize(
    "written",
    ["1:\u00a0+3", "1: +\u202f3", "1: +3 ", "\u201c1: +3\u201d"[1:-1]],
    ids=["no-break", "narrow", "space", "quotes"],
)
def test_row_28_typography_of_spaces(post: Letterbox, written: str) -> None:
    assert sent(post, "Content-Type: text/plain; charset=utf-8\n", written)[:2] == (ACK, ["1: +3"])


@pytest.mark.parametrize("written", ["1: \u22123", "1: \u20133", "1: \u20143"], ids=["minus", "en-dash", "em-dash"])
def test_row_28_typography_of_signs(post: Letterbox, written: str) -> None:
    assert sent(post, "Content-Type: text/plain; charset=utf-8\n", written)[:2] == (ACK, ["1: -3"])


@pytest.mark.parametrize(
    ("written", "order"),
    [
        ("1: \u20103", "1: -3"),
        ("1: \u20113", "1: -3"),
        ("1:\u00ad +\u200b3\u200d", "1: +3"),
        ("\ufeff1: \u200e+3\u200f", "1: +3"),
        ("１： ＋3", "1: +3"),
        ("2: ×4", "2: x4"),
    ],
    ids=["hyphen", "no-break-hyphen", "zero-width", "direction", "full-width", "times"],
)
def test_row_29_look_alikes_of_phones_are_read(post: Letterbox, written: str, order: str) -> None:
    assert sent(post, "Content-Type: text/plain; charset=utf-8\n", written)[:2] == (ACK, [order])


@pytest.mark.parametrize(("written", "named"), [("1: +²", "U+00B2"), ("1: +٢", "U+0662"), ("1: → 3", "U+2192")])
def test_row_29_other_signs_are_named(post: Letterbox, written: str, named: str) -> None:
    verdict, filed, said = sent(post, "Content-Type: text/plain; charset=utf-8\n", written)
    assert (verdict, filed) == (ERR, [])
    assert named in said


def test_row_30_a_cyrillic_letter_is_named(post: Letterbox) -> None:
    verdict, filed, said = sent(post, "Content-Type: text/plain; charset=utf-8\n", "2: х4")
    assert (verdict, filed) == (ERR, [])
    assert "Cyrillic" in said


def test_row_31_numbers_of_a_list_are_read_from_its_markup(post: Letterbox) -> None:
    fields = "Content-Type: text/html; charset=utf-8\n"
    assert sent(post, fields, '<ol start="1"><li>+3</li><li>x4</li></ol>')[:2] == (ACK, ["1: +3", "2: x4"])


def test_row_33_winmail_is_answered_with_what_to_send(post: Letterbox) -> None:
    mail = parted(ATTACHED.format(kind="application/ms-tnef", name="winmail.dat", text="eJ8+IgAA"))
    verdict, filed, said = sent(post, *mail)
    assert (verdict, filed) == (ERR, [])
    assert "plain text" in said


def test_row_34_signed_texts_are_read(post: Letterbox) -> None:
    signature = "Content-Type: application/pkcs7-signature; name=smime.p7s\n\nMIIB"
    signed = parted(plain("1: +3\n"), signature, kind="signed", more='; protocol="application/pkcs7-signature"')
    assert sent(post, *signed)[:2] == (ACK, ["1: +3"])
    clear = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n1: +4\n-----BEGIN PGP SIGNATURE-----\n\nabcd\n"
    assert sent(post, "", clear + "-----END PGP SIGNATURE-----\n")[:2] == (ACK, ["1: +4"])


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
    assert sent(post, *parted(plain(""), file))[:2] == (ACK, ["1: +3"])
    verdict, filed, _ = sent(post, *parted(plain("1: -4\n"), file))
    assert (verdict, filed) == (ERR, ["1: +3"])


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("application/pdf", "orders.pdf"),
        ("image/png", "sheet.png"),
        ("audio/amr", "voice.amr"),
        ("application/msword", "o.doc"),
    ],
)
def test_row_37_what_cannot_be_read_is_named(post: Letterbox, kind: str, name: str) -> None:
    file = ATTACHED.format(kind=kind, name=name, text=base64.b64encode(b"1: +3").decode())
    verdict, filed, said = sent(post, *parted(file))
    assert (verdict, filed) == (ERR, [])
    assert name in said


def test_row_38_the_subject_counts_only_without_any_text(post: Letterbox) -> None:
    verdict, filed, said = sent(post, "", "", subject="1: +3")
    assert (verdict, filed) == (ACK, ["1: +3"])
    assert "the subject" in said
    assert sent(post, "", "hello\n", subject="1: +6")[1] == ["1: +3"]
    assert sent(post, "", "", subject="nothing")[0] is ERR


def test_row_39_attached_mails_are_not_read(post: Letterbox) -> None:
    inner = "Content-Type: message/rfc822\n\nFrom: a@b.test\nSubject: x\n\n1: +3\n"
    assert sent(post, *parted(inner))[:2] == (ERR, [])


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
