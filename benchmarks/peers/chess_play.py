"""python-chess: random legal moves a second, the end of the game looked for after each. Imports nothing of ours."""

import random
import sys
from time import perf_counter

import chess

PLIES = 120
"""Of one game, as far as it is followed."""
LASTING = 0.3
"""Seconds of play for one figure."""


def rate(draw: random.Random) -> float:
    moves = 0
    start = perf_counter()
    while perf_counter() - start < LASTING:
        board = chess.Board()
        while board.ply() < PLIES and not board.is_game_over():
            board.push(draw.choice(list(board.legal_moves)))
        moves += board.ply()
    return moves / (perf_counter() - start)


def main() -> None:
    draw = random.Random(7)
    for _ in sys.stdin:
        print(rate(draw), flush=True)


main()
