"""What a player is answered and told: what each order comes to, what never comes, what could be done; and no secrets."""

from typing import Any

import pytest

from pbem.cli.turn_reports import telling
from pbem.core.chance import Chance
from pbem.core.contract import Audience, Table, View
from pbem.core.scenario import resolve, scenario
from pbem.core.seating import seat
from pbem.games.bux import GAME
from pbem.report.renderer import Renderer

SPREADS = {
    "Ann": ["heart-circle-25", "heart-circle-50", "heart-oval-100", "club-oval-100"],
    "Bob": ["spade-cross-50", "heart-circle-100", "spade-square-25"],
}
LOT = ["heart-square-25", "heart-square-50", "club-oval-25"]


def position(reader: str, **changed: Any) -> tuple[Table, View]:
    """The table of Ann, who is up, and Bob, and a reader's view of it; `changed` are parts of the state."""
    table = seat(GAME, tuple(SPREADS), {"turn_order": "seats"})
    state, _ = GAME.start(table, Chance("answers"))
    return table, GAME.view(table, {**state, "spreads": SPREADS, **changed}, {}, reader)


def answer(reader: str, text: str, **changed: Any) -> tuple[list[str], list[str]]:
    """The lines and notes of the answer to a sheet."""
    table, view = position(reader, **changed)
    sheet = GAME.read(table, view, text)
    assert not sheet.problems
    filed = GAME.file((), sheet)
    forecast = GAME.forecast(table, view, filed)
    return list(forecast.lines), list(forecast.notes)


AUCTION = {"stage": "auction", "lot": LOT}


@pytest.mark.parametrize(
    ("reader", "text", "changed", "line"),
    [
        ("Bob", "bid: 120", AUCTION, "bid: 120 (if the others stop at 60 you pay 65 to Ann)"),
        ("Ann", "bid: 120", AUCTION, "bid: 120 (if the others stop at 60 you pay 65 to the bank)"),
        ("Bob", "bid: 5", AUCTION, "bid: 5 (if the others pass you pay 5 to Ann)"),
        ("Bob", "bid: pass", AUCTION, "bid: pass"),
        ("Bob", "bid: all", AUCTION, "bid: all (200 now: if the others stop at 100 you pay 105 to Ann)"),
        (
            "Bob",
            "bid: 900",
            AUCTION,
            "bid: 900 (counts as 200, all your chips now: if the others stop at 100 you pay 105 to Ann)",
        ),
        (
            "Bob",
            "bid: 50",
            {**AUCTION, "chips": {"Ann": 395, "Bob": 0}},
            "bid: 50 (a pass: you have 0 chips, and the least bid is 5)",
        ),
        (
            "Bob",
            "bid: 40",
            {},
            "bid: 40 (if the others stop at 20 you pay 25 to the drawer; to the bank if that is you)",
        ),
        (
            "Ann",
            "sell heart-circle-25, heart-circle-50, heart-oval-100",
            {},
            "move: sell heart-circle-25, heart-circle-50, heart-oval-100 (pays 175 now)",
        ),
        (
            "Ann",
            "sell heart-circle-25, heart-circle-50, heart-oval-100",
            {"tucked": ["bux-1", "bux-3"]},
            "move: sell heart-circle-25, heart-circle-50, heart-oval-100 (pays 350 now)",
        ),
        (
            "Ann",
            "trade heart-circle-100 from Bob for club-oval-100 or trade spade-square-50 from Bob for club-oval-100",
            {},
            "move: trade heart-circle-100 from Bob for club-oval-100 (possible now; makes a set for 500) "
            "or trade spade-square-50 from Bob for "
            "club-oval-100 (not possible now: spade-square-50 is not in the spread of Bob)",
        ),
    ],
)
def test_what_an_order_comes_to_now(reader: str, text: str, changed: dict[str, Any], line: str) -> None:
    assert answer(reader, text, **changed)[0] == [line]


