"""A campaign recomputed, as played and tampered with; and what the GM may do with orders and reports."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from pbem.core.errors import Failed, Unusable
from pbem.core.letters import Letter, LetterLine, LineKind, Message, Raw
from pbem.moderator import position, tokens
from pbem.moderator.adjudicate import adjudicate
from pbem.moderator.gm_orders import set_orders, show_orders
from pbem.moderator.resend import resend
from pbem.moderator.verify import Verification, verify
from pbem.store import audit, letters
from pbem.store.session import transaction
from pbem.store.tables import Campaign, CampaignStatus, OrderSheet, Report, Seat, Turn, table_of
from pbem.store.tables import Letter as LetterTable
from tests.moderator.tabletop import PLAYERS, SECRET, Office, address_of, hand_in


def read(raw: Raw) -> Letter:
    """A letter whose every line is its writer's own."""
    body = raw.content.decode().partition("\n\n")[2]
    lines = tuple(LetterLine(n, text, LineKind.OWN) for n, text in enumerate(body.split("\n"), 1))
    return Letter(digest="", received=raw.received, lines=lines)


def write(office: Office, player: str, text: str) -> None:
    """A letter with orders, stored raw and taken."""
    with office.desk() as desk:
        uid = f"{player} {office.now.isoformat()}"
        raw = f"From: {address_of(player)}\n\n> 1: a report quoted\n{text}".encode()
        letters.add(desk.connection, [Raw("inbox", 1, uid, raw, office.now)], office.now)
        letter_id = letters.pending(desk.connection)[-1]
        hand_in(desk, "tiny-1", {player: f"\n{text}"}, letter_id)


def close_turn(office: Office) -> None:
    with office.desk() as desk:
        adjudicate(desk, position.named_running(desk, "tiny-1"))
    office.later(days=1)


def played(engine: Engine, turns: int = 4) -> Office:
    """Some turns, with changed minds, missing sheets, nonsense and orders of the GM's."""
    office = Office(engine)
    office.started(options={"goal": 9})
    random = Random(7)
    for turn in range(turns):
        for player in PLAYERS[: 3 + turn % 2]:
            for _ in range(random.randint(1, 2)):
                write(office, player, random.choice(["high", "call: low", "# think\n\nHIGH", "low\nnonsense"]))
                office.later(hours=1)
        if not turn % 2:
            with office.desk() as desk:
                set_orders(desk, "tiny-1", "Dora", "low", "gm")
        close_turn(office)
    write(office, "Bob", "high")
    return office


def verified(office: Office, secret: str | None = None) -> Verification:
    with office.desk() as desk:
        return verify(desk, position.seen(desk, "tiny-1"), read, secret)


def test_a_campaign_as_played_agrees(engine: Engine) -> None:
    found = verified(played(engine))
    assert found.differences == []
    assert found.turns == 5
    assert found.dice == 8
    assert found.letters > 12
    assert found.sheets == found.letters + 2


