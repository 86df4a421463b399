"""Letters taken in by hand: mailboxes read once, and a mail handed over by a mail server."""

from dataclasses import dataclass

from pbem.core.errors import Unusable
from pbem.mail.source import from_pipe
from pbem.moderator import intake
from pbem.service import servers
from pbem.service.holder import holder_name
from pbem.service.postbag import Postbag
from pbem.service.wiring import Office
from pbem.store import letters


@dataclass(frozen=True, slots=True)
class Polled:
    """What a look into the mailboxes gave: letters handled, whether every mailbox was read to its end, letters for the GM."""

    handled: int
    complete: bool
    waiting: int


def poll(office: Office) -> Polled:
    """Reads every mailbox once, handles what came, and files it away. Raises Unusable where there is none to read."""
    complete, handled = True, 0
    groups = servers.sources(office.settings)
    if not groups:
        raise Unusable("no letters can be read: set host in [imap], or path in [maildir], of the configuration")
    for group in groups:
        bag = Postbag(office, group, intake, holder_name())
        try:
            complete = bag.collect() and complete
            handled += bag.handle()
            bag.file_away()
        finally:
            bag.close()
    with office.looking() as desk:
        return Polled(handled, complete, len(letters.undecided(desk.connection)))


def feed(office: Office, content: bytes) -> None:
    """Stores a mail for good, and handles what waits. The same mail again changes nothing. Raises Unusable for an empty one."""
    if not content.strip():
        raise Unusable("there is no mail on standard input")
    with office.at_desk() as desk:
        letters.add(desk.connection, [from_pipe(content, desk.now)], desk.now)
    Postbag(office, (), intake, holder_name()).handle()
