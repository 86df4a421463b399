"""Machines outside that answer whatever they get, and say nowhere that they are machines. Source: mail.md, Threats, Tests 6."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email import message_from_bytes
from email.message import Message as Mail
from email.policy import compat32
from itertools import count

import sqlalchemy as sa

from pbem.core.letters import Message
from pbem.mail.write import Letterhead, compose
from pbem.store.session import reading
from pbem.store.tables import OutboxState, Outgoing, table_of
from tests.moderator.letterbox import Letterbox

LATENCY = timedelta(minutes=1)
QUIET = timedelta(minutes=10)
"""How far the clock moves on where nothing was sent."""

_OUTBOX = table_of(Outgoing)
_MARKS = re.compile(
    rb"^(?:Auto-Submitted|X-Auto-Response-Suppress|X-Pbem-Loop|List-[\w-]+|Feedback-ID|Return-Path):.*\r\n(?:[ \t].*\r\n)*",
    re.M,
)


@dataclass(frozen=True)
class Sent:
    """A mail of ours as it went out."""

    at: datetime
    kind: str
    to: str
    content: bytes

    @property
    def mail(self) -> Mail:
        return message_from_bytes(self.content, policy=compat32)

    @property
    def text(self) -> str:
        """Its plain text."""
        for part in self.mail.walk():
            if part.get_content_type() == "text/plain":
                payload = part.get_payload(decode=True)
                assert isinstance(payload, bytes)
                return payload.decode()
        raise AssertionError("every mail has a text")


@dataclass
class Side:
    """A house as the other side sees it: what it sends, once each, when it is due. `sent`: all of it."""

    post: Letterbox
    letterhead: Letterhead
    sent: list[Sent] = field(default_factory=list)

    def collect(self, to: str) -> list[Sent]:
        """What goes to that address now."""
        now = self.post.office.now
        due = sa.select(_OUTBOX).where(
            _OUTBOX.c.state == OutboxState.QUEUED, _OUTBOX.c.next_try_at <= now, _OUTBOX.c.to == to
        )
        with reading(self.post.office.engine) as connection:
            rows = connection.execute(due.order_by(_OUTBOX.c.id)).all()
        if not rows:
            return []
        with self.post.office.engine.begin() as connection:
            connection.execute(
                sa.update(_OUTBOX)
                .where(_OUTBOX.c.id.in_([row.id for row in rows]))
                .values(state=OutboxState.SENT, sent_at=now)
            )
        found = [
            Sent(now, row.kind, row.to, compose(Message.from_json(row.message, row.text, row.html), self.letterhead))
            for row in rows
        ]
        self.sent += found
        return found

    def most_within(self, span: timedelta) -> int:
        """The most mails that went out within any such time, reports not counted."""
        times = [one.at for one in self.sent if one.kind != "report"]
        return max((sum(begin <= at < begin + span for at in times) for begin in times), default=0)


Robot = Callable[[Sent], bytes]
"""What a machine makes of a mail of ours."""


def reply(sent: Sent, sender: str, subject: str, text: str, number: int) -> bytes:
    """An answer as a person's program would write it, to the address that our mail names for answers."""
    mail = sent.mail
    head = (
        f"From: {sender}",
        f"To: {mail['Reply-To']}",
        f"Subject: {subject}",
        f"Message-ID: <r{number}@robot.test>",
        f"In-Reply-To: {mail['Message-ID']}",
        f"References: {mail['Message-ID']}",
        "Content-Type: text/plain; charset=utf-8",
    )
    return "\r\n".join([*head, "", *text.split("\n")]).encode()


def quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def autoresponder(sender: str) -> Robot:
    """The same words to every mail, above what it got."""
    numbers = count(1)
    return lambda sent: reply(
        sent,
        sender,
        f"Re: {sent.mail['Subject']}",
        f"I am away and read my mail later.\n\n{quoted(sent.text)}",
        next(numbers),
    )


def forwarder(sender: str) -> Robot:
    """Every mail back as it came, under another sender."""
    numbers = count(1)
    return lambda sent: reply(sent, sender, str(sent.mail["Subject"]), sent.text, next(numbers))


def ticket_system(sender: str) -> Robot:
    """A ticket for every mail, with another number in its subject and its text; nothing quoted as others quote."""
    numbers = count(1)

    def answer(sent: Sent) -> bytes:
        number = next(numbers)
        text = "\n".join(f"| {line}" for line in sent.text.split("\n"))
        return reply(sent, sender, f"[#{number}] your request", f"Ticket {number} was opened.\n{text}", number)

    return answer


def guesser(sender: str) -> Robot:
    """Another order, good or bad, in answer to every mail."""
    numbers = count(1)

    def answer(sent: Sent) -> bytes:
        number = next(numbers)
        return reply(sent, sender, "orders", ("high", "low", f"whatever {number}")[number % 3], number)

    return answer


def exchange(side: Side, player: str, robot: Robot, span: timedelta) -> None:
    """The house and the machine write to each other for so long."""
    until = side.post.office.now + span
    while side.post.office.now < until:
        mails = side.collect(player)
        for sent in mails:
            side.post.deliver(robot(sent), received=side.post.office.now)
        side.post.office.now += LATENCY if mails else QUIET


Wire = Callable[[Sent, str, str], bytes]
"""What a gateway makes of a mail of ours, given the sender's and the receiver's address without any token."""


def as_it_is(sent: Sent, _sender: str, _receiver: str) -> bytes:
    return sent.content


def without_marks(sent: Sent, _sender: str, _receiver: str) -> bytes:
    """Without anything that tells of a machine."""
    return _MARKS.sub(b"", sent.content)


def without_tokens(sent: Sent, sender: str, receiver: str) -> bytes:
    """The same from and to the bare addresses: a gateway that knows no others."""
    content = re.sub(rb"^(?:From|To|Reply-To):.*\r\n(?:[ \t].*\r\n)*", b"", _MARKS.sub(b"", sent.content), flags=re.M)
    return f"From: {sender}\r\nTo: {receiver}\r\n".encode() + content


def correspond(one: Side, other: Side, wire: Wire, span: timedelta) -> None:
    """Two houses write to each other for so long, each a player of the other's."""
    sides = ((one, other), (other, one))
    until = one.post.office.now + span
    while one.post.office.now < until:
        going = [(side, to, side.collect(to.letterhead.address)) for side, to in sides]
        for side, to, mails in going:
            for sent in mails:
                content = wire(sent, side.letterhead.address, to.letterhead.address)
                to.post.deliver(content, received=to.post.office.now)
        for side, _ in sides:
            side.post.office.now += LATENCY if any(mails for _, _, mails in going) else QUIET