def test_a_whole_campaign_agrees_with_its_published_secret(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    office.started(options={"goal": 2})
    while office.row().status is CampaignStatus.RUNNING:
        write(office, "Ann", "high")
        write(office, "Cleo", "low")
        close_turn(office)
    assert verified(office, SECRET).differences == []
    wrong = verified(office, "0" * 64)
    assert "does not fit the commitment" in wrong.differences[0]
    assert len(wrong.differences) > 4


def test_before_the_start_only_the_commitment_is_compared(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    office.campaign()
    assert verified(office).differences == []


def _turn(change: Callable[[Any], object], column: str, number: int = 2) -> Callable[[Connection], None]:
    """Changes a JSON column of a stored turn."""
    table = table_of(Turn)

    def tamper(connection: Connection) -> None:
        value = connection.execute(sa.select(table.c[column]).where(table.c.number == number)).scalar_one()
        change(value)
        connection.execute(sa.update(table).where(table.c.number == number).values({column: value}))

    return tamper


def _row(model: type[Any], **values: Any) -> Callable[[Connection], None]:
    """Changes the first row of a table."""
    table = table_of(model)

    def tamper(connection: Connection) -> None:
        first = connection.execute(sa.select(sa.func.min(table.c.id))).scalar_one()
        connection.execute(sa.update(table).where(table.c.id == first).values(**values))

    return tamper


def _forge_letter(connection: Connection) -> None:
    table = table_of(LetterTable)
    first = connection.execute(sa.select(table).order_by(table.c.id)).first()
    assert first is not None
    other = first.raw.replace(b"high", b"LOW").replace(b"HIGH", b"low").replace(b"call: low", b"high")
    assert other != first.raw
    connection.execute(sa.update(table).where(table.c.id == first.id).values(raw=other))


def _drop_report(connection: Connection) -> None:
    table = table_of(Report)
    wanted = sa.select(sa.func.max(table.c.id)).scalar_subquery()
    connection.execute(sa.delete(table).where(table.c.id == wanted))


def _drop_sheet(connection: Connection) -> None:
    table = table_of(OrderSheet)
    gone = sa.and_(table.c.letter_id.is_(None), table.c.turn == 1)
    assert connection.execute(sa.delete(table).where(gone)).rowcount == 1


TAMPERED: dict[str, tuple[Callable[[Connection], object], str]] = {
    "a die": (
        _turn(lambda chance: chance.update({"coin 2": "edge"}), "chance"),
        r"turn 2: the outcome of 'coin 2'.*edge",
    ),
    "a die more": (
        _turn(lambda chance: chance.update({"x": 1}), "chance"),
        r"turn 2: the outcome of 'x' is stored as 1",
    ),
    "an event": (_turn(lambda events: events.pop(), "events"), r"turn 2: event \d+ is stored as null"),
    "a state": (
        _turn(lambda state: state["scores"].update(Ann=9), "state"),
        r"turn 2: in the state, 'scores' is stored as .*\"Ann\": 9",
    ),
    "an order given": (
        _turn(lambda given: given["filed"]["Ann"][0].__setitem__(1, "call: edge"), "given"),
        r"turn 2: Ann's order 1 is stored as .*edge",
    ),
    "who wrote": (
        _turn(lambda given: given["wrote"].remove("Ann"), "given"),
        r"turn 2: Ann is said not to have written",
    ),
    "a public view": (_turn(lambda view: view.update(turn=7), "public_view"), r"turn 2: in the public view, 'turn'"),
    "a sheet's orders": (
        _row(OrderSheet, orders=[["call", "call: edge", 2, 1, 1]]),
        r"turn 1: sheet 1 of Ann: order 1",
    ),
    "a sheet's text": (_row(OrderSheet, text="\nlow"), r"turn 1: sheet 1 of Ann"),
    "a letter": (_forge_letter, r"turn 1: sheet 1 of Ann has the line .*not in its letter"),
    "a sheet of the GM's gone": (_drop_sheet, r"turn 1: Dora's order 1"),
    "a report gone": (_drop_report, r"turn 4: the report for the public is missing"),
    "words for luck": (_row(Seat, luck="other words"), r"turn 0: the outcome of 'number Ann'"),
    "what is on file": (_row(Seat, filed=[["call", "call: low", 1, 1, None]]), r"turn 5: what Ann has on file"),
    "the secret": (_row(Campaign, secret="0" * 64), r"the secret does not fit the commitment"),
    "a turn gone": (
        lambda connection: connection.execute(
            sa.update(table_of(Turn))
            .where(table_of(Turn).c.number == 2)
            .values(withdrawn_at=datetime.now().astimezone())
        ),
        r"turn 3: it follows turn 1",
    ),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_what_was_tampered_with_is_found(sqlite_engine: Engine, what: str) -> None:
    tamper, said = TAMPERED[what]
    office = played(sqlite_engine)
    with transaction(sqlite_engine) as connection:
        tamper(connection)
    differences = verified(office).differences
    assert any(re.search(said, sentence) for sentence in differences), differences
    assert not any("\n" in sentence for sentence in differences)


def test_orders_of_the_gm_are_read_logged_and_told(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    campaign = office.started()
    with office.desk() as desk:
        after, problems = set_orders(desk, "tiny-1", "bob", "HIGH # by telephone", "gm")
        entry = audit.entries(desk.connection, campaign_id=campaign.id)[0]
        shown = show_orders(desk, "tiny-1")
    assert (after.seat, after.lines, problems) == ("Bob", ("call: high",), ())
    assert [(one.seat, one.lines, one.revision) for one in shown][:2] == [("Ann", (), 0), ("Bob", ("call: high",), 1)]
    assert (entry.who, entry.action, entry.seat) == ("gm", "orders set", "Bob")
    assert entry.detail["text"] == "HIGH # by telephone"
    (mail,) = office.outbox("orders-set")
    assert mail.to == address_of("Bob")
    assert "    call: high\n" in mail.text


@pytest.mark.parametrize(
    ("text", "said"),
    [("high\nedge", r"line 2, column 1: expected high or low.*nothing was set"), ("# none", "holds no order")],
)
def test_a_sheet_of_the_gm_with_an_error_sets_nothing(sqlite_engine: Engine, text: str, said: str) -> None:
    office = Office(sqlite_engine)
    office.started()
    with office.desk() as desk:
        with pytest.raises(Unusable, match=said):
            set_orders(desk, "tiny-1", "Bob", text, "gm")
        with pytest.raises(Failed, match=r"no player 'Eve'; it has Ann, Bob, Cleo, Dora"):
            set_orders(desk, "tiny-1", "Eve", "high", "gm")
        assert show_orders(desk, "tiny-1", "Bob")[0].orders == ()
    assert office.outbox("orders-set") == []


def test_a_report_is_sent_again_as_it_was(sqlite_engine: Engine) -> None:
    office = played(sqlite_engine, turns=3)
    office.later(minutes=1)
    before = office.outbox("report")
    with office.desk() as desk:
        assert resend(desk, "tiny-1", 1, "bob", "gm") == [address_of("Bob")]
        assert len(resend(desk, "tiny-1", None, None, "gm")) == 4
        with pytest.raises(Failed, match=r"has no turn 7; the last one is 3"):
            resend(desk, "tiny-1", 7, None, "gm")
    first = next(row for row in before if row.to == address_of("Bob") and "turn 1" in row.message["subject"])
    again = office.outbox("report")[len(before)]
    assert (again.report_id, again.message["subject"]) == (first.report_id, first.message["subject"])
    assert again.message_id != first.message_id
    with office.desk() as desk:
        reply_to = Message.from_json(again.message, "", "").reply_to
        (named,) = tokens.find(desk, [reply_to.removeprefix("gm+").removesuffix("@pbem.test")])
    assert named.turn == 2, "an answer to an old report is bound to the turn that it asked for"
    assert office.now - timedelta(days=30) < again.created_at
