"""`pbem doctor`, against real servers on loopback."""

import json
import socket
import ssl
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.demo.post_office import HOST, PostOffice
from pbem.service import clock, health
from pbem.service.config import settings_from
from pbem.store import mailboxes
from tests.cli.conftest import Club
from tests.mail.scripted_smtp import CERTIFICATE, scripted
from tests.mail.signing import KEYS, RECORD, SHORT_RECORD
from tests.service.test_sender_dns import IN_ORDER, FakeNames

CONFIG = """\
[house]
address = "games@example.org"
gm = ["gm@example.org"]
[imap]
host = "{host}"
port = {imap}
tls = "none"
user = "games@example.org"
password = "{password}"
[smtp]
host = "{host}"
port = {smtp}
tls = "none"
"""


@pytest.fixture
def post_office() -> Iterator[PostOffice]:
    with PostOffice({"games@example.org": "secret", "ann@example.org": "ann"}) as office:
        yield office


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> FakeNames:
    """The DNS in memory, in which nothing is known of example.org."""
    names = FakeNames()
    monkeypatch.setattr("pbem.service.sender_dns.Dns", lambda: names)
    monkeypatch.setattr("pbem.service.mx_tls._spoken_to", lambda host, tls: ("it cannot be reached", None))
    return names


@pytest.fixture
def connected(club: Club, post_office: PostOffice, names: FakeNames) -> Club:
    """A house whose servers are there."""
    configure(club, imap=post_office.imap_port, smtp=post_office.smtp_port)
    return club


def configure(club: Club, imap: int, smtp: int, password: str = "secret", more: str = "") -> None:
    filled = CONFIG.format(host=HOST, imap=imap, smtp=smtp, password=password)
    (club.folder / "config.toml").write_text(filled + more)


def examined(club: Club, status: int, *words: str) -> dict[str, dict[str, str]]:
    result = club.give("doctor", *words, "--json", status=status, loud=False)
    return {one["what"]: one for one in json.loads(result.stdout)}


def unused_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def test_a_house_in_order(connected: Club, names: FakeNames) -> None:
    names.txt = {"example.org": ["v=spf1 mx -all"], "_dmarc.example.org": ["v=DMARC1; p=none"]}
    names.mx, names.ip, names.ptr = {"example.org": ["mx.example.org"]}, {"mx.example.org": ["192.0.2.1"]}, {}
    found = examined(connected, 0)
    assert {what: one["state"] for what, one in found.items()} == {
        "configuration": "good",
        "database": "good",
        "service": "unseen",
        "secret": "unseen",
        "templates": "good",
        "IMAP": "good",
        "SMTP": "good",
        "MX": "good",
        "SPF": "good",
        "DKIM": "unseen",
        "DMARC": "good",
        "PTR": "unseen",
        "MX TLS": "unseen",
    }
    assert "can be used" in connected("doctor", "--no-dns")


def test_the_key_is_looked_for_by_its_name(connected: Club, names: FakeNames) -> None:
    names.txt = {"s1._domainkey.example.org": IN_ORDER.txt["s1._domainkey.games.example.org"]}
    assert examined(connected, 1, "--dkim-selector", "s1")["DKIM"]["state"] == "good"
    assert examined(connected, 1, "--dkim-selector", "s2")["DKIM"]["state"] == "wrong"


def test_the_name_of_the_key_can_stand_in_the_configuration(
    connected: Club, post_office: PostOffice, names: FakeNames
) -> None:
    names.txt = {"s1._domainkey.example.org": IN_ORDER.txt["s1._domainkey.games.example.org"]}
    configure(connected, post_office.imap_port, post_office.smtp_port, more='dkim_selector = "s1"\n')
    assert examined(connected, 1)["DKIM"]["state"] == "good"


@pytest.mark.parametrize("installed", [True, False])
def test_checking_signatures_needs_its_package(
    connected: Club, monkeypatch: pytest.MonkeyPatch, installed: bool
) -> None:
    file = connected.folder / "config.toml"
    file.write_text(file.read_text().replace("[imap]", "check_dkim = true\n[imap]"))
    if not installed:
        monkeypatch.setitem(sys.modules, "dkim", None)
    found = examined(connected, 0 if installed else 1, "--no-dns")["check_dkim"]
    assert found["state"] == ("good" if installed else "wrong")
    assert installed or "pip install 'pbem[dkim]'" in found["said"]


@pytest.mark.parametrize(
    ("more", "record", "state", "said"),
    [
        ("", RECORD, "good", "and the key in the DNS fits."),
        ("", SHORT_RECORD, "wrong", "s1._domainkey.example.org in the DNS must hold the public half"),
        ("", "", "wrong", "must hold the public half"),
        ('dkim_domain = "example.com"\n', RECORD, "wrong", "its domain must be that of [house] address"),
        ('dkim_key_file = "none"\n', RECORD, "wrong", "The key for signatures cannot be read from"),
    ],
)
def test_our_own_signature_is_tried(
    connected: Club, post_office: PostOffice, names: FakeNames, more: str, record: str, state: str, said: str
) -> None:
    names.txt = {f"s1._domainkey.{domain}": [record] for domain in ("example.org", "example.com")}
    key = "" if "key_file" in more else f'dkim_key_file = "{KEYS / "key.pem"}"\n'
    more = f'dkim_selector = "s1"\n{key}{more}'
    configure(connected, post_office.imap_port, post_office.smtp_port, more=more)
    found = examined(connected, 1)["signature"]
    assert found["state"] == state
    assert said in found["said"]


