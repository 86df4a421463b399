"""Every kind of mail of a campaign as a server gets it, against the table of mail.md, Going out."""

import email
import email.policy
import re
import shutil
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import getaddresses, parsedate_to_datetime
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import sqlalchemy as sa
from icalendar import Calendar
from sqlalchemy.engine import Engine

from pbem.core.letters import thread_root
from pbem.mail.smtp import SmtpConnection, SmtpServer
from pbem.moderator import gm_notes
from pbem.report.renderer import Renderer
from pbem.service.delivery import send_due
from pbem.store import people
from pbem.store.session import connect
from pbem.store.tables import Outgoing, table_of
from tests.mail.scripted_smtp import scripted
from tests.moderator.letterbox import Letterbox
from tests.moderator.post_room import PostRoom
from tests.moderator.tabletop import Office, address_of
from tests.moderator.test_every_mail import everything

HOUSE = "gm@pbem.test"
ANSWERS = ("ack", "ask", "confirm", "error")


@dataclass(frozen=True)
class Sent:
    """A mail as it arrived: its return path, its kind, its bytes and what is read from them."""

    path: str
    kind: str
    content: bytes
    mail: EmailMessage

    @property
    def campaign(self) -> str:
        campaign, _, _ = str(self.mail["Feedback-ID"]).partition(":")
        return "" if campaign == "none" else campaign


@pytest.fixture
def post(sqlite_engine: Engine) -> Letterbox:
    office = Office(sqlite_engine, renderer=Renderer())
    office.started(game="pitagoras")
    return Letterbox(office)


def sent_by(post: Letterbox) -> list[Sent]:
    """What goes out now, in its order."""
    room = PostRoom(post.office.engine, post.office.now, post.office.house)
    with scripted() as server:
        target = SmtpServer("localhost", server.port, "none", timeout=5)
        send_due(room, lambda: SmtpConnection(target), 1000)
    paths = [command[11:].split(">")[0] for command in server.commands if command.startswith("MAIL FROM:<")]
    found = []
    for path, taken in zip(paths, server.taken, strict=True):
        content = taken.removesuffix(b".\r\n").replace(b"\r\n..", b"\r\n.")
        mail = email.message_from_bytes(content, policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        found.append(Sent(path, str(mail["Feedback-ID"]).split(":")[1], content, mail))
    return found


@pytest.fixture(scope="module")
def sent(blank_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Sent]:
    """All that a campaign sends; what has got late since as well."""
    file = tmp_path_factory.mktemp("sent") / "pbem.sqlite3"
    shutil.copyfile(blank_sqlite, file)
    engine = connect(f"sqlite:///{file}", synchronous="OFF")
    office = Office(engine, renderer=Renderer())
    office.started(game="pitagoras")
    post = Letterbox(office)
    everything(post)
    with office.desk() as desk:
        gm_notes.note(desk, "x", "something", ["Something happened."], campaign="tiny-1")
        desk.connection.execute(sa.update(table_of(Outgoing)).values(expires_at=None))
    found = sent_by(post)
    engine.dispose()
    assert {one.kind for one in found} >= {*ANSWERS, "report", "reminder", "paused", "ended"}
    return found


def test_every_mail_has_the_headers_of_the_table(sent: list[Sent]) -> None:
    for one in sent:
        mail, where = one.mail, f"{one.kind}: {one.mail['Subject']}"
        [(name, address)] = getaddresses([str(mail["From"])])
        assert address == HOUSE, where
        assert name in ("pbem", f"{one.campaign} (pbem)"), where
        assert mail["Auto-Submitted"] == ("auto-replied" if one.kind in ANSWERS else "auto-generated"), where
        assert mail["X-Auto-Response-Suppress"] == "All", where
        assert mail["Precedence"] is None, where
        assert mail["X-Pbem-Loop"] == str(mail["Feedback-ID"]).split(":")[2] == "q3f7", where
        assert mail["List-Id"] == (f"<{one.campaign}.pbem.test>" if one.campaign else None), where
        assert mail["List-Unsubscribe-Post"] is None, where
        assert mail["Content-Language"] == "en", where
        assert mail["MIME-Version"] == "1.0", where
        assert parsedate_to_datetime(str(mail["Date"])).tzinfo is not None, where
        [(_, reply_to)] = getaddresses([str(mail["Reply-To"])])
        assert len(reply_to.partition("@")[0]) <= 64, where
        assert reply_to == reply_to.lower(), where
        assert len(getaddresses([str(mail["To"])])) == 1, where
        assert not mail.defects, where


def test_every_mail_has_an_id_and_a_return_path_of_its_own(sent: list[Sent]) -> None:
    ids = [str(one.mail["Message-ID"]) for one in sent]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"<[a-z2-7]+@pbem\.test>", one) for one in ids)
    paths = [one.path for one in sent if one.kind != "error"]
    assert len(set(paths)) == len(paths)
    assert all(re.fullmatch(r"gm\+b-[0-9a-f]{32}@pbem\.test", path) for path in paths)
    assert {one.path for one in sent if one.kind == "error"} == {""}


