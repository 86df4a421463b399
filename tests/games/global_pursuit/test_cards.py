"""What cards print: enough to find a match by, and nothing of the moderator's."""

import pytest

from pbem.games.global_pursuit.cards import EdgeText, edge_text, edge_texts, grid_lines
from pbem.games.global_pursuit.globe import CARDS, globe
from pbem.games.global_pursuit.tabletop import EDGES

SIDES = [(card, edge) for card in CARDS[:12] for edge in EDGES]
"""Every edge of every face, once from each of its two sides."""


Line = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], frozenset[str]]


def line_of(card: str, edge: int) -> Line:
    """What a card prints of the edge's line: lands and seas, circles and grid lines in its direction; lines followed, poles."""
    texts = globe().edge(card, edge).texts
    grid = grid_lines(card, edge)
    crossed = tuple(line for line in grid if " " not in line)
    return tuple(texts["along"]), tuple(texts["circles"]), crossed, frozenset(grid) - set(crossed)


def from_beyond(card: str, edge: int) -> Line:
    """The same as the neighbour must print it: in reverse."""
    along, circles, crossed, others = line_of(card, edge)
    turned = {line.replace("start", "END").replace("end", "start").replace("END", "end") for line in others}
    return along[::-1], circles[::-1], crossed[::-1], frozenset(turned)


@pytest.mark.parametrize(("card", "edge"), SIDES, ids=lambda value: str(value))
def test_every_edge_of_the_globe_can_be_told_from_every_other(card: str, edge: int) -> None:
    fitting = [side for side in SIDES if line_of(*side) == from_beyond(card, edge)]
    assert fitting == [side for side in SIDES if globe().match(card, edge, *side)]
    assert len(fitting) == 1


@pytest.mark.parametrize("card", CARDS)
def test_a_card_prints_all_of_that_line_and_no_face(card: str) -> None:
    for edge in EDGES:
        text = edge_text(card, edge, "grid")
        along, circles, crossed, others = line_of(card, edge)
        assert f"along it {', '.join(along)};" in text.text
        assert all(circle in text.text for circle in circles)
        assert all(line.split(" Pole ")[0] in text.text for line in (*crossed, *others))
        assert globe().cards[card].face not in (text.text + text.around).split()


def test_plain_clues_leave_the_grid_out() -> None:
    for card in CARDS:
        for text in edge_texts(card, "plain"):
            assert "°" not in text.text
            assert "Pole" not in text.text
    assert edge_text("PE-08", 5, "plain") == EdgeText(
        5,
        "along it Indian Ocean, Somalia, Ethiopia, Eritrea, Sudan, Red Sea;"
        " inside it Indian Ocean, Somalia, Gulf of Aden, Yemen; it crosses the Equator",
        "near it: Rub' al Khali (Empty Quarter)",
    )


def test_the_oceans_that_read_alike_have_finer_meridians() -> None:
    lines = {tuple(grid_lines(card, edge)) for card, edge in SIDES if not globe().edge(card, edge).texts["grid"]}
    assert ("130°W", "140°W") in lines
    assert ("170°E", "160°E") in lines
