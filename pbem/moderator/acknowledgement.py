"""What an answer says about orders: what is on file in canonical form, what it replaced, what could not be read and where.

Everything is told from the seat's own view. Source: orders.md 5 and 6; mail.md 10, 12, 19, 75.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from pbem.core import times
from pbem.core.contract import View
from pbem.core.sheets import Order, Problem, orders_from_json
from pbem.moderator import command_words, decisions, orders
from pbem.moderator.answers import Piece
from pbem.moderator.binding import Bound
from pbem.moderator.order_text import SheetText
from pbem.moderator.orders import Came, Taken
from pbem.moderator.own_text import OwnText
from pbem.moderator.position import Position, shown_deadline, shown_report_at, zone_of
from pbem.moderator.quoting import quoted
from pbem.report.layout import listed
from pbem.store.campaigns import CampaignRow
from pbem.store.seats import SeatRow
from pbem.store.sheets import SheetRow
from pbem.store.tables import CampaignStatus

_MOST_PROBLEMS = 30
_LONGEST_QUOTE = 60
_MOST_RUNS = 4
_KEYED = re.compile(r"\s*\S+(?:\s+\S+)?\s*[:=]\s*\S")


def of_sheet(
    position: Position,
    seat: SeatRow,
    bound: Bound,
    found: SheetText,
    own: OwnText,
    came: Came,
    taken: Taken,
) -> Piece:
    """What a letter's sheet is answered, whether it counts or not."""
    campaign = position.campaign
    lines = came.text.split("\n")
    talk = {problem.line for problem in taken.sheet.problems if _is_talk(problem, lines)}
    problems = [problem for problem in taken.sheet.problems if problem.line not in talk or problem.is_warning]
    notes = [*found.notes, *_order_of_receipt(taken, campaign), *_talk(sorted(talk), lines)]
    notes.append(_taken_for(position, bound))
    if own.skipped:
        skipped = "1 line was" if own.skipped == 1 else f"{own.skipped} lines were"
        notes.append(f"{skipped} taken for quotation and not read.")
    if len(problems) > _MOST_PROBLEMS:
        notes.append(f"There are {len(problems) - _MOST_PROBLEMS} more problems like these.")
    texts = {} if came.letter_id is None else {came.letter_id: came.text}
    context = _on_file(position, seat, taken.filed)
    context |= {
        "headline": _headline(taken, found, context),
        "refusal": found.refusal,
        "listed": found.listed,
        "problems": quoted(problems[:_MOST_PROBLEMS], texts, came.text),
        "notes": notes,
        "receipt": taken.receipt,
        "received": _precisely(came.received, campaign),
    }
    return Piece("orders", context)


def _taken_for(position: Position, bound: Bound) -> str:
    """For which turn a sheet was taken, and why. Where orders are kept it counts for the position as it stands."""
    campaign = position.campaign
    if not position.game.keeps_orders or bound.turn == campaign.turn:
        return f"Taken for turn {bound.turn} of {campaign.name}, {bound.how}."
    return f"Taken for {campaign.name} as it stands, in turn {campaign.turn}; your mail was for turn {bound.turn}, {bound.how}."


def on_file(position: Position, seat: SeatRow, newest: SheetRow | None) -> Piece:
    """What a seat has on file, to one who asks. `newest`: the sheet that counts, None for none."""
    filed = orders_from_json(seat.filed)
    context = _on_file(position, seat, filed)
    turn = position.campaign.turn
    context |= {
        "headline": f"On file for turn {turn} of {position.campaign.name}, {seat.name}:"
        if filed
        else f"Nothing is on file for turn {turn} of {position.campaign.name}, {seat.name}.",
        "refusal": "",
        "listed": (),
        "problems": (),
        "notes": (),
        "receipt": newest.receipt if newest and filed else "",
        "received": _precisely(newest.received_at, position.campaign) if newest else "",
    }
    return Piece("orders", context)


def view_of(position: Position, seat: SeatRow) -> View:
    """What a seat may know of the position, its own orders among it and nobody else's."""
    filed = {seat.name: orders_from_json(seat.filed)}
    return position.game.view(position.table, position.state, filed, seat.name)


def late(position: Position, seat: SeatRow, bound: Bound, received: datetime) -> Piece:
    """The answer to orders for a turn that is over, which are not used."""
    campaign = position.campaign
    if bound.turn < 1:
        said = [f"Your mail came before the first turn of {campaign.name} had begun."]
    elif bound.turn < campaign.turn:
        said = [f"Turn {bound.turn} of {campaign.name} has been adjudicated already; your orders for it came too late."]
    elif campaign.due_at is not None and received >= campaign.due_at:
        said = [
            f"The deadline of turn {bound.turn} of {campaign.name} was {shown_deadline(campaign)}. Your mail was received "
            f"at {_precisely(received, campaign)}, which is too late: only what comes before the deadline's second counts."
        ]
    else:
        said = [
            f"The report that you answered has been withdrawn; turn {bound.turn} of {campaign.name} is played anew."
        ]
    said[0] += f" (It was taken for turn {bound.turn}, {bound.how}.)" if bound.turn >= 1 else ""
    said.append("The orders in it are not used. What you have on file stays as it was.")
    if bound.turn < campaign.turn or campaign.due_at is None or received < campaign.due_at:
        said.append(f"Turn {campaign.turn} is being played now: to send orders for it, reply to its report.")
    return Piece("say", {"sentences": said})