@pytest.mark.parametrize(
    ("reader", "text", "changed", "note"),
    [
        ("Ann", "bid: 20", {}, "It is your turn, and no move is on file; at the deadline you would draw."),
        ("Ann", "trade spade-oval-50 from Bob for club-oval-100", {}, "offers nothing that is possible now"),
        (
            "Bob",
            "move: draw",
            AUCTION,
            "Bids are awaited, and none of yours is on file; at the deadline you would pass.",
        ),
        ("Bob", "bid: 40", AUCTION, "In this auction you go up to 40."),
        ("Bob", "bid: if double then 40\nstanding bid: 15", AUCTION, "In this auction you go up to 15."),
        ("Bob", "bid: if double then 40 else pass", AUCTION, "'double' is not true now, so '40' is not taken"),
        ("Bob", "bid: 40 or 20", AUCTION, "'20' is never looked at, since '40' before it is always possible"),
        ("Ann", "draw or draw", {}, "'draw' is never looked at"),
        ("Bob", "move: if lot heart > 0 then draw", {}, "'lot heart > 0' can never be true"),
        ("Bob", "move: if drawer is Ann then draw", {}, "'drawer is Ann' can never be true"),
        ("Bob", "move: if turn = 3 then draw", {}, "'turn = 3' can never be true"),
        ("Bob", "bid: if chips me > 100 and chips me < 50 then 5", {}, "can never be true"),
        ("Bob", "bid: if lot heart > 3 then 5", {}, "'lot heart > 3' can never be true"),
        (
            "Bob",
            "bid: if bux <= 2 then 5 else 10",
            {},
            "its last 'else' is never reached, since 'bux <= 2' is always true",
        ),
        (
            "Bob",
            "bid: if Ann has heart-oval-50 and lot has heart-oval-50 then 5",
            {},
            "can never be true",
        ),
        (
            "Bob",
            "sell heart-circle-25, heart-circle-50, spade-oval-25",
            {},
            "can never be sold together: they share neither suit nor shape",
        ),
    ],
)
def test_what_is_missing_or_never_comes(reader: str, text: str, changed: dict[str, Any], note: str) -> None:
    assert any(note in one for one in answer(reader, text, **changed)[1])


@pytest.mark.parametrize("text", ["move: if turn = 2 then draw", "bid: if lot heart > 2 and double then 5 else 10 "])
def test_what_may_come_is_not_called_impossible(text: str) -> None:
    assert answer("Bob", text)[1] == []


def test_choices_are_the_legal_moves_with_what_they_pay() -> None:
    table, view = position("Ann")
    listed = GAME.choices(table, view)
    assert listed[0] == "move: sell heart-circle-25, heart-circle-50, heart-oval-100  # pays 175"
    assert listed[1] == "move: trade heart-circle-100 from Bob for heart-oval-100  # makes a set for 500"
    assert listed[-1] == "move: draw"
    assert sum(" from Bob for " in line for line in listed) == 3 * 4
    assert len(listed) == 1 + 3 * 4 + 1
    for line in listed:
        sheet = GAME.read(table, view, line)
        assert not sheet.problems
        assert "not possible" not in GAME.forecast(table, view, sheet.orders).lines[0]


def test_several_sets_at_once_and_double() -> None:
    spread = [*SPREADS["Ann"], "club-cross-25", "club-square-50"]
    table, view = position("Ann", spreads={**SPREADS, "Ann": spread}, tucked=["bux-1", "bux-2"])
    listed = GAME.choices(table, view)
    both = "move: sell heart-circle-25, heart-circle-50, heart-oval-100 + club-oval-100, club-cross-25, club-square-50"
    assert listed[0] == f"{both}  # pays 350 + 350 = 700"
    assert not GAME.choices(table, {**view, "reader": None})


def test_a_spread_of_long_words_is_listed_by_suits() -> None:
    """Where a table would be too wide, shapes stand under their suit, however long a line of theirs is."""
    words = ("incomprehensibility", "antidisestablishmentarianism", "floccinaucinihilipilification")
    names = [f"a_card_with_a_very_long_name_{number}" for number in range(6)]
    cards = [{"id": name, "suit": "red", "shape": words[at % 3], "number": 5} for at, name in enumerate(names)]
    bux = [{"id": f"bux-{n}", "bux": True, "number": 5} for n in range(3)]
    given = {
        "game": "bux",
        "players": ["Ann", "Bob"],
        "options": {"deck": {"cards": [*cards, *bux]}, "turn_order": "seats"},
        "chance": {"deal": [names[0], names[1], names[3], names[2], names[5], names[4]]},
        "turns": [{"orders": {}}],
    }
    read = scenario(given)
    done = resolve(read, GAME)
    lines = Renderer().report(telling(done, read, done.set_up, "Ann", "bux-1")).text.splitlines()
    begin = lines.index("    red:")
    assert lines[begin + 1 : begin + 5] == [
        f"      {words[0]}: {names[0]}=5",
        f"        {names[3]}=5",
        f"      {words[2]}: {names[5]}=5!",
        "    could be sold: red 5+5+5 = 15",
    ]
    assert max(map(len, lines)) <= 78


