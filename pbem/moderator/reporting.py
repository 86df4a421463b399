"""A turn told: each seat's report and the public one, kept as sent and queued for everybody who plays."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbem.core.contract import Asked, Audience, Event, Reader, asked_of, waits_for
from pbem.core.letters import Attachment, CalendarEntry, Marker, marker_line
from pbem.core.sheets import orders_from_json
from pbem.moderator import illustrations
from pbem.moderator.desk import Desk
from pbem.moderator.position import Position, shown_deadline
from pbem.moderator.post import Details, prepared
from pbem.moderator.tokens import keyed, new_orders_tokens, orders_token, reply_address, seat_mark
from pbem.report.telling import Before, QuotedProblem, Telling, answered_by
from pbem.store import outbox, reports, seats
from pbem.store.campaigns import CampaignRow
from pbem.store.seats import SeatRow
from pbem.store.tables import CampaignStatus
from pbem.store.turns import TurnRow

REPORT_PRIORITY = 3
"""Reports go before reminders and notes; acknowledgements, which somebody waits for at the keyboard, go with them."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a turn's reports are made of. `events`: all, untold. `problems`: by seat, with the lines that they point at.

    `notes`: what the moderator adds to every report, a sentence each. `instead_of`: the withdrawn turn whose place this one takes
    by a ruling, None for none.
    """

    position: Position
    events: Sequence[Event]
    problems: Mapping[str, tuple[QuotedProblem, ...]]
    notes: tuple[str, ...] = ()
    instead_of: TurnRow | None = None


def telling(
    desk: Desk, told: Told, reader: Reader, awaited: dict[str, Asked], questions: Mapping[str, Asked]
) -> Telling:
    """What that reader is told of the turn, with the marks of a mail for a seat; `questions`: what the state asks of whom."""
    position = told.position
    campaign, game, table = position.campaign, position.game, position.table
    view = game.view(table, position.state, position.filed, reader)
    seen = (game.told(table, event, reader) for event in told.events)
    ended = campaign.status is CampaignStatus.ENDED
    begin = end = ""
    if isinstance(reader, str):
        seat_id = next(seat.id for seat in position.seats if seat.name == reader)
        mark = seat_mark(desk.secret, campaign.id, seat_id, campaign.turn)
        begin = marker_line(Marker(campaign.name, campaign.turn, mark, True))
        end = marker_line(Marker(campaign.name, campaign.turn, mark, False))
    deadline, deadlines = _deadlines(position, reader, questions)
    return Telling(
        game=game,
        table=table,
        campaign=campaign.name,
        turn=position.number,
        next_turn=0 if ended else campaign.turn,
        reader=reader,
        events=tuple(event for event in seen if event is not None),
        view=view,
        awaited={} if ended else asked_of(awaited, reader),
        problems=told.problems.get(reader, ()) if isinstance(reader, str) else (),
        form=tuple(game.form(table, view)) if may_order(position, reader, awaited, questions) else (),
        answered="" if ended else answered_by(reader, awaited, questions),
        deadline=deadline,
        deadlines=deadlines,
        notes=told.notes,
        marker_begin=begin,
        marker_end=end,
        secret=campaign.secret if ended else "",
        commitment=campaign.commitment if ended else "",
        luck=tuple((seat.name, seat.luck) for seat in position.seats) if ended else (),
        archive_url=archive_page(desk, campaign),
        before=_before(told, reader),
    )


def may_order(position: Position, reader: Reader, awaited: Mapping[str, Asked], questions: Mapping[str, Asked]) -> bool:
    """Whether the reader is sent a sheet to fill in: a seat that is asked for something, or, where orders are kept, of which
    nothing is asked yet; none whose question is answered by what is on file."""
    if not isinstance(reader, str) or position.campaign.status is CampaignStatus.ENDED:
        return False
    return reader in awaited or (position.game.keeps_orders and reader not in questions)


def _before(told: Told, reader: Reader) -> Before | None:
    """What that reader was told by the withdrawn turn whose place this one takes; None for a turn that takes no other's."""
    turn, position = told.instead_of, told.position
    if turn is None:
        return None
    game, table = position.game, position.table
    filed = {name: orders_from_json(rows) for name, rows in turn.filed.items()}
    seen = (game.told(table, event, reader) for event in turn.events)
    return Before(tuple(event for event in seen if event is not None), game.view(table, turn.state, filed, reader))


def _deadlines(position: Position, reader: Reader, questions: Mapping[str, Asked]) -> tuple[str, dict[str, str]]:
    """The deadline of all whose questions that reader may know, and nothing more; where they differ, each player's own."""
    known = asked_of(questions, reader)
    timed = [seat for seat in position.seats if seat.due_at is not None and seat.name in known]
    if len({seat.due_at for seat in timed}) == 1:
        return shown_deadline(position.campaign, timed[0]), {}
    return "", {seat.name: shown_deadline(position.campaign, seat) for seat in timed}


