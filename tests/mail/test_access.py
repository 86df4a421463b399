"""Access tokens: when they are renewed, how they are kept, and what is done where none can be had. Source: mail.md 73."""

import json
import os
import stat
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.core.errors import Unusable
from pbem.mail import token_file
from pbem.mail.access import Access, NoAccess
from pbem.mail.oauth import Grant
from tests.mail.provider import Provider, providing

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)


class Account:
    """An account that was opened at noon, whose access token ends by half past, and a clock to set."""

    def __init__(self, provider: Provider, file: Path) -> None:
        self.provider = provider
        self.file = file
        self.now = NOON
        self.hidden: list[str] = []
        self.access = self.another()
        self.access.keep(Grant("first", 1800, "refresh-0"))

    def another(self) -> Access:
        """What another process has."""
        return Access(self.provider.client, self.file, self.hidden.append, lambda: self.now)

    def wait(self, **span: float) -> None:
        self.now += timedelta(**span)


@pytest.fixture
def provider() -> Iterator[Provider]:
    with providing(Provider()) as there:
        yield there


@pytest.fixture
def account(provider: Provider, tmp_path: Path) -> Account:
    return Account(provider, tmp_path / "pbem.oauth")


def test_row_73_a_token_is_renewed_before_it_ends(account: Account) -> None:
    account.wait(minutes=26)
    assert account.access.token() == "first"
    assert account.provider.asked == []
    account.wait(minutes=1.5)
    renewed = account.access.token()
    assert renewed in account.provider.access_tokens
    assert [account.access.token(), account.another().token()] == [renewed, renewed]
    assert len(account.provider.asked) == 1


def test_row_73_a_refused_token_is_renewed_once(account: Account) -> None:
    assert account.access.renew(account.access.token())
    second = account.access.token()
    assert second != "first"
    assert not account.access.renew(second)
    assert account.access.token() == second
    account.wait(minutes=5)
    assert account.access.renew(second)
    assert account.access.token() != second
    assert len(account.provider.asked) == 2


def test_a_token_that_another_process_has_renewed_is_taken(account: Account) -> None:
    other = account.another()
    assert other.renew("first")
    renewed = other.token()
    assert account.access.renew("first")
    assert account.access.token() == renewed
    assert len(account.provider.asked) == 1


def test_a_refresh_token_that_is_good_for_one_use(account: Account) -> None:
    account.provider.rotates = True
    for _ in range(3):
        account.wait(hours=1)
        assert account.access.token() in account.provider.access_tokens
    kept = token_file.read(account.file)
    assert kept is not None
    assert kept.refresh_token in account.provider.refresh_tokens


