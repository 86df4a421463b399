"""Writing to people: a rendered text becomes a message in the outbox, in the transaction of whatever caused it."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypedDict, Unpack
from urllib.parse import quote

from pbem.core.letters import Attachment, CalendarEntry, Message, thread_root
from pbem.moderator.desk import Desk
from pbem.moderator.tokens import keyed, reply_address
from pbem.report.renderer import Rendered
from pbem.store import outbox

BOUNCE = "b-"
"""Begins the token of a return path (VERP), whose rest is the mail's bounce key; no reply token has a hyphen."""

REMINDERS_OFF = "reminders%20off"
"""The command that List-Unsubscribe sends, as it stands in a mailto address. It ends reminders, never a seat."""


class Details(TypedDict, total=False):
    """What a mail may have. `answers`: Message-IDs for References, oldest first. `turn`: the turn of `campaign` that it is about;
    all mails about a turn make one thread. `null_path`: for answers to errors, which must not bounce. The rest: outbox.Causes.
    """

    reply_to: str
    answers: Sequence[str]
    auto: str
    campaign: str
    turn: int | None
    campaign_id: int | None
    seat_id: int | None
    letter_id: int | None
    turn_id: int | None
    report_id: int | None
    priority: int
    not_before: datetime | None
    expires_at: datetime | None
    attachments: Sequence[Attachment]
    deadline: CalendarEntry | None
    null_path: bool


def post(desk: Desk, to: str, kind: str, key: str, rendered: Rendered, **details: Unpack[Details]) -> bool:
    """Queues one mail to one address, once for ever under `key`; False where that key has been used."""
    message, bounce_key = _written(desk, to, kind, key, rendered, details)
    return outbox.put(desk.connection, key, message, bounce_key, now=desk.now, **_causes(details))


def prepared(
    desk: Desk, to: str, kind: str, key: str, rendered: Rendered, **details: Unpack[Details]
) -> dict[str, Any]:
    """The outbox's row of such a mail, for many that are put in together with `outbox.put_new`."""
    message, bounce_key = _written(desk, to, kind, key, rendered, details)
    return outbox.row(key, message, bounce_key, desk.now, **_causes(details))


def _written(desk: Desk, to: str, kind: str, key: str, rendered: Rendered, details: Details) -> tuple[Message, str]:
    bounce_key = secrets.token_hex(16)
    house = desk.house
    campaign, turn, reply_to = details.get("campaign", ""), details.get("turn"), details.get("reply_to", "")
    thread = (thread_root(campaign, turn, house.domain),) if campaign and turn is not None else ()
    message = Message(
        to=to,
        subject=rendered.subject,
        text=rendered.text,
        html=rendered.html,
        kind=kind,
        message_id=f"<{keyed(desk.secret, 'message', key, to)}@{house.domain}>",
        date=desk.now,
        sender_name=f"{campaign} ({house.name})" if campaign else house.name,
        reply_to=reply_to or house.address,
        return_path="" if details.get("null_path") else reply_address(desk, BOUNCE + bounce_key),
        auto=details.get("auto", "auto-replied"),
        answers=(*thread, *details.get("answers", ())),
        campaign=campaign,
        unsubscribe=f"mailto:{quote(reply_to, safe='@+')}?subject={REMINDERS_OFF}" if campaign and reply_to else "",
        attachments=tuple(details.get("attachments", ())),
        deadline=details.get("deadline"),
    )
    return message, bounce_key


def _causes(details: Details) -> outbox.Causes:
    return {
        "campaign_id": details.get("campaign_id"),
        "seat_id": details.get("seat_id"),
        "letter_id": details.get("letter_id"),
        "turn_id": details.get("turn_id"),
        "report_id": details.get("report_id"),
        "automatic": details.get("auto", "auto-replied") == "auto-replied",
        "priority": details.get("priority", 5),
        "not_before": details.get("not_before"),
        "expires_at": details.get("expires_at"),
    }
