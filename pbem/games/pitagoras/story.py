"""A turn of Pitagoras as it is told to people: sums, who won and why, what the squares did. From public events and a view."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.core.columns import columns
from pbem.core.contract import Event, Table, View
from pbem.games.pitagoras.picture import ACROSS, special
from pbem.games.pitagoras.state import DECK, GOAL, JOLLY, START, Result

TITLES = {"1": "First calculation", "2": "Second calculation", "x": "Extra calculation"}
REMARKS = {"ordered": "", "forced": "only card in hand", "random": "card drawn by lot"}


@dataclass(slots=True)
class Play:
    """A card laid. `sum`: the arithmetic, such as `3 + 4 = 7`; `takes`: what a riot gave instead, and whose it was."""

    player: str
    sum: str
    remark: str
    result: Result
    takes: str = ""
    wins: bool = False


@dataclass(slots=True)
class Calculation:
    """One calculation. `told`: who won and why, where the winner's piece went, and what followed, a sentence each."""

    name: str
    title: str
    stake: int
    riot: bool
    benched: list[str]
    plays: list[Play] = field(default_factory=list)
    results: dict[str, Result] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    winner: str | None = None

    @property
    def takes_width(self) -> int:
        """The columns that `takes` needs in a table, with the word before it and a gap behind it."""
        return 8 + max(columns(play.takes) for play in self.plays) if self.riot else 0

    @property
    def room(self) -> int:
        """The columns that a row of a table needs at most beside its name, its sum and who wins."""
        return self.takes_width + max(len(play.remark) for play in self.plays)


def story(table: Table, view: View, events: Sequence[Event]) -> Mapping[str, Any]:
    """What the templates tell; `winner` is None while there is none.

    `hands`: player, number of cards, the deck with a gap for what is not in hand, the hand. `standing`: rank, player, square.
    """
    calculations: list[Calculation] = []
    nmr: list[str] = []
    winner = None
    refilled: list[str] = []
    for event in events:
        kind = event["event"]
        if kind == "nmr":
            nmr.append(event["player"])
        elif kind == "calculation":
            _take_up_again(calculations, refilled)
            refilled = []
            calculations.append(_begin(event))
        elif kind == "replenish":
            refilled.append(event["player"])
        else:
            _TELL[kind](calculations[-1], event)
            winner = event.get("winner")
    _take_up_again(calculations, refilled)
    return {
        "headline": _headline(calculations, winner),
        "nmr": nmr,
        "calculations": calculations,
        "course": course_rows(view),
        "hands": [
            (player, len(hand), " ".join(slots(hand)).rstrip(), " ".join(hand))
            for player, hand in view["hands"].items()
        ],
        "standing": standing(table.players, view["squares"]),
        "winner": winner,
    }


def standing(players: Sequence[str], squares: Mapping[str, int]) -> list[tuple[int, str, int]]:
    """Rank, player and square, the farthest first; equal squares share a rank. Source: P33."""
    ordered = sorted(players, key=lambda player: -squares[player])
    return [
        (1 + sum(squares[other] > squares[player] for other in players), player, squares[player]) for player in ordered
    ]


def course_rows(view: View) -> list[list[Mapping[str, Any]]]:
    """The twelve squares in three rows, each with its `number`, its `label` and the `pieces` on it."""
    labels = special(view["well"])
    path: list[Mapping[str, Any]] = [
        {"number": n, "label": labels.get(n, ""), "pieces": [name for name, on in view["squares"].items() if on == n]}
        for n in range(START, GOAL + 1)
    ]
    return [path[first : first + ACROSS] for first in range(0, GOAL, ACROSS)]


