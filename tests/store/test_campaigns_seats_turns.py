"""The queries of campaigns, seats, turns and reports, on every database."""

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from pbem.store import campaigns, reports, seats, turns
from pbem.store.session import reading, transaction
from pbem.store.tables import Address, Campaign, CampaignStatus, Person, Report, Seat, Turn, table_of

NOW = datetime(2026, 8, 7, 17, tzinfo=UTC)


def new_campaign(connection: Connection, name: str = "pit-1", **columns: object) -> campaigns.CampaignRow:
    row = {
        "name": name,
        "game": "tiny",
        "rules_version": 1,
        "min_players": 2,
        "max_players": 4,
        "timezone": "Europe/London",
        "secret": "s" * 64,
        "commitment": "c" * 64,
        "created_at": NOW,
        **columns,
    }
    return campaigns.get(connection, campaigns.create(connection, **row))


def new_turn(connection: Connection, campaign_id: int, number: int, attempt: int = 1) -> int:
    return turns.append(
        connection,
        campaign_id=campaign_id,
        number=number,
        attempt=attempt,
        rules_version=1,
        adjudicated_at=NOW,
        state={"turn": number, "z": 1, "a": 2},
        events=[],
    )


@pytest.mark.parametrize(
    ("row", "model"),
    [
        (campaigns.CampaignRow, Campaign),
        (seats.SeatRow, Seat),
        (turns.TurnRow, Turn),
        (reports.ReportRow, Report),
    ],
)
def test_a_row_has_the_columns_of_its_table_in_their_order(row: type, model: type[Campaign]) -> None:
    assert [field.name for field in fields(row)] == [column.name for column in table_of(model).columns]


def test_a_campaign_comes_back_as_written(engine: Engine) -> None:
    with transaction(engine) as connection:
        written = new_campaign(connection, options={"goal": 3}, due_at=NOW)
    with reading(engine) as connection:
        assert campaigns.find(connection, "PIT-1") == written
        assert campaigns.find(connection, "pit-2") is None
        assert campaigns.listed(connection) == [written]
        assert campaigns.listed(connection, CampaignStatus.ENDED) == []
    assert written.options == {"goal": 3}
    assert written.due_at == NOW
    assert written.status is CampaignStatus.SIGNUP
    assert "s" * 64 not in repr(written)


def test_a_change_of_an_older_version_changes_nothing(engine: Engine) -> None:
    with transaction(engine) as connection:
        old = new_campaign(connection)
        new = campaigns.change(connection, old, turn=1)
        assert (new.turn, new.version) == (1, old.version + 1)
        with pytest.raises(campaigns.Overtaken, match="pit-1"):
            campaigns.change(connection, old, turn=2)
        assert campaigns.lock(connection, old.id) == new


def test_what_is_due_and_to_be_reminded(engine: Engine) -> None:
    hour = timedelta(hours=1)
    with transaction(engine) as connection:
        running = CampaignStatus.RUNNING
        late = new_campaign(connection, "late", status=running, due_at=NOW - hour)
        now = new_campaign(connection, "now", status=running, due_at=NOW, remind_at=NOW - hour)
        new_campaign(connection, "later", status=running, due_at=NOW + hour, remind_at=NOW + hour)
        new_campaign(
            connection, "paused", status=CampaignStatus.PAUSED, due_at=NOW, remind_at=NOW, report_at=NOW, look=True
        )
        look = new_campaign(connection, "look", status=running, look=True)
        assert campaigns.due(connection, NOW) == [late.id, now.id]
        assert campaigns.next_due(connection) == NOW - hour
        assert campaigns.to_remind(connection, NOW) == [now.id]
        told = [new_campaign(connection, f"told-{at}", status=running, report_at=NOW - at * hour) for at in (-1, 0, 1)]
        assert campaigns.to_report(connection, NOW) == [told[2].id, told[1].id]
        assert campaigns.to_look_at(connection) == [look.id]


