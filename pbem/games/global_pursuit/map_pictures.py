"""A map of cards in pictures: the whole of it, and plates on which all that matters now can be read. Source: section 10, W17."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_uppercase
from typing import Any

from pbem.core.contract import View
from pbem.games.global_pursuit.cards import GRID
from pbem.games.global_pursuit.coasts import definitions
from pbem.games.global_pursuit.drawing import (
    PAPER,
    ROOM,
    Box,
    Placed,
    around,
    beside,
    card_svg,
    framed,
    lying_at,
    room_svg,
)
from pbem.games.global_pursuit.globe import SETS, set_of
from pbem.games.global_pursuit.labelling import Style, labels_svg
from pbem.games.global_pursuit.legend import Legend
from pbem.games.global_pursuit.lettering import lettering, text_svg, width
from pbem.games.global_pursuit.plates import MARGIN, plates
from pbem.games.global_pursuit.state import ALL, OVER, tabletop
from pbem.games.global_pursuit.tabletop import EDGES

PLATE, COLUMN = 444, 800
"""How wide a plate and the whole of a map are."""
PART_EDGE, LARGEST, SMALLEST = 127, 140, 46
"""A card's edge on a plate, and at most and at least on the whole of a map, which is divided where it is still too wide."""
SIZE, CODE = 14, 21
"""Letters of a plate, and of the whole of a map."""
OVERLAP = 2.0
"""How much of a map that is divided is in two of its pictures, in edges."""
FRAME = "#5b2a86"
ARROWS = "→ leaves, ← enters"
"""What the arrows of routes mean."""


@dataclass(frozen=True, slots=True)
class MapPicture:
    """One of a map's pictures; `half`: a plate, which takes half a column."""

    name: str
    svg: str
    half: bool


@dataclass(frozen=True, slots=True)
class Lain:
    """A map as it is drawn: the cards as they lie, those laid last, the free edges with room, the edges that matter now."""

    called: str
    cards: tuple[tuple[str, tuple[int, int, int, int], int], ...]
    fresh: frozenset[str]
    room: frozenset[tuple[str, int]]
    matter: frozenset[tuple[str, int]]
    clues: str


def lain(view: View, on: Mapping[str, Any]) -> Lain:
    """A map of a view as it is to be drawn. Once the game is over no edge matters for its room."""
    here = {lying["card"] for lying in on["cards"]}
    fresh = frozenset(card for card in view["fresh"] if card in here)
    room: frozenset[tuple[str, int]] = frozenset()
    if view["phase"] != OVER:
        room = frozenset((free["card"], free["edge"]) for free in view["free"] if free["fits"] and free["card"] in here)
    matter = set(room)
    top = tabletop(on["cards"], 0)
    for card in fresh:
        matter |= {(card, edge) for edge in EDGES}
        lying = top.find(card)
        if lying is not None:
            matter |= {(other, theirs) for _, other, theirs in top.touches(lying)}
    cards = tuple((lying["card"], tuple(lying["at"]), lying["direction"]) for lying in on["cards"])
    called = "The table" if on["map"] == ALL else f"The map of {SETS[on['map']]}"
    return Lain(called, cards, fresh, room, frozenset(matter), view["clues"])


@lru_cache(maxsize=8)
def map_pictures(shown: Lain) -> tuple[MapPicture, ...]:
    """The whole of a map and its plates; a map that finds room on one plate is that alone."""
    placed = [lying_at(*card, PART_EDGE) for card in shown.cards]
    boxes = {one.card: one.box() for one in placed}
    others = [card for card in boxes if any((card, edge) in shown.matter for edge in EDGES)]
    found = plates(boxes, PART_EDGE, [card for card in boxes if card in shown.fresh], others or list(boxes))
    if len(found) == 1 and all(found[0].holds(box) for box in boxes.values()):
        return (MapPicture("whole", _plate_svg(shown, placed, found[0], ""), True),)
    parts = {_letter(number): plate for number, plate in enumerate(found)}
    drawn = (
        MapPicture(f"part {letter}", _plate_svg(shown, placed, plate, letter), True) for letter, plate in parts.items()
    )
    return (*_whole_pictures(shown, parts), *drawn)


def _letter(number: int) -> str:
    """A to Z, then AA to ZZ."""
    before, last = divmod(number, len(ascii_uppercase))
    return (ascii_uppercase[before - 1] if before else "") + ascii_uppercase[last]


def _whole_pictures(shown: Lain, parts: Mapping[str, Box]) -> list[MapPicture]:
    """The whole map with its plates framed, in as many pictures as it takes to read the codes."""
    across = around([lying_at(*card, 1).box() for card in shown.cards]).grown(MARGIN)
    edge = max(SMALLEST, min(LARGEST, int(COLUMN / across.wide)))
    placed = [lying_at(*card, edge) for card in shown.cards]
    box = around([one.box() for one in placed]).grown(MARGIN * edge)
    if box.wide <= COLUMN:
        return [MapPicture("whole", _whole_svg(shown, placed, parts, _centred(box)), False)]
    pieces = math.ceil((box.wide - OVERLAP * edge) / (COLUMN - OVERLAP * edge))
    step = (box.wide - COLUMN) / (pieces - 1)
    strips = (Box(left, box.top, left + COLUMN, box.bottom) for left in (box.left + step * n for n in range(pieces)))
    return [
        MapPicture(f"whole, {number} of {pieces}", _whole_svg(shown, placed, parts, strip), False)
        for number, strip in enumerate(strips, 1)
    ]


