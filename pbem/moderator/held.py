"""Letters that are held: the registered address is asked whether they count.

Source: design.md, "Who is writing"; mail.md 17, 22, 48.

Nothing is ever answered to the address that a doubtful letter came from, unless it is a registered one of that seat.
"""

from collections.abc import Sequence

from pbem.core import times
from pbem.core.letters import LetterLine, LineKind, Verdict
from pbem.moderator import tokens
from pbem.moderator.answers import Answer, Piece
from pbem.moderator.identity import HELD_KIND
from pbem.moderator.matter import Matter, Reading
from pbem.moderator.order_text import SheetText, Source
from pbem.moderator.outcome import Outcome
from pbem.moderator.own_text import numbered
from pbem.moderator.position import zone_of
from pbem.moderator.turn_told import turn_told
from pbem.store import people


def hold(matter: Matter, reading: Reading, found: SheetText, reason: str) -> Outcome:
    """Holds a letter and asks. `reason`: why, words that go on after "because "."""
    desk, chair = matter.desk, matter.bound.chair
    campaign = reading.position.campaign
    to = _registered(matter)
    token = tokens.held_token(desk, matter.letter_id, chair.seat_id, None)
    own = matter.writer.person is not None
    context = {
        "campaign": campaign.name,
        "turn": matter.bound.turn,
        "seat": chair.seat,
        "sender": "" if own else matter.writer.address,
        "reason": reason,
        "received": times.show(matter.received, zone_of(campaign)),
        "orders": [order.text for order in found.sheet.orders],
        "commands": [one.match[0] for one in matter.given],
        "readings": [text.strip("\n").split("\n") for text in matter.letter.readings] if own else [],
    }
    answer = Answer(
        to=to,
        kind=HELD_KIND,
        subject=f"[{campaign.name}] Turn {matter.bound.turn}: please confirm",
        pieces=(Piece("ask", context),),
        reply_to=tokens.reply_address(desk, token),
        campaign=campaign.name,
        turn=turn_told(desk, campaign, chair.seat_id) or None,
        campaign_id=campaign.id,
        seat_id=chair.seat_id,
    )
    return Outcome(
        Verdict.ASK,
        f"held: {reason}",
        answer if to else None,
        campaign_id=campaign.id,
        seat_id=chair.seat_id,
        turn=matter.bound.turn,
        held_text=_text(matter, found),
    )


def _registered(matter: Matter) -> str:
    """Where to ask: the writer's own registered address, else the first of the seat's; empty where there is none."""
    if matter.writer.person is not None:
        return matter.writer.address
    there = people.addresses_of_seat(matter.desk.connection, matter.bound.chair.seat_id)
    return there[0] if there else ""


def _text(matter: Matter, found: SheetText) -> str:
    """What counts once it is confirmed: the sheet with the lines that are commands."""
    if found.source is Source.BODY and not matter.own.again:
        in_subject = [one.match[0] for one in matter.given if one.number == 0]
        return "\n".join([numbered(matter.own.lines), *in_subject])
    lines: Sequence[str] = found.text.split("\n")
    kept = [LetterLine(number, line, LineKind.OWN) for number, line in enumerate(lines, 1)]
    return "\n".join([numbered(kept), *(one.match[0] for one in matter.given)])
