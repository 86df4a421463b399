"""The log: one line an event, for people or as JSON, with the campaign, turn or letter it is about, and without secrets.

Whatever is logged, by us or by a library, passes through one handler. `about` names what the events inside it are about.
"""

import logging
import re
import sys
from collections.abc import Collection
from typing import Any, TextIO

import structlog
from structlog.contextvars import bound_contextvars, merge_contextvars
from structlog.typing import EventDict, Processor

about = bound_contextvars
"""`with about(campaign="pit-1", turn=3):` names what every event in the block is about."""

HIDDEN = "…"

_LATE: dict[str, None] = {}
_MOST_LATE = 100

_LOGINS = re.compile(r"\b(?:dXNlcj[A-Za-z0-9+/=]{8,}|Bearer\s+[!-~]{8,})")
"""What XOAUTH2 sends, as it goes over the line and before."""

_TOKENS = re.compile(r"\b(?:[a-z2-7]{26}|[a-z2-7]{52}|b-[0-9a-f]{32})(?=@)")
"""Reply tokens and return paths, which stand before an @."""


def hide(secret: str) -> None:
    """Keeps a secret out of the log that became known after it began; of a thousand tokens the last hundred."""
    _LATE.pop(secret, None)
    _LATE[secret] = None
    while len(_LATE) > _MOST_LATE:
        del _LATE[next(iter(_LATE))]


class Redaction:
    """Takes passwords, access tokens and the tokens of addresses out of an event, wherever in it they stand."""

    def __init__(self, secrets: Collection[str] = ()) -> None:
        self._secrets = tuple(secret for secret in secrets if secret)

    def __call__(self, _logger: Any, _method: str, event: EventDict) -> EventDict:
        return {name: self._hidden(value) for name, value in event.items()}

    def _hidden(self, value: Any) -> Any:
        if isinstance(value, str):
            for secret in (*self._secrets, *filter(None, list(_LATE))):
                value = value.replace(secret, HIDDEN)
            return _LOGINS.sub(HIDDEN, _TOKENS.sub(HIDDEN, value))
        if isinstance(value, dict):
            return {name: self._hidden(part) for name, part in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._hidden(part) for part in value]
        return value if isinstance(value, (int, float, bool, type(None))) else self._hidden(str(value))


_COMMON: list[Processor] = [
    merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def logger(name: str) -> structlog.stdlib.BoundLogger:
    """The logger of a part of the program: `log.info("sent", mail=7)`."""
    wrapped: structlog.stdlib.BoundLogger = structlog.wrap_logger(
        logging.getLogger(f"pbem.{name}"),
        processors=[structlog.stdlib.filter_by_level, *_COMMON, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    return wrapped


def begin(kind: str, level: str, secrets: Collection[str] = (), stream: TextIO | None = None) -> None:
    """Begins the log: `kind` is "console" or "json", `level` the least that is written, to standard error unless told otherwise.

    `secrets` are never written.
    """
    out = stream or sys.stderr
    last: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if kind == "json":
        last += [structlog.processors.format_exc_info, Redaction(secrets), structlog.processors.JSONRenderer()]
    else:
        shown = structlog.dev.ConsoleRenderer(colors=out.isatty(), pad_event_to=24)
        last += [structlog.processors.format_exc_info, Redaction(secrets), shown]
    handler = logging.StreamHandler(out)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=_COMMON, processors=last))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("pbem").setLevel(level.upper())
