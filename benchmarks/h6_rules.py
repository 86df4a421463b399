"""H6: the rules alone, of every game. Whole games of random legal play, four seats (Glitches two), the dice by HMAC.

Orders are read beforehand: every adjudication is made once for that, and measured when it is made again.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import perf_counter

from benchmarks.pairs import Goal, rate, ratios
from benchmarks.peer import Peer
from benchmarks.written import WRITING, Due, played
from pbem.core.contract import Event

ADJUDICATIONS = Goal("H6", "adjudications a second as against diplomacy", 5, least=True)
ORDERS = Goal("H6", "orders applied a second as against python-chess moves", 1, least=True)
PURSUIT = "global-pursuit"
PURSUIT_ADJUDICATIONS = Goal("H6", "global-pursuit, adjudications a second as against diplomacy", 1, least=True)
PURSUIT_ORDERS = Goal("H6", "global-pursuit, orders applied a second as against python-chess moves", 0.1, least=True)

APPLIED = frozenset(
    {"play", "keep", "row", "ability", "place", "discard", "vote", "draw", "sell", "trade", "match", "answer", "pass"}
)
"""Events each of which is an order, applied; beside them each of the `bids` of an auction of bux."""


def lines(peers: Path | None) -> Iterator[str]:
    """The lines of the goal; none without peers."""
    if peers is None:
        return
    with Peer(peers, "diplomacy_rules", "diplomacy==1.1.2") as diplomacy:
        found = {slug: ratios(figure(slug, lambda _: 1), diplomacy.figure) for slug in WRITING}
    pursuit = found.pop(PURSUIT)
    yield ADJUDICATIONS.worst(found)
    yield PURSUIT_ADJUDICATIONS.line(pursuit)
    with Peer(peers, "chess_play", "chess==1.11.2") as chess:
        found = {slug: ratios(figure(slug, applied), chess.figure) for slug in WRITING}
    pursuit = found.pop(PURSUIT)
    yield ORDERS.worst(found)
    yield PURSUIT_ORDERS.line(pursuit)


def figure(slug: str, counted: Callable[[list[Event]], int]) -> Callable[[], float]:
    """What is counted of the events of adjudications, a second: of one game after the other, turn by turn."""
    adjudications = _endless(slug)

    def batch() -> tuple[int, float]:
        due = next(adjudications)
        due.advance()
        start = perf_counter()
        done = due.advance()
        spent = perf_counter() - start
        return counted(done.events), spent

    return rate(batch)


def applied(events: list[Event]) -> int:
    """How many orders these events are."""
    return sum(len(event["bids"]) if event["event"] == "bids" else event["event"] in APPLIED for event in events)


def _endless(slug: str) -> Iterator[Due]:
    random = Random(7)
    while True:
        yield from played(slug, random)
