"""The long run of the tests' changed mails: whatever comes, what must hold of each mail, and the time and memory that it took.

`python -m benchmarks.any_mail [SECONDS [SEED]]` (600, 1) throws mails into a house of its own on a set clock until the time is
over. A mail of which something does not hold is left as a file in build/any_mail; so is each that took longer than LONGEST.
"""

import random
import resource
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, process_time

from pbem.service.config import settings_from
from pbem.store import migrations
from pbem.store.session import connect
from tests.mail.corpus import CORPUS
from tests.mail.hostile import MAILS
from tests.mail.mutations import mutants
from tests.moderator.any_mail import AnyMail

LONGEST = 5.0
"""Seconds of the processor for a mail, all that is asserted of it included."""

HOSTILE = 0.1
"""The share of hostile mails that come as they are, of any size."""
LARGEST_HOSTILE = 300_000
MAILS_A_HOUSE = 2_000
SHOWN = 5


def run(seconds: float, seed: int, left: Path) -> bool:
    """Whether all held; a line a house on standard error, the sum on standard output."""
    until = monotonic() + seconds
    thrown, failed, slow = 0, 0, list[tuple[float, str]]()
    chance = random.Random(seed)
    while monotonic() < until:
        with TemporaryDirectory() as folder:
            house = _house(Path(folder))
            changed = mutants([house.addressed(content) for content in CORPUS], chance.randrange(1 << 32))
            for _ in range(MAILS_A_HOUSE):
                if monotonic() > until:
                    break
                mutant = next(changed)
                if chance.random() < HOSTILE:
                    name = chance.choice(list(MAILS))
                    content = house.addressed(MAILS[name](chance.randrange(LARGEST_HOSTILE)))
                    mutant = type(mutant)(content, False, (name,))
                thrown += 1
                begun = process_time()
                try:
                    house.throw(mutant)
                except Exception as error:  # noqa: BLE001 - every fault is counted, and its mail left to be looked at
                    failed += 1
                    _leave(left, f"failed-{seed}-{thrown}.eml", mutant.content)
                    print(f"mail {thrown} {mutant.how}: {type(error).__name__}: {error}"[:500], file=sys.stderr)
                    break
                taken = process_time() - begun
                slow = sorted([*slow, (taken, " ".join(mutant.how))], reverse=True)[:SHOWN]
                if taken > LONGEST:
                    _leave(left, f"slow-{seed}-{thrown}.eml", mutant.content)
            counts = ", ".join(f"{verdict} {count}" for verdict, count in sorted(house.verdicts.items()))
            print(f"  {thrown} mails: {counts}; {_peak_mb():.0f} MB", file=sys.stderr, flush=True)
    for taken, how in slow:
        print(f"  {taken:.2f} s: {how}")
    print(
        f"any mail: {failed} of {thrown} failed; the slowest {slow[0][0]:.2f} s, goal <= {LONGEST:g}; {_peak_mb():.0f} MB at most"
    )
    return not failed and slow[0][0] <= LONGEST


def _house(folder: Path) -> AnyMail:
    settings = settings_from({"house": {"address": "gm@pbem.test"}}, folder / "config.toml")
    migrations.upgrade(connect(settings.pbem.database))
    return AnyMail(connect(settings.pbem.database, synchronous="OFF"))


def _leave(folder: Path, name: str, content: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    seconds, seed = (numbers + [600, 1][len(numbers) :])[:2]
    sys.exit(0 if run(seconds, seed, Path("build/any_mail")) else 1)
