"""Letters as the house reads them: whose word counts for the sender, and when the DNS is asked. Source: mail.md 60, Threats."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.core.errors import Unusable
from pbem.core.letters import Letter, Verdict
from pbem.mail.dkim_check import DkimCheck
from pbem.mail.source import from_pipe
from pbem.service import post_room, reading
from pbem.service.config import settings_from
from pbem.service.explaining import explain
from pbem.service.wiring import Office, open_office
from pbem.store import letters, migrations
from pbem.store.session import connect
from tests.mail.signing import MAIL, RECORD, signed
from tests.mail.test_dkim import Texts
from tests.moderator.tabletop import NOON

RESULTS = b"Authentication-Results: mx.example.org; dmarc=%s header.from=example.net\r\n"


def office(folder: Path, **house: object) -> Office:
    settings = settings_from({"house": {"address": "games@example.org", **house}}, folder / "config.toml")
    engine = connect(settings.pbem.database)
    migrations.upgrade(engine)
    engine.dispose()
    return open_office(settings, lambda: NOON)


@pytest.fixture
def house(tmp_path: Path) -> "Callable[..., tuple[Office, Texts]]":
    """A house that checks signatures, and the DNS that it asks."""

    def make(**entries: object) -> tuple[Office, Texts]:
        found, texts = office(tmp_path, **{"check_dkim": True, **entries}), Texts()
        return replace(found, dkim=found.dkim and DkimCheck(texts)), texts

    return make


def letter_of(office: Office, content: bytes) -> Letter:
    return reading.read(office, from_pipe(content, NOON))


House = Callable[..., tuple[Office, Texts]]


def test_a_signature_of_from_s_domain_vouches_for_the_sender(house: House) -> None:
    found, _ = house()
    assert letter_of(found, signed()).vouched == "pass"
    assert letter_of(found, signed().replace(b"x4", b"x5")).vouched == "none"
    assert letter_of(found, MAIL).vouched == "none"
    found.engine.dispose()


def test_a_house_that_does_not_check_asks_nobody(house: House) -> None:
    found, texts = house(check_dkim=False)
    assert found.dkim is None
    assert letter_of(found, signed()).vouched == "none"
    assert texts.asked == []
    found.engine.dispose()


@pytest.mark.parametrize(("verdict", "vouched"), [(b"pass", "pass"), (b"fail", "fail")])
def test_what_the_house_s_own_server_says_counts_first(house: House, verdict: bytes, vouched: str) -> None:
    found, texts = house(authserv_id="mx.example.org")
    assert letter_of(found, RESULTS % verdict + signed()).vouched == vouched
    assert texts.asked == []
    found.engine.dispose()


def test_a_dns_that_is_away_leaves_the_letter_unproven(house: House) -> None:
    found, texts = house()
    texts.away.add("s1._domainkey.example.net")
    assert letter_of(found, signed()).vouched == "none"
    found.engine.dispose()


def test_a_letter_from_a_pipe_is_proven(house: House) -> None:
    """The stranger's mail is no token's: only the signature tells the two apart."""
    found, texts = house()
    for content in (signed(), signed(MAIL.replace(b"<1@", b"<2@")).replace(b"x4", b"x5")):
        post_room.feed(found, content)
    with found.looking() as desk:
        rows = sorted(letters.listed(desk.connection, limit=10), key=lambda row: row.id)
    assert len(rows) == 2
    assert all(row.verdict is not Verdict.QUAR for row in rows)
    assert texts.asked == ["s1._domainkey.example.net"] * 2
    found.engine.dispose()


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ({}, "a stranger, whom the signature of its sender's domain vouches for"),
        (
            {"authserv_id": "mx.example.org"},
            "a stranger, whom the receiving server or the signature of its sender's domain",
        ),
        ({"check_dkim": False}, "a stranger"),
    ],
)
def test_whose_word_it_was_is_explained(house: House, entries: dict[str, object], said: str) -> None:
    found, _ = house(**entries)
    identity = explain(signed(), found).identity
    assert identity is not None
    assert identity.startswith(said)
    assert ("vouches" in identity) is ("vouches" in said or "or the" in said)
    found.engine.dispose()


def test_without_the_package_nothing_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dkim", None)
    with pytest.raises(Unusable, match="signatures need another package"):
        office(tmp_path, check_dkim=True)


def test_the_key_is_looked_for_in_the_dns_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Names:
        def texts(self, name: str) -> list[str]:
            return [RECORD] if name == "s1._domainkey.example.net" else []

    monkeypatch.setattr("pbem.service.wiring.Dns", Names)
    found = office(tmp_path, check_dkim=True)
    assert letter_of(found, signed()).vouched == "pass"
    found.engine.dispose()
