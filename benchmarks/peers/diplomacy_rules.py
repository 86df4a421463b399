"""diplomacy: phases adjudicated a second, `process()` alone, whole games of random legal orders. Imports nothing of ours."""

import random
import sys
from time import perf_counter

from diplomacy import Game

PHASES = 40
"""Of one game, as far as it is followed."""
LASTING = 0.3
"""Seconds of `process()` for one figure."""


def rate(draw: random.Random) -> float:
    phases, spent = 0, 0.0
    while spent < LASTING:
        game = Game()
        for _ in range(PHASES):
            if game.is_game_done:
                break
            legal = game.get_all_possible_orders()
            for power in game.powers:
                places = [place for place in game.get_orderable_locations(power) if legal[place]]
                game.set_orders(power, [draw.choice(legal[place]) for place in places])
            start = perf_counter()
            game.process()
            spent += perf_counter() - start
            phases += 1
    return phases / spent


def main() -> None:
    draw = random.Random(7)
    for _ in sys.stdin:
        print(rate(draw), flush=True)


main()
