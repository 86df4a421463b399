"""Mail as plain data: a Letter came in, a Message goes out. Shared by mail, store and moderator."""

import re
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any


class Verdict(StrEnum):
    """What became of a letter. Source: mail.md, Verdicts. NEW is a letter that nobody has looked at yet."""

    NEW = "NEW"
    ACK = "ACK"
    ERR = "ERR"
    ASK = "ASK"
    QUAR = "QUAR"
    IGN = "IGN"


class LineKind(StrEnum):
    """What a line of a letter was taken for."""

    OWN = "own"
    QUOTATION = "quotation"
    SIGNATURE = "signature"
    BANNER = "banner"
    ATTRIBUTION = "attribution"
    REPORT = "report"
    FORWARD = "forward"


@dataclass(frozen=True, slots=True)
class LetterLine:
    """One line of the body's text as shown to its writer, without its line end; quotation marks kept, one for each level.

    `number` counts from 1 where the writer's text begins; banners that somebody put above it have 0 (mail.md 12).
    """

    number: int
    text: str
    kind: LineKind


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker line of one of our reports: which campaign, turn and seat's mark it names, and whether it begins or ends."""

    campaign: str
    turn: int
    mark: str
    begins: bool


_MARKER = re.compile(
    r"\[\s*pbem\s+([a-z0-9][a-z0-9-]{0,39})\s+turn\s+(\d{1,6})\s+([a-z2-7]{8})\s+(begin|end)\s*\]", re.I | re.A
)


def marker_line(marker: Marker) -> str:
    """The line that stands first or last in a report. Source: mail.md 5."""
    return f"[pbem {marker.campaign} turn {marker.turn} {marker.mark} {'begin' if marker.begins else 'end'}]"


def find_marker(line: str) -> Marker | None:
    """The marker in a line, wherever in the line it stands and however it is quoted; None where there is none."""
    found = _MARKER.search(line)
    if found is None:
        return None
    return Marker(found[1].lower(), int(found[2]), found[3].lower(), found[4].lower() == "begin")


def thread_root(campaign: str, turn: int, domain: str) -> str:
    """The Message-ID that stands first in References of all mails about a turn, and is no mail's own. Source: mail.md 45."""
    return f"<{campaign}.turn-{turn}@{domain}>"


_THREAD = re.compile(r"<([a-z0-9][a-z0-9-]{0,39})\.turn-(\d{1,6})@([^<>@\s]+)>", re.A)


def find_thread(message_id: str, domain: str) -> tuple[str, int] | None:
    """The campaign and turn that a thread's root names; None for any other Message-ID."""
    found = _THREAD.fullmatch(message_id.strip())
    return (found[1], int(found[2])) if found and found[3].lower() == domain.lower() else None


class Robot(StrEnum):
    """Why a letter's writer is taken for a machine. Source: mail.md 35, 54 to 59."""

    AUTOMATIC = "automatic answer"
    NULL_PATH = "null return path"
    RECEIPT = "read receipt"
    CALENDAR = "calendar reply"
    DELIVERY = "delivery report"
    COMPLAINT = "complaint report"
    CHALLENGE = "challenge"
    CARD = "visiting card"


class BounceKind(StrEnum):
    PERMANENT = "permanent"
    TEMPORARY = "temporary"
    DELAYED = "delayed"


@dataclass(frozen=True, slots=True)
class Bounce:
    """A delivery report about mail of ours. `addresses`: those it names, in lower case; empty where it names none."""

    kind: BounceKind
    addresses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail as read: who wrote it, what it answers, what its writer wrote, and what is odd about it. Header text carries no
    control characters.

    `digest`: of the content, without what a second delivery changes (mail.md 52). `sender`: the one address of From in lower
    case, None unless there is exactly one (mail.md 50). `recipients`: the addresses of every recipient header, lower case, in
    the order found (mail.md 46). `answers`: the Message-IDs that it answers, the nearest first. `vouched`: "pass", "fail" or
    "none", the receiving server's own verdict on From's domain.
    `boundary`: the time in the Received line by which our own server took it in, None without one that can be read.
    `robot`: why the writer is a machine (a `Robot`), empty for a person; `listed`: whether it came through a list or as bulk
    mail. `loop`: the instance named in a loop header of ours, None without. `lines`: the body, each with what it was taken for.
    `forwarded`: whether it passes on another mail. `quarantine`: why nobody may answer it before a person has looked, as words
    that go on after "the mail "; empty for nearly all. `reading_problem`: what keeps us from reading it as a whole, as words that
    go on after "the mail " ("is encrypted"), empty if nothing; `held_reason`: why it should be confirmed before it counts
    (damaged parts), in the same form, empty if nothing. `readings`: where the text and the HTML part differ in more than
    wrapping, both own texts. `attachment`: the text of the only text attachment, None without. `unread`: the names of what else
    is attached, `pictures` those of pictures, which often only adorn. `notes`: sentences for the GM. `junk`: whether it lay among
    what the server takes for spam. `returned`: the Message-IDs and return paths of the mails of ours that a report carries.
    """

    digest: str
    received: datetime
    message_id: str = ""
    sender: str | None = None
    sender_name: str = ""
    recipients: tuple[str, ...] = ()
    subject: str = ""
    answers: tuple[str, ...] = ()
    date: str = ""
    vouched: str = "none"
    boundary: datetime | None = None
    robot: str = ""
    listed: bool = False
    loop: str | None = None
    bounce: Bounce | None = None
    lines: tuple[LetterLine, ...] = ()
    forwarded: bool = False
    quarantine: str = ""
    reading_problem: str = ""
    held_reason: str = ""
    readings: tuple[str, ...] = ()
    attachment: str | None = None
    unread: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    junk: bool = False
    returned: tuple[str, ...] = ()

    @property
    def own(self) -> str:
        """The writer's own text: the lines taken for it, joined by newlines."""
        return "\n".join(line.text for line in self.lines if line.kind is LineKind.OWN)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A text that goes with a message: `content_type` such as `text/plain` or `text/calendar; method=PUBLISH`."""

    filename: str
    content_type: str
    text: str


@dataclass(frozen=True, slots=True)
class InlinePicture:
    """A PNG that the HTML of a message shows by its Content-ID; `name` is for its file."""

    cid: str
    name: str
    png: bytes


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """A deadline for the reader's calendar. `uid` stays the same when it moves, and `sequence` rises; `at` is aware, UTC.

    `cancelled`: whether there is no such deadline any more; `at` is when it would have been.
    """

    uid: str
    sequence: int
    at: datetime
    summary: str
    cancelled: bool = False

    def to_json(self) -> list[Any]:
        return [self.uid, self.sequence, self.at.isoformat(), self.summary, self.cancelled]

    @classmethod
    def from_json(cls, data: list[Any]) -> "CalendarEntry":
        """The entry that `to_json` wrote, also an older release's, which knew nothing of cancelled ones."""
        uid, sequence, at, summary, *cancelled = data
        return cls(uid, sequence, datetime.fromisoformat(at), summary, *cancelled)


