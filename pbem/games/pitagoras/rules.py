"""One turn of Pitagoras resolved: legality and what happens, a function a rule."""

from collections import Counter
from collections.abc import Mapping, Sequence

from pbem.core.chance import Chance
from pbem.core.contract import Advanced, Event, State, Table
from pbem.core.sheets import Filed, Order, Problem
from pbem.games.pitagoras.facts import Calculation, Moment
from pbem.games.pitagoras.orders import offered
from pbem.games.pitagoras.state import (
    BACK_FROM_WRONG,
    BENCH,
    DECK,
    GOAL,
    JOLLY,
    PROMPTER,
    RIOT,
    START,
    WRONG_CALCULATION,
    Position,
    Result,
    position,
    publish_dice,
    roll,
    worth,
)


class Turn:
    """A turn being resolved: the position as it stands, what has happened, and each seat's problems of decisions."""

    __slots__ = ("at", "chance", "events", "orders", "players", "problems", "table")

    def __init__(self, table: Table, at: Position, filed: Filed, chance: Chance) -> None:
        self.table = table
        self.players = table.players
        self.at = at
        self.chance = chance
        self.orders = {name: {order.part: order for order in filed.get(name, ())} for name in table.players}
        self.events: list[Event] = []
        self.problems: dict[str, list[Problem]] = {}

    def offers(self, name: str, key: str, moment: Moment) -> tuple[Order | None, list[str]]:
        """The player's order under `key`, None where there is none, and the simple values that it offers now."""
        order = self.orders[name].get(key)
        return order, [] if order is None else offered(order.text, self.players, name, moment)

    def report(self, name: str, order: Order, message: str) -> None:
        problem = Problem(order.line, order.column, message, order.letter)
        self.problems.setdefault(name, []).append(problem)


def advance(table: Table, state: State, filed: Filed, wrote: frozenset[str], chance: Chance) -> Advanced:
    """Resolves the turn: NMRs, calculation 1, calculation 2, the extra calculation, the next dice. Source: 2, P4."""
    turn = Turn(table, position(state), filed, chance)
    declare_nmr(turn, filed, wrote)
    at = turn.at
    calculations: dict[str, Calculation] = {}
    for number, key in enumerate(("1", "2")):
        if at.winner is None:
            dice = {name: at.dice[name][number] for name in turn.players}
            calculate(turn, key, at.stakes[number], dice, calculations)
    if at.winner is None and needs_extra(at):
        calculate(turn, "x", *roll(turn.players, at.turn, "x", chance), calculations)
    if at.winner is None:
        at.turn += 1
        publish_dice(turn.players, at, chance)
    problems = {name: tuple(turn.problems[name]) for name in turn.players if name in turn.problems}
    return Advanced(at.to_json(), turn.events, {}, problems)


def declare_nmr(turn: Turn, filed: Filed, wrote: frozenset[str]) -> None:
    """Who sent no text, and for whom nobody has put orders on file, is NMR: once a turn, in seat order. Source: P24."""
    turn.events += [
        {"event": "nmr", "player": name} for name in turn.players if name not in wrote and not filed.get(name)
    ]


def needs_extra(at: Position) -> bool:
    """Whether an extra calculation follows calculation 2: every player holds exactly one card. Source: P22."""
    return all(len(hand) == 1 for hand in at.hands.values())


def calculate(turn: Turn, key: str, stake: int, dice: Mapping[str, int], calculations: dict[str, Calculation]) -> None:
    """One calculation, from taking up the bench and the riot to taking up the deck again. Source: 2, steps 1 to 8."""
    at = turn.at
    now = Calculation(stake, dice)
    calculations[key] = now
    moment = Moment(at, key, tuple(at.benched), at.riot, calculations)
    at.benched, at.riot = [], False
    turn.events.append(
        {
            "event": "calculation",
            "calculation": key,
            "stake": stake,
            "riot": moment.riot,
            "benched": list(moment.benched),
        }
    )
    lay_cards(turn, moment, now)
    results = now.own
    if moment.riot:
        results = exchanged(turn.players, now.own)
        turn.events.append({"event": "exchange", "results": results})
    now.winner = winner(results)
    now.over = True
    if now.winner is None:
        turn.events.append({"event": "no-winner"})
    else:
        turn.events.append({"event": "win", "player": now.winner, "result": results[now.winner]})
        move(turn, now.winner, stake, moment)
    if at.winner is None:
        replenish(turn)


def lay_cards(turn: Turn, moment: Moment, now: Calculation) -> None:
    """Everybody not sitting out chooses, all from the same position, and lays. Source: 2.2, P11, P30."""
    playing = [name for name in turn.players if name not in moment.benched]
    chosen = {name: choose_card(turn, name, moment) for name in playing}
    for name, (card, how) in chosen.items():
        die = now.dice[name]
        result = worth(card, die)
        turn.at.hands[name].remove(card)
        now.cards[name] = card
        now.own[name] = result
        turn.events.append({"event": "play", "player": name, "card": card, "how": how, "die": die, "result": result})


