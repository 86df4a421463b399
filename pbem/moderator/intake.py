"""From a letter in the store to its verdict, all that it causes, and its one answer: one transaction, the caller's.

Done again after a crash it gives the same. Source: design.md, "Nothing lost, nothing twice"; mail.md, Catalogue.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.engine import Connection

from pbem.core.letters import Letter, Raw, Robot, Verdict
from pbem.moderator import (
    answers,
    confirmations,
    foreign_tokens,
    gm_notes,
    player_mail,
    robots,
    ruling_mail,
    sending,
    stranger_mail,
    tokens,
)
from pbem.moderator.desk import Desk
from pbem.moderator.identity import Writer, identify
from pbem.moderator.outcome import NO_SENDER, OURS, SPAM, Outcome
from pbem.store import letters, sheets
from pbem.store.letters import LetterRow
from pbem.store.tables import TokenKind


def store_raw(connection: Connection, raws: Sequence[Raw], now: datetime) -> int:
    """Keeps mails before anything looks at them, and gives the number of new ones."""
    return letters.add(connection, raws, now)


def handle(desk: Desk, letter_id: int, letter: Letter) -> Verdict:
    """Gives a letter its verdict, and does all that follows from it; NEW where it must wait for a deadline.

    Nothing is done for a letter that has its verdict.
    """
    row, twins = letters.with_twins(desk.connection, letter_id, letter.digest)
    if row.handled_at is not None:
        return row.verdict
    first = next((twin for twin in twins if twin.handled_at is not None and not _was_spam(twin, row)), None)
    outcome = _outcome(desk, letter_id, letter) if first is None else _again(desk, row, letter, first)
    if outcome.verdict is Verdict.NEW:
        letters.put_off(desk.connection, letter_id, outcome.campaign_id)
        return outcome.verdict
    if outcome.answer is not None:
        answers.send(desk, letter_id, letter, outcome.answer)
    _close(desk, letter_id, letter, outcome)
    return outcome.verdict


def _was_spam(twin: LetterRow, row: LetterRow) -> bool:
    """Whether a letter was ignored as spam only because of where it lay; somebody has taken it out of there since."""
    return twin.junk and not row.junk and twin.verdict is Verdict.IGN


def set_aside(desk: Desk, letter_id: int, error: str) -> None:
    """Keeps a letter for the GM that could not be handled. Source: mail.md 70."""
    row = letters.get(desk.connection, letter_id)
    if row.handled_at is not None:
        return
    letters.note_error(desk.connection, letter_id, error)
    letters.decide(desk.connection, letter_id, Verdict.QUAR, "handling it failed", desk.now)
    _tell_set_aside(
        desk, letter_id, row.sender, f"handling it failed ({error.splitlines()[0][:200] if error else 'no word why'})"
    )


def _outcome(desk: Desk, letter_id: int, letter: Letter) -> Outcome:
    """The way that a letter goes, by who wrote it and to which of our addresses."""
    if letter.loop is not None or letter.sender == desk.house.address:
        return OURS
    if sending.note_bounce(desk, letter):
        return Outcome(Verdict.IGN, "a mail of ours that came back")
    if letter.sender is None:
        return SPAM if letter.junk and not tokens.in_addresses(desk.house, letter.recipients) else NO_SENDER
    writer = identify(desk, letter)
    if letter.junk and writer.person is None and writer.named is None:
        return SPAM
    if letter.robot:
        return robots.outcome(desk, letter_id, letter, writer)
    if letter.quarantine:
        return Outcome(Verdict.QUAR, f"it {letter.quarantine}")
    if writer.named is not None and writer.named.kind is TokenKind.GM:
        return ruling_mail.handle(desk, letter, writer)
    if confirmations.is_confirmation(writer):
        return _confirmation(desk, letter, writer)
    if writer.person is None:
        to_seat = writer.named is not None and writer.named.kind is TokenKind.ORDERS
        go = stranger_mail.to_a_seat if to_seat else stranger_mail.handle
        return go(desk, letter_id, letter, writer)
    if _is_foreign(writer):
        return foreign_tokens.refuse(desk, letter_id, letter, writer)
    return player_mail.handle(desk, letter_id, letter, writer)


def _confirmation(desk: Desk, letter: Letter, writer: Writer) -> Outcome:
    assert writer.named is not None
    if writer.named.kind is TokenKind.CONFIRM:
        return confirmations.confirm_signup(desk, letter, writer)
    return confirmations.confirm_held(desk, letter, writer)


def _is_foreign(writer: Writer) -> bool:
    """Whether a registered person writes to the address of a seat that is not theirs."""
    named = writer.named
    return named is not None and named.kind is TokenKind.ORDERS and writer.chair(named.seat_id) is None


def _again(desk: Desk, row: LetterRow, letter: Letter, first: LetterRow) -> Outcome:
    """The same mail once more: its answer again where it was delivered twice, nothing where the mailbox was read anew.

    Nor is it answered where this time a machine has put its mark on it, which is no part of the digest.
    """
    delivered = (row.mailbox, row.uidvalidity) == (first.mailbox, first.uidvalidity)
    if delivered and not letter.robot and letter.loop is None:
        answers.send_again(desk, row.id, letter, first.id, overtaken=_overtaken(desk, first))
    return Outcome(
        Verdict.IGN,
        f"the same mail as letter {first.id}",
        campaign_id=first.campaign_id,
        seat_id=first.seat_id,
        turn=first.turn,
    )


def _overtaken(desk: Desk, first: LetterRow) -> bool:
    """Whether the seat of a letter has had other orders taken since."""
    newest = sheets.newest_used(desk.connection, first.seat_id, None) if first.seat_id is not None else None
    return newest is not None and newest.letter_id != first.id


def _close(desk: Desk, letter_id: int, letter: Letter, outcome: Outcome) -> None:
    letters.close(
        desk.connection,
        letter_id,
        outcome.verdict,
        outcome.reason,
        now=desk.now,
        digest=letter.digest,
        message_id=letter.message_id,
        sender=letter.sender or "",
        subject=letter.subject,
        campaign_id=outcome.campaign_id,
        seat_id=outcome.seat_id,
        turn=outcome.turn,
        held_text=outcome.held_text,
    )
    if outcome.verdict is Verdict.QUAR:
        _tell_set_aside(desk, letter_id, letter.sender or "", outcome.reason)
    elif outcome.verdict is Verdict.IGN and letter.robot == Robot.COMPLAINT:
        sending.note_complaint(desk, letter_id, letter)
    elif letter.junk and outcome.verdict is not Verdict.IGN:
        _tell_of_junk(desk, letter_id, letter)


def _tell_of_junk(desk: Desk, letter_id: int, letter: Letter) -> None:
    gm_notes.note(
        desk,
        f"junk:{letter_id}",
        f"letter {letter_id} lay in the spam folder",
        [
            f"Letter {letter_id} from {letter.sender} lay in the spam folder, where the mail server had put it. It was handled "
            "as any other. Have the server take what comes from this address for good mail."
        ],
    )


def _tell_set_aside(desk: Desk, letter_id: int, sender: str, reason: str) -> None:
    gm_notes.note(
        desk,
        f"set-aside:{letter_id}",
        f"letter {letter_id} waits for you",
        [
            f"Letter {letter_id} from {sender or 'nobody named'} was set aside: {reason}.",
            f"`pbem mail show {letter_id}` shows it; `pbem mail accept` takes it as orders of a seat, `pbem mail drop` drops it.",
        ],
    )
