"""Header fields read leniently, and held against the standard library's modern classes where those succeed. Source: mail.md C."""

import email
import email.policy
import warnings
from datetime import UTC, datetime
from email.header import Header
from email.headerregistry import AddressHeader, UnstructuredHeader
from email.message import EmailMessage

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.mail.addresses import Mailbox, mailboxes
from pbem.mail.digest import content_digest
from pbem.mail.headers import header_text, media_type, message_ids, split_head
from tests.mail.reading import letter, own, with_fields

CAP = 65_536


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("=?utf-8?q?Gr=C3=BC=C3=9Fe?=", "Grüße"),
        ("=?UTF-8?B?R3LDvMOfZQ==?= an alle", "Grüße an alle"),
        ("=?utf-8?q?Gr=C3?= =?utf-8?q?=BC=C3=9Fe?=", "Grüße"),
        ("=?utf-8?q?a?= =?utf-8?q?b?=  c", "ab  c"),
        ("=?iso-8859-1?q?Gr=FC?=\t=?utf-8?q?=C3=9Fe?=", "Grüße"),
        ("Re:=?utf-8?q?_turn_3?=", "Re: turn 3"),
        ("=?utf-8?q?with space inside?=", "with space inside"),
        ("=?utf-8*en?q?turn=203?=", "turn 3"),
        ("=?utf-8?B?R3LDvMOfZQ?=", "Grüße"),
        ("=?x-unknown?q?Gr=C3=BC=C3=9Fe?=", "Grüße"),
        ("=?utf-8?q?broken", "=?utf-8?q?broken"),
        ("=?utf-8?x?what?=", "=?utf-8?x?what?="),
        ("=?utf-8?q?x=0ABcc:_e@v.il?=", "x Bcc: e@v.il"),
        ("=?utf-8?q?x=0D=0A=00=1B[31m?=", "x  [31m"),
        ("turn\u202e 3\x85\x1b", "turn 3"),
    ],
)
def test_row_43_encoded_words(raw: str, text: str) -> None:
    assert header_text(raw) == text


def test_row_43_long_subjects_are_cut_and_raw_bytes_are_read() -> None:
    assert len(letter(with_fields("Subject: " + "x" * 5000)).subject) == 255
    assert letter(b"From: a@example.org\nSubject: Gr\xc3\xbc\xc3\x9fe\n\nx").subject == "Grüße"
    assert letter(b"From: a@example.org\nSubject: Gr\xfc\xdfe\n\nx").subject == "Grüße"
    assert letter("From: a@example.org\nSubject: one\n two\n\tthree\n\nx").subject == "one two three"


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("ann@example.org", [("ann@example.org", "")]),
        ("Ann Lee <Ann@Example.ORG>", [("ann@example.org", "Ann Lee")]),
        ('"Lee, Ann" <ann@example.org>', [("ann@example.org", "Lee, Ann")]),
        ('"Ann \\"A\\" Lee" <ann@example.org>', [("ann@example.org", 'Ann "A" Lee')]),
        ("=?utf-8?q?=3Cbob=40evil=2Eorg=3E?= <ann@example.org>", [("ann@example.org", "<bob@evil.org>")]),
        ("ann@example.org (Ann <bob@evil.org>)", [("ann@example.org", "")]),
        ('"bob@evil.org" <ann@example.org>', [("ann@example.org", "bob@evil.org")]),
        ("ann@example.org <ann@example.org>", [("ann@example.org", "ann@example.org")]),
        ("bob@evil.org <ann@example.org>", None),
        ("Ann <ann@example.org> <bob@evil.org>", None),
        ("Ann <ann@example.org", None),
        ("Ann", None),
        ("<>", None),
        ("<a b@example.org>", None),
        ('"', None),
        ("(c):", []),
        ("a@example.org, B <b@example.org>,", [("a@example.org", ""), ("b@example.org", "B")]),
        ("Team: a@example.org, b@example.org;", [("a@example.org", ""), ("b@example.org", "")]),
        ("undisclosed-recipients:;", []),
        ('"john doe"@example.org', [('"john doe"@example.org', "")]),
        ("ann@[192.0.2.1]", [("ann@[192.0.2.1]", "")]),
    ],
)
def test_row_50_51_addresses(field: str, expected: list[tuple[str, str]] | None) -> None:
    found, sound = mailboxes(field)
    assert sound == (expected is not None)
    if expected is not None:
        assert found == [Mailbox(*pair) for pair in expected]


