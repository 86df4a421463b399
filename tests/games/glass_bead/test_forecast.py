"""What the answer to a sheet tells its writer: what each order would do now, what can never come, and the cards held."""

from typing import Any

import pytest

from pbem.core.contract import Forecast, Table, View
from pbem.core.seating import seat
from pbem.games.glass_bead import GAME
from pbem.games.glass_bead.deck import deck_of
from pbem.games.glass_bead.state import Position

PLAYERS = ("Ann", "Bob", "Cleo")


def table_and_view(**more: Any) -> tuple[Table, View]:
    """Ann's view of turn 4, hers, with Plato at e5 and Alexander at f6; else as given."""
    table = seat(GAME, PLAYERS, {"turn_order": "seats"})
    hands = {"Ann": ["Napoleon", "Zeus", "Moses"], "Bob": ["Lucy", "Newton"], "Cleo": []}
    draws = {"Ann": [], "Bob": ["Kant"], "Cleo": ["Elvis"]}
    used = {"Plato", "Alexander the Great", "Jazz"}.union(*hands.values(), *draws.values())
    at = Position(
        order=[*PLAYERS],
        hands=hands,
        draws=draws,
        deck=[title for title in deck_of(table).titles if title not in used],
        scores={"Ann": 3, "Bob": 7, "Cleo": 0},
        turn=4,
        mover="Ann",
        board={"e5": "Plato", "f6": "Alexander the Great"},
        discard=["Jazz"],
    )
    return table, {**GAME.view(table, at.to_json(), {}, more.pop("reader", "Ann")), **more}


def told(sheet: str, **more: Any) -> Forecast:
    table, view = table_and_view(**more)
    read = GAME.read(table, view, sheet)
    assert not read.problems
    return GAME.forecast(table, view, read.orders)


@pytest.mark.parametrize(
    ("order", "line"),
    [
        ("place: Napoleon at e6", "place: Napoleon at e6 (3 points now)"),
        (
            "place: Zeus at f6 or Zeus at a1",
            "place: Zeus at f6 (f6 is taken by Alexander the Great now: used only if it is free by then) or Zeus at a1 "
            "(0 points now)",
        ),
        ("place: Lucy at e6", "place: Lucy at e6 (Lucy is not in your hand now; 1 point now)"),
        ("play: Napoleon", "play: Napoleon (A: draw two cards)"),
        (
            "play: George Washington on Cleo",
            "play: George Washington on Cleo (D: an opponent discards two cards at random; not possible now: George "
            "Washington is not in your hand)",
        ),
        (
            "play: Zeus on a1 to b1",
            "play: Zeus on a1 to b1 (M: move a card on the board; not possible now: no card lies on a1)",
        ),
        ("discard: Zeus, Lucy", "discard: Zeus, Lucy (not in your hand now: Lucy)"),
        ("negate: F by Bob", "negate: F by Bob"),
        ("place: wait", "place: wait (pauses your turn, once an ability has been played)"),
        ("play: none", "play: none"),
    ],
)
def test_an_order_is_checked_against_the_position(order: str, line: str) -> None:
    assert told(order).lines == (line,)


@pytest.mark.parametrize(
    ("sheet", "line"),
    [
        ("place: Zeus at e6\nclaim with Plato: x", 'claim with Plato: "x" (Plato lies on e5, beside e6)'),
        (
            "place: Zeus at a1 or Zeus at d4 or Moses at d4\nclaim with Plato: x",
            'claim with Plato: "x" (Plato lies on e5, beside d4)',
        ),
        (
            "place: Zeus at a1\nclaim with Plato: x",
            'claim with Plato: "x" (Plato lies on e5, not beside the card placed)',
        ),
        ("place: Zeus at e6\nclaim with Kant: x", 'claim with Kant: "x" (Kant is not on the board now)'),
        ("place: Zeus at a1\nplace: Moses at a2\nclaim with Zeus: x", 'claim with Zeus: "x"'),
        (
            "place: Zeus at a1\nclaim with Plato: x\nplace: Moses at e6\nclaim with Plato: x",
            'claim with Plato: "x" (Plato lies on e5, beside e6)',
        ),
    ],
)
def test_a_claim_is_checked_against_the_board(sheet: str, line: str) -> None:
    assert told(sheet).lines[-1] == line