def send_reports(
    desk: Desk,
    turn_id: int,
    told: Told,
    *,
    to: Collection[str] | None = None,
    asked_anew: bool = False,
    called_off: Mapping[str, datetime] | None = None,
) -> None:
    """Renders the public report of a turn and those of the seats in `to` (of all where it is None), keeps them as sent, and
    queues each seat's for its players.

    `asked_anew`: whether a turn begins with them, of which nobody has heard before. `called_off`: the deadlines that seats had
    and have no more.
    """
    position = told.position
    awaited, questions = position.awaited, position.questions
    readers: list[Reader] = [seat.name for seat in position.seats if to is None or seat.name in to]
    tellings = [telling(desk, told, reader, awaited, questions) for reader in [*readers, Audience.PUBLIC]]
    _send(desk, turn_id, position, tellings, called_off or {}, asked_anew=asked_anew)


def send_gathered(desk: Desk, turn_id: int, told: Mapping[str, Told]) -> None:
    """Renders what each of these seats is told, keeps it as its report of that turn, and queues it for its players."""
    if told:
        position = next(iter(told.values())).position
        awaited, questions = position.awaited, position.questions
        tellings = [telling(desk, what, name, awaited, questions) for name, what in told.items()]
        _send(desk, turn_id, position, tellings, {}, asked_anew=False)


def _send(
    desk: Desk,
    turn_id: int,
    position: Position,
    tellings: Sequence[Telling],
    called_off: Mapping[str, datetime],
    *,
    asked_anew: bool,
) -> None:
    campaign, awaited = position.campaign, position.awaited
    by_name: dict[Reader, SeatRow] = {seat.name: seat for seat in position.seats}
    told = [(by_name.get(said.reader), said) for said in tellings]
    rendered = desk.renderer.render_turn(tellings)
    kept = [(seat.id if seat else None, r.subject, r.text, r.html) for (seat, _), r in zip(told, rendered, strict=True)]
    report_ids = reports.add(desk.connection, turn_id, kept)
    parts = {seat.id: (seat, report, said.form) for (seat, said), report in zip(told, rendered, strict=True) if seat}
    if not parts:
        return
    if asked_anew:
        tokens = new_orders_tokens(desk, campaign.id, list(parts), campaign.turn, campaign.attempt)
    else:
        tokens = {n: orders_token(desk, campaign.id, n, campaign.turn, campaign.attempt) for n in parts}
    for _, report, _ in parts.values():
        illustrations.keep(desk, report)
    queued = []
    for reader in seats.recipients(desk.connection, campaign.id):
        if reader.seat_id not in parts:
            continue
        seat, report, form = parts[reader.seat_id]
        details = report_details(desk, campaign, seat.id, turn_id, report_ids[seat.id], tokens[seat.id])
        gone = called_off.get(seat.name)
        entry = calendar_entry(desk, campaign, seat, gone) if gone or waits_for(awaited, seat.name) else None
        details |= {"attachments": order_form(campaign, seat.name, form), "deadline": entry}
        key = f"report:{turn_id}:{seat.id}:{reader.address_id}"
        queued.append(prepared(desk, reader.address, "report", key, report, **details))
    outbox.put_new(desk.connection, queued)


def report_details(
    desk: Desk, campaign: CampaignRow, seat_id: int, turn_id: int, report_id: int, token: str
) -> Details:
    """What every mail with a report has: the way back, the thread of the turn that it asks for, its place in the queue."""
    return {
        "reply_to": reply_address(desk, token),
        "auto": "auto-generated",
        "campaign": campaign.name,
        "turn": campaign.turn,
        "campaign_id": campaign.id,
        "seat_id": seat_id,
        "turn_id": turn_id,
        "report_id": report_id,
        "priority": REPORT_PRIORITY,
    }


def order_form(campaign: CampaignRow, seat: str, form: Sequence[str]) -> tuple[Attachment, ...]:
    """The sheet to fill in as a file of its own; nothing where nothing is asked."""
    if not form:
        return ()
    head = f"# {campaign.name}, turn {campaign.turn}, {seat}: fill in, and send back in a reply to the report"
    text = "\n".join([head, *form, ""])
    return (Attachment(f"orders-{campaign.name}-{campaign.turn}.txt", "text/plain", text),)


def calendar_entry(
    desk: Desk, campaign: CampaignRow, seat: SeatRow, called_off: datetime | None = None
) -> CalendarEntry | None:
    """The deadline of a seat for its players' calendars, None without one. A seat has one entry, which moves on to what is asked
    of it next, so that a turn which ends early leaves none behind.

    `called_off`: the deadline that the seat had and has no more; the entry then takes it back, unless it has passed. The sequence
    is even, and odd where it takes back, which is later than the same told (RFC 5546 3.2.5).
    """
    at = seat.due_at if called_off is None else called_off
    if at is None or (called_off is not None and at <= desk.now):
        return None
    uid = f"{keyed(desk.secret, 'deadline', campaign.id, seat.id)}@{desk.house.domain}"
    summary = f"{campaign.name}: orders for turn {campaign.turn}"
    gone = called_off is not None
    return CalendarEntry(uid, 2 * campaign.due_sequence + gone, at, summary, gone)


def archive_page(desk: Desk, campaign: CampaignRow) -> str:
    """Where the campaign's pages are to be seen; empty for a house without an archive on the web."""
    url = desk.house.archive_url
    return f"{url.rstrip('/')}/{campaign.name}/" if url else ""
