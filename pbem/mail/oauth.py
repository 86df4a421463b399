"""OAuth 2 as a mail program needs it: tokens are granted, and granted anew, by a provider's endpoints.

Every request is a form that is posted over HTTPS (plain HTTP on this machine alone), every answer a JSON object; no redirect is
followed. Source: RFC 6749; RFC 7636 (PKCE); RFC 8252 (the browser comes back to a loopback address); RFC 8628 (a code for another
device).
"""

import base64
import hashlib
import http.client
import json
import re
import secrets
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeGuard
from urllib.parse import parse_qs, urlencode, urlsplit

from pbem.core.errors import Failed
from pbem.mail.header_block import plain

TIMEOUT = 30.0
"""Seconds for the connection and for the answer."""

DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"

_LARGEST_ANSWER = 64 * 1024
_USUAL_LIFE = 3600  # seconds: of an access token whose answer does not say (RFC 6749 5.1)
_TOKEN = re.compile(r"[\x21-\x7e]+")  # nothing that could end the line or the field in which it is sent
_CODE = re.compile(r"[a-z_]{1,60}")
_FOR_NOW = frozenset({"temporarily_unavailable", "server_error", "slow_down"})


class Refused(Failed):
    """The provider refuses a request. `code`: the error as RFC 6749 5.2 names it, such as `invalid_grant`."""

    def __init__(self, code: str, said: str) -> None:
        super().__init__(f"{code}{f': {said}' if said else ''}")
        self.code = code


class Unanswered(Failed):
    """The provider gives no usable answer now: one sentence about why."""


@dataclass(frozen=True, slots=True)
class Client:
    """What a provider knows pbem as, and where it is asked. `secret`, `authorize_url`, `device_url`: empty where it has none.

    `wishes`: what is added to the address of the page on which access is allowed. `comes_back_to`: the host to which that page
    sends the browser.
    """

    client_id: str
    token_url: str
    secret: str = field(default="", repr=False)
    authorize_url: str = ""
    device_url: str = ""
    scope: str = ""
    wishes: tuple[tuple[str, str], ...] = ()
    comes_back_to: str = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Grant:
    """What the provider gave. `seconds`: how long the access token holds; `refresh_token`: empty to go on with the old one."""

    access_token: str = field(repr=False)
    seconds: int
    refresh_token: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class DeviceCode:
    """What the GM enters on any device: `user_code` on the page `where`. In seconds, how long it holds and how often to ask."""

    code: str = field(repr=False)
    user_code: str
    where: str
    seconds: int
    interval: int


@dataclass(frozen=True, slots=True)
class Visit:
    """A visit to the page on which access is allowed, and what only who began it knows of it."""

    url: str
    comes_back_to: str
    state: str = field(repr=False)
    verifier: str = field(repr=False)


def renewed(client: Client, refresh_token: str) -> Grant:
    """A new access token. Raises Refused (`invalid_grant` where the refresh token holds no longer) or Unanswered."""
    return _grant(client, {"grant_type": "refresh_token", "refresh_token": refresh_token})


def ask_device_code(client: Client) -> DeviceCode:
    """The code by which the GM allows access from any device. Raises Refused or Unanswered."""
    answer = _posted(client.device_url, {"client_id": client.client_id, "scope": client.scope})
    where = answer.get("verification_uri") or answer.get("verification_url")
    code, user_code = answer.get("device_code"), answer.get("user_code")
    if not (isinstance(where, str) and isinstance(code, str) and isinstance(user_code, str)):
        raise Unanswered("the provider gave no code for another device")
    return DeviceCode(
        code,
        plain(user_code)[:60],
        plain(where)[:300],
        _number(answer, "expires_in", 900),
        _number(answer, "interval", 5),
    )


def by_device_code(client: Client, code: DeviceCode) -> Grant:
    """What was granted on the other device; Refused with `authorization_pending` or `slow_down` until then."""
    return _grant(client, {"grant_type": DEVICE_GRANT, "device_code": code.code})


def begin_visit(client: Client, port: int, user: str) -> Visit:
    """The page on which `user` allows access, after which the browser comes back to that port of its own machine."""
    state, verifier = secrets.token_urlsafe(24), secrets.token_urlsafe(64)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    comes_back_to = f"http://{client.comes_back_to}:{port}/"
    query = {
        "response_type": "code",
        "client_id": client.client_id,
        "redirect_uri": comes_back_to,
        "scope": client.scope,
        "state": state,
        "code_challenge": challenge,
        "code_challenge_method": "S256",
        "login_hint": user,
        **dict(client.wishes),
    }
    joint = "&" if urlsplit(client.authorize_url).query else "?"
    return Visit(f"{client.authorize_url}{joint}{urlencode(query)}", comes_back_to, state, verifier)


