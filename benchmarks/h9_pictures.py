"""H9: a table of 48 cards of Global Pursuit drawn, SVG and PNG, in seconds of one processor, with nothing kept from before.

There is no peer; the second is that of the machine.
"""

from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path
from random import Random
from time import process_time

from benchmarks.pairs import Goal
from benchmarks.written import played
from pbem.core.contract import View
from pbem.games.global_pursuit import coasts, labelling, labels, map_pictures, picture, tabletop
from pbem.report.png import png_of

GOAL = Goal("H9", "a table of 48 cards of Global Pursuit drawn, seconds of one processor", 1, of="times")
CARDS, TIMES = 48, 15
ROOM = 10**6
"""Bytes for each picture: none is drawn smaller."""


def lines(_peers: Path | None) -> Iterator[str]:
    """The line of the goal."""
    view = full_table()
    seconds, pictures, size = [], 0, 0
    for _ in range(TIMES):
        forget()
        begun = process_time()
        drawn = [png_of(one.svg, ROOM) for one in picture.pictures(view)]
        seconds.append(process_time() - begun)
        pictures, size = len(drawn), sum(map(len, drawn))
    yield GOAL.line(seconds, f"{pictures} pictures, {size / 1000:.0f} kB")


def full_table() -> View:
    """A seat's view at the end of the first random game in which all cards come to lie."""
    random = Random(1)
    while True:
        for due in played("global-pursuit", random):
            view = due.view(due.table.players[0])
            if len(view["maps"][0]["cards"]) == CARDS:
                return view


def forget() -> None:
    """Empties what the drawing keeps from one picture to the next."""
    for module in (coasts, labelling, labels, map_pictures, picture, tabletop):
        for kept in vars(module).values():
            if isinstance(kept, _lru_cache_wrapper):
                kept.cache_clear()
