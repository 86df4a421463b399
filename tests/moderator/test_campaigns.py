"""Campaigns made: what is refused, what is committed to, what the invitation says; and the look of every mail about them."""

import re
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pbem.core.chance import commitment
from pbem.core.errors import Unusable
from pbem.moderator import campaigns, deadline, pauses, players, position, reminders
from pbem.moderator.campaigns import NewCampaign
from pbem.moderator.gm_orders import set_orders
from pbem.moderator.moved_deadlines import move_deadline
from pbem.moderator.rollback import roll_back
from pbem.report.renderer import Renderer
from pbem.store import audit
from pbem.store import campaigns as rows
from pbem.store.tables import Campaign, CampaignStatus, table_of
from tests.moderator.tabletop import HOUSE, PLAYERS, SECRET, Office, hand_in

GOOD: dict[str, Any] = {"game": "tiny", "name": "tiny-1", "timezone": "Europe/London", "deadline": "Fri 18:00"}


def test_a_new_campaign_is_committed_to_and_logged(engine: Engine) -> None:
    office = Office(engine)
    with office.desk() as desk:
        made, _ = campaigns.create(desk, NewCampaign(**GOOD, options={"goal": 2}), "gm")
        other, _ = campaigns.create(desk, NewCampaign(**{**GOOD, "name": "tiny-2"}), "gm")
        entry = audit.entries(desk.connection, campaign_id=made.id)[0]
        assert rows.find(desk.connection, "tiny-1") == made
        assert [(one.name, count) for one, count in campaigns.listed(desk)] == [("tiny-1", 0), ("tiny-2", 0)]
        assert campaigns.listed(desk, CampaignStatus.RUNNING) == []
    assert re.fullmatch(r"[0-9a-f]{64}", made.secret)
    assert made.secret != other.secret
    assert made.commitment == commitment(made.secret)
    assert (made.options, made.min_players, made.max_players, made.schedule) == ({"goal": 2}, 2, 4, "Fri 18:00")
    assert (entry.who, entry.action, entry.detail["commitment"]) == ("gm", "campaign new", made.commitment)
    assert made.secret not in str(entry)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "chess"}, "there is no game 'chess'; the games are "),
        ({"name": "Pit 1"}, "campaign name 'Pit 1': a name has 1 to 40 small letters, digits and hyphens"),
        ({"name": "-pit"}, "campaign name '-pit'"),
        ({"name": "x" * 41}, "campaign name"),
        ({"name": "tiny-0"}, "there is a campaign tiny-0 already; choose another name"),
        ({"timezone": "Mars/Olympus"}, "there is no time zone 'Mars/Olympus'"),
        ({"deadline": "whenever"}, "deadline 'whenever'"),
        ({"players": (1, 3)}, "players: tiny takes 2 to 4, not 1-3"),
        ({"players": (3, 2)}, "players: tiny takes 2 to 4, not 3-2"),
        ({"players": (2, 5)}, "players: tiny takes 2 to 4, not 2-5"),
        ({"options": {"goal": 0}}, "options: "),
        ({"options": {"gaol": 3}}, "options: unknown option 'gaol'; tiny has goal"),
        ({"reminder_hours": -1}, "reminder -1 must be 0 (none) to 336 hours"),
        ({"move_time": timedelta(days=-1)}, "must be between nothing and a year"),
        ({"secret": "abc"}, "secret: it must be 64 hex digits"),
        (
            {"game": "glass-bead", "options": {"board": "5x5x5"}},
            "options: deck: 100 cards for the 125 spaces of the board; give more cards",
        ),
        (
            {"game": "glass-bead", "players": (6, 8), "options": {"hand": 17}},
            "options: deck: 100 cards are too few to deal 17 to each of 6; give more cards",
        ),
    ],
)
def test_what_cannot_be_a_campaign_is_said_in_one_sentence(
    sqlite_engine: Engine, wrong: dict[str, Any], said: str
) -> None:
    office = Office(sqlite_engine)
    office.campaign("tiny-0", players=())
    with office.desk() as desk:
        with pytest.raises(Unusable) as error:
            campaigns.create(desk, NewCampaign(**{**GOOD, **wrong}), "gm")
        assert len(campaigns.listed(desk)) == 1
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({}, "Orders are due Fri 18:00, in the time zone Europe/London."),
        ({"move_time": timedelta(days=3)}, "Europe/London and at least 3 days after each report."),
        ({"deadline": "", "move_time": timedelta(hours=36)}, "Orders are due 1 day 12 hours after each report."),
        ({"deadline": ""}, "There is no fixed deadline: a turn ends when the GM says so."),
        ({"early": True}, "Play goes on sooner when all the orders that it waits for are in."),
        ({"start_when_full": False}, "The campaign starts when the GM says so."),
        ({"players": (3, 3)}, "by 3 players."),
        ({"players": (2, 3)}, "is full, or when the GM starts it with 2 players or more."),
        ({"players": (3, 3)}, "The campaign starts when the table is full."),
        ({"game": "glass-bead", "players": (1, 1)}, "by 1 player."),
        ({"game": "glass-bead", "players": (1, 3)}, "starts it with 1 player or more."),
        ({"options": {"goal": 7}}, "goal = 7"),
        ({}, "join tiny-1 as Ann"),
        ({}, "gm@pbem.test"),
        ({}, commitment(SECRET)),
    ],
)
def test_the_invitation_says_what_a_player_must_know(sqlite_engine: Engine, asked: dict[str, Any], said: str) -> None:
    office = Office(sqlite_engine)
    with office.desk() as desk:
        _, invitation = campaigns.create(desk, NewCampaign(**{**GOOD, "secret": SECRET, **asked}), "gm")
    assert said in " ".join(invitation.text.split())
    html = " ".join(re.sub(r"<[^>]+>", "", invitation.html).split())
    assert said in html
    assert SECRET not in invitation.text + invitation.html
    assert max(map(len, invitation.text.split("\n"))) <= 78


