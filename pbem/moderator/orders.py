"""Orders taken: a sheet is put on file for its seat and given a receipt. Source: orders.md 5 and 6; mail.md 75.

Nothing here writes a mail; what has happened is told as data.
"""

import base64
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import Enum

from pbem.core.contract import Game
from pbem.core.sheets import Order, Sheet, orders_from_json, orders_to_json, problems_to_json
from pbem.moderator import unreachable
from pbem.moderator.desk import Desk
from pbem.moderator.position import Position
from pbem.store import campaigns, seats, sheets, turns
from pbem.store.campaigns import CampaignRow
from pbem.store.seats import SeatRow
from pbem.store.sheets import SheetRow

WITHDRAWN = "withdraw orders"
"""The text of the row that stands for orders withdrawn: it counts, and nothing is on file after it."""


class Timing(Enum):
    """Whether orders for a turn can still count.

    `EARLY`, `LATE`: where a game spends orders with their turn. `WAITS`: after a deadline that is still to be carried out, where
    it keeps them, and while a turn that has been begun waits for the GM's rulings: they count for what comes after it.
    """

    IN_TIME = "in time"
    LATE = "late"
    EARLY = "early"
    WAITS = "waits"


@dataclass(frozen=True, slots=True)
class Came:
    """A sheet as it came: the text that the game was given, and what it understood. `letter_id` is None for the GM's.

    `answers`: the turn whose report its mail answered, None where that is not known.
    """

    text: str
    sheet: Sheet
    letter_id: int | None
    received: datetime
    answers: int | None = None


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

    Where a game keeps orders they count for the position as it stands, whichever report they answer. `attempt`: of the turn
    whose report was answered, None where that is not known.
    """
    if campaign.rule_by is not None:
        return Timing.WAITS
    over = campaign.due_at is not None and received >= campaign.due_at and not unreachable.is_waited_for(campaign)
    if keeps_orders:
        return Timing.WAITS if over else Timing.IN_TIME
    if turn > campaign.turn:
        return Timing.EARLY
    if over or turn < campaign.turn or (attempt is not None and attempt != campaign.attempt):
        return Timing.LATE
    return Timing.IN_TIME


def take(desk: Desk, position: Position, seat: SeatRow, came: Came) -> Taken:
    """Puts a sheet on file, in a campaign that is locked.

    A sheet without orders replaces nothing. One received before another that counts takes its place before it.
    """
    sheet = came.sheet
    current = orders_from_json(seat.filed)
    newest, newer = _newest(desk, position, seat, came.received, came.letter_id)
    if not sheet.orders:
        filed = current
    elif newer is None:
        filed = position.game.file(current, sheet)
    else:
        filed = _filed_in_order(desk, position, seat, came)
    counts = bool(sheet.orders)
    receipt = receipt_of(position.campaign, seat, came.received, filed) if counts else ""
    _keep(desk, position.campaign, seat, came, position.campaign.turn, filed, counts, receipt)
    if counts:
        _look_again(desk, position)
    replaced = newest if counts and newer is None and _replaces(position, current, filed) else None
    return Taken(sheet, filed, counts, replaced, newer if counts else None, receipt)


def withdraw(desk: Desk, position: Position, seat: SeatRow, letter_id: int | None, received: datetime) -> Taken:
    """Takes everything off a seat's file, in a campaign that is locked; orders received later stay."""
    newest, newer = _newest(desk, position, seat, received, letter_id)
    filed = orders_from_json(seat.filed) if newer else ()
    came = Came(WITHDRAWN, Sheet(), letter_id, received)
    _keep(desk, position.campaign, seat, came, position.campaign.turn, filed, newer is None, "")
    _look_again(desk, position)
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


def filed_after(
    game: Game, filed: tuple[Order, ...], sheet: Sheet, received: datetime, taken_before: Iterable[SheetRow]
) -> tuple[Order, ...]:
    """What is on file after a sheet, whenever it was read.

    `taken_before`: sheets of turns that have been adjudicated since. To one that was received later than this sheet gives way, as
    it would if it had been read in time: the later one replaces what it replaces, and the rest is on file.
    """
    later = [row for row in taken_before if row.received_at > received]
    if not later:
        return game.file(filed, sheet)
    left = game.file((), sheet)
    for row in later:
        left = () if row.text == WITHDRAWN else game.file(left, _sheet_of(row))
    rest = tuple(order for order in left if order in sheet.orders)
    return game.file(filed, Sheet(rest, wrote=True)) if rest else filed


def taken_before(desk: Desk, game: Game, seat: SeatRow, turn: int, received: datetime) -> list[SheetRow]:
    """The sheets that a seat's sheet of that turn, received then, gives way to, though they were taken in earlier turns."""
    if not game.keeps_orders:
        return []
    return sheets.used_of_earlier_turns(desk.connection, seat.id, turn, received)


def _newest(
    desk: Desk, position: Position, seat: SeatRow, received: datetime, letter_id: int | None
) -> tuple[SheetRow | None, SheetRow | None]:
    """The sheet that was received last among those that count, and the same where that was after `received`.

    It is one of the turn being played, or, where orders are kept, of any turn. In the same second the letter that lay behind the
    other in its mailbox is the later one. Source: mail.md 75.
    """
    if not seat.revision:
        return None, None
    turn = None if position.game.keeps_orders else position.campaign.turn
    newest = sheets.newest_used(desk.connection, seat.id, turn)
    if newest is None or newest.received_at < received:
        return newest, None
    behind = newest.letter_id is not None and letter_id is not None and newest.letter_id > letter_id
    return newest, newest if newest.received_at > received or behind else None


def _replaces(position: Position, before: tuple[Order, ...], after: tuple[Order, ...]) -> bool:
    """Whether of what was on file nothing is left, where orders are kept; elsewhere a sheet always replaces the one before."""
    return not position.game.keeps_orders or (bool(before) and not set(before) & set(after))


def _filed_in_order(desk: Desk, position: Position, seat: SeatRow, came: Came) -> tuple[Order, ...]:
    """What is on file if every sheet of the turn counts in the order of its receipt, this one among them."""
    turn = position.campaign.turn
    last = turns.latest(desk.connection, position.campaign.id)
    filed = orders_from_json(last.filed.get(seat.name, ())) if last else ()
    of_turn = [
        (row.received_at, row.letter_id or 0, None if row.text == WITHDRAWN else _sheet_of(row))
        for row in sheets.used(desk.connection, seat.id, turn)
    ]
    of_turn = sorted([*of_turn, (came.received, came.letter_id or 0, came.sheet)], key=lambda came: came[:2])
    earlier = taken_before(desk, position.game, seat, turn, of_turn[0][0])
    for received, _, sheet in of_turn:
        filed = () if sheet is None else filed_after(position.game, filed, sheet, received, earlier)
    return filed


def _sheet_of(row: SheetRow) -> Sheet:
    return Sheet(orders_from_json(row.orders), wrote=True)


def _look_again(desk: Desk, position: Position) -> None:
    """Has the campaign looked at soon: play may go on, or wait for somebody else."""
    if position.campaign.early or position.game.keeps_orders:
        campaigns.look_at(desk.connection, position.campaign.id)


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
        problems=problems_to_json(came.sheet.problems),
        filed=on_file,
        used=used,
        receipt=receipt,
        answers=came.answers,
    )
    wrote = seat.wrote or came.sheet.wrote
    seats.put_on_file(desk.connection, seat, on_file, wrote=wrote, revision=seat.revision + 1)
