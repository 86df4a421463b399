"""Orders of a typical length as careful players write them, by chance, from what their seat sees: for every game good ones and
bad ones, each line of which has one mistake. And random legal play with them, to the middle of a game and to its end."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from pbem.core.chance import Chance
from pbem.core.contract import Advanced, Game, State, Table, View
from pbem.core.seating import seat
from pbem.core.sheets import Filed
from pbem.games.bux.deck import deck_of as bux_deck_of
from pbem.games.glass_bead.deck import deck_of
from pbem.games.glitches.cards import legal_cells
from pbem.games.global_pursuit.globe import globe
from pbem.games.registry import game

PLAYERS = ("Ann", "Bob", "Cleo", "Dora")
T = TypeVar("T")
Writing = Callable[[Table, View, Random], str]


def of_pitagoras(table: Table, view: View, random: Random) -> str:
    """Three orders on six lines, with conditions and alternatives."""
    first, second = random.sample(_others(table, view), 2)
    cards = _sampled(random, view["hands"][view["reader"]], 8)
    return (
        f"1: {cards[0]} or {cards[1]} or {cards[2]}\n"
        f"2: if {first} won 1 then {cards[3]} or {cards[4]}\n"
        f"   else if stake 2 >= {random.randint(1, 4)} and not me benched then {cards[5]}\n"
        f"   else {cards[6]} or {cards[7]}\n"
        f"prompter: if square {first} > square {second}\n"
        f"   then {first} else {second}"
    )


def bad_of_pitagoras(table: Table, view: View, random: Random) -> str:
    """A card, a word of a condition, a key, a name."""
    player = random.choice(_others(table, view))
    return "\n".join(
        (
            f"1: {random.choice(('+5', 'jolli', 'y2', '3'))}",
            f"2: if {player} {random.choice(('wun', 'wonn', 'wint'))} 1 then {random.choice(('+2', 'x3'))} or x2",
            f"{random.choice(('promter', 'pormpter', 'prompt er'))}: {player}",
            f"prompter: {random.choice(('Zed', 'Emil', player + 'x'))}",
        )
    )


def of_glitches(table: Table, view: View, random: Random) -> str:
    """The cards to keep; or two plays, the first with an alternative or a condition, and the row of a full pile."""
    hand = random.sample(view["hands"][view["reader"]], len(view["hands"][view["reader"]]))
    cells = _sampled(random, legal_cells([cell for _, _, cell in view["plays"]]), 3)
    pile = view["piles"][view["reader"]]
    lines = []
    if view["phase"] == "keep":
        lines.append(f"keep {' '.join(hand[:4])}")
    elif hand:
        one, other = f"play {hand[0]} at {cells[0]}", f"play {hand[-1]} at {cells[1]}"
        fact = random.choice([f"last shows {random.choice('RGBY')}", f"worth {hand[0]} at {cells[0]} >= 2"])
        lines.append(random.choice([f"{one} or {other}", f"if {fact} then {one} else {other} or {one}"]))
        lines.append(f"play {random.choice(hand)} at {cells[2]}")
    if len(pile) == 4:
        lines.append(f"row {' '.join(random.sample(pile, 4))}")
    return "\n".join(lines)


def bad_of_glitches(table: Table, view: View, random: Random) -> str:
    """A card, a cell, a verb, a word of a condition."""
    card = random.choice(view["hands"][view["reader"]] or ["5Y"])
    return "\n".join(
        (
            f"play {random.choice(('7R', '0G', '5P'))} at d4",
            f"play {card} at {random.choice(('h4', 'd8', 'dd'))}",
            f"{random.choice(('plya', 'kep', 'rwo'))} {card} at d4",
            f"if last {random.choice(('shwos', 'shoes'))} Y then play {card} at d5",
        )
    )


def of_glass_bead(table: Table, view: View, random: Random) -> str:
    """An ability, a placement with an alternative or a condition, what goes first, and a vote on each claim."""
    own, deck = random.sample(view["hand"], len(view["hand"])) + view["draw"], deck_of(table)
    lines = [f"vote {claim['claim']}: {random.choice(['yes', 'no'])}" for claim in view["claims"]]
    plain = [card for card in own if deck.ability[card] in "ABCHIN"]
    if plain and random.random() < 0.5:
        lines.append(f"play: {_title(plain[0])}")
        own = [card for card in own if card != plain[0]]
    free = [f"{column}{row}" for column in "abcdefghij" for row in range(1, 11)]
    spaces = _sampled(random, [space for space in free if space not in view["board"]], 3)
    if own:
        one, other = (f"{_title(card)} at {space}" for card, space in zip((own[0], own[-1]), spaces, strict=False))
        choice = random.choice([f"{one} or {other}", f"if {spaces[2]} empty then {one} else {other} or {one}"])
        lines += [f"place: {choice}", f"discard: {_title(own[-1])}"]
    return "\n".join(lines)


def bad_of_glass_bead(table: Table, view: View, random: Random) -> str:
    """A title, a space, a key, a word of a condition."""
    card = _title(random.choice(deck_of(table).titles))
    return "\n".join(
        (
            f"place: {random.choice(('Zoroaster II', 'Npoleon', 'Xyzzy'))} at e5",
            f"place: {card} at {random.choice(('z9', 'e55', 'ee'))}",
            f"{random.choice(('plaec', 'dicsard', 'negat'))}: {card}",
            f"place: if e5 {random.choice(('emtpy', 'emty'))} then {card} at e5",
        )
    )


def of_bux(table: Table, view: View, random: Random) -> str:
    """A bid by a condition in an auction; else a sale or a trade, or else a draw. And a standing bid."""
    spreads = view["spreads"]
    own, deck = spreads[view["reader"]], bux_deck_of(table)
    standing = f"standing bid: if double and chips me >= 300 then {5 * random.randint(10, 30)} else 10"
    if view["lot"]:
        fact = random.choice([f"lot has {random.choice(view['lot'])}", f"total >= {5 * random.randint(10, 40)}"])
        return f"bid: if {fact} then {5 * random.randint(10, 30)} else {5 * random.randint(1, 9)} or pass\n{standing}"
    moves = []
    suits = [[card for card in own if deck.suit[card] == suit] for suit in dict.fromkeys(deck.suit[c] for c in own)]
    moves += [f"sell {', '.join(cards[:3])}" for cards in suits if len(cards) > 2][:1]
    other = random.choice(_others(table, view))
    if own and spreads[other]:
        moves.append(f"trade {random.choice(spreads[other])} from {other} for {random.choice(own)}")
    return f"move: {' or '.join([*moves, 'draw'])}\n{standing}"


def bad_of_bux(table: Table, view: View, random: Random) -> str:
    """A card, a number, a key, a word of a condition."""
    return "\n".join(
        (
            f"move: sell {random.choice(('haert-circle-25', 'heart-circle-26'))}, heart-oval-50, heart-oval-100",
            f"bid: {random.choice(('lots', '-5', '2x'))}",
            f"{random.choice(('moev', 'bdi', 'standign bid'))}: 40",
            f"bid: if {random.choice(('dubble', 'totl >= 3'))} then 40 else pass",
        )
    )


def of_global_pursuit(table: Table, view: View, random: Random) -> str:
    """What is asked of the seat: an answer and `wild`, or no challenge; and two right matches with a level by a condition."""
    if view["reader"] != view["mover"]:
        return "challenge none"
    lines = [f"answer: {random.choice([_answer(table, view), 'Lake Baikal'])}"] if "answer" in view["phase"] else []
    right = [
        f"{card} edge {edge} to {free['card']} edge {free['edge']}"
        for card in view["hand"]
        for free in view["free"]
        for edge in range(1, 6)
        if free["fits"] and globe().match(card, edge, free["card"], free["edge"])
    ]
    joins = _sampled(random, right, 3) if right else []
    lines += [f"match {' or '.join(joins[:2])}", f"match {joins[-1]}, level 2"] if joins else ["pass"]
    lines.append(f"level: if symbol bonus or roll >= {random.randint(2, 12)} then 2 else 3")
    return "\n".join([*lines, "wild: if score me > 10 then no else 2"])


def bad_of_global_pursuit(table: Table, view: View, random: Random) -> str:
    """A card, an edge, a key, a word of a condition."""
    return "\n".join(
        (
            f"match {random.choice(('PE-13', 'PX-04', 'PE-00'))} edge 1 to PP-01 edge 2",
            f"match PE-04 edge {random.choice('6789')} to PP-01 edge 2",
            f"{random.choice(('levle', 'wlid', 'retrun'))}: 2",
            f"level: if {random.choice(('simbol', 'symbl'))} bonus then 2 else 3",
        )
    )


WRITING: dict[str, tuple[Writing, Writing]] = {
    "pitagoras": (of_pitagoras, bad_of_pitagoras),
    "glitches": (of_glitches, bad_of_glitches),
    "glass-bead": (of_glass_bead, bad_of_glass_bead),
    "bux": (of_bux, bad_of_bux),
    "global-pursuit": (of_global_pursuit, bad_of_global_pursuit),
}
"""For every game what its players write: good sheets, and bad ones."""


@dataclass(frozen=True, slots=True)
class Due:
    """An adjudication to come: all that the game is given; `chance` draws the same whenever it is made."""

    game: Game
    table: Table
    state: State
    filed: Filed
    awaited: frozenset[str]
    seed: str

    def advance(self) -> Advanced:
        """The adjudication."""
        return self.game.advance(self.table, self.state, self.filed, self.awaited, self.awaited, {}, Chance(self.seed))

    def view(self, name: str) -> View:
        """What a seat sees before it."""
        return self.game.view(self.table, self.state, self.filed, name)


def played(slug: str, random: Random) -> Iterator[Due]:
    """One game to its end, adjudication by adjudication; whoever is awaited writes, and orders that are left stay on file."""
    of_game, write = game(slug), WRITING[slug][0]
    table = seat(of_game, PLAYERS[: of_game.seats[1]], {})
    seed = str(random.random())
    state, _ = of_game.start(table, Chance(seed))
    left: Filed = {}
    while awaited := frozenset(of_game.awaiting(table, state, left)):
        on_file = dict(left)
        for name in table.players:
            if name in awaited:
                view = of_game.view(table, state, left, name)
                sheet = of_game.read(table, view, write(table, view, random))
                on_file[name] = of_game.file(on_file.get(name, ()), sheet)
        due = Due(of_game, table, state, on_file, awaited, seed)
        yield due
        done = due.advance()
        state, left = done.state, done.filed


def _others(table: Table, view: View) -> list[str]:
    return [name for name in table.players if name != view["reader"]]


def _answer(table: Table, view: View) -> str:
    """The first answer that counts as right."""
    asked = view["asked"]
    card = next(card for card in table.decks["trivia"] if card["id"] == asked["card"])
    return str(card["question"][asked["level"] - 1]["answers"][0])


def _title(card: str) -> str:
    return f'"{card}"'


def _sampled(random: Random, items: Sequence[T], count: int) -> list[T]:
    """So many of the items, some of them again where there are not enough."""
    found = random.sample(items, min(count, len(items)))
    return (found * count)[:count]
