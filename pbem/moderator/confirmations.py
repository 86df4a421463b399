"""What is decided about a letter that was held or set aside: by its owner's reply, or by the GM.

Held orders that are confirmed count as of the time at which they were received. Source: design.md, "Who is writing".
"""

from collections.abc import Sequence
from dataclasses import replace

from pbem.core.errors import Failed, Unusable
from pbem.core.letters import Letter, LetterLine, LineKind, Verdict
from pbem.moderator import position, signup
from pbem.moderator.answers import Answer, saying, send
from pbem.moderator.binding import Bound
from pbem.moderator.desk import Desk
from pbem.moderator.identity import Writer
from pbem.moderator.matter import Matter, luck_in, own_text_of
from pbem.moderator.outcome import Outcome
from pbem.moderator.own_text import OwnText
from pbem.moderator.player_mail import carry_out
from pbem.moderator.reply import Reply
from pbem.store import audit, campaigns, letters, people
from pbem.store.letters import LetterRow
from pbem.store.people import Chair
from pbem.store.tables import TokenKind

_YES = frozenset({"yes", "y", "ok", "okay", "confirm", "confirmed", "i confirm", "yes please", "yes, it is mine"})
_NO = frozenset({"no", "n", "drop", "cancel", "reject", "not me", "no, it is not mine"})


def confirm_signup(desk: Desk, letter: Letter, writer: Writer) -> Outcome:
    """A reply to the question whether somebody wants a seat: any reply is a yes unless it says no."""
    assert writer.named is not None
    assert writer.named.signup_id is not None
    asked = signup.signup_of(desk, writer.named.signup_id)
    campaign = campaigns.get(desk.connection, asked.campaign_id)
    reply = Reply(title="your seat")
    if writer.address != asked.address:
        return _from_elsewhere(desk, writer, asked.address, campaign.name)
    if _word(letter.lines) in _NO and asked.seat_id is None:
        reply.pieces.append(saying(f"You have not been seated in {campaign.name}. Nothing more is to be done."))
        return reply.answer(desk, writer, campaign, None)
    piece, seated = signup.confirm(desk, asked.id, writer.address, luck_in(_own(letter.lines)))
    reply.pieces.append(piece)
    reply.well = seated is not None or asked.seat_id is not None
    reply.title = f"you are seated as {seated.seat.name}" if seated else "your seat"
    known = Writer(writer.address, people.registered(desk.connection, writer.address), None, writer.vouched)
    outcome = reply.answer(desk, known, campaign, None)
    return replace(outcome, seat_id=seated.seat.id if seated else asked.seat_id)


def _from_elsewhere(desk: Desk, writer: Writer, address: str, campaign: str) -> Outcome:
    """A confirmation from another address than the one that asked: nobody is seated, and only that one is told."""
    said = (
        f"A reply to confirm your seat in {campaign} came, but not from this address, so you are not seated yet. Please reply to "
        "our question from this address; or write `join` again from the address that you want to play with."
    )
    answer = Answer(address, "error", f"[{campaign}] please confirm from this address", (saying(said),), stranger=True)
    return Outcome(Verdict.ERR, f"a confirmation of {address} came from {writer.address}", answer)


def confirm_held(desk: Desk, letter: Letter, writer: Writer) -> Outcome:
    """A reply to the question whether a held letter counts: `yes` takes it in, `no` drops it."""
    assert writer.named is not None
    assert writer.named.letter_id is not None
    row = letters.get(desk.connection, writer.named.letter_id)
    chair = writer.chair(row.seat_id)
    if chair is None:
        return Outcome(Verdict.QUAR, f"letter {row.id} was confirmed by {writer.address}, who does not play that seat")
    campaign = campaigns.get(desk.connection, chair.campaign_id)
    reply = Reply(title="please confirm")
    word = _word(letter.lines)
    if row.verdict is not Verdict.ASK or row.held_text is None:
        reply.title = "confirmed already"
        reply.pieces.append(saying("That mail has been dealt with already; nothing more was done."))
    elif word in _YES:
        return _confirmed(desk, row, writer, chair)
    elif word in _NO:
        letters.decide(desk.connection, row.id, Verdict.IGN, f"dropped by {writer.address}", desk.now)
        reply.title = "dropped"
        reply.pieces.append(saying("That mail has been dropped; nothing of it was used."))
    else:
        said = "Please reply with `yes` or `no` on the first line: `yes` if the mail is yours and counts, `no` if it does not."
        reply.refuse(saying(said), "please answer yes or no")
    return reply.answer(desk, writer, campaign, chair, row.turn)


def _confirmed(desk: Desk, row: LetterRow, writer: Writer, chair: Chair) -> Outcome:
    """Takes in what was held; an address that it came from is the writer's from now on. Source: mail.md 48."""
    outcome = _count(desk, row, writer, chair)
    if outcome.verdict is not Verdict.NEW:
        if row.sender and people.registered(desk.connection, row.sender) is None and writer.person:
            people.add_address(desk.connection, writer.person.person_id, row.sender, desk.now)
        letters.decide(desk.connection, row.id, outcome.verdict, f"confirmed by {writer.address}", desk.now)
    return outcome