def slots(hand: Sequence[str]) -> list[str]:
    """A whole deck in deck order, with a full stop in the place of each card that is not in hand."""
    left = list(hand)
    kept = []
    for card in DECK:
        there = card in left
        kept.append(card if there else ".".rjust(len(card) // 2 + 1).ljust(len(card)))
        if there:
            left.remove(card)
    return kept


def reasons(results: Mapping[str, Result]) -> list[str]:
    """Who wins with these results, and why. Source: P7, P8, P9."""
    jollys = [player for player, result in results.items() if result == JOLLY]
    if len(jollys) == 1:
        return [f"{jollys[0]}'s jolly is the only one: it wins, whatever the numbers."]
    said = [f"{_both(jollys)} a jolly: jollys cancel each other, and {_out(jollys)}."] if jollys else []
    by_number: dict[int, list[str]] = {}
    for player, result in results.items():
        if isinstance(result, int):
            by_number.setdefault(result, []).append(player)
    for number in sorted(by_number, reverse=True):
        holders = by_number[number]
        if len(holders) == 1:
            return [*said, _alone(holders[0], number, len(results), bool(said))]
        said.append(f"{_both(holders)} {number}: a tie, and {_out(holders)}.")
    return [*said, "No result is left that only one player has: nobody wins, and no piece moves."]


def _begin(event: Event) -> Calculation:
    name = event["calculation"]
    return Calculation(name, TITLES[name], event["stake"], event["riot"], list(event["benched"]))


def _play(at: Calculation, event: Event) -> None:
    card, die, result = event["card"], event["die"], event["result"]
    arithmetic = f"jolly (rolled {die})" if card == JOLLY else f"{die} {card[0]} {card[1:]} = {result}"
    at.plays.append(Play(event["player"], arithmetic, REMARKS[event["how"]], result))
    at.results[event["player"]] = result


def _exchange(at: Calculation, event: Event) -> None:
    at.results = dict(event["results"])
    for number, play in enumerate(at.plays):
        giver = at.plays[number - 1].player
        play.takes = f"{at.results[play.player]} from {giver}"


def _win(at: Calculation, event: Event) -> None:
    at.winner = event["player"]
    at.told += reasons(at.results)
    for play in at.plays:
        play.wins = play.player == at.winner


def _no_winner(at: Calculation, _event: Event) -> None:
    at.told += reasons(at.results)


def _move(at: Calculation, event: Event) -> None:
    player, begin, to = event["player"], event["from"], event["to"]
    squares = "1 square" if to - begin == 1 else f"{to - begin} squares"
    at.told.append(f"{player} moves {squares}, from {begin} to {to}.")


def _bench(at: Calculation, event: Event) -> None:
    at.told.append(f"That is the bench: {event['player']} sits out the next calculation.")


def _riot(at: Calculation, _event: Event) -> None:
    at.told.append("That is the riot: in the next calculation the results change hands.")


def _prompter(at: Calculation, event: Event) -> None:
    player, other, to = event["player"], event["with"], event["to"]
    how = {
        "ordered": "as ordered",
        "forced": "the only other player",
        "random": "by the rules, one of those farthest ahead",
    }[event["how"]]
    where = "who stands there too, so that nothing moves" if to == 5 else f"and now stands on {to}, {other} on 5"
    at.told.append(f"That is the prompter: {player} changes places with {other} ({how}), {where}.")


def _well(at: Calculation, event: Event) -> None:
    at.told.append(f"That is the well: {event['player']} falls back to {event['to']}.")


def _wrong_calculation(at: Calculation, event: Event) -> None:
    at.told.append(f"That is the wrong calculation: {event['player']} goes back to {event['to']}.")


def _end(at: Calculation, event: Event) -> None:
    at.told.append(f"That is the end of the course: {event['winner']} has won the game.")


_TELL: dict[str, Callable[[Calculation, Event], None]] = {
    "play": _play,
    "exchange": _exchange,
    "win": _win,
    "no-winner": _no_winner,
    "move": _move,
    "bench": _bench,
    "riot": _riot,
    "prompter": _prompter,
    "well": _well,
    "wrong-calculation": _wrong_calculation,
    "end": _end,
}


def _take_up_again(calculations: list[Calculation], players: list[str]) -> None:
    if players:
        verb, whose = ("takes", "the last card") if len(players) == 1 else ("take", "their last cards")
        laid = "has" if len(players) == 1 else "have"
        calculations[-1].told.append(f"{_listed(players)} {laid} laid {whose} and {verb} up all eleven again.")


def _headline(calculations: Sequence[Calculation], winner: str | None) -> str:
    if winner is not None:
        return f"{winner} has won the game"
    if not calculations:
        return "the first dice"
    winners = [told.winner or "nobody" for told in calculations]
    if len(set(winners)) == 1:
        return f"{winners[0]} won {'both' if len(winners) == 2 else 'all three'} calculations"
    return ", ".join(f"{name} won {told.name}" for name, told in zip(winners, calculations, strict=True))


def _alone(player: str, number: int, players: int, after_others: bool) -> str:
    if players == 1:
        return f"Only {player} lays a card, and wins with {number}."
    if after_others:
        return f"The highest result left is {player}'s {number}: {player} wins."
    return f"{player} has the highest result, {number}, and wins."


def _both(players: Sequence[str]) -> str:
    return f"{_listed(players)} {'both' if len(players) == 2 else 'all'} have"


def _out(players: Sequence[str]) -> str:
    return "both are out" if len(players) == 2 else "all of them are out"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
