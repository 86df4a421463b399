"""Whole campaigns played by mail at random: nobody is ever defaulted on a decision that no report had asked, with time enough."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy.engine import Engine

from pbem.core.letters import Verdict
from pbem.moderator import pauses, verify
from pbem.moderator.moved_deadlines import move_deadline
from pbem.store import turns
from pbem.store.session import reading
from pbem.store.tables import CampaignStatus
from pbem.store.turns import TurnRow
from tests.moderator.letterbox import Letterbox
from tests.moderator.relay import PLAYERS, begun, hand, mail, seat, tick

MOVE_TIME = timedelta(days=2)


def sheet(random: Random, cards: list[int]) -> str:
    """Orders as people send them: too early, too many, impossible, none."""
    lines = [f"play {random.choice([*cards, random.randint(11, 30)])}" for _ in range(random.randint(1, 3))]
    lines.insert(random.randint(0, len(lines)), random.choice(["peek", "", "answer 3", "Hello there", ""]))
    return "\n".join(random.choice([lines, lines, [f"hide {random.randint(1, 9)}", *lines], ["I think it over."]]))


def act(house: Letterbox, random: Random, waiting: list[int]) -> None:
    """Something happens: a mail comes, now or read later, the GM does something, or time goes by."""
    player = random.choice(PLAYERS)
    what = random.random()
    if what < 0.5:
        text = sheet(random, hand(house, player))
        letter = mail(house, player, text, handled=random.random() < 0.8)
        waiting.append(letter)
    elif what < 0.6:
        house.later(hours=random.randint(1, 60))
    elif what < 0.7:
        house.later(hours=random.randint(1, 5))
    elif what < 0.74 and house.office.row("relay-1").due_at:
        due = max(s.due_at for s in (seat(house, name) for name in PLAYERS) if s.due_at)
        if due > house.office.now:
            with house.office.desk() as desk:
                move_deadline(desk, "relay-1", due + timedelta(hours=random.randint(1, 30)), "gm")
    elif what < 0.76:
        with house.office.desk() as desk:
            pauses.pause(desk, "relay-1", "gm")
        house.later(hours=random.randint(1, 90))
        with house.office.desk() as desk:
            pauses.resume(desk, "relay-1", "gm")
    for letter in [letter for letter in waiting if random.random() < 0.7]:
        if house.handle(letter) is not Verdict.NEW:
            waiting.remove(letter)
    tick(house)


def decision_of(turn: TurnRow, player: str) -> tuple[Any, ...] | None:
    """What the state that a turn left asks of a player."""
    if turn.state["phase"] == "hide":
        return ("hide",)
    mover = PLAYERS[turn.state["mover"]]
    return ("play", turn.state["step"]) if turn.state["phase"] == "play" and player == mover else None


@pytest.mark.parametrize("gathered", ["", "daily 18:00"])
@pytest.mark.parametrize("seed", range(4))
def test_nobody_is_defaulted_unasked(sqlite_engine: Engine, seed: int, gathered: str) -> None:
    random = Random(f"{seed} {gathered}")
    schedule = random.choice(["", "Mon, Wed, Fri 18:00"])
    early = None if random.random() < 0.8 or not schedule else False
    house = begun(sqlite_engine, reports=gathered, move_time=MOVE_TIME, deadline=schedule, early=early)
    waiting: list[int] = []
    for _ in range(400):
        if house.office.row("relay-1").status is CampaignStatus.ENDED:
            break
        act(house, random, waiting)
    assert house.office.row("relay-1").status is CampaignStatus.ENDED
    with reading(sqlite_engine) as connection:
        every = list(turns.in_force(connection, house.office.row("relay-1").id))
    assert any(turn.given["due"] for turn in every[1:]), "somebody was late"
    for number, turn in enumerate(every[1:], 1):
        missed = [
            e["player"] for e in turn.events if e["event"] == "nmr" or e.get("how") in ("by chance", "by default")
        ]
        assert set(missed) <= set(turn.given["due"])
        assert len({e["event"] for e in turn.events if e.get("how") in ("by chance", "by default")}) <= 1
        for player in turn.given["due"]:
            assert was_asked(house, every[:number], turn, player), f"{player} in turn {number}"
    with house.office.desk() as desk:
        assert verify.verify(desk, house.office.row("relay-1")).differences == []


def was_asked(house: Letterbox, before: list[TurnRow], turn: TurnRow, player: str) -> bool:
    """Whether the player had a report that asked for the decision which that turn took, at least the move time before it."""
    decision = decision_of(before[-1], player)
    since = len(before) - 1
    while since and decision_of(before[since - 1], player) == decision:
        since -= 1
    asking = {row.id for row in before[since:]}
    mails = [
        row for row in house.office.outbox("report") if row.seat_id == seat(house, player).id and row.turn_id in asking
    ]
    # with a schedule, a turn that was adjudicated within the hour after its deadline counts as reported at the deadline
    least = MOVE_TIME - timedelta(hours=1) if house.office.row("relay-1").schedule else MOVE_TIME
    return decision is not None and any(turn.adjudicated_at - row.created_at >= least for row in mails)
