"""diplomacy's order lines a second: random legal orders of whole games, checked and taken with `set_orders`.

One figure for every line of standard input. Only `set_orders` is timed.
"""

import random
import sys
import time

from diplomacy import Game

LASTING = 0.2
"""Seconds of `set_orders` behind a figure."""
PHASES = 40
chance = random.Random(7)


def taken() -> float:
    """Order lines a second."""
    lines, spent = 0, 0.0
    while spent < LASTING:
        game = Game()
        for _ in range(PHASES):
            if game.is_game_done or spent >= LASTING:
                break
            legal = game.get_all_possible_orders()
            orders = {
                power: [chance.choice(legal[place]) for place in game.get_orderable_locations(power) if legal[place]]
                for power in game.powers
            }
            start = time.perf_counter()
            for power, wanted in orders.items():
                game.set_orders(power, wanted)
            spent += time.perf_counter() - start
            lines += sum(map(len, orders.values()))
            game.process()
    return lines / spent


taken()
for _ in sys.stdin:
    print(taken(), flush=True)
