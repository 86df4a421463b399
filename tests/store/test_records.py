"""The short queries: facts of the installation, audit log, press, mailboxes, leases; and what columns do to text."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pbem.store import audit, instance, leases, mailboxes, press
from pbem.store.session import reading, transaction
from pbem.store.tables import Letter, Person, Turn, table_of
from tests.store.test_concurrency import new_campaign

NOW = datetime(2031, 1, 1, 18, tzinfo=UTC)
PERSON = table_of(Person)
LETTER = table_of(Letter)
TURN = table_of(Turn)


def test_a_fact_is_kept_and_replaced(engine: Engine) -> None:
    with transaction(engine) as connection:
        assert instance.fact(connection, "seen") == ""
        instance.keep_fact(connection, "seen", "one")
        instance.keep_fact(connection, "seen", "two")
        name = instance.instance_id(connection)
    with transaction(engine) as connection:
        assert instance.fact(connection, "seen") == "two"
        assert instance.instance_id(connection) == name


def test_the_audit_log_tells_who_did_what_newest_first(engine: Engine) -> None:
    new_campaign(engine)
    with transaction(engine) as connection:
        audit.note(connection, "ann", "campaign new", now=NOW, campaign_id=1, name="pit-1")
        audit.note(connection, audit.SERVICE, "deadline waits", now=NOW)
    with reading(engine) as connection:
        everything = audit.entries(connection)
        of_campaign = audit.entries(connection, campaign_id=1)
        newest = audit.entries(connection, limit=1)
    assert [(e.who, e.action, e.campaign, e.detail) for e in everything] == [
        ("service", "deadline waits", None, {}),
        ("ann", "campaign new", "pit-1", {"name": "pit-1"}),
    ]
    assert (of_campaign, newest) == (everything[1:], everything[:1])


def test_press_comes_back_by_turn_in_the_order_it_came(engine: Engine) -> None:
    new_campaign(engine)
    with transaction(engine) as connection:
        first = press.publish(connection, 1, 3, "<b>To all:</b> truce?", now=NOW, title="Peace")
        second = press.publish(connection, 1, 3, "No.", now=NOW)
        press.publish(connection, 1, 4, "Later.", now=NOW)
    assert first < second
    with reading(engine) as connection:
        pieces = press.of_turn(connection, 1, 3)
    assert pieces == [press.Piece(None, "Peace", "<b>To all:</b> truce?", NOW), press.Piece(None, "", "No.", NOW)]


def test_a_mailbox_is_read_forwards_only_and_anew_under_another_uidvalidity(engine: Engine) -> None:
    steps = [((7, 10), (7, 10)), ((7, 4), (7, 10)), ((7, 12), (7, 12)), ((8, 1), (8, 1))]
    for given, expected in steps:
        with transaction(engine) as connection:
            mailboxes.advance(connection, "inbox", *given)
            found = mailboxes.position(connection, "inbox")
        assert (found.uidvalidity, found.uid) == expected
    with transaction(engine) as connection:
        assert mailboxes.position(connection, "inbox").read_at is None
        mailboxes.looked(connection, "inbox", NOW)
        mailboxes.looked(connection, "pipe", NOW)
        assert mailboxes.position(connection, "inbox") == mailboxes.Position(8, 1, NOW)
        assert mailboxes.position(connection, "nowhere") == mailboxes.Position()
        assert [row.name for row in mailboxes.listing(connection)] == ["inbox", "pipe"]


def test_a_lease_belongs_to_its_holder_until_it_ends(engine: Engine) -> None:
    minute = timedelta(minutes=1)
    with transaction(engine) as connection:
        assert leases.take(connection, "inbox", "a", NOW, minute)
        assert not leases.take(connection, "inbox", "b", NOW + minute / 2, minute)
        assert leases.take(connection, "inbox", "a", NOW + minute / 2, minute), "its holder may renew it"
        assert not leases.take(connection, "inbox", "b", NOW + minute, minute)
        assert leases.take(connection, "inbox", "b", NOW + 1.5 * minute, minute), "from its end on it is free"
        leases.give_back(connection, "inbox", "a")
        assert not leases.take(connection, "inbox", "a", NOW + 2 * minute, minute), "only its holder gives it back"
        leases.give_back(connection, "inbox", "b")
        assert leases.take(connection, "inbox", "a", NOW + 2 * minute, minute)


def insert_person(engine: Engine, name: str, at: datetime = NOW) -> Any:
    with transaction(engine) as connection:
        connection.execute(sa.insert(PERSON).values(name=name, created_at=at))
        return connection.execute(sa.select(PERSON.c.name, PERSON.c.created_at).order_by(PERSON.c.id.desc())).first()


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Ann", "Ann"),
        ("Zoë 🎲", "Zoë 🎲"),
        ("nul\0nul", "nul\ufffdnul"),
        ("half \ud83d pair", "half \ufffd pair"),
        ("\udcff\0", "\ufffd\ufffd"),
    ],
)
def test_text_that_a_database_refuses_is_mended(engine: Engine, given: str, kept: str) -> None:
    assert insert_person(engine, given)[0] == kept
    with reading(engine) as connection:
        assert connection.execute(sa.select(sa.func.count()).where(PERSON.c.name == given)).scalar_one() == 1


def test_a_name_that_is_too_long_is_refused_by_both(engine: Engine) -> None:
    insert_person(engine, "x" * 80)
    with pytest.raises((sa.exc.IntegrityError, sa.exc.DataError)):
        insert_person(engine, "x" * 81)


def test_a_time_without_a_zone_is_refused_and_another_zone_is_told_in_utc(engine: Engine) -> None:
    with pytest.raises(sa.exc.StatementError, match="timezone"):
        insert_person(engine, "Ann", datetime(2031, 1, 1))  # noqa: DTZ001 - the naive one to be refused
    at = insert_person(engine, "Bob", datetime(2031, 1, 1, 1, 30, tzinfo=timezone(timedelta(hours=2))))[1]
    assert (at, at.utcoffset()) == (datetime(2030, 12, 31, 23, 30, tzinfo=UTC), timedelta(0))


def test_a_long_subject_is_cut_and_the_raw_mail_is_not(engine: Engine) -> None:
    raw = bytes(range(256)) * 10
    row = {
        "mailbox": "inbox",
        "uidvalidity": 2**32,
        "uid": "1",
        "digest": "d",
        "raw": raw,
        "received_at": NOW,
        "stored_at": NOW,
        "attempts": 0,
        "verdict": "NEW",
        "subject": "Re: " * 100,
        "reason": "",
        "error": "",
        "message_id": "",
        "sender": "",
        "junk": False,
        "filed_away": False,
    }
    with transaction(engine) as connection:
        connection.execute(sa.insert(LETTER).values(row))
        kept = connection.execute(sa.select(LETTER.c.subject, LETTER.c.raw)).one()
    assert kept.subject == ("Re: " * 100)[:254] + "…"
    assert kept.raw == raw


def test_json_comes_back_with_its_keys_in_order_and_every_character(engine: Engine) -> None:
    new_campaign(engine)
    state = {"zebra": 1, "ant": {"b": [1.5, None, True], "a": "nul\0 half \ud83d"}, "": 2**60}
    row = {"campaign_id": 1, "number": 1, "attempt": 1, "rules_version": 1, "adjudicated_at": NOW, "events": []}
    more: dict[str, Any] = {name: {} for name in ("given", "filed", "problems", "chance", "public_view")}
    with transaction(engine) as connection:
        connection.execute(sa.insert(TURN).values(**row, **more, state=state))
        kept = connection.execute(sa.select(TURN.c.state)).scalar_one()
    assert kept == state
    assert list(kept) == list(state)
    assert list(kept["ant"]) == ["b", "a"]


def test_a_word_outside_its_set_is_refused(engine: Engine) -> None:
    new_campaign(engine)

    def spoil() -> None:
        with transaction(engine) as connection:
            connection.execute(sa.text("UPDATE campaign SET status = 'asleep'"))

    with pytest.raises(sa.exc.IntegrityError):
        spoil()


def test_a_turn_has_one_attempt_in_force(engine: Engine) -> None:
    new_campaign(engine)
    row = {"campaign_id": 1, "number": 1, "rules_version": 1, "adjudicated_at": NOW, "state": {}, "events": []}
    more: dict[str, Any] = {name: {} for name in ("given", "filed", "problems", "chance", "public_view")}

    def adjudicate(attempt: int) -> None:
        with transaction(engine) as connection:
            connection.execute(sa.insert(TURN).values(**row, **more, attempt=attempt))

    adjudicate(1)
    with pytest.raises(sa.exc.IntegrityError):
        adjudicate(2)
    with transaction(engine) as connection:
        connection.execute(sa.update(TURN).values(withdrawn_at=NOW))
    adjudicate(2)


def test_a_reading_transaction_cannot_write(engine: Engine) -> None:
    def write() -> None:
        with reading(engine) as connection:
            instance.keep_fact(connection, "a", "b")

    with pytest.raises(Exception, match=r"read.?only|may not be written"):
        write()
    with transaction(engine) as connection:
        instance.keep_fact(connection, "a", "b")
