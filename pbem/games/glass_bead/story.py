"""A report's story: what happened turn by turn, what scored and why line by line, the board and the cards. From told events."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.core.contract import Event, Table, View
from pbem.games.glass_bead.abilities import MEANINGS
from pbem.games.glass_bead.board import Board
from pbem.games.glass_bead.choices import line_name, points
from pbem.games.glass_bead.deck import Deck, deck_of
from pbem.games.glass_bead.panels import KEY
from pbem.games.glass_bead.picture import drawn
from pbem.games.glass_bead.state import board_of

_ENDS = {
    "board full": "The board is full: the game ends.",
    "nobody can place": "Nobody has a card left to place: the game ends.",
    "rounds": "The last round has been played: the game ends.",
}


@dataclass(slots=True)
class Told:
    """One thing that happened, in a sentence; `why` are lines below it, such as what a placement scored for."""

    text: str
    why: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Chapter:
    """What happened in one turn, or in the set-up."""

    title: str
    told: list[Told] = field(default_factory=list)


def story(table: Table, view: View, events: Sequence[Event]) -> Mapping[str, Any]:
    """What the templates tell.

    `chapters`: a turn each. `board`: as it is drawn, with its legend (picture.py); `key` to its marks; `left_out`: what of it is
    not shown. `hand`, `ahead`: the reader's own cards: title, letter and meaning of the ability, descriptors. `standing`: rank,
    player, points, cards in hand, whether the next turn counts half. `discard`: titles, newest first.
    """
    deck, board = deck_of(table), board_of(table)
    seen = drawn(table, view)
    teller = _Teller(deck, board, table, _board_before(view["board"], events))
    chapters = teller.chapters(events, _title_of_first(view, events))
    return {
        "headline": _headline(view, events),
        "chapters": chapters,
        "board": seen,
        "key": KEY,
        "left_out": seen.panels[0].left_out,
        "hand": [_card(deck, title) for title in view["hand"]],
        "ahead": [_card(deck, title) for title in view["draw"]],
        "discard": view["discard"][::-1],
        "standing": _standing(table, view),
        "over": view["stage"] == "over",
    }


def _card(deck: Deck, title: str) -> tuple[str, str, str, str]:
    """Title, letter and meaning of the ability, descriptors."""
    letter = deck.ability[title]
    return title, letter, MEANINGS[letter], ", ".join(deck.descriptors[title])


def _standing(table: Table, view: View) -> list[tuple[int, str, int, int, bool]]:
    scores = view["scores"]
    ordered = sorted(table.players, key=lambda name: -scores[name])
    return [
        (
            1 + sum(other > scores[name] for other in scores.values()),
            name,
            scores[name],
            view["in_hand"][name],
            name in view["halved"],
        )
        for name in ordered
    ]


def _headline(view: View, events: Sequence[Event]) -> str:
    if view["stage"] == "over":
        most = max(view["scores"].values())
        winners = [name for name, score in view["scores"].items() if score == most]
        return f"{' and '.join(winners)} won with {points(most)}"
    if view["stage"] == "votes":
        return "the board is closed, votes are awaited"
    scored = [event for event in events if event["event"] == "score"]
    what = "goes on" if view["stage"] == "continue" else "is to move"
    last = f"{scored[-1]['player']} scored {scored[-1]['points']}, " if scored else ""
    return f"{last}{view['mover']} {what}"


def _title_of_first(view: View, events: Sequence[Event]) -> str:
    """What the events are about that stand before the first turn to begin: the turn that was in progress, or votes."""
    if all(event["event"] == "vote" for event in events):
        return "The votes"
    begun = next((event["turn"] for event in events if event["event"] == "turn"), view["turn"] + 1)
    order = view["order"]
    return f"Turn {begun - 1}: {order[(begun - 2) % len(order)]}"


def _board_before(cards: Mapping[str, str], events: Sequence[Event]) -> dict[str, str]:
    """The board as it lay before these events: worked backwards from how it lies after them."""
    before = dict(cards)
    for event in reversed(events):
        match event["event"]:
            case "place":
                before.pop(event["space"], None)
            case "removed":
                before[event["space"]] = event["card"]
            case "moved":
                before[event["from"]] = before.pop(event["to_space"], event["card"])
    return before


class _Teller:
    """Tells events in order, and follows the board as they change it."""

    def __init__(self, deck: Deck, board: Board, table: Table, cards: dict[str, str]) -> None:
        self._deck = deck
        self._board = board
        self._options = table.options
        self._cards = cards
        self._tell: dict[str, Callable[[Event], Told | None]] = {
            "place": self._place,
            "removed": self._removed,
            "moved": self._moved,
            "score": self._score,
            "ability": self._ability,
            "vote": self._vote,
        }

    def chapters(self, events: Sequence[Event], first: str) -> list[Chapter]:
        """The events in chapters; `first` is the title of what comes before the first turn that begins."""
        chapters: list[Chapter] = []
        for event in events:
            kind = event["event"]
            if kind == "order":
                chapters.append(Chapter("The set-up"))
            if kind == "turn":
                chapters.append(Chapter(f"Turn {event['turn']}: {event['player']}"))
                continue
            if not chapters:
                chapters.append(Chapter(first))
            told = self._tell[kind](event) if kind in self._tell else Told(_SENTENCES[kind](event))
            if told is not None:
                chapters[-1].told.append(told)
        return [chapter for chapter in chapters if chapter.told]

    def _named(self, title: str) -> str:
        return f"{title} ({self._deck.ability[title]})"

    def _ability(self, event: Event) -> Told:
        target = event["target"]
        aimed = f" from {target[0]} to {target[1]}" if isinstance(target, list) else f" on {target}" if target else ""
        return Told(f"{event['player']} uses {self._named(event['card'])}{aimed}: {MEANINGS[event['ability']]}.")

    def _removed(self, event: Event) -> Told:
        self._cards.pop(event["space"], None)
        return Told(f"{event['card']} is taken from {event['space']} and discarded.")

    def _moved(self, event: Event) -> Told:
        self._cards.pop(event["from"], None)
        self._cards[event["to_space"]] = event["card"]
        return Told(f"{event['card']} moves from {event['from']} to {event['to_space']}; nothing is scored.")

    def _place(self, event: Event) -> Told:
        """The placement, and a line for every descriptor and every line that scored. Source: B13, B15."""
        space, card = event["space"], event["card"]
        beside = [other for other in self._board.touching(space) if other in self._cards]
        why = [self._shared(one, self._board.sorted(beside)) for one in event["descriptors"]]
        self._cards[space] = card
        worth = "1 point" if self._options.line_bonus == "each" else "a line"
        for step, one, length in event["lines"]:
            why.append(f"{line_name(step)} {self._line(space, step, one)}: {length} cards with {one}, {worth}")
        if event["lines"] and self._options.line_bonus == "once":
            why.append("however many lines: 1 point")
        chosen = ", by the default of the rules" if event["default"] else ""
        return Told(f"{event['player']} places {self._named(card)} at {space}{chosen}: {points(event['points'])}.", why)

    def _shared(self, descriptor: str, beside: Sequence[str]) -> str:
        having = [other for other in beside if descriptor in self._deck.descriptors[self._cards[other]]]
        cards = ", ".join(f"{self._cards[other]} {other}" for other in having)
        number = len(having) if self._options.scoring == "neighbour" else 1
        return f"{descriptor}, with {cards}: {points(number)}"

    def _line(self, space: str, step: Sequence[int], descriptor: str) -> str:
        """The ends of a line: `c5 to f5`."""
        directions = [list(one) for one in map(self._board.shown, self._board.directions)]
        forwards, backwards = self._board.rays(space)[directions.index(list(step))]
        ends = []
        for ray in (backwards, forwards):
            end = space
            for other in ray:
                if other not in self._cards or descriptor not in self._deck.descriptors[self._cards[other]]:
                    break
                end = other
            ends.append(end)
        return f"{ends[0]} to {ends[1]}"

    def _score(self, event: Event) -> Told:
        sums = [f"{event['base']}"]
        if event["double"]:
            sums.append(f"doubled {event['base'] * 2}")
        if event["half"]:
            sums.append(f"halved {event['points']}")
        made = f" ({', '.join(sums)})" if len(sums) > 1 else ""
        return Told(f"{event['player']} scores {points(event['points'])}{made} and has {event['total']}.")

    def _vote(self, event: Event) -> Told:
        said = [f"{word}: {', '.join(event[word]) or 'nobody'}" for word in ("yes", "no")]
        granted = f"is granted, 1 point: {event['player']} has {event['total']}" if event["granted"] else "falls"
        return Told(f"Claim {event['claim']} of {event['player']} {granted} ({'; '.join(said)}).")


def _listed(event: Event) -> str:
    """The cards of an event; of a deck that its reader may not see, only that there are some."""
    return ", ".join(event["cards"]) or "nothing" if "cards" in event else "cards that stay secret"


_SENTENCES: dict[str, Callable[[Event], str]] = {
    "order": lambda event: f"The turn order: {', '.join(event['players'])}.",
    "deal": lambda event: f"Dealt to {event['player']}: {_listed(event)}.",
    "ahead": lambda event: f"Drawn ahead for {event['player']}'s next turn: {_listed(event)}.",
    "draw": lambda event: f"{event['player']} draws {_listed(event)}.",
    "reshuffle": lambda event: f"The discard, {event['cards']} cards, is shuffled into a new deck.",
    "nmr": lambda event: f"{event['player']} sent no orders (NMR).",
    "negated": lambda event: f"{event['by']} negates that with {event['card']} (K).",
    "discard": lambda event: (
        f"{event['player']} discards {_listed(event)}{' (hand limit)' if event['why'] == 'hand limit' else ''}."
    ),
    "look deck": lambda event: f"{event['player']} sees on top of the deck: {_listed(event)}.",
    "look hand": lambda event: f"{event['player']} sees the hand of {event['target']}: {_listed(event)}.",
    "steal": lambda event: f"{event['player']} takes a card from {event['target']}.",
    "stolen": lambda event: f"It is {event['card']}.",
    "taken": lambda event: f"{event['player']} takes {event['card']} from the discard.",
    "wait": lambda event: f"{event['player']} pauses the turn.",
    "held": lambda event: f"{event['player']}'s orders could not be followed and are held: new ones are awaited.",
    "claim": lambda event: (
        f"{event['player']} claims {event['card']} with {event['with']} (claim {event['claim']}): {event['text']}"
    ),
    "pass": lambda event: f"{event['player']} places nothing.",
    "end": lambda event: _ENDS[event["reason"]],
}