def test_numbers_that_make_more_than_a_face_pays() -> None:
    """In a deck of one's own: a face pays 500 whatever its numbers, so that another card of its suit may make more."""
    cards = [("a", "sun", 250), ("b", "sun", 245), ("c", "sun", 240), ("d", "moon", 100), ("e", "star", 5)]
    deck = [{"id": name, "suit": "red", "shape": shape, "number": number} for name, shape, number in cards]
    rest = [{"id": name, "suit": "blue", "shape": "star", "number": 5} for name in "xyz"]
    bux = [{"id": f"bux-{n}", "bux": True, "number": 5} for n in range(3)]
    table = seat(GAME, ("Ann", "Bob"), {"deck": {"cards": [*deck, *rest, *bux]}, "turn_order": "seats"})
    state, _ = GAME.start(table, Chance("answers"))

    def listed(**spreads: list[str]) -> list[str]:
        return list(GAME.choices(table, GAME.view(table, {**state, "spreads": spreads}, {}, "Ann")))

    held = GAME.view(table, {**state, "spreads": {"Ann": [*"abcd"], "Bob": []}}, {}, "Ann")
    assert [one.table.sets for one in GAME.story(table, held, [])["spreads"]] == [
        ("red 250+245+100 = 595", "red-sun = 500"),
        (),
    ]
    assert listed(Ann=[*"abcd"], Bob=[])[0] == "move: sell a, b, d  # pays 595"
    assert [line for line in listed(Ann=[*"abde"], Bob=["c"]) if "trade" in line] == [
        "move: trade c from Bob for b  # makes a set for 590",
        "move: trade c from Bob for e  # makes a set for 590",
        "move: trade c from Bob for a  # makes a set for 585",
        "move: trade c from Bob for d  # makes a set for 500",
    ]


def test_neither_bids_nor_who_bid_is_told_to_anybody_else() -> None:
    """Reports and views of an auction are the same whatever the others have on file, and name no maximum but the price."""

    def shown(*orders: dict[str, str]) -> list[str]:
        given = {
            "game": "bux",
            "players": ["Ann", "Bob", "Cleo"],
            "options": {"turn_order": "seats"},
            "seed": "secret",
            "turns": [{"orders": one} for one in orders],
        }
        read = scenario(given)
        done = resolve(read, GAME)
        renderer = Renderer()
        turns = [(turn, reader) for turn in done.turns for reader in ("Cleo", Audience.PUBLIC)]
        reports = [renderer.report(telling(done, read, turn, reader, "bux-1")) for turn, reader in turns]
        return [f"{one.subject}\n{one.text}\n{one.html}" for one in reports]

    quiet = shown({"Ann": "move: draw"})
    assert shown({"Ann": "move: draw\nbid: 185", "Bob": "standing bid: 95\nmove: draw"}) == quiet
    one = shown({"Ann": "move: draw"}, {"Ann": "bid: 185", "Bob": "bid: 90", "Cleo": "bid: 60"})
    other = shown({"Ann": "move: draw"}, {"Ann": "bid: 95", "Bob": "bid: 90", "Cleo": "bid: 60"})
    assert one == other
    assert "185" not in "".join(one)


def test_only_the_own_bid_is_asked_for_openly() -> None:
    table, view = position("Ann", **AUCTION)
    state = {**GAME.start(table, Chance("answers"))[0], "spreads": SPREADS, **AUCTION}
    asked = GAME.awaiting(table, state, {"Ann": GAME.read(table, view, "bid: 20").orders})
    assert {name: (one.what, one.open) for name, one in asked.items()} == {"Bob": ("bid", False)}


def test_nobody_is_defaulted_on_what_no_report_had_asked() -> None:
    """A mover whose time has run out draws; for the auction that begins with it nobody passes yet, nor moves after it."""
    table = seat(GAME, ("Ann", "Bob"), {"turn_order": "seats"})
    chance = Chance("asked")
    state, _ = GAME.start(table, chance)
    everybody = frozenset(table.players)
    nobody: frozenset[str] = frozenset()
    waits = GAME.advance(table, state, {}, frozenset({"Bob"}), nobody, {}, chance)
    assert waits.events == []
    drawn = GAME.advance(table, state, {}, everybody, nobody, {}, chance)
    assert [event["event"] for event in drawn.events][-1] == "lot"
    assert set(GAME.awaiting(table, drawn.state, {})) == everybody
    waits = GAME.advance(table, drawn.state, {}, frozenset({"Ann"}), nobody, {}, chance)
    assert waits.events == []
    passed = GAME.advance(table, drawn.state, {}, everybody, nobody, {}, chance)
    assert passed.events[-1] == {"event": "turn", "turn": 2, "player": "Bob"}
    steps = [GAME.awaiting(table, at, {}) for at in (state, drawn.state, passed.state)]
    assert [next(iter(one.values())).step for one in steps] == [1, 2, 3]


def test_an_impossible_move_waits_for_its_deadline() -> None:
    table = seat(GAME, ("Ann", "Bob"), {"turn_order": "seats"})
    chance = Chance("waits")
    state, _ = GAME.start(table, chance)
    view = GAME.view(table, state, {}, "Ann")
    filed = {"Ann": GAME.read(table, view, "move: if double then draw").orders}
    assert not GAME.ready(table, state, filed)
    waits = GAME.advance(table, state, filed, frozenset(), frozenset({"Ann"}), {}, chance)
    assert (waits.events, waits.filed, waits.problems) == ([], filed, {})
    due = GAME.advance(table, state, filed, frozenset({"Ann"}), frozenset({"Ann"}), {}, chance)
    assert due.events[0] == {"event": "draw", "player": "Ann", "default": True}
    assert [problem.is_warning for problem in due.problems["Ann"]] == [True]
