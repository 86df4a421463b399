"""What becomes of the outbox: what may go now, and what each answer of the server means for a mail and its address.

The states: `queued → sending → sent | deferred | uncertain | failed`; `expired` and `held` are for what must not go. Whoever
sends asks for what is `ready`, calls `begin` just before the content goes out, and then `record`, each in a transaction of its
own. A mail that was begun and never recorded is uncertain: it goes once more with the same Message-ID. Source: mail.md 76-83.
"""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pbem.core.errors import Failed
from pbem.core.letters import NO_SERVER, BounceKind, Fate, Handover, Letter, Message, Robot
from pbem.moderator import gm_notes, illustrations, tokens
from pbem.moderator.desk import Desk
from pbem.moderator.post import BOUNCE
from pbem.store import audit, outbox, scores
from pbem.store.outbox import Mail
from pbem.store.tables import OutboxState

BACKOFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 120, *[240] * 11))
"""How long to wait after each refusal for now; two days in all, then the mail is given up. Source: mail.md 76."""

WAITS_FOR_SERVER = "no mail can be handed over: "
"""Begins what is said of a mail that found no server, by which such mails are known when it is there again."""

SENDING_TIME = timedelta(minutes=15)
"""Longer than any sending takes: six steps of at most two minutes each."""

MOST_UNKNOWNS = 2
"""A mail that may have arrived is sent once more, and not again. Source: mail.md 79."""

POINTS = {BounceKind.PERMANENT: 2, BounceKind.TEMPORARY: 1, BounceKind.DELAYED: 0}
"""What a returned mail adds to its address's score. Source: mail.md 57."""

SCORE_LASTS = timedelta(days=14)
"""A score is forgotten when nothing has come back for so long."""

_RETURNS = (Robot.DELIVERY, Robot.NULL_PATH)

SUSPENDED = "the address is suspended"


@dataclass(frozen=True, slots=True)
class Ready:
    """A mail that may go now."""

    mail: Mail
    message: Message


def ready(desk: Desk, limit: int) -> list[Ready]:
    """The mails that may go now, in their order, at most `limit`.

    Before that, what was left behind by a sender that died becomes uncertain, what is late expires, and what would go to a
    suspended address is held; and pictures that no report has shown for long are cleared. A mail whose pictures have not been
    drawn yet is left for the next time.
    """
    for mail in outbox.left_behind(desk.connection, desk.now):
        _doubt(desk, mail, "the program was stopped while it was being sent", wait=timedelta(0))
    outbox.expire(desk.connection, desk.now)
    outbox.hold(desk.connection, SUSPENDED)
    illustrations.clear_old(desk)
    found = []
    for mail in outbox.due(desk.connection, desk.now, limit):
        message = illustrations.illustrated(desk.connection, outbox.message_of(desk.connection, mail.id))
        if message is not None:
            found.append(Ready(mail, message))
    return found


def begin(desk: Desk, mail: Mail) -> bool:
    """Marks a mail as being sent; False where somebody else has it, or it is due no longer. Commit before the content goes."""
    return outbox.begin(desk.connection, mail.id, desk.now, desk.now + SENDING_TIME)


def record(desk: Desk, mail: Mail, handover: Handover) -> None:
    """Writes what became of a mail that was handed over, and does what follows from it."""
    if handover.fate is Fate.TAKEN:
        outbox.settle(
            desk.connection,
            mail.id,
            OutboxState.SENT,
            sent_at=desk.now,
            server_id=handover.server_id,
            error="",
        )
    elif handover.fate in NO_SERVER:
        _wait_for_server(desk, mail, handover)
    elif handover.fate is Fate.LATER:
        _try_again(desk, mail, handover.answer)
    elif handover.fate is Fate.UNKNOWN:
        _doubt(desk, mail, handover.answer, wait=timedelta(seconds=desk.house.uncertain_wait))
    elif handover.fate is Fate.ADDRESS_REFUSED:
        suspended = _score(desk, mail.to, POINTS[BounceKind.PERMANENT])
        _fail(desk, mail, "address", handover.answer, suspended=suspended)
    else:
        _fail(desk, mail, "mail", handover.answer)


def postpone(desk: Desk, mail: Mail, until: datetime, why: str) -> None:
    """Lets a mail wait because of others for the same domain; that is no try, and counts for nothing."""
    outbox.settle(desk.connection, mail.id, OutboxState.DEFERRED, found=outbox.WAITING, next_try_at=until, error=why)


def server_is_back(desk: Desk) -> int:
    """Lets the mails go now that found no server before, and gives their number."""
    return outbox.hasten(desk.connection, WAITS_FOR_SERVER, desk.now)


