"""A turn told: each seat's report and the public one, kept as sent and queued for everybody who plays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.core.contract import Asked, Audience, Event, Reader
from pbem.core.letters import Attachment, CalendarEntry, Marker, marker_line
from pbem.core.sheets import Problem
from pbem.moderator.desk import Desk
from pbem.moderator.position import Position, shown_deadline
from pbem.moderator.post import post
from pbem.moderator.tokens import keyed, orders_token, reply_address, seat_mark
from pbem.report.renderer import Rendered
from pbem.report.telling import QuotedProblem, Telling
from pbem.store import reports, seats
from pbem.store.campaigns import CampaignRow
from pbem.store.seats import Recipient, SeatRow
from pbem.store.tables import CampaignStatus

REPORT_PRIORITY = 3
"""Reports go before reminders and notes; acknowledgements, which somebody waits for at the keyboard, go with them."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a turn's reports are made of. `events`: all, untold. `problems`: by seat, with the lines that they point at.

    `notes`: what the moderator adds to every report, a sentence each.
    """

    position: Position
    events: Sequence[Event]
    problems: Mapping[str, tuple[QuotedProblem, ...]]
    notes: tuple[str, ...] = ()


def telling(desk: Desk, told: Told, reader: Reader, awaited: dict[str, Asked]) -> Telling:
    """What that reader is told of the turn, with the marks of a mail for a seat."""
    position = told.position
    campaign, game, table = position.campaign, position.game, position.table
    view = game.view(table, position.state, position.filed, reader)
    seen = (game.told(table, event, reader) for event in told.events)
    ended = campaign.status is CampaignStatus.ENDED
    begin = end = ""
    if isinstance(reader, str):
        mark = seat_mark(desk.secret, campaign.id, position.seat(reader).id, campaign.turn)
        begin = marker_line(Marker(campaign.name, campaign.turn, mark, True))
        end = marker_line(Marker(campaign.name, campaign.turn, mark, False))
    return Telling(
        game=game,
        table=table,
        campaign=campaign.name,
        turn=position.number,
        next_turn=0 if ended else campaign.turn,
        reader=reader,
        events=tuple(event for event in seen if event is not None),
        view=view,
        awaited=awaited,
        problems=told.problems.get(reader, ()) if isinstance(reader, str) else (),
        form=tuple(game.form(table, view)) if isinstance(reader, str) and reader in awaited else (),
        deadline=shown_deadline(campaign),
        notes=told.notes,
        marker_begin=begin,
        marker_end=end,
        secret=campaign.secret if ended else "",
        commitment=campaign.commitment if ended else "",
        luck=tuple((seat.name, seat.luck) for seat in position.seats) if ended else (),
        archive_url=archive_page(desk, campaign),
    )


def send_reports(desk: Desk, turn_id: int, told: Told) -> None:
    """Renders the reports of a turn, keeps them as sent, and queues each seat's for its players."""
    position = told.position
    campaign = position.campaign
    awaited = position.awaited
    readers: list[Reader] = [*position.table.players, Audience.PUBLIC]
    tellings = [telling(desk, told, reader, awaited) for reader in readers]
    rendered = desk.renderer.render_turn(tellings)
    to_seat = _by_seat(seats.recipients(desk.connection, campaign.id))
    for seat, said, report in zip(position.seats, tellings, rendered, strict=False):
        report_id = reports.add(desk.connection, turn_id, seat.id, report.subject, report.text, report.html)
        for recipient in to_seat.get(seat.id, ()):
            key = f"report:{turn_id}:{seat.id}:{recipient.address_id}"
            queue_report(desk, campaign, seat, turn_id, report_id, report, said.form, recipient, key)
    public = rendered[-1]
    reports.add(desk.connection, turn_id, None, public.subject, public.text, public.html)


def queue_report(
    desk: Desk,
    campaign: CampaignRow,
    seat: SeatRow,
    turn_id: int,
    report_id: int,
    report: Rendered,
    form: Sequence[str],
    recipient: Recipient,
    key: str,
) -> bool:
    """Queues a report that has been kept, with the order form and the deadline; False where that key has been used."""
    token = orders_token(desk, campaign.id, seat.id, campaign.turn, campaign.attempt)
    return post(
        desk,
        recipient.address,
        "report",
        key,
        report,
        reply_to=reply_address(desk, token),
        auto="auto-generated",
        campaign=campaign.name,
        turn=campaign.turn,
        campaign_id=campaign.id,
        seat_id=seat.id,
        turn_id=turn_id,
        report_id=report_id,
        priority=REPORT_PRIORITY,
        attachments=order_form(campaign, seat.name, form),
        deadline=calendar_entry(desk, campaign),
    )


def order_form(campaign: CampaignRow, seat: str, form: Sequence[str]) -> tuple[Attachment, ...]:
    """The sheet to fill in as a file of its own; nothing where nothing is asked."""
    if not form:
        return ()
    head = f"# {campaign.name}, turn {campaign.turn}, {seat}: fill in, and send back in a reply to the report"
    text = "\n".join([head, *form, ""])
    return (Attachment(f"orders-{campaign.name}-{campaign.turn}.txt", "text/plain", text),)


def calendar_entry(desk: Desk, campaign: CampaignRow) -> CalendarEntry | None:
    """The present deadline for the reader's calendar; one entry a turn, however often it moves. None without a deadline."""
    if campaign.due_at is None:
        return None
    name = keyed(desk.secret, "deadline", campaign.id, campaign.turn, campaign.attempt)
    summary = f"{campaign.name}: orders for turn {campaign.turn}"
    return CalendarEntry(f"{name}@{desk.house.domain}", campaign.due_sequence, campaign.due_at, summary)


def quoted(problems: Sequence[Problem], texts: Mapping[int, str], of_gm: str) -> tuple[QuotedProblem, ...]:
    """The problems with the lines that they point at; `texts`: of sheets by their letter, `of_gm`: of one that the GM set."""
    found = []
    for problem in problems:
        text = of_gm if problem.letter is None else texts.get(problem.letter, "")
        lines = text.split("\n")
        line = lines[problem.line - 1].rstrip("\r") if 0 < problem.line <= len(lines) else ""
        found.append(QuotedProblem(problem, line))
    return tuple(found)


def archive_page(desk: Desk, campaign: CampaignRow) -> str:
    """Where the campaign's pages are to be seen; empty for a house without an archive on the web."""
    url = desk.house.archive_url
    return f"{url.rstrip('/')}/{campaign.name}/" if url else ""


def _by_seat(recipients: Sequence[Recipient]) -> dict[int, list[Recipient]]:
    found: dict[int, list[Recipient]] = {}
    for recipient in recipients:
        found.setdefault(recipient.seat_id, []).append(recipient)
    return found
