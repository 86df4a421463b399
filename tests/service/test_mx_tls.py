"""How the MX hosts encrypt, tried against servers on loopback."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import pytest

from pbem.service import clock, mx_tls
from tests.cli.test_doctor import certificate_end
from tests.mail.scripted_smtp import CERTIFICATE, scripted
from tests.service.test_sender_dns import FakeNames

NAMES = FakeNames(mx={"games.example.org": ["localhost"]}, ip={"localhost": ["127.0.0.1"]})
STARTTLS = {"EHLO": "250-scripted\r\n250 STARTTLS"}


def found(monkeypatch: pytest.MonkeyPatch, script: Mapping[str, str | list[str]], now: datetime | None = None) -> str:
    with scripted(script) as server:
        monkeypatch.setattr(mx_tls, "PORT", server.port)
        [finding] = mx_tls.examine(NAMES, "games.example.org", now or clock.now())
    assert finding.what == "MX TLS"
    return f"{finding.state}: {finding.said}"


def test_a_host_that_encrypts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    assert found(monkeypatch, STARTTLS).startswith("good: localhost speaks TLSv1.")
    soon = certificate_end() - timedelta(days=3)
    assert found(monkeypatch, STARTTLS, soon).startswith("warning: localhost speaks TLSv1.")


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ({}, "TLS with it fails (SMTP STARTTLS extension not supported"),
        (STARTTLS, "certificate verify failed"),
        ({**STARTTLS, "STARTTLS": "454 4.7.0 not now"}, "TLS with it fails (454 4.7.0 not now)"),
    ],
)
def test_a_host_that_does_not_encrypt_well(
    monkeypatch: pytest.MonkeyPatch, script: Mapping[str, str], said: str
) -> None:
    finding = found(monkeypatch, script)
    assert finding.startswith("warning: localhost takes mail, but TLS with it fails")
    assert said in finding


def test_a_port_that_is_closed_from_here(monkeypatch: pytest.MonkeyPatch) -> None:
    with scripted() as server:
        monkeypatch.setattr(mx_tls, "PORT", server.port)
    [finding] = mx_tls.examine(NAMES, "games.example.org", clock.now())
    assert finding.state == "unseen"
    assert "cannot be reached from here" in finding.said


def test_what_the_dns_does_not_know_is_not_asked() -> None:
    unknown = FakeNames(mx={"a.example": ["", "."], "b.example": ["mx.b.example"]})
    assert list(mx_tls.examine(unknown, "a.example", clock.now())) == []
    assert list(mx_tls.examine(unknown, "b.example", clock.now())) == []
    silent = FakeNames(away=frozenset({"c.example"}))
    [finding] = mx_tls.examine(silent, "c.example", clock.now())
    assert finding.state == "unseen"
