"""The long run of the tests' changed mails: whatever comes, what must hold of each mail, and the time and memory that it took.

`python -m benchmarks.any_mail [SECONDS [SEED]]` (600, 1) throws mails into a house of its own on a set clock until the time is
over. A mail of which something does not hold is left as a file in build/any_mail; so is each that took longer than LONGEST.
"""

import random
import resource
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, process_time

from pbem.service.config import settings_from
from pbem.store import migrations
from pbem.store.session import connect
from tests.mail.corpus import CORPUS
from tests.mail.hostile import MAILS
from tests.mail.mutations import Mutant, mutants
from tests.moderator.any_mail import AnyMail

LONGEST = 5.0
"""Seconds of the processor for a mail, all that is asserted of it included."""

HOSTILE = 0.1
"""The share of hostile mails that come as they are, of any size."""
LARGEST_HOSTILE = 300_000
MAILS_A_HOUSE = 2_000
SHOWN = 5


@dataclass(slots=True)
class Run:
    """A run so far: how many mails were thrown and failed, the slowest with their seconds, where those to look at are left."""

    seed: int
    left: Path
    thrown: int = 0
    failed: int = 0
    slow: list[tuple[float, str]] = field(default_factory=list)

    def throw(self, house: AnyMail, mutant: Mutant) -> bool:
        """Whether all holds of that mail."""
        self.thrown += 1
        begun = process_time()
        try:
            house.throw(mutant)
        except Exception as error:  # noqa: BLE001 - every fault is counted, and its mail left to be looked at
            self.failed += 1
            self._leave("failed", mutant)
            print(f"mail {self.thrown} {mutant.how}: {type(error).__name__}: {error}"[:500], file=sys.stderr)
            return False
        taken = process_time() - begun
        self.slow = sorted([*self.slow, (taken, " ".join(mutant.how))], reverse=True)[:SHOWN]
        if taken > LONGEST:
            self._leave("slow", mutant)
        return True

    def _leave(self, why: str, mutant: Mutant) -> None:
        self.left.mkdir(parents=True, exist_ok=True)
        (self.left / f"{why}-{self.seed}-{self.thrown}.eml").write_bytes(mutant.content)


def run(seconds: float, seed: int, left: Path) -> bool:
    """Whether all held; a line a house on standard error, the sum on standard output."""
    until = monotonic() + seconds
    done = Run(seed, left)
    chance = random.Random(seed)
    while monotonic() < until:
        with TemporaryDirectory() as folder:
            house = _house(Path(folder))
            for mutant in islice(_mails(house, chance), MAILS_A_HOUSE):
                if monotonic() > until or not done.throw(house, mutant):
                    break
            counts = ", ".join(f"{verdict} {count}" for verdict, count in sorted(house.verdicts.items()))
            print(f"  {done.thrown} mails: {counts}; {_peak_mb():.0f} MB", file=sys.stderr, flush=True)
    for taken, how in done.slow:
        print(f"  {taken:.2f} s: {how}")
    longest = max((taken for taken, _ in done.slow), default=0.0)
    print(
        f"any mail: {done.failed} of {done.thrown} failed; the slowest {longest:.2f} s, goal <= {LONGEST:g};"
        f" {_peak_mb():.0f} MB at most"
    )
    return not done.failed and longest <= LONGEST


def _mails(house: AnyMail, chance: random.Random) -> Iterator[Mutant]:
    """Changed mails without end, some hostile ones among them."""
    for mutant in mutants([house.addressed(content) for content in CORPUS], chance.randrange(1 << 32)):
        if chance.random() < HOSTILE:
            name = chance.choice(list(MAILS))
            yield Mutant(house.addressed(MAILS[name](chance.randrange(LARGEST_HOSTILE))), False, (name,))
        else:
            yield mutant


def _house(folder: Path) -> AnyMail:
    settings = settings_from({"house": {"address": "gm@pbem.test"}}, folder / "config.toml")
    migrations.upgrade(connect(settings.pbem.database))
    return AnyMail(connect(settings.pbem.database, synchronous="OFF"))


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    seconds, seed = (numbers + [600, 1][len(numbers) :])[:2]
    sys.exit(0 if run(seconds, seed, Path("build/any_mail")) else 1)