def _on_file(position: Position, seat: SeatRow, filed: tuple[Order, ...]) -> dict[str, object]:
    view = position.game.view(position.table, position.state, {seat.name: filed}, seat.name)
    forecast = position.game.forecast(position.table, view, filed)
    lines = [order.text for order in filed]
    form = () if filed or decisions.yet_to_be_asked(position, seat) else position.game.form(position.table, view)
    return {
        "campaign": position.campaign.name,
        "turn": position.campaign.turn,
        "seat": seat.name,
        "game": position.game.title,
        "deadline": _deadline(position, seat),
        "filed": forecast.by_part(lines) if filed else (),
        "worth": forecast.by_part(forecast.lines) if list(forecast.lines) != lines else (),
        "remarks": forecast.notes if filed else (),
        "holding": forecast.holding,
        "form": tuple(form),
    }


def _deadline(position: Position, seat: SeatRow) -> str:
    campaign = position.campaign
    if campaign.status is CampaignStatus.PAUSED:
        return f"{campaign.name} is paused; there is no deadline until the GM lets it go on."
    if seat.due_at is not None:
        return f"Deadline: {shown_deadline(campaign, seat)}"
    if decisions.yet_to_be_asked(position, seat):
        at = shown_report_at(campaign)
        return f"The next report goes out {at}; what it asks of you has no deadline before." if at else ""
    if seat.name in position.awaited:
        return ""
    return "".join(f"{waiting}. " for waiting in decisions.others_waited_for(position, seat)).rstrip()


def _headline(taken: Taken, found: SheetText, context: dict[str, object]) -> str:
    turn = f"turn {context['turn']} of {context['campaign']}"
    if taken.newer is not None:
        return f"You have sent newer orders for {turn} since; what is on file is made of all of them in the order of receipt."
    if taken.counts and not taken.filed:
        return f"Your mail has been read, and nothing is on file for {turn} now."
    if taken.counts:
        return f"Your orders for {turn} are on file."
    nothing = "No order could be read in your mail" if taken.sheet.wrote else "There was no order in your mail"
    if found.refusal:
        nothing = "Nothing in your mail was used as orders"
    if taken.filed:
        return f"{nothing}. What you had on file for {turn} stays on file."
    return f"{nothing}, and nothing is on file for {turn}."


def _order_of_receipt(taken: Taken, campaign: CampaignRow) -> Iterator[str]:
    if taken.newer is not None:
        received = _moment(taken.newer.received_at, campaign)
        yield f"The newer ones were received {received} (receipt {taken.newer.receipt})."
    elif taken.replaced is not None and taken.replaced.orders:
        received = _moment(taken.replaced.received_at, campaign)
        yield f"They replace what was received {received}" + (
            f" (receipt {taken.replaced.receipt})." if taken.replaced.receipt else "."
        )


def _is_talk(problem: Problem, lines: Sequence[str]) -> bool:
    """Whether a problem is a line of talk. One of the form `KEY: VALUE` was meant as an order, whatever its key."""
    if not problem.prose or problem.is_warning or not 0 < problem.line <= len(lines):
        return False
    return _KEYED.match(lines[problem.line - 1]) is None


def _talk(numbers: Sequence[int], lines: Sequence[str]) -> Iterator[str]:
    """One note for all lines that are no orders and look like none, by their runs; and what commands may have been meant."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and not any(line.strip() for line in lines[runs[-1][-1] : number - 1]):
            runs[-1].append(number)
        else:
            runs.append([number])
    if not runs:
        return
    where = listed([f"{run[0]}" if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs[:_MOST_RUNS]])
    begins = listed([f"“{_beginning(lines[run[0] - 1])}”" for run in runs[:_MOST_RUNS]])
    more = f" (and {len(runs) - _MOST_RUNS} more places)" if len(runs) > _MOST_RUNS else ""
    if len(numbers) == 1:
        yield f"Line {where} was taken as talk, not as an order: {begins}"
    else:
        yield f"Lines {where}{more} were taken as talk, not as orders; they begin {begins}"
    for run in runs:
        meant = command_words.meant(lines[run[0] - 1]) if len(run) == 1 else ""
        if meant:
            yield f"Line {run[0]}: did you mean the command `{meant}`?"


def _beginning(line: str) -> str:
    words = " ".join(line.split())
    return words if len(words) <= _LONGEST_QUOTE else words[: _LONGEST_QUOTE - 1].rstrip() + "…"


def _moment(at: datetime, campaign: CampaignRow) -> str:
    return times.show(at, zone_of(campaign))


def _precisely(at: datetime, campaign: CampaignRow) -> str:
    """An instant as a receipt is made of it, to the second in UTC, behind the same for people."""
    local = at.astimezone(zone_of(campaign))
    return f"{local:%H:%M} {campaign.timezone}, that is {orders.utc_second(at)}"
