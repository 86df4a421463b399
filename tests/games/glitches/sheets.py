"""Random tables and order sheets of Glitches, for the properties that every game must have."""

from collections.abc import Sequence
from random import Random
from typing import Any

from pbem.core.contract import Table, View
from pbem.games.glitches.cards import CARDS, CELLS, legal_cells

NAMES = ("Ann", "Bob", "Cleo", "Anna Lee", "Or", "last", "Zoë", "Björn-Åke", "x", "c4", "5Y", "O'Neill", "Red")
OPERATORS = ("=", "!=", "<", "<=", ">", ">=", "==", "<>")
ODD = (
    "Thanks, back on Monday!",
    "# nothing",
    "play 7R at d4",
    "5Y",
    "if you like",
    "> play 1R at d4",
    "keep 1R 1R 2R 3R",
    "play 1R at d4; play 2R at d5",
    "discard 1R 2R",
    "row 1R 2R",
    "g5 b4",
    "",
)
BETWEEN = (" at ", " on ", " @ ", " -> ", " ", " to ")


def seating(random: Random) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Players and options."""
    return tuple(random.sample(NAMES, 2)), random.choice([{}, {}, {"start": "first"}])


def sheet(table: Table, view: View, random: Random) -> str:
    """An order sheet of the seat whose view it is: mostly usable, some of it not, now and then empty."""
    kind = random.random()
    if kind < 0.1:
        return ""
    lines = []
    if view["phase"] == "keep" or random.random() < 0.1:
        lines.append(keep(table, view, random))
    lines += [play(table, view, random) for _ in range(random.randint(0, 4))]
    if random.random() < 0.3:
        lines.append(row(table, view, random))
    if kind > 0.8:
        lines += random.sample(ODD, random.randint(1, 2))
        random.shuffle(lines)
    return "\n".join(lines)


def keep(table: Table, view: View, random: Random) -> str:
    """A keep of four of the cards in hand, now and then of any."""
    hand = view["hands"][view["reader"]]

    def one() -> str:
        return "keep " + " ".join(random.sample(hand if len(hand) > 3 and random.random() < 0.9 else CARDS, 4))

    return value(one, table, random, 1)


def play(table: Table, view: View, random: Random) -> str:
    """A play of a card in hand on a cell that is legal now, or near such a one."""
    hand = view["hands"][view["reader"]] or CARDS
    near = legal_cells([cell for _, _, cell in view["plays"]])

    def one() -> str:
        card = random.choice(hand if random.random() < 0.9 else CARDS)
        cell = random.choice(near if random.random() < 0.8 else CELLS)
        return f"play {card}{random.choice(BETWEEN)}{cell}"

    return value(one, table, random, 2)


def row(table: Table, view: View, random: Random) -> str:
    """A row of the pile, or of any four cards."""
    pile = view["piles"][view["reader"]]

    def one() -> str:
        cards = random.sample(pile, 4) if len(pile) == 4 and random.random() < 0.8 else random.sample(CARDS, 4)
        return "row " + " ".join(cards)

    return value(one, table, random, 1)


def value(one: Any, table: Table, random: Random, depth: int) -> str:
    """Alternatives, or arms of conditions."""
    if depth == 0 or random.random() < 0.5:
        return " or ".join(one() for _ in range(random.randint(1, 3)))
    arms = []
    for _ in range(random.randint(1, 2)):
        arm = value(one, table, random, depth - 1)
        arms.append(f"if {condition(table, random, 2)} then {f'({arm})' if arm.startswith('if') else arm}")
    if random.random() < 0.7:
        arms.append(value(one, table, random, 0))
    return " else ".join(arms)


def condition(table: Table, random: Random, depth: int) -> str:
    """A condition that the writer may ask."""
    kind = random.random() if depth else 0.0
    if kind < 0.6:
        return fact(table, random)
    if kind < 0.75:
        return f"not ({condition(table, random, depth - 1)})"
    left, right = (condition(table, random, depth - 1) for _ in range(2))
    return f"({left}) {random.choice(['and', 'or'])} ({right})"


def fact(table: Table, random: Random) -> str:
    """One fact."""
    card, cell, player = random.choice(CARDS), random.choice(CELLS), who(table, random)
    shown: Sequence[str] = (card, random.choice("RGBY"), str(random.randint(1, 6)))
    facts = [
        f"{cell} {random.choice(['shows', 'is', 'has'])} {random.choice(shown)}",
        f"last {random.choice(['shows', 'card is'])} {random.choice(shown)}",
        f"last at {cell}",
        f"{cell} {random.choice(['empty', 'is free', 'taken', 'is taken'])}",
        f"{player} played {card}",
        f"{random.choice(['me holds', 'have', 'I have'])} {card}",
        f"{term(table, random)} {random.choice(OPERATORS)} {term(table, random)}",
    ]
    return random.choice(facts)


def term(table: Table, random: Random) -> str:
    """Something to compare."""
    cell = random.choice(CELLS)
    terms = [
        str(random.randint(-2, 16)),
        "plays",
        f"score {who(table, random)}",
        f"number {random.choice([cell, 'last'])}",
        f"worth {random.choice(CARDS)} at {cell}",
    ]
    return random.choice(terms)


def who(table: Table, random: Random) -> str:
    """A player, as an order names one."""
    return random.choice([*(f'"{name}"' for name in table.players), "me"])
