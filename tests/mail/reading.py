"""Mails for the tests of reading: how one is made and read."""

from datetime import UTC, datetime

from pbem.core.letters import Letter
from pbem.mail.parts import Limits
from pbem.mail.read import read_letter
from pbem.mail.sender import NOBODY, Trust

RECEIVED = datetime(2026, 11, 3, 10, 0, tzinfo=UTC)


def letter(text: str | bytes, trust: Trust = NOBODY, limits: Limits | None = None) -> Letter:
    """The letter of a mail; one written with bare newlines travels with CRLF."""
    content = text.encode() if isinstance(text, str) else text
    if b"\r\n" not in content:
        content = content.replace(b"\n", b"\r\n")
    return read_letter(content, RECEIVED, limits or Limits(), trust)


def with_fields(fields: str, body: str = "1: +3\n") -> str:
    """A plain mail from Ann with these fields; one that she has anyway is replaced."""
    given = {line.partition(":")[0].lower() for line in fields.split("\n")}
    common = ("From: Ann <ann@example.org>", "To: gm+token@pbem.test", "Subject: Re: pit-1, turn 3")
    kept = [line for line in common if line.partition(":")[0].lower() not in given]
    return "\n".join([*fields.split("\n"), *kept]) + "\n\n" + body


def own(read: Letter) -> list[str]:
    """The writer's own lines that are not blank."""
    return [line for line in read.own.split("\n") if line.strip()]
