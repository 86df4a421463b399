"""Who writes a letter, and how sure that is. Source: design.md, "Who is writing"; mail.md 46 to 50, 62.

A token, or the Message-ID of a mail that went to one seat alone, tells which seat is meant; together with a registered address
of that seat it proves who writes. So does the receiving server's word for From's domain. Nothing less does.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.core.letters import Letter, find_thread
from pbem.moderator import tokens
from pbem.moderator.desk import Desk
from pbem.moderator.tokens import Named
from pbem.store import answers, people, signups, turns
from pbem.store.answers import Sent
from pbem.store.people import Chair, Registered
from pbem.store.tables import TokenKind

CONFIRM_KIND = "confirm"
"""The kind of a mail that asks to confirm a sign-up."""
HELD_KIND = "ask"
"""The kind of a mail that asks to confirm a letter which is held."""
RULING_KIND = "ruling"
"""The kind of a mail that asks the GM to rule on a point; its key in the outbox is `ruling:ID:ADDRESS`."""

_MOST_REFERENCES = 20


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes a letter. `person`: whose registered address it is, None for a stranger. `named`: what the letter answers, None
    for nothing of ours. `vouched`: the receiving server's word for the address.
    """

    address: str
    person: Registered | None
    named: Named | None
    vouched: bool

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """The seats that the writer plays now."""
        return self.person.chairs if self.person else ()

    def chair(self, seat_id: int | None) -> Chair | None:
        """The seat of that id, where the writer plays it."""
        return next((chair for chair in self.chairs if chair.seat_id == seat_id), None)

    @property
    def proven(self) -> bool:
        """Whether the writer is who the address says: a registered one, and a token of a seat of theirs or the server's word."""
        if self.person is None:
            return False
        if self.vouched:
            return True
        named = self.named
        if named is None or named.revoked or named.kind is not TokenKind.ORDERS:
            return False
        return self.chair(named.seat_id) is not None


def identify(desk: Desk, letter: Letter) -> Writer:
    """Who writes a letter that has one sender."""
    assert letter.sender is not None
    person = people.registered(desk.connection, letter.sender)
    named = tokens.find(desk, tokens.in_addresses(desk.house, letter.recipients))
    if not named and letter.answers:
        named = _by_references(desk, letter.answers, person)
    return Writer(letter.sender, person, _best(named, person), letter.vouched == "pass")


def _best(named: Sequence[Named], person: Registered | None) -> Named | None:
    """Of several tokens a confirmation's first, then one of a seat of the writer's, then the first there is."""
    mine = {chair.seat_id for chair in person.chairs} if person else set()

    def rank(token: Named) -> tuple[bool, bool]:
        return token.kind is TokenKind.ORDERS, token.seat_id not in mine or token.revoked

    return min(named, key=rank, default=None)


def _by_references(desk: Desk, message_ids: Sequence[str], person: Registered | None) -> list[Named]:
    """What the mails of ours name that a letter answers; of seats only the writer's own, so that a forwarded thread is none."""
    mine = {chair.seat_id for chair in person.chairs} if person else set()
    found = []
    known = message_ids[:_MOST_REFERENCES]
    ours = answers.by_message_id(desk.connection, known) or answers.by_server_id(desk.connection, known, mine)
    for sent in ours:
        token = _asked_by(desk, sent)
        if token:
            found += tokens.find(desk, [token])
        elif sent.seat_id in mine and sent.campaign_id is not None:
            thread = next(filter(None, (find_thread(mail, desk.house.domain) for mail in sent.thread)), None)
            if thread:
                attempt = turns.attempt_at(desk.connection, sent.campaign_id, sent.at)
                found.append(tokens.named_by_thread(sent.campaign_id, sent.seat_id, thread[1], attempt))
    return found


def _asked_by(desk: Desk, sent: Sent) -> str | None:
    """The token that the mail gave out, if it asked for a confirmation."""
    if sent.kind == RULING_KIND:
        return tokens.ruling_word(desk, int(sent.key.split(":")[1]), "")
    if sent.letter_id is None:
        return None
    if sent.kind == HELD_KIND:
        return tokens.held_word(desk, sent.letter_id)
    signup = signups.of_letter(desk.connection, sent.letter_id) if sent.kind == CONFIRM_KIND else None
    return tokens.signup_word(desk, signup.id) if signup else None
