"""Signatures: which ones count for From's domain, what a hostile mail costs, and our own."""

import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import dkim
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.errors import Failed, Unusable
from pbem.core.letters import CalendarEntry, Message
from pbem.mail import dkim_check
from pbem.mail.dkim_check import DkimCheck, owner_of, see_that_it_is_installed
from pbem.mail.dkim_sign import read_signer
from pbem.mail.smtp import SmtpConnection, SmtpServer
from pbem.mail.write import Letterhead, compose
from tests.mail.scripted_smtp import scripted
from tests.mail.signing import KEYS, MAIL, RECORD, SHORT_KEY, SHORT_RECORD, signed

ANN = "ann@example.net"


@dataclass
class Texts:
    """TXT records in memory. `asked`: the names that were looked up; one in `away` gets no answer."""

    records: dict[str, list[str]] = field(default_factory=lambda: {"s1._domainkey.example.net": [RECORD]})
    away: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)

    def __call__(self, name: str) -> list[str]:
        self.asked.append(name)
        if name in self.away:
            raise Failed(f"the DNS gave no answer about {name}")
        return self.records.get(name, [])


def vouched(content: bytes, texts: Texts | None = None, address: str = ANN) -> bool:
    return DkimCheck(texts or Texts()).vouches(content, address)


def with_lf(content: bytes) -> bytes:
    return content.replace(b"\r\n", b"\n")


GOOD = {
    "as it was sent": signed(),
    "simple": signed(c=(b"simple", b"simple")),
    "as a pipe hands it over": b"From ann@example.net  Fri Nov 27 12:00:00 2026\n" + with_lf(signed()),
    "spaces that a relay changed": signed().replace(b"+3  \r\n", b"+3\r\n").replace(b"Subject: ", b"Subject:  "),
    "fields that relays added": b"Received: from c by d; Fri, 27 Nov 2026 12:00:01 +0000\r\nX-Spam: no\r\n" + signed(),
    "below another's signature": signed(signed(), domain="list.example"),
    "below a damaged one": b"DKIM-Signature: v=1; nonsense\r\nDKIM-Signature: d=example.net\r\n" + signed(),
    "above a damaged one": signed(b"DKIM-Signature: v=1; d=list.example; b=\r\n" + MAIL),
    "of capital letters": signed(domain="Example.NET"),
}


@pytest.mark.parametrize("content", GOOD.values(), ids=GOOD)
def test_a_signature_that_counts(content: bytes) -> None:
    assert vouched(content, Texts({"s1._domainkey.example.net": [RECORD], "s1._domainkey.Example.NET": [RECORD]}))


BAD = {
    "none": MAIL,
    "another text": signed().replace(b"x4", b"x5"),
    "a line more": signed() + b"3: +9\r\n",
    "another subject": signed().replace(b"Turn 3", b"Turn 4"),
    "a part of the text": signed(l="5"),
    "a second sender": b"From: Eve <eve@example.net>\r\n" + signed(),
    "a second subject": b"Subject: orders\r\n" + signed(),
    "a second kind of content": b"Content-Type: text/html\r\n" + signed(),
    "a subject that is not covered": signed(h="from to date"),
    "a weak digest": signed(a="rsa-sha1"),
    "a key that is too short": signed(key=SHORT_KEY),
    "one that has ended": signed(t="1000000000", x="1000000100"),
    "one of the future": signed(t="4000000000"),
    "another domain's": signed(domain="example.com"),
    "a public suffix's": signed(domain="net"),
    "no domain": signed().replace(b"d=example.net;", b""),
    "tags twice": signed().replace(b"d=example.net;", b"d=example.net; d=example.net;"),
    "nonsense": b"DKIM-Signature: ;;;=\r\n" + MAIL,
    "a header without end": b"X: " + b"y" * 70_000 + b"\r\n" + signed(),
    "no header": b"\r\n\r\n",
    "nothing": b"",
}


@pytest.mark.parametrize("content", BAD.values(), ids=BAD)
def test_a_signature_that_does_not_count(content: bytes) -> None:
    names = {f"s1._domainkey.{domain}": [RECORD] for domain in ("example.net", "example.com", "net")}
    assert not vouched(content, Texts(names))


def test_a_short_key_does_not_count() -> None:
    assert not vouched(signed(key=SHORT_KEY), Texts({"s1._domainkey.example.net": [SHORT_RECORD]}))


