"""A provider of access tokens on a loopback port: endpoints for tokens, for devices, for browsers and for mail servers that ask.

It does what RFC 6749, 7636 and 8628 ask of one, and what a test scripts in its place.
"""

import base64
import hashlib
import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from pbem.mail.oauth import Client

CLIENT_ID = "pbem-at-the-club"
CLIENT_SECRET = "client-s3cret"
SCOPE = "mail offline"
USER_CODE = "WDJB-MJHT"
Form = dict[str, str]


@dataclass
class Provider:
    """`refresh_tokens`: those that hold. `asked`: path and form of every request. `script`: the next answers about tokens.

    `pending`: how often a device is told to wait. `seconds`: the life of an access token. `rotates`: whether a refresh token is
    good for one use. `access_tokens`: those that hold, with the account that each opens.
    """

    account: str = "gm@pbem.test"
    refresh_tokens: set[str] = field(default_factory=lambda: {"refresh-0"})
    access_tokens: dict[str, str] = field(default_factory=dict)
    asked: list[tuple[str, Form]] = field(default_factory=list)
    script: list[tuple[int, Any]] = field(default_factory=list)
    pending: int = 0
    seconds: int = 3600
    rotates: bool = False
    declines: bool = False
    challenges: dict[str, Form] = field(default_factory=dict)
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def client(self) -> Client:
        """What this provider knows pbem as."""
        return Client(
            CLIENT_ID, f"{self.url}/token", CLIENT_SECRET, f"{self.url}/authorize", f"{self.url}/device", SCOPE
        )

    @property
    def tokens_asked(self) -> list[Form]:
        return [form for path, form in self.asked if path == "/token"]

    def answer(self, path: str, form: Form, authorization: str) -> tuple[int, Any, dict[str, str]]:
        """Status, body and headers of the answer to a request."""
        self.asked.append((path, form))
        if path == "/token":
            return (*(self.script.pop(0) if self.script else self._token(form)), {})
        if path == "/device":
            where = f"{self.url}/enter"
            answer = {"device_code": "device-s3cret", "user_code": USER_CODE, "verification_uri": where, "interval": 5}
            return 200, {**answer, "expires_in": 900}, {}
        if path == "/authorize":
            return 302, "", {"Location": f"{form['redirect_uri']}?{urlencode(self._visited(form))}"}
        if path == "/introspect":
            token = form.get("token") or authorization.removeprefix("Bearer ")
            account = self.access_tokens.get(token)
            return 200, {"active": account is not None, **({"username": account} if account else {})}, {}
        return 404, {}, {}

    def _visited(self, query: Form) -> Form:
        if self.declines:
            return {"error": "access_denied", "state": query["state"]}
        code = f"code-{len(self.challenges)}"
        self.challenges[code] = query
        return {"code": code, "state": query["state"]}

    def _token(self, form: Form) -> tuple[int, Any]:
        if (form.get("client_id"), form.get("client_secret")) != (CLIENT_ID, CLIENT_SECRET):
            return 401, {"error": "invalid_client"}
        kind = form["grant_type"].rpartition(":")[2]
        if kind == "refresh_token" and form["refresh_token"] in self.refresh_tokens:
            if self.rotates:
                self.refresh_tokens.remove(form["refresh_token"])
            return 200, self._granted(with_refresh=self.rotates)
        if kind == "device_code" and form["device_code"] == "device-s3cret":
            self.pending -= 1
            return (400, {"error": "authorization_pending"}) if self.pending >= 0 else (200, self._granted())
        if kind == "authorization_code" and self._proves(form):
            return 200, self._granted()
        description = f"Token {form.get('refresh_token', 'unknown')} has been expired or revoked."
        return 400, {"error": "invalid_grant", "error_description": description}

    def _proves(self, form: Form) -> bool:
        query = self.challenges.pop(form["code"], None)
        if query is None or query["redirect_uri"] != form["redirect_uri"]:
            return False
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == query["code_challenge"]

    def _granted(self, with_refresh: bool = True) -> dict[str, Any]:
        number = len(self.asked)
        access, refresh = f"access-token-{number}", f"refresh-token-{number}"
        self.access_tokens[access] = self.account
        answer: dict[str, Any] = {"access_token": access, "token_type": "Bearer", "expires_in": self.seconds}
        if with_refresh:
            self.refresh_tokens.add(refresh)
            answer["refresh_token"] = refresh
        return answer


def visit(page: str) -> tuple[int, str]:
    """What a browser does with a page of the provider: it follows to wherever that sends it. Gives that status and address."""
    where = urlsplit(page)
    first = http.client.HTTPConnection(where.hostname or "", where.port, timeout=10)
    first.request("GET", f"{where.path}?{where.query}")
    address = first.getresponse().headers["Location"]
    first.close()
    back = urlsplit(address)
    second = http.client.HTTPConnection(back.hostname or "", back.port, timeout=10)
    try:
        second.request("GET", f"{back.path}?{back.query}")
        return second.getresponse().status, address
    except ConnectionRefusedError:
        return 0, address
    finally:
        second.close()


class _Handler(BaseHTTPRequestHandler):
    provider: Provider

    def do_GET(self) -> None:
        self._answer("")

    def do_POST(self) -> None:
        self._answer(self.rfile.read(int(self.headers["Content-Length"] or 0)).decode())

    def _answer(self, body: str) -> None:
        where = urlsplit(self.path)
        form = {name: values[0] for name, values in parse_qs(f"{where.query}&{body}").items()}
        status, answer, headers = self.provider.answer(where.path, form, self.headers.get("Authorization", ""))
        content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": len(content), **headers}.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Tests have no use for it."""


@contextmanager
def providing(provider: Provider) -> Iterator[Provider]:
    """The provider, as long as the block runs; `provider.port` is its port."""
    handler = type("Provided", (_Handler,), {"provider": provider})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        provider.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield provider
        server.shutdown()
        thread.join()
