"""Messages as bytes: every header of mail.md "Going out", the same bytes each time, and nothing that breaks out of its place."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar

from pbem.core.letters import Attachment, CalendarEntry, Message
from pbem.mail.header_block import Unwritable, block, plain
from pbem.mail.write import MOST_REFERENCES, Letterhead, compose

GOLDEN = Path(__file__).parent / "golden"
WHEN = datetime(2026, 11, 27, 18, 0, 5, tzinfo=UTC)
HOUSE = Letterhead("games@example.org", "q3f7")
REPLY_TO = "games+abcdefghijklmnopqrstuvwxyz@example.org"
REPORT = Message(
    to="ann@example.net",
    subject="pit-1: turn 3, Zoë wins the round",
    text="Dear Ann,\n\n[pbem pit-1 turn 4 abcdefg2 begin]\n3 + 4 = 7: Zoë.\n\n  1:\n  2:\n[pbem pit-1 turn 4 abcdefg2 end]\n",
    html="<!doctype html>\n<p>3 + 4 = 7: <b>Zoë</b> wins.</p>\n",
    kind="report",
    message_id="<mmmmmmmmmmmmmmmmmmmmmmmmmm@example.org>",
    date=WHEN,
    sender_name="pit-1 (pbem)",
    reply_to=REPLY_TO,
    return_path="games+b-00112233445566778899aabbccddeeff@example.org",
    answers=("<pit-1.turn-4@example.org>",),
    campaign="pit-1",
    unsubscribe=f"mailto:{REPLY_TO}?subject=reminders%20off",
    attachments=(Attachment("orders.txt", "text/plain", "1:\n2:\n"),),
    deadline=CalendarEntry(
        "pit-1-turn-4@example.org", 2, datetime(2026, 12, 4, 18, tzinfo=UTC), "pit-1: orders for turn 4"
    ),
)
PLAIN = Message(
    to="bob@example.net", subject="hi", text="hello\n", kind="ack", message_id="<mm@example.org>", date=WHEN
)


def read(message: Message) -> EmailMessage:
    mail = message_from_bytes(compose(message, HOUSE), policy=default)
    assert isinstance(mail, EmailMessage)
    return mail


def body_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    text = part.get_content()
    assert isinstance(text, str)
    return text.replace("\r\n", "\n")


@pytest.mark.parametrize(("name", "message"), [("report", REPORT), ("plain", PLAIN)])
def test_the_bytes_are_these(name: str, message: Message) -> None:
    assert compose(message, HOUSE) == (GOLDEN / f"{name}.eml").read_bytes()


def test_the_same_row_gives_the_same_bytes() -> None:
    again = Message.from_json(REPORT.to_json(), REPORT.text, REPORT.html)
    assert compose(again, HOUSE) == compose(REPORT, HOUSE)


def test_a_report_carries_every_header_of_the_page() -> None:
    headers = dict(read(REPORT).items())
    assert headers["From"] == '"pit-1 (pbem)" <games@example.org>'
    assert headers["Reply-To"] == REPLY_TO
    assert headers["Auto-Submitted"] == "auto-generated"
    assert headers["X-Auto-Response-Suppress"] == "All"
    assert headers["X-Pbem-Loop"] == "q3f7"
    assert headers["List-Id"] == "<pit-1.example.org>"
    assert headers["List-Unsubscribe"] == f"<mailto:{REPLY_TO}?subject=reminders%20off>"
    assert headers["Feedback-ID"] == "pit-1:report:q3f7"
    assert headers["Content-Language"] == "en"
    assert headers["References"] == headers["In-Reply-To"] == "<pit-1.turn-4@example.org>"
    assert "Precedence" not in headers


def test_the_parts_are_text_and_html_form_and_calendar() -> None:
    mail = read(REPORT)
    assert [part.get_content_type() for part in mail.walk()] == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "text/plain",
        "text/calendar",
    ]
    assert body_of(mail) == REPORT.text
    assert [part.get_filename() for part in mail.iter_attachments()] == ["orders.txt", "deadline.ics"]


def test_the_calendar_states_its_method_twice_and_the_deadline_in_utc() -> None:
    part = list(read(REPORT).iter_attachments())[-1]
    assert part["Content-Type"].params["method"] == "PUBLISH"
    calendar = Calendar.from_ical(part.get_content())
    (event,) = calendar.walk("VEVENT")
    assert calendar["METHOD"] == "PUBLISH"
    assert (event["UID"], event["SEQUENCE"]) == ("pit-1-turn-4@example.org", 2)
    assert event.decoded("DTSTART") == datetime(2026, 12, 4, 18, tzinfo=UTC)
    assert event.decoded("DTSTAMP") == WHEN
    assert event["ORGANIZER"] == "mailto:games@example.org"


def test_a_deadline_that_is_no_more_is_taken_out_of_the_calendar() -> None:
    assert REPORT.deadline is not None
    gone = replace(REPORT, deadline=replace(REPORT.deadline, cancelled=True, sequence=3))
    part = list(read(gone).iter_attachments())[-1]
    assert part["Content-Type"].params["method"] == "CANCEL"
    calendar = Calendar.from_ical(part.get_content())
    (event,) = calendar.walk("VEVENT")
    assert (calendar["METHOD"], event["STATUS"]) == ("CANCEL", "CANCELLED")
    assert (event["UID"], event["SEQUENCE"]) == ("pit-1-turn-4@example.org", 3)


def test_calendar_lines_are_folded_at_75_octets() -> None:
    entry = CalendarEntry("u@example.org", 0, WHEN, "Zoë, Ann; and others: " * 12)
    part = list(read(replace(REPORT, deadline=entry)).iter_attachments())[-1]
    text = part.get_content().replace("\r\n", "\n")
    assert max(len(line.encode()) for line in text.split("\n")) <= 75
    assert Calendar.from_ical(text).walk("VEVENT")[0]["SUMMARY"] == "Zoë, Ann; and others: " * 12


def test_a_calendar_whose_method_is_another_is_refused() -> None:
    wrong = Attachment("a.ics", "text/calendar; method=REQUEST", "BEGIN:VCALENDAR\nMETHOD:PUBLISH\nEND:VCALENDAR\n")
    with pytest.raises(Unwritable, match="METHOD and method= differ"):
        compose(replace(PLAIN, attachments=(wrong,)), HOUSE)


def test_times_are_written_in_utc() -> None:
    paris = replace(PLAIN, date=WHEN.astimezone(timezone(timedelta(hours=1))))
    assert read(paris)["Date"] == "Fri, 27 Nov 2026 18:00:05 +0000"


INJECTIONS = [
    "x\nBcc: eve@example.com",
    "x\r\nBcc: eve@example.com\r\n\r\nbody",
    "x\x0bBcc: eve@example.com",
    "x\x85Bcc: eve@example.com",
    "x\u2028Bcc: eve@example.com",
    "x\x00y",
    "é\r\n Bcc: eve@example.com",
    "=?utf-8?q?x=0ABcc:_eve@example.com?=",
    "=?utf-8?b?eA1CY2M6IGV2ZUBleGFtcGxlLmNvbQ==?=",
    '" <eve@example.com>, "',
    "\ud800",
]


@pytest.mark.parametrize("text", INJECTIONS)
def test_no_text_becomes_a_header(text: str) -> None:
    usual = [name for name, _ in read(REPORT).items()]
    mail = read(replace(REPORT, subject=text, sender_name=text))
    assert [name for name, _ in mail.items()] == usual
    assert mail["Subject"] == plain(text)
    (sender,) = mail["From"].addresses
    assert sender.addr_spec == "games@example.org"
    assert sender.display_name.replace(" ", "") == plain(text).replace(" ", "")  # it puts spaces between encoded words


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("to", "ann@example.net\r\nBcc: eve@example.com"),
        ("to", "ann@example.net, eve@example.com"),
        ("to", "jörg@example.net"),
        ("to", ""),
        ("reply_to", "a b@example.org"),
        ("message_id", "<a\n@b>"),
        ("unsubscribe", "mailto:a@b>\r\nBcc: <c@d"),
        ("campaign", "pit 1"),
        ("auto", "yes"),
        ("attachments", (Attachment("a.txt", "text/plain\r\nX: y", ""),)),
        ("attachments", (Attachment("../a.txt", "text/plain", ""),)),
        ("attachments", (Attachment("a.pdf", "application/pdf", ""),)),
    ],
)
def test_what_no_mail_can_carry_is_refused(field: str, value: object) -> None:
    with pytest.raises(Unwritable):
        compose(replace(PLAIN, **{field: value}), HOUSE)  # type: ignore[arg-type] # one field at a time


def test_a_header_block_that_reads_back_differently_is_refused() -> None:
    with pytest.raises(Unwritable, match="does not fit a header"):
        block([("Subject", "x\r\nBcc: eve@example.com")])
    with pytest.raises(Unwritable, match="a header line of 1009 characters"):
        block([("Subject", "x" * 1000)])


def test_the_domain_of_an_address_is_written_in_ascii() -> None:
    assert read(replace(PLAIN, to="ann@bücher.example"))["To"] == "ann@xn--bcher-kva.example"


def test_references_keep_the_thread_and_the_latest_and_leave_out_what_is_no_message_id() -> None:
    answers = (
        "<pit-1.turn-4@example.org>",
        "<a b>",
        "[..]@[..]",
        "<x\r\nBcc: y>",
        *(f"<{n}@example.net>" for n in range(40)),
    )
    mail = read(replace(REPORT, answers=answers))
    references = mail["References"].split()
    assert len(references) == MOST_REFERENCES
    assert (references[0], references[-1]) == (answers[0], "<39@example.net>")
    assert mail["In-Reply-To"] == "<39@example.net>"


def test_a_mail_that_answers_nothing_has_no_references() -> None:
    assert not {"In-Reply-To", "References", "List-Id", "List-Unsubscribe", "Reply-To"} & set(read(PLAIN).keys())


def clean(text: str) -> str:
    lines = re.sub(r"\r\n|\r", "\n", text)
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]", "", lines).rstrip("\n") + "\n"


LINES = st.lists(
    st.sampled_from([".", "..", "From here", "-- ", "=41", "x" * 1200, "é" * 500, "", "\t1: +3 "]) | st.text()
)


@given(LINES.map("\n".join), LINES.map("\n".join))
def test_every_text_arrives_and_no_line_is_long_or_bare(text: str, html: str) -> None:
    content = compose(replace(REPORT, text=text, html="<p>" + html), HOUSE)
    assert content.isascii()
    assert not re.search(rb"[^\r]\n|\r[^\n]|\x00", content)
    assert max(map(len, content.partition(b"\r\n\r\n")[2].split(b"\r\n"))) <= 78
    assert not re.search(rb"(?m)^From ", content)
    mail = message_from_bytes(content, policy=default)
    assert isinstance(mail, EmailMessage)
    assert body_of(mail) == clean(text)
    assert not any(part.defects for part in mail.walk())


@given(st.text(max_size=255), st.text(max_size=100))
def test_every_subject_and_name_arrives(subject: str, name: str) -> None:
    mail = message_from_bytes(compose(replace(REPORT, subject=subject, sender_name=name), HOUSE), policy=SMTP)
    assert mail["Subject"] == plain(subject)
    assert mail["From"].addresses[0].addr_spec == "games@example.org"