def test_processes_that_renew_at_once_use_a_refresh_token_once(account: Account) -> None:
    account.provider.rotates = True
    account.wait(hours=1)
    got: list[str] = []
    threads = [threading.Thread(target=lambda: got.append(account.another().token())) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 6
    assert len(set(got)) == 1
    assert len(account.provider.asked) == 1


def test_row_73_what_was_withdrawn_is_asked_for_once_until_it_is_allowed_anew(account: Account) -> None:
    account.provider.refresh_tokens.clear()
    account.wait(hours=1)
    for _ in range(5):
        with pytest.raises(NoAccess, match=r"no longer open to pbem .*; run `pbem mail authorize` again") as refused:
            account.access.token()
        assert refused.value.lasting
        assert "refresh-0" not in str(refused.value)
        account.wait(hours=1)
        with pytest.raises(NoAccess, match="no longer open to pbem"):
            account.another().token()
    assert len(account.provider.asked) == 1
    account.provider.refresh_tokens.add("refresh-new")
    account.another().keep(Grant("new", 1800, "refresh-new"))
    assert account.access.token() == "new"


@pytest.mark.parametrize("code", ["invalid_grant", "invalid_client"])
def test_who_asks_in_earnest_is_told_anew_what_the_provider_says(account: Account, code: str) -> None:
    account.provider.script = [(400, {"error": code})] * 2
    for asked in (1, 2):
        with pytest.raises(NoAccess, match=code):
            account.access.token_anew()
        assert len(account.provider.asked) == asked
    renewed = account.access.token_anew()
    assert [account.access.token(), account.another().token()] == [renewed, renewed]
    account.wait(hours=1)
    assert account.access.token() != renewed


@pytest.mark.parametrize(
    ("answer", "lasting", "said"),
    [
        ((401, {"error": "invalid_client"}), True, "check client_id and client_secret in [oauth]"),
        ((400, {"error": "unauthorized_client"}), True, "check client_id and client_secret in [oauth]"),
        ((400, {"error": "temporarily_unavailable"}), False, "no access token can be had now"),
        ((503, b"busy"), False, "no access token can be had now: 127.0.0.1 gave no JSON but status 503"),
    ],
)
def test_row_73_a_provider_that_gives_no_token(
    account: Account, answer: tuple[int, object], lasting: bool, said: str
) -> None:
    account.provider.script = [answer]
    account.wait(hours=1)
    for _ in range(3):
        with pytest.raises(NoAccess) as refused:
            account.access.token()
        assert said in str(refused.value)
        assert refused.value.lasting is lasting
    assert len(account.provider.asked) == 1
    account.wait(minutes=1)
    if not lasting:
        assert account.access.token() in account.provider.access_tokens


def test_an_account_that_was_never_opened(provider: Provider, tmp_path: Path) -> None:
    with pytest.raises(NoAccess, match="not been opened to pbem yet; run `pbem mail authorize`") as refused:
        Access(provider.client, tmp_path / "none").token()
    assert refused.value.lasting
    assert provider.asked == []


def test_tokens_of_another_client_are_not_used(account: Account) -> None:
    other = Access(replace(account.provider.client, client_id="another"), account.file)
    with pytest.raises(NoAccess, match="another client or provider than"):
        other.token()


@pytest.mark.parametrize("umask", [0o000, 0o022])
def test_the_file_can_be_read_by_its_owner_alone(account: Account, umask: int) -> None:
    before = os.umask(umask)
    try:
        account.wait(hours=1)
        account.access.token()
    finally:
        os.umask(before)
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in account.file.parent.iterdir()}
    assert modes == {"pbem.oauth": 0o600, ".pbem.oauth.lock": 0o600}


def test_a_file_that_cannot_be_written_costs_no_refresh_token(
    account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    account.provider.rotates = True
    account.wait(hours=1)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.mkstemp", full)
    with pytest.raises(NoAccess, match=r"cannot be kept in .*: No space left on device"):
        account.access.token()
    assert account.provider.asked == []
    assert "refresh-0" in account.file.read_text()


def test_a_write_that_fails_leaves_the_file_as_it_was(account: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    before = account.file.read_bytes()

    def torn(*_: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("os.fsync", torn)
    account.wait(hours=1)
    with pytest.raises(NoAccess, match="Input/output error"):
        account.access.token()
    assert account.file.read_bytes() == before
    assert {file.name for file in account.file.parent.iterdir()} == {"pbem.oauth", ".pbem.oauth.lock"}


DAMAGED = ["", "{", "[]", "null", '"x"', "{}", '{"use_until": "soon"}', '{"use_until": "2026-11-27T12:00:00"}']


@pytest.mark.parametrize("content", DAMAGED)
def test_a_damaged_file_is_one_sentence(tmp_path: Path, content: str) -> None:
    file = tmp_path / "pbem.oauth"
    file.write_text(content)
    with pytest.raises(Unusable, match="does not hold what `pbem mail authorize` writes"):
        token_file.read(file)


def test_a_naive_time_or_a_number_for_a_token_is_damage(account: Account) -> None:
    written = json.loads(account.file.read_text())
    for change in ({"use_until": "2026-11-27T12:00:00"}, {"refresh_token": 7}, {"more": "x"}):
        account.file.write_text(json.dumps({**written, **change}))
        with pytest.raises(NoAccess, match="does not hold what"):
            account.access.token()


def test_every_token_is_hidden(account: Account) -> None:
    account.provider.rotates = True
    account.wait(hours=1)
    renewed = account.access.token()
    kept = token_file.read(account.file)
    assert kept is not None
    assert {"first", "refresh-0", renewed, kept.refresh_token} <= set(account.hidden)
    assert "refresh-0" not in repr(kept)
    assert renewed not in repr(kept)
