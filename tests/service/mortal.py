"""A process that runs the service and dies by SIGKILL at a chosen moment, for tests that start it again.

`python -m tests.service.mortal CONFIG` imports everything once. Each line on standard input is `HOURS MOMENT`: a child is forked,
whose clock goes so many hours ahead, does one round, and dies at that moment (0: at none). Moments are counted from 1: before and
after every commit, before and after a mail's content goes to the server, before and after mails are moved in the mailbox. The
answer is a line `lived N` or `died N`, with the number of moments that came.
"""

import os
import signal
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy.engine import Connection

from pbem.core.errors import Failed
from pbem.core.letters import Handover
from pbem.mail.imap import ImapFolder
from pbem.mail.smtp import SmtpConnection
from pbem.moderator import intake
from pbem.service import logs, servers, wiring
from pbem.service.config import load
from pbem.service.run import Service


class Moments:
    """Counts them, tells each to `told` before it comes, and ends the process at the chosen one."""

    def __init__(self, last: int, told: int) -> None:
        self.last = last
        self.told = told
        self.count = 0

    def come(self) -> None:
        self.count += 1
        os.write(self.told, b".")
        if self.count == self.last:
            os.kill(os.getpid(), signal.SIGKILL)


def make_mortal(moments: Moments) -> None:
    """Puts a moment before and after each step that leaves something behind."""
    commit, deliver, move = Connection._commit_impl, SmtpConnection._deliver, ImapFolder.file_away

    def commit_impl(self: Connection) -> None:
        moments.come()
        commit(self)
        moments.come()

    async def deliver_mail(self: SmtpConnection, client: object, content: bytes) -> Handover:
        moments.come()
        handover = await deliver(self, client, content)  # type: ignore[arg-type] # as it came
        moments.come()
        return handover

    def file_away(self: ImapFolder, uidvalidity: int, uids: Sequence[str]) -> None:
        moments.come()
        move(self, uidvalidity, uids)
        moments.come()

    Connection._commit_impl = commit_impl  # type: ignore[method-assign] # in this process alone
    SmtpConnection._deliver = deliver_mail  # type: ignore[method-assign] # in this process alone
    ImapFolder.file_away = file_away  # type: ignore[method-assign] # in this process alone


def one_round(config: Path, hours: float) -> None:
    settings = load(config)
    office = wiring.open_office(settings, lambda: datetime.now(UTC) + timedelta(hours=hours))
    server = servers.smtp_server(settings)
    service = Service(office, servers.sources(settings), lambda: SmtpConnection(server), intake)
    try:
        service.once()
    except Failed as error:
        sys.stderr.write(f"{error}\n")


def main(config: Path) -> None:
    for line in sys.stdin:
        hours, moment = line.split()
        ear, mouth = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(ear)
            logs.begin("console", "warning")
            make_mortal(Moments(int(moment), mouth))
            one_round(config, float(hours))
            os._exit(0)
        os.close(mouth)
        with os.fdopen(ear, "rb") as told:
            count = len(told.read())
        _, status = os.waitpid(child, 0)
        ended = "died" if os.WIFSIGNALED(status) else "lived" if status == 0 else f"failed-{status}"
        sys.stdout.write(f"{ended} {count}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
