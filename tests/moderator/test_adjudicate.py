"""A campaign from its start to its end, turn by turn."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pbem.core.chance import Chance, campaign_seed, commitment
from pbem.core.errors import Failed
from pbem.core.letters import Message, find_marker
from pbem.core.times import show
from pbem.moderator import position, tokens
from pbem.moderator.adjudicate import adjudicate, preview
from pbem.moderator.start import start, start_if_full
from pbem.store import campaigns, reports, seats, turns
from pbem.store.session import transaction
from pbem.store.tables import CampaignStatus, Person, Report, Turn, table_of
from tests.moderator.tabletop import NOON, PLAYERS, SECRET, Office, address_of, hand_in, sit

CALLS = ("high", "low")


def play_turn(office: Office, calls: dict[str, str], name: str = "tiny-1") -> None:
    with office.desk() as desk:
        hand_in(desk, name, calls)
    due = office.row(name).due_at
    assert due is not None
    office.now = due + timedelta(seconds=9)
    with office.desk() as desk:
        adjudicate(desk, position.named_running(desk, name))


def test_the_start_deals_and_asks(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    campaign = office.started()
    assert (campaign.status, campaign.turn, campaign.started_at) == (CampaignStatus.RUNNING, 1, NOON)
    assert (
        show(campaign.due_at or NOON, position.zone_of(campaign)) == "Fri 7 Aug 2026, 18:00 Europe/London (17:00 UTC)"
    )
    with transaction(sqlite_engine) as connection:
        start_turn = turns.latest(connection, campaign.id)
        assert start_turn is not None
        seed = campaign_seed(SECRET, [f"luck of {player}" for player in PLAYERS])
        assert start_turn.chance == {
            f"number {player}": Chance(seed).choice(f"number {player}", range(1000, 10000)) for player in PLAYERS
        }
        public = reports.of_turn(connection, start_turn.id, None)
    assert public is not None
    assert public.subject.endswith("for Audience.PUBLIC")
    assert "begin" not in public.text
    mails = office.outbox("report")
    assert [mail.to for mail in mails] == [address_of(player) for player in PLAYERS]


def test_a_report_carries_the_way_back(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    campaign = office.started()
    play_turn(office, dict.fromkeys(PLAYERS, "high"))
    row = next(
        mail for mail in office.outbox("report") if mail.to == address_of("Bob") and "turn 1" in mail.message["subject"]
    )
    message = Message.from_json(row.message, row.text, row.html)
    token = message.reply_to.removeprefix("gm+").removesuffix("@pbem.test")
    with office.desk() as desk:
        named = tokens.find(desk, [token])[0]
        report = reports.of_turn(desk.connection, row.turn_id, row.seat_id)
    assert report is not None
    assert (row.report_id, row.text) == (report.id, "")
    assert (named.campaign_id, named.seat_id, named.turn, named.attempt) == (campaign.id, row.seat_id, 2, 1)
    first, last = report.text.split("\n")[0], report.text.split("\n")[-1]
    begin, end = find_marker(first), find_marker(last)
    assert begin is not None
    assert end is not None
    assert (begin.campaign, begin.turn, begin.begins, end.begins) == ("tiny-1", 2, True, False)
    assert message.attachments[0].text.split("\n")[1:3] == ["# high or low", "call:"]
    assert message.deadline is not None
    assert message.deadline.at == office.row().due_at
    assert message.auto == "auto-generated"


@pytest.mark.parametrize("seed", range(8))
def test_whole_random_campaigns(sqlite_engine: Engine, seed: int) -> None:
    random = Random(seed)
    office = Office(sqlite_engine)
    players = PLAYERS[: random.randint(2, 4)]
    office.started(players=players, options={"goal": random.randint(1, 4)})
    coins, played = [], 0
    while (campaign := office.row()).status is CampaignStatus.RUNNING:
        played += 1
        assert campaign.turn == played
        calls = {player: random.choice(CALLS) for player in players if random.random() < 0.8}
        play_turn(office, calls)
        with transaction(sqlite_engine) as connection:
            turn = turns.latest(connection, campaign.id)
        assert turn is not None
        coins.append(turn.chance[f"coin {played}"])
        assert [e["player"] for e in turn.events if e["event"] == "nmr"] == [p for p in players if p not in calls]
        assert turn.given["wrote"] == [p for p in players if p in calls]
        assert turn.due_at == campaign.due_at
    assert campaign.ended_at == office.now
    assert (campaign.turn, campaign.due_at, campaign.remind_at) == (played, None, None)
    with transaction(sqlite_engine) as connection:
        every = list(turns.in_force(connection, campaign.id))
        sitting = seats.of_campaign(connection, campaign.id)
    assert [turn.number for turn in every] == list(range(played + 1))
    dice = Chance(campaign_seed(SECRET, [f"luck of {player}" for player in players]))
    assert coins == [dice.die(f"coin {number}", CALLS) for number in range(1, played + 1)]
    assert all(seat.filed == [] and not seat.wrote for seat in sitting)
    assert len(office.outbox("report")) == (played + 1) * len(players)


def test_at_the_end_the_secret_is_told_and_not_before(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    office.started(options={"goal": 1})
    while office.row().status is CampaignStatus.RUNNING:
        texts = _texts(office)
        assert not [text for text in texts if SECRET in text or commitment(SECRET) in text]
        play_turn(office, {player: CALLS[n % 2] for n, player in enumerate(PLAYERS)})
    last = _texts(office)[-5:]
    assert all(SECRET in text and commitment(SECRET) in text for text in last)
    assert [row.to for row in office.outbox("gm-note")] == ["boss@pbem.test"]
    with office.desk() as desk, pytest.raises(Failed, match="has ended"):
        position.named_running(desk, "tiny-1")


def test_no_seat_is_told_what_another_may_know(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    campaign = office.started()
    with office.desk() as desk:
        hand_in(desk, "tiny-1", {"Ann": "high\nnonsense of Ann's", "Bob": "low"})
    play_turn(office, {"Cleo": "low"})
    with transaction(sqlite_engine) as connection:
        first = turns.numbered(connection, campaign.id, 0)
        assert first is not None
        numbers = first.state["numbers"]
        rows = connection.execute(sa.select(table_of(Report))).all()
        names = {seat.id: seat.name for seat in seats.of_campaign(connection, campaign.id)}
    assert len(rows) == 10
    for row in rows:
        reader = names.get(row.seat_id)
        for player, number in numbers.items():
            assert (re.search(rf"\b{number}\b", row.text) is not None) == (player == reader), (reader, player)
        assert "agree" not in row.text or reader in ("Ann", "Bob", "Cleo")


def test_a_problem_is_told_with_its_line_to_its_writer_alone(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    campaign = office.started()
    play_turn(office, {"Ann": "# my call\nhigh", "Bob": "# my call\n\nlow"})
    with transaction(sqlite_engine) as connection:
        turn = turns.latest(connection, campaign.id)
        assert turn is not None
        (loser,) = turn.problems
        told = {
            seat.name: report.text
            for seat in seats.of_campaign(connection, campaign.id)
            if (report := reports.of_turn(connection, turn.id, seat.id))
        }
    line = {"Ann": "high", "Bob": "low"}[loser]
    assert json.dumps([["warning: the coin did not agree", line]]) in told[loser]
    assert [name for name, text in told.items() if "did not agree" in text] == [loser]


def test_a_dry_run_writes_nothing(engine: Engine) -> None:
    office = Office(engine)
    office.started()
    with office.desk() as desk:
        hand_in(desk, "tiny-1", dict.fromkeys(PLAYERS, "high"))
    before = _everything(engine)
    with office.desk() as desk:
        done, report = preview(desk, position.named_running(desk, "tiny-1"))
    assert _everything(engine) == before
    assert done.advanced.events[-1]["event"] == "coin"
    assert report.subject.endswith("for Audience.GM")
    with office.desk() as desk:
        real = adjudicate(desk, position.named_running(desk, "tiny-1"))
    assert (real.advanced, real.chance) == (done.advanced, done.chance)


def test_a_table_that_fills_starts_by_itself(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    made = office.campaign(players=PLAYERS[:1])
    with office.desk() as desk:
        with pytest.raises(Failed, match=r"has 1 player and needs 2; .*player add"):
            start(desk, campaigns.lock(desk.connection, made.id), "gm")
        for player in PLAYERS[1:]:
            assert start_if_full(desk, campaigns.lock(desk.connection, made.id)) is None
            sit(desk, made, player)
        begun = start_if_full(desk, campaigns.lock(desk.connection, made.id))
        assert begun is not None
        assert start_if_full(desk, begun.campaign) is None
        with pytest.raises(Failed, match="has been started already"):
            start(desk, begun.campaign, "gm")
    assert len(office.outbox("report")) == 4
    assert "Ann and Bob and Cleo and Dora" in office.outbox("gm-note")[0].text


@pytest.mark.parametrize("written", range(6))
def test_what_breaks_an_adjudication_leaves_nothing_of_it(sqlite_engine: Engine, written: int) -> None:
    office = Office(sqlite_engine)
    office.started()
    with office.desk() as desk:
        hand_in(desk, "tiny-1", dict.fromkeys(PLAYERS, "high"))
    before = _everything(sqlite_engine)
    with pytest.raises(ConnectionAbortedError):
        _adjudicate_until_it_breaks(office, written)
    assert _everything(sqlite_engine) == before
    with office.desk() as desk:
        adjudicate(desk, position.named_running(desk, "tiny-1"))
    assert office.row().turn == 2
    assert len(office.outbox("report")) == 8


def _adjudicate_until_it_breaks(office: Office, written: int) -> None:
    with transaction(office.engine) as connection:
        sa.event.listen(connection, "after_cursor_execute", _crash_after(written))
        desk = office.desk_at(connection)
        adjudicate(desk, position.named_running(desk, "tiny-1"))


def _crash_after(written: int) -> Callable[..., None]:
    left = [written]

    def count(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if statement.startswith(("INSERT", "UPDATE")):
            if not left[0]:
                raise ConnectionAbortedError("the machine went away")
            left[0] -= 1

    return count


def _texts(office: Office) -> list[str]:
    with transaction(office.engine) as connection:
        kept = connection.execute(sa.select(table_of(Report).c.text).order_by(table_of(Report).c.id)).scalars().all()
    return [*(row.text for row in office.outbox() if row.kind != "gm-note"), *kept]


def _everything(engine: Engine) -> dict[str, list[Any]]:
    with transaction(engine) as connection:
        return {
            name: sorted(map(repr, connection.execute(sa.select(table)).all()))
            for name, table in table_of(Turn).metadata.tables.items()
        }


def test_the_test_sees_every_table(sqlite_engine: Engine) -> None:
    assert table_of(Person).name in _everything(sqlite_engine)
