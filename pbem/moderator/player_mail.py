"""A letter from somebody who is registered: its commands carried out, its orders taken, one answer for all of it.

What is not proven to come from the seat changes nothing: it is held, and the registered address is asked. Source: design.md,
"Who is writing"; mail.md 5 to 48.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from pbem.core import times
from pbem.core.letters import Letter
from pbem.core.sheets import orders_from_json
from pbem.moderator import acknowledgement, circular, command_words, commands, gm_notes, held, orders, position, team
from pbem.moderator.answers import saying
from pbem.moderator.binding import Bound, Unbound, bind
from pbem.moderator.command import Asking, Done
from pbem.moderator.command_words import Given
from pbem.moderator.desk import Desk
from pbem.moderator.identity import Writer
from pbem.moderator.matter import (
    Matter,
    Reading,
    asks_for_seat,
    command_lines,
    find_orders,
    luck_in,
    mails_to,
    own_text_of,
)
from pbem.moderator.order_text import SheetText
from pbem.moderator.orders import Came, Taken, Timing
from pbem.moderator.outcome import Outcome, waits_for
from pbem.moderator.own_text import own_text, without_runs
from pbem.moderator.reply import Reply
from pbem.moderator.signup import LUCK_LINE
from pbem.store import campaigns, people, seats, turns
from pbem.store.campaigns import CampaignRow
from pbem.store.tables import CampaignStatus


def handle(desk: Desk, letter_id: int, letter: Letter, writer: Writer) -> Outcome:
    """What becomes of a registered person's letter."""
    bound = bind(desk, letter, writer)
    if letter.reading_problem:
        return _unreadable(desk, letter, writer, bound)
    if isinstance(bound, Unbound):
        return _unbound(desk, letter_id, letter, writer, bound)
    own = own_text_of(desk, letter, bound)
    return carry_out(Matter(desk, letter_id, letter, writer, bound, own, letter.received, writer.proven))


def carry_out(matter: Matter) -> Outcome:
    """Does what a letter asks for, and gives its answer; holds it where it may not be done yet."""
    desk, bound = matter.desk, matter.bound
    campaign = campaigns.lock(desk.connection, bound.chair.campaign_id)
    if campaign.status in (CampaignStatus.SIGNUP, CampaignStatus.ENDED):
        return _not_in_play(matter, campaign)
    here = position.of(desk, campaign)
    reading = Reading.of(matter, here)
    matter, found = find_orders(matter, reading)
    given = matter.given
    changing = [one for one in given if one.command.changes]
    timing = orders.timing(campaign, here.game.keeps_orders, bound.turn, bound.attempt, matter.received)
    if found.sheet.orders or changing:
        if timing is Timing.WAITS:
            return _put_off(matter, campaign)
        reason = _reason_to_hold(matter, reading) if timing is Timing.IN_TIME else _reason_to_ask(matter)
        if reason:
            return held.hold(matter, reading, found, reason)
    reply, before = Reply(), reading.seat.filed
    _run(matter, changing, reply)
    if found.sheet.orders or found.refusal or not given or matter.letter.unread or _has_text(matter, reading, given):
        if changing:
            reading = Reading.of(matter, position.of(desk, campaign))
        _take(matter, reading, found, timing, reply)
    if found.sheet.orders or changing:
        _tell_team(matter, campaign, before)
    _run(matter, [one for one in given if not one.command.changes], reply)
    return reply.answer(desk, matter.writer, campaign, bound.chair, bound.turn)


def _tell_team(matter: Matter, campaign: CampaignRow, before: Sequence[Any]) -> None:
    """Tells the others of a team what their seat has on file now, if that is something else than before."""
    connection, seat_id = matter.desk.connection, matter.bound.chair.seat_id
    if len(people.members(connection, seat_id)) > 1 and seats.get(connection, seat_id).filed != before:
        team.tell_others(matter.desk, campaign, seat_id, matter.writer, matter.letter_id)


