"""What is said about the DNS of the domain that mail is sent from."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset
import pytest

from pbem.core.errors import Failed
from pbem.service.findings import Finding, State
from pbem.service.sender_dns import Dns, examine


@dataclass
class FakeNames:
    """A DNS in memory; a name in `away` gets no answer."""

    txt: dict[str, list[str]] = field(default_factory=dict)
    mx: dict[str, list[str]] = field(default_factory=dict)
    ip: dict[str, list[str]] = field(default_factory=dict)
    ptr: dict[str, list[str]] = field(default_factory=dict)
    away: frozenset[str] = frozenset()

    def texts(self, name: str) -> list[str]:
        return self._of(self.txt, name)

    def mail_servers(self, domain: str) -> list[str]:
        return self._of(self.mx, domain)

    def addresses(self, host: str) -> list[str]:
        return self._of(self.ip, host)

    def host_of(self, address: str) -> list[str]:
        return self._of(self.ptr, address)

    def _of(self, known: dict[str, list[str]], name: str) -> list[str]:
        if name in self.away:
            raise Failed(f"the DNS gave no answer about {name}")
        return known.get(name, [])


KEY_1024, KEY_512 = "A" * 216, "A" * 124
IN_ORDER = FakeNames(
    txt={
        "games.example.org": ["something else", "v=spf1 mx -all"],
        "_dmarc.example.org": ["v=DMARC1; p=none"],
        "s1._domainkey.games.example.org": [f"v=DKIM1; k=rsa; p={KEY_1024}"],
    },
    mx={"games.example.org": ["mx.example.org"]},
    ip={"mx.example.org": ["192.0.2.1"], "games.example.org": ["192.0.2.2"]},
    ptr={"192.0.2.1": ["mx.example.org"]},
)


def found(names: FakeNames, selector: str = "s1") -> dict[str, Finding]:
    return {one.what: one for one in examine(names, "games.example.org", "mx.example.org", selector)}


def test_a_domain_in_order_is_good_in_all() -> None:
    assert {what: one.state for what, one in found(IN_ORDER).items()} == dict.fromkeys(
        ("MX", "SPF", "DKIM", "DMARC", "PTR"), State.GOOD
    )


SPF, DMARC, KEY = "games.example.org", "_dmarc.games.example.org", "s1._domainkey.games.example.org"


@pytest.mark.parametrize(
    ("what", "change", "state", "said"),
    [
        ("MX", {"mx": {}}, State.WARNING, "has no MX record"),
        ("MX", {"mx": {}, "ip": {}}, State.WRONG, "no player can write to it"),
        ("MX", {"mx": {"games.example.org": ["."]}}, State.WRONG, "takes no mail"),
        ("SPF", {"txt": {}}, State.WARNING, "has no SPF record"),
        ("SPF", {"txt": {SPF: ["v=spf1 -all", "v=spf1 mx -all"]}}, State.WRONG, "2 SPF records"),
        ("SPF", {"txt": {SPF: ["v=spf1 +all"]}}, State.WARNING, "lets everybody send"),
        ("SPF", {"txt": {SPF: ["v=spf1 mx"]}}, State.WARNING, "other servers"),
        ("SPF", {"txt": {SPF: ["V=SPF1 redirect=b.example"], "b.example": ["v=spf1 -all"]}}, State.GOOD, "redirect"),
        ("SPF", {"txt": {SPF: ["v=spf1 redirect=b.example"]}}, State.WRONG, "b.example has no SPF record"),
        ("DKIM", {"txt": {}}, State.WRONG, "no key at s1._domainkey"),
        ("DKIM", {"txt": {KEY: ["v=DKIM1; p="]}}, State.WRONG, "revoked"),
        ("SPF", {"txt": {SPF: ["v=spf1 include:b.example -all"]}}, State.WRONG, "b.example has no SPF record"),
        ("SPF", {"txt": {SPF: [f"v=spf1 include:{SPF} -all"]}}, State.WRONG, "includes itself"),
        ("SPF", {"txt": {SPF: ["v=spf1" + " mx" * 11 + " -all"]}}, State.WRONG, "more than 10 times"),
        ("SPF", {"txt": {SPF: ["v=spf1 ip4:192.0.2 -all"]}}, State.WRONG, "ip4:192.0.2, which names no address"),
        ("SPF", {"txt": {SPF: ["v=spf1 ip4:198.51.100.0/24 -all"]}}, State.GOOD, "mx.example.org is not in it"),
        ("SPF", {"txt": {SPF: ["v=spf1 ip4:192.0.2.0/24 -all"]}}, State.GOOD, "covers mx.example.org"),
        ("SPF", {"txt": {SPF: ["v=spf1 -ip4:192.0.2.1 mx -all"]}}, State.GOOD, "is not in it"),
        ("DKIM", {"txt": {KEY: [f"v=DKIM1; p={KEY_512}"]}}, State.WRONG, "shorter than 1024 bits"),
        ("DKIM", {"txt": {KEY: [f"v=DKIM1; k=ed25519; p={'A' * 44}"]}}, State.GOOD, "There is a key"),
        ("DKIM", {"txt": {KEY: ["v=DKIM1; p=MIG*"]}}, State.WRONG, "damaged"),
        ("DKIM", {"txt": {KEY: [f"v=DKIM1; t=y; p={KEY_1024}"]}}, State.WARNING, "t=y"),
        ("DKIM", {"txt": {KEY: ["p=a", "p=b"]}}, State.WRONG, "2 keys"),
        ("DMARC", {"txt": {DMARC: ["v=DMARC1; rua=mailto:a@example.org"]}}, State.WRONG, "has no policy"),
        ("PTR", {"ptr": {"192.0.2.1": ["other.example.org"]}}, State.WARNING, "does not lead back"),
        ("DMARC", {"txt": {}}, State.WARNING, "no DMARC record"),
        ("DMARC", {"txt": {DMARC: ["v=DMARC1; p=reject", "v=DMARC1; p=none"]}}, State.WRONG, "2 DMARC records"),
        ("PTR", {"ip": {}}, State.WRONG, "has no address in the DNS"),
        ("PTR", {"ptr": {}}, State.WARNING, "no name in the reverse DNS"),
        ("SPF", {"away": frozenset([SPF])}, State.UNSEEN, "gave no answer"),
    ],
)
def test_what_is_not_in_order_is_said(what: str, change: dict[str, object], state: State, said: str) -> None:
    names = FakeNames(**{**IN_ORDER.__dict__, **change})
    finding = found(names)[what]
    assert finding.state is state
    assert said in finding.said


def test_a_key_without_a_name_cannot_be_seen() -> None:
    assert found(IN_ORDER, selector="")["DKIM"].state is State.UNSEEN


def test_a_name_of_this_machine_has_no_dns() -> None:
    [finding] = examine(FakeNames(), "localhost", "localhost")
    assert finding.state is State.UNSEEN


@pytest.mark.parametrize(
    ("record", "covered"),
    [
        ("v=spf1 a:mx.example.org -all", True),
        ("v=spf1 include:inner.example -all", True),
        ("v=spf1 redirect=inner.example", True),
        ("v=spf1 redirect=inner.example -ip4:192.0.2.1", False),
        ("v=spf1 -include:inner.example mx -all", False),
        ("v=spf1 ip6:2001:db8::/32 exists:%{i}.example -all", False),
    ],
)
def test_the_first_term_of_an_spf_record_that_holds_decides(record: str, covered: bool) -> None:
    txt = {**IN_ORDER.txt, SPF: [record], "inner.example": ["v=spf1 ip4:192.0.2.1 -all"]}
    said = found(FakeNames(**{**IN_ORDER.__dict__, "txt": txt}))["SPF"].said
    assert ("covers mx.example.org" in said) is covered


def test_a_server_on_this_machine_has_its_name_elsewhere() -> None:
    ptr = {one.what: one for one in examine(IN_ORDER, "games.example.org", "127.0.0.1", "s1")}["PTR"]
    assert ptr.state is State.UNSEEN
    assert "this machine" in ptr.said


ZONE = {
    ("games.example.org.", "TXT"): ['"v=spf1 mx" " -all"'],
    ("games.example.org.", "MX"): ["20 second.example.org.", "10 first.example.org."],
    ("first.example.org.", "A"): ["192.0.2.1"],
    ("1.2.0.192.in-addr.arpa.", "PTR"): ["first.example.org."],
}


class Answering(socketserver.BaseRequestHandler):
    """Answers from ZONE; about names under `broken.` it says that it failed."""

    def handle(self) -> None:
        data, socket = self.request
        asked = dns.message.from_wire(data)
        answer = dns.message.make_response(asked)
        [question] = asked.question
        name, kind = question.name.to_text(), dns.rdatatype.to_text(question.rdtype)
        if name.startswith("broken."):
            answer.set_rcode(dns.rcode.SERVFAIL)
        if records := ZONE.get((name, kind)):
            answer.answer.append(dns.rrset.from_text(name, 60, "IN", kind, *records))
        socket.sendto(answer.to_wire(), self.client_address)


@contextmanager
def serving() -> Iterator[int]:
    """The port on loopback where ZONE is served."""
    with socketserver.UDPServer(("127.0.0.1", 0), Answering) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def test_a_real_server_is_asked() -> None:
    with serving() as port:
        names = Dns(["127.0.0.1"], port)
        assert names.texts("games.example.org") == ["v=spf1 mx -all"]
        assert names.mail_servers("games.example.org") == ["first.example.org", "second.example.org"]
        assert names.addresses("first.example.org") == ["192.0.2.1"]
        assert names.host_of("192.0.2.1") == ["first.example.org"]
        assert names.texts("nothing.example.org") == []
        with pytest.raises(Failed, match="gave no answer about broken"):
            names.texts("broken.example.org")