def note_locked_out(desk: Desk) -> str:
    """What keeps all mails here, where the server refuses our login and the GM has not been told of it today; else empty.

    The note to the GM goes out with the others, when it is too late for anything but to explain them.
    """
    waiting = outbox.waiting_for(desk.connection, WAITS_FOR_SERVER)
    if waiting is None:
        return ""
    said = f"{waiting.error[:1].upper()}{waiting.error[1:]}."
    sentences = [said, "Mails waited until the login was mended, and none was given up for it."]
    key = f"locked-out:{desk.now:%Y-%m-%d}"
    return said if gm_notes.note(desk, key, "no mail could be sent", sentences) else ""


def retry(desk: Desk, who: str, mail_id: int) -> Mail:
    """Queues a mail once more, at the GM's word (`who`), and gives it as it was. Raises Failed where that cannot be."""
    try:
        mail = outbox.get(desk.connection, mail_id)
    except LookupError as error:
        raise Failed(f"no mail has the number {mail_id}; `pbem outbox list` shows those there are") from error
    if not outbox.requeue(desk.connection, mail_id, desk.now):
        raise Failed(f"mail {mail_id} is being sent at this moment; wait for what becomes of it")
    audit.note(desk.connection, who, "mail retried", now=desk.now, mail=mail_id, to=mail.to)
    return mail


def resume_address(desk: Desk, who: str, address: str) -> int:
    """Ends an address's suspension at the GM's word (`who`), and gives how many mails go out now. Raises Failed."""
    if not scores.resume(desk.connection, address):
        raise Failed(f"{address} is nobody's registered address; `pbem player list` shows them")
    audit.note(desk.connection, who, "address resumed", now=desk.now, address=address)
    return outbox.release(desk.connection, address, desk.now)


def note_complaint(desk: Desk, letter_id: int, letter: Letter) -> None:
    """Sends nothing more to an address whose owner takes our mail for spam, and tells the GM. Source: mail.md 35.

    Which address that is, the mail of ours that the report carries tells; without it only the GM can find out.
    """
    mail = outbox.find_returned(desk.connection, _bounce_keys(desk, letter), letter.returned)
    sentences = [
        f"A provider passes on that somebody takes our mail for spam; `pbem mail show {letter_id}` shows its report. Ask them "
        "whether they still want to play."
    ]
    if mail is not None:
        scores.suspend(desk.connection, mail.to, desk.now)
        sentences.append(
            f'It is about the mail "{mail.subject}" to {mail.to}. Nothing more is sent to this address; when its owner wants '
            f"mail again, `pbem outbox resume {mail.to}` lets it go on."
        )
    campaign = (mail.campaign or "") if mail else ""
    gm_notes.note(desk, f"complaint:{letter_id}", "somebody complains of our mail", sentences, campaign=campaign)


def note_bounce(desk: Desk, letter: Letter) -> bool:
    """Whether the letter is a mail of ours that came back; then its address is scored, once a mail, and the GM told.

    The return path that only its recipient knew says which mail it was, else its Message-ID. That one others may have seen:
    where return paths bear tokens, it counts no more than a refusal for now, as does a report that cannot be read. What a person
    or an out-of-office answer writes to a return path is no returned mail (RFC 3834 sends those there). Source: mail.md 57, 58.
    """
    if letter.robot not in _RETURNS:
        return False
    kind = letter.bounce.kind if letter.bounce else BounceKind.TEMPORARY
    mail = outbox.find_returned(desk.connection, _bounce_keys(desk, letter), ())
    if mail is None and letter.bounce:
        mail = outbox.find_returned(desk.connection, (), (*letter.returned, *letter.answers))
        if kind is BounceKind.PERMANENT and desk.house.reply_to:
            kind = BounceKind.TEMPORARY
    if mail is None:
        return False
    if kind is BounceKind.DELAYED:
        return True
    if outbox.note_return(desk.connection, mail.id, desk.now, f"it came back ({kind}): {letter.subject}"[:300]):
        suspended = _score(desk, mail.to, POINTS[kind])
        if suspended or kind is BounceKind.PERMANENT:
            _tell(desk, mail, "bounced", letter.subject, suspended=suspended)
    return True


def _bounce_keys(desk: Desk, letter: Letter) -> list[str]:
    """The keys of the return paths that a letter was sent to, then of those that the mails of ours bore which it carries."""
    found = tokens.in_addresses(
        desk.house, [*letter.recipients, *(item for item in letter.returned if "<" not in item)]
    )
    return [token.removeprefix(BOUNCE) for token in found if token.startswith(BOUNCE)]


