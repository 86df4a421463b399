"""The log: what it is about, in both forms, and what it never holds."""

import base64
import io
import json
import logging
from collections.abc import Iterator

import pytest

from pbem.service import logs

TOKEN = "abcdefghijklmnopqrstuvwx23"


@pytest.fixture(autouse=True)
def kept_handlers() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level, ours = root.handlers[:], root.level, logging.getLogger("pbem").level
    yield
    root.handlers = handlers
    root.setLevel(level)
    logging.getLogger("pbem").setLevel(ours)


def logged(kind: str = "json", level: str = "info") -> io.StringIO:
    stream = io.StringIO()
    logs.begin(kind, level, ["s3cret"], stream)
    return stream


def test_an_event_is_a_line_of_json_that_says_what_it_is_about() -> None:
    stream = logged()
    with logs.about(campaign="pit-1", turn=3):
        logs.logger("turns").info("adjudicated", events=12)
    event = json.loads(stream.getvalue())
    assert event.pop("timestamp").endswith("Z")
    assert event == {
        "campaign": "pit-1",
        "turn": 3,
        "event": "adjudicated",
        "events": 12,
        "level": "info",
        "logger": "pbem.turns",
    }


def test_for_people_it_is_plain_text_where_there_is_no_terminal() -> None:
    stream = logged("console")
    logs.logger("turns").warning("a deadline waits", campaign="pit-1")
    assert "a deadline waits" in stream.getvalue()
    assert "campaign=pit-1" in stream.getvalue()
    assert "\x1b" not in stream.getvalue()


def test_what_is_below_the_level_is_not_written() -> None:
    stream = logged(level="warning")
    logs.logger("turns").info("adjudicated")
    assert stream.getvalue() == ""


def test_what_libraries_log_is_written_alike() -> None:
    stream = logged()
    logging.getLogger("apscheduler").warning("missed by %s", "1 s")
    assert json.loads(stream.getvalue())["event"] == "missed by 1 s"


@pytest.mark.parametrize("kind", ["json", "console"])
def test_threat_16_passwords_and_tokens_are_never_written(kind: str) -> None:
    stream = logged(kind)
    log = logs.logger("mail")
    try:
        raise OSError(f"login with s3cret refused for games+{TOKEN}@example.org")
    except OSError:
        log.exception("no s3cret", to=[f"games+{TOKEN}@example.org"], path=f"games+b-{'0f' * 16}@example.org")
    logging.getLogger("imaplib").warning("LOGIN games %s", "s3cret")
    written = stream.getvalue()
    assert "OSError" in written
    assert "games+…@example.org" in written.replace("\\u2026", "…")
    assert not any(secret in written for secret in ("s3cret", TOKEN, "0f0f"))


def test_a_token_that_came_later_is_not_written_nor_what_a_login_sends() -> None:
    stream = logged()
    logs.hide("late-token")
    login = base64.b64encode(b"user=gm@pbem.test\x01auth=Bearer other-token\x01\x01").decode()
    try:
        raise ValueError(f"late-token {login} Bearer other-token")
    except ValueError:
        logs.logger("x").exception("late-token", said=["late-token"], sent=f"AUTH XOAUTH2 {login}")
    written = stream.getvalue()
    assert "ValueError" in written
    for secret in ("late-token", login, "other-token"):
        assert secret not in written


def test_of_many_tokens_the_last_are_remembered() -> None:
    stream = logged()
    for number in range(1000):
        logs.hide(f"token-{number:04}")
    logs.logger("x").info("token-0999 token-0950")
    assert "token-" not in stream.getvalue()
    assert len(logs._LATE) <= 100