def _put_off(matter: Matter, campaign: CampaignRow) -> Outcome:
    """Orders that are for what comes after the turn which is being adjudicated: they are read once it has been. Where that waits
    for the GM's rulings their writer is told, once a turn."""
    if campaign.rule_by is not None and matter.trusted:
        seat_id = matter.bound.chair.seat_id
        to = [
            reader
            for reader in seats.recipients(matter.desk.connection, campaign.id)
            if reader.seat_id == seat_id
            and reader.person_id == (matter.writer.person and matter.writer.person.person_id)
        ]
        context = {"rule_by": position.shown_rule_by(campaign)}
        circular.tell(
            matter.desk, campaign, "put_off", f"{campaign.id}:{campaign.turn}:{campaign.attempt}", context, to=to
        )
    return waits_for(campaign.id)


def _has_text(matter: Matter, reading: Reading, given: Sequence[Given]) -> bool:
    """Whether the player wrote anything for the game; not beside a subject that ends reminders, for which programs write."""
    if any(one.number == 0 for one in given):
        return False
    joins = asks_for_seat(given)
    return any(
        line.text.strip() and not reading.is_blank(line.text) and not (joins and LUCK_LINE.fullmatch(line.text))
        for line in matter.own.lines
    )


def _reason_to_hold(matter: Matter, reading: Reading) -> str:
    """Why what a letter orders must be confirmed before it counts; empty if it need not."""
    if not matter.trusted:
        return "nothing proves that it comes from you"
    if reason := _reason_to_ask(matter):
        return reason
    if matter.letter.held_reason:
        return f"the mail {matter.letter.held_reason}"
    readings = set()
    for text in matter.letter.readings:
        lines = ("" if reading.is_blank(line) else line for line in text.split("\n"))
        readings.add(tuple(sorted(order.text for order in reading.read("\n".join(lines)).orders)))
    return "its plain text and its HTML do not say the same" if len(readings) > 1 else ""


def _reason_to_ask(matter: Matter) -> str:
    """Why even a letter that is proven, and late or not, must be confirmed; empty if it need not."""
    asks = not matter.confirmed and any(one.command.asks for one in matter.given)
    return "it would give your seat up for good" if asks else ""


def _take(matter: Matter, reading: Reading, found: SheetText, timing: Timing, reply: Reply) -> None:
    """Takes the sheet that was found, or says why it is not used."""
    desk, here, bound = matter.desk, reading.position, matter.bound
    sheet = found.sheet.from_letter(matter.letter_id)
    came = Came(found.text, sheet, matter.letter_id, matter.received, reading.asked)
    usable = timing is Timing.IN_TIME and matter.trusted and not found.refusal
    if found.sheet.orders and timing is Timing.EARLY:
        reply.refuse(saying(_too_early(here.campaign, bound.turn)), f"Turn {bound.turn} is not being played yet")
    elif found.sheet.orders and timing is Timing.LATE and not found.refusal:
        if matter.trusted:
            orders.keep_unused(desk, here.campaign, reading.seat, came, bound.turn)
        reply.refuse(acknowledgement.late(here, reading.seat, bound, matter.received), f"Turn {bound.turn}: too late")
        _tell_if_in_time(matter, here.campaign)
    else:
        if usable:
            taken = orders.take(desk, here, reading.seat, came)
        else:
            taken = Taken(found.sheet, orders_from_json(reading.seat.filed), False, None, None, "")
        reply.well = reply.well and taken.counts
        reply.title = f"Turn {here.campaign.turn}: {'orders received' if taken.counts else 'no orders read'}"
        reply.pieces.append(acknowledgement.of_sheet(here, reading.seat, bound, found, matter.own, came, taken))


def _too_early(campaign: CampaignRow, turn: int) -> str:
    return (
        f"Turn {turn} of {campaign.name} is not being played yet: turn {campaign.turn} is. Nothing was changed. To send orders "
        f"for turn {campaign.turn}, reply to its report or leave the number out."
    )


