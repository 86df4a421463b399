"""A ruling on a turn that has been written: it is adjudicated anew, and the turns since then are withdrawn.

What was ordered for those stays on file where it still can: each of their sheets is read again from the new position, as one
that answers a report which has been withdrawn. Source: design.md, "Turns are appended, never changed"; Global Pursuit W39.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar
from unicodedata import combining, normalize

from pbem.core.contract import Event, State
from pbem.core.errors import Failed
from pbem.core.sheets import Sheet, orders_from_json
from pbem.moderator import adjudicate, gathered, orders, position
from pbem.moderator.adjudicate import Adjudicated, Rulings, merged, resolve
from pbem.moderator.desk import Desk
from pbem.moderator.orders import WITHDRAWN, Came
from pbem.moderator.position import Position
from pbem.moderator.rollback import before
from pbem.store import audit, campaigns, rulings, seats, sheets, turns
from pbem.store.campaigns import CampaignRow
from pbem.store.rulings import RulingRow
from pbem.store.sheets import SheetRow
from pbem.store.turns import TurnRow

WORDS = ("right", "wrong")
"""What the GM can rule."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """What has come of a ruling. `done`: the turn as it was written by it, None where nothing was. `left`: points of the turn
    that still wait. `withdrawn`: the numbers of the turns that were withdrawn for it, in order."""

    campaign: str
    turn: int
    question: str
    given: str
    ruling: str
    done: Adjudicated | None = None
    left: int = 0
    withdrawn: Sequence[int] = ()


def rule(desk: Desk, campaign: CampaignRow, question: str, given: str, word: str, who: str) -> Ruled:
    """Rules on what was given in an earlier turn, the last one on which it has a bearing.

    Where nothing comes of it, the ruling holds from now on and no turn is withdrawn. Raises Failed where nothing such was given.
    """
    question, given, turn = _meant(desk, campaign, question, given)
    position.refuse_begun(campaign)
    hold = merged(campaign.rulings, {question: {given: word}})
    for row in rulings.of_turn(desk.connection, campaign.id, turn.number, turn.attempt):
        if (row.question, row.given) == (question, given):
            rulings.decide(desk.connection, row.id, word, who, desk.now)
    if _result(desk, campaign, turn, hold) == (list(turn.events), turn.state):
        campaigns.change(desk.connection, campaign, rulings=hold)
        return note(desk, Ruled(campaign.name, turn.number, question, given, word), campaign.id, who)
    kept = _sheets_since(desk, campaign, turn.number)
    withdrawn = turns.withdraw(desk.connection, campaign.id, turn.number, desk.now)
    sheets.set_aside(desk.connection, campaign.id, turn.number)
    done = _anew(desk, campaign, turn, hold)
    if not done.outcome.finished:
        _file_again(desk, done.after, kept)
    ruled = Ruled(campaign.name, turn.number, question, given, word, done, withdrawn=withdrawn)
    return note(desk, ruled, campaign.id, who)


def _meant(desk: Desk, campaign: CampaignRow, question: str, given: str) -> tuple[str, str, TurnRow]:
    """What was asked and given, as it was then, and its turn: the last one whose point was asked, else on which a ruling has a
    bearing. Raises Failed where there is none."""
    points = rulings.of_campaign(desk.connection, campaign.id)
    written = [(row, turns.numbered(desk.connection, campaign.id, row.turn)) for row in points]
    asked = named([row for row, turn in written if turn is not None], question, given)
    for row, turn in written:
        if turn is not None and row is asked:
            return row.question, row.given, turn
    ruled = [Point(q, text) for q, words in campaign.rulings.items() for text in words]
    question, given = named(ruled, question, given) or (question, given)
    right, wrong = (merged(campaign.rulings, {question: {given: word}}) for word in WORDS)
    for number in range(campaign.turn - 1, 0, -1):
        turn = turns.numbered(desk.connection, campaign.id, number)
        if turn is not None and _result(desk, campaign, turn, right) != _result(desk, campaign, turn, wrong):
            return question, given, turn
    raise Failed(f"a ruling on {given!r} for {question} would change nothing in any turn of {campaign.name}")


def _result(desk: Desk, campaign: CampaignRow, turn: TurnRow, hold: Rulings) -> tuple[list[Event], State]:
    """What would have come of the turn with these rulings: events and state."""
    earlier = turns.numbered(desk.connection, campaign.id, turn.number - 1)
    assert earlier is not None, f"turn {turn.number - 1} of {campaign.name} is not in force"
    now = position.of(desk, campaign)
    filed = {name: orders_from_json(rows) for name, rows in turn.given["filed"].items()}
    due, wrote = frozenset(turn.given["due"]), frozenset(turn.given["wrote"])
    chance = position.chance_of(campaign, now.seats)
    again = now.game.advance(now.table, earlier.state, filed, due, wrote, hold, chance)
    return again.events, again.state


def _anew(desk: Desk, campaign: CampaignRow, turn: TurnRow, hold: Rulings) -> Adjudicated:
    """The turn written once more, with what it was given before and the rulings; reported to all at once."""
    again = campaigns.change(
        desk.connection,
        campaign,
        turn=turn.number,
        attempt=campaign.attempt + 1,
        rulings=hold,
        look=False,
        due_at=turn.due_at,
    )
    now = before(desk, again, turn)
    if again.reports:
        gathered.send(desk, now)
    done = resolve(desk, replace(now, campaign=replace(again, reports="")), due=frozenset(turn.given["due"]))
    notes = [f"The GM has ruled on a point of turn {turn.number} since then; what follows from it is told below."]
    if campaign.turn - 1 > turn.number:
        last = campaign.turn - 1
        one = last == turn.number + 1
        which = f"Turn {last} has" if one else f"Turns {turn.number + 1} to {last} have"
        notes.append(f"{which} been withdrawn, and {'is' if one else 'are'} played again.")
    if not done.outcome.finished:
        notes.append(
            "What you had ordered since stays on file where it still can; a mail that says `orders` brings it."
        )
    return adjudicate.carry_out(desk, done, notes, turn)


def _sheets_since(desk: Desk, campaign: CampaignRow, number: int) -> list[tuple[int, SheetRow]]:
    """The sheets that count for later turns, by seat and then in the order of receipt: (seat's id, sheet). Where sheets are spent
    with their turn, those for the next one alone."""
    keeps = position.of(desk, campaign).game.keeps_orders
    last = campaign.turn if keeps else number + 1
    found = []
    for seat in seats.of_campaign(desk.connection, campaign.id):
        of_seat = [row for turn in range(number + 1, last + 1) for row in sheets.used(desk.connection, seat.id, turn)]
        found += [(seat.id, row) for row in sorted(of_seat, key=lambda row: (row.received_at, row.revision))]
    return found


def _file_again(desk: Desk, after: Position, kept: Sequence[tuple[int, SheetRow]]) -> None:
    """Puts on file what can still be used of these sheets."""
    for seat_id, row in kept:
        here = position.of(desk, campaigns.get(desk.connection, after.campaign.id))
        seat = next(seat for seat in here.seats if seat.id == seat_id)
        if row.text == WITHDRAWN:
            orders.withdraw(desk, here, seat, row.letter_id, row.received_at)
            continue
        answers = row.answers if row.answers is not None and row.answers < here.number else -1
        if not here.game.keeps_orders:
            answers = here.number
        view = here.game.view(here.table, here.state, here.filed, seat.name)
        sheet: Sheet = here.game.read(here.table, view, row.text, answers)
        if row.letter_id is not None:
            sheet = sheet.from_letter(row.letter_id)
        orders.take(desk, here, seat, Came(row.text, sheet, row.letter_id, row.received_at, answers))


def note(desk: Desk, ruled: Ruled, campaign_id: int, who: str) -> Ruled:
    """Logs a ruling with what has come of it, and gives it back."""
    audit.note(
        desk.connection,
        who,
        "turn rule",
        now=desk.now,
        campaign_id=campaign_id,
        turn=ruled.turn,
        question=ruled.question,
        given=ruled.given,
        ruling=ruled.ruling,
        withdrawn=list(ruled.withdrawn),
    )
    return ruled


class Point(NamedTuple):
    """A question, and what was given to it."""

    question: str
    given: str


P = TypeVar("P", Point, RulingRow)


def named(points: Sequence[P], question: str, given: str) -> P | None:
    """The point that is so named, whatever the case and the spaces; else, whatever the accents and marks. None for none."""
    of_question = [point for point in points if _without_case(point.question) == _without_case(question)]
    for form in (_without_case, _words):
        found = next((point for point in of_question if form(point.given) == form(given)), None)
        if found is not None:
            return found
    return None


def _without_case(text: str) -> str:
    return " ".join(text.split()).casefold()


def _words(text: str) -> str:
    """Letters and digits alone, without accents; of a text that has none all of it."""
    letters = "".join(one for one in normalize("NFKD", text) if not combining(one)).casefold()
    return " ".join("".join(one if one.isalnum() else " " for one in letters).split()) or _without_case(text)
