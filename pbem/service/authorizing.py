"""How the GM opens the mail account to pbem: by a code on any device, or by a browser on this machine or another."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import urlsplit

from pbem.core.errors import Failed
from pbem.mail import oauth
from pbem.mail.oauth import Client, Grant, Refused, Unanswered, Visit

PATIENCE = 600.0
"""Seconds for which the browser is waited for."""

SLOWER = 5
"""Seconds by which a provider is asked less often that says so or gives no answer. Source: RFC 8628 3.5."""

ELSEWHERE = 8377
"""The port to which a browser on another machine is sent: one on which hardly anything answers."""

_DONE = b"<!doctype html><title>pbem</title><p>pbem has its answer. You may close this window and go back to the terminal.</p>\n"


def by_device(client: Client, show: Callable[[str, str], None], wait: Callable[[float], None] = time.sleep) -> Grant:
    """What the GM grants with a code, which `show` is given the page for and then the code itself. Raises Failed."""
    code = oauth.ask_device_code(client)
    show(code.where, code.user_code)
    interval, left = code.interval, code.seconds
    while left > 0:
        wait(interval)
        left -= interval
        try:
            return oauth.by_device_code(client, code)
        except Unanswered:
            interval += SLOWER
        except Refused as error:
            if error.code == "slow_down":
                interval += SLOWER
            elif error.code != "authorization_pending":
                raise _declined(error) from error
    raise Failed("the code has run out; begin once more")


def by_browser_here(
    client: Client, user: str, port: int, show: Callable[[str], None], patience: float = PATIENCE
) -> Grant:
    """What the GM grants in a browser on this machine, on the page that `show` is given. `port`: 0 for any. Raises Failed."""
    with _waiting_for_browser(port) as (used, came_back):
        visit = oauth.begin_visit(client, used, user)
        show(visit.url)
        return _granted(client, visit, came_back(patience))


def by_browser_elsewhere(client: Client, user: str, port: int, ask: Callable[[str], str]) -> Grant:
    """What the GM grants in a browser on another machine. `ask` is given the page, and gives the address at which it ended.

    Nothing waits on that machine's `port`, so that its browser shows no page; the address is all that is needed. Raises Failed.
    """
    visit = oauth.begin_visit(client, port or ELSEWHERE, user)
    return _granted(client, visit, ask(visit.url))


def _granted(client: Client, visit: Visit, came_back: str) -> Grant:
    try:
        return oauth.by_visit(client, visit, oauth.code_of(visit, came_back))
    except Refused as error:
        raise _declined(error) from error


def _declined(error: Refused) -> Failed:
    if error.code == "access_denied":
        return Failed("access was not allowed; begin once more, and allow it")
    if error.code == "expired_token":
        return Failed("the code has run out; begin once more")
    return Failed(f"the provider refuses: {error}")


@contextmanager
def _waiting_for_browser(port: int) -> Iterator[tuple[int, Callable[[float], str]]]:
    """The port on which a browser is waited for, and what gives the address with which it came, within so many seconds."""
    addresses: list[str] = []
    came = threading.Event()

    class Answer(BaseHTTPRequestHandler):
        timeout = 10

        def do_GET(self) -> None:
            if urlsplit(self.path).path != "/" or "state=" not in self.path:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(_DONE)))
            self.end_headers()
            self.wfile.write(_DONE)
            addresses.append(self.path)
            came.set()

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing: the address holds the code."""

    def wait(seconds: float) -> str:
        if not came.wait(seconds):
            raise Failed("no browser has come back; begin once more, or give --paste where it runs on another machine")
        return addresses[0]

    try:
        server = HTTPServer(("127.0.0.1", port), Answer)
    except OSError as error:
        raise Failed(
            f"port {port} of this machine cannot be used ({error.strerror}); give another with --port"
        ) from error
    serving = threading.Thread(target=server.serve_forever, args=(0.1,), daemon=True)
    serving.start()
    try:
        yield server.server_address[1], wait
    finally:
        server.shutdown()
        serving.join()
        server.server_close()
