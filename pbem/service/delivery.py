"""One round of sending: what is ready in the outbox goes to the server, each mail's fate written down before the next goes."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Protocol

from pbem.core.letters import NO_SERVER, Fate, Handover
from pbem.mail.header_block import Unwritable
from pbem.mail.write import Letterhead, compose, envelope_address
from pbem.moderator import redrawing, sending
from pbem.moderator.desk import Desk
from pbem.moderator.sending import Ready
from pbem.report.png import png_of
from pbem.service import logs
from pbem.service.pacing import DomainPace
from pbem.store import pictures
from pbem.store.pictures import PictureRow

_LOG = logs.logger("delivery")

AT_ONCE = 4
"""Pictures drawn between two looks for mails that can go: each takes a second or more."""

DOMAIN_RESTS = timedelta(minutes=1)
"""How long the other mails wait for a domain that has refused one for now: it would refuse them as well (mail.md 82)."""


class Carrier(Protocol):
    """Whatever takes mails: `pbem.mail.smtp.SmtpConnection`, which says what the parameters mean."""

    def hand_over(
        self, content: bytes, return_path: str, recipient: str, before_data: Callable[[], bool]
    ) -> Handover | None: ...


class Desks(Protocol):
    """Where a use case gets its desk: `pbem.service.wiring.Office`."""

    def at_desk(self) -> AbstractContextManager[Desk]: ...


def send_due(
    desks: Desks,
    carrier: Callable[[], AbstractContextManager[Carrier]],
    limit: int,
    stopping: Callable[[], bool] = lambda: False,
    pace: DomainPace | None = None,
) -> Counter[Fate]:
    """Offers at most `limit` of the mails that may go now, and counts their fates; ends early while the server is away.

    `stopping` is asked before each mail. `pace`: None for as fast as the server takes them. No connection is opened while
    nothing is ready.
    """
    fates: Counter[Fate] = Counter()
    mails, letterhead = _ready(desks, limit, stopping)
    if not mails:
        return fates
    busy: set[str] = set()
    waiting: Counter[str] = Counter()
    with carrier() as connection:
        for place, mail in enumerate(mails):
            if stopping():
                break
            domain = _domain(mail)
            if domain in busy:
                _rest(desks, mail)
                continue
            if pace is not None and _paced(desks, mail, pace, waiting):
                continue
            handover = _handed_over(desks, connection, mail, letterhead)
            if handover is None:
                continue
            away = handover.fate in NO_SERVER
            _record(desks, mails[place:] if away else [mail], handover)
            fates[handover.fate] += 1
            if handover.fate is Fate.LATER:
                busy.add(domain)
            if away:
                return fates
    if fates[Fate.TAKEN]:
        with desks.at_desk() as desk:
            sending.server_is_back(desk)
    return fates


def _record(desks: Desks, mails: Sequence[Ready], handover: Handover) -> None:
    """Writes what became of the first of these mails, and would have become of the others."""
    with desks.at_desk() as desk:
        for ready in mails:
            sending.record(desk, ready.mail, handover)
    _log(mails[0], handover)


def _rest(desks: Desks, ready: Ready) -> None:
    with desks.at_desk() as desk:
        until = desk.now + DOMAIN_RESTS
        sending.postpone(desk, ready.mail, until, "its domain has just refused another mail for now")


def _paced(desks: Desks, mail: Ready, pace: DomainPace, waiting: Counter[str]) -> bool:
    """Whether a mail waits for a token of its domain; those `waiting` in this round before it get theirs first."""
    domain = _domain(mail)
    if not waiting[domain] and pace.take(domain):
        return False
    waiting[domain] += 1
    with desks.at_desk() as desk:
        until = desk.now + pace.wait(domain, waiting[domain])
        sending.postpone(desk, mail.mail, until, "many mails go to its domain; it waits for its turn")
    return True


def _domain(ready: Ready) -> str:
    return ready.message.to.rpartition("@")[2].lower()


def _ready(desks: Desks, limit: int, stopping: Callable[[], bool]) -> tuple[list[Ready], Letterhead]:
    """The mails that may go now. Pictures are drawn, a few at a time, only while no mail can go without: no answer waits for
    the maps of a report."""
    tried: set[int] = set()
    while True:
        with desks.at_desk() as desk:
            mails = sending.ready(desk, limit)
            undrawn = [] if mails else pictures.undrawn(desk.connection, AT_ONCE)
            faded = [] if mails or undrawn else [mail for mail in redrawing.faded(desk, limit) if mail not in tried]
            letterhead = Letterhead(desk.house.address, desk.instance)
        if not (undrawn or faded) or stopping():
            return mails, letterhead
        for picture in undrawn:
            _draw(desks, picture)
        for mail in faded:
            tried.add(mail)
            _draw_again(desks, mail)


def _draw_again(desks: Desks, mail_id: int) -> None:
    """Has pictures of a mail drawn again that have been cleared since its report was made."""
    error = "the game draws them otherwise now, or the mail tells of no turn"
    try:
        with desks.at_desk() as desk:
            left_out = redrawing.draw_again(desk, mail_id)
    except Exception as fault:  # noqa: BLE001 - no mail waits for a picture that cannot be drawn, whatever went wrong
        error = repr(fault)
        with desks.at_desk() as desk:
            left_out = redrawing.leave_out(desk, mail_id)
    if left_out:
        _LOG.warning("pictures could not be drawn again", mail=mail_id, pictures=left_out, error=error)


def _draw(desks: Desks, picture: PictureRow) -> None:
    """Makes a picture outside any transaction; from then on it stays as it is."""
    png, error = b"", "it has no room"
    try:
        png = png_of(picture.svg, picture.most)
    except Exception as fault:  # noqa: BLE001 - no mail waits for a picture that cannot be drawn, whatever went wrong
        error = repr(fault)
    if not png:
        _LOG.warning("a picture could not be drawn", cid=picture.cid, error=error)
    with desks.at_desk() as desk:
        pictures.settle(desk.connection, picture.cid, png)


def _handed_over(desks: Desks, connection: Carrier, ready: Ready, letterhead: Letterhead) -> Handover | None:
    """What became of one mail; None where it is somebody else's now."""

    def begin() -> bool:
        with desks.at_desk() as desk:
            return sending.begin(desk, ready.mail)

    message = ready.message
    try:
        content = compose(message, letterhead)
        addresses = envelope_address(message.return_path), envelope_address(message.to)
    except Unwritable as error:
        return Handover(Fate.MAIL_REFUSED, str(error))
    return connection.hand_over(content, *addresses, before_data=begin)


def _log(ready: Ready, handover: Handover) -> None:
    log = _LOG.bind(mail=ready.mail.id, kind=ready.mail.kind, campaign=ready.mail.campaign or "")
    if handover.fate is Fate.TAKEN:
        log.info("sent", server_id=handover.server_id)
    elif handover.fate is Fate.LOCKED_OUT:
        log.error("not sent, and nothing will be until the login is mended", answer=handover.answer)
    else:
        log.warning("not sent", fate=str(handover.fate), answer=handover.answer)
