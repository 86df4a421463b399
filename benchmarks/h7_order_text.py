"""H7, order text: lines of Pitagoras read in a second ÷ order lines that diplomacy takes in a second; and hostile sheets.

A good sheet has what a player sends for a turn: a card, a card with alternatives or a condition, a player to swap with. In a bad
one each line has one mistake. Every sheet is a new one, made by chance, from one of forty players at ten tables.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.pairs import Goal, rate, ratios
from benchmarks.peer import Peer
from pbem.core.orders import read_sheet
from pbem.games.pitagoras.orders import PitagorasLanguage

GOOD = Goal("H7", "good lines", 5, least=True)
BAD = Goal("H7", "lines with errors", 1, least=True)
HOSTILE = Goal("H7", "64 kB of hostile text ÷ 32 kB", 2.2)

CARDS = ("+2", "+3", "+4", "-2", "-3", "-4", "x2", "x3", "x4", "jolly")
TABLES = tuple(tuple(f"{name}{table}" for name in ("Ann", "Bob", "Cleo", "Dora")) for table in "ABCDEFGHIJ")
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
    "\u200b",
    "≥",
    "х",
    "\r",
    "\x00",
)


def good_sheet(chance: random.Random, others: Sequence[str]) -> str:
    """Three orders: a plain card; alternatives or a condition; a player."""
    one, two, three, four = chance.sample(CARDS, 4)
    player, other = chance.sample(others, 2)
    condition = chance.choice(
        (f"{player} won 1", f"stake 2 >= {chance.randint(1, 4)}", f"square {player} < {chance.randint(2, 12)}", "riot")
    )
    second = f"{two} or {three}" if chance.random() < 0.5 else f"if {condition} then {two} or {three} else {four}"
    return f"1: {one}\n2: {second}\nprompter: {other}"


def bad_sheet(chance: random.Random, others: Sequence[str]) -> str:
    """Four orders, each with one mistake: a card, a word of a condition, a key, a name."""
    card = chance.choice(CARDS)
    player = chance.choice(others)
    return "\n".join(
        (
            f"1: {chance.choice(('+5', 'jolli', 'y2', '3'))}",
            f"2: if {player} {chance.choice(('wun', 'wonn', 'wint'))} 1 then {card} or x2",
            f"{chance.choice(('promter', 'pormpter', 'prompt er'))}: {player}",
            f"prompter: {chance.choice(('Zed', 'Emil', player + 'x'))}",
        )
    )


def reading(sheet: Callable[[random.Random, Sequence[str]], str]) -> Callable[[], tuple[int, float]]:
    """A batch of 600 sheets never seen before: how many lines, and the seconds in which they were read."""
    chance = random.Random(7)
    languages = [PitagorasLanguage(players, player) for players in TABLES for player in players]

    def batch() -> tuple[int, float]:
        sheets = [(language, sheet(chance, _others(language))) for language in languages for _ in range(15)]
        start = perf_counter()
        for language, text in sheets:
            read_sheet(language, text).sheet()
        spent = perf_counter() - start
        return sum(text.count("\n") + 1 for _, text in sheets), spent

    return batch


def _others(language: PitagorasLanguage) -> list[str]:
    return [player for player in language.names.players if player != language.names.me]


def hostile(shape: str, size: int) -> Callable[[], float]:
    """Sheets a second, of one that is the shape again and again."""
    language = PitagorasLanguage(TABLES[0], TABLES[0][0])
    text = shape * (size // len(shape))

    def batch() -> tuple[int, float]:
        start = perf_counter()
        read_sheet(language, text).sheet()
        return 1, perf_counter() - start

    return rate(batch, lasting=0.03)


def lines(peers: Path | None) -> Iterator[str]:
    """The three goals; the first two only against the peer."""
    if peers is not None:
        with Peer(peers, "diplomacy_orders", "diplomacy==1.1.2") as diplomacy:
            yield GOOD.line(ratios(rate(reading(good_sheet)), diplomacy.figure))
            yield BAD.line(ratios(rate(reading(bad_sheet)), diplomacy.figure))
    worst = max((ratios(hostile(shape, 32_768), hostile(shape, 65_536)) for shape in SHAPES), key=median)
    yield HOSTILE.line(worst, "the worst of the shapes")