def _tell_if_in_time(matter: Matter, campaign: CampaignRow) -> None:
    """Tells the GM of orders that were received in time, and read only when their turn had been adjudicated; and of those that
    the server's own Received line puts before the deadline, though the mailbox's time does not. Source: mail.md 53."""
    desk, bound, boundary = matter.desk, matter.bound, matter.letter.boundary
    turn = turns.numbered(desk.connection, campaign.id, bound.turn)
    over = campaign.due_at if turn is None else min(turn.due_at or turn.adjudicated_at, turn.adjudicated_at)
    if over is None or bound.turn < 1:
        return
    if matter.received >= over:
        if boundary is not None and boundary < over:
            _tell_of_boundary(matter, campaign, boundary)
        return
    gm_notes.note(
        desk,
        f"in-time:{matter.letter_id}",
        "orders were read too late",
        [
            f"Orders of {bound.chair.seat} for turn {bound.turn} were received in time, but read only after it was adjudicated, "
            f"so they were not used. The letter is kept (`pbem mail show {matter.letter_id}`); you may want to rule on it."
        ],
        campaign=campaign.name,
    )


def _tell_of_boundary(matter: Matter, campaign: CampaignRow, boundary: datetime) -> None:
    zone = position.zone_of(campaign)
    gm_notes.note(
        matter.desk,
        f"boundary:{matter.letter_id}",
        "orders may have come in time",
        [
            f"Orders of {matter.bound.chair.seat} for turn {matter.bound.turn} came too late by the mailbox's time, "
            f"{times.show(matter.received, zone)}, and were not used. By the Received line of the mail server that took them in "
            f"they had come {times.show(boundary, zone)}, which was in time (`pbem mail show {matter.letter_id}`); you may want "
            "to rule on it."
        ],
        campaign=campaign.name,
    )


def _run(matter: Matter, given: Sequence[Given], reply: Reply) -> None:
    chairs, luck = (matter.bound.chair,), luck_in(matter.own.lines)
    asking = Asking(matter.desk, matter.writer, chairs, matter.letter_id, matter.received, matter.bound, luck)
    for one in given:
        reply.add(one, commands.carry_out(one, asking))


def _not_in_play(matter: Matter, campaign: CampaignRow) -> Outcome:
    """A campaign that has not started or has ended: commands are carried out, orders are not taken."""
    matter = replace(matter, own=without_runs(matter.own, lambda: mails_to(matter.desk, matter.bound.chair)))
    given = matter.given
    reply = Reply()
    _run(matter, given, reply)
    if not given or (_says_more(matter) and not asks_for_seat(given)):
        when = "has not started yet; you will get a mail when it starts"
        when = when if campaign.status is CampaignStatus.SIGNUP else "has ended"
        reply.refuse(saying(f"{campaign.name} takes no orders now: it {when}."), "no orders now")
    return reply.answer(matter.desk, matter.writer, campaign, matter.bound.chair, matter.bound.turn)


def _says_more(matter: Matter) -> bool:
    return any(line.text.strip() and command_words.find(line.text) is None for line in matter.own.lines)


def _unbound(desk: Desk, letter_id: int, letter: Letter, writer: Writer, unbound: Unbound) -> Outcome:
    """A letter that could be for several campaigns: commands that ask about all are carried out, nothing is changed."""
    own = own_text(letter.lines, lambda marker: False, list)
    given = command_words.given(command_lines(letter, own))
    reply = Reply()
    asking = Asking(desk, writer, writer.chairs, letter_id, letter.received, None, luck_in(own.lines))
    for one in given:
        done = Done((saying(unbound.why),), well=False) if one.command.changes else commands.carry_out(one, asking)
        reply.add(one, done)
    more = any(
        line.text.strip() and not command_words.find(line.text) and not LUCK_LINE.fullmatch(line.text)
        for line in own.lines
    )
    if not given or (more and not asks_for_seat(given) and all(one.number for one in given)):
        reply.refuse(saying(unbound.why), "which campaign?" if writer.chairs else "no seat")
    return reply.answer(desk, writer, None, None)


def _unreadable(desk: Desk, letter: Letter, writer: Writer, bound: Bound | Unbound) -> Outcome:
    chair = bound.chair if isinstance(bound, Bound) else None
    campaign = campaigns.get(desk.connection, chair.campaign_id) if chair else None
    said = (
        f"Your mail could not be read: it {letter.reading_problem}. Nothing in it was used, and what you have on file stays as "
        "it was. Please send your orders again as plain text."
    )
    reply = Reply()
    reply.refuse(saying(said), "your mail could not be read")
    return reply.answer(desk, writer, campaign, chair, bound.turn if isinstance(bound, Bound) else None)