def test_abilities_whose_target_is_gone() -> None:
    hand = ["George Washington", "Jesus Christ", "French Revolution"]
    (steal,) = told("play: George Washington on Cleo", hand=hand).lines
    assert "not possible now: Cleo has no card in hand" in steal
    (take,) = told("play: Jesus Christ on Kant or Jesus Christ on Jazz", hand=hand).lines
    assert take.count("not possible now: Kant is not in the discard") == take.count("not possible now") == 1
    (remove,) = told("play: French Revolution on e6 or French Revolution on e5", hand=hand).lines
    assert remove.count("not possible now: no card lies on e6") == remove.count("not possible now") == 1


def test_the_orders_are_listed_by_part_with_the_hand() -> None:
    claim = {"claim": 3, "by": "Bob", "card": "Lucy", "with": "Newton", "text": "falls", "voted": []}
    sheet = "vote 3: yes\nnegate: any by any\nplace: Zeus at e6"
    mine = told(sheet, claims=[claim])
    assert mine.parts == ("votes", "standing negations", "turn orders")
    assert mine.lines[0] == "vote 3: yes (Bob: Lucy with Newton)"
    assert mine.holding == (
        "hand:  Napoleon (A): Person, French, General, Head of State",
        "hand:  Zeus (M): Mythology, Greek, God",
        "hand:  Moses (K): Person, Religion, Judaism, Prophet",
    )
    ahead = told("place: Kant at e6", reader="Bob")
    assert ahead.parts == ("turn orders, kept for your next turn",)
    assert ahead.lines == ("place: Kant at e6 (1 point now)",)
    assert ahead.holding[-1] == "ahead: Kant (C): Philosophy, German"


def test_a_negation_without_a_k_card() -> None:
    assert told("negate: F by Ann", reader="Cleo").lines == ("negate: F by Ann (you hold no K card now)",)


@pytest.mark.parametrize(
    ("sheet", "note"),
    [
        (
            "place: if e6 is Zeus then Moses at e7 else Zeus at e6",
            "place: 'e6 is Zeus' is not true now, so 'Moses at e7' is not taken.",
        ),
        (
            "place: if e5 is Plato then Zeus at e6 else if turn = 4 then Moses at e7",
            "place: 'turn = 4' is never reached, since 'e5 is Plato' is true now.",
        ),
        (
            "place: if e5 is Plato then Zeus at e6 else Moses at e7",
            "place: its last 'else' is never reached, since 'e5 is Plato' is true now.",
        ),
        (
            "play: if turn = 5 then Napoleon\nplace: Zeus at e6",
            "play: 'turn = 5' is not true now, so 'Napoleon' is not taken.",
        ),
        (
            "play: Napoleon\nplace: if score Bob < 7 then Zeus at e6",
            "place: 'score Bob < 7' can never be true, so 'Zeus at e6' is not taken.",
        ),
        (
            "play: Napoleon\nplace: if e6 empty and e6 is Zeus then Moses at e7",
            "place: 'e6 empty and e6 is Zeus' can never be true, so 'Moses at e7' is not taken.",
        ),
        (
            "play: Napoleon\nplace: if e5 is Plato and e5 has Mathematics then Moses at e7",
            "place: 'e5 is Plato and e5 has Mathematics' can never be true, so 'Moses at e7' is not taken.",
        ),
        (
            "play: Napoleon\nplace: if deck > 100 then Zeus at e6",
            "place: 'deck > 100' can never be true, so 'Zeus at e6' is not taken.",
        ),
        ("negate: if negated then any by any", "negate: 'negated' can never be true, so 'any by any' is not taken."),
        (
            "play: Napoleon\nplay: Zeus on e5 to e6\nplace: Moses at e4",
            "play: order 2 is one more than the abilities you may use; it will not be carried out.",
        ),
        (
            "play: Napoleon",
            "place: nothing is ordered; if that stays so, your oldest card goes to the first free space.",
        ),
        (
            "place: wait or Zeus at e6",
            "place: 'wait' needs an ability played before it; without a 'play' order it is not possible.",
        ),
    ],
)
def test_what_can_never_come_is_noted(sheet: str, note: str) -> None:
    assert note in told(sheet).notes


