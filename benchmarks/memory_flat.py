"""The service's resident memory: under 150 MB, and flat over 10,000 turns of 1,000 campaigns.

`python -m benchmarks.memory_flat [TURNS [CAMPAIGNS]]` plays them in this process with the service's own rounds and sending, on a
set clock, into a server that takes everything. Orders lie on file in every campaign; every report is composed and sent.
"""

import sys
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.core.letters import Fate, Handover
from pbem.core.sheets import orders_to_json
from pbem.moderator import position
from pbem.moderator.campaigns import NewCampaign, create
from pbem.moderator.desk import Desk
from pbem.moderator.start import start
from pbem.service.config import settings_from
from pbem.service.delivery import send_due
from pbem.service.rounds import Rounds
from pbem.service.wiring import Office, open_office
from pbem.store import campaigns, migrations, people, seats
from pbem.store.session import connect
from pbem.store.tables import CampaignStatus

LIMIT_MB = 150
GROWTH = 1.05
"""How much more the last tenth of the turns may need than the second: the first fills caches."""

PLAYERS = ("Ann", "Bob", "Cleo")
SHEET = "1: +2 or -2 or +3\n2: x2 or -3 or jolly\nprompter: Ann"


class Sink:
    """A server that takes every mail and keeps none."""

    taken = 0

    def hand_over(
        self, content: bytes, return_path: str, recipient: str, before_data: Callable[[], bool]
    ) -> Handover | None:
        if not before_data():
            return None
        self.taken += 1
        return Handover(Fate.TAKEN)


class Played:
    """Campaigns of a set number, played week by week; a new one begins where one has ended."""

    def __init__(self, folder: Path, count: int) -> None:
        settings = settings_from({"house": {"address": "gm@pbem.test"}}, folder / "config.toml")
        migrations.upgrade(connect(settings.pbem.database))
        self.now = datetime(2026, 8, 7, 19, tzinfo=UTC)
        office = open_office(settings, lambda: self.now)
        self.office: Office = replace(office, engine=connect(settings.pbem.database, synchronous="OFF"))
        self.rounds = Rounds(self.office)
        self.sink = Sink()
        self._count = count
        self._made = 0

    def week(self) -> int:
        """Fills up the tables, hands in orders, lets the deadline come and sends; gives the number of turns played."""
        with self.office.looking() as desk:
            running = [row.id for row in campaigns.listed(desk.connection, CampaignStatus.RUNNING)]
        while len(running) < self._count:
            with self.office.at_desk() as desk:
                running.append(self._begin(desk))
        for campaign in running:
            with self.office.at_desk() as desk:
                self._hand_in(desk, campaign)
        self.now += timedelta(days=7)
        turns = self.rounds.carry_out(self.now)
        while send_due(self.office, lambda: nullcontext(self.sink), 100):
            pass
        return turns

    def _begin(self, desk: Desk) -> int:
        self._made += 1
        made, _ = create(
            desk, NewCampaign("pitagoras", f"pit-{self._made}", "Europe/London", deadline="Fri 18:00"), "bench"
        )
        for player in PLAYERS:
            seat = seats.create(desk.connection, made.id, player, "", desk.now)
            person = people.register(desk.connection, f"{player.lower()}@players.test", player, desk.now)
            seats.add_member(desk.connection, seat.id, person, desk.now)
        return start(desk, campaigns.lock(desk.connection, made.id), "bench").campaign.id

    def _hand_in(self, desk: Desk, campaign: int) -> None:
        now = position.load(desk, campaign)
        for seat in now.seats:
            view = now.game.view(now.table, now.state, now.filed, seat.name)
            sheet = now.game.read(now.table, view, SHEET)
            filed = orders_to_json(now.game.file((), sheet.from_letter(1)))
            seats.put_on_file(desk.connection, seat, filed, wrote=True, revision=seat.revision + 1)


def resident_mb() -> float:
    """The memory of this process that is in the machine's."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def measure(turns: int, count: int) -> str:
    figures: list[float] = []
    with TemporaryDirectory() as folder:
        played = Played(Path(folder), count)
        done = 0
        while done < turns:
            done += played.week()
            figures.append(resident_mb())
            print(f"  {done} turns, {played.sink.taken} mails: {figures[-1]:.0f} MB", file=sys.stderr, flush=True)
    growth = figures[-1] / figures[min(1, len(figures) - 1)]
    return (
        f"memory of the service: {max(figures):.0f} MB, goal <= {LIMIT_MB};"
        f" grown by {growth:.2f} over {done} turns of {count} campaigns, goal <= {GROWTH}"
    )


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]] or [10_000, 1_000]
    print(measure(numbers[0], numbers[1] if len(numbers) > 1 else 1_000))
