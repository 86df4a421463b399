"""The demo: a whole campaign, by mail, from the invitation to the winner."""

import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol
from zoneinfo import ZoneInfo

import pbem.games.registry as registry
from pbem.core.contract import waits_for
from pbem.core.errors import Failed
from pbem.core.letters import Letter, Raw, find_marker
from pbem.demo import house, mailbag
from pbem.demo.cast import GM, GM_AT_DESK, GM_PERSON, Player
from pbem.demo.mailbag import Delivered, Mailbag
from pbem.demo.post_office import PostOffice
from pbem.demo.screen import Screen
from pbem.demo.script import CAMPAIGN, CHOICES, Script, asked_in
from pbem.demo.script import ZONE as ZONE_NAME
from pbem.demo.set_clock import SetClock
from pbem.demo.writing import Received, Reply, new_mail
from pbem.mail.read import read_letter
from pbem.moderator import campaigns, position, verify
from pbem.service.wiring import Office
from pbem.store import campaigns as rows
from pbem.store import seats
from pbem.store.campaigns import CampaignRow
from pbem.store.tables import CampaignStatus

START = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
ZONE = ZoneInfo(ZONE_NAME)
SILENCE = 20.0
"""Seconds without any mail after which something must be wrong, unless a visitor is waited for."""

_LISTED = re.compile(r"could order in turn \d+ of|lists no choices for")
_TURN = re.compile(r"\] Turn (\d+)")


class Visitor(Protocol):
    """Somebody who plays a seat by hand."""

    name: str

    def begins(self, demo: "Demo") -> None:
        """Hands in the mail that asks for the seat. Raises Failed to leave."""

    def opens(self, demo: "Demo", mail: Delivered) -> None:
        """Reads a mail that came for the seat, and may hand in others. Raises Failed to leave."""

    def waits(self, demo: "Demo") -> None:
        """Says what is to be done now that no mail comes for anybody. Raises Failed to leave."""