@pytest.mark.parametrize(
    ("reader", "sheet"),
    [
        ("Ann", "play: Napoleon\nplace: if hand has Columbus then Columbus at e6 else Zeus at e6"),
        ("Ann", "play: Zeus on e5 to d4\nplace: if e5 is Plato then Moses at e6 else Moses at e5"),
        ("Ann", "play: Napoleon or none\nplace: if negated or deck < 80 then Zeus at e6"),
        ("Ann", "place: if e5 is Plato then Moses at e6 else Moses at e5\nplay: Zeus on e5 to d4"),
        ("Ann", "negate: if turn > 9 and score Bob >= 8 then any by Bob"),
        ("Bob", "place: if e6 is Zeus and turn = 5 and score Ann > 3 then Lucy at e7 else Newton at e6"),
        ("Bob", "play: Copernicus\nplace: if not negated then Lucy at e7\nplace: Newton at e6"),
    ],
)
def test_what_may_come_is_not_noted(reader: str, sheet: str) -> None:
    assert told(sheet, reader=reader).notes == ()


def test_a_claim_that_closes_first_may_change_a_score() -> None:
    claim = {"claim": 3, "by": "Bob", "card": "Lucy", "with": "Newton", "text": "falls", "voted": ["Cleo"]}
    sheet = "vote 3: yes\nplace: if score Bob > 7 then Zeus at e6 else Moses at e7"
    assert told(sheet, claims=[claim]).notes == ()
    assert told("place: if score Bob > 7 then Zeus at e6 else Moses at e7").notes != ()


def test_the_turn_of_a_premove_is_known() -> None:
    assert told("place: if turn = 6 then Lucy at e7", reader="Bob").notes == (
        "place: 'turn = 6' can never be true, so 'Lucy at e7' is not taken.",
    )


def test_choices_are_the_placements_that_score_best_first() -> None:
    table, view = table_and_view()
    choices = GAME.choices(table, view)
    assert choices[0] == "place: Napoleon at g7  # 4 points: Person, General, Head of State, diagonal Person x3"
    assert len(choices) == 20
    worth = [int(line.partition("# ")[2].split()[0]) for line in choices]
    assert worth == sorted(worth, reverse=True)
    assert min(worth) >= 1
    for line in choices:
        sheet = GAME.read(table, view, line)
        assert len(sheet.orders) == 1
        assert not sheet.problems


def test_nobody_chooses_for_the_public_or_after_the_end() -> None:
    table, view = table_and_view()
    assert GAME.choices(table, {**view, "stage": "over"}) == ()
    assert GAME.form(table, {**view, "stage": "over"}) == ()
    assert GAME.form(table, {**view, "reader": None}) == ()


def test_the_form_asks_for_what_is_awaited() -> None:
    claim = {"claim": 3, "by": "Bob", "card": "Lucy", "with": "Newton", "text": "falls", "voted": ["Cleo"]}
    table, view = table_and_view(claims=[claim])
    lines = [line for line in GAME.form(table, view) if not line.startswith("#")]
    assert lines == ["play:", "place:", "negate:", "vote 3:"]
    voted = {**view, "claims": [{**claim, "voted": ["Ann"]}]}
    assert "vote 3:" not in GAME.form(table, voted)
    now = {"abilities": 0, "placements": 1, "points": 2, "double": False, "placed": True}
    paused = {**view, "stage": "continue", "now": now, "hand": ["Zeus"], "claims": []}
    assert [line for line in GAME.form(table, paused) if not line.startswith("#")] == ["place:"]


def test_the_form_for_a_later_turn_tells_of_orders_on_file() -> None:
    table, view = table_and_view(reader="Bob")
    told = "# You have orders for it on file; new ones replace them."
    assert told not in GAME.form(table, view)
    assert told in GAME.form(table, {**view, "premove": True})
