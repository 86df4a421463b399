"""Random tables and order sheets of Pitagoras, for the properties that every game must have."""

from collections.abc import Sequence
from random import Random
from typing import Any

from pbem.core.contract import Table, View
from pbem.games.pitagoras.state import CARDS

NAMES = ("Ann", "Bob", "Cleo", "Dora", "Emil", "Anna Lee", "Or", "nobody", "Zoë", "Björn-Åke", "x", "X4", "O'Neill")
OPERATORS = ("=", "!=", "<", "<=", ">", ">=", "is at least", "below")
ODD = (
    "Thanks, back on Monday!",
    "# nothing",
    "1: +9",
    "2: if",
    "> 1: +3",
    "prompter: me",
    "1: x4; 2: +3",
    "first joker",
    "",
)


def seating(random: Random) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Players and options."""
    return tuple(random.sample(NAMES, random.randint(2, 5))), random.choice([{}, {}, {"well": 6}])


def sheet(table: Table, view: View, random: Random) -> str:
    """An order sheet of the seat whose view it is: mostly readable, some of it not, now and then empty."""
    kind = random.random()
    if kind < 0.1:
        return ""
    if kind < 0.7:
        return "\n".join(order(key, table, view, random) for key in ("1", "2", "prompter"))
    lines = [order(random.choice(["1", "2", "prompter"]), table, view, random) for _ in range(random.randint(0, 4))]
    lines += random.sample(ODD, random.randint(1, 3))
    random.shuffle(lines)
    return "\n".join(lines)


def order(key: str, table: Table, view: View, random: Random) -> str:
    """One order under that key."""
    writer = view["reader"]
    players = [f'"{name}"' for name in table.players]
    if key == "prompter":
        values: Sequence[str] = [f'"{name}"' for name in table.players if name != writer]
    else:
        values = (*CARDS, *view["hands"][writer], *view["hands"][writer])
    return f"{key}: {value(values, key, players, random, depth=2)}"


def value(values: Sequence[str], key: str, players: list[str], random: Random, depth: int) -> str:
    """Alternatives, or arms of conditions."""
    if depth == 0 or random.random() < 0.4:
        return " or ".join(random.choice(values) for _ in range(random.randint(1, 3)))
    arms = []
    for _ in range(random.randint(1, 2)):
        arm = value(values, key, players, random, depth - 1)
        arm = f"({arm})" if arm.startswith("if") else arm
        arms.append(f"if {condition(key, players, random, 2)} then {arm}")
    if random.random() < 0.6:
        arms.append(value(values, key, players, random, 0))
    return " else ".join(arms)


def condition(key: str, players: list[str], random: Random, depth: int) -> str:
    """A condition that may stand under the key."""
    kind = random.random() if depth else 0.0
    if kind < 0.6:
        return fact(key, players, random)
    if kind < 0.75:
        return f"not ({condition(key, players, random, depth - 1)})"
    left, right = (condition(key, players, random, depth - 1) for _ in range(2))
    return f"({left}) {random.choice(['and', 'or'])} ({right})"


def fact(key: str, players: list[str], random: Random) -> str:
    """A fact that can be known when an order of that key falls due."""
    player, other = (random.choice([*players, "me"]) for _ in range(2))
    done = random.choice(["1"] if key == "2" else ["1", "2", "x"])
    facts = [
        "riot",
        f"{player} benched",
        f"{player} holds {random.choice(CARDS)}",
        f"{player} {random.choice(['ahead of', 'behind'])} {other}",
        f"{player} on {random.randint(1, 12)}",
        f"{term(key, players, random)} {random.choice(OPERATORS)} {term(key, players, random)}",
    ]
    if key != "1":
        facts += [
            f"{random.choice([player, 'nobody'])} won {done}",
            f"{player} did not win {done}",
            f"{player} played {random.choice(CARDS)} in {done}",
            f"score {player} {done} {random.choice(OPERATORS)} {term(key, players, random)}",
        ]
    return random.choice(facts)


def term(key: str, players: list[str], random: Random) -> str:
    """Something to compare."""
    player = random.choice([*players, "me"])
    dice = random.choice(["1", "2", "x"] if key == "prompter" else ["1", "2"])
    terms = [
        str(random.randint(-3, 17)),
        "turn",
        "calculation",
        f"square {player}",
        f"cards {player}",
        f"stake {dice}",
        f"die {player} {dice}",
    ]
    return random.choice(terms)
