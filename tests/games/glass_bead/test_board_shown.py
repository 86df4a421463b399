"""The names under which cards stand on the board: short and told apart in characters, broken well in a table."""

import re

import pytest

from pbem.core.chance import Chance
from pbem.core.columns import columns
from pbem.core.contract import Audience
from pbem.core.seating import seat
from pbem.games.glass_bead import GAME
from pbem.games.glass_bead.deck import Deck, deck_of
from pbem.games.glass_bead.panels import name_length, page_names, short_names


def deck() -> Deck:
    return deck_of(seat(GAME, ("Ann",), {}))


@pytest.mark.parametrize(("board", "length"), [("10x10", 6), ("26x9", 6), ("7x7", 9), ("5x5x5", 13), ("1x9", 15)])
def test_short_names_fit_the_board_and_are_told_apart(board: str, length: int) -> None:
    table = seat(GAME, ("Ann",), {"board": board, "short_deck": True})
    assert name_length(table) == length
    names = short_names(deck(), length).values()
    assert len({*names}) == 100
    assert max(map(columns, names)) <= length


def test_a_table_shows_titles_where_there_is_room_and_else_breaks_between_parts() -> None:
    wide, narrow = page_names(deck(), 13), page_names(deck(), 6)
    assert wide["Leonardo da Vinci"] == "Leonardo da Vinci"
    assert [one.split("\u200b") for one in (narrow["King Tut"], narrow["Mozart"], narrow["The Cold War"])] == [
        ["Kin", "Tut"],
        ["Moz", "art"],
        ["Col", "War"],
    ]
    plain = {title: name.replace("\u200b", "") for title, name in narrow.items()}
    assert plain == short_names(deck(), 6)


@pytest.mark.parametrize(
    ("title", "lines", "size"),
    [
        ("Plato", ["Plato"], 11.5),
        ("Gone With the Wind", ["Gone With", "the Wind"], 11.5),
        ("Johann Sebastian Bach", ["Johann", "Sebastian", "Bach"], 11.5),
        ("Michelangelo", ["Michelangelo"], 9.2),
        ("One two three four five six seven eight", ["One two", "three four", "five six…"], 11.5),
        ("Donaudampfschifffahrt", ["Donaudampfsch…"], 7.7),
    ],
)
def test_a_title_fits_its_cell_in_the_picture(title: str, lines: list[str], size: float) -> None:
    cards = [{"title": title, "sa": "A", "descriptors": ["x"]}]
    table = seat(GAME, ("Ann",), {"deck": {"cards": cards}, "board": "1x1", "hand": 1})
    at = {**GAME.start(table, Chance(""))[0], "board": {"a1": title}}
    (picture,) = GAME.pictures(table, GAME.view(table, at, {}, Audience.PUBLIC))
    found = re.findall(r'font-size="([0-9.]+)" fill="#111111">([^<]+)<', picture.svg)
    assert ([line for _, line in found], {float(large) for large, _ in found}) == (lines, {size})


def test_the_legend_gives_a_short_name_where_there_is_one() -> None:
    table = seat(GAME, ("Ann",), {})
    at = {**GAME.start(table, Chance(""))[0], "board": {"a1": "Plato", "b1": "Mozart", "c1": "King Tut"}}
    legend = GAME.story(table, GAME.view(table, at, {}, "Ann"), [])["board"]
    assert [line.split(" (")[0] for line in legend.legend] == ["a1 Plato", "b1 Mozart", "c1 KinTut = King Tut"]
    listed = re.findall("<strong>.*?,", legend.listed)
    assert listed == ["<strong>Plato</strong>,", "<strong>Mozart</strong>,", "<strong>King Tut</strong> (KinTut),"]


def test_a_wide_board_is_shown_in_panels() -> None:
    for board, names in (("26x2", ["Columns a to j", "Columns k to t"]), ("21x2x2", ["Level 1, columns a to j"])):
        table = seat(GAME, ("Ann",), {"board": board, "short_deck": True})
        at = GAME.start(table, Chance(""))[0]
        panels = GAME.story(table, GAME.view(table, at, {}, "Ann"), [])["board"].panels
        assert [panel.name for panel in panels][: len(names)] == names
