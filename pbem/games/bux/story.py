"""A report's story: what happened turn by turn, the spreads, the lot and the deck. From told events and a view."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.core.contract import Event, Table, View
from pbem.games.bux.deck import BUX_CARDS, deck_of
from pbem.games.bux.state import AUCTION, DOUBLE_FROM, OVER
from pbem.games.bux.tables import LEGEND, CardTable, card_table, full_label, spread_table

_ORDINALS = ("", "first", "second", "third")


@dataclass(slots=True)
class Chapter:
    """What happened in one turn, or in the set-up, sentence by sentence."""

    title: str
    told: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Spread:
    """A player's chips and cards; `says` is what they are doing, empty for nothing."""

    player: str
    chips: int
    cards: int
    says: str
    table: CardTable


def story(table: Table, view: View, events: Sequence[Event]) -> Mapping[str, Any]:
    """What the templates tell.

    `chapters`: a turn each. `spreads`: in turn order, the first player's first. `lot`: its cards, with what their numbers make in
    `total`, and `lot_table`; `tray`: a table, None for an empty one. `deck`, `next`, `legend`: sentences. `standing`: rank,
    player, chips at the end.
    """
    deck = deck_of(table)
    double = len(view["tucked"]) >= DOUBLE_FROM
    return {
        "headline": _headline(view, events),
        "chapters": _chapters(view, events),
        "spreads": [
            Spread(
                name,
                view["chips"][name],
                len(view["spreads"][name]),
                _says(view, name),
                spread_table(deck, view["spreads"][name], double=double),
            )
            for name in view["order"]
        ],
        "lot": [full_label(deck, card) for card in view["lot"]],
        "lot_table": card_table(deck, view["lot"]),
        "total": sum(deck.number[card] for card in view["lot"]),
        "tray": card_table(deck, view["tray"]) if view["tray"] else None,
        "deck": _deck(table, view),
        "next": _next(view),
        "standing": _standing(table, view),
        "legend": LEGEND,
        "over": view["stage"] == OVER,
    }


def chips(number: int) -> str:
    """`5 chips`."""
    return f"{number} chips"


def cards(number: int) -> str:
    """`1 card`, `6 cards`."""
    return f"{number} card" if number == 1 else f"{number} cards"


def _says(view: View, name: str) -> str:
    if name != view["mover"]:
        return ""
    return "drew the lot" if view["stage"] == AUCTION else "to move"


def _deck(table: Table, view: View) -> str:
    drawn = len(view["tucked"])
    counted = "No BUX card of it has" if not drawn else f"Its {_ORDINALS[drawn]} BUX card has"
    pays = " double" if drawn >= DOUBLE_FROM else ""
    top = "" if view["deck_top"] is None else f", the top one with {view['deck_top']} on its back"
    said = f"Deck {view['deck_no']} of {table.options.decks} has {cards(view['deck'])} left{top}. {counted} been drawn"
    return f"{said}." if view["stage"] == OVER else f"{said}; the bank pays{pays or ' single'} for sets."


def _next(view: View) -> str:
    """What is awaited, where the reader may not know of whom: in an auction only that bids are. Source: section 8."""
    if view["stage"] == AUCTION:
        return (
            f"Bids for the lot that {view['mover']} drew are awaited: the most that each would pay. The highest buys; "
            f"{view['mover']} would pay the bank, others pay {view['mover']}."
        )
    return ""


def _standing(table: Table, view: View) -> list[tuple[int, str, int]]:
    held: dict[str, int] = view["chips"]
    ordered = sorted(table.players, key=lambda name: -held[name])
    return [(1 + sum(other > held[name] for other in held.values()), name, held[name]) for name in ordered]


def _headline(view: View, events: Sequence[Event]) -> str:
    if view["stage"] == OVER:
        most = max(view["chips"].values())
        winners = [name for name, held in view["chips"].items() if held == most]
        return f"{' and '.join(winners)} won with {chips(most)}"
    last = next((_HEADLINES[event["event"]](event) for event in reversed(events) if event["event"] in _HEADLINES), "")
    what = "bids are awaited" if view["stage"] == AUCTION else f"{view['mover']} is to move"
    return f"{last}, {what}" if last else what


