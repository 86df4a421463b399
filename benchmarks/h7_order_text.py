"""H7, order text: lines read in a second ÷ order lines that diplomacy takes in a second, for every game; and hostile sheets.

A good sheet has what a careful player sends for a decision; in a bad one each line has one mistake. Every sheet is a new one, by
chance, from a seat in one of many positions in the course of games played at random.
"""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.pairs import Goal, rate, ratios
from benchmarks.peer import Peer
from benchmarks.written import WRITING, Due, Writing, played

GOOD = Goal("H7", "good lines", 5, least=True)
BAD = Goal("H7", "lines with errors", 1, least=True)
HOSTILE = Goal("H7", "64 kB of hostile text ÷ 32 kB", 2.2)

POSITIONS = 60
SHEETS = 200
"""Of one batch."""
SHAPES = (
    "(",
    '"',
    ">",
    "; 1: x2",
    "\\\n",
    "then\n",
    "1: if not ",
    "Ann won 1 and ",
    "x2 or\n",
    "play 5Y at c4 or ",
    "place: Zeus at e5\n",
    "bid: if total >= 3 then ",
    "match PE-08 edge 5 to PP-01 edge 1, ",
    "\u200b",
    "≥",
    "х",
    "\r",
    "\x00",
)


def positions(slug: str) -> list[Due]:
    """Positions of games played at random, from the beginning to the end."""
    chance = random.Random(7)
    found: list[Due] = []
    while len(found) < POSITIONS:
        found += played(slug, chance)
    return chance.sample(found, POSITIONS)


def reading(among: list[Due], write: Writing) -> Callable[[], tuple[int, float]]:
    """A batch of sheets never seen before: how many lines, and the seconds in which they were read."""
    chance = random.Random(7)
    writers = [(due, due.view(name)) for due in among for name in sorted(due.awaited)]

    def batch() -> tuple[int, float]:
        drawn = chance.choices(writers, k=SHEETS)
        sheets = [(due, view, write(due.table, view, chance)) for due, view in drawn]
        start = perf_counter()
        for due, view, text in sheets:
            due.game.read(due.table, view, text)
        spent = perf_counter() - start
        return sum(text.count("\n") + 1 for _, _, text in sheets), spent

    return batch


def hostile(due: Due, shape: str, size: int) -> Callable[[], float]:
    """Sheets a second, of one that is the shape again and again."""
    view = due.view(sorted(due.awaited)[0])
    text = shape * (size // len(shape))

    def batch() -> tuple[int, float]:
        start = perf_counter()
        due.game.read(due.table, view, text)
        return 1, perf_counter() - start

    return rate(batch, lasting=0.03)


def lines(peers: Path | None) -> Iterator[str]:
    """The three goals, each for the worst of the games; the first two only against the peer."""
    among = {slug: positions(slug) for slug in WRITING}
    if peers is not None:
        with Peer(peers, "diplomacy_orders", "diplomacy==1.1.2") as diplomacy:
            for goal, kind in ((GOOD, 0), (BAD, 1)):
                figures = {slug: rate(reading(among[slug], WRITING[slug][kind])) for slug in WRITING}
                yield goal.worst({slug: ratios(figure, diplomacy.figure) for slug, figure in figures.items()})
    yield HOSTILE.worst({slug: worst_shape(some[0]) for slug, some in among.items()}, "each in the worst of the shapes")


def worst_shape(due: Due) -> list[float]:
    """The pair ratios of time on 64 kB ÷ time on 32 kB, of the shape at which that game is worst."""
    found = (ratios(hostile(due, shape, 32_768), hostile(due, shape, 65_536)) for shape in SHAPES)
    return max(found, key=median)