@dataclass(frozen=True, slots=True)
class Message:
    """A mail to one address, complete: together with the instance's own settings it fixes every byte (mail.md, Outbox).

    `kind`: what it is (`report`, `ack`, `error`, `confirm`, …), for headers and for pacing. `reply_to`: the token address, empty
    for none. `return_path`: the VERP address, empty for the null path. `auto`: `auto-replied` or `auto-generated`.
    `answers`: Message-IDs for References, oldest first; the last is In-Reply-To. `campaign`: its name, empty for none.
    `unsubscribe`: a `mailto:` address that ends reminders and nothing else, empty for none.
    `deadline`: the entry of which the mail's calendar part is made, None for a mail without one. `pictures`: those that the HTML
    shows.
    """

    to: str
    subject: str
    text: str
    kind: str
    message_id: str
    date: datetime
    html: str = ""
    sender_name: str = "pbem"
    reply_to: str = ""
    return_path: str = ""
    auto: str = "auto-generated"
    answers: tuple[str, ...] = ()
    campaign: str = ""
    unsubscribe: str = ""
    attachments: tuple[Attachment, ...] = ()
    deadline: CalendarEntry | None = None
    language: str = "en"
    pictures: tuple[InlinePicture, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """All but the two texts and the pictures, which the store keeps beside it."""
        return {
            "to": self.to,
            "subject": self.subject,
            "kind": self.kind,
            "message_id": self.message_id,
            "date": self.date.isoformat(),
            "sender_name": self.sender_name,
            "reply_to": self.reply_to,
            "return_path": self.return_path,
            "auto": self.auto,
            "answers": list(self.answers),
            "campaign": self.campaign,
            "unsubscribe": self.unsubscribe,
            "attachments": [[a.filename, a.content_type, a.text] for a in self.attachments],
            "deadline": self.deadline.to_json() if self.deadline else None,
            "language": self.language,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any], text: str, html: str) -> "Message":
        """The message that `to_json` wrote, with its texts."""
        return cls(
            **{
                **data,
                "date": datetime.fromisoformat(data["date"]),
                "answers": tuple(data["answers"]),
                "attachments": tuple(Attachment(*row) for row in data["attachments"]),
                "deadline": CalendarEntry.from_json(data["deadline"]) if data["deadline"] else None,
                "text": text,
                "html": html,
            }
        )


class Fate(StrEnum):
    """What became of a mail that was handed to the server. Source: mail.md 76-79.

    `later`: refused for now. `address_refused` and `mail_refused`: refused for good, the address or what was sent. `unknown`: the
    connection was lost when the server may have taken it. `away`: no mail at all can be handed over now. `locked_out`: nor will
    any be until the GM has seen to it, since the server refuses our login.
    """

    TAKEN = "taken"
    LATER = "later"
    ADDRESS_REFUSED = "address_refused"
    MAIL_REFUSED = "mail_refused"
    UNKNOWN = "unknown"
    AWAY = "away"
    LOCKED_OUT = "locked_out"


NO_SERVER = (Fate.AWAY, Fate.LOCKED_OUT)
"""The fates that every other mail would have as well."""


@dataclass(frozen=True, slots=True)
class Handover:
    """How handing a mail to the server went. `answer`: the server's words or ours, one line, without any password.

    `server_id`: the identity that the server gave the mail, empty where it named none (mail.md 81).
    """

    fate: Fate
    answer: str = ""
    server_id: str = ""


@dataclass(frozen=True, slots=True)
class Raw:
    """A mail as a source handed it over: the bytes, and where and when it came.

    `mailbox` names the source; `uidvalidity` and `uid` are its numbers there (for a Maildir and a pipe, made from the file's
    name or the digest). `received` is the server's own time (INTERNALDATE), UTC.
    """

    mailbox: str
    uidvalidity: int
    uid: str
    content: bytes
    received: datetime
    junk: bool = False
    oversize: bool = field(default=False)