_HEADLINES: dict[str, Callable[[Event], str]] = {
    "sell": lambda event: f"{event['player']} sold for {event['pays']}",
    "trade": lambda event: f"{event['player']} traded with {event['from']}",
    "draw": lambda event: f"{event['player']} drew",
    "auction": lambda event: f"{event['winner']} bought a lot for {event['price']}",
    "unsold": lambda event: "a lot stayed unsold",
}


def _chapters(view: View, events: Sequence[Event]) -> list[Chapter]:
    """The events by turns; cards drawn one after the other in one sentence."""
    found: list[Chapter] = []
    drawn: list[str] = []
    for event in (*events, None):
        if event is not None and event["event"] == "drawn":
            drawn.append(event["card"])
            continue
        if drawn and not (event is not None and event["event"] == "lot" and event["cards"] == drawn):
            _last(found, view, events).told.append(f"Drawn: {', '.join(drawn)}.")
        drawn = []
        if event is None:
            break
        if event["event"] == "order":
            found.append(Chapter("The set-up"))
        if event["event"] == "turn":
            found.append(Chapter(f"Turn {event['turn']}: {event['player']}"))
        elif (said := _SENTENCES[event["event"]](event)) != "":
            _last(found, view, events).told.append(said)
    return [chapter for chapter in found if chapter.told]


def _last(found: list[Chapter], view: View, events: Sequence[Event]) -> Chapter:
    """The chapter that is being told; for what comes before the first turn to begin that of the turn then in progress."""
    if not found:
        turn = next((event["turn"] for event in events if event["event"] == "turn"), view["turn"] + 1) - 1
        order = view["order"]
        found.append(Chapter(f"Turn {turn}: {order[(turn - 1) % len(order)]}"))
    return found[-1]


def _sell(event: Event) -> str:
    sets = "; ".join(
        f"{', '.join(one['cards'])} ({'both symbols' if one['match'] == 'both' else one['match']}) for {one['pays']}"
        for one in event["sets"]
    )
    double = ", paid double" if event["double"] else ""
    in_all = f", in all {event['pays']}" if len(event["sets"]) > 1 else ""
    return f"{event['player']} sells {sets}{in_all}{double}, and has {chips(event['chips'])}."


def _bux(event: Event) -> str:
    what = f"{event['card']} is drawn, the {_ORDINALS[event['count']]} BUX card of this deck"
    if event["count"] == DOUBLE_FROM:
        return f"{what}: the bank pays double from now on."
    return f"{what}." if event["count"] < BUX_CARDS else f"{what}!"


def _pause(event: Event) -> str:
    drawn = f", {', '.join(event['returned'])} just drawn among them," if event["returned"] else ""
    return f"All cards that nobody owns{drawn} go into the next deck, and the bank pays single again."


def _auction(event: Event) -> str:
    to = "the bank" if event["paid_to"] == "bank" else event["paid_to"]
    return f"{event['winner']} buys the lot and pays {event['price']} to {to}."


def _unsold(event: Event) -> str:
    return "Nobody bids: the lot goes to " + ("its drawer, for nothing." if event["to_drawer"] else "the tray.")


def _bids(event: Event) -> str:
    maxima = [f"{name} {most or 'passes'}" for name, most in event["bids"].items()]
    return f"Maxima: {', '.join(maxima)}."


_SENTENCES: dict[str, Callable[[Event], str]] = {
    "order": lambda event: f"The turn order: {', '.join(event['players'])}.",
    "deal": lambda event: f"Dealt to {event['player']}: {', '.join(event['cards'])}.",
    "shuffle": lambda event: (
        f"Deck {event['deck']} is shuffled: {event['cards']} cards, the three BUX cards among them."
    ),
    "nmr": lambda event: f"{event['player']} sent nothing (NMR).",
    "held": lambda event: f"The move that {event['player']} had sent ahead was not possible: a new one is awaited.",
    "sell": _sell,
    "trade": lambda event: f"{event['player']} takes {event['takes']} from {event['from']} for {event['gives']}.",
    "draw": lambda event: f"{event['player']} draws{', by the default of the rules' if event['default'] else ''}.",
    "bux": _bux,
    "pause": _pause,
    "lot": lambda event: f"The lot is put up for bid: {', '.join(event['cards'])}.",
    "bids": _bids,
    "auction": _auction,
    "unsold": _unsold,
    "end": lambda event: "It was the last deck: the game ends at once, and cards are worth nothing.",
}
