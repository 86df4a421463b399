"""Orders as people write them, and how they are read: the table `orders.toml`; and which parts of a file a sheet replaces."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.core.contract import Table, View
from pbem.core.seating import seat
from pbem.core.sheets import Sheet
from pbem.games.glass_bead import GAME

ROWS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "orders.toml").read_text(encoding="utf-8"))["row"]
PLAYERS = ("Ann", "Bob", "Cleo")
HAND = ["Plato", "Zeus", "American Revolution", "Tanks", "Jazz"]
CLAIM = {"claim": 3, "by": "Bob", "card": "Lucy", "with": "Newton", "text": "falls", "voted": []}


def table_and_view(board: str = "10x10", **more: Any) -> tuple[Table, View]:
    """Ann's view of the first turn, with HAND in hand and claim 3 of Bob's open; else as given."""
    table = seat(GAME, PLAYERS, {"board": board, "short_deck": True, "turn_order": "seats"})
    state, _ = GAME.start(table, Chance("orders"))
    view = GAME.view(table, state, {}, "Ann")
    return table, {**view, "hand": HAND, "draw": [], "claims": [CLAIM], **more}


def read(text: str, board: str = "10x10", **more: Any) -> Sheet:
    table, view = table_and_view(board, **more)
    return GAME.read(table, view, text)


def writings() -> list[Any]:
    """(as written, board, canonical texts or None where it is refused, part of the message)"""
    found = []
    for row in ROWS:
        for number, written in enumerate(row["written"]):
            text = row.get("before", "") + written
            found.append(
                pytest.param(text, row.get("board", "10x10"), expected(row, number), row.get("refused", ""), id=written)
            )
    return found


def expected(row: dict[str, Any], number: int) -> list[str] | None:
    if "read" not in row:
        return None
    one = row["read"]
    if isinstance(one, list) and ("before" not in row or isinstance(one[0], list)):
        one = one[number]
    if one == "refused":
        return None
    return [one] if isinstance(one, str) else one


def test_the_table_is_whole() -> None:
    assert len(ROWS) >= 45
    assert sum(len(row["written"]) for row in ROWS) >= 250
    assert all("read" in row or "refused" in row for row in ROWS)


@pytest.mark.parametrize(("written", "board", "canonical", "message"), writings())
def test_order(written: str, board: str, canonical: list[str] | None, message: str) -> None:
    sheet = read(written, board)
    errors = [problem for problem in sheet.problems if not problem.is_warning]
    if canonical is None:
        assert not sheet.orders
        assert len(errors) == 1
        assert errors[0].line == 1
        assert message in errors[0].message
    else:
        assert [order.text for order in sheet.orders] == canonical
        assert not errors
        again = read("\n".join(canonical), board)
        assert [order.text for order in again.orders] == canonical


def test_talk_is_told_from_misspelt_orders() -> None:
    problems = read("Hello Bob!\nplaice: Zeus at e5\nZeus at k9\nplay Nobody\nsee you").problems
    assert [problem.line for problem in problems if problem.prose] == [1, 5]


def test_a_beginning_that_fits_several_is_the_own_card() -> None:
    assert [order.text for order in read("place: World at e5", hand=["World War II"]).orders] == [
        "place: World War II at e5"
    ]
    drawn = read("place: World at e5", draw=["World War I"])
    assert [order.text for order in drawn.orders] == ["place: World War I at e5"]


def test_what_others_hold_makes_no_error_different() -> None:
    (problem,) = read("place: World at e5").problems
    assert problem.message == "'world' could be World War I, World War II"


@pytest.mark.parametrize("claims", [[], [CLAIM, {**CLAIM, "claim": 5}], [{**CLAIM, "by": "Ann"}]])
@pytest.mark.parametrize("written", ["vote: yes", "aye"])
def test_a_vote_without_a_number_needs_exactly_one_claim(claims: list[Any], written: str) -> None:
    sheet = read(written, claims=claims)
    assert not sheet.orders
    assert len(sheet.problems) == 1


def test_the_last_discard_and_the_last_vote_count() -> None:
    sheet = read("discard: Tanks\nvote 3: yes\ndiscard: Jazz\nvote 3: no")
    assert [order.text for order in sheet.orders] == ["discard: Jazz", "vote 3: no"]
    assert [(problem.line, problem.is_warning) for problem in sheet.problems] == [(3, True), (4, True)]


def test_a_claim_belongs_to_a_readable_place_order_above_it() -> None:
    sheet = read(
        'place: Zeus at k9\nclaim with Plato: "x"\nplace: Zeus at e5\nplace: Zeus at k9\nclaim with Plato: "y"'
    )
    assert [order.text for order in sheet.orders] == ["place: Zeus at e5", 'claim with Plato: "y"']
    assert [problem.line for problem in sheet.problems] == [1, 2, 4]


@pytest.mark.parametrize(
    ("later", "kept"),
    [
        ("play: none", ["negate: F by Bob", "vote 3: yes", "play: none"]),
        ("discard: Jazz", ["negate: F by Bob", "vote 3: yes", "discard: Jazz"]),
        ("negate: none", ["play: Napoleon", "place: Zeus at e5", "discard: Tanks", "vote 3: yes", "negate: none"]),
        ("vote 3: no", ["play: Napoleon", "place: Zeus at e5", "discard: Tanks", "negate: F by Bob", "vote 3: no"]),
        ("thanks!", ["play: Napoleon", "place: Zeus at e5", "discard: Tanks", "negate: F by Bob", "vote 3: yes"]),
    ],
)
def test_a_sheet_replaces_the_parts_that_it_holds(later: str, kept: list[str]) -> None:
    first = read("play: Napoleon\nplace: Zeus at e5\ndiscard: Tanks\nnegate: F by Bob\nvote 3: yes")
    filed = GAME.file(GAME.file((), first), read(later))
    assert [order.text for order in filed] == kept


def test_a_title_in_an_own_deck_may_be_anything() -> None:
    titles = [
        "On the Road",
        "Take Five",
        "wait",
        "Not Guilty",
        "Ends, Loose",
        "e5",
        "Чехов",
        "Move: Two",
        "2001",
        "empty",
    ]
    cards = [{"title": title, "sa": "A", "descriptors": ["X"]} for title in titles]
    table = seat(GAME, PLAYERS, {"deck": {"cards": cards}, "short_deck": True, "hand": 1, "turn_order": "seats"})
    state, _ = GAME.start(table, Chance("titles"))
    view = GAME.view(table, state, {}, "Ann")
    for title in titles:
        sheet = GAME.read(
            table,
            view,
            f'play: "{title}"\nplace: if e5 is "{title}" then "{title}" at e5 or wait\ndiscard: "{title}", "Take Five"\n'
            f'claim with "{title}": "x"',
        )
        assert not sheet.problems
        again = GAME.read(table, view, "\n".join(order.text for order in sheet.orders))
        assert [order.text for order in again.orders] == [order.text for order in sheet.orders]
    assert [order.text for order in GAME.read(table, view, "place: Чехов at e5").orders] == ["place: Чехов at e5"]