RECORDS = [
    ([], False),
    ([RECORD, RECORD], False),
    (["v=spf1 -all", RECORD], True),
    (["v=DKIM1; k=rsa; p="], False),
    ([RECORD + "; t=y"], False),
    ([RECORD + "; t=s"], True),
    ([RECORD.replace("v=DKIM1", "v=DKIM2")], False),
    ([RECORD.replace("rsa", "dsa")], False),
    ([RECORD[:-40]], False),
    (["v=DKIM1; p=é"], False),
]


@pytest.mark.parametrize(("records", "good"), RECORDS)
def test_the_key_in_the_dns(records: list[str], good: bool) -> None:
    assert vouched(signed(), Texts({"s1._domainkey.example.net": records})) is good


def test_a_key_for_one_domain_alone_signs_for_none_below_it() -> None:
    content = signed(i="@mail.example.net")
    assert vouched(content)
    assert not vouched(content, Texts({"s1._domainkey.example.net": [RECORD + "; t=s"]}))


STRICT = "v=DMARC1; p=reject; adkim=s"
ALIGNED = [
    ("example.net", "ann@example.net", [], True),
    ("example.net", "ann@mail.example.net", [], True),
    ("mail.example.net", "ann@example.net", [], True),
    ("a.example.net", "ann@b.example.net", [], True),
    ("example.net", "ann@mail.example.net", [STRICT], False),
    ("example.net", "ann@example.net", [STRICT], True),
    ("example.net", "ann@mail.example.net", ["v=DMARC1; p=none; adkim=r", "v=spf1"], True),
    ("example.co.uk", "ann@other.co.uk", [], False),
    ("co.uk", "ann@example.co.uk", [], False),
    ("notexample.net", "ann@example.net", [], False),
    ("example.net", "ann@example.net.evil.example", [], False),
]


@pytest.mark.parametrize(("signer", "address", "policy", "good"), ALIGNED)
def test_whose_signature_it_must_be(signer: str, address: str, policy: list[str], good: bool) -> None:
    content = signed(MAIL.replace(b"ann@example.net", address.encode()), domain=signer)
    texts = Texts({f"s1._domainkey.{signer}": [RECORD], "_dmarc.example.net": policy})
    assert vouched(content, texts, address) is good


def test_without_a_list_of_public_suffixes_the_domains_must_be_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "publicsuffixlist", None)
    dkim_check._public_suffixes.cache_clear()
    content = signed(MAIL.replace(b"ann@example.net", b"ann@mail.example.net"))
    assert not vouched(content, address="ann@mail.example.net")
    assert vouched(signed())
    dkim_check._public_suffixes.cache_clear()


def test_who_owns_a_domain() -> None:
    assert [owner_of(name) for name in ("a.b.example.co.uk", "example.net", "co.uk")] == [
        "example.co.uk",
        "example.net",
        None,
    ]


def test_signatures_of_others_cost_no_look_up_and_those_of_the_domain_a_few() -> None:
    content = MAIL
    for number in range(10):
        content = signed(content, domain=f"list{number}.example")
    texts = Texts()
    assert not vouched(content, texts)
    assert texts.asked == []
    for _ in range(10):
        content = signed(content).replace(b"bh=", b"bh=x", 1)
    assert not vouched(content, texts)
    assert len(texts.asked) <= dkim_check.MOST_SIGNATURES


@pytest.mark.parametrize("away", ["s1._domainkey.example.net", "_dmarc.mail.example.net"])
def test_a_dns_that_gives_no_answer_vouches_for_nobody_and_rests(away: str) -> None:
    address = "ann@mail.example.net"
    content = signed(MAIL.replace(b"ann@example.net", address.encode()))
    texts, now = Texts(away={away}), 0.0
    check = DkimCheck(texts, lambda: now)
    assert not check.vouches(content, address)
    asked = len(texts.asked)
    texts.away.clear()
    assert not check.vouches(content, address)
    assert len(texts.asked) == asked
    assert check.vouches(signed(), ANN)
    now = 61.0
    assert check.vouches(content, address)


