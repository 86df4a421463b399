"""Every kind of mail that people get, from one campaign: narrow text, sound HTML, nothing left over from a template."""

import re
from datetime import timedelta

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pbem.core.columns import columns
from pbem.core.letters import Message
from pbem.moderator import deadline, gm_orders, pauses, players, position, reminders, resend, rollback
from pbem.moderator.moved_deadlines import move_deadline
from pbem.report.layout import WIDTH
from pbem.report.renderer import Renderer
from pbem.store import reports
from pbem.store.session import reading
from pbem.store.tables import Outgoing, Report, table_of
from tests.html import parsed
from tests.moderator.letterbox import Letterbox
from tests.moderator.tabletop import Office, address_of

HOSTILE = "<b>bold</b> {{ 7 * 7 }} {% raw %} %s {0}"
SHEETS = (
    f"Hi,\n\n1: +3\n2: if Bob wun 1 then x4 else -2\nprompter: {HOSTILE}\n",
    "prompter: if square Bob > square Cleo and stake 2 >= 3 then Bob else if me ahead of Dora then Dora else Cleo or Bob or Dora",
    "1: if Bob won 1 then +2",
    HOSTILE,
    "help",
    "rules",
    "status",
    "orders",
    "history 0",
    "withdraw orders",
    "reminders off",
    "1: x4\n2: jolly",
)


@pytest.fixture
def post(sqlite_engine: Engine) -> Letterbox:
    office = Office(sqlite_engine, renderer=Renderer())
    office.started(game="pitagoras")
    return Letterbox(office)


def everything(post: Letterbox) -> None:
    """Lets most of what can happen happen in a campaign."""
    office = post.office
    for text in SHEETS:
        post.from_player("Ann", text)
    post.mail("1: x4", "stranger@elsewhere.test", to=post.token_address("Bob"))
    post.mail("1: x4", address_of("Cleo"), to=post.token_address("Bob"))
    office.campaign("autumn", (), game="pitagoras")
    post.mail(f"join autumn as Emil\nluck: {HOSTILE}", "emil@players.test")
    post.mail("join nowhere as Emil", "emil@players.test")
    post.mail("join autumn as <script>", "emil@players.test")
    due = office.row().due_at
    assert due is not None
    office.now = due - timedelta(hours=12)
    with office.desk() as desk:
        reminders.remind(desk, office.row().id)
    office.now = due + timedelta(seconds=1)
    with office.desk() as desk:
        deadline.carry_out(desk, office.row().id, office.now)
    post.from_player("Ann", "1: +2\n2: -2")
    with office.desk() as desk:
        pauses.pause(desk, "tiny-1", "gm", HOSTILE)
        pauses.resume(desk, "tiny-1", "gm")
        move_deadline(desk, "tiny-1", office.now + timedelta(days=9), "gm", "The post is on strike.")
        gm_orders.set_orders(desk, "tiny-1", "Bob", "1: +3", "gm")
        resend.resend(desk, "tiny-1", None, "Ann", "gm")
        rollback.roll_back(desk, "tiny-1", 1, "gm", HOSTILE)
        players.replace(desk, "tiny-1", "Dora", "new@players.test", "gm")
        deadline.set_back(desk, position.named(desk, "tiny-1").id, "OSError: no space left")
        pauses.end(desk, "tiny-1", "gm", HOSTILE)


def mails(office: Office) -> list[tuple[Message, str, str]]:
    """Every mail that was queued, with its texts: a report's are kept beside it."""
    outbox, report = table_of(Outgoing), table_of(Report)
    found = []
    with reading(office.engine) as connection:
        for row in connection.execute(sa.select(outbox).order_by(outbox.c.id)):
            text, html = row.text, row.html
            if row.report_id is not None:
                kept = connection.execute(sa.select(report).where(report.c.id == row.report_id)).one()
                text, html = kept.text, kept.html
            found.append((Message.from_json(row.message, text, html), text, html))
    return found


def test_every_mail_is_fit_to_be_read(post: Letterbox) -> None:
    everything(post)
    found = mails(post.office)
    assert {message.kind for message, _, _ in found} >= {"report", "ack", "ask", "error", "reminder", "paused", "ended"}
    assert len(found) > 40
    for message, text, html in found:
        where = f"{message.kind}: {message.subject}"
        assert message.subject.isprintable(), where
        assert len(message.subject) < 120, where
        wide = [line for line in text.splitlines() if columns(line) > WIDTH and " " in line.strip()]
        assert not wide, f"{where}: {wide}"
        assert not re.search(r"\bNone\b|Undefined|\n\n\n\n", text), f"{where}\n{text}"
        assert text.strip(), where
        assert HOSTILE not in html, where
        assert "<b>" not in html, where
        if html:
            parsed(html)
            assert not re.search(r"\bNone\b|Undefined", html), where


def test_the_public_report_is_nobodys(post: Letterbox) -> None:
    everything(post)
    with reading(post.office.engine) as connection:
        for _, report in reports.of_seat(connection, post.office.row().id, None):
            assert "ORDER FORM" not in report.text
            assert "[pbem" not in report.text
            parsed(report.html)
