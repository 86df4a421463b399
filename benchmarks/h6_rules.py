"""H6: the rules alone. Whole games of random legal play, four seats, orders read beforehand, dice by HMAC."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter

from benchmarks.pairs import Goal, rate, ratios
from benchmarks.peer import Peer
from pbem.core.chance import Chance
from pbem.core.contract import Game, State, Table
from pbem.core.seating import seat
from pbem.core.sheets import Order
from pbem.games.registry import game

PLAYERS = ("Anna", "Ben", "Cleo", "Dora")
ADJUDICATIONS = Goal("H6", "pitagoras, adjudications a second as against diplomacy", 5, least=True)
ORDERS = Goal("H6", "pitagoras, cards laid a second as against python-chess moves", 1, least=True)


def lines(peers: Path | None) -> Iterator[str]:
    """The lines of the goal; none without peers."""
    if peers is None:
        return
    random = Random(7)
    with Peer(peers, "diplomacy_rules", "diplomacy==1.1.2") as diplomacy:
        figure = rate(lambda: played(random)[:2])
        yield ADJUDICATIONS.line(ratios(figure, diplomacy.figure), f"{figure():,.0f} turns a second")
    with Peer(peers, "chess_play", "chess==1.11.2") as chess:
        figure = rate(lambda: played(random)[2:])
        yield ORDERS.line(ratios(figure, chess.figure), f"{figure():,.0f} cards a second")


def played(random: Random) -> tuple[int, float, int, float]:
    """One game to its end: turns and the seconds that they took, cards laid and the same seconds."""
    pitagoras = game("pitagoras")
    table = seat(pitagoras, PLAYERS, {})
    seed = str(random.random())
    chance = Chance(seed)
    state, _ = pitagoras.start(table, chance)
    turns, cards, spent = 0, 0, 0.0
    everybody = frozenset(PLAYERS)
    while not pitagoras.outcome(table, state).finished:
        filed = {name: _sheet(pitagoras, table, state, name, random) for name in PLAYERS}
        pitagoras.advance(table, state, filed, everybody, everybody, {}, Chance(seed))  # reads the orders, once
        start = perf_counter()
        done = pitagoras.advance(table, state, filed, everybody, everybody, {}, chance)
        spent += perf_counter() - start
        turns += 1
        cards += sum(event["event"] == "play" for event in done.events)
        state = done.state
    return turns, spent, cards, spent


def _sheet(pitagoras: Game, table: Table, state: State, name: str, random: Random) -> tuple[Order, ...]:
    """Two cards of the hand, the second by a condition, and somebody to swap with."""
    hand = state["hands"][name]
    other = random.choice([player for player in PLAYERS if player != name])
    first, second, third = (random.choice(hand) for _ in range(3))
    text = f"1: {first}\n2: if {other} won 1 and stake 2 >= 2 then {second} else {third} or {second}\nprompter: {other}"
    return pitagoras.read(table, pitagoras.view(table, state, {}, name), text).orders
