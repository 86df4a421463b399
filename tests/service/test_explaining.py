"""What `pbem mail explain` tells of a mail before it comes is what becomes of it when it does."""

from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pbem.core.letters import Verdict
from pbem.report.renderer import Renderer
from pbem.service.config import settings_from
from pbem.service.explaining import explain, explain_stored
from pbem.service.wiring import Office
from pbem.store import letters, sheets
from pbem.store.session import reading
from pbem.store.tables import Letter, OrderSheet, Outgoing, table_of
from tests.mail.corpus import CORPUS
from tests.mail.mutations import Mutant, mutants
from tests.mail.reading import with_fields
from tests.moderator.any_mail import CAMPAIGN, AnyMail
from tests.moderator.tabletop import HOUSE

EMPTY = [
    with_fields(
        f"From: Ann <ann@example.org>\nTo: gm+k5x2mz7qpdh3w4ravbn6tjyecg@pbem.test\nSubject: {subject}", ""
    ).encode()
    for subject in (
        "1: +3",
        "Re: 1: +3",
        "prompter: Bob",
        "1: +99",
        "pit-1: hello",
        "orders",
        "help",
        "",
        "meeting 3: where?",
    )
]


@pytest.fixture
def house(sqlite_engine: Engine) -> AnyMail:
    return AnyMail(sqlite_engine)


@pytest.fixture
def office(house: AnyMail, tmp_path: Path) -> Office:
    settings = settings_from({"house": {"address": HOUSE.address}}, tmp_path / "config.toml")
    now = house.office
    return Office(settings, house.engine, HOUSE, b"a secret of the house", "instance", Renderer(), lambda: now.now)


def rows(engine: Engine) -> list[int]:
    with reading(engine) as connection:
        return [
            connection.execute(sa.select(sa.func.count()).select_from(table_of(table))).scalar_one()
            for table in (Letter, Outgoing, OrderSheet)
        ]


def assert_told_before(house: AnyMail, office: Office, mutant: Mutant) -> None:
    """What is told of a mail that has not come changes nothing, and is what becomes of it."""
    before = rows(house.engine)
    told = explain(mutant.content, office)
    assert rows(house.engine) == before
    house.throw(mutant)
    with reading(house.engine) as connection:
        row = letters.listed(connection, limit=1)[0]
        sheet = sheets.text_of_letter(connection, [row.id]).get(row.id, "")
    if row.reason.startswith("the same mail as"):
        row_id = int(row.reason.rpartition(" ")[2])
    else:
        row_id = row.id
        assert (told.verdict, told.reason) == (row.verdict, row.reason)
    assert explain_stored(office, row_id).verdict is told.verdict
    if row.campaign_id is not None:
        assert (told.campaign, told.turn) == (CAMPAIGN, row.turn)
    assert {line.strip() for line in sheet.split("\n")} <= {line.strip() for line in told.own.split("\n")} | {""}


@pytest.mark.parametrize("mails", [CORPUS, EMPTY], ids=["corpus", "empty"])
def test_mails_as_they_are(house: AnyMail, office: Office, mails: list[bytes]) -> None:
    for content in mails:
        assert_told_before(house, office, Mutant(house.addressed(content), False, ()))


def test_a_stranger_at_the_address_of_a_seat(house: AnyMail, office: Office) -> None:
    mail = with_fields("From: Eve <eve@stranger.test>\nTo: gm+k5x2mz7qpdh3w4ravbn6tjyecg@pbem.test", "1: +3\n")
    told = explain(house.addressed(mail.encode()), office)
    assert (told.verdict, told.campaign, told.turn) == (Verdict.ASK, CAMPAIGN, 1)
    assert told.binding == f"{CAMPAIGN}, turn 1"


def test_changed_mails(house: AnyMail, office: Office) -> None:
    changed = mutants([house.addressed(content) for content in CORPUS], 5)
    for _ in range(100):
        assert_told_before(house, office, next(changed))


def test_an_order_in_the_subject_is_own_text_only_if_the_game_takes_it(house: AnyMail, office: Office) -> None:
    told = {
        content.split(b"Subject: ")[1].split(b"\n")[0]: explain(house.addressed(content), office) for content in EMPTY
    }
    assert {subject.decode(): one.own for subject, one in told.items() if one.own} == {
        "1: +3": "1: +3",
        "prompter: Bob": "prompter: Bob",
    }
    assert {one.verdict.value for one in told.values() if not one.own} == {"ERR", "ACK"}