def code_of(visit: Visit, came_back: str) -> str:
    """The code in the address at which the browser came back. Raises Refused where access was not allowed, else Failed."""
    found = parse_qs(came_back.strip().partition("?")[2])
    if not secrets.compare_digest(found.get("state", [""])[0].encode(), visit.state.encode()):
        raise Failed("that is not the address at which this visit ended; begin once more")
    if error := found.get("error", [""])[0]:
        raise Refused(_code(error), plain(found.get("error_description", [""])[0])[:200])
    code = found.get("code", [""])[0]
    if not code:
        raise Failed("there is no code in that address; copy the whole of it")
    return code


def by_visit(client: Client, visit: Visit, code: str) -> Grant:
    """What was granted on the page. Raises Refused or Unanswered."""
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": visit.comes_back_to}
    return _grant(client, {**form, "code_verifier": visit.verifier})


def _grant(client: Client, form: Mapping[str, str]) -> Grant:
    secret = {"client_secret": client.secret} if client.secret else {}
    answer = _posted(client.token_url, {**form, "client_id": client.client_id, **secret})
    access, refresh = answer.get("access_token"), answer.get("refresh_token") or ""
    if not _is_token(access) or not (refresh == "" or _is_token(refresh)):
        raise Unanswered("the provider gave no token that can be used")
    if str(answer.get("token_type", "bearer")).lower() != "bearer":
        raise Unanswered("the provider gave a token of another kind than bearer")
    return Grant(access, _number(answer, "expires_in", _USUAL_LIFE), refresh)


def _posted(url: str, form: Mapping[str, str]) -> dict[str, Any]:
    """The answer to a form. Raises Refused or Unanswered, neither of which tells anything of the form."""
    status, body = _exchange(url, {name: value for name, value in form.items() if value})
    try:
        answer = json.loads(body)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise Unanswered(f"{urlsplit(url).hostname} gave no JSON but status {status}")
    error = answer.get("error")
    if error is None and 200 <= status < 300:
        return answer
    code = _code(error)
    said = plain(str(answer.get("error_description") or ""))
    for value in form.values():
        said = said.replace(value, "…") if len(value) > 7 else said
    if (status >= 500 or status == http.client.TOO_MANY_REQUESTS) and code not in ("invalid_grant", "slow_down"):
        raise Unanswered(f"{urlsplit(url).hostname} gave status {status}")
    if error is None:
        raise Unanswered(f"{urlsplit(url).hostname} gave status {status}, and no reason")
    raise Refused(code, said[:200])


def _exchange(url: str, form: Mapping[str, str]) -> tuple[int, bytes]:
    """The status and the body of the answer to a posted form. Raises Unanswered."""
    where = urlsplit(url)
    assert where.hostname is not None
    connection: http.client.HTTPConnection
    if where.scheme == "https":
        context = ssl.create_default_context()
        connection = http.client.HTTPSConnection(where.hostname, where.port, timeout=TIMEOUT, context=context)
    else:
        connection = http.client.HTTPConnection(where.hostname, where.port, timeout=TIMEOUT)
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
    target = f"{where.path or '/'}{f'?{where.query}' if where.query else ''}"
    try:
        connection.request("POST", target, urlencode(form), headers)
        answer = connection.getresponse()
        return answer.status, answer.read(_LARGEST_ANSWER)
    except TimeoutError as error:
        raise Unanswered(f"{where.hostname} gave no answer within {TIMEOUT:g} s") from error
    except (OSError, http.client.HTTPException) as error:
        said = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
        raise Unanswered(f"{where.hostname} cannot be asked ({plain(said)})") from error
    finally:
        connection.close()


def is_for_now(error: Refused) -> bool:
    """Whether the same request may succeed later."""
    return error.code in _FOR_NOW


def _is_token(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and _TOKEN.fullmatch(value) is not None


def _code(error: object) -> str:
    return error if isinstance(error, str) and _CODE.fullmatch(error) else "an unknown error"


def _number(answer: Mapping[str, Any], name: str, otherwise: int) -> int:
    """A positive number of the answer, which some providers write as text."""
    try:
        number = int(answer.get(name, otherwise))
    except (TypeError, ValueError):
        return otherwise
    return min(number, 366 * 86_400) if number > 0 else otherwise
