"""Drawing map cards: coasts cut to the pentagon, labels where they have room, plates with all that matters."""

import math
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.games.global_pursuit.coasts import cut, cut_area, cut_line
from pbem.games.global_pursuit.drawing import Box, Placed
from pbem.games.global_pursuit.globe import CARDS, globe
from pbem.games.global_pursuit.labelling import Style, labels_svg
from pbem.games.global_pursuit.labels import labels, ticks
from pbem.games.global_pursuit.legend import DISC, Legend
from pbem.games.global_pursuit.lettering import HIGH as HIGH_LINE
from pbem.games.global_pursuit.lettering import text_svg, width
from pbem.games.global_pursuit.plates import HIGH, MARGIN, WIDE, plates
from pbem.games.global_pursuit.tabletop import EDGES
from tools.lettering import measured

SQUARE = ((0.0, 0.0), (0.0, 2.0), (2.0, 2.0), (2.0, 0.0))
"""Clockwise, as the corners of a card."""


@pytest.mark.parametrize(
    ("ring", "kept"),
    [
        ([(0.5, 0.5), (1, 1.5), (1.5, 0.5)], [(0.5, 0.5), (1, 1.5), (1.5, 0.5)]),
        ([(3, 3), (4, 4), (4, 3)], []),
        ([(-1, -1), (-1, 3), (3, 3), (3, -1)], [(0, 0), (0, 2), (2, 2), (2, 0)]),
        ([(1, 1), (1, 4), (3, 4), (3, 1)], [(1, 1), (1, 2), (2, 2), (2, 1)]),
    ],
    ids=["inside", "outside", "around", "corner"],
)
def test_an_area_is_cut(ring: list[tuple[float, float]], kept: list[tuple[float, float]]) -> None:
    assert sorted(cut_area(ring, SQUARE)) == sorted(kept)


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ([(0.5, 1), (1.5, 1)], [[(0.5, 1), (1.5, 1)]]),
        ([(-1, 1), (3, 1)], [[(0, 1), (2, 1)]]),
        ([(1, 1), (1, 3), (1.5, 3), (1.5, 1)], [[(1, 1), (1, 2)], [(1.5, 2), (1.5, 1)]]),
        ([(-1, -1), (-2, 5)], []),
    ],
    ids=["inside", "through", "twice", "outside"],
)
def test_a_line_is_cut(line: list[tuple[float, float]], kept: list[list[tuple[float, float]]]) -> None:
    assert cut_line(line, SQUARE) == kept


@pytest.mark.parametrize("face", globe().faces)
def test_nothing_of_a_face_is_drawn_outside_its_pentagon(face: str) -> None:
    corners = globe().faces[face].printed["card_corners"]
    lines = [ring for rings in cut(face).countries for ring in rings]
    lines += [line for parts in cut(face).circles.values() for line in parts]
    assert lines
    reach = max(math.hypot(x, y) for x, y in corners)
    assert all(math.hypot(x, y) <= reach + 1e-6 for line in lines for x, y in line)


def test_widths_are_those_of_the_font() -> None:
    sizes = measured()
    for text in ("Addis Ababa", "PE-08", "São Tomé", "30°N", "→ Cook 1776-80"):
        assert width(text, 14) == pytest.approx(sum(sizes["medium"][letter] for letter in text) * 0.014)
        assert width(text, 14, bold=True) == pytest.approx(sum(sizes["bold"][letter] for letter in text) * 0.014)


def test_every_label_has_letters_that_were_measured() -> None:
    for card in CARDS:
        assert all(width(label.text + label.mark, 14) > 5 for label in labels(card))


def test_a_text_is_as_wide_with_any_font() -> None:
    assert f'textLength="{width("Cairo & Co", 14):.1f}"' in text_svg(0, 0, 14, "Cairo & Co")
    assert "Cairo &amp; Co" in text_svg(0, 0, 14, "Cairo & Co")


def written(svg: str) -> list[Box]:
    """The boxes of all texts on a card, and of the discs of numbers."""
    root = ElementTree.fromstring(svg)
    boxes = []
    for text in root.iter("text"):
        size, letters = float(text.get("font-size", "0")), text.text or ""
        x, y = float(text.get("x", "0")), float(text.get("y", "0")) - 0.345 * size
        half, high = width(letters, size, text.get("font-weight") == "bold") / 2, size * HIGH_LINE / 2
        if text.get("fill") != "#ffffff":
            boxes.append(Box(x - half, y - high, x + half, y + high).grown(-0.1))
    discs = [circle for circle in root.iter("circle") if float(circle.get("r", "0")) == DISC]
    boxes += [Box(x, y, x, y).grown(DISC - 0.1) for x, y in (_centre(disc) for disc in discs)]
    return boxes


def _centre(circle: ElementTree.Element) -> tuple[float, float]:
    return float(circle.get("cx", "0")), float(circle.get("cy", "0"))


@pytest.mark.parametrize("card", CARDS[::5])
@pytest.mark.parametrize(
    ("edge", "turn", "style"),
    [
        (258, 0.0, Style(14, frozenset(EDGES), True, outside=True, inner=True)),
        (126, 36.0, Style(14, frozenset({1, 4}), True)),
        (126, 144.0, Style(14, frozenset(EDGES), False)),
    ],
    ids=["hand", "table", "last match"],
)
def test_no_two_labels_of_a_card_touch(card: str, edge: int, turn: float, style: Style) -> None:
    boxes = written(labels_svg(Placed(card, 0, 0, turn, edge), style, Legend()))
    assert len(boxes) > 5
    for number, box in enumerate(boxes):
        assert not any(box.meets(other) for other in boxes[:number])


def test_a_name_without_room_gets_a_number_and_stands_in_the_legend() -> None:
    legend = Legend()
    drawn = labels_svg(Placed("PP-11", 0, 0, 0, 70), Style(14, frozenset(EDGES), False), legend)
    assert legend.names
    rows, high = legend.rows(Box(0, 0, 444, 444), 14)
    assert high > 14
    for name, number in legend.names.items():
        assert f">{name}</text>" in rows
        assert f">{number}</text>" in rows
        assert f">{number}</text>" in drawn
        assert f">{name}</text>" not in drawn


def test_a_picture_without_numbers_has_no_legend() -> None:
    assert Legend().rows(Box(0, 0, 444, 444), 14) == ("", 0.0)


@given(
    st.lists(st.tuples(st.integers(-900, 900), st.integers(-900, 900)), min_size=1, max_size=20, unique=True),
    st.integers(0, 3),
)
def test_every_card_that_matters_is_wholly_on_a_plate(places: list[tuple[int, int]], fresh: int) -> None:
    boxes = {f"C-{n}": Box(x, y, x + 162, y + 154) for n, (x, y) in enumerate(places)}
    first = list(boxes)[:fresh]
    found = plates(boxes, 100, first, list(boxes))
    assert all(any(plate.holds(box) for plate in found) for box in boxes.values())
    assert not first or any(found[0].holds(boxes[card]) for card in first)
    for plate in found:
        assert plate.wide == pytest.approx(WIDE * 100)
        assert 154 + 2 * MARGIN * 100 <= plate.high + 1e-9 <= HIGH * 100 + 1e-6


def test_grid_lines_are_named_where_they_cross() -> None:
    legend = Legend()
    drawn = labels_svg(Placed("PP-03", 0, 0, 0, 258), Style(14, frozenset(EDGES), True), legend)
    for edge in EDGES:
        for line, _ in ticks("PP-03", edge):
            assert f">{line}</text>" in drawn
