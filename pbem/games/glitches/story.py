"""An adjudication of Glitches as it is told to people: plays, what scored and why, the rows. From told events and a view."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.core.contract import Event, Table, View
from pbem.games.glitches.picture import field_of
from pbem.games.glitches.state import KEEP, PLAY, PLAYS

FITS = {"values": "equal values", "colours": "one colour", "run": "a run", "total": "a total of 11"}
REMARKS = {"ordered": "", "random": "drawn by lot", "best": "laid in the best way"}


@dataclass(slots=True)
class Deed:
    """A keep, a play or a row: who, in a sentence what, how it came if not by an order, the points, and what scored.

    `number`: of a play, from 1; else 0. `scores`: whether it is of the sort that scores, if only 0 points.
    """

    player: str
    said: str
    remark: str
    number: int = 0
    points: int = 0
    reasons: list[str] = field(default_factory=list)
    scores: bool = False


def story(table: Table, view: View, events: Sequence[Event]) -> Mapping[str, Any]:
    """What the templates tell.

    `nmr`: a sentence for each. `deeds`: keeps, plays and rows in the order in which they happened. `dealt`: whether deal 2 has
    come. `field`: as far as cards can lie, `legend` on its marks, and `caption` on those of its drawing. `scores`: player,
    points, a remark. `cards`: of each player whose cards the reader knows, what lies where, and the orders still on file.
    `next`: a sentence on what comes next.
    """
    deeds = [_TELL[event["event"]](event) for event in events if event["event"] in _TELL]
    return {
        "headline": _headline(view, events),
        "nmr": [_nmr(event) for event in events if event["event"] == "nmr"],
        "deeds": deeds,
        "dealt": any(event["event"] == "deal" for event in events),
        "field": field_of(view),
        "scores": [(name, view["scores"][name], _standing(view, name)) for name in table.players],
        "cards": _cards(view),
        "legend": _legend(view),
        "caption": _legend(view, drawn=True),
        "next": _next(view),
    }


def reasons(lines: Sequence[Mapping[str, Any]], cell: str) -> list[str]:
    """What scored and why, line by line: `row 3: 5B 5G 5Y, equal values, 1 point`; `cell` is the play's, empty for a row."""
    return [
        f"{_line(one['line'], cell)}{' '.join(one['cards'])}, {FITS[one['category']]}, {counted(one['points'], 'point')}"
        for one in lines
    ]


def _line(line: str, cell: str) -> str:
    if not cell:
        return ""
    return f"row {cell[1]}: " if line == "row" else f"column {cell[0]}: "


def counted(number: int, what: str) -> str:
    """`1 point`, `2 points`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _keep(event: Event) -> Deed:
    said = f"{event['player']} keeps four cards and piles two"
    if "kept" in event:
        said = f"{event['player']} keeps {' '.join(event['kept'])} and piles {' '.join(event['piled'])}"
    return Deed(event["player"], said, REMARKS[event["how"]])


def _play(event: Event) -> Deed:
    said = f"{event['player']} plays {event['card']} at {event['cell']}"
    why = reasons(event["lines"], event["cell"])
    return Deed(event["player"], said, REMARKS[event["how"]], event["play"], event["points"], why, True)


def _row(event: Event) -> Deed:
    said = f"{event['player']}'s pile makes the row {' '.join(event['cards'])}"
    return Deed(event["player"], said, REMARKS[event["how"]], 0, event["points"], reasons(event["lines"], ""), True)


_TELL = {"keep": _keep, "play": _play, "row": _row}


def _nmr(event: Event) -> str:
    what = "keep four cards" if event["decision"] == KEEP else "play"
    return f"{event['player']} sent nothing when asked to {what} (NMR)."


def _standing(view: View, name: str) -> str:
    if view["winner"] is None:
        return "starts" if name == view["starter"] else ""
    return "wins" if name == view["winner"] else ""


def _headline(view: View, events: Sequence[Event]) -> str:
    if view["winner"] is not None:
        return f"{view['winner']} has won the game"
    plays = [event for event in events if event["event"] == "play"]
    if not plays:
        return "the first cards are dealt" if not events and not view["plays"] else "the cards are kept"
    if len(plays) == 1:
        return f"{_play(plays[0]).said} for {counted(plays[0]['points'], 'point')}"
    return f"plays {plays[0]['play']} to {plays[-1]['play']}"


def _cards(view: View) -> list[tuple[str, list[tuple[str, str]], list[str]]]:
    """Player, what the player has and where, and the orders left; empty at the end, when the rows show all."""
    if view["winner"] is not None:
        return []
    hand = "dealt" if view["phase"] == KEEP else "hand"
    return [
        (
            name,
            [(where, " ".join(cards)) for where, cards in ((hand, held), ("pile", view["piles"][name])) if cards],
            [text for _, text in view["on_file"][name]],
        )
        for name, held in view["hands"].items()
    ]


def _legend(view: View, *, drawn: bool = False) -> str:
    """What the letters and the marks say: brackets around the card played last, in a drawing a frame."""
    said = ["R, G, B, Y are red, green, blue, yellow."]
    if view["plays"]:
        _, card, cell = view["plays"][-1]
        said.append(f"{card} at {cell}, framed, was played last." if drawn else f"[{card}] at {cell} was played last.")
    if view["legal"]:
        said.append("You may play on the cells marked +.")
    return " ".join(said)


def _next(view: View) -> str:
    if view["phase"] == KEEP:
        return (
            f"Deal {view['deal']}: both players choose four of their six cards to keep; the other two go to their pile."
        )
    if view["phase"] == PLAY:
        return f"Play {len(view['plays']) + 1} of {PLAYS} is {view['mover']}'s."
    if len(set(view["scores"].values())) == 1:
        return f"With equal points {view['winner']} wins, who was the starting player."
    return ""
