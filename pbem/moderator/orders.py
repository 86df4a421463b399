"""Orders taken: a sheet is put on file for its seat and given a receipt. Source: orders.md 5 and 6; mail.md 75.

Nothing here writes a mail; what has happened is told as data.
"""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import Enum

from pbem.core.sheets import Order, Sheet, orders_from_json, orders_to_json
from pbem.moderator.desk import Desk
from pbem.moderator.position import Position
from pbem.store import seats, sheets, turns
from pbem.store.campaigns import CampaignRow
from pbem.store.seats import SeatRow
from pbem.store.sheets import SheetRow

WITHDRAWN = "withdraw orders"
"""The text of the row that stands for orders withdrawn: it counts, and nothing is on file after it."""


class Timing(Enum):
    """Whether orders for a turn can still count.

    `EARLY`: for a turn that is not being played yet. `WAITS`: after a deadline that is still to be carried out, in a game that
    keeps orders: they count for what comes after it.
    """

    IN_TIME = "in time"
    LATE = "late"
    EARLY = "early"
    WAITS = "waits"


@dataclass(frozen=True, slots=True)
class Came:
    """A sheet as it came: the text that the game was given, and what it understood. `letter_id` is None for the GM's."""

    text: str
    sheet: Sheet
    letter_id: int | None
    received: datetime


@dataclass(frozen=True, slots=True)
class Taken:
    """What has become of a sheet.

    `sheet`: as understood, its orders and problems marked with the letter. `filed`: what is on file now. `counts`: whether the
    sheet's orders count, or would, had nothing newer come. `replaced`: the sheet that counted until now, None for none.
    `newer`: the sheet received later that goes on counting, None for none. `receipt`: empty where nothing of the sheet counts.
    """

    sheet: Sheet
    filed: tuple[Order, ...]
    counts: bool
    replaced: SheetRow | None
    newer: SheetRow | None
    receipt: str


def timing(campaign: CampaignRow, keeps_orders: bool, turn: int, attempt: int | None, received: datetime) -> Timing:
    """Whether orders that answer that turn can still count. What came before the deadline's second is in time.

    `attempt`: of the turn whose report was answered, None where that is not known.
    """
    if turn > campaign.turn:
        return Timing.EARLY
    if turn < campaign.turn or (attempt is not None and attempt != campaign.attempt):
        return Timing.IN_TIME if keeps_orders else Timing.LATE
    if campaign.due_at is not None and received >= campaign.due_at:
        return Timing.WAITS if keeps_orders else Timing.LATE
    return Timing.IN_TIME


def take(desk: Desk, position: Position, seat: SeatRow, came: Came) -> Taken:
    """Puts a sheet on file, in a campaign that is locked.

    A sheet without orders replaces nothing. One received before another that counts takes its place before it.
    """
    sheet = came.sheet
    current = orders_from_json(seat.filed)
    newest, newer = _newest(desk, position, seat, came.received)
    if not sheet.orders:
        filed = current
    elif newer is None:
        filed = position.game.file(current, sheet)
    else:
        filed = _filed_in_order(desk, position, seat, came)
    counts = bool(sheet.orders)
    receipt = receipt_of(position.campaign, seat, came.received, filed) if counts else ""
    _keep(desk, position.campaign, seat, came, position.campaign.turn, filed, counts, receipt)
    return Taken(sheet, filed, counts, newest if counts and newer is None else None, newer if counts else None, receipt)


def withdraw(desk: Desk, position: Position, seat: SeatRow, letter_id: int | None, received: datetime) -> Taken:
    """Takes everything off a seat's file, in a campaign that is locked; orders received later stay."""
    newest, newer = _newest(desk, position, seat, received)
    filed = orders_from_json(seat.filed) if newer else ()
    came = Came(WITHDRAWN, Sheet(), letter_id, received)
    _keep(desk, position.campaign, seat, came, position.campaign.turn, filed, newer is None, "")
    return Taken(came.sheet, filed, newer is None, newest if newer is None else None, newer, "")


def keep_unused(desk: Desk, campaign: CampaignRow, seat: SeatRow, came: Came, turn: int) -> None:
    """Keeps a sheet that came too late for its turn, so that the GM can see what was sent."""
    unused = replace(came, sheet=replace(came.sheet, wrote=False))
    _keep(desk, campaign, seat, unused, turn, orders_from_json(seat.filed), False, "")


def receipt_of(campaign: CampaignRow, seat: SeatRow, received: datetime, filed: Sequence[Order]) -> str:
    """A short digest of what is on file and of the time of receipt, which anybody can compute again.

    SHA-256 of the lines `CAMPAIGN turn N SEAT`, the time in UTC to the second (ISO 8601), and the orders in canonical form;
    its first twelve letters in base32, in groups of four.
    """
    lines = [
        f"{campaign.name} turn {campaign.turn} {seat.name}",
        utc_second(received),
        *(order.text for order in filed),
    ]
    letters = base64.b32encode(hashlib.sha256("\n".join(lines).encode()).digest()).decode().lower()
    return f"{letters[:4]}-{letters[4:8]}-{letters[8:12]}"


def utc_second(at: datetime) -> str:
    """An instant in UTC to the second: `2026-08-03T12:00:00Z`."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _newest(
    desk: Desk, position: Position, seat: SeatRow, received: datetime
) -> tuple[SheetRow | None, SheetRow | None]:
    """The sheet of this turn that was received last among those that count, and the same where that was after `received`."""
    newest = sheets.newest_used(desk.connection, seat.id, position.campaign.turn) if seat.revision else None
    return newest, newest if newest is not None and newest.received_at > received else None


def _filed_in_order(desk: Desk, position: Position, seat: SeatRow, came: Came) -> tuple[Order, ...]:
    """What is on file if every sheet of the turn counts in the order of its receipt, this one among them."""
    last = turns.latest(desk.connection, position.campaign.id)
    filed = orders_from_json(last.filed.get(seat.name, ())) if last else ()
    waiting: Sheet | None = came.sheet
    for row in sheets.used(desk.connection, seat.id, position.campaign.turn):
        if waiting is not None and row.received_at > came.received:
            filed, waiting = position.game.file(filed, waiting), None
        again = Sheet(orders_from_json(row.orders), wrote=True)
        filed = () if row.text == WITHDRAWN else position.game.file(filed, again)
    return filed if waiting is None else position.game.file(filed, waiting)


def _keep(
    desk: Desk,
    campaign: CampaignRow,
    seat: SeatRow,
    came: Came,
    turn: int,
    filed: Sequence[Order],
    used: bool,
    receipt: str,
) -> None:
    on_file = orders_to_json(filed)
    sheets.keep(
        desk.connection,
        campaign.id,
        seat.id,
        turn,
        seat.revision + 1,
        letter_id=came.letter_id,
        received_at=came.received,
        text=came.text,
        orders=orders_to_json(came.sheet.orders),
        problems=[[p.line, p.column, p.message, p.letter] for p in came.sheet.problems],
        filed=on_file,
        used=used,
        receipt=receipt,
    )
    wrote, look = seat.wrote or came.sheet.wrote, campaign.early and used
    seats.put_on_file(desk.connection, seat, on_file, wrote=wrote, revision=seat.revision + 1, look=look)
