"""A campaign of the glass bead game by mail: the answer to a sheet, premoves, a claim and its votes, a deadline."""

import pytest
from sqlalchemy.engine import Engine

from tests.moderator.letterbox import Letterbox
from tests.moderator.relay import DAY, begun, hand, mail, report, seat, tick, told
from tests.moderator.tabletop import NOON


@pytest.fixture
def house(sqlite_engine: Engine) -> Letterbox:
    return begun(sqlite_engine, game="glass-bead", options={"turn_order": "seats"})


def title(house: Letterbox, player: str, number: int = 0) -> str:
    return f'"{hand(house, player)[number]}"'


def test_the_answer_lists_what_is_on_file_by_part_and_shows_the_hand(house: Letterbox) -> None:
    sent = mail(house, "Ann", f"place: {title(house, 'Ann')} at e5\nnegate: any by any on me\nplace: Nobody at e6")
    answer = told(house.answer(sent))
    assert "0 points now" in answer
    assert "standing negations" in answer.lower()
    assert "turn orders" in answer.lower()
    assert "no card of the deck is called 'nobody'" in answer
    assert all(str(card) in answer for card in hand(house, "Ann"))
    assert not any(str(card) in answer for card in hand(house, "Bob"))


def test_premoves_a_claim_and_a_vote_that_leaves_the_deadline_as_it_was(house: Letterbox) -> None:
    first = hand(house, "Ann")[0]
    claim = f'claim with "{first}": "both are ideas"'
    mail(house, "Bob", f"place: {title(house, 'Bob')} at e6\n{claim}")
    assert tick(house) == []
    mail(house, "Ann", f'place: "{first}" at e5')
    (turn,) = tick(house)
    assert [e["player"] for e in turn.advanced.events if e["event"] == "place"] == ["Ann", "Bob"]
    assert "both are ideas" in report(house, "Cleo")
    assert (seat(house, "Cleo").asked, seat(house, "Cleo").due_at) == ("turn, vote 1", NOON + 3 * DAY)
    house.later(days=1)
    mail(house, "Cleo", "vote 1: yes")
    mail(house, "Ann", "yes on 1")
    (closed,) = tick(house)
    assert [e["event"] for e in closed.advanced.events] == ["vote"]
    assert seat(house, "Cleo").due_at == NOON + 3 * DAY
    house.later(days=2)
    (late,) = tick(house)
    assert late.given["due"] == ["Cleo"]
    assert [(e["event"], e["player"]) for e in late.advanced.events][:2] == [("place", "Cleo"), ("score", "Cleo")]


def test_everybody_is_sent_a_sheet_to_fill_in_also_for_a_turn_to_come(house: Letterbox) -> None:
    sheets = [told(report(house, player).partition("ORDER FORM")[2]) for player in ("Ann", "Bob", "Cleo")]
    assert "It is your turn, turn 1." in sheets[0]
    assert all("It is Ann's turn; what you order now is kept for yours." in sheet for sheet in sheets[1:])
    mail(house, "Bob", f"place: {title(house, 'Bob')} at e6")
    mail(house, "Ann", f"place: {title(house, 'Ann')} at e5\nclaim with Zeus: x")
    tick(house)
    assert "You have orders for it on file" not in report(house, "Bob"), "they have been used"
    (attached,) = house.office.outbox("report")[-1].message["attachments"]
    assert "place:" in str(attached)
