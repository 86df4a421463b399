"""The queries of letters, tokens, people, sign-ups and order sheets, on every database."""

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.engine import Engine

from pbem.core.letters import Raw, Verdict
from pbem.store import letters, people, seats, sheets, signups, tokens
from pbem.store.session import transaction
from pbem.store.tables import OrderSheet, Signup, Token, TokenKind, table_of
from tests.store.test_campaigns_seats_turns import new_campaign

NOW = datetime(2026, 8, 7, 17, tzinfo=UTC)


def raw(uid: str, received: datetime = NOW, content: bytes = b"From: a@b.test\r\n\r\n1: +3\x00\xff") -> Raw:
    return Raw("INBOX", 7, uid, content, received)


@pytest.mark.parametrize(
    ("row", "model"), [(tokens.TokenRow, Token), (sheets.SheetRow, OrderSheet), (signups.SignupRow, Signup)]
)
def test_a_row_has_the_columns_of_its_table_in_their_order(row: type, model: type[Token]) -> None:
    assert [field.name for field in fields(row)] == [column.name for column in table_of(model).columns]


def test_mails_are_kept_once_with_their_bytes(engine: Engine) -> None:
    with transaction(engine) as connection:
        assert letters.add(connection, [raw("1"), raw("2")], NOW) == 2
        assert letters.add(connection, [raw("2"), raw("3"), replace(raw("3"), uidvalidity=8)], NOW) == 2
        assert letters.add(connection, [], NOW) == 0
        ids = letters.pending(connection)
        came = letters.as_they_came(connection, list(reversed(ids)))
    assert [w.id for w in came] == list(reversed(ids))
    assert came[-1].raw == raw("1")


def test_the_order_is_that_of_receipt_then_of_the_numbers(engine: Engine) -> None:
    with transaction(engine) as connection:
        letters.add(connection, [raw("10"), raw("9"), raw("11", NOW - timedelta(seconds=1))], NOW)
        came = letters.as_they_came(connection, letters.pending(connection))
    assert [w.raw.uid for w in came] == ["11", "9", "10"]


def test_tries_are_counted_forgotten_and_end_with_a_verdict(engine: Engine) -> None:
    with transaction(engine) as connection:
        letters.add(connection, [raw("1"), raw("2")], NOW)
        first, second = letters.pending(connection)
        letters.count_try(connection, [first, second])
        letters.count_try(connection, [first])
        letters.forget_tries(connection, second)
        letters.note_error(connection, first, "what\x00 ever")
        tries = [w.attempts for w in letters.as_they_came(connection, [first, second])]
        letters.close(connection, first, Verdict.QUAR, "r" * 600, now=NOW, digest="d", subject="s" * 300)
        assert letters.pending(connection) == [second]
        row = letters.get(connection, first)
        undecided = letters.undecided(connection)
        with pytest.raises(LookupError):
            letters.get(connection, 99)
    assert tries == [2, 0]
    assert (row.verdict, row.reason, row.subject, row.error) == (Verdict.QUAR, "r" * 500, "s" * 255, "what ever")
    assert undecided == [row]


def test_twins_have_the_same_digest(engine: Engine) -> None:
    with transaction(engine) as connection:
        letters.add(connection, [raw("1"), raw("2"), raw("3")], NOW)
        one, two, three = letters.pending(connection)
        letters.close(connection, one, Verdict.ACK, now=NOW, digest="same")
        letters.close(connection, two, Verdict.ACK, now=NOW, digest="other")
        me, twins = letters.with_twins(connection, three, "same")
    assert me.id == three
    assert [twin.id for twin in twins] == [one]


def test_a_token_is_found_and_revoked(engine: Engine) -> None:
    with transaction(engine) as connection:
        campaign = new_campaign(connection)
        seat = seats.create(connection, campaign.id, "Ann", "", NOW)
        names = {"campaign_id": campaign.id, "seat_id": seat.id, "turn": 1, "attempt": 1}
        tokens.keep(connection, "d1", TokenKind.ORDERS, NOW, mark="m", **names)
        tokens.keep(connection, "d2", TokenKind.GM, NOW)
        assert [row.digest for row in tokens.find(connection, ["d2", "d3", "d1"])] == ["d2", "d1"]
        tokens.revoke(connection, "d1", NOW)
        tokens.revoke(connection, "d1", NOW + timedelta(days=1))
        (row,) = tokens.find(connection, ["d1"])
        assert tokens.find(connection, []) == []
    assert (row.seat_id, row.revoked_at) == (seat.id, NOW)


def test_a_person_is_known_by_confirmed_addresses_and_has_chairs(engine: Engine) -> None:
    with transaction(engine) as connection:
        campaign = new_campaign(connection)
        seat = seats.create(connection, campaign.id, "Ann", "", NOW)
        ann = people.register(connection, "ann@home.test", "Ann", NOW)
        assert people.register(connection, "ann@home.test", "Somebody", NOW) == ann
        assert people.add_address(connection, ann, "ann@work.test", NOW)
        assert not people.add_address(connection, ann, "ann@work.test", NOW)
        before = people.registered(connection, "ann@work.test")
        seats.add_member(connection, seat.id, ann, NOW)
        after = people.registered(connection, "ann@work.test")
        assert people.registered(connection, "bob@home.test") is None
        assert people.addresses_of_seat(connection, seat.id) == ["ann@home.test"]
        assert people.members(connection, seat.id) == [ann]
        chair = people.chair(connection, seat.id)
        people.want_reminders(connection, [ann], False)
        muted = people.registered(connection, "ann@home.test")
    assert before
    assert (before.person_id, before.name, before.chairs) == (ann, "Ann", ())
    assert after
    assert after.chairs == (chair,)
    assert (chair.seat, chair.campaign) == ("Ann", "pit-1")
    assert muted
    assert not muted.reminders


def test_sign_ups_and_sheets_come_back_as_written(engine: Engine) -> None:
    with transaction(engine) as connection:
        campaign = new_campaign(connection)
        asked = signups.ask(connection, campaign.id, "ann@home.test", "Ann", "four leaves", None, NOW)
        seat = seats.create(connection, campaign.id, "Ann", "", NOW)
        signups.seat(connection, asked, seat.id)
        signup = signups.get(connection, asked)
        for revision, (received, used) in enumerate([(NOW, True), (NOW - timedelta(hours=1), True), (NOW, False)], 1):
            sheets.keep(
                connection,
                campaign.id,
                seat.id,
                1,
                revision,
                letter_id=None,
                received_at=received,
                text="call: high\x00",
                orders=[["call", "call: high", 1, 1, None]],
                problems=[],
                filed=[["call", "call: high", 1, 1, None]],
                used=used,
                receipt="r",
            )
        newest = sheets.newest_used(connection, seat.id, 1)
        assert sheets.newest_used(connection, seat.id, 2) is None
        in_order = [sheet.revision for sheet in sheets.used(connection, seat.id, 1)]
        every = [sheet.revision for sheet in sheets.of_seat(connection, seat.id)]
    assert (signup.seat_id, signup.luck) == (seat.id, "four leaves")
    assert newest
    assert (newest.revision, newest.text, newest.received_at) == (1, "call: high", NOW)
    assert in_order == [2, 1]
    assert every == [1, 2, 3]
