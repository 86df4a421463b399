"""Pictures: well-formed, every card turned as it lies, edges and cards named; nothing in them that is not in the view."""

import math
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from pbem.core.chance import Chance
from pbem.core.seating import seat
from pbem.games.global_pursuit import GAME
from pbem.games.global_pursuit.globe import CARDS, globe
from pbem.games.global_pursuit.labels import ends, labels, on_edge, short_route, ticks
from pbem.games.global_pursuit.picture import TABLE_EDGE, lying_at, pictures
from pbem.games.global_pursuit.tabletop import EDGES, corners

SVG = "{http://www.w3.org/2000/svg}"
FIXED = {
    "start": "PP-01",
    "deck": ["PP-07", "PP-04", "PP-11", "PP-02", "PP-03", "PP-08", "PP-06", "PP-10", "PP-12", "PP-05", "PP-09"],
    "first Ann": 12,
    "first Bob": 5,
}


def shown(name: str = "Ann", **options: Any) -> dict[str, Any]:
    """The view after a first match."""
    table = seat(GAME, ("Ann", "Bob"), {"sets": ["PP"], "hand": 3, "trivia": "off", **options})
    chance = Chance("picture", FIXED)
    state, _ = GAME.start(table, chance)
    sheet = GAME.read(table, GAME.view(table, state, {}, "Ann"), "match PP-07 edge 1 to PP-01 edge 5")
    done = GAME.advance(table, state, {"Ann": sheet.orders}, frozenset(), frozenset(), {}, chance)
    return GAME.view(table, done.state, {}, name)


def texts(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_the_table_shows_its_cards_and_names_the_free_edges() -> None:
    table, hand = pictures(shown())
    drawn = texts(table.svg)
    assert {"PP-01", "PP-07"} <= set(drawn)
    assert {text for text in drawn if "/" in text} == {
        *(f"PP-01/{edge}" for edge in (1, 2, 3, 4)),
        *(f"PP-07/{edge}" for edge in (2, 3, 4, 5)),
    }
    assert table.text == "PP-01 (beginning card); PP-07 edge 1 on PP-01 edge 5"
    assert "PP-04" not in table.svg
    assert [text for text in texts(hand.svg) if text.startswith("PP-")] == ["PP-11", "PP-03"]
    assert [picture.name for picture in pictures(shown("Bob"))] == ["table", "hand"]


def test_the_cards_laid_last_are_marked() -> None:
    marked = re.findall(r'href="#(\w+)-edge" fill="none" stroke="#d1495b"', pictures(shown())[0].svg)
    assert marked == [globe().cards["PP-07"].face]


def test_plain_clues_leave_the_grid_out_of_pictures_too() -> None:
    assert any("°" in text for text in texts(pictures(shown())[0].svg))
    for picture in pictures(shown(clues="plain")):
        assert not any("°" in text for text in texts(picture.svg))


@pytest.mark.parametrize("card", CARDS)
def test_a_card_is_turned_so_that_its_edges_run_as_they_lie(card: str) -> None:
    for direction in range(10):
        placed = lying_at(card, (1, -2, 0, 3), direction)
        lying = corners((1, -2, 0, 3), direction)
        zeta = complex(math.cos(math.pi / 5), math.sin(math.pi / 5))
        for edge in EDGES:
            where = sum(number * zeta**power for power, number in enumerate(lying[edge - 1])) * TABLE_EDGE
            x, y = placed.at(ends(globe().cards[card], edge)[0])
            assert (x, y) == pytest.approx((where.real, -where.imag), abs=0.05)


@pytest.mark.parametrize("card", CARDS)
def test_every_card_has_labels_within_it_and_grid_lines_on_its_edges(card: str) -> None:
    assert labels(card)
    assert any(ticks(card, edge) for edge in EDGES)
    for edge in EDGES:
        assert all(0 <= where <= 1 for _, where in ticks(card, edge))
    shape = globe().cards[card]
    for label in labels(card):
        for edge in EDGES:
            (x, y), (u, v) = ends(shape, edge)
            inside = (u - x) * (label.at[1] - y) - (v - y) * (label.at[0] - x)
            assert inside < 0.01, label


def test_a_grid_line_is_at_one_place_on_both_sides_of_an_edge() -> None:
    for card in CARDS[:12]:
        for edge in EDGES:
            for other in CARDS[12:24]:
                for to in EDGES:
                    if globe().match(card, edge, other, to):
                        beyond = {line: 1 - where for line, where in ticks(other, to)}
                        assert dict(ticks(card, edge)) == pytest.approx(beyond, abs=1e-3)


def test_inside_is_right_of_an_edge() -> None:
    x, y = on_edge(globe().cards["PP-01"], 1, 0.5, 0.5)
    assert math.hypot(x, y) < math.hypot(*on_edge(globe().cards["PP-01"], 1, 0.5, 0))


def test_routes_are_cut_short() -> None:
    assert short_route("Nordenskiold by the Northeast Passage 1878-79") == "Nordenskiold 1878-79"
    assert short_route("Heyerdahl's Kon-Tiki 1947") == "Heyerdahl's Kon-Tiki 1947"
    assert short_route("Cabot 1497") == "Cabot 1497"
