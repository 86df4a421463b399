"""A turn of Global Pursuit as it is told to people: what happened in sentences, the table, the hand. From events and a view."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.core.contract import Event, Table, View
from pbem.games.global_pursuit.cards import EdgeText, edge_text, edge_texts, title
from pbem.games.global_pursuit.forecast import SYMBOLS
from pbem.games.global_pursuit.globe import SETS
from pbem.games.global_pursuit.state import ALL, OVER, tabletop
from pbem.games.global_pursuit.trivia import WILD, question

REASONS = {
    "all matched": "all map cards are matched",
    "empty hand": "a hand is empty",
    "no room": "nothing that is left could be laid anywhere",
    "no match": "a round went by without a match, and the deck is empty",
    "idle": "too many rounds went by without a match",
}


@dataclass(frozen=True, slots=True)
class Printed:
    """A map card with the texts of its edges."""

    code: str
    title: str
    edges: tuple[EdgeText, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """A card on the table. `lies`: whose it is, and what it touches; `free`: texts of edges on which a card could lie."""

    code: str
    title: str
    lies: str
    free: tuple[EdgeText, ...]
    blocked: str


def story(table: Table, view: View, events: Sequence[Event]) -> Mapping[str, Any]:
    """What the templates tell.

    `told`: a sentence or two for each event. `hand`: the reader's cards, None for no seat. `maps`: name and cards of each map.
    `last`: the two sides of the match that may be challenged now. `standing`: rank, player, points, cards in hand.
    """
    teller = _Teller(table)
    for event in events:
        teller.tell(event)
    return {
        "headline": _headline(view, events),
        "told": teller.told,
        "question": _question(view),
        "hand": None if view["hand"] is None else [printed(card, view["clues"]) for card in view["hand"]],
        "maps": [(_map_name(on["map"]), [_seen(view, on, lying) for lying in on["cards"]]) for on in view["maps"]],
        "last": _last(view),
        "standing": standing(table.players, view),
        "wrong": [_wrong(laid) for laid in view["wrong"]],
        "over": view["phase"] == OVER,
    }


def printed(card: str, clues: str) -> Printed:
    """A card with all that is printed at its edges."""
    return Printed(card, title(card), edge_texts(card, clues))


def standing(players: Sequence[str], view: View) -> list[tuple[int, str, int, int]]:
    """Rank, player, points and cards in hand, most points first; equal points share a rank."""
    scores = view["scores"]
    ordered = sorted(players, key=lambda name: -scores[name])
    return [
        (1 + sum(scores[other] > scores[name] for other in players), name, scores[name], view["hands"][name])
        for name in ordered
    ]


def _headline(view: View, events: Sequence[Event]) -> str:
    if view["phase"] == OVER:
        return f"{_listed(view['winners'])} {'has' if len(view['winners']) == 1 else 'have'} won the game"
    said = []
    for event in events:
        if event["event"] == "challenge":
            said.append(f"{event['by']}'s challenge is {'upheld' if event['upheld'] else 'mistaken'}")
        elif event["event"] == "answer":
            said.append(f"{event['player']}'s answer is {'right' if event['right'] else 'wrong'}")
        elif event["event"] == "match":
            said.append(f"{event['player']} lays {event['card']}")
    return ", ".join(said[:3]) or f"{view['mover']} is to match"


def _question(view: View) -> Mapping[str, Any] | None:
    """The trivia card in play, for everybody; None where there is none."""
    asked = view["asked"]
    if asked is None:
        return None
    deck = "the WILD CARD deck" if asked["category"] == WILD else f"the cards of {SETS[asked['category']]}"
    return {
        "to": view["mover"],
        "deck": deck,
        "symbol": SYMBOLS.get(asked["symbol"], ""),
        "roll": asked["roll"],
        "name": asked["name"],
        "level": asked["level"],
        "text": asked["text"],
        "flag": asked["flag"],
    }


def _map_name(code: str) -> str:
    return "The table" if code == ALL else f"The map of {SETS[code]}"


def _seen(view: View, on: Mapping[str, Any], lying: Mapping[str, Any]) -> Seen:
    """A card of the table: what the reader must know to lay another on it."""
    card = lying["card"]
    edges = {free["edge"]: free["fits"] for free in view["free"] if free["card"] == card}
    blocked = [str(edge) for edge, fits in edges.items() if not fits]
    if lying["by"] is None:
        lies = "the beginning card"
    else:
        edge, to, to_edge = lying["joined"]
        lies = f"laid by {lying['by']}, edge {edge} on {to} edge {to_edge}"
    return Seen(
        card,
        title(card),
        lies,
        tuple(edge_text(card, edge, view["clues"]) for edge, fits in edges.items() if fits),
        f"nothing can lie on edge{'' if len(blocked) == 1 else 's'} {_listed(blocked)}" if blocked else "",
    )


def _last(view: View) -> Mapping[str, Any] | None:
    """The match that may be challenged: the edges that lie on each other, as both cards print them; None for none."""
    last = view["challengeable"]
    if last is None:
        return None
    for on in view["maps"]:
        for lying in on["cards"]:
            if lying["card"] == last["card"]:
                touches = touching(on["cards"], last["card"], view["table"])
                pairs = [
                    (edge, edge_text(lying["card"], edge, view["clues"]), other, edge_text(other, to, view["clues"]))
                    for edge, other, to in touches
                ]
                return {"player": last["player"], "card": last["card"], "pairs": pairs}
    raise AssertionError(last)


def touching(lying: Sequence[Mapping[str, Any]], card: str, radius: int) -> list[tuple[int, str, int]]:
    """What a card that lies touches: own edge, the other card, its edge."""
    top = tabletop(lying, radius)
    new = top.find(card)
    assert new is not None
    return top.touches(new)


def _wrong(laid: Mapping[str, Any]) -> str:
    edge, to, to_edge = laid["joined"]
    return f"{laid['by']}'s {laid['card']}, edge {edge} on {to} edge {to_edge}"


class _Teller:
    """Sentences for the events of one adjudication, in order."""

    def __init__(self, table: Table) -> None:
        self._cards = {card["id"]: card for card in table.decks["trivia"]}
        self.told: list[str] = []

    def tell(self, event: Event) -> None:
        tell: Callable[[Event], str] = getattr(self, f"_{event['event'].replace(' ', '_')}")
        said = tell(event)
        if said:
            self.told.append(said)

    def _builder(self, event: Event) -> str:
        on = "" if event["map"] == ALL else f" of {SETS[event['map']]}"
        if "replaces" in event:
            return (
                f"Nothing was matched: {event['card']} takes the place of the beginning card{on}, {event['replaces']}."
            )
        return f"The beginning card{on} is {event['card']}."

    def _first(self, event: Event) -> str:
        rolls = event["rolls"]
        best = [name for name in rolls if rolls[name] == max(rolls.values())]
        end = f"{best[0]} begins" if len(best) == 1 else f"{_listed(best)} roll again"
        return f"The die: {', '.join(f'{name} {rolled}' for name, rolled in rolls.items())}. {end}."

    def _match(self, event: Event) -> str:
        others = [
            f"edge {edge} on {card} edge {to}"
            for edge, card, to in event["touches"]
            if (edge, card, to) != (event["edge"], event["to"], event["to_edge"])
        ]
        also = f" It also lies with {_listed(others)}." if others else ""
        bonus = ", with the bonus" if event["bonus"] else ""
        laid = f"{event['card']} edge {event['edge']} on {event['to']} edge {event['to_edge']}"
        return f"{event['player']} lays {laid}: {_points(event)}{bonus}.{also}"

    def _mismatch(self, event: Event) -> str:
        return f"{event['player']}'s {event['card']} does not match all that it touches: it goes under the deck."

    def _challenge(self, event: Event) -> str:
        by, player, card = event["by"], event["player"], event["card"]
        if event["upheld"]:
            return f"{by} challenges {card}, and rightly: it goes under the deck. {_points(event)}."
        return f"{by} challenges {card}, but {player} has matched it rightly. {_points(event)}."

    def _trivia(self, event: Event) -> str:
        deck = "the WILD CARD deck" if event["category"] == WILD else SETS[event["category"]]
        symbol = f", with the symbol {SYMBOLS[event['symbol']]}" if event["symbol"] else ""
        die = f"; the die shows {event['roll']}" if event["roll"] is not None else ""
        return f"The trivia card of {deck} is {event['card']}{symbol}{die}."

    def _question(self, event: Event) -> str:
        card = self._cards[event["question"].rpartition("/")[0]]
        asked = question(card, event["level"])
        flag = f" (The flag: {asked.flag}.)" if asked.flag else ""
        return f"{event['player']} is asked, at level {event['level']}: {asked.text}{flag}"

    def _answer(self, event: Event) -> str:
        name, level = event["question"].rsplit("/", 1)
        note = question(self._cards[name], int(level)).note
        right = f"The answer is: {event['answer']}.{f' {note}' if note else ''}"
        points = f" {_points(event)}." if event["points"] else ""
        if event["given"] is None:
            return f"{event['player']} gives no answer.{points} {right}"
        how = "right" if event["right"] else "wrong"
        why = {"near": " (misspelt)", "doubt": " (more than the answer)"}.get(event["judged"], "")
        ruled = ", by the GM's ruling" if event["ruling"] else ""
        return f'{event["player"]} answers "{event["given"]}": {how}{why}{ruled}.{points} {right}'

    def _wild(self, event: Event) -> str:
        return f"{event['player']} {'takes' if event['taken'] else 'does without'} the WILD CARD question."

    def _pass(self, event: Event) -> str:
        return f"{event['player']} passes{', for want of orders' if event['nmr'] else ''}."

    def _nmr(self, event: Event) -> str:
        return f"{event['player']} has chosen no level: it is 1."

    def _turn_end(self, event: Event) -> str:
        drawn = event["drawn"]
        cards = f"draws {drawn} card{'' if drawn == 1 else 's'}" if drawn else "draws nothing"
        return f"{event['player']}'s turn is over; {event['player']} {cards}."

    def _round_end(self, event: Event) -> str:
        number = event["matches"]
        how = f"with {number} match{'' if number == 1 else 'es'}" if number else "without a match"
        return f"Round {event['round']} ends {how}."

    def _redraw(self, event: Event) -> str:
        return f"{event['player']} gives a card back under the deck and draws the top one."

    def _left_over(self, event: Event) -> str:
        number = event["cards"]
        return f"{event['player']} is left with {number} card{'' if number == 1 else 's'}: {_points(event)}."

    def _end(self, event: Event) -> str:
        winners = event["winners"]
        how = "wins" if len(winners) == 1 else "share the win"
        return f"The game is over: {REASONS[event['reason']]}. {_listed(winners)} {how}."


def _points(event: Event) -> str:
    """The changes of points, with names where they are not only the player's."""
    points: Mapping[str, int] = event["points"]
    if set(points) == {event["player"]}:
        change = points[event["player"]]
        return f"{change:+} point{'' if abs(change) == 1 else 's'}"
    return ", ".join(f"{name} {change:+}" for name, change in points.items())


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
