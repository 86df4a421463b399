"""The rows of the outbox on both databases: in once, out in order, each change of state once."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from pbem.core.letters import Attachment, CalendarEntry, Message
from pbem.store import outbox, scores
from pbem.store.session import transaction
from pbem.store.tables import Address, OutboxState, Person, table_of

NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)
MESSAGE = Message(
    "ann@example.net",
    "hi",
    "hello\n",
    "report",
    "<1@example.org>",
    NOW,
    attachments=(Attachment("orders.txt", "text/plain", "1:\n"),),
    deadline=CalendarEntry("u@example.org", 1, NOW, "orders"),
)


def put(connection: Connection, key: str, priority: int = 5, expires_at: datetime | None = None) -> int:
    message = replace(MESSAGE, message_id=f"<{key}@example.org>")
    assert outbox.put(connection, key, message, f"b{key}", now=NOW, priority=priority, expires_at=expires_at)
    return outbox.listed(connection, limit=1)[0].id


def test_a_key_is_used_once(engine: Engine) -> None:
    with transaction(engine) as connection:
        put(connection, "a")
        assert not outbox.put(connection, "a", MESSAGE, "other", now=NOW)
        assert len(outbox.listed(connection)) == 1


def test_a_message_comes_out_as_it_went_in(engine: Engine) -> None:
    with transaction(engine) as connection:
        number = put(connection, "a")
        assert outbox.message_of(connection, number) == replace(MESSAGE, message_id="<a@example.org>")
        with pytest.raises(LookupError, match="has the id 99"):
            outbox.message_of(connection, 99)


def test_mails_come_out_by_priority_then_age_and_not_before_their_time(engine: Engine) -> None:
    with transaction(engine) as connection:
        for key, priority in (("a", 5), ("b", 1), ("c", 5)):
            put(connection, key, priority)
        assert [mail.key for mail in outbox.due(connection, NOW, 10)] == ["b", "a", "c"]
        assert [mail.key for mail in outbox.due(connection, NOW, 2)] == ["b", "a"]
        assert outbox.due(connection, NOW - timedelta(seconds=1), 10) == []
        assert outbox.next_due(connection) == NOW


def test_one_sender_begins_a_mail_and_one_settles_it(engine: Engine) -> None:
    with transaction(engine) as connection:
        number = put(connection, "a")
    until = NOW + timedelta(minutes=15)
    with transaction(engine) as connection:
        assert outbox.begin(connection, number, NOW, until)
        assert not outbox.begin(connection, number, NOW, until)
        assert outbox.due(connection, until, 10) == []
        assert not outbox.requeue(connection, number, NOW)
        assert [mail.id for mail in outbox.left_behind(connection, until)] == [number]
        assert outbox.settle(connection, number, OutboxState.SENT, sent_at=NOW)
        assert not outbox.settle(connection, number, OutboxState.FAILED)
        assert outbox.counts(connection) == {OutboxState.SENT: 1}


def test_late_mails_expire_and_mails_to_a_suspended_address_are_held(engine: Engine) -> None:
    with transaction(engine) as connection:
        late = put(connection, "late", expires_at=NOW)
        held = put(connection, "held")
        person = connection.execute(sa.insert(table_of(Person)).values(name="Ann", created_at=NOW))
        assert person.inserted_primary_key
        row = {"person_id": person.inserted_primary_key[0], "address": MESSAGE.to, "confirmed_at": NOW}
        connection.execute(sa.insert(table_of(Address)).values(**row))
        assert outbox.expire(connection, NOW) == 1
        assert outbox.hold(connection, "suspended") == 0
        assert scores.add(connection, MESSAGE.to, 2, NOW, NOW - timedelta(days=1)) == 2
        assert scores.add(connection, MESSAGE.to, 2, NOW, NOW - timedelta(days=1)) == 4
        assert scores.add(connection, MESSAGE.to, 2, NOW, NOW + timedelta(days=1)) == 2
        assert scores.add(connection, "eve@example.com", 2, NOW, NOW) is None
        assert scores.suspend(connection, MESSAGE.to, NOW)
        assert not scores.suspend(connection, MESSAGE.to, NOW)
        assert outbox.hold(connection, "suspended") == 1
        assert {mail.id: mail.state for mail in outbox.listed(connection)} == {
            late: OutboxState.EXPIRED,
            held: OutboxState.HELD,
        }
        assert scores.resume(connection, MESSAGE.to)
        assert not scores.resume(connection, "eve@example.com")
        assert outbox.release(connection, MESSAGE.to, NOW) == 1
        assert outbox.requeue(connection, late, NOW)
        assert outbox.counts(connection) == {OutboxState.QUEUED: 2}


def test_a_returned_mail_is_found_by_its_key_or_message_id_and_noted_once(engine: Engine) -> None:
    with transaction(engine) as connection:
        number = put(connection, "a")
        for keys, message_ids in ((["ba"], []), ([], ["<a@example.org>"]), (["bz"], ["<a@example.org>"])):
            mail = outbox.find_returned(connection, keys, message_ids)
            assert mail
            assert mail.id == number
        assert outbox.find_returned(connection, ["bz"], []) is None
        assert outbox.note_return(connection, number, NOW, "no such user")
        assert not outbox.note_return(connection, number, NOW, "no such user")
        assert [mail.error for mail in outbox.listed(connection, [OutboxState.FAILED], bounced=True)] == [
            "no such user"
        ]
        assert outbox.listed(connection, [OutboxState.FAILED]) == []
