"""Mails as people write them: the same orders, shaped the way different mail programs shape a reply."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from html import escape


@dataclass(frozen=True, slots=True)
class Received:
    """A mail in a player's box, as far as a reply needs it. `reply_to` is where an answer goes."""

    sender: str
    reply_to: str
    subject: str
    message_id: str
    references: str
    date: str
    text: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What a player wants to say, and what they answer; `answered` is None for a new mail."""

    sender: str
    address: str
    to: str
    subject: str
    words: str
    now: datetime
    answered: Received | None = None


Style = Callable[[Reply], EmailMessage]


def top_reply(reply: Reply) -> EmailMessage:
    """A reply above the whole quoted mail, as the large web mailers write it."""
    mail = _headers(reply)
    mail.set_content(f"{reply.words}\n\n{_attribution(reply)}\n{_quoted(reply)}")
    return mail


def between_the_lines(reply: Reply) -> EmailMessage:
    """A reply below a few quoted lines, signed, as mail was written of old."""
    mail = _headers(reply)
    kept = "\n".join(_quoted(reply).splitlines()[:6])
    mail.set_content(
        f"{_attribution(reply)}\n{kept}\n\n{reply.words}\n\n-- \n{reply.sender}\nwritten on a real keyboard\n"
    )
    return mail


def html_only(reply: Reply) -> EmailMessage:
    """A reply without a text part, each line a paragraph of its own, the original below a header block."""
    mail = _headers(reply)
    own = "".join(f"<p class=MsoNormal>{escape(line) or '&nbsp;'}</p>" for line in reply.words.splitlines())
    original = ""
    if reply.answered is not None:
        lines = "<br>".join(escape(line) for line in reply.answered.text.splitlines())
        original = (
            "<div style='border:none;border-top:solid #E1E1E1 1.0pt'><p class=MsoNormal>"
            f"<b>From:</b> {escape(reply.answered.sender)}<br><b>Sent:</b> {escape(reply.answered.date)}<br>"
            f"<b>To:</b> {escape(reply.address)}<br><b>Subject:</b> {escape(reply.answered.subject)}</p></div>"
            f"<p class=MsoNormal>{lines}</p>"
        )
    mail.set_content(f"<html><body><div>{own}{original}</div></body></html>", subtype="html")
    return mail


def from_a_phone(reply: Reply) -> EmailMessage:
    """A short reply with a phone's signature line, text and HTML, everything quoted below, typography made pretty."""
    mail = _headers(reply)
    words = reply.words.replace(">=", "≥").replace("x ", "× ").replace("-", "−")
    own = "<br>".join(escape(line) for line in words.splitlines())
    quoted = "" if reply.answered is None else "<br>".join(escape(line) for line in reply.answered.text.splitlines())
    mail.set_content(f"{words}\n\nSent from my phone\n\n{_attribution(reply)}\n\n{_quoted(reply)}")
    mail.add_alternative(
        f'<html><body><div dir="auto">{own}</div><br>Sent from my phone<br><div class="gmail_quote">'
        f'<div>{escape(_attribution(reply))}</div><blockquote type="cite">{quoted}</blockquote></div></body></html>',
        subtype="html",
    )
    return mail


def new_mail(reply: Reply) -> EmailMessage:
    """A mail of its own, that answers nothing."""
    mail = _headers(reply)
    mail.set_content(reply.words + "\n")
    return mail


def _headers(reply: Reply) -> EmailMessage:
    mail = EmailMessage(policy=SMTP)
    mail["From"] = f"{reply.sender} <{reply.address}>"
    mail["To"] = reply.to
    mail["Subject"] = reply.subject
    mail["Date"] = format_datetime(reply.now)
    mail["Message-ID"] = f"<{reply.now.timestamp():.6f}.{reply.address}>"
    if reply.answered is not None:
        mail["In-Reply-To"] = reply.answered.message_id
        mail["References"] = f"{reply.answered.references} {reply.answered.message_id}".strip()
    return mail


def _attribution(reply: Reply) -> str:
    return "" if reply.answered is None else f"On {reply.answered.date}, {reply.answered.sender} wrote:"


def _quoted(reply: Reply) -> str:
    if reply.answered is None:
        return ""
    return "".join(f"> {line}\n" if line else ">\n" for line in reply.answered.text.splitlines())
