"""Who is told what, who is awaited, and what happens before a seat's time has run out."""

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.core.contract import Advanced, Asked, Audience, State, Table
from pbem.core.seating import seat
from pbem.core.sheets import Filed, Order
from pbem.games.glass_bead import GAME

PLAYERS = ("Ann", "Bob", "Cleo")
TITLES = ("Ant", "Cat", "Eel", "Bee", "Dog", "Fox", "Ibis", "Hen", "Gnu", "Kiwi", "Jay", "Lynx", "Mole", "Newt")
"""In deck order, and so dealt: Ann holds Ant, Bee and Ibis."""


def begun(**options: Any) -> tuple[Table, State]:
    cards = [{"title": title, "sa": title[0], "descriptors": ["Animal"]} for title in TITLES]
    given = {"deck": {"cards": cards}, "board": "4x4", "short_deck": True, "turn_order": "seats", "hand": 3, "draw": 1}
    table = seat(GAME, PLAYERS, {**given, **options})
    state, _ = GAME.start(table, Chance("", {"deck": list(TITLES)}))
    return table, state


def filed(table: Table, state: State, sheets: Mapping[str, str], before: Filed | None = None) -> Filed:
    found: dict[str, tuple[Order, ...]] = dict(before or {})
    for name, text in sheets.items():
        sheet = GAME.read(table, GAME.view(table, state, found, name), text)
        assert not sheet.problems
        found[name] = GAME.file(found.get(name, ()), sheet)
    return found


def advanced(table: Table, state: State, on_file: Filed, due: str = "") -> Advanced:
    names = frozenset(due.split())
    return GAME.advance(table, state, on_file, names, frozenset(), {}, Chance("advanced"))


def test_nothing_is_defaulted_before_the_time_has_run_out() -> None:
    table, state = begun()
    waiting = advanced(table, state, {})
    assert (waiting.state, waiting.events) == (state, [])
    assert not GAME.ready(table, state, {})
    impossible = filed(table, state, {"Ann": "place: Lynx at a1"})
    assert not GAME.ready(table, state, impossible)
    assert GAME.ready(table, state, filed(table, state, {"Ann": "place: Ant at a1"}))
    held = advanced(table, state, impossible)
    assert held.state == state
    assert held.events == [{"event": "held", "player": "Ann", "to": ["Ann"]}]
    assert [problem.line for problem in held.problems["Ann"]] == [1]
    assert not held.filed
    defaulted = advanced(table, state, impossible, due="Ann")
    assert [event["event"] for event in defaulted.events][:2] == ["place", "score"]
    assert defaulted.events[0]["default"]


def test_only_the_decision_open_at_the_beginning_is_defaulted() -> None:
    table, state = begun()
    done = advanced(table, state, filed(table, state, {"Bob": "place: Lynx at a1"}), due="Ann Bob Cleo")
    assert [event["event"] for event in done.events if event["event"] in ("nmr", "place", "held")] == [
        "nmr",
        "place",
        "held",
    ]
    assert GAME.awaiting(table, done.state, done.filed) == {"Bob": Asked("turn", step=2)}


def test_a_pause_is_a_decision_of_its_own() -> None:
    table, state = begun()
    assert GAME.awaiting(table, state, {}) == {"Ann": Asked("turn", step=1)}
    paused = advanced(table, state, filed(table, state, {"Ann": "play: Ibis\nplace: wait"}))
    assert GAME.awaiting(table, paused.state, {}) == {"Ann": Asked("continue", step=2)}
    impossible = filed(table, paused.state, {"Ann": "place: Lynx at a1"})
    assert not GAME.ready(table, paused.state, impossible)
    again = advanced(table, paused.state, impossible)
    assert GAME.awaiting(table, again.state, {}) == {"Ann": Asked("continue", step=2)}
    assert [event["event"] for event in again.events] == ["held"]
    ended = advanced(table, again.state, {}, due="Ann")
    assert [event["event"] for event in ended.events][:3] == ["nmr", "place", "score"]


def claimed(**options: Any) -> tuple[Table, Advanced]:
    """Bob has claimed his placement in turn 2; it is Cleo's turn 3."""
    table, state = begun(**options)
    sheets = {"Ann": "place: Ant at a1", "Bob": 'place: Cat at a2\nclaim with Ant: "furry"'}
    return table, advanced(table, state, filed(table, state, sheets))


