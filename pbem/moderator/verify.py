"""Recomputing a campaign: every die from the seed, every turn from the sheets in the stored letters."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pbem.games.registry as registry
from pbem.core.chance import commitment
from pbem.core.contract import Audience
from pbem.core.letters import Letter, Raw
from pbem.core.sheets import Order, orders_from_json, orders_to_json, problems_to_json
from pbem.moderator import position
from pbem.moderator.desk import Desk
from pbem.moderator.news import brings_news
from pbem.moderator.orders import WITHDRAWN, filed_after, taken_before
from pbem.moderator.position import Position
from pbem.store import letters, reports, seats, sheets, turns
from pbem.store.campaigns import CampaignRow
from pbem.store.seats import SeatRow
from pbem.store.sheets import SheetRow
from pbem.store.tables import CampaignStatus
from pbem.store.turns import TurnRow

Filed = dict[str, tuple[Order, ...]]

_LONGEST = 80
"""Characters of a value in a sentence about it."""


@dataclass
class Verification:
    """What was recomputed, and every difference found, a sentence each in the order of the turns; empty where all agrees."""

    campaign: str
    turns: int = 0
    dice: int = 0
    sheets: int = 0
    letters: int = 0
    differences: list[str] = field(default_factory=list)


def verify(
    desk: Desk,
    campaign: CampaignRow,
    read: Callable[[Raw], Letter] | None = None,
    secret: str | None = None,
) -> Verification:
    """Recomputes a campaign from its secret, its seats' words for luck and the sheets that came, and compares with all that is
    stored. Nothing is written.

    `read`: reads a stored letter anew, so that the sheets are compared with what their writers wrote; None to leave that out.
    `secret`: the published one, in place of the stored one. Orders that the GM set have no letter: their sheets count.
    """
    found = Verification(campaign.name)
    if secret is not None:
        campaign = replace(campaign, secret=secret)
    if commitment(campaign.secret) != campaign.commitment:
        found.differences.append(f"the secret does not fit the commitment {campaign.commitment}")
    if campaign.status is CampaignStatus.SIGNUP or not campaign.turn:
        return found
    sitting = tuple(seats.of_campaign(desk.connection, campaign.id))
    replay = _Replay(desk, campaign, sitting, read, found)
    for turn in list(turns.in_force(desk.connection, campaign.id)):
        replay.play(turn)
    replay.finish()
    return found


@dataclass(frozen=True, slots=True)
class _Open:
    """A decision that is open, and the turn whose reports asked it."""

    what: str
    step: int
    holds: bool
    since: int


class _Replay:
    """A campaign played again beside what is stored; `now` is recomputed and never taken from a stored state."""

    def __init__(
        self,
        desk: Desk,
        campaign: CampaignRow,
        sitting: tuple[SeatRow, ...],
        read: Callable[[Raw], Letter] | None,
        found: Verification,
    ) -> None:
        self._desk = desk
        self._read = read
        self._found = found
        game = registry.game(campaign.game)
        table = position.table_of(game, campaign, sitting)
        self._now = Position(campaign, sitting, game, table, -1, {}, {})
        self._asked: dict[str, _Open] = {}

    def play(self, turn: TurnRow) -> None:
        """Recomputes one turn, and notes what differs."""
        now = before = self._now
        self._found.turns += 1
        if turn.number != now.number + 1:
            self._differs(turn.number, f"it follows turn {now.number}; the turns between are missing")
        chance = position.chance_of(now.campaign, now.seats)
        if turn.number == 0:
            state, events = now.game.start(now.table, chance)
            filed: Filed = dict.fromkeys(now.table.players, ())
            problems: Mapping[str, Any] = {}
        else:
            handed_in = self._handed_in(turn.number)
            before = replace(now, filed=handed_in)
            self._compare_given(turn, handed_in)
            given = turn.given
            advanced = now.game.advance(
                now.table,
                now.state,
                handed_in,
                frozenset(given.get("due", ())),
                frozenset(given.get("wrote", ())),
                given.get("rulings", {}),
                chance,
            )
            state, events = advanced.state, advanced.events
            filed = {name: tuple(advanced.filed.get(name, ())) for name in now.table.players}
            problems = {name: problems_to_json(seen) for name, seen in advanced.problems.items()}
            self._compare(turn.number, "what stays on file", turn.filed, _filed_to_json(advanced.filed))
        self._found.dice += len(chance.drawn)
        self._compare_parts(turn.number, "the outcome of", turn.chance, chance.drawn)
        self._compare_list(turn.number, "event", turn.events, events)
        self._compare_parts(turn.number, "in the state,", turn.state, state)
        self._compare_parts(turn.number, "the problems of", turn.problems, problems)
        self._now = replace(now, number=turn.number, state=state, filed=filed)
        public = now.game.view(now.table, state, filed, Audience.PUBLIC)
        self._compare_parts(turn.number, "in the public view,", turn.public_view, public)
        self._check_reports(turn, before)

    def finish(self) -> None:
        """Compares how the campaign stands, and what is on file for the turn being played."""
        now = self._now
        ended = now.game.outcome(now.table, now.state).finished
        if ended and now.campaign.status is not CampaignStatus.ENDED:
            self._found.differences.append(f"the game ended in turn {now.number}, and the campaign goes on")
        if ended or now.campaign.status is CampaignStatus.ENDED:
            return
        handed_in = self._handed_in(now.number + 1)
        for seat in now.seats:
            stored = orders_to_json(orders_from_json(seat.filed))
            self._compare(now.number + 1, f"what {seat.name} has on file", stored, orders_to_json(handed_in[seat.name]))

    def _handed_in(self, number: int) -> Filed:
        """What every seat had on file at the end of that turn, by its sheets read anew."""
        handed_in = dict(self._now.filed)
        for seat in self._now.seats:
            came = sheets.used(self._desk.connection, seat.id, number)
            earlier = taken_before(self._desk, self._now.game, seat, number, came[0].received_at) if came else []
            for sheet in came:
                self._found.sheets += 1
                handed_in[seat.name] = self._taken(number, seat, sheet, handed_in, earlier)
        return handed_in

    def _taken(
        self, number: int, seat: SeatRow, sheet: SheetRow, handed_in: Filed, earlier: Sequence[SheetRow]
    ) -> tuple[Order, ...]:
        """What the seat had on file after that sheet; `earlier`: its sheets of earlier turns that were received later."""
        if sheet.text == WITHDRAWN:
            return ()
        now = self._now
        if sheet.letter_id is not None:
            self._compare_with_letter(number, seat, sheet)
        view = now.game.view(now.table, now.state, handed_in, seat.name)
        again = now.game.read(now.table, view, sheet.text, sheet.answers)
        if sheet.letter_id is not None:
            again = again.from_letter(sheet.letter_id)
        what = f"sheet {sheet.revision} of {seat.name}"
        self._compare_list(number, f"{what}: order", sheet.orders, orders_to_json(again.orders))
        return filed_after(now.game, handed_in[seat.name], again, sheet.received_at, earlier)

    def _compare_with_letter(self, number: int, seat: SeatRow, sheet: SheetRow) -> None:
        if self._read is None or sheet.letter_id is None:
            return
        (stored,) = letters.as_they_came(self._desk.connection, [sheet.letter_id]) or (None,)
        what = f"sheet {sheet.revision} of {seat.name}"
        if stored is None:
            self._differs(number, f"the letter of {what} is missing")
            return
        self._found.letters += 1
        letter = self._read(stored.raw)
        texts = [*(line.text for line in letter.lines), *letter.readings, letter.attachment or ""]
        written = {_words(line) for text in texts for line in text.splitlines()}
        for line in sheet.text.splitlines():
            if line.strip() and _words(line) not in written:
                self._differs(number, f"{what} has the line {_shown(line.strip())}, which is not in its letter")

    def _compare_given(self, turn: TurnRow, handed_in: Filed) -> None:
        stored, wrote = turn.given.get("filed", {}), turn.given.get("wrote", [])
        for seat in self._now.seats:
            given, again = stored.get(seat.name, []), orders_to_json(handed_in[seat.name])
            self._compare_list(turn.number, f"{seat.name}'s order", given, again)
            since = self._asked[seat.name].since if seat.name in self._asked else turn.number - 1
            every = sheets.of_seat(self._desk.connection, seat.id)
            came = [sheet for sheet in every if since < sheet.turn <= turn.number]
            if seat.name in wrote and not came:
                self._differs(turn.number, f"{seat.name} is said to have written, and no sheet came")
            at_once = seat.name in self._asked and not self._now.campaign.reports
            if seat.name not in wrote and at_once and any(sheet.used for sheet in came):
                self._differs(turn.number, f"{seat.name} is said not to have written, and a sheet came")

    def _ask(self, number: int) -> set[str]:
        """Notes what the reports of that turn ask of whom, and gives those of whom it is new."""
        now, asked = self._now, {}
        timed = bool(now.campaign.schedule or now.campaign.move_time)
        for name, question in now.questions.items():
            before = self._asked.get(name)
            same = now.game.keeps_orders and before is not None and question.within(before.what, before.step)
            if before is not None and same and (before.holds or not question.holds or not timed):
                asked[name] = replace(before, holds=question.holds)
            else:
                asked[name] = _Open(question.what, question.step, question.holds, number)
        self._asked = asked
        return {name for name, question in asked.items() if question.since == number}

    def _is_told(self, before: Position, turn: TurnRow, name: str) -> bool:
        """Whether a turn brought a seat news."""
        after = self._now
        if not turn.number or after.game.outcome(after.table, after.state).finished:
            return True
        if turn.attempt > 1 and turns.was_withdrawn(self._desk.connection, turn.campaign_id, turn.number):
            return True
        return bool(turn.problems.get(name)) or brings_news(before, after, turn.events, name)

    def _check_reports(self, turn: TurnRow, before: Position) -> None:
        """Asks for the report of everybody who is told; where reports are gathered, one of a later turn may tell it."""
        asked_anew = self._ask(turn.number)
        gathered = self._now.campaign.reports and turn.number
        of_seats = [
            (seat.id, seat.name)
            for seat in self._now.seats
            if not gathered and (seat.name in asked_anew or self._is_told(before, turn, seat.name))
        ]
        for seat_id, whose in [*of_seats, (None, "the public")]:
            if reports.of_turn(self._desk.connection, turn.id, seat_id) is None:
                self._differs(turn.number, f"the report for {whose} is missing")

    def _compare_parts(self, number: int, what: str, stored: Mapping[str, Any], again: Mapping[str, Any]) -> None:
        for key in dict.fromkeys([*stored, *again]):
            self._compare(number, f"{what} {key!r}", stored.get(key), again.get(key))

    def _compare_list(self, number: int, what: str, stored: Sequence[Any], again: Sequence[Any]) -> None:
        for at in range(max(len(stored), len(again))):
            left = stored[at] if at < len(stored) else None
            right = again[at] if at < len(again) else None
            self._compare(number, f"{what} {at + 1}", left, right)

    def _compare(self, number: int, what: str, stored: Any, again: Any) -> None:
        if stored != again and (left := _plain(stored)) != (right := _plain(again)):
            self._differs(number, f"{what} is stored as {_shown(left)} and comes out as {_shown(right)}")

    def _differs(self, number: int, sentence: str) -> None:
        self._found.differences.append(f"turn {number}: {sentence}")


def _filed_to_json(filed: Mapping[str, Sequence[Order]]) -> dict[str, list[list[Any]]]:
    return {name: orders_to_json(orders) for name, orders in filed.items()}


def _plain(value: Any) -> str:
    """The value as JSON, in which tuples are lists and keys are in order."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _shown(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _words(line: str) -> str:
    return " ".join(line.lstrip("> \t").split()).casefold()