def choose_card(turn: Turn, name: str, moment: Moment) -> tuple[str, str]:
    """The card that a player lays, and how it was chosen: forced, ordered or random. Source: P21, P23, P25, P26."""
    hand = turn.at.hands[name]
    key = moment.calculation
    order, cards = turn.offers(name, key, moment)
    if len(hand) == 1:
        if order is not None and cards and hand[0] not in cards:
            turn.report(name, order, nothing_legal(cards, f"{hand[0]} was the only card in hand and was laid"))
        return hand[0], "forced"
    for card in cards:
        if card in hand:
            return card, "ordered"
    if order is not None:
        if cards:
            turn.report(name, order, nothing_legal(cards, "a card was drawn at random"))
        else:
            turn.report(name, order, "warning: no condition was true, so a card was drawn at random")
    return turn.chance.choice(f"nmr {turn.at.turn}.{key} {name}", hand), "random"


def nothing_legal(cards: Sequence[str], instead: str) -> str:
    """What a player is told whose order offered only cards that were not in hand."""
    return f"not in hand when its time came: {', '.join(dict.fromkeys(cards))}; {instead}"


def exchanged(players: Sequence[str], own: Mapping[str, Result]) -> dict[str, Result]:
    """A riot: each who laid a card has the own result of the one on their right among those who did. Source: P1, P12, P13."""
    playing = [name for name in players if name in own]
    return {name: own[playing[seat - 1]] for seat, name in enumerate(playing)}


def winner(results: Mapping[str, Result]) -> str | None:
    """Who wins with these results; None for nobody.

    1. A lone jolly wins (P8).
    2. Otherwise the holders of jollys are out, and the highest number that exactly one player has wins (P7).
    3. No such number: nobody wins (P9).
    """
    jollys = [name for name, result in results.items() if result == JOLLY]
    if len(jollys) == 1:
        return jollys[0]
    times = Counter(results.values())
    unique = [(result, name) for name, result in results.items() if times[result] == 1 and isinstance(result, int)]
    return max(unique)[1] if unique else None


def move(turn: Turn, name: str, stake: int, moment: Moment) -> None:
    """The winner moves by the stake, at most to 12, which wins the game; else the square acts. Source: 2.6, 2.7, P16."""
    at = turn.at
    source = at.squares[name]
    target = min(source + stake, GOAL)
    at.squares[name] = target
    turn.events.append({"event": "move", "player": name, "from": source, "to": target})
    if target == GOAL:
        at.winner = name
        at.stakes, at.dice = [], {}
        turn.events.append({"event": "end", "winner": name})
    else:
        land(turn, name, target, moment)


def land(turn: Turn, name: str, square: int, moment: Moment) -> None:
    """What the square does to the piece that moved there by winning. Source: P10, P12, P14, P27."""
    at = turn.at
    if square == BENCH:
        at.benched = [name]
        turn.events.append({"event": "bench", "player": name})
    elif square == PROMPTER:
        swap(turn, name, moment)
    elif square == RIOT:
        at.riot = True
        turn.events.append({"event": "riot", "player": name})
    elif square == WRONG_CALCULATION:
        at.squares[name] = BACK_FROM_WRONG
        turn.events.append({"event": "wrong-calculation", "player": name, "to": BACK_FROM_WRONG})
    elif square == turn.table.options.well:
        at.squares[name] = START
        turn.events.append({"event": "well", "player": name, "to": START})


def swap(turn: Turn, name: str, moment: Moment) -> None:
    """The piece on the prompter's square changes places with another; no landing for either. Source: P15, P17."""
    at = turn.at
    other, how = choose_partner(turn, name, moment)
    at.squares[name], at.squares[other] = at.squares[other], at.squares[name]
    turn.events.append({"event": "prompter", "player": name, "with": other, "how": how, "to": at.squares[name]})


def choose_partner(turn: Turn, name: str, moment: Moment) -> tuple[str, str]:
    """With whom the piece swaps, and how that was chosen. Source: P17, P18."""
    others = [player for player in turn.players if player != name]
    if len(others) == 1:
        return others[0], "forced"
    order, partners = turn.offers(name, "prompter", moment)
    if partners:
        return partners[0], "ordered"
    if order is not None:
        turn.report(name, order, "warning: no condition was true, so the one to swap with was found by the rules")
    highest = max(turn.at.squares[player] for player in others)
    candidates = [player for player in others if turn.at.squares[player] == highest]
    if len(candidates) == 1:
        return candidates[0], "random"
    return turn.chance.choice(f"prompter {turn.at.turn}.{moment.calculation} {name}", candidates), "random"


def replenish(turn: Turn) -> None:
    """Who laid the last card takes all eleven up again, in seat order. Source: 2.8, P20."""
    for name in turn.players:
        if not turn.at.hands[name]:
            turn.at.hands[name] = list(DECK)
            turn.events.append({"event": "replenish", "player": name})