@pytest.mark.parametrize(
    "fields",
    [
        "From: a@example.org\nFrom: b@example.org",
        "From: a@example.org, b@example.org",
        "From: bob@evil.org <a@example.org>",
        "From:",
        "From: Ann",
        f"From: {'a' * 250}@example.org",
        "X-From: a@example.org\nFrom : ",
        "From: a@example.te=st",
        "From: ä@example.org",
        "From: a@[192.0.2.1]",
    ],
)
def test_row_50_not_exactly_one_sender(fields: str) -> None:
    assert letter(f"{fields}\nSubject: x\n\n1: +3\n").sender is None


def test_row_46_recipients_are_looked_for_in_every_field() -> None:
    read = letter(
        "Delivered-To: GM+Tok@pbem.test\nX-Forwarded-To: fwd@example.org\nFrom: a@example.org\n"
        'To: "Broken <gm+two@pbem.test>\nCc: B <b@example.org>, gm+tok@pbem.test\nReply-To: no@example.org\n\nx'
    )
    assert read.recipients == ("gm+tok@pbem.test", "fwd@example.org", "gm+two@pbem.test", "b@example.org")


@pytest.mark.parametrize(
    "field",
    [
        "Message-ID: <[abc]@[192.0.2.1]>",
        "Message-ID: <a b>",
        "Message-ID: " + "x" * 5000,
        "To: (c):",
        'To: "',
        "Content-Type: text/plain; name*",
        "Content-Type: text/plain; charset*0*=utf-8''; charset*9999=x",
        "Content-Type: ;;;",
        "Content-Disposition: attachment; filename*=",
        "Date: Fri, 99 Foo 10000 99:99:99 +9999",
        "References: <" + "a" * 2000 + ">",
        "X: " + "\ud83d\ude00".encode("utf-8", "surrogatepass").decode("latin-1"),
    ],
)
def test_row_51_53_fields_that_raise_elsewhere(field: str) -> None:
    read = letter(with_fields(field))
    assert own(read) == ["1: +3"] or "Disposition" in field
    assert len(read.message_id) <= 990
    assert len(read.date) <= 100


def test_row_45_message_ids_nearest_first() -> None:
    read = letter(with_fields("In-Reply-To: <c@x> (her mail)\nReferences: <a@x>\n <b@x>\n <c@x>"))
    assert read.answers == ("<c@x>", "<b@x>", "<a@x>")
    assert len(message_ids(" ".join(f"<{number}@x>" for number in range(500)))) == 100


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("", ("text/plain", {})),
        ("TEXT/Html", ("text/html", {})),
        ('text/plain; charset="utf-8"; format=flowed', ("text/plain", {"charset": "utf-8", "format": "flowed"})),
        ("text/plain; charset=utf-8; charset=latin-1", ("text/plain", {"charset": "utf-8"})),
        ("a/b; name*=utf-8''na%C3%AFve%20%22x%22.txt", ("a/b", {"name": 'naïve "x".txt'})),
        ("a/b; name*0=one; name*1*=%20two; name*2=three", ("a/b", {"name": "one twothree"})),
        ('a/b; name="a \\"b\\" c"', ("a/b", {"name": 'a "b" c'})),
    ],
)
def test_media_types(field: str, expected: tuple[str, dict[str, str]]) -> None:
    assert media_type(field) == expected


def test_row_26_what_stands_before_the_header() -> None:
    for before in (b"\xef\xbb\xbf", b"\r\n \r\n", b"From ann Tue Nov 3\n", b">From ann Tue Nov 3\r\n"):
        head, body = split_head(before + b"Subject: x\r\n\r\nbody", CAP)
        assert (head.first("subject"), body, head.sound) == ("x", b"body", True)


