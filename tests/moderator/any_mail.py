"""A house into which any bytes at all are thrown, and what must hold of each mail. Source: mail.md, Threats."""

import json
from dataclasses import dataclass, field
from email import message_from_bytes
from email.policy import compat32
from itertools import count
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pbem.core.letters import Letter, Message, Raw, Verdict
from pbem.mail.addresses import sendable
from pbem.mail.read import read_letter
from pbem.mail.write import Letterhead, compose
from pbem.moderator import intake
from pbem.report.renderer import Renderer
from pbem.service.explaining import explain
from pbem.store import letters
from pbem.store.session import reading
from pbem.store.tables import Letter as LetterTable
from pbem.store.tables import Outgoing, table_of
from tests.mail.mutations import Mutant
from tests.moderator.letterbox import Letterbox
from tests.moderator.tabletop import Office, address_of

CAMPAIGN = "pit-1"
PLAYERS = ("Ann", "Bob", "Cleo")
LETTERHEAD = Letterhead("gm@pbem.test", "instance")
KEYS = ["verdict", "reason", "sender", "campaign", "turn", "own", "lines"]
KINDS = frozenset({"own", "quotation", "signature", "banner", "attribution", "report", "forward"})
VERDICTS = frozenset({Verdict.ACK, Verdict.ERR, Verdict.ASK, Verdict.QUAR, Verdict.IGN})
ANSWERS = frozenset({"ack", "error", "confirm", "ask"})
PLACEHOLDER = (b"gm+k5x2mz7qpdh3w4ravbn6tjyecg@pbem.test", b"ann@example.org")
"""The reply address and the player's that stand in the mails of the corpus."""

_LETTER = table_of(LetterTable)
_OUTBOX = table_of(Outgoing)


@dataclass
class AnyMail:
    """A house with a campaign of Pitagoras, which keeps what was answered and looks at it. `verdicts`: how many of each."""

    engine: Engine
    office: Office = field(init=False)
    verdicts: dict[Verdict, int] = field(default_factory=dict)
    _uids: "count[int]" = field(default_factory=lambda: count(1))
    _looked_at: int = 0

    def __post_init__(self) -> None:
        self.office = Office(self.engine, renderer=Renderer())
        self.office.started(CAMPAIGN, PLAYERS, game="pitagoras")
        self._token = Letterbox(self.office).token_address("Ann", CAMPAIGN).encode()

    def addressed(self, content: bytes) -> bytes:
        """A mail of the corpus as one from Ann to the address of her seat."""
        return content.replace(PLACEHOLDER[0], self._token).replace(PLACEHOLDER[1], address_of("Ann").encode())

    def throw(self, mutant: Mutant) -> None:
        """The mail comes in and is handled; asserts all that must hold."""
        raw = Raw("INBOX", 1, str(next(self._uids)), mutant.content, self.office.later(minutes=7))
        with self.office.desk() as desk:
            intake.store_raw(desk.connection, [raw], desk.now)
            (letter_id,) = letters.pending(desk.connection)
        letter = read_letter(raw.content, raw.received)
        with self.office.desk() as desk:
            verdict = intake.handle(desk, letter_id, letter)
        self.verdicts[verdict] = self.verdicts.get(verdict, 0) + 1
        self._look_at_letter(letter_id, raw.content, verdict)
        self._look_at_answers(letter_id, letter, mutant.robot)
        look_at_explanation(raw.content)

    def _look_at_letter(self, letter_id: int, content: bytes, verdict: Verdict) -> None:
        with reading(self.engine) as connection:
            row = connection.execute(sa.select(_LETTER).where(_LETTER.c.id == letter_id)).one()
        assert row.raw == content, "the mail is kept as it came"
        assert verdict in VERDICTS
        assert (row.verdict, row.handled_at is not None, row.error) == (verdict, True, ""), "it has one verdict"
        assert row.reason

    def _look_at_answers(self, letter_id: int, letter: Letter, robot: bool) -> None:
        with reading(self.engine) as connection:
            caused = connection.execute(sa.select(_OUTBOX).where(_OUTBOX.c.letter_id == letter_id)).all()
            queued = connection.execute(sa.select(_OUTBOX).where(_OUTBOX.c.id > self._looked_at)).all()
        answers = [row for row in caused if row.kind in ANSWERS]
        assert len(answers) <= 1, "one mail is answered once at most"
        if robot or letter.robot or letter.loop is not None or letter.sender is None:
            assert not answers, "a machine is not answered"
        for row in answers:
            allowed = {letter.sender, *map(address_of, PLAYERS)} if row.kind == "ask" else {letter.sender}
            assert row.to in allowed
        for row in queued:
            look_at_message(row)
            self._looked_at = row.id


def look_at_message(row: sa.Row[Any]) -> None:
    """A mail of ours as it goes out: to one address, with each field once."""
    sent = message_from_bytes(compose(Message.from_json(row.message, row.text, row.html), LETTERHEAD), policy=compat32)
    names = [name.lower() for name in sent]
    assert len(names) == len(set(names)), "no field is there twice"
    assert "bcc" not in names
    assert sent["To"] == sendable(row.to)
    assert sent["Auto-Submitted"] in ("auto-replied", "auto-generated")


def look_at_explanation(content: bytes) -> None:
    """What `pbem mail explain --json` prints of these bytes, with names and without."""
    for redact in (False, True):
        told = explain(content, redact=redact).to_json()
        printed = json.dumps(told)
        assert "\n" not in printed
        assert list(json.loads(printed)) == KEYS
        assert told["verdict"] in VERDICTS
        assert told["reason"]
        assert (told["campaign"], told["turn"]) == (None, None)
        assert all(list(line) == ["line", "text", "as"] and line["as"] in KINDS for line in told["lines"])
        printed.encode()
