"""The one answer that a letter gets: its parts put together, held to the caps, queued once. Source: mail.md, Threats.

What an answer says may name only what its receiver may know.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import SimpleNamespace

from pbem.core.letters import Letter
from pbem.moderator import gm_notes
from pbem.moderator.desk import Desk
from pbem.moderator.post import post
from pbem.report.renderer import Rendered
from pbem.store import answers, turns
from pbem.store.answers import Answered, Copy

PRIORITY = 3
"""Somebody waits for an answer at the keyboard: it goes with the reports, before reminders and notes."""

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Piece:
    """One part of an answer: the template `mail/answer/NAME` and what it is filled with."""

    name: str
    context: Mapping[str, object] = field(default_factory=dict)

    @property
    def it(self) -> SimpleNamespace:
        """The same as attributes, which a template finds sooner."""
        return SimpleNamespace(**self.context)


def saying(*sentences: str) -> Piece:
    """A part that is plain sentences, a paragraph each."""
    return Piece("say", {"sentences": sentences})


@dataclass(frozen=True, slots=True)
class Answer:
    """What a letter is answered. `kind`: `ack`, `error`, `confirm`, `ask`. `turn`, `campaign`, the ids: what it is about, None or
    empty for nothing. `stranger`: whether nobody is registered at that address.
    """

    to: str
    kind: str
    subject: str
    pieces: Sequence[Piece]
    reply_to: str = ""
    campaign: str = ""
    turn: int | None = None
    campaign_id: int | None = None
    seat_id: int | None = None
    stranger: bool = False


def send(desk: Desk, letter_id: int, letter: Letter, answer: Answer, key: str = "") -> bool:
    """Queues the answer to a letter, once for ever (under `key`, where a letter gets another one later); False if not sent.

    Over the cap of an address an answer waits until the cap allows it, and takes the place of those that wait already, since
    each tells all that is on file. Where most that was sent were errors, a further one is not sent: a machine that answers each
    of them would go on for ever. Strangers over the cap get none, nobody the same words twice within an hour. The GM hears.
    """
    rendered = desk.renderer.mail("answer", {"subject": answer.subject, "pieces": answer.pieces})
    since = answers.count(desk.connection, answer.to, rendered.text, desk.now - _HOUR, desk.now - _DAY)
    if since.same:
        return _not_again(desk, letter_id, answer, rendered)
    not_before = None
    if answer.stranger:
        if since.day >= desk.house.stranger_answers_a_day:
            return False
    elif since.hour >= desk.house.answers_an_hour or since.day >= desk.house.answers_a_day:
        if answer.kind == "error" and 2 * since.errors > since.day:
            return _no_more_errors(desk, letter_id, answer)
        not_before = _cap_ends(desk, answer, since)
    return _queue(desk, key or f"answer:{letter_id}", letter_id, letter, answer, rendered, not_before)


def send_again(desk: Desk, letter_id: int, letter: Letter, first_id: int, *, overtaken: bool) -> bool:
    """Queues once more what a letter with the same content was answered: one answer again, and no more. Source: mail.md 52.

    `overtaken`: whether orders have been taken since, so that the answer tells what is so no longer; then it says that first.
    """
    for copy in answers.of_letter(desk.connection, first_id):
        message = copy.message
        since = answers.count(desk.connection, message["to"], copy.text, desk.now - _HOUR, desk.now - _DAY)
        if since.same > 1 or since.hour >= desk.house.answers_an_hour or since.day >= desk.house.answers_a_day:
            return False
        return post(
            desk,
            message["to"],
            message["kind"],
            f"answer:{letter_id}",
            _of_old(desk, message["subject"], copy)
            if overtaken
            else Rendered(message["subject"], copy.text, copy.html),
            reply_to=message["reply_to"],
            answers=[letter.message_id] if letter.message_id else (),
            campaign=message["campaign"],
            campaign_id=copy.campaign_id,
            seat_id=copy.seat_id,
            letter_id=letter_id,
            priority=PRIORITY,
            null_path=not message["return_path"],
        )
    return False


def _of_old(desk: Desk, subject: str, copy: Copy) -> Rendered:
    """An answer that was given before, with a word above it that things have moved on."""
    said = (
        "This mail of yours came once before and was answered then, as below. You have sent other orders since; they go on "
        "counting, and this mail has changed nothing. To see what is on file, write: orders"
    )
    old = Piece("report", {"subject": subject, "text": copy.text})
    return desk.renderer.mail("answer", {"subject": subject, "pieces": (saying(said), old)})


def _queue(
    desk: Desk,
    key: str,
    letter_id: int,
    letter: Letter,
    answer: Answer,
    rendered: Rendered,
    not_before: datetime | None,
) -> bool:
    return post(
        desk,
        answer.to,
        answer.kind,
        key,
        rendered,
        reply_to=answer.reply_to,
        answers=[letter.message_id] if letter.message_id else (),
        campaign=answer.campaign,
        turn=answer.turn,
        campaign_id=answer.campaign_id,
        seat_id=answer.seat_id,
        letter_id=letter_id,
        priority=PRIORITY,
        not_before=not_before,
        null_path=answer.kind == "error",
    )


def _not_again(desk: Desk, letter_id: int, answer: Answer, rendered: Rendered) -> bool:
    """The same words to the same address within an hour: not sent, and the GM is told once."""
    words = hashlib.sha256(f"{answer.to}\n{rendered.text}".encode()).hexdigest()[:16]
    gm_notes.note(
        desk,
        f"same-answer:{words}:{desk.now:%Y%m%d}",
        f"The same answer twice to {answer.to}",
        [
            f"{answer.to} would have been sent the same answer twice within an hour ({answer.subject}), so the second was not "
            f"sent. It may be a machine that answers us. The letter is number {letter_id}; `pbem mail show {letter_id}`."
        ],
        campaign=answer.campaign,
    )
    return False


def _no_more_errors(desk: Desk, letter_id: int, answer: Answer) -> bool:
    """One error too many: not sent, and the GM is told once a day. Source: mail.md, Threats, mail loops."""
    gm_notes.note(
        desk,
        f"errors:{answer.to}:{desk.now:%Y%m%d}",
        f"Nothing but errors to {answer.to}",
        [
            f"{answer.to} has been sent so many answers, errors most of them, that no more errors are sent for now; it may be a "
            "machine that answers each of them. Mails with orders go on being taken and answered. The first that was not "
            f"answered is letter {letter_id} ({answer.subject}); `pbem mail show {letter_id}`."
        ],
        campaign=answer.campaign,
    )
    return False


def _cap_ends(desk: Desk, answer: Answer, since: Answered) -> datetime | None:
    """When an answer over the cap may go, None for at once: a turn that has been adjudicated begins the count anew."""
    if answer.campaign_id is not None:
        begun = turns.latest_at(desk.connection, answer.campaign_id)
        if begun is not None and begun > desk.now - _HOUR:
            since = answers.count(desk.connection, answer.to, "", begun, begun)
            if since.hour < desk.house.answers_an_hour:
                return None
    waiting = answers.postponed(desk.connection, answer.to, answer.kind, desk.now)
    answers.overtake(desk.connection, waiting, "a later answer says all of it")
    limit, span = (
        (desk.house.answers_a_day, _DAY)
        if since.day >= desk.house.answers_a_day
        else (desk.house.answers_an_hour, _HOUR)
    )
    gm_notes.note(
        desk,
        f"cap:{answer.to}:{desk.now:%Y%m%d}",
        f"Many answers to {answer.to}",
        [
            f"{answer.to} has been sent {limit} automatic answers within {'an hour' if span == _HOUR else 'a day'}. Orders go on "
            "being taken; further answers wait, and only the last of them is sent."
        ],
        campaign=answer.campaign,
    )
    return desk.now + span