def test_answers_stand_below_the_letter_and_all_of_a_turn_in_one_thread(sent: list[Sent]) -> None:
    for one in sent:
        references = str(one.mail["References"] or "").split()
        if one.kind in ANSWERS:
            assert re.fullmatch(r"<m\d+@players\.test>", str(one.mail["In-Reply-To"])), one.kind
            assert references[-1] == one.mail["In-Reply-To"]
        if one.kind in ("report", "reminder"):
            assert re.fullmatch(r"<tiny-1\.turn-\d+@pbem\.test>", references[0]), one.kind
    assert any(
        thread_root("tiny-1", 1, "pbem.test") in str(one.mail["References"]) for one in sent if one.kind == "ack"
    )


def test_every_text_is_whole_narrow_and_not_flowed(sent: list[Sent]) -> None:
    for one in sent:
        part = one.mail.get_body(("plain",))
        assert part is not None
        assert part["Content-Type"].params == {"charset": "utf-8"}
        assert part.get_content().strip()
        assert max(map(len, one.content.split(b"\r\n"))) <= 998
        assert max(len(line) for line in one.content.partition(b"\r\n\r\n")[2].split(b"\r\n")) <= 78
        assert b"\n" not in one.content.replace(b"\r\n", b"")
        if one.kind == "report" and b"[pbem" in one.content:
            assert one.mail.get_content_type() in ("multipart/mixed", "multipart/alternative")


def test_every_calendar_agrees_with_its_part(sent: list[Sent]) -> None:
    told: dict[tuple[str, str, str], set[str]] = {}
    for one in sent:
        for part in one.mail.walk():
            if part.get_content_type() != "text/calendar":
                continue
            raw = part.get_payload(decode=True)
            assert isinstance(raw, bytes)
            calendar = Calendar.from_ical(raw)
            [event] = calendar.walk("VEVENT")
            assert part["Content-Type"].params["method"] == calendar["METHOD"]
            assert calendar["METHOD"] in ("PUBLISH", "CANCEL")
            assert event["ORGANIZER"] == f"mailto:{HOUSE}"
            assert re.search(rb"(?m)^DTSTART:\d{8}T\d{6}Z\r?$", raw)
            assert max(map(len, raw.splitlines())) <= 75
            entry = (str(one.mail["To"]), str(event["UID"]), str(event["SEQUENCE"]))
            told.setdefault(entry, set()).add(f"{event.decoded('DTSTART')} {calendar['METHOD']}")
    assert len({sequence for _, _, sequence in told}) > 1
    assert all(len(times) == 1 for times in told.values()), {
        entry: times for entry, times in told.items() if len(times) > 1
    }


def test_what_an_unsubscribe_address_gets_ends_reminders_and_confirms_nothing(post: Letterbox) -> None:
    """The mail that a program sends there for its user, for every kind of mail that offers it."""
    post.office.campaign("autumn", (), game="pitagoras")
    post.mail("join autumn as Emil", "emil@players.test")
    post.mail("1: x4", "stranger@elsewhere.test", to=post.token_address("Bob"))
    post.from_player("Ann", "1: +3")
    offered = [one for one in sent_by(post) if one.mail["List-Unsubscribe"]]
    assert {one.kind for one in offered} >= {"report", "ack"}
    for one in offered:
        address = urlsplit(str(one.mail["List-Unsubscribe"]).strip("<>"))
        subject = unquote(address.query.removeprefix("subject="))
        post.mail("This was sent by your mail program.", str(one.mail["To"]), to=address.path, subject=subject)
    with post.office.desk() as desk:
        for player in ("Ann", "Bob"):
            person = people.registered(desk.connection, address_of(player))
            assert person is not None
            assert not person.reminders
        assert people.registered(desk.connection, "emil@players.test") is None
    assert post.on_file("Bob") == []
    assert post.on_file("Ann") == ["1: +3"]
