"""Prepared statements give what SQLAlchemy's own execution gives, on every database."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pbem.core.letters import Verdict
from pbem.store.prepared import Prepared, insertion
from pbem.store.session import transaction
from pbem.store.tables import Letter, Turn, table_of
from tests.store.test_campaigns_seats_turns import new_campaign, new_turn

NOW = datetime(2026, 8, 7, 17, tzinfo=UTC)
LETTER, TURN = table_of(Letter), table_of(Turn)
ADD = insertion(LETTER)
OF_DIGEST = sa.select(LETTER).where(LETTER.c.digest == sa.bindparam("wanted"), LETTER.c.verdict != Verdict.NEW).limit(5)


def row(uid: str, **values: object) -> dict[str, object]:
    return {
        "mailbox": "INBOX",
        "uidvalidity": 2**40,
        "uid": uid,
        "digest": "d",
        "raw": b"\x00\xff",
        "received_at": NOW.astimezone(timezone(timedelta(hours=2))),
        "stored_at": NOW,
        "verdict": Verdict.ASK,
        "junk": True,
        "held_text": None,
        **values,
    }


def test_rows_go_in_and_come_out_the_same(engine: Engine) -> None:
    with transaction(engine) as connection:
        for uid, text in (("1", None), ("2", "plain\x00text"), ("3", "later")):
            assert ADD.run(connection, row(uid, held_text=text)) == 1
        rows = Prepared(OF_DIGEST).all(connection, {"wanted": "d"})
        assert rows == [tuple(found) for found in connection.execute(OF_DIGEST, {"wanted": "d"})]
        first = Prepared(OF_DIGEST).first(connection, {"wanted": "d"})
        assert Prepared(OF_DIGEST).first(connection, {"wanted": "nobody's"}) is None
    assert first == rows[0]
    by_name = dict(zip(LETTER.c.keys(), rows[1], strict=True))
    assert (by_name["verdict"], by_name["junk"], by_name["attempts"], by_name["received_at"]) == (
        Verdict.ASK,
        True,
        0,
        NOW,
    )
    assert by_name["held_text"] == "plain\ufffdtext"


def test_json_and_updates(engine: Engine) -> None:
    state = {"b": [1, None, "ü"], "a": {"x": True}}
    change = Prepared(
        sa.update(TURN)
        .where(TURN.c.number == sa.bindparam("turn"))
        .values(state=sa.bindparam("new"), attempt=TURN.c.attempt + 1)
    )
    look = Prepared(sa.select(TURN.c.state, TURN.c.attempt, sa.func.count(TURN.c.id).over()).order_by(TURN.c.id))
    with transaction(engine) as connection:
        campaign = new_campaign(connection)
        new_turn(connection, campaign.id, 0)
        assert change.run(connection, {"turn": 0, "new": state}) == 1
        assert change.run(connection, {"turn": 7, "new": state}) == 0
        assert look.all(connection, {}) == [(state, 2, 1)]


def test_what_the_database_refuses_is_sqlalchemy_s_error(engine: Engine) -> None:
    with transaction(engine) as connection:
        ADD.run(connection, row("1"))
    with transaction(engine) as connection, pytest.raises(sa.exc.IntegrityError, match=r"(?i)unique"):
        ADD.run(connection, row("1"))


def test_a_value_that_is_missing_is_a_fault_of_the_program(sqlite_engine: Engine) -> None:
    with transaction(sqlite_engine) as connection, pytest.raises(KeyError, match="wanted"):
        Prepared(OF_DIGEST).all(connection, {})
