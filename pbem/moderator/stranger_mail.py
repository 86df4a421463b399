"""A letter from somebody who is not registered. Source: mail.md, Threats (backscatter); design.md, "Who is writing".

Strangers can ask for a seat, for help and for rules; anything else gets one sentence, and all of it at most a few times a day. A
letter that was written to a seat's own address is never answered to a stranger: the seat is asked.
"""

from pbem.core.letters import Letter, Verdict
from pbem.moderator import command_words, commands, held, order_text, position
from pbem.moderator.answers import saying
from pbem.moderator.binding import Bound
from pbem.moderator.command import Asking
from pbem.moderator.desk import Desk
from pbem.moderator.identity import Writer
from pbem.moderator.matter import Matter, Reading, command_lines, find_orders, luck_in, own_text_of
from pbem.moderator.outcome import Outcome
from pbem.moderator.own_text import own_text
from pbem.moderator.reply import Reply
from pbem.store import answers, campaigns, people
from pbem.store.tables import CampaignStatus

_MOST_ANSWERED = 20
"""Message-IDs among which one of ours is looked for."""


def handle(desk: Desk, letter_id: int, letter: Letter, writer: Writer) -> Outcome:
    """What becomes of a stranger's letter that was written to no seat."""
    own = own_text(letter.lines, lambda marker: False, list)
    lines = command_lines(letter, own)
    given = [one for one in command_words.given(lines) if one.command.for_strangers]
    if not given:
        subject = command_words.find(order_text.bare_subject(letter.subject))
        given = [subject] if subject and subject.command.takes_luck else []
    if letter.listed and answers.by_message_id(desk.connection, letter.answers[:_MOST_ANSWERED]):
        return Outcome(Verdict.QUAR, "through a list that hides who wrote it, in answer to a mail of ours")
    if letter.listed:
        return Outcome(Verdict.IGN, "from a list or as bulk mail, by nobody who is registered")
    if desk.house.authserv_id and not writer.vouched:
        verdict = Verdict.QUAR if given else Verdict.IGN
        return Outcome(verdict, "from a stranger whom the mail server does not vouch for")
    reply = Reply()
    asking = Asking(desk, writer, (), letter_id, letter.received, None, luck_in(own.lines))
    for one in given:
        reply.add(one, commands.carry_out(one, asking))
    if not given:
        said = (
            "Nobody is registered with this address, so nothing in your mail could be used. If you play here under another "
            "address, write from that one. To ask for a seat, write: join CAMPAIGN as YOUR NAME"
        )
        reply.refuse(saying(said), "your address is not known here")
    return reply.answer(desk, writer, None, None)


def to_a_seat(desk: Desk, letter_id: int, letter: Letter, writer: Writer) -> Outcome:
    """What becomes of a letter to a seat's own address that comes from nobody who is registered: the seat is asked."""
    named = writer.named
    assert named is not None
    assert named.seat_id is not None
    chair = people.chair(desk.connection, named.seat_id)
    campaign = campaigns.lock(desk.connection, chair.campaign_id)
    nothing = Outcome(
        Verdict.QUAR,
        f"written to the address of a seat by {writer.address}, whom nobody knows",
        campaign_id=campaign.id,
        seat_id=chair.seat_id,
        turn=named.turn,
    )
    if campaign.status in (CampaignStatus.SIGNUP, CampaignStatus.ENDED) or letter.reading_problem:
        return nothing
    bound = Bound(chair, named.turn or campaign.turn, "by the address that it was written to", named.attempt)
    own = own_text_of(desk, letter, bound)
    matter = Matter(desk, letter_id, letter, writer, bound, own, letter.received, False)
    reading = Reading.of(matter, position.of(desk, campaign))
    matter, found = find_orders(matter, reading)
    if not found.sheet.orders and not matter.given:
        return nothing
    return held.hold(matter, reading, found, "it comes from an address that is not registered")
