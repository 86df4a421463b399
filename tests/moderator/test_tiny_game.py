"""The tests' own game keeps the contract."""

from pbem.core.chance import Chance
from pbem.core.contract import Audience, Table
from pbem.games import registry
from tests.tiny_game import TINY, TinyOptions

TABLE = Table(("Ann", "Bob"), TinyOptions(goal=1))


def test_it_is_found_by_its_slug() -> None:
    assert registry.game("tiny") is TINY


def test_a_turn_from_sheets_to_the_winner() -> None:
    state, dealt = TINY.start(TABLE, Chance("seed"))
    view = TINY.view(TABLE, state, {}, "Ann")
    sheet = TINY.read(TABLE, view, "high\nnonsense")
    assert [order.text for order in sheet.orders] == ["call: high"]
    assert [(p.line, p.message) for p in sheet.problems] == [(2, "expected high or low, not 'nonsense'")]
    fixed = Chance("seed", {"coin 1": "high"})
    done = TINY.advance(TABLE, state, {"Ann": sheet.orders}, frozenset({"Bob"}), frozenset({"Ann"}), {}, fixed)
    assert [event["event"] for event in done.events] == ["call", "nmr", "coin", "end"]
    assert TINY.outcome(TABLE, done.state).winners == ("Ann",)
    assert not TINY.awaiting(TABLE, done.state, {})
    assert [TINY.told(TABLE, event, "Ann") for event in dealt] == [dealt[0], None]
    assert [TINY.told(TABLE, event, Audience.PUBLIC) for event in dealt] == [None, None]
