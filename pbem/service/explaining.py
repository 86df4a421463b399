"""What a mail was taken for, told to a GM: each line and why, who wrote it, what it is for, what was answered."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from pbem.core.letters import Letter, LetterLine, LineKind, Raw, Verdict
from pbem.mail.addresses import names_in
from pbem.mail.headers import split_head
from pbem.mail.parts import Limits
from pbem.mail.read import read_letter
from pbem.mail.reasons import reasons
from pbem.moderator import intake, robots
from pbem.moderator.binding import Bound, bind
from pbem.moderator.desk import Desk
from pbem.moderator.identity import Writer, identify
from pbem.moderator.matter import own_text_of
from pbem.moderator.order_text import Source, bare_subject
from pbem.moderator.outcome import NO_SENDER, OURS
from pbem.service import reading
from pbem.service.redaction import Redaction
from pbem.service.wiring import Office
from pbem.store import answers, campaigns, letters, people, seats, sheets
from pbem.store.letters import LetterRow


@dataclass(frozen=True, slots=True)
class Explained:
    """A mail explained. `identity`, `binding`, `answered`: a sentence each, None for what only a database knows.

    `own`: the player's text without the blank lines around it. `whys`: of each line, in the order of `lines`.
    """

    verdict: Verdict
    reason: str
    sender: str | None
    subject: str
    own: str
    lines: tuple[LetterLine, ...]
    whys: tuple[str, ...]
    notes: tuple[str, ...] = ()
    campaign: str | None = None
    turn: int | None = None
    identity: str | None = None
    binding: str | None = None
    answered: str | None = None

    def to_json(self) -> dict[str, Any]:
        """What programs are given."""
        return {
            "verdict": self.verdict.value,
            "reason": self.reason,
            "sender": self.sender,
            "campaign": self.campaign,
            "turn": self.turn,
            "own": self.own,
            "lines": [{"line": line.number, "text": line.text, "as": line.kind.value} for line in self.lines],
        }


def explain(content: bytes, office: Office | None = None, redact: bool = False) -> Explained:
    """The mail in these bytes explained; with an office also who its writer is there, what it is for, and what would become of
    it if it came now. One that has come is explained by what became of it."""
    if office is None:
        letter = read_letter(content, datetime.now(UTC))
        explained = _by_itself(letter)
    else:
        raw = Raw("explained", 0, "1", content, office.now())
        letter = reading.read(office, raw)
        explained = _rehearsed(office, raw, letter)
    return _redacted(explained, letter, content, office) if redact else explained


def explain_stored(office: Office, letter_id: int, redact: bool = False) -> Explained:
    """A stored letter explained, with its verdict and what was answered. Raises LookupError for an unknown one."""
    with office.looking() as desk:
        row = letters.get(desk.connection, letter_id)
        [waiting] = letters.as_they_came(desk.connection, [letter_id])
        letter = reading.read(office, waiting.raw)
        explained = _with_outcome(desk, _placed(office, desk, letter, _by_itself(letter)), row)
    return _redacted(explained, letter, waiting.raw.content, office) if redact else explained


def _rehearsed(office: Office, raw: Raw, letter: Letter) -> Explained:
    """A mail explained by what becomes of it, which is taken back: nothing is kept of it, and nobody is answered."""
    with office.at_desk() as desk:
        rehearsal = desk.connection.begin_nested()
        try:
            explained = _placed(office, desk, letter, _by_itself(letter))
            intake.store_raw(desk.connection, [raw], desk.now)
            letter_id = max(letters.pending(desk.connection))
            row, twins = letters.with_twins(desk.connection, letter_id, letter.digest)
            come = next((twin for twin in twins if twin.handled_at is not None), None)
            if come is not None:
                return _with_outcome(desk, explained, come)
            intake.handle(desk, letter_id, letter)
            told = _with_outcome(desk, explained, letters.get(desk.connection, row.id))
            return replace(told, answered=f"if it came now: {told.answered}")
        finally:
            rehearsal.rollback()


def _with_outcome(desk: Desk, explained: Explained, row: LetterRow) -> Explained:
    """The same with what became of the letter in that row: its verdict, the orders in it, its answers."""
    if row.verdict is not Verdict.NEW:
        explained = replace(explained, verdict=row.verdict, reason=row.reason)
    sheet = _joined(sheets.text_of_letter(desk.connection, [row.id]).get(row.id, "").split("\n"))
    if explained.campaign is None and row.campaign_id is not None:
        name = campaigns.get(desk.connection, row.campaign_id).name
        meant = name if row.turn is None else f"{name}, turn {row.turn}"
        explained = replace(explained, campaign=name, turn=row.turn, binding=explained.binding or meant)
    in_mail = any(line.kind is LineKind.OWN and line.text.strip() for line in explained.lines)
    if not in_mail or not set(sheet.split("\n")) <= {*explained.own.split("\n"), ""}:
        explained = replace(explained, own=sheet)  # read from the subject, an attachment, a form inside the quotation
    sent = answers.of_letter(desk.connection, row.id)
    said = "; ".join(f"{copy.message['subject']} (to {copy.message['to']})" for copy in sent) or "nothing"
    return replace(explained, answered=said)


def _by_itself(letter: Letter) -> Explained:
    """What header and text alone tell, nobody being registered."""
    own, source = _own(letter)
    verdict, reason = _verdict(letter, own, source)
    return Explained(
        verdict,
        reason,
        letter.sender,
        letter.subject,
        own,
        letter.lines,
        tuple(reasons(letter.lines)),
        letter.notes,
    )


def _own(letter: Letter) -> tuple[str, str]:
    """The player's own text, and where it stood. Source: mail.md 36, 38."""
    own = _joined([line.text for line in letter.lines if line.kind is LineKind.OWN])
    if own:
        return own, "the mail"
    if letter.attachment is not None and (attached := _joined(letter.attachment.splitlines())):
        return attached, Source.ATTACHMENT.value
    subject = letter.subject.strip()
    bare = bare_subject(letter.subject).strip()
    if any(line.text.strip() for line in letter.lines) or subject != bare or not _says_something(bare):
        return "", ""
    return bare, Source.SUBJECT.value