def test_votes_do_not_hold_the_game_up_and_close_a_claim_when_all_are_there() -> None:
    table, done = claimed()
    assert GAME.awaiting(table, done.state, {}) == {
        "Ann": Asked("vote 1", holds=False),
        "Cleo": Asked("turn, vote 1", step=3),
    }
    one = filed(table, done.state, {"Ann": "vote 1: yes"})
    assert not GAME.ready(table, done.state, one)
    assert GAME.view(table, done.state, one, "Cleo")["claims"][0]["voted"] == ["Ann"]
    both = filed(table, done.state, {"Cleo": "vote 1: abstain"}, one)
    assert GAME.ready(table, done.state, both)
    closed = advanced(table, done.state, both)
    assert [event["event"] for event in closed.events] == ["vote"]
    assert not closed.filed
    assert GAME.awaiting(table, closed.state, {}) == {"Cleo": Asked("turn", step=3)}


def test_after_the_end_play_waits_for_the_votes() -> None:
    table, done = claimed(board="1x2")
    asked = GAME.awaiting(table, done.state, {})
    assert [(name, one.what, one.holds) for name, one in asked.items()] == [
        ("Ann", "vote 1", True),
        ("Cleo", "vote 1", True),
    ]
    assert not GAME.outcome(table, done.state).finished
    one = filed(table, done.state, {"Ann": "vote 1: yes"})
    assert advanced(table, done.state, one).events == []
    assert advanced(table, done.state, one, due="Ann").events == []
    over = advanced(table, done.state, one, due="Cleo")
    assert [event["event"] for event in over.events] == ["vote"]
    outcome = GAME.outcome(table, over.state)
    assert (outcome.finished, outcome.winners, outcome.reason) == (True, ("Bob",), "the board is full")
    assert GAME.awaiting(table, over.state, {}) == {}


@pytest.mark.parametrize(
    ("event", "readers"),
    [
        ({"event": "place", "player": "Ann"}, {"Ann", "Bob", "public", "gm"}),
        ({"event": "deal", "player": "Ann", "cards": ["Ant"], "to": ["Ann"]}, {"Ann", "gm"}),
        ({"event": "stolen", "player": "Ann", "card": "Cat", "to": ["Ann", "Bob"]}, {"Ann", "Bob", "gm"}),
        ({"event": "held", "player": "Bob", "to": ["Bob"]}, {"Bob", "gm"}),
    ],
)
def test_an_event_is_told_to_whom_it_is_for(event: dict[str, Any], readers: set[str]) -> None:
    table, _ = begun()
    for reader in ("Ann", "Bob", Audience.PUBLIC, Audience.GM):
        name = reader.value if isinstance(reader, Audience) else reader
        told = GAME.told(table, event, reader)
        expected = {key: value for key, value in event.items() if key != "to"} if name in readers else None
        assert told == expected


def test_not_even_the_gm_is_shown_the_deck() -> None:
    table, state = begun()
    event = {"event": "look deck", "player": "Ann", "cards": ["Mole"], "to": ["Ann"]}
    assert GAME.told(table, event, Audience.GM) == {"event": "look deck", "player": "Ann"}
    assert GAME.told(table, event, "Ann") == {"event": "look deck", "player": "Ann", "cards": ["Mole"]}
    for reader in (*PLAYERS, *Audience):
        assert GAME.view(table, state, {}, reader)["deck"] == 2
    labels = {"first player": True, "turn 3 ability 1 discard 2": True, "turn 3 ability 1 steal": False}
    labels |= {"deck": False, "reshuffle 1": False}
    assert {label: GAME.public(label) for label in labels} == labels


def test_a_seat_sees_its_own_cards_and_the_numbers_of_others() -> None:
    table, state = begun()
    on_file = filed(table, state, {"Bob": "place: Cat at a1"})
    ann = GAME.view(table, state, on_file, "Ann")
    assert (ann["hand"], ann["draw"], ann["premove"]) == (["Ant", "Bee", "Ibis", "Kiwi"], [], False)
    assert (ann["in_hand"], ann["laid_aside"]) == ({"Ann": 4, "Bob": 3, "Cleo": 3}, {"Ann": 0, "Bob": 1, "Cleo": 1})
    bob = GAME.view(table, state, on_file, "Bob")
    assert (bob["hand"], bob["draw"], bob["premove"]) == (["Cat", "Dog", "Hen"], ["Jay"], True)
    public = GAME.view(table, state, on_file, Audience.PUBLIC)
    assert (public["hand"], public["draw"], public["premove"]) == ([], [], False)
