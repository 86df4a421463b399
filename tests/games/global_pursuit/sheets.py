"""Random tables and order sheets of Global Pursuit, for the properties that every game must have."""

from collections.abc import Sequence
from random import Random
from typing import Any

from pbem.core.contract import Table, View
from pbem.games.global_pursuit.globe import CARDS, SETS, globe
from pbem.games.global_pursuit.trivia import DECKS

NAMES = ("Ann", "Bob", "Cleo", "Dora", "Emil", "Anna Lee", "Or", "deck", "Zoë", "Björn-Åke", "x", "PP-01", "O'Neill")
OPERATORS = ("=", "!=", "<", "<=", ">", ">=", "==", "<>")
ODD = (
    "Thanks, back on Monday!",
    "# nothing",
    "match PE-13 edge 1 to PP-01 edge 1",
    "match PE-04 edge 6 to PP-01 edge 1",
    "level: 4",
    "level: if",
    "wild: if roll > 3 then yes",
    "> match PE-04 edge 1 to PP-01 edge 1",
    "challenge PP-01 or PP-02",
    "answer:",
    "pass; level: 2",
    "return: me",
    "",
)


def seating(random: Random) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Players and options."""
    players = tuple(random.sample(NAMES, random.choice([2, 2, 2, 3, 3, 4, 6])))
    options: dict[str, Any] = {}
    if random.random() < 0.3:
        return players, options
    sets = random.sample(list(SETS), random.choice([1, 2, 2, 3, 4]))
    most = (12 * len(sets) - len(sets)) // len(players)
    choices: dict[str, Sequence[Any]] = {
        "maps": ["one", "one", "four"],
        "table": [8, 3, 4, 5, 0, 40],
        "mismatch": ["challenge", "strict"],
        "trivia": ["levels", "flat", "off"],
        "near": ["right", "wrong"],
        "end": ["play-off", "empty-hand"],
        "idle": [3, 0, 1, 2, 20],
        "clues": ["grid", "plain"],
        "rulings": [{"T-PE-1/2": {"Baikal in Siberia": "right"}, "T-PP-3/1": {"Paris": "wrong"}}],
    }
    for key, values in choices.items():
        if random.random() < 0.5:
            options[key] = random.choice(values)
    if "rulings" in options:
        options["questions"] = "starter"
    options["sets"] = sets
    options["hand"] = random.randint(1, min(7, most))
    return players, options


def sheet(table: Table, view: View, random: Random) -> str:
    """An order sheet of the seat whose view it is: mostly readable, some of it not, now and then empty."""
    if random.random() < 0.1:
        return ""
    lines = []
    mine = view["reader"] == view["mover"]
    if (mine and view["phase"] in ("answer", "wild answer") and random.random() < 0.9) or random.random() < 0.03:
        lines.append(answer(table, view, random))
    last = view["challengeable"]
    if (last is not None and last["player"] != view["reader"] and random.random() < 0.8) or random.random() < 0.03:
        lines.append(challenge(view, random))
    if random.random() < (0.8 if mine else 0.4):
        lines += [match(table, view, random) for _ in range(random.choice([1, 1, 2, 3]))]
    if random.random() < 0.4:
        keys = ["level", "level", *(f"level {deck}" for deck in DECKS)]
        lines += [f"{key}: {level(table, random)}" for key in random.sample(keys, random.choice([1, 1, 2]))]
    if random.random() < 0.4:
        lines.append(f"wild: {value(['yes', 'no', '1', '2', '3'], table, random, on_level=False)}")
    if random.random() < 0.2:
        lines.append(f"return: {value([*(view['hand'] or ()), random.choice(CARDS)], table, random, on_level=False)}")
    if random.random() < 0.15:
        lines += random.sample(ODD, random.randint(1, 2))
        random.shuffle(lines)
    return "\n".join(lines)


def answer(table: Table, view: View, random: Random) -> str:
    """An answer: right, misspelt, in doubt, wrong, on a line of its own."""
    asked = view["asked"]
    text = "nobody knows"
    if asked is not None and asked["level"] is not None:
        card = next(card for card in table.decks["trivia"] if card["id"] == asked["card"])
        text = random.choice(card["question"][asked["level"] - 1]["answers"])
    text = random.choice(
        [
            text,
            text,
            text,
            text,
            text.upper(),
            f"the {text}",
            text[1:],
            text[:2] + text[3:],
            f"{text} or so",
            "Baikal in Siberia",
            "Paris",
        ]
    )
    return random.choice(["answer: ", "answer: ", "answer ", "A. ", "a: ", ""]) + text


def challenge(view: View, random: Random) -> str:
    """A challenge, mostly none."""
    last = view["challengeable"]
    card = random.choice(CARDS) if last is None or random.random() < 0.05 else last["card"]
    return random.choice(
        ["challenge none", "challenge none", "no challenge", f"challenge {card}", f"I challenge {card}"]
    )


def match(table: Table, view: View, random: Random) -> str:
    """A line of the list of matches."""
    if random.random() < 0.12:
        return random.choice(["pass", "match pass", "end turn", "done"])
    joins = [join(view, random) for _ in range(random.choice([1, 1, 2, 3]))]
    if random.random() < 0.2:
        joins.append("pass")
    verb = random.choice(["match", "match", "match:", "join", "play"])
    return f"{verb} {value(joins, table, random, on_level=False, whole=True)}"


def join(view: View, random: Random) -> str:
    """A match of a card in hand, mostly a right one."""
    laid = [lying["card"] for on in view["maps"] for lying in on["cards"]]
    card = random.choice([*(view["hand"] or CARDS), random.choice(CARDS)])
    edge, to, to_edge = random.randint(1, 5), random.choice([*laid, *(view["hand"] or ())]), random.randint(1, 5)
    if random.random() < 0.75:
        right = [
            (own, free["card"], free["edge"])
            for free in view["free"]
            for own in range(1, 6)
            if globe().match(card, own, free["card"], free["edge"])
        ]
        edge, to, to_edge = random.choice(right) if right else (edge, to, to_edge)
    elif view["free"]:
        free = random.choice(view["free"])
        to, to_edge = free["card"], free["edge"]
    behind = random.choice(["", "", ", level 1", ", level 3", " at level 2", ", level ask"])
    return f"{card} edge {edge} to {to} edge {to_edge}{behind}"


def level(table: Table, random: Random) -> str:
    return value(["1", "2", "3", "ask"], table, random, on_level=True)


def value(
    values: Sequence[str], table: Table, random: Random, *, on_level: bool, whole: bool = False, depth: int = 2
) -> str:
    """Alternatives, or arms of conditions; `whole`: all of the values, in order, where there is no condition."""
    if depth == 0 or random.random() < 0.6:
        return " or ".join(values if whole else [random.choice(values) for _ in range(random.choice([1, 1, 2, 3]))])
    arms = []
    for _ in range(random.randint(1, 2)):
        arm = value(values, table, random, on_level=on_level, depth=depth - 1)
        arm = f"({arm})" if arm.startswith("if") else arm
        arms.append(f"if {condition(table, random, on_level, 2)} then {arm}")
    if random.random() < 0.7:
        arms.append(value(values, table, random, on_level=on_level, depth=0))
    return " else ".join(arms)


def condition(table: Table, random: Random, on_level: bool, depth: int) -> str:
    kind = random.random() if depth else 0.0
    if kind < 0.6:
        return fact(table, random, on_level)
    if kind < 0.75:
        return f"not ({condition(table, random, on_level, depth - 1)})"
    left, right = (condition(table, random, on_level, depth - 1) for _ in range(2))
    return f"({left}) {random.choice(['and', 'or'])} ({right})"


def fact(table: Table, random: Random, on_level: bool) -> str:
    """A fact that may be asked there."""
    facts = [
        f"map {random.choice(CARDS)}",
        f"{term(table, random, on_level)} {random.choice(OPERATORS)} {term(table, random, on_level)}",
    ]
    if on_level:
        facts += [
            f"symbol {random.choice(['roll', 'bonus', 'wild', 'none'])}",
            f"category {random.choice(DECKS)}",
            f"roll {random.choice(OPERATORS)} {random.randint(1, 12)}",
        ]
    return random.choice(facts)


def term(table: Table, random: Random, on_level: bool) -> str:
    player = random.choice([*(f'"{name}"' for name in table.players), "me"])
    terms = [str(random.randint(-3, 12)), "round", "deck", f"score {player}", f"hand {player}"]
    return random.choice([*terms, "roll"] if on_level else terms)
