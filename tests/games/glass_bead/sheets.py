"""Random tables and order sheets of the glass bead game, for the properties that every game must have."""

from random import Random
from typing import Any

from pbem.core.contract import Table, View
from pbem.games.glass_bead.deck import ABILITIES, deck_of
from pbem.games.glass_bead.state import board_of

NAMES = ("Ann", "Bob", "Cleo", "Dora", "Anna Lee", "Or", "any", "Zoë", "score", "O'Neill", "me too")
OPERATORS = ("=", "!=", "<", "<=", ">", ">=", "<>")
BOARDS = ("2x2", "3x3", "4x2", "10x10", "3x3x3", "2x2x2", "12x3")
ON_PLAYER, ON_SPACE, ON_CARD, BETWEEN = "DEJL", "F", "G", "M"
ODD = (
    "Thanks, back on Monday!",
    "# nothing",
    "place: Nobody at a1",
    "play: if",
    "> place: wait",
    "vote 99: yes",
    "place: wait; play: none",
    "negate: K by any",
    "claim with",
    "",
)


def seating(random: Random) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Players and options; mostly small boards and decks, so that games come to their end."""
    players = tuple(random.sample(NAMES, random.randint(1, 4)))
    if random.random() < 0.2:
        return players, random.choice([{}, {"aliases": True, "scoring": "neighbour"}])
    hand = random.randint(1, 4)
    options = {
        "board": random.choice(BOARDS),
        "deck": deck(random, len(players) * hand + random.randint(0, 12)),
        "short_deck": True,
        "turn_order": random.choice(["random", "seats"]),
        "hand": hand,
        "draw": random.randint(1, 3),
        "hand_max": random.randint(1, 5),
        "scoring": random.choice(["descriptor", "neighbour"]),
        "line_bonus": random.choice(["each", "once", "off"]),
        "claims": random.random() < 0.8,
        "rounds": random.choice([0, 0, 0, 1, 3]),
    }
    return players, options


def deck(random: Random, cards: int) -> dict[str, Any]:
    """A deck of odd titles and few descriptors."""
    return {
        "cards": [
            {
                "title": random.choice(
                    [f"Card {n}", f"The {n}th of May", f"War & Peace {n}", f"On {n}", f"wait, {n}!"]
                ),
                "sa": random.choice(ABILITIES),
                "descriptors": random.sample(
                    ["Red", "red", "Blue", "Rock and Roll", "20th Century"], random.randint(1, 3)
                ),
            }
            for n in range(cards)
        ]
    }


def sheet(table: Table, view: View, random: Random) -> str:
    """An order sheet of the seat whose view it is: mostly readable, some of it not, now and then empty."""
    if random.random() < 0.15:
        return ""
    writer = Writer(table, view, random)
    lines = [writer.play() for _ in range(random.choice([0, 0, 1, 1, 2, 3]))]
    for _ in range(random.choice([0, 1, 1, 2, 3])):
        lines.append(writer.place())
        if random.random() < 0.3:
            lines.append(f'claim with {writer.card(view["board"].values())}: "a link; of # sorts"')
    if random.random() < 0.3:
        lines.append(f"discard: {', '.join(writer.card() for _ in range(random.randint(1, 3)))}")
    if random.random() < 0.4:
        lines.append(writer.negate())
    lines += [writer.vote(claim["claim"]) for claim in view["claims"] if random.random() < 0.6]
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
        self.deck = deck_of(table)
        self.spaces = list(board_of(table).in_order())
        self.others = [name for name in table.players if name != view["reader"]]

    def card(self, among: Any = None) -> str:
        """A quoted title: mostly of the own cards, or of those given."""
        own = list(among) if among is not None else self.view["hand"] + self.view["draw"]
        titles = own if own and self.random.random() < 0.85 else self.deck.titles
        return f'"{self.random.choice(titles)}"'

    def space(self) -> str:
        return self.random.choice(self.spaces)

    def player(self) -> str:
        return f'"{self.random.choice(self.others or self.table.players)}"'

    def value(self, simple: Any, depth: int = 1) -> str:
        """Alternatives, or arms of conditions."""
        if depth == 0 or self.random.random() < 0.6:
            return " or ".join(simple() for _ in range(self.random.randint(1, 2)))
        arms = f"if {self.condition(1)} then {self.value(simple, 0)}"
        return f"{arms} else {self.value(simple, 0)}" if self.random.random() < 0.6 else arms

    def play(self) -> str:
        return f"play: {self.value(self._play)}"

    def _play(self) -> str:
        if self.random.random() < 0.1:
            return "none"
        card = self.card()
        ability = self.deck.ability[card[1:-1]]
        if ability in ON_PLAYER:
            return f"{card} on {self.player()}"
        if ability == ON_SPACE:
            return f"{card} on {self.random.choice([*self.view['board'], self.space()])}"
        if ability == ON_CARD:
            return f"{card} on {self.card(self.view['discard'])}"
        if ability == BETWEEN:
            return f"{card} on {self.random.choice([*self.view['board'], self.space()])} to {self.space()}"
        return card

    def place(self) -> str:
        return f"place: {self.value(self._place)}"

    def _place(self) -> str:
        return "wait" if self.random.random() < 0.1 else f"{self.card()} at {self.space()}"

    def negate(self) -> str:
        """A standing order that fits often."""
        if self.random.random() < 0.1:
            return "negate: none"

        def negation() -> str:
            letters = self.random.choice(["any", "D, E", self.random.choice("ABCDEFGHIJLMN")])
            who = self.random.choice(["any", *([self.player()] if self.others else [])])
            return f"{letters} by {who}{self.random.choice(['', '', ' on me'])}"

        return f"negate: {self.value(negation)}"

    def vote(self, claim: int) -> str:
        return f"vote {claim}: {self.value(lambda: self.random.choice(['yes', 'no', 'abstain']))}"

    def condition(self, depth: int) -> str:
        if depth == 0 or self.random.random() < 0.6:
            return self.fact()
        if self.random.random() < 0.3:
            return f"not ({self.condition(depth - 1)})"
        return f"({self.condition(depth - 1)}) {self.random.choice(['and', 'or'])} ({self.condition(depth - 1)})"

    def fact(self) -> str:
        descriptor = self.random.choice([one for many in self.deck.descriptors.values() for one in many])
        return self.random.choice(
            [
                f"{self.random.choice(['hand', 'board', 'discard'])} has {self.card()}",
                f"{self.space()} empty",
                f"{self.space()} is {self.card()}",
                f'{self.space()} has "{descriptor}"',
                "negated",
                f"{self.term()} {self.random.choice(OPERATORS)} {self.term()}",
            ]
        )

    def term(self) -> str:
        player = self.random.choice([f'"{name}"' for name in self.table.players])
        terms = [
            "deck",
            "discards",
            "empty",
            "turn",
            f"score {player}",
            f"hand {player}",
            str(self.random.randint(0, 9)),
        ]
        return self.random.choice(terms)
