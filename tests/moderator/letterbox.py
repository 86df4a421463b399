"""Mail for tests: bytes as a mail program sends them, put into the store, read, handled; and what is answered."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from typing import Any

import sqlalchemy as sa

from pbem.core.letters import Raw, Verdict
from pbem.mail.read import read_letter
from pbem.mail.sender import NOBODY, Trust
from pbem.moderator import intake, position, tokens
from pbem.moderator.adjudicate import adjudicate
from pbem.store import letters
from pbem.store.letters import LetterRow
from pbem.store.session import reading
from tests.moderator.tabletop import Office, address_of


@dataclass
class Letterbox:
    """The way of a mail into an office. `trust`: whose word on senders counts; `verdicts`: of every letter so far, by number."""

    office: Office
    trust: Trust = NOBODY
    verdicts: dict[int, Verdict] = field(default_factory=dict)
    _uids: "count[int]" = field(default_factory=lambda: count(1))

    def mail(
        self,
        text: str,
        sender: str,
        *,
        to: str = "gm@pbem.test",
        subject: str = "my move",
        received: datetime | None = None,
        headers: Sequence[str] = (),
        uidvalidity: int = 1,
        handled: bool = True,
    ) -> int:
        """A plain mail comes in and is handled; gives the letter's number."""
        uid = next(self._uids)
        head = [f"From: {sender}", f"To: {to}", f"Subject: {subject}", f"Message-ID: <m{uid}@players.test>", *headers]
        content = "\r\n".join([*head, "", *text.split("\n")]).encode()
        return self.deliver(content, received=received, uidvalidity=uidvalidity, uid=uid, handled=handled)

    def deliver(
        self,
        content: bytes,
        *,
        received: datetime | None = None,
        uidvalidity: int = 1,
        uid: int | None = None,
        mailbox: str = "INBOX",
        junk: bool = False,
        handled: bool = True,
    ) -> int:
        """A mail comes in as it is."""
        when = received or self.office.now
        raw = Raw(mailbox, uidvalidity, str(uid or next(self._uids)), content, when, junk)
        with self.office.desk() as desk:
            intake.store_raw(desk.connection, [raw], desk.now)
            letter_id = letters.pending(desk.connection)
        found = max(letter_id)
        if handled:
            self.handle(found)
        return found

    def handle(self, letter_id: int) -> Verdict:
        """Handles a letter that is in the store."""
        with self.office.desk() as desk:
            (waiting,) = letters.as_they_came(desk.connection, [letter_id])
        letter = read_letter(waiting.raw.content, waiting.raw.received, trust=self.trust, junk=waiting.raw.junk)
        with self.office.desk() as desk:
            self.verdicts[letter_id] = intake.handle(desk, letter_id, letter)
        return self.verdicts[letter_id]

    def from_player(self, player: str, text: str, campaign: str = "tiny-1", **how: Any) -> int:
        """A reply of a player to the report of the turn that is being played."""
        return self.mail(text, address_of(player), to=self.token_address(player, campaign), **how)

    def token_address(self, player: str, campaign: str = "tiny-1") -> str:
        """The address that a player's replies go to now."""
        from pbem.store import campaigns, seats

        with self.office.desk() as desk:
            row = campaigns.find(desk.connection, campaign)
            assert row is not None
            (seat,) = [s for s in seats.of_campaign(desk.connection, row.id) if s.name == player]
            token = tokens.orders_token(desk, row.id, seat.id, row.turn, row.attempt)
            return tokens.reply_address(desk, token)

    def answers(self, letter_id: int | None = None) -> list[sa.Row[tuple[object, ...]]]:
        """The mails that letters caused, or those that this one did, in the order in which they were queued."""
        rows = [row for row in self.office.outbox() if row.letter_id is not None]
        return [row for row in rows if letter_id in (None, row.letter_id)]

    def answer(self, letter_id: int) -> str:
        """The text of the one answer to a letter."""
        (row,) = self.answers(letter_id)
        text: str = row.text
        return text

    def row(self, letter_id: int) -> LetterRow:
        with reading(self.office.engine) as connection:
            return letters.get(connection, letter_id)

    def later(self, **span: float) -> None:
        self.office.now += timedelta(**span)

    def on_file(self, player: str, campaign: str = "tiny-1") -> list[str]:
        """What that player has on file, in canonical form."""
        with self.office.desk() as desk:
            return [order.text for order in position.named_running(desk, campaign).filed[player]]

    def next_turn(self, campaign: str = "tiny-1") -> None:
        """Adjudicates the turn that is being played."""
        with self.office.desk() as desk:
            adjudicate(desk, position.named_running(desk, campaign))