HOSTILE = {
    "spaces": signed(MAIL + b" x\r\n").replace(b"\r\n x\r\n", b"\r\n" + b" " * 2_000_000 + b"x\r\n"),
    "empty lines": signed(MAIL + b"\r\n" * 500_000),
    "spaces in the signature": signed().replace(b"bh=", b" " * 60_000 + b"bh=", 1),
    "folds in the signature": signed().replace(b"bh=", b"\r\n " * 20_000 + b"bh=", 1),
    "a long list of fields": signed(h="from subject " + "x-a " * 900),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_a_mail_that_is_made_to_take_long_ends(content: bytes) -> None:
    assert vouched(content) in (True, False)


@given(st.binary(max_size=200), st.integers(0, 600))
def test_any_bytes_are_no_reason_to_fail(noise: bytes, place: int) -> None:
    content = signed()
    assert not vouched(content[:place] + b"\x00" + noise + content[place:]) or place < 3


def test_without_the_package_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dkim", None)
    with pytest.raises(Unusable, match=r"pip install 'pbem\[dkim\]'"):
        see_that_it_is_installed()


OURS = Message(
    ANN,
    "[pit-1] Turn 3",
    "Dear Ann\n\n  1: +3  \n",
    "report",
    "<m1@example.org>",
    datetime(2026, 11, 27, 12, tzinfo=UTC),
    html="<p>Dear Ann</p>",
    campaign="pit-1",
    reply_to="games+x@example.org",
    unsubscribe="mailto:games+y@example.org",
    answers=("<a@example.net>",),
    deadline=CalendarEntry("d1@example.org", 0, datetime(2026, 12, 4, 18, tzinfo=UTC), "pit-1, turn 3"),
)
HEAD = Letterhead("games@example.org", "q3f7")
NAMES = {"s1._domainkey.example.org": [RECORD]}


def test_our_own_signature_holds_and_is_the_same_every_time() -> None:
    signer = read_signer(KEYS / "key.pem", "s1", "example.org")
    content = compose(OURS, HEAD)
    once = signer.signed(content)
    assert once == signer.signed(content)
    assert once.endswith(content)
    assert max(map(len, once.split(b"\r\n"))) <= 998
    assert b"\n" not in once.replace(b"\r\n", b"")
    assert vouched(once, Texts(NAMES), "games@example.org")


@pytest.mark.parametrize(
    "name",
    [
        "From",
        "Subject",
        "Reply-To",
        "List-Unsubscribe",
        "In-Reply-To",
        "References",
        "Content-Type",
        "Cc",
        "Date",
        "Message-ID",
    ],
)
def test_nothing_can_be_added_to_our_mail_or_changed_in_it(name: str) -> None:
    content = read_signer(KEYS / "key.pem", "s1", "example.org").signed(compose(OURS, HEAD))
    assert holds(content)
    assert not holds(f"{name}: eve@example.com\r\n".encode() + content)
    changed = content.replace(f"\r\n{name}: ".encode(), f"\r\n{name}: x".encode())
    assert changed == content or not holds(changed)


def holds(content: bytes) -> bool:
    """What any receiver finds."""
    return dkim.verify(content, dnsfunc=lambda name, timeout=5: RECORD.encode()) is True


def test_a_mail_goes_out_with_its_signature() -> None:
    signer = read_signer(KEYS / "key.pem", "s1", "example.org")
    with scripted() as server:
        target = SmtpServer("localhost", server.port, "none", sign=signer.signed)
        with SmtpConnection(target) as connection:
            connection.hand_over(compose(OURS, HEAD), "games@example.org", ANN)
    [sent] = server.taken
    arrived = sent.removesuffix(b".\r\n").replace(b"\r\n..", b"\r\n.")
    assert vouched(arrived, Texts(NAMES), "games@example.org")


def test_a_key_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="the key for signatures cannot be read from"):
        read_signer(tmp_path / "none", "s1", "example.org")
    with pytest.raises(Unusable, match="shorter than 1024 bits"):
        read_signer(KEYS / "short.pem", "s1", "example.org")
    for number, damaged in enumerate(
        (b"", b"--\nAAAA\n--", b"-----BEGIN PRIVATE KEY-----\n!\n-----END PRIVATE KEY-----\n")
    ):
        file = tmp_path / str(number)
        file.write_bytes(damaged)
        with pytest.raises(Unusable, match="holds no private RSA key in PEM; make one with openssl genrsa"):
            read_signer(file, "s1", "example.org")
    assert b"PRIVATE" not in repr(read_signer(KEYS / "key.pem", "s1", "example.org")).encode()
