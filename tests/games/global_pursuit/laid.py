"""Views of tables with as many cards as a test wants, laid one after the other wherever there is room."""

from typing import Any

from pbem.core.chance import Chance
from pbem.core.seating import seat
from pbem.games.global_pursuit import GAME
from pbem.games.global_pursuit.drawing import lying_at
from pbem.games.global_pursuit.globe import CARDS
from pbem.games.global_pursuit.tabletop import Lying, Tabletop


def laid(number: int, radius: int = 8) -> list[dict[str, Any]]:
    """The first cards in card order, each on the first free edge with room, on a table without limits as far right as can be."""
    top = Tabletop([Lying(CARDS[0], (0, 0, 0, 0), 0)], radius)
    cards: list[dict[str, Any]] = [{"card": CARDS[0], "by": None, "joined": None, "at": [0, 0, 0, 0], "direction": 0}]
    for card in CARDS[1:number]:
        places = [(top.lay(card, 1, *free), free) for free in top.free_edges() if top.room(*free) is not None]
        new, (on, edge) = places[0] if radius else max(places, key=lambda place: across(place[0]))
        cards.append(
            {"card": card, "by": "Ann", "joined": [1, on, edge], "at": list(new.at), "direction": new.direction}
        )
        top = Tabletop([*top.lying, new], radius)
    return cards


def across(lying: Lying) -> float:
    """How far right a card lies."""
    return lying_at(lying.card, lying.at, lying.direction, 1).x


def view_of(number: int, *, hand: int = 5, radius: int = 8, **changed: Any) -> dict[str, Any]:
    """Ann's view of such a table, with the last card fresh, and a hand of the cards that come next."""
    table = seat(GAME, ("Ann", "Bob"), {"table": radius})
    state, _ = GAME.start(table, Chance("laid"))
    cards = laid(number, radius)
    held = [*CARDS, *CARDS][number : number + hand]
    state = {
        **state,
        "maps": {"ALL": cards},
        "hands": {"Ann": held, "Bob": []},
        "fresh": [cards[-1]["card"]],
    }
    return {**GAME.view(table, state, {}, "Ann"), **changed}
