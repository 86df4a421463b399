"""A letter that is bound to a seat: what it says, when it came, whether it may change orders, and how the game reads it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from pbem.core.contract import View
from pbem.core.letters import Letter, LetterLine, LineKind, Marker
from pbem.core.sheets import Sheet
from pbem.moderator import acknowledgement, command_words, order_text, tokens
from pbem.moderator.binding import Bound, answered_report, is_binding_line
from pbem.moderator.command_words import Given
from pbem.moderator.desk import Desk, House
from pbem.moderator.identity import Writer
from pbem.moderator.order_text import SheetText
from pbem.moderator.own_text import OwnText, own_text
from pbem.moderator.position import Position
from pbem.moderator.signup import LUCK_LINE
from pbem.report.layout import listed
from pbem.report.page_words import page_words
from pbem.store import answers, reports
from pbem.store.people import Chair
from pbem.store.seats import SeatRow

MAILS_LOOKED_AT = 25
"""How many of our latest mails to a seat are searched for a letter's lines."""


@dataclass(frozen=True, slots=True)
class Matter:
    """A letter and the seat and turn that it is bound to.

    `letter_id`: the letter whose orders these are, also where another one confirms them. `received`: the time that counts.
    `trusted`: whether it may change orders; `confirmed`: whether its writer has been asked, and said yes.
    """

    desk: Desk
    letter_id: int
    letter: Letter
    writer: Writer
    bound: Bound
    own: OwnText
    received: datetime
    trusted: bool
    confirmed: bool = False

    @property
    def given(self) -> list[Given]:
        """The commands in it, in order."""
        return command_words.given(command_lines(self.letter, self.own))


@dataclass(frozen=True, slots=True)
class Reading:
    """How a seat's text is read in a position: from that seat's view alone. `asked`: the turn whose report the text
    answers, None where that is not known."""

    position: Position
    seat: SeatRow
    view: View
    asked: int | None
    _form: frozenset[str] = field(repr=False)
    _chair: Chair = field(repr=False)
    _house: House = field(repr=False)

    @classmethod
    def of(cls, matter: Matter, position: Position) -> "Reading":
        seat = position.seat(matter.bound.chair.seat)
        view = acknowledgement.view_of(position, seat)
        form = frozenset(" ".join(line.split()) for line in position.game.form(position.table, view))
        asked = answered_report(matter.desk, position.campaign, matter.bound, matter.received)
        return cls(position, seat, view, asked, form, matter.bound.chair, matter.desk.house)

    def read(self, text: str) -> Sheet:
        return self.position.game.read(self.position.table, self.view, text, self.asked)

    def is_blank(self, line: str) -> bool:
        """Whether a line is nothing to the game: a command, one that names the turn, one of the form left as it was sent, one
        that would tell others the writer's own reply address."""
        return (
            " ".join(line.split()) in self._form
            or command_words.find(line) is not None
            or is_binding_line(line, (self._chair,))
            or self.tells_address(line)
        )

    def tells_address(self, line: str) -> bool:
        """Whether a reply address of ours stands in a line, by which others could write to the seat. Source: mail.md, Threats."""
        return tokens.holds_address(self._house, line)


def own_text_of(desk: Desk, letter: Letter, bound: Bound) -> OwnText:
    """The player's text in a letter that is bound to a seat and turn, with the runs of ours that may be in it."""
    chair = bound.chair

    def is_mine(marker: Marker) -> bool:
        mark = tokens.seat_mark(desk.secret, chair.campaign_id, chair.seat_id, bound.turn)
        return (marker.campaign, marker.turn, marker.mark) == (chair.campaign, bound.turn, mark)

    def page() -> str:
        return page_words(reports.latest_page(desk.connection, chair.campaign_id, chair.seat_id, bound.turn - 1))

    return own_text(letter.lines, is_mine, lambda: mails_to(desk, chair), page)


def find_orders(matter: Matter, reading: Reading) -> tuple[Matter, SheetText]:
    """The sheet in a letter; and the letter, of whose text the runs of our own words are taken out now."""

    def fetch() -> Sequence[str]:
        return mails_to(matter.desk, matter.bound.chair)

    letter = matter.letter
    if not _writes_subject(matter, reading):
        letter = replace(letter, subject="")
    own, found = order_text.find(letter, matter.own, reading.read, reading.is_blank, fetch)
    telling = [line for line in own.lines if reading.tells_address(line.text) and not line.text.rstrip().endswith(":")]
    if telling:
        lines = listed([line.number for line in telling])
        what = (
            f"Line {lines} was left out: it holds" if len(telling) == 1 else f"Lines {lines} were left out: they hold"
        )
        note = f"{what} a reply address of ours, which would show others how to write to your seat."
        found = replace(found, notes=(*found.notes, note))
    return replace(matter, own=own), found


def _writes_subject(matter: Matter, reading: Reading) -> bool:
    """Whether the subject of a mail without text may be orders: it is no command, and not that of a mail of ours to the seat."""
    letter = matter.letter
    subject = " ".join(order_text.bare_subject(letter.subject).split())
    if any(line.text.strip() for line in letter.lines) or reading.is_blank(subject):
        return False
    ours = answers.subjects_to_seat(matter.desk.connection, matter.bound.chair.seat_id, MAILS_LOOKED_AT)
    return subject not in {" ".join(order_text.bare_subject(one).split()) for one in ours}


def mails_to(desk: Desk, chair: Chair) -> Sequence[str]:
    """The texts of our latest mails to a seat, the newest first."""
    return answers.texts_to_seat(desk.connection, chair.seat_id, MAILS_LOOKED_AT)


def command_lines(letter: Letter, own: OwnText) -> list[LetterLine]:
    """The lines in which commands stand: the player's, and the subject of a mail without text.

    What ends reminders is taken from the subject of any mail: programs write something of their own below it.
    """
    lines = list(own.lines)
    subject = order_text.bare_subject(letter.subject)
    found = command_words.find(subject)
    if found and (found.command is command_words.REMINDERS_OFF or not any(line.text.strip() for line in letter.lines)):
        lines.append(LetterLine(0, subject, LineKind.OWN))
    return lines


def asks_for_seat(given: Iterable[Given]) -> bool:
    """Whether one of these commands takes words for luck from the lines around it."""
    return any(one.command.takes_luck for one in given)


def luck_in(lines: Iterable[LetterLine]) -> str:
    """The words for luck in these lines; empty where there are none."""
    found = (LUCK_LINE.fullmatch(line.text) for line in lines)
    return next((match[1] for match in found if match), "")