@pytest.mark.parametrize(
    ("days", "state", "said"), [(0, "good", "TLSv1"), (-20, "good", "until"), (-5, "warning", "renew")]
)
@pytest.mark.parametrize("tls", ["tls", "starttls"])
def test_the_certificate_of_the_smtp_server_is_looked_at(
    club: Club, monkeypatch: pytest.MonkeyPatch, tls: str, days: int, state: str, said: str
) -> None:
    """As seen today, or that many days before its end."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    with scripted({"EHLO": "250-scripted\r\n250 STARTTLS"}, tls=tls == "tls") as server:
        smtp = {"host": "localhost", "port": server.port, "tls": tls}
        settings = settings_from({"house": {"address": "games@example.org"}, "smtp": smtp}, club.folder / "config.toml")
        now = clock.now() if not days else certificate_end() + timedelta(days=days)
        found = {one.what: one for one in health.examine(settings, None, now)}
    assert found["SMTP"].state == "good"
    assert found["TLS"].state == state
    assert said in found["TLS"].said


def certificate_end() -> datetime:
    context = ssl.create_default_context(cafile=str(CERTIFICATE))
    [certificate] = context.get_ca_certs()
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str(certificate["notAfter"])), UTC)


def test_servers_that_are_away_are_told_together(club: Club) -> None:
    configure(club, imap=unused_port(), smtp=unused_port())
    found = examined(club, 1, "--no-dns")
    assert (found["IMAP"]["state"], found["SMTP"]["state"], found["database"]["state"]) == ("wrong", "wrong", "good")


def test_a_wrong_password_is_told_and_not_printed(connected: Club, post_office: PostOffice) -> None:
    configure(connected, post_office.imap_port, post_office.smtp_port, password="geheim")
    result = connected.give("doctor", "--no-dns", status=1, loud=False)
    assert "refuses the login" in result.stdout
    assert "geheim" not in result.output


@pytest.mark.parametrize(
    ("more", "what", "said"),
    [
        ('[maildir]\npath = "Maildir"\n', "Maildir", "new, cur and tmp are missing"),
        ('[pbem]\ntemplates = "mine"\n', "templates", "bad.txt.j2"),
        ('[pbem]\nsecret_file = "config.toml"\n', "secret", "does not hold a secret"),
        ('[pbem]\ndatabase = "sqlite:///other.db"\n', "database", "run `pbem db upgrade` to create it"),
    ],
)
def test_what_is_wrong_here_is_said(
    connected: Club, post_office: PostOffice, tmp_path: Path, more: str, what: str, said: str
) -> None:
    (tmp_path / "mine" / "mail").mkdir(parents=True)
    (tmp_path / "mine" / "mail" / "bad.txt.j2").write_text("Subject: {{ x\n")
    configure(connected, post_office.imap_port, post_office.smtp_port, more=more)
    finding = examined(connected, 1, "--no-dns")[what]
    assert finding["state"] == "wrong"
    assert said in finding["said"]


def test_folders_that_are_missing_are_named(connected: Club, post_office: PostOffice) -> None:
    filled = CONFIG.format(host=HOST, imap=post_office.imap_port, smtp=post_office.smtp_port, password="secret")
    (connected.folder / "config.toml").write_text(filled.replace("[smtp]", 'folder = "Games"\n[smtp]'))
    assert "there is no folder 'Games'; there are INBOX" in examined(connected, 1, "--no-dns")["IMAP"]["said"]


def test_without_servers_it_is_said_what_to_set(club: Club) -> None:
    found = examined(club, 1, "--no-dns")
    assert "set host in [imap], or path in [maildir]" in found["letters"]["said"]
    assert "set host in [smtp]" in found["SMTP"]["said"]


def test_letters_that_a_mail_server_hands_over_need_no_mailbox(club: Club) -> None:
    found = examined(club, 1, "--no-dns")
    assert (found["letters"]["state"], "service" in found) == ("warning", False)
    club("mail", "feed", input="From: ann@players.test\nTo: games@example.org\n\nhelp\n")
    assert examined(club, 1, "--no-dns")["letters"]["state"] == "good"


def test_a_service_that_does_not_run_is_noticed(connected: Club) -> None:
    with connected.desk() as desk:
        mailboxes.looked(desk.connection, "inbox", connected.now)
    connected.now += timedelta(minutes=20)
    assert examined(connected, 0, "--no-dns")["service"]["state"] == "good"
    connected.now += timedelta(minutes=20)
    assert examined(connected, 0, "--no-dns")["service"]["state"] == "warning"


def test_a_test_mail_is_sent_and_its_answer_told(connected: Club, post_office: PostOffice) -> None:
    assert "was taken" in connected("doctor", "--send-test", "ann@example.org")
    [mail] = post_office.mails("ann@example.org")
    assert b"Subject: A test of pbem" in mail
    assert b"Auto-Submitted: auto-generated" in mail
    assert b"Reply-To: games@example.org" in mail


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [("zoe@example.org", 1, "550"), ("nobody", 2, "nobody"), ("a@b\nBcc: c@d", 2, "")],
)
def test_a_test_mail_that_is_not_taken_says_why(connected: Club, address: str, status: int, said: str) -> None:
    assert said in connected("doctor", "--send-test", address, status=status)