def test_the_gm_sees_how_a_campaign_stands(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    office.campaign()
    with office.desk() as desk:
        before = campaigns.sight(desk, position.seen(desk, "tiny-1"))
    assert [(seat.name, seat.asked) for seat in before.seats] == [(player, "") for player in PLAYERS]
    assert (before.deadline, before.schedule) == ("", "Fri 18:00 Europe/London")
    office.started("tiny-2", deadline="", move_time=timedelta(days=2))
    with office.desk() as desk:
        hand_in(desk, "tiny-2", {"Ann": "high"})
        after = campaigns.sight(desk, position.seen(desk, "tiny-2"))
    assert [(seat.asked, seat.on_file, seat.wrote) for seat in after.seats[:2]] == [
        ("a call", 1, True),
        ("a call", 0, False),
    ]
    assert after.seats[0].addresses == ("ann@players.test",)
    assert after.schedule == "2 days after the report"
    assert after.deadline == "Wed 5 Aug 2026, 13:00 Europe/London (12:00 UTC)"


def test_every_mail_about_a_campaign_fits_its_reader(sqlite_engine: Engine) -> None:
    """A long name, hostile words of the GM's, and all that can be told: no line is too long, no text is taken for HTML."""
    office = Office(sqlite_engine, renderer=Renderer(), house=HOUSE)
    long, why = "Maximiliane von und zu Hohenlohe-Waldburg"[:40], "<b>Late</b> & {{ 7 * 7 }} " + "word " * 30
    campaign = office.started(players=(long, "Bob"), options={"goal": 9})
    with office.desk() as desk:
        set_orders(desk, "tiny-1", long, "high", "gm")
        assert campaign.due_at is not None
        move_deadline(desk, "tiny-1", campaign.due_at + timedelta(days=1), "gm", why)
        pauses.pause(desk, "tiny-1", "gm", why)
        pauses.resume(desk, "tiny-1", "gm", why)
        players.replace(desk, "tiny-1", long, "new@players.test", "gm")
    remind_at = office.row().remind_at
    assert remind_at is not None
    office.now = remind_at
    with office.desk() as desk:
        assert reminders.remind(desk, campaign.id) == 1
    due_at = office.row().due_at
    assert due_at is not None
    office.now = due_at + timedelta(hours=1)
    with office.desk() as desk:
        assert deadline.carry_out(desk, campaign.id, None) is None
        assert deadline.carry_out(desk, campaign.id, desk.now) is not None
        roll_back(desk, "tiny-1", 1, "gm", why)
        pauses.end(desk, "tiny-1", "gm", why)
    mails = office.outbox()
    kinds = {mail.kind for mail in mails}
    assert kinds == {
        "report",
        "orders-set",
        "deadline-moved",
        "paused",
        "resumed",
        "replaced",
        "taken-over",
        "reminder",
        "gm-note",
        "rolled-back",
        "ended",
    }
    for mail in mails:
        if mail.report_id is not None:
            continue
        assert mail.text, mail.kind
        assert mail.html.lstrip().lower().startswith("<!doctype html>"), mail.kind
        assert max(map(len, mail.text.split("\n"))) <= 78, mail.text
        assert "\n\n\n" not in mail.text, mail.text
        assert "<b>Late" not in mail.html
        assert "49" not in mail.text
        assert mail.message["subject"].startswith("[tiny-1] ")
        assert len(mail.message["subject"]) <= 78


def test_the_name_of_a_campaign_is_found_whatever_its_case(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    office.campaign()
    with office.desk() as desk:
        assert position.seen(desk, "TINY-1").name == "tiny-1"
        count = desk.connection.execute(sa.select(sa.func.count()).select_from(table_of(Campaign))).scalar()
    assert count == 1
