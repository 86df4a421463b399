"""Pictures: well-formed, every card turned as it lies, edges and cards named; nothing in them that is not in the view."""

import math
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

from pbem.core.chance import Chance
from pbem.core.contract import Picture
from pbem.core.seating import seat
from pbem.games.global_pursuit import GAME
from pbem.games.global_pursuit.drawing import lying_at
from pbem.games.global_pursuit.globe import CARDS, Globe, globe
from pbem.games.global_pursuit.labels import ends, labels, on_edge, short_route, ticks
from pbem.games.global_pursuit.map_pictures import COLUMN, PART_EDGE, PLATE, map_pictures
from pbem.games.global_pursuit.picture import hand_svg, pictures
from pbem.games.global_pursuit.state import OVER
from pbem.games.global_pursuit.tabletop import EDGES, corners
from tests.games.global_pursuit.laid import view_of

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


def of_table(view: dict[str, Any]) -> list[Picture]:
    return [picture for picture in pictures(view) if picture.name.startswith("The table")]


def edges_named(drawn: list[Picture]) -> set[str]:
    return {text for picture in drawn for text in texts(picture.svg) if "/" in text}


def test_the_table_shows_its_cards_and_names_the_free_edges() -> None:
    first, second, *table = pictures(shown())
    assert {"PP-01", "PP-07"} <= {text for picture in table for text in texts(picture.svg)}
    assert edges_named(table) == {
        *(f"PP-01/{edge}" for edge in (1, 2, 3, 4)),
        *(f"PP-07/{edge}" for edge in (2, 3, 4, 5)),
    }
    assert {picture.text for picture in table} == {"PP-01 (beginning card); PP-07 edge 1 on PP-01 edge 5"}
    assert not any("PP-04" in picture.svg for picture in table)
    assert [first.name, second.name] == ["Your hand, PP-11", "Your hand, PP-03"]
    assert "PP-11" in texts(first.svg)
    assert "PP-03" in texts(second.svg)


def test_the_cards_laid_last_are_marked() -> None:
    for picture in of_table(shown()):
        root = ElementTree.fromstring(picture.svg)
        drawn = [group for group in root.iter(f"{SVG}g") if group.findall(f"{SVG}use")]
        marked = [group.get("transform") for group in drawn if group[-1].get("stroke") == "#d1495b"]
        assert len(drawn) == 2
        assert marked == [drawn[-1].get("transform")]


@pytest.mark.parametrize("number", [1, 2, 5, 20, 35, 48])
def test_a_table_is_drawn_whole_and_every_edge_with_room_is_named_on_a_plate(number: int) -> None:
    view = view_of(number)
    whole, *plates = of_table(view)
    codes = {lying["card"] for lying in view["maps"][0]["cards"]}
    assert codes <= set(texts(whole.svg))
    assert whole.half == (not plates)
    assert edges_named([whole, *plates]) == {f"{free['card']}/{free['edge']}" for free in view["free"] if free["fits"]}
    names = [picture.name for picture in plates]
    assert names == sorted(names)
    assert len(plates) <= 16
    letters = {name.rpartition(" ")[2] for name in names}
    assert letters <= set(texts(whole.svg))
    if plates:
        assert view["fresh"][0] in texts(plates[0].svg), "the last match comes first"


def test_each_of_four_maps_is_drawn_for_itself() -> None:
    table = seat(GAME, ("Ann", "Bob"), {"maps": "four", "hand": 7})
    state, _ = GAME.start(table, Chance("four"))
    drawn = pictures(GAME.view(table, state, {}, "Ann"))
    assert [picture.name.partition(",")[0] for picture in drawn] == [
        *["Your hand"] * 7,
        "The map of People and Places",
        "The map of Planet Earth",
        "The map of Historic Happenings",
        "The map of People and Products",
    ]
    assert len({picture.cid for picture in drawn}) == 11


def test_no_edge_is_named_once_the_game_is_over() -> None:
    table = of_table(view_of(20, phase=OVER))
    assert edges_named(table) == set()
    assert not any("Green edge" in text for picture in table for text in texts(picture.svg))


def test_a_table_too_wide_for_its_codes_is_divided() -> None:
    view = view_of(40, radius=0)
    wholes = [picture for picture in of_table(view) if "whole" in picture.name]
    assert len(wholes) > 1
    assert [picture.name for picture in wholes][:1] == [f"The table, whole, 1 of {len(wholes)}"]
    found = {text for picture in wholes for text in texts(picture.svg)}
    assert {lying["card"] for lying in view["maps"][0]["cards"]} <= found


def letters_high(picture: Picture) -> Iterator[float]:
    """How high its letters are in a mail whose column is 564 pixels wide, and on a telephone's of 339."""
    wide = float(re.findall(r'viewBox="\S+ \S+ (\S+)', picture.svg)[0])
    assert wide == pytest.approx(PLATE if picture.half else COLUMN, abs=1)
    for text in ElementTree.fromstring(picture.svg).iter(f"{SVG}text"):
        size = float(text.get("font-size", "0"))
        yield size / wide * (0.49 * 564 if picture.half else 564)
        yield size / wide * 339


@pytest.mark.parametrize("number", [1, 5, 20, 48])
def test_letters_can_be_read_in_a_mail_and_on_a_telephone(number: int) -> None:
    for picture in pictures(view_of(number)):
        codes = min(letters_high(picture))
        assert codes >= (7 if picture.half else 8.5), picture.name


def test_pictures_name_no_face() -> None:
    faces = re.compile("|".join(rf"\b{face}\b" for face in globe().faces))
    for picture in pictures(view_of(20)):
        assert not faces.search(picture.svg), "codes of faces are never printed"


def test_no_drawing_looks_whether_edges_match(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_of(20)

    def asked(*_: object) -> bool:
        raise AssertionError("whether a match is right must show in no picture")

    monkeypatch.setattr(Globe, "match", asked)
    map_pictures.cache_clear()
    assert pictures(view)


def test_plain_clues_leave_the_grid_out_of_pictures_too() -> None:
    assert any("°" in text for picture in of_table(shown()) for text in texts(picture.svg))
    for picture in pictures(shown(clues="plain")):
        assert not any("°" in text for text in texts(picture.svg))


@pytest.mark.parametrize("card", CARDS)
def test_all_that_a_card_tells_of_its_edges_is_on_it_or_below_it(card: str) -> None:
    told = {label.text for label in labels(card) if label.edges}
    found = [re.sub("^[→←] ", "", text) for text in texts(hand_svg(card, "grid"))]
    missing = told - set(found)
    assert not missing
    numbers = [int(text) for text in found if text.isdigit()]
    assert set(numbers) >= set(EDGES)


@pytest.mark.parametrize("card", CARDS)
def test_a_card_is_turned_so_that_its_edges_run_as_they_lie(card: str) -> None:
    for direction in range(10):
        placed = lying_at(card, (1, -2, 0, 3), direction, PART_EDGE)
        lying = corners((1, -2, 0, 3), direction)
        zeta = complex(math.cos(math.pi / 5), math.sin(math.pi / 5))
        for edge in EDGES:
            where = sum(number * zeta**power for power, number in enumerate(lying[edge - 1])) * PART_EDGE
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
