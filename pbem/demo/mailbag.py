"""The players' side of the post: mails handed in by SMTP, and what lies in their boxes, read as any mail program reads it."""

import queue
import re
import smtplib
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import parseaddr
from pathlib import Path

from pbem.demo.post_office import HOST, PostOffice
from pbem.demo.writing import Received

_UNFIT = re.compile(r"[^A-Za-z0-9@.-]+")


@dataclass(frozen=True, slots=True)
class Delivered:
    """A mail that lies in a box. `kind`: what pbem calls it (`report`, `ack`, `error`, …), empty for a mail of somebody else's;
    `form`: the order form that came with it, empty for none; `html`: empty for none."""

    box: str
    mail: Received
    kind: str
    form: str
    html: str


class Mailbag:
    """Hands in and collects; every mail that passes is kept in `folder`, numbered in the order of its delivery."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0
        self._arrived: queue.SimpleQueue[Delivered] = queue.SimpleQueue()

    def delivered(self, box: str, content: bytes) -> None:
        """For the post office: keeps a mail, and wakes whoever waits for it."""
        self._count += 1
        received = received_from(box, content)
        sender = _UNFIT.sub("-", parseaddr(received.mail.sender)[1].partition("@")[0])
        (self._folder / f"{self._count:04d}-{sender}-to-{_UNFIT.sub('-', box.partition('@')[0])}.eml").write_bytes(
            content
        )
        self._arrived.put(received)

    def next(self, seconds: float) -> Delivered | None:
        """The next mail for anybody; None where none comes in that time."""
        try:
            return self._arrived.get(timeout=seconds)
        except queue.Empty:
            return None


def hand_in(post: PostOffice, mail: EmailMessage) -> None:
    """Hands a mail to the post office, as a mail program does."""
    with smtplib.SMTP(HOST, post.smtp_port, local_hostname="localhost", timeout=30) as server:
        server.send_message(mail)


def received_from(box: str, content: bytes) -> Delivered:
    """A mail as its reader's program shows it."""
    mail = message_from_bytes(content, policy=default)
    assert isinstance(mail, EmailMessage)
    body = mail.get_body(("plain",))
    html = mail.get_body(("html",))
    forms = [part.get_content() for part in mail.iter_attachments() if part.get_content_type() == "text/plain"]
    return Delivered(
        box,
        Received(
            sender=str(mail["From"]),
            reply_to=parseaddr(str(mail["Reply-To"] or mail["From"]))[1],
            subject=str(mail["Subject"]),
            message_id=str(mail["Message-ID"]),
            references=str(mail["References"] or ""),
            date=str(mail["Date"]),
            text=body.get_content() if body is not None else "",
        ),
        str(mail["Feedback-ID"] or "").partition(":")[2].partition(":")[0],
        forms[0] if forms else "",
        html.get_content() if html is not None else "",
    )
