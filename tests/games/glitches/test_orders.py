"""Orders as people write them, and how they are read: the table `orders.toml`; and lists of plays."""

from typing import Any

import pytest

from pbem.core.sheets import Sheet
from tests.games import written
from tests.games.glitches.table import KEEPS, Seated

ROWS = written.rows_beside(__file__)


def read(players: tuple[str, ...], phase: str, text: str) -> Sheet:
    return Seated(*([KEEPS] if phase == "play" else []), players=players).read(text)


def test_the_table_is_whole() -> None:
    written.assert_whole(ROWS, 35)


@pytest.mark.parametrize(("row", "form", "canonical"), written.writings(ROWS))
def test_order(row: dict[str, Any], form: str, canonical: str | None) -> None:
    players, phase = tuple(row.get("players", ("Ann", "Bob"))), row.get("phase", "keep")
    written.assert_reads(lambda text: read(players, phase, text), form, canonical, row.get("refused", ""))


def taken(text: str) -> tuple[list[str], list[int]]:
    """The parts and texts that a sheet puts on file, and the lines of its errors."""
    seated = Seated()
    sheet = seated.read(text)
    seated.send("Ann", text)
    return [order.text for order in seated.filed["Ann"]], [one.line for one in sheet.problems if not one.is_warning]


ONE, TWO, THREE = "play 1R at d4", "play 2R at e4", "play 3R at f4"


@pytest.mark.parametrize(
    ("sheet", "filed", "errors"),
    [
        ([ONE, "play 2R at e9", THREE], [ONE], [2]),
        ([ONE, "2R", THREE], [ONE], [2]),
        ([ONE, "e4 is where I go", THREE], [ONE], [2]),
        ([ONE, "if they let me", THREE], [ONE], [2]),
        ([ONE, "unless you say no", THREE], [ONE], [2]),
        ([ONE, "(play 2R at e4", THREE], [ONE], [2]),
        ([ONE, "2. put it anywhere", THREE], [ONE], [2]),
        ([ONE, "place: 2R", THREE, "keep 1R 2R 3R 4R"], [ONE, "keep 1R 2R 3R 4R"], [2]),
        ([ONE, "if I hold then play 2R at e4", THREE], [ONE], [2]),
        ([ONE, "play " + "1R at d4 or play " * 300 + "1R at d4", THREE], [ONE], [2]),
        ([ONE, "if " + "d4 empty and " * 310 + "d4 empty then keep 1R", THREE], [ONE], [2]),
        ([ONE, "Good luck, Bob!", THREE], [ONE, THREE], [2]),
        ([ONE, "keep 1R 2R", THREE], [ONE, THREE], [2]),
        ([ONE, "if d4 empty then keep 1R", THREE], [ONE, THREE], [2]),
        ([ONE, "(if d4 empty then hold 1R)", THREE], [ONE, THREE], [2]),
        ([ONE, "row 1R", THREE], [ONE, THREE], [2]),
        ([ONE, "2. wait and see", THREE], [ONE, THREE], [2]),
        (["1. 1R d4", "2) 2R e4", "4: 3R f4"], [ONE, TWO, THREE], []),
        (["1. 1R d4", "1. 2R e4", "3. 3R f4"], [ONE], [2]),
        (["2. 1R d4", "1. keep 1R 2R 3R 4R", "3. 3R f4"], [ONE, THREE], [2]),
        (["5. 9R d4", "3. row 1R 2R 3R 4R", "4. row 4R 3R 2R 1R"], ["row 4R 3R 2R 1R"], [1, 2]),
    ],
)
def test_where_a_list_ends(sheet: list[str], filed: list[str], errors: list[int]) -> None:
    assert taken("\n".join(sheet)) == (filed, errors)


def test_the_writer_is_told_that_plays_below_are_not_taken() -> None:
    said = [problem.message for problem in Seated().read("play 2R at e9\nplay 3R at f4\nplay 4R at f5\n4R").problems]
    assert [message.endswith("the plays below it are not taken") for message in said] == [True, False]


def test_an_order_stands_where_its_first_word_does() -> None:
    either = f"{ONE} or {TWO}"
    sheets = [Seated().read(text) for text in (either, f"\\\n{either}", f"\\\n\\\n{either}")]
    assert [(order.text, order.line) for sheet in sheets for order in sheet.orders] == [
        (either, 1),
        (either, 2),
        (either, 3),
    ]


def test_an_unreadable_line_is_talk_unless_it_begins_as_an_order() -> None:
    problems = Seated().read("Hello Bob!\n5Y\nc4 is mine\nkepe 1R 2R 3R 4R\nlay it down").problems
    assert [problem.line for problem in problems if problem.prose] == [1]


def test_a_sheet_replaces_all_and_one_without_orders_nothing() -> None:
    seated = Seated({**KEEPS, "Ann": f"{KEEPS['Ann']}\n{ONE}\n{TWO}\nrow 5R 6R 1B 2B"})
    before = seated.filed["Ann"]
    assert [order.part for order in before] == ["play", "row"]
    seated.send("Ann", "Thanks, back Monday\nplay 9R at d4")
    assert seated.filed["Ann"] == before
    seated.send("Ann", "row 6R 5R 1B 2B")
    assert [order.text for order in seated.filed["Ann"]] == ["row 6R 5R 1B 2B"]
    seated.send("Ann", f"play 9R at d4\n{THREE}")
    assert seated.filed["Ann"] == ()


def test_what_is_kept_of_a_line_is_no_other_writers() -> None:
    """Lines are read once for everybody only where nothing of the writer is in them."""
    texts = [
        "play 5Y at c4 or 5Y e4",
        "keep 1R 2R 3R 4R",
        "if me holds 5Y then 5Y c4",
        "discard 5R 6R",
        "discard 5G 6G",
    ]
    seated = Seated()
    read = {name: [order.text for order in seated.read("\n".join(texts[:3]), name).orders] for name in seated.players}
    assert read["Ann"][:1] == read["Bob"][:1] == ["play 5Y at c4 or play 5Y at e4"]
    assert [read[name][2].split()[1] for name in seated.players] == ["Ann", "Bob"]
    assert [len(seated.read(texts[3], name).orders) for name in seated.players] == [1, 0]
    assert [len(seated.read(texts[4], name).orders) for name in seated.players] == [0, 1]


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("Bob holds 5Y", "you can only ask what you hold yourself, as in 'me holds 5Y'"),
        ("I played at d4", "expected the other player before 'played at'"),
    ],
)
def test_a_fact_that_may_not_be_asked_is_marked_where_it_begins(fact: str, message: str) -> None:
    (problem,) = Seated().read(f"if d4 empty and {fact} then 5Y c4").problems
    assert (problem.column, problem.message) == (17, message)
