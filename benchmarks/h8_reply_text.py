"""H8: a player's text found in replies, and time on hostile text. Source: performance.md, H8.

The rate is measured against email-reply-parser over twelve replies of about 1.5 kB; ours must find every one exactly.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.pairs import Goal, rate, ratios, seconds
from benchmarks.peer import Peer
from benchmarks.peers.replies import REPLIES
from pbem.core.letters import LineKind
from pbem.mail.own_text import classify

PEER = Goal("H8", "replies read, a second, against email-reply-parser", 2, least=True)
SLOPE = Goal("H8", "time on 40 kB against 20 kB, the worst of five hostile texts", 2.2)
LONGEST = 0.010  # seconds for 20 kB
REPEATS = 20

HOSTILE: dict[str, Callable[[int], str]] = {
    "nested quotation marks": lambda n: "> " * n,
    "quoted lines": lambda n: "> move 3 to 4\n" * (n // 14),
    "beginnings of attributions": lambda n: "On Tue, " * (n // 8),
    "dashes": lambda n: "-" * n,
    "blank lines": lambda n: "hi\n" + "\n" * n + "bye",
}


def own_text(text: str) -> str:
    """The writer's own lines of a plain text."""
    lines = text.split("\n")
    return "\n".join(line for line, kind in zip(lines, classify(lines), strict=True) if kind is LineKind.OWN)


def lines(peers: Path | None) -> Iterator[str]:
    """One line for the rate, where peers may be used, one for the slope, one for the absolute time."""
    wrong = [reply for reply, own in REPLIES if own_text(reply).strip() != own]
    assert not wrong, wrong[0]
    if peers is not None:
        with Peer(peers, "replies", "email-reply-parser==0.5.12") as peer:
            yield PEER.line(ratios(rate(_batch), peer.figure))
    worst: tuple[float, str, list[float]] = (0, "", [])
    longest = 0.0
    for name, text in HOSTILE.items():
        short, long = partial(own_text, text(20_000)), partial(own_text, text(40_000))
        found = ratios(_best(long), _best(short))
        worst = max(worst, (median(found), name, found))
        longest = max(longest, _best(short)())
    yield SLOPE.line(worst[2], worst[1])
    missed = ", MISSED" if longest > LONGEST else ""
    yield f"H8 20 kB of the slowest hostile text: {longest * 1000:.1f} ms, goal <= {LONGEST * 1000:g}{missed}"


def _best(job: Callable[[], object]) -> Callable[[], float]:
    """A figure: the seconds of the shortest of several calls."""
    one = seconds(job)
    return lambda: min(one() for _ in range(REPEATS))


def _batch() -> tuple[int, float]:
    start = perf_counter()
    for reply, _ in REPLIES:
        own_text(reply)
    return len(REPLIES), perf_counter() - start
