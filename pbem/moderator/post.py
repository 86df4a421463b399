"""Writing to people: a rendered text becomes a message in the outbox, in the transaction of whatever caused it."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from pbem.core.letters import Attachment, Message
from pbem.moderator.desk import Desk
from pbem.moderator.tokens import keyed
from pbem.report.renderer import Rendered
from pbem.store import outbox


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
    campaign_id: int | None = None,
    seat_id: int | None = None,
    letter_id: int | None = None,
    turn_id: int | None = None,
    report_id: int | None = None,
    priority: int = 5,
    expires_at: datetime | None = None,
    attachments: Sequence[Attachment] = (),
    null_path: bool = False,
) -> bool:
    """Queues one mail to one address, once for ever under `key`; False where that key has been used.

    `answers`: Message-IDs for References, oldest first. `null_path`: for answers to errors, which must not bounce.
    """
    bounce_key = secrets.token_hex(16)
    house = desk.house
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
        return_path=""
        if null_path
        else f"{house.local}+b-{bounce_key}@{house.domain}"
        if house.reply_to
        else house.address,
        auto=auto,
        answers=tuple(answers),
        campaign=campaign,
        attachments=tuple(attachments),
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
        expires_at=expires_at,
    )
