"""Random tables and order sheets of bux, for the properties that every game must have."""

from collections.abc import Callable
from random import Random
from typing import Any

from pbem.core.contract import Table, View
from pbem.games.bux.deck import Deck, deck_of

NAMES = (
    "Ann",
    "Bob",
    "Cleo",
    "Dora",
    "Anna Lee",
    "Or",
    "heart",
    "Zoë",
    "lot",
    "O'Neill",
    "me too",
    "bank",
    "The Drawer",
)
OPERATORS = ("=", "!=", "<", "<=", ">", ">=", "<>")
ODD = (
    "Thanks, back on Monday!",
    "# nothing",
    "move: sell bux-1, bux-2, bux-3",
    "bid: 7",
    "bid: if",
    "> move: draw",
    "standing bid: none",
    "cancel standing bid",
    "draw; bid: 20",
    "trade x from nobody for y",
    "pass",
    "",
)


def seating(random: Random) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Players and options; mostly small decks, so that games come to their end."""
    players = tuple(random.sample(NAMES, random.randint(2, 5)))
    if random.random() < 0.3:
        return players, random.choice([{}, {"unsold": "drawer"}, {"decks": 1}])
    return players, {
        "deck": own_deck(random, 3 * len(players) + random.randint(0, 12)),
        "turn_order": random.choice(["random", "seats"]),
        "decks": random.randint(1, 3),
        "opening": random.choice([5, 5, 20, 150]),
        "raise": random.choice([5, 5, 25]),
        "unsold": random.choice(["tray", "drawer"]),
    }


def own_deck(random: Random, cards: int) -> dict[str, Any]:
    """A deck of few symbols and odd ids."""
    suits, shapes = random.choice([(("red", "And"), ("sun", "moon")), (("Gold",), ("x", "x_1", "or"))])
    ordinary = [
        {
            "id": random.choice([f"Card-{n}", f"{n}th", f"if-{n}", f"ä_{n}"]),
            "suit": random.choice(suits),
            "shape": random.choice(shapes),
            "number": 5 * random.randint(1, 40),
        }
        for n in range(cards)
    ]
    return {"cards": [*ordinary, *({"id": f"BUX{n}", "bux": True, "number": 5} for n in range(3))]}


def sheet(table: Table, view: View, random: Random) -> str:
    """An order sheet of the seat whose view it is: mostly readable, some of it not, now and then empty."""
    if random.random() < 0.15:
        return ""
    writer = Writer(table, view, random)
    lines = []
    if random.random() < 0.7:
        lines.append(f"move: {writer.value(writer.move)}")
    if random.random() < 0.6:
        lines.append(f"bid: {writer.value(writer.bid)}")
    if random.random() < 0.4:
        lines.append(f"standing bid: {writer.value(lambda: random.choice([writer.bid(), 'none']))}")
    if random.random() < 0.3:
        lines += random.sample(ODD, random.randint(1, 2))
        random.shuffle(lines)
    return "\n".join(lines)


class Writer:
    """One seat, writing."""

    def __init__(self, table: Table, view: View, random: Random) -> None:
        self.table = table
        self.view = view
        self.random = random
        self.deck: Deck = deck_of(table)
        self.others = [name for name in table.players if name != view["reader"]]

    def card(self, among: list[str]) -> str:
        """A quoted id: mostly one of those given."""
        cards = among if among and self.random.random() < 0.9 else list(self.deck.ids)
        return f'"{self.random.choice(cards)}"'

    def move(self) -> str:
        spreads = self.view["spreads"]
        own = spreads[self.view["reader"]]
        kind = self.random.random()
        if kind < 0.4:
            return "draw"
        if kind < 0.7 and len(own) > 2:
            suited = self.random.choice(own)
            alike = [card for card in own if self.deck.suit[card] == self.deck.suit[suited]]
            cards = self.random.sample(alike if len(alike) > 2 else own, 3)
            return f"sell {', '.join(map(_quoted, cards))}"
        player = self.random.choice(self.others)
        return f'trade {self.card(spreads[player])} from "{player}" for {self.card(own)}'

    def bid(self) -> str:
        opening = self.table.options.opening
        return self.random.choice(["all", "pass", str(opening + 5 * self.random.randint(0, 50)), str(opening)])

    def value(self, simple: Callable[[], str], depth: int = 1) -> str:
        """Alternatives, or arms of conditions."""
        if depth == 0 or self.random.random() < 0.6:
            return " or ".join(simple() for _ in range(self.random.randint(1, 2)))
        arms = f"if {self.condition(1)} then {self.value(simple, 0)}"
        return f"{arms} else {self.value(simple, 0)}" if self.random.random() < 0.6 else arms

    def condition(self, depth: int) -> str:
        if depth == 0 or self.random.random() < 0.6:
            return self.fact()
        if self.random.random() < 0.3:
            return f"not ({self.condition(depth - 1)})"
        return f"({self.condition(depth - 1)}) {self.random.choice(['and', 'or'])} ({self.condition(depth - 1)})"

    def fact(self) -> str:
        player = self.player()
        spreads = self.view["spreads"]
        return self.random.choice(
            [
                f"{player} has {self.card(spreads[player[1:-1]])}",
                f"lot has {self.card(self.view['lot'])}",
                f"{self.card([])} unprotected",
                "double",
                f"drawer is {player}",
                f"{self.term()} {self.random.choice(OPERATORS)} {self.term()}",
                f"{self.term()} {self.random.choice(OPERATORS)} {self.term()}",
            ]
        )

    def player(self) -> str:
        return f'"{self.random.choice(self.table.players)}"'

    def symbol(self) -> str:
        card = self.random.choice(self.deck.ids)
        suit, shape = self.deck.suit[card], self.deck.shape[card]
        return _quoted(self.random.choice([suit, shape, f"{suit}-{shape}"]))

    def term(self) -> str:
        terms = [
            str(self.random.randint(0, 9)),
            f"chips {self.player()}",
            f"cards {self.player()}",
            f"spread {self.player()} {self.symbol()}",
            *(f"{word} {self.symbol()}" for word in ("mine", "lot", "together")),
            *("total", "bux", "deck", "left", "turn"),
        ]
        return self.random.choice(terms)


def _quoted(text: str) -> str:
    return f'"{text}"'