def backoff(mail: Mail) -> timedelta | None:
    """How long a mail waits that was refused for now once more; None when that was enough.

    A tenth more or less, by the mail itself, so that many do not come back at the same moment.
    """
    if mail.attempts >= len(BACKOFF):
        return None
    drawn = hashlib.sha256(f"{mail.message_id} {mail.attempts}".encode()).digest()[0]
    return BACKOFF[mail.attempts] * (0.9 + 0.2 * drawn / 255)


def _wait_for_server(desk: Desk, mail: Mail, handover: Handover) -> None:
    """Tries a mail later that found no server; gives it up after the last wait, unless the GM only has to mend the login."""
    said = f"{WAITS_FOR_SERVER}{handover.answer}"
    wait = backoff(mail) or (BACKOFF[-1] if handover.fate is Fate.LOCKED_OUT else None)
    if wait is None:
        _fail(desk, mail, "away", said)
    else:
        _defer(desk, mail, wait, said, found=outbox.WAITING)


def _try_again(desk: Desk, mail: Mail, answer: str) -> None:
    """Tries a mail later that was refused for now; gives it up after the last wait."""
    wait = backoff(mail)
    if wait is None:
        _fail(desk, mail, "tries", answer)
    else:
        _defer(desk, mail, wait, answer)


def _defer(
    desk: Desk, mail: Mail, wait: timedelta, said: str, found: Collection[OutboxState] = outbox.UNSETTLED
) -> None:
    outbox.settle(
        desk.connection,
        mail.id,
        OutboxState.DEFERRED,
        found=found,
        attempts=mail.attempts + 1,
        next_try_at=desk.now + wait,
        error=said,
    )


def _doubt(desk: Desk, mail: Mail, answer: str, wait: timedelta) -> None:
    """The server may have taken it: once more, later; not a third time."""
    if mail.unknowns + 1 >= MOST_UNKNOWNS:
        _fail(desk, mail, "unknown", answer, unknowns=mail.unknowns + 1)
        return
    outbox.settle(
        desk.connection,
        mail.id,
        OutboxState.UNCERTAIN,
        unknowns=mail.unknowns + 1,
        next_try_at=desk.now + wait,
        error=answer,
    )


def _fail(desk: Desk, mail: Mail, why: str, answer: str, *, suspended: bool = False, **columns: Any) -> None:
    if outbox.settle(desk.connection, mail.id, OutboxState.FAILED, error=answer, **columns):
        _tell(desk, mail, why, answer, suspended=suspended)


def _score(desk: Desk, address: str, points: int) -> bool:
    """Whether these points suspend the address."""
    score = scores.add(desk.connection, address, points, desk.now, desk.now - SCORE_LASTS)
    if score is None or score < desk.house.bounce_score:
        return False
    return scores.suspend(desk.connection, address, desk.now)


def _tell(desk: Desk, mail: Mail, why: str, answer: str, *, suspended: bool) -> None:
    """Tells the GM, at most once a day of an address and once an hour of mails that failed by themselves; never of own mail."""
    if mail.to in desk.house.gm:
        return
    sentences = [f'The mail "{mail.subject}" to {mail.to} {_WHY[why]}', answer]
    if suspended:
        sentences.append(
            "Too much of what was sent to this address has come back, so nothing more is sent to it; what is due to it is held."
            f" When the address is right again, `pbem outbox resume {mail.to}` lets it go on. Until then deadlines wait for its "
            "player only in campaigns that were made with `--unreachable wait`."
        )
    sentences.append(
        f"`pbem outbox list` shows what was not sent, `pbem outbox retry {mail.id}` sends this mail once more."
    )
    if why not in _ABOUT_ADDRESSES:
        sentences.append("You are told at most once an hour of mails that fail in this way.")
    key = f"undelivered:{why}:{_occasion(mail, why, desk.now)}{':suspended' if suspended else ''}"
    subject = f"mail to {mail.to} {'came back' if why == 'bounced' else 'was not sent'}"
    gm_notes.note(desk, key, subject, sentences, campaign=mail.campaign or "")


_ABOUT_ADDRESSES = ("address", "bounced")
_WHY = {
    "address": "was refused for good: the server says that there is no such mailbox, or that it takes no mail.",
    "mail": "was refused for good: the server does not take this mail.",
    "tries": "was refused for now, again and again for two days, and is given up.",
    "away": "found no mail server that takes anything for two days, and is given up.",
    "unknown": "may have arrived or not: twice the connection was lost when it had been handed over. It is not tried again.",
    "bounced": "came back.",
}


def _occasion(mail: Mail, why: str, now: datetime) -> str:
    return f"{mail.to} {now:%Y-%m-%d}" if why in _ABOUT_ADDRESSES else f"{now:%Y-%m-%d %H}"
