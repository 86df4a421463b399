"""How the GM opens the account: a code on another device, a browser here, a browser elsewhere; and whom the settings name."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.core.errors import Failed, Unusable
from pbem.service import authorizing
from pbem.service.config import settings_from
from pbem.service.mail_access import client_of
from tests.mail.provider import USER_CODE, Provider, providing, visit


@pytest.fixture
def provider() -> Iterator[Provider]:
    with providing(Provider()) as there:
        yield there


def test_a_code_for_another_device(provider: Provider) -> None:
    provider.pending = 2
    provider.script = [(400, {"error": "slow_down"}), (503, b"busy")]
    shown: list[tuple[str, str]] = []
    waited: list[float] = []
    grant = authorizing.by_device(provider.client, lambda *code: shown.append(code), waited.append)
    assert grant.refresh_token in provider.refresh_tokens
    assert shown == [(f"{provider.url}/enter", USER_CODE)]
    assert waited == [5, 10, 15, 15, 15]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((400, {"error": "access_denied"}), "access was not allowed"),
        ((400, {"error": "expired_token"}), "the code has run out"),
        (
            (400, {"error": "unauthorized_client", "error_description": "no"}),
            "the provider refuses: unauthorized_client: no",
        ),
    ],
)
def test_a_code_that_comes_to_nothing(provider: Provider, answer: tuple[int, Any], said: str) -> None:
    provider.script = [answer]
    with pytest.raises(Failed, match=said):
        authorizing.by_device(provider.client, lambda *_: None, lambda _: None)


def test_a_code_that_nobody_enters(provider: Provider) -> None:
    provider.pending = 10_000
    waited: list[float] = []
    with pytest.raises(Failed, match="the code has run out; begin once more"):
        authorizing.by_device(provider.client, lambda *_: None, waited.append)
    assert sum(waited) == 900


def test_a_browser_on_this_machine(provider: Provider) -> None:
    statuses: list[int] = []
    browsers: list[threading.Thread] = []

    def open_page(page: str) -> None:
        browsers.append(threading.Thread(target=lambda: statuses.append(visit(page)[0])))
        browsers[0].start()

    grant = authorizing.by_browser_here(provider.client, "gm@pbem.test", 0, open_page)
    browsers[0].join()
    assert statuses == [200]
    assert grant.refresh_token in provider.refresh_tokens


def test_a_browser_that_never_comes_or_asks_for_something_else(provider: Provider) -> None:
    def ask_for_icon(page: str) -> None:
        port = int(page.partition("127.0.0.1%3A")[2].partition("%2F")[0])
        statuses.append(visit(f"{provider.url}/authorize?redirect_uri=http://127.0.0.1:{port}/favicon.ico&state=x")[0])

    statuses: list[int] = []
    with pytest.raises(Failed, match="no browser has come back; begin once more, or give --paste"):
        authorizing.by_browser_here(provider.client, "gm@pbem.test", 0, ask_for_icon, patience=0.01)
    assert statuses == [404]


def test_a_port_that_is_taken(provider: Provider) -> None:
    with pytest.raises(Failed, match=f"port {provider.port} of this machine cannot be used"):
        authorizing.by_browser_here(provider.client, "gm@pbem.test", provider.port, lambda page: None)


def test_a_browser_on_another_machine(provider: Provider) -> None:
    grant = authorizing.by_browser_elsewhere(provider.client, "gm@pbem.test", 0, lambda page: f" {visit(page)[1]}\n")
    assert grant.refresh_token in provider.refresh_tokens
    provider.declines = True
    with pytest.raises(Failed, match="access was not allowed"):
        authorizing.by_browser_elsewhere(provider.client, "gm@pbem.test", 0, lambda page: visit(page)[1])


def client(folder: Path, **oauth: str) -> Any:
    return client_of(settings_from({"house": {"address": "a@b.example"}, "oauth": oauth}, folder / "config.toml"))


def test_what_is_known_of_google(tmp_path: Path) -> None:
    google = client(tmp_path, provider="google", client_id="x.apps.googleusercontent.com", client_secret="s3cret")
    assert google.token_url == "https://oauth2.googleapis.com/token"
    assert google.authorize_url == "https://accounts.google.com/o/oauth2/v2/auth"
    assert (google.device_url, google.scope, google.secret) == ("", "https://mail.google.com/", "s3cret")
    assert dict(google.wishes) == {"access_type": "offline", "prompt": "consent"}


def test_what_is_known_of_microsoft(tmp_path: Path) -> None:
    microsoft = client(tmp_path, provider="microsoft", client_id="0-1-2", tenant="consumers")
    base = "https://login.microsoftonline.com/consumers/oauth2/v2.0"
    assert (microsoft.token_url, microsoft.device_url) == (f"{base}/token", f"{base}/devicecode")
    assert microsoft.scope.split() == [
        "https://outlook.office.com/IMAP.AccessAsUser.All",
        "https://outlook.office.com/SMTP.Send",
        "offline_access",
    ]
    assert microsoft.comes_back_to == "localhost"


def test_the_secret_can_lie_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "s").write_text("s3cret\n")
    assert client(tmp_path, provider="google", client_id="x", client_secret_file="s").secret == "s3cret"
    with pytest.raises(Unusable, match="the client's secret cannot be read from"):
        client(tmp_path, provider="google", client_id="x", client_secret_file="none")


def test_without_a_provider(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match=r"set provider and client_id in \[oauth\]"):
        client(tmp_path)