def _centred(box: Box) -> Box:
    aside = (COLUMN - box.wide) / 2
    return Box(box.left - aside, box.top, box.right + aside, box.bottom)


def _whole_svg(shown: Lain, placed: Sequence[Placed], parts: Mapping[str, Box], box: Box) -> str:
    """A map with the code of every card, those laid last marked, edges with room marked, and frames around its plates."""
    edge = placed[0].edge
    seen = [one for one in placed if one.box().meets(box)]
    drawn = [definitions([one.card for one in seen], edge)]
    drawn += [card_svg(one, is_marked=one.card in shown.fresh) for one in _fresh_last(shown, seen)]
    drawn += [room_svg(one, side) for one in seen for side in EDGES if (one.card, side) in shown.room]
    codes = [text_svg(one.x, one.y, CODE, one.card, bold=True) for one in seen]
    taken = [Box(one.x, one.y, one.x, one.y).grown(CODE * 0.7) for one in seen]
    tabs = []
    for letter, plate in parts.items():
        frame = Box(*(side * edge / PART_EDGE for side in (plate.left, plate.top, plate.right, plate.bottom)))
        drawn.append(_frame_svg(frame))
        tab = _tab(frame, box, letter, taken)
        taken.append(tab)
        tabs.append(_tab_svg(tab, letter))
    said = ["Red rim: laid last."] if shown.fresh else []
    said += ["Green edge: a card could lie there."] if shown.room else []
    said += ["Frames: parts, enlarged below."]
    codes.append(text_svg((box.left + box.right) / 2, box.bottom + CODE * 0.8, CODE, " ".join(said)))
    whole = Box(box.left, box.top, box.right, box.bottom + CODE * 1.6)
    return framed([*drawn, lettering(CODE, "".join(codes)), *tabs], whole, shown.called)


def _frame_svg(frame: Box) -> str:
    return (
        f'<rect x="{frame.left:.1f}" y="{frame.top:.1f}" width="{frame.wide:.1f}" height="{frame.high:.1f}"'
        f' fill="none" stroke="{FRAME}" stroke-width="2" stroke-dasharray="9 6"/>'
    )


def _tab(frame: Box, picture: Box, letter: str, taken: Sequence[Box]) -> Box:
    """Where a frame's letter stands: in the picture, at the first corner or side of the frame where it hides no code."""
    wide, high = width(letter, CODE, bold=True) + 10, CODE * 1.1
    left, right = max(frame.left, picture.left), min(frame.right, picture.right) - wide
    top, bottom = max(frame.top, picture.top), min(frame.bottom, picture.bottom) - high
    middle = (left + right) / 2
    places = [(x, y) for y in (top, bottom, (top + bottom) / 2) for x in (left, right, middle)]
    tabs = [Box(x, y, x + wide, y + high) for x, y in places]
    return next((tab for tab in tabs if not any(tab.meets(other) for other in taken)), tabs[0])


def _tab_svg(tab: Box, letter: str) -> str:
    x, y = (tab.left + tab.right) / 2, (tab.top + tab.bottom) / 2
    white = text_svg(x, y, CODE, letter, "#ffffff", bold=True)
    return (
        f'<rect x="{tab.left:.1f}" y="{tab.top:.1f}" width="{tab.wide:.1f}" height="{tab.high:.1f}" rx="4" fill="{FRAME}"/>'
        f'<g text-anchor="middle">{white}</g>'
    )


def _fresh_last(shown: Lain, placed: Sequence[Placed]) -> list[Placed]:
    return sorted(placed, key=lambda one: one.card in shown.fresh)


def _plate_svg(shown: Lain, placed: Sequence[Placed], plate: Box, letter: str) -> str:
    """A part of a map: every card as it lies, those laid last marked, free edges with room named, what matters labelled."""
    seen = [one for one in placed if one.box().meets(plate)]
    parts = [definitions([one.card for one in seen], PART_EDGE)]
    parts += [card_svg(one, is_marked=one.card in shown.fresh) for one in _fresh_last(shown, seen)]
    names, labels, legend = [], [], Legend()
    for one in seen:
        if plate.holds(one.box()):
            edges = frozenset(edge for edge in EDGES if (one.card, edge) in shown.matter)
            labels.append(labels_svg(one, Style(SIZE, edges, shown.clues == GRID), legend))
            if edges and set_of(one.card) == "HH":
                legend.said = ARROWS
            for edge in EDGES:
                if (one.card, edge) in shown.room:
                    x, y, turn = beside(one, edge, 0.085)
                    parts.append(room_svg(one, edge))
                    names.append(text_svg(x, y, SIZE * 1.15, f"{one.card}/{edge}", ROOM, True, turn))
        else:
            box = Box(one.x, one.y, one.x, one.y).grown(SIZE * 2)
            if plate.holds(box):
                names.append(text_svg(one.x, one.y, SIZE * 1.3, one.card, bold=True))
    tab = [_tab_svg(_tab(plate, plate, letter, []), letter)] if letter else []
    called = f"{shown.called}, part {letter}" if letter else shown.called
    rows, high = legend.rows(plate, SIZE)
    below = f'<rect x="{plate.left:.0f}" y="{plate.bottom:.0f}" width="{plate.wide:.0f}" height="{high + 2:.0f}" fill="{PAPER}"/>'
    whole = Box(plate.left, plate.top, plate.right, plate.bottom + high)
    return framed([*parts, *labels, lettering(SIZE, "".join(names)), *tab, below, rows], whole, called)
