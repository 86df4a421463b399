"""OAuth against a provider on loopback: what is asked, what each answer means, and that nothing secret is told."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from pbem.core.errors import Failed
from pbem.mail import oauth
from pbem.mail.oauth import Refused, Unanswered
from tests.mail.provider import CLIENT_ID, CLIENT_SECRET, Provider, providing, visit
from tests.mail.scripted_smtp import scripted


@pytest.fixture
def provider() -> Iterator[Provider]:
    with providing(Provider()) as there:
        yield there


def test_a_token_is_renewed(provider: Provider) -> None:
    grant = oauth.renewed(provider.client, "refresh-0")
    assert grant.access_token in provider.access_tokens
    assert (grant.seconds, grant.refresh_token) == (3600, "")
    [form] = provider.tokens_asked
    assert form == {
        "grant_type": "refresh_token",
        "refresh_token": "refresh-0",
        "client_id": CLIENT_ID,
        "client_secret": CLIENT_SECRET,
    }


GOOD = {"access_token": "a", "token_type": "Bearer", "expires_in": 60}

ANSWERS: list[tuple[int, Any, type[Failed], str]] = [
    (400, {"error": "invalid_grant"}, Refused, "invalid_grant"),
    (400, {"error": "invalid_grant", "error_description": "Bad\r\nRequest"}, Refused, "invalid_grant: Bad Request"),
    (400, {"error": "invalid_grant", "error_description": "refresh-0 ended"}, Refused, "invalid_grant: … ended"),
    (401, {"error": "invalid_client", "error_description": CLIENT_SECRET}, Refused, "invalid_client: …"),
    (400, {"error": "<b>", "error_description": 7}, Refused, "an unknown error: 7"),
    (500, {"error": "invalid_grant"}, Refused, "invalid_grant"),
    (503, {"error": "temporarily_unavailable"}, Unanswered, "127.0.0.1 gave status 503"),
    (429, {"error": "rate"}, Unanswered, "127.0.0.1 gave status 429"),
    (502, b"<html>refresh-0", Unanswered, "127.0.0.1 gave no JSON but status 502"),
    (200, b"\xff\xfe", Unanswered, "127.0.0.1 gave no JSON but status 200"),
    (200, ["a"], Unanswered, "127.0.0.1 gave no JSON but status 200"),
    (302, {}, Unanswered, "127.0.0.1 gave status 302, and no reason"),
    (200, {}, Unanswered, "the provider gave no token that can be used"),
    (200, {**GOOD, "access_token": "a\x01auth=b"}, Unanswered, "the provider gave no token that can be used"),
    (200, {**GOOD, "refresh_token": "a\r\n"}, Unanswered, "the provider gave no token that can be used"),
    (200, {**GOOD, "token_type": "mac"}, Unanswered, "the provider gave a token of another kind than bearer"),
]


@pytest.mark.parametrize(("status", "answer", "kind", "said"), ANSWERS)
def test_what_an_answer_means(provider: Provider, status: int, answer: Any, kind: type[Failed], said: str) -> None:
    provider.script = [(status, answer)]
    with pytest.raises(kind) as raised:
        oauth.renewed(provider.client, "refresh-0")
    assert str(raised.value) == said
    assert "refresh-0" not in repr(raised.value)
    assert CLIENT_SECRET not in repr(raised.value)


@pytest.mark.parametrize(
    ("given", "seconds"), [("120", 120), (None, 3600), (-5, 3600), ("soon", 3600), (10**12, 31_622_400)]
)
def test_a_life_that_is_told_in_another_way(provider: Provider, given: Any, seconds: int) -> None:
    provider.script = [(200, {"access_token": "a", "expires_in": given})]
    assert oauth.renewed(provider.client, "refresh-0").seconds == seconds


def test_a_redirect_is_not_followed(provider: Provider) -> None:
    client = oauth.Client(CLIENT_ID, f"{provider.url}/authorize?redirect_uri={provider.url}/token&state=x")
    with pytest.raises(Unanswered):
        oauth.renewed(client, "refresh-0")
    assert provider.tokens_asked == []


def test_nobody_there() -> None:
    with providing(Provider()) as gone:
        client = gone.client
    with pytest.raises(Unanswered, match="1 cannot be asked") as raised:
        oauth.renewed(client, "refresh-0")
    assert "refresh-0" not in repr(raised.value)


def test_a_provider_whose_certificate_nobody_vouches_for() -> None:
    with scripted(tls=True) as server, pytest.raises(Unanswered, match="cannot be asked"):
        oauth.renewed(oauth.Client(CLIENT_ID, f"https://localhost:{server.port}/token"), "refresh-0")
    assert server.commands == []


def test_a_visit_proves_that_it_is_the_same_one(provider: Provider) -> None:
    begun = oauth.begin_visit(provider.client, 1, "gm@pbem.test")
    query = {name: values[0] for name, values in parse_qs(urlsplit(begun.url).query).items()}
    assert query["redirect_uri"] == "http://127.0.0.1:1/"
    assert (query["login_hint"], query["scope"]) == ("gm@pbem.test", "mail offline")
    assert begun.verifier not in begun.url
    status, came_back = visit(begun.url)
    assert status == 0
    code = oauth.code_of(begun, came_back)
    other = oauth.begin_visit(provider.client, 1, "gm@pbem.test")
    with pytest.raises(Failed, match="that is not the address at which this visit ended"):
        oauth.code_of(other, came_back)
    grant = oauth.by_visit(provider.client, begun, code)
    assert grant.access_token in provider.access_tokens
    with pytest.raises(Refused, match="invalid_grant"):
        oauth.by_visit(provider.client, begun, code)


def test_another_s_verifier_gets_nothing(provider: Provider) -> None:
    begun = oauth.begin_visit(provider.client, 1, "gm@pbem.test")
    code = oauth.code_of(begun, visit(begun.url)[1])
    thief = oauth.Visit(begun.url, begun.comes_back_to, begun.state, "x" * 60)
    with pytest.raises(Refused, match="invalid_grant"):
        oauth.by_visit(provider.client, thief, code)


@pytest.mark.parametrize(
    "came_back", ["", "nonsense", "http://127.0.0.1:1/", "http://[", "http://127.0.0.1:1/?code=x&state=é"]
)
def test_an_address_that_is_another(provider: Provider, came_back: str) -> None:
    begun = oauth.begin_visit(provider.client, 1, "gm@pbem.test")
    with pytest.raises(Failed):
        oauth.code_of(begun, came_back)


def test_nothing_secret_shows_in_what_is_printed_of_it(provider: Provider) -> None:
    begun = oauth.begin_visit(provider.client, 1, "gm@pbem.test")
    code = oauth.ask_device_code(provider.client)
    grant = oauth.by_device_code(provider.client, code)
    shown = repr([provider.client, begun, code, grant])
    for secret in (CLIENT_SECRET, begun.verifier, code.code, grant.access_token, grant.refresh_token):
        assert secret not in shown