def test_a_header_over_the_limit_is_read_as_far_as_it_goes() -> None:
    content = b"Subject: x\r\n" + b"X-Pad: " + b"y" * 70_000 + b"\r\nFrom: a@example.org\r\n\r\n1: +3\r\n"
    head, body = split_head(content, CAP)
    assert (head.first("subject"), head.first("from"), head.cut, body) == ("x", "", True, b"1: +3\r\n")


def test_row_52_the_digest_knows_a_mail_again() -> None:
    mail = with_fields("Message-ID: <1@x>\nDate: Tue, 3 Nov 2026 10:00:00 +0000").encode()
    again = b"Received: by mx2\nX-Spam: 1\nDelivered-To: gm@pbem.test\n" + mail.replace(b"\n", b"\r\n") + b"\r\n"
    assert content_digest(mail) == content_digest(again) == letter(mail).digest
    assert content_digest(mail) != content_digest(mail.replace(b"+3", b"+4"))
    assert content_digest(mail) != content_digest(mail.replace(b"<1@x>", b"<2@x>"))


# Against the standard library.

WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp", "Cn", "Co"]), max_size=40
)


def no_defects(value: str, name: str) -> UnstructuredHeader | AddressHeader | None:
    """The field as the standard library reads it; None where it raises or finds defects."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            read = email.message_from_string(f"{name}: {value}\n\n", policy=email.policy.default)[name]
    except Exception:  # noqa: BLE001 - that it raises on real mail is the reason for our own reader
        return None
    return None if read is None or read.defects else read


@settings(deadline=None)
@given(WORDS, st.sampled_from(["utf-8", "iso-8859-1", "iso-8859-15", "koi8-r"]))
def test_encoded_words_agree_with_the_standard_library(text: str, charset: str) -> None:
    try:
        encoded = Header(text, charset, maxlinelen=2000).encode()
    except UnicodeError:
        return
    theirs = no_defects(encoded, "Subject")
    if theirs is not None and encoded:
        assert " ".join(header_text(encoded, 10_000).split()) == " ".join(str(theirs).split())


ADDRESS_PIECES = st.sampled_from(
    [
        "ann",
        "bob.lee",
        "example.org",
        "@",
        "<",
        ">",
        ",",
        " ",
        '"Lee, Ann"',
        "(x)",
        ":",
        ";",
        "=?utf-8?q?=C3=BC?=",
        "Ann",
    ]
)


@settings(deadline=None)
@given(st.lists(ADDRESS_PIECES, max_size=12).map("".join))
def test_addresses_agree_with_the_standard_library(field: str) -> None:
    theirs = no_defects(field, "To")
    found, sound = mailboxes(field.strip())
    if theirs is None or not sound:
        return
    assert isinstance(theirs, AddressHeader)
    assert [box.address for box in found] == [
        address.addr_spec.lower() for address in theirs.addresses if address.domain
    ]


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=120),
    st.sampled_from(["7bit", "8bit", "quoted-printable", "base64"]),
    st.booleans(),
)
def test_bodies_agree_with_the_standard_library(text: str, transfer: str, with_html: bool) -> None:
    if transfer == "7bit" and not text.isascii():
        return
    message = EmailMessage(policy=email.policy.SMTP)
    message["From"] = "Ann <ann@example.org>"
    message["Date"] = datetime(2026, 11, 3, 10, 0, tzinfo=UTC)
    message.set_content(text, cte=transfer)
    if with_html:
        message.add_alternative("<p></p>", subtype="html")
    content = message.as_bytes()
    theirs = email.message_from_bytes(content, policy=email.policy.default).get_body(("plain",))
    assert isinstance(theirs, EmailMessage)
    lines = [line.text for line in letter(content).lines]
    assert "\n".join(lines).rstrip("\n") == theirs.get_content().removeprefix("\ufeff").replace("\r\n", "\n").rstrip(
        "\n"
    )