def _says_something(subject: str) -> bool:
    """Whether a subject may hold an order (`key: value`), and is not that of a reply."""
    word, colon, rest = subject.partition(":")
    return bool(colon and rest.strip()) and (any(c.isdigit() for c in word) or len(word) > 6)


def _verdict(letter: Letter, own: str, source: str) -> tuple[Verdict, str]:
    if letter.loop is not None:
        return OURS.verdict, OURS.reason
    if letter.sender is None:
        return NO_SENDER.verdict, NO_SENDER.reason
    if letter.robot:
        machine = robots.by_itself(letter)
        return machine.verdict, machine.reason
    if letter.listed:
        return Verdict.IGN, "from a list or as bulk mail, by nobody who is registered"
    if letter.quarantine:
        return Verdict.QUAR, f"it {letter.quarantine}"
    if letter.reading_problem:
        return Verdict.ERR, f"it {letter.reading_problem}"
    if not own:
        return Verdict.ERR, _nothing_own(letter)
    if letter.held_reason:
        return Verdict.ASK, f"it {letter.held_reason}"
    if letter.readings:
        return Verdict.ASK, "its plain text and its HTML do not say the same"
    return Verdict.ACK, f"it has text of its writer's own, in {source}"


def _nothing_own(letter: Letter) -> str:
    if letter.forwarded:
        return "it only passes on another mail"
    if any(line.text.strip() for line in letter.lines):
        return "it has no text of its writer's own, only what is quoted or put there by programs"
    return "it has no text"


def _players(explained: Explained, office: Office | None) -> list[str]:
    """The names of those who play in the campaign that a mail is for."""
    if office is None or explained.campaign is None:
        return []
    with office.looking() as desk:
        row = campaigns.find(desk.connection, explained.campaign)
        sitting = seats.of_campaign(desk.connection, row.id) if row else []
        return [name for seat in sitting for _, name in people.named_members(desk.connection, seat.id)]


def _placed(office: Office, desk: Desk, letter: Letter, explained: Explained) -> Explained:
    """The same with who the writer is, and the campaign and turn that the letter is for."""
    if letter.sender is None:
        return explained
    writer = identify(desk, letter)
    explained = replace(explained, identity=_identity(writer, _whose_word(office)))
    if writer.person is None:
        return explained
    bound = bind(desk, letter, writer)
    if not isinstance(bound, Bound):
        return replace(explained, binding=bound.why)
    lines = _with_ours(letter.lines, own_text_of(desk, letter, bound).lines)
    own = _joined([line.text for line in lines if line.kind is LineKind.OWN]) or explained.own
    return replace(
        explained,
        campaign=bound.chair.campaign,
        turn=bound.turn,
        binding=f"{bound.chair.seat} in {bound.chair.campaign}, turn {bound.turn}, {bound.how}",
        own=own,
        lines=lines,
        whys=tuple(reasons(lines)),
    )


def _whose_word(office: Office) -> str:
    """Who may have vouched for a writer here."""
    signer = "the signature of its sender's domain"
    if office.dkim is None:
        return "the receiving server"
    return f"the receiving server or {signer}" if office.house.authserv_id else signer


def _identity(writer: Writer, voucher: str) -> str:
    if writer.person is None:
        return "a stranger" + (f", whom {voucher} vouches for" if writer.vouched else "")
    if writer.proven:
        return "registered, and proven by " + (voucher if writer.vouched else "the token")
    return "registered, but nothing proves that they wrote it"


def _with_ours(lines: Sequence[LetterLine], own: Sequence[LetterLine]) -> tuple[LetterLine, ...]:
    """The lines with what the player wrote inside a report as own, and what is ours outside of one as the report's."""
    numbers = {line.number for line in own if line.number}
    sorted_anew = []
    for line in lines:
        kind = line.kind
        if line.number in numbers:
            kind = LineKind.OWN
        elif kind is LineKind.OWN and line.text.strip():
            kind = LineKind.REPORT
        sorted_anew.append(line if kind is line.kind else LetterLine(line.number, line.text, kind))
    return tuple(sorted_anew)


def _joined(lines: Sequence[str]) -> str:
    """Lines joined by newlines, without blank ones at both ends."""
    filled = [at for at, line in enumerate(lines) if line.strip()]
    return "\n".join(lines[filled[0] : filled[-1] + 1]) if filled else ""


def _redacted(explained: Explained, letter: Letter, content: bytes, office: Office | None) -> Explained:
    head, _ = split_head(content, Limits().header_bytes)
    hide = Redaction(letter, (*names_in(head), *_players(explained, office)))

    def text(said: str | None) -> str | None:
        return None if said is None else hide.text(said)

    return replace(
        explained,
        reason=hide.text(explained.reason),
        sender=text(explained.sender),
        subject=hide.text(explained.subject),
        own=hide.text(explained.own),
        lines=tuple(LetterLine(line.number, hide.line(line), line.kind) for line in explained.lines),
        notes=tuple(map(hide.text, explained.notes)),
        binding=text(explained.binding),
        answered=text(explained.answered),
    )