def accept(desk: Desk, letter: Letter, letter_id: int, who: str, campaign_name: str = "", player: str = "") -> Outcome:
    """Takes a letter that was held or set aside as orders of a seat, at the GM's word (`who`); its writer is answered.

    `campaign_name` and `player` name the seat where the letter is bound to none, or to another one. Raises Failed or
    Unusable, saying what to do.
    """
    row = _undecided(desk, letter_id)
    if campaign_name:
        campaign = position.named(desk, campaign_name)
        seat = position.of(desk, campaign).seat(player)
        chair = people.chair(desk.connection, seat.id)
    elif row.seat_id is not None:
        chair = people.chair(desk.connection, row.seat_id)
    else:
        raise Unusable(f"letter {letter_id} is bound to no seat; say which one is meant (`--campaign`, `--player`)")
    to = people.addresses_of_seat(desk.connection, chair.seat_id)
    if not to:
        raise Failed(f"nobody plays {chair.seat} in {chair.campaign}; `pbem player replace` seats somebody")
    writer = _writer_of(desk, row, chair, to[0])
    if row.held_text is not None and not campaign_name:
        outcome = _count(desk, row, writer, chair)
    else:
        turn = campaigns.get(desk.connection, chair.campaign_id).turn
        bound = Bound(chair, row.turn if row.turn and not campaign_name else turn, "as the GM says")
        own = own_text_of(desk, letter, bound)
        plain = replace(letter, held_reason="", readings=())
        outcome = carry_out(Matter(desk, letter_id, plain, writer, bound, own, row.received_at, True, True))
    if outcome.verdict is not Verdict.ACK:
        raise Failed(
            f"letter {letter_id} cannot be taken as orders of {chair.seat}: {outcome.reason}; nothing was changed"
        )
    letters.decide(desk.connection, letter_id, Verdict.ACK, f"accepted by {who}", desk.now, chair.seat_id)
    audit.note(
        desk.connection,
        who,
        "mail accept",
        now=desk.now,
        campaign_id=chair.campaign_id,
        seat_id=chair.seat_id,
        letter=letter_id,
    )
    if outcome.answer:
        send(desk, letter_id, letter, outcome.answer, key=f"accepted:{letter_id}")
    return outcome


def drop(desk: Desk, letter: Letter, letter_id: int, word: str, who: str) -> bool:
    """Drops a letter that was held or set aside, at the GM's word; whether its writer was told (a registered one is)."""
    row = _undecided(desk, letter_id)
    letters.decide(desk.connection, letter_id, Verdict.IGN, f"dropped by {who}: {word}", desk.now)
    audit.note(desk.connection, who, "mail drop", now=desk.now, letter=letter_id, word=word)
    told = row.sender if row.sender and people.registered(desk.connection, row.sender) else ""
    if not told and row.seat_id is not None:
        told = next(iter(people.addresses_of_seat(desk.connection, row.seat_id)), "")
    if not told:
        return False
    chair = people.chair(desk.connection, row.seat_id) if row.seat_id is not None else None
    said = ["The GM has dropped a mail of yours that was waiting to be looked at; nothing of it was used."]
    if row.subject:
        said.append(f"Its subject: {row.subject}")
    if word:
        said.append(f"The GM says: {word}")
    name = chair.campaign if chair else desk.house.name
    answer = Answer(
        told,
        "dropped",
        f"[{name}] a mail of yours was dropped",
        (saying(*said),),
        campaign=chair.campaign if chair else "",
        campaign_id=chair.campaign_id if chair else None,
        seat_id=row.seat_id,
    )
    return send(desk, letter_id, letter, answer, key=f"dropped:{letter_id}")


def _writer_of(desk: Desk, row: LetterRow, chair: Chair, otherwise: str) -> Writer:
    """Who of a seat wrote a letter, by its sender's address; where that is none of theirs, whoever has the other address."""
    known = people.registered(desk.connection, row.sender) if row.sender else None
    if row.sender and known is not None and any(one.seat_id == chair.seat_id for one in known.chairs):
        return Writer(row.sender, known, None, True)
    return Writer(otherwise, people.registered(desk.connection, otherwise), None, True)


def _undecided(desk: Desk, letter_id: int) -> LetterRow:
    try:
        row = letters.get(desk.connection, letter_id)
    except LookupError as error:
        raise Failed(f"there is no letter {letter_id}; `pbem mail list` shows those that wait") from error
    if row.verdict not in (Verdict.ASK, Verdict.QUAR):
        raise Failed(
            f"letter {letter_id} has been dealt with ({row.verdict}); only what is held or set aside can be decided"
        )
    return row


def _count(desk: Desk, row: LetterRow, writer: Writer, chair: Chair) -> Outcome:
    """Takes in what was held, as of the time at which it was received."""
    lines = [LetterLine(number, text, LineKind.OWN) for number, text in enumerate((row.held_text or "").split("\n"), 1)]
    letter = Letter(row.digest, row.received_at, message_id=row.message_id, sender=writer.address, lines=tuple(lines))
    bound = Bound(chair, row.turn or 0, f"received {row.received_at:%Y-%m-%d %H:%M} UTC and confirmed since")
    own = OwnText(lines=tuple(lines))
    return carry_out(Matter(desk, row.id, letter, writer, bound, own, row.received_at, True, True))


def _own(lines: Sequence[LetterLine]) -> list[LetterLine]:
    return [line for line in lines if line.kind is LineKind.OWN]


def _word(lines: Sequence[LetterLine]) -> str:
    """The first line that the writer wrote, in lower case without its full stop; empty where nothing was written."""
    first = next((line.text for line in _own(lines) if line.text.strip()), "")
    return " ".join(first.split()).rstrip(".!,").lower()


def is_confirmation(writer: Writer) -> bool:
    """Whether a letter answers a question of ours: about a sign-up or a held letter."""
    return writer.named is not None and writer.named.kind in (TokenKind.CONFIRM, TokenKind.HELD)