@dataclass
class Demo:
    """A campaign being played; `visitor` writes in the place of one of the cast, None where nobody does.

    `asked`: the number of the turn being played; `awaited`: for whom it waits; `answered`: whose orders for it have been
    acknowledged; `silent`: who writes nothing more for it. `times`: how often each has been asked for orders; `choosing`: who
    has asked what there is to choose. `misread`: the report that was answered with orders that nobody can read, `mended` whether
    they have been sent anew. `silence`: for how many seconds a mail is waited for.
    """

    screen: Screen
    folder: Path
    script: Script
    visitor: Visitor | None = None
    clock: SetClock = field(default_factory=lambda: SetClock(START))
    asked: int = 0
    awaited: set[str] = field(default_factory=set)
    answered: set[str] = field(default_factory=set)
    silent: set[str] = field(default_factory=set)
    times: Counter[str] = field(default_factory=Counter)
    choosing: set[str] = field(default_factory=set)
    misread: Delivered | None = None
    mended: bool = False
    silence: float = SILENCE
    done: set[str] = field(default_factory=set)
    post: PostOffice = field(init=False)
    office: Office = field(init=False)

    def play(self) -> None:
        """Plays to the end and verifies. Raises Failed where the campaign does not end, or does not verify."""
        bag = Mailbag(house.fresh_folder(self.folder) / "mails")
        boxes = {player.address: player.password for player in self.script.cast}
        self.post = PostOffice(
            boxes | {GM: house.GM_PASSWORD, GM_PERSON: GM_AT_DESK.password}, bag.delivered, self.clock
        )
        with self.post:
            settings = house.settings_for(self.folder, self.post)
            self._open()
            with house.running(settings, self.clock) as self.office:
                self._invite()
                for player in self.script.cast:
                    if self.visitor is None or player.name != self.visitor.name:
                        luck = f"\nluck: {player.luck}" if player.luck else ""
                        self.say(player, f"join {CAMPAIGN} as {player.name}{luck}", "I would like to play")
                if self.visitor is not None:
                    self.visitor.begins(self)
                while len(self.done) < len(self.script.cast):
                    self._next(bag)
                self._close()

    def say(self, player: Player, words: str, subject: str, answered: Received | None = None) -> None:
        """Writes a mail of that player's, a reply in the player's own way, and hands it in."""
        self.clock.forward(timedelta(minutes=3))
        to = answered.reply_to if answered is not None else GM
        reply = Reply(player.name, player.address, to, subject, words, self.clock(), answered)
        style = player.style if answered is not None else new_mail
        self.screen.mail(self.now(), player.name, "pbem", subject, words)
        mailbag.hand_in(self.post, style(reply))

    def skips(self, name: str) -> None:
        """That player writes nothing more for the turn being played; its deadline comes when all others have written."""
        campaign = self.campaign()
        if campaign.due_at is None or campaign.turn != self.asked:
            self.screen.remark("There is no deadline to wait for yet.")
            return
        self.silent.add(name)
        self._let_time_pass()

    def now(self) -> datetime:
        """The demo's time, where the campaign is played."""
        return self.clock().astimezone(ZONE)

    def asked_by(self, report: Delivered) -> set[str]:
        """Who of the cast is asked for something by a report, which names the seats; a visitor's may have any name."""
        campaign = self.campaign()
        with self.office.looking() as desk:
            sitting = {seat.id: seat.name for seat in seats.of_campaign(desk.connection, campaign.id)}
            seated = {sitting[to.seat_id]: to.address for to in seats.recipients(desk.connection, campaign.id)}
        return self._cast_at({seated[name] for name in asked_in(report)})

    def waited_for(self) -> set[str]:
        """For whom of the cast play waits: where that is each one's own affair, a report tells only its reader's.

        Whose orders on file, such as a standing bid, have answered already is not waited for, though a deadline is set.
        """
        with self.office.looking() as desk:
            now = position.of(desk, self.campaign())
            awaited = {seat.id for seat in now.seats if waits_for(now.awaited, seat.name)}
            addresses = {
                to.address for to in seats.recipients(desk.connection, now.campaign.id) if to.seat_id in awaited
            }
        return self._cast_at(addresses)

    def _cast_at(self, addresses: set[str]) -> set[str]:
        return {player.name for player in self.script.cast if player.address in addresses}

    def campaign(self) -> CampaignRow:
        with self.office.looking() as desk:
            found = rows.find(desk.connection, CAMPAIGN)
        assert found is not None
        return found

    def _open(self) -> None:
        self.screen.title(f"a campaign of {registry.game(self.script.campaign.game).title}, by mail")
        self.screen.remark(
            "A real SMTP server and a real IMAP server run on this machine now, with mailboxes in memory; pbem reads and sends"
            " through them as it does in earnest. Where nothing would happen for days, the clock is put forward."
        )
        if self.visitor is not None:
            self.screen.remark(
                f"Any mail program can look in as well: IMAP 127.0.0.1, port {self.post.imap_port}; SMTP 127.0.0.1, port"
                f" {self.post.smtp_port}; no encryption. Addresses, which are the user names too, and passwords:"
            )
            self.screen.lines(["", *(f"    {player.address:24} {player.password}" for player in self.script.cast)])

    def _invite(self) -> None:
        with self.office.at_desk() as desk:
            _, invitation = campaigns.create(desk, self.script.campaign, "demo")
        self.screen.mail(self.now(), "GM", "the world", invitation.subject, invitation.text)

    def _next(self, bag: Mailbag) -> None:
        came = bag.next(self.silence)
        if came is None:
            if self.visitor is None:
                raise Failed(
                    f"no mail came for {self.silence:.0f} seconds; {self.folder} holds what there was until then"
                )
            self.visitor.waits(self)
            return
        if came.box == GM:
            return
        if came.box == GM_PERSON:
            self.screen.mail(self.now(), "pbem", "GM", came.mail.subject, came.mail.text)
            words = self.script.on_ruling(came) if came.kind == "ruling" else ""
            if words:
                self.say(GM_AT_DESK, words, f"Re: {came.mail.subject}", came.mail)
            return
        player = next(player for player in self.script.cast if player.address == came.box)
        self._show(player, came)
        listed = player.name in self.choosing and _is_list(came)
        if came.kind == "ack" and turn_named(came) == self.asked and not listed and player.name not in self.answered:
            self.answered.add(player.name)
            self._let_time_pass()
        if self.visitor is not None and player.name == self.visitor.name:
            self.visitor.opens(self, came)
        else:
            self._react(player, came)

    def _show(self, player: Player, came: Delivered) -> None:
        """A turn's report is shown whole to the first who gets it; everything else always."""
        news = came.kind != "report"
        if came.kind == "report":
            number = turn_named(came)
            kept = self.folder / "reports" / f"turn-{number}-{player.name}"
            kept.with_suffix(".txt").write_text(came.mail.text, encoding="utf-8")
            kept.with_suffix(".html").write_text(came.html, encoding="utf-8")
            if number + 1 > self.asked:
                self.asked, news = number + 1, True
                self.awaited = self.asked_by(came) | self.waited_for()
                self.answered.clear()
                self.silent.clear()
                self.screen.title(came.mail.subject)
            campaign = self.campaign()
            if campaign.status is CampaignStatus.ENDED and number == campaign.turn:
                self.done.add(player.name)
        self.screen.mail(self.now(), "pbem", player.name, came.mail.subject, shown(came.mail.text) if news else "")

    def _react(self, player: Player, came: Delivered) -> None:
        """What the cast does about a mail of each kind."""
        if came.kind == "confirm":
            self.say(player, "yes", f"Re: {came.mail.subject}", came.mail)
        elif came.kind == "report" and player.name in self.asked_by(came):
            self._order(player, came)
        elif player.name in self.choosing and _is_list(came):
            self.choosing.remove(player.name)
            self._write(player, self.script.on_choices(player, came), came)
        elif came.kind == "reminder" and player.name in self.silent:
            self.screen.remark(f"{player.name} is still away.")
            self._let_the_deadline_come()
        elif came.kind == "error" and self.misread is not None and not self.mended:
            self.mended = True
            self.screen.remark(f"{player.name} reads what was wrong, and writes again.")
            self._write(player, self.script.words(player, self.misread), came)

    def _order(self, player: Player, came: Delivered) -> None:
        """Answers a report that asks for orders."""
        self.times[player.name] += 1
        if player.name == self.script.learner and self.misread is None:
            self.misread = came
            self._write(player, self.script.wrong_orders, came)
        elif player.name == self.script.absent and self.times[player.name] == self.script.absent_at:
            self.silent.add(player.name)
            self.screen.remark(f"{player.name} is away this week, and does not answer.")
            self._let_time_pass()
        else:
            self._write(player, self.script.words(player, came), came)

    def _write(self, player: Player, words: str, came: Delivered) -> None:
        """Answers a mail in these words, if there are any."""
        if CHOICES in words.split("\n"):
            self.choosing.add(player.name)
        if words:
            self.say(player, words, f"Re: {came.mail.subject}", came.mail)

    def _let_time_pass(self) -> None:
        """Puts the clock forward where all have written but those who will not."""
        if not self.silent or not self.awaited <= self.answered | self.silent:
            return
        if self.visitor is not None and self.visitor.name in self.silent:
            self._let_the_deadline_come()
        else:
            self.screen.remark("Days go by. Whoever has nothing on file is reminded a day before the deadline.")
            self._forward(-timedelta(hours=23))

    def _let_the_deadline_come(self) -> None:
        self.screen.remark("The deadline comes. From whoever has nothing on file: no move received.")
        self._forward(timedelta(minutes=1))

    def _forward(self, span: timedelta) -> None:
        """Puts the clock so far behind the deadline of the turn that has been shown; one that has ended needs none."""
        campaign = self.campaign()
        if campaign.due_at is not None and campaign.turn == self.asked:
            self.clock.forward_to(campaign.due_at + span)

    def _close(self) -> None:
        campaign = self.campaign()
        if campaign.status is not CampaignStatus.ENDED:
            raise Failed(f"the campaign should have ended, and is {campaign.status}")
        with self.office.looking() as desk:
            found = verify.verify(desk, campaign, read_anew)
        self.screen.title("the end")
        if found.differences:
            raise Failed("the campaign does not verify: " + "; ".join(found.differences[:3]))
        self.screen.remark(
            f"Verified: {found.turns} turns, {found.dice} dice and {found.sheets} order sheets, recomputed from the published"
            " secret, the players' words for luck and the mails as they came."
        )
        self.screen.lines(
            [
                "",
                f"    {self.folder}/mails     every mail, as it was delivered",
                f"    {self.folder}/reports   every report, as text and as HTML",
                f"    {self.folder}/archive   the campaign's pages; begin with index.html",
                f"    {self.folder}/pbem.db   the database; config.toml the configuration",
            ]
        )


def _is_list(came: Delivered) -> bool:
    """Whether a mail lists choices, or says that there are none to list."""
    return came.kind == "ack" and _LISTED.search(" ".join(came.mail.text.split())) is not None


def turn_named(came: Delivered) -> int:
    """The number of the turn that a subject names, 0 for none, as at the start."""
    found = _TURN.search(came.mail.subject)
    return int(found[1]) if found else 0


def shown(text: str) -> str:
    """A mail's text without the lines that only programs read."""
    lines = [line for line in text.splitlines() if find_marker(line) is None]
    return "\n".join(lines).strip()


def read_anew(raw: Raw) -> Letter:
    """A stored mail read as it was when it came."""
    return read_letter(raw.content, raw.received)
