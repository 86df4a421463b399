"""Writing to people: a rendered text becomes a message in the outbox, in the transaction of whatever caused it."""

import secrets
from collections.abc import Sequence
from datetime import datetime
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


def post(
    desk: Desk,
    to: str,
    kind: str,
    key: str,
    rendered: Rendered,
    *,
    reply_to: str = "",
    answers: Sequence[str] = (),
    auto: str = "auto-replied",
    campaign: str = "",
    turn: int | None = None,
    campaign_id: int | None = None,
    seat_id: int | None = None,
    letter_id: int | None = None,
    turn_id: int | None = None,
    report_id: int | None = None,
    priority: int = 5,
    not_before: datetime | None = None,
    expires_at: datetime | None = None,
    attachments: Sequence[Attachment] = (),
    deadline: CalendarEntry | None = None,
    null_path: bool = False,
) -> bool:
    """Queues one mail to one address, once for ever under `key`; False where that key has been used.

    `answers`: Message-IDs for References, oldest first. `turn`: the turn of `campaign` that it is about; all mails about a turn
    make one thread. `null_path`: for answers to errors, which must not bounce.
    """
    bounce_key = secrets.token_hex(16)
    house = desk.house
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
        return_path="" if null_path else reply_address(desk, BOUNCE + bounce_key),
        auto=auto,
        answers=(*thread, *answers),
        campaign=campaign,
        unsubscribe=f"mailto:{quote(reply_to, safe='@+')}?subject={REMINDERS_OFF}" if campaign and reply_to else "",
        attachments=tuple(attachments),
        deadline=deadline,
    )
    return outbox.put(
        desk.connection,
        key,
        message,
        bounce_key,
        now=desk.now,
        campaign_id=campaign_id,
        seat_id=seat_id,
        letter_id=letter_id,
        turn_id=turn_id,
        report_id=report_id,
        automatic=auto == "auto-replied",
        priority=priority,
        not_before=not_before,
        expires_at=expires_at,
    )