def test_seats_keep_the_order_of_sign_up_and_what_is_on_file(engine: Engine) -> None:
    with transaction(engine) as connection:
        campaign = new_campaign(connection)
        other = new_campaign(connection, "pit-2")
        bob = seats.create(connection, campaign.id, "Bob", "", NOW)
        ann = seats.create(connection, campaign.id, "Ann", "four leaves", NOW)
        seats.create(connection, other.id, "Ann", "", NOW)
        assert [seat.number for seat in (bob, ann)] == [1, 2]
        seats.put_on_file(connection, ann, [["1", "+3", 1, 1, 7]], wrote=True, revision=1)
        campaigns.look_at(connection, campaign.id)
        assert campaigns.get(connection, campaign.id).look
        assert campaigns.get(connection, campaign.id).version == campaign.version + 1
        assert not campaigns.get(connection, other.id).look
        found = seats.of_campaign(connection, campaign.id)
        assert [(s.name, s.filed, s.wrote, s.revision) for s in found] == [
            ("Bob", [], False, 0),
            ("Ann", [["1", "+3", 1, 1, 7]], True, 1),
        ]
        asked = replace(
            found[1],
            filed=[["2", "x4", 2, 1, 7]],
            wrote=False,
            asked="a play",
            step=2,
            asked_in=1,
            due_at=NOW,
            remind_at=NOW,
        )
        seats.keep(connection, [bob, asked])
        assert seats.of_campaign(connection, campaign.id) == [bob, asked]
        with pytest.raises(sa.exc.IntegrityError):
            seats.create(connection, campaign.id, "Ann", "", NOW)


def test_mail_goes_to_the_preferred_confirmed_addresses_of_present_members(engine: Engine) -> None:
    with transaction(engine) as connection:
        campaign = new_campaign(connection)
        seat = seats.create(connection, campaign.id, "Ann", "", NOW)
        connection.execute(
            sa.insert(table_of(Person)), [{"id": n, "name": f"p{n}", "created_at": NOW} for n in (1, 2, 3)]
        )
        connection.execute(
            sa.insert(table_of(Address)),
            [
                {"person_id": 1, "address": "gone@example.org", "confirmed_at": NOW, "preferred": True},
                {"person_id": 2, "address": "ann@example.org", "confirmed_at": NOW, "preferred": True},
                {"person_id": 2, "address": "old@example.org", "confirmed_at": NOW, "preferred": False},
                {"person_id": 3, "address": "no@example.org", "confirmed_at": None, "preferred": True},
            ],
        )
        seats.add_member(connection, seat.id, 1, NOW)
        assert seats.end_members(connection, seat.id, NOW) == [1]
        assert seats.end_members(connection, seat.id, NOW) == []
        seats.add_member(connection, seat.id, 2, NOW)
        seats.add_member(connection, seat.id, 3, NOW)
        assert seats.recipients(connection, campaign.id) == [seats.Recipient(seat.id, 2, 2, "ann@example.org", True)]


def test_a_turn_is_in_force_once(engine: Engine) -> None:
    with transaction(engine) as connection:
        campaign = new_campaign(connection)
        assert turns.latest(connection, campaign.id) is None
        with pytest.raises(LookupError):
            turns.latest_state(connection, campaign.id)
        for number in (0, 1, 2):
            new_turn(connection, campaign.id, number)
    for attempt in (1, 2):
        with pytest.raises(sa.exc.IntegrityError), transaction(engine) as connection:
            new_turn(connection, campaign.id, 2, attempt)
    with transaction(engine) as connection:
        number, state = turns.latest_state(connection, campaign.id)
        assert (number, state) == (2, {"turn": 2, "z": 1, "a": 2})
        assert not turns.was_withdrawn(connection, campaign.id, 1)
        assert turns.withdraw(connection, campaign.id, 1, NOW) == [1, 2]
        assert turns.withdraw(connection, campaign.id, 1, NOW) == []
        assert [turns.was_withdrawn(connection, campaign.id, number) for number in (0, 1, 2, 3)] == [
            False,
            True,
            True,
            False,
        ]
        new_turn(connection, campaign.id, 1, 2)
        assert [(turn.number, turn.attempt) for turn in turns.in_force(connection, campaign.id)] == [(0, 1), (1, 2)]
        latest = turns.latest(connection, campaign.id)
        assert latest == turns.numbered(connection, campaign.id, 1)
        assert turns.numbered(connection, campaign.id, 2) is None


def test_reports_are_found_by_turn_and_seat(engine: Engine) -> None:
    with transaction(engine) as connection:
        campaign = new_campaign(connection)
        seat = seats.create(connection, campaign.id, "Ann", "", NOW)
        ids = [new_turn(connection, campaign.id, number) for number in (0, 1)]
        for turn_id in ids:
            ids_by_seat = reports.add(
                connection, turn_id, [(seat.id, "Ann's", "text", "<p>"), (None, "public", "text", "")]
            )
            assert set(ids_by_seat) == {seat.id, None}
        public = reports.of_turn(connection, ids[1], None)
        assert public is not None
        assert (public.subject, public.seat_id) == ("public", None)
        assert [number for number, _ in reports.of_seat(connection, campaign.id, seat.id)] == [0, 1]
        turns.withdraw(connection, campaign.id, 1, NOW)
        assert [(n, r.subject) for n, r in reports.of_seat(connection, campaign.id, seat.id)] == [(0, "Ann's")]
