"""A whole campaign through Dovecot and Postfix: what the post office of the demo lets pass, real servers must too."""

import smtplib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from imap_tools import MailBoxUnencrypted

from pbem.demo import writing
from pbem.demo.mailbag import Delivered, received_from
from pbem.demo.pitagoras import choices_of
from pbem.mail.fetched import fetched
from pbem.mail.smtp import SmtpConnection
from pbem.moderator import campaigns, intake, verify
from pbem.service.config import load
from pbem.service.first_config import write_config
from pbem.service.run import Service
from pbem.service.servers import smtp_server, sources
from pbem.service.wiring import Office, open_office
from pbem.store import campaigns as rows
from pbem.store import migrations
from pbem.store.session import connect
from pbem.store.tables import CampaignStatus
from tests.servers import wait_until
from tests.servers.dovecot import Dovecot
from tests.servers.postfix import Postfix

GM = "gm@pbem.test"
PLAYERS = {
    "ann@example.test": ("Ann", writing.top_reply),
    "bob@example.test": ("Bob", writing.html_only),
    "cleo@example.test": ("Cleo", writing.from_a_phone),
}
LONGEST = 400
"""Rounds; a campaign of three takes some 60."""


class Club:
    """The office with both servers, and the players with their boxes."""

    def __init__(self, office: Office, imap: Dovecot, smtp: Postfix) -> None:
        self.office = office
        self.imap = imap
        self.smtp = smtp
        self.read: dict[str, int] = dict.fromkeys([*PLAYERS, GM], 0)
        self.expected = 0

    def round(self) -> None:
        """One round of the service, as cron starts it."""
        settings = self.office.settings
        server = smtp_server(settings)
        Service(self.office, sources(settings), lambda: SmtpConnection(server), intake).once()

    def write(self, address: str, words: str, answered: Delivered | None = None) -> None:
        name, style = PLAYERS[address]
        to = answered.mail.reply_to if answered else GM
        subject = f"Re: {answered.mail.subject}" if answered else "a seat, please"
        reply = writing.Reply(name, address, to, subject, words, datetime.now(UTC), answered.mail if answered else None)
        with smtplib.SMTP("127.0.0.1", self.smtp.port, local_hostname="localhost", timeout=30) as server:
            server.send_message((style if answered else writing.new_mail)(reply))
        self.expected += 1

    def lying(self, address: str, folder: str = "INBOX") -> int:
        return len(list((self.imap.mail / address / ("" if folder == "INBOX" else f".{folder}")).glob("[nc]*/*")))

    def all_delivered(self) -> bool:
        """Whether every mail of the players lies in the GM's box, filed away or new."""
        return self.lying(GM) + self.lying(GM, "Processed") >= self.expected

    def new(self, address: str) -> list[Delivered]:
        """What has come for a player since the last look, over IMAP."""
        box = MailBoxUnencrypted("127.0.0.1", self.imap.port, timeout=30)
        with box.login(address, self.imap.boxes[address]):
            uids = [int(uid) for uid in box.uids() if int(uid) > self.read[address]]
            mails = [received_from(address, mail.content or b"") for mail in fetched(box, uids, "BODY.PEEK[]")]
        self.read[address] = max([self.read[address], *uids])
        return mails


@pytest.fixture
def club(tmp_path: Path, real_imap: Dovecot, real_smtp: Postfix) -> Iterator[Club]:
    file = tmp_path / "config.toml"
    write_config(
        file,
        {
            ("house", "address"): GM,
            ("imap", "host"): "127.0.0.1",
            ("imap", "port"): real_imap.port,
            ("imap", "tls"): "none",
            ("imap", "user"): GM,
            ("imap", "password"): real_imap.boxes[GM],
            ("smtp", "host"): "127.0.0.1",
            ("smtp", "port"): real_smtp.port,
            ("smtp", "tls"): "none",
            ("archive", "folder"): "archive",
            ("limits", "answers_an_hour"): 1000,
            ("limits", "answers_a_day"): 1000,
        },
    )
    settings = load(file)
    engine = connect(settings.pbem.database)
    migrations.upgrade(engine)
    engine.dispose()
    office = open_office(settings)
    yield Club(office, real_imap, real_smtp)
    office.engine.dispose()


def orders_for(mail: Delivered) -> str:
    """Two cards with second choices, as the form in the report offers them."""
    choices, others = choices_of(mail.form)
    lines = []
    for choice in choices:
        cards = list(choice.results)
        lines.append(f"{choice.calculation}: {' or '.join(cards[-2:])}")
    return "\n".join([*lines, *(f"prompter: {name}" for name in others[:1])])


def test_a_campaign_through_dovecot_and_postfix(club: Club) -> None:
    asked = campaigns.NewCampaign("pitagoras", "real-1", "Europe/London", (3, 3), deadline="Fri 18:00", early=True)
    with club.office.at_desk() as desk:
        campaigns.create(desk, asked, "test")
    for address, (name, _) in PLAYERS.items():
        club.write(address, f"join real-1 as {name}\nluck: {name}'s own")
    ended: set[str] = set()
    reports: dict[str, list[str]] = {address: [] for address in PLAYERS}
    for _ in range(LONGEST):
        wait_until(club.all_delivered, "the players' mail")
        club.round()
        for address in PLAYERS:
            for mail in club.new(address):
                assert mail.kind in ("confirm", "ack", "report"), mail.mail.text
                if mail.kind == "confirm":
                    club.write(address, "yes", mail)
                elif mail.kind == "report":
                    reports[address].append(mail.mail.subject)
                    if mail.form:
                        club.write(address, orders_for(mail), mail)
                    else:
                        ended.add(address)
        if len(ended) == len(PLAYERS):
            break
    with club.office.looking() as desk:
        campaign = rows.find(desk.connection, "real-1")
        assert campaign is not None
        assert campaign.status is CampaignStatus.ENDED
        found = verify.verify(desk, campaign)
    assert found.differences == []
    assert found.sheets == 3 * campaign.turn
    assert len({tuple(subjects) for subjects in reports.values()}) == 1
    assert len(reports["ann@example.test"]) == campaign.turn + 1
    assert club.lying(GM) == 0
    assert club.lying(GM, "Processed") == club.expected
