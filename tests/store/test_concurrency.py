"""Writers that meet: nothing is lost, on either database."""

import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pbem.store import instance, leases
from pbem.store.session import StoreAway, connect, reading, transaction
from pbem.store.tables import Campaign, CampaignStatus, Instance, table_of

CAMPAIGN = table_of(Campaign)
INSTANCE = table_of(Instance)
NOW = datetime(2031, 1, 1, tzinfo=UTC)
WRITERS, TIMES = 2, 60


def new_campaign(engine: Engine) -> None:
    row = {
        "name": "pit-1",
        "game": "pitagoras",
        "rules_version": 1,
        "status": CampaignStatus.SIGNUP,
        "options": {},
        "decks": {},
        "min_players": 2,
        "max_players": 5,
        "timezone": "UTC",
        "schedule": "",
        "secret": "s",
        "commitment": "c",
        "created_at": NOW,
    }
    defaults = {
        column.name: column.default.arg
        for column in CAMPAIGN.columns
        if isinstance(column.default, sa.ColumnDefault) and column.default.is_scalar and column.name not in row
    }
    with transaction(engine) as connection:
        connection.execute(sa.insert(CAMPAIGN), {**defaults, **row})


def count_up(url: str, times: int) -> None:
    """Reads, adds one, writes; each time in one transaction of its own."""
    engine = connect(url, synchronous="OFF")
    for _ in range(times):
        with transaction(engine) as connection:
            found = sa.select(CAMPAIGN.c.due_sequence).where(CAMPAIGN.c.id == 1).with_for_update()
            known = connection.execute(found).scalar_one()
            connection.execute(sa.update(CAMPAIGN).where(CAMPAIGN.c.id == 1).values(due_sequence=known + 1))
    engine.dispose()


def test_processes_that_read_modify_and_write_lose_nothing(engine: Engine) -> None:
    new_campaign(engine)
    url = engine.url.render_as_string(hide_password=False)
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=count_up, args=(url, TIMES)) for _ in range(WRITERS)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    assert [writer.exitcode for writer in writers] == [0] * WRITERS
    with reading(engine) as connection:
        assert connection.execute(sa.select(CAMPAIGN.c.due_sequence)).scalar_one() == WRITERS * TIMES


def raise_the_turn(engine: Engine, version: int) -> bool:
    """Writes what was computed outside of any transaction, unless the campaign has changed since."""
    change = sa.update(CAMPAIGN).where(CAMPAIGN.c.id == 1, CAMPAIGN.c.version == version)
    with transaction(engine) as connection:
        done = connection.execute(change.values(version=version + 1, turn=CAMPAIGN.c.turn + 1))
        return done.rowcount == 1


def test_of_those_that_compare_and_set_one_wins(engine: Engine) -> None:
    new_campaign(engine)
    with ThreadPoolExecutor(4) as threads:
        won = list(threads.map(lambda _: raise_the_turn(engine, 1), range(12)))
    assert won.count(True) == 1
    with reading(engine) as connection:
        row = connection.execute(sa.select(CAMPAIGN.c.turn, CAMPAIGN.c.version)).one()
    assert tuple(row) == (1, 2)


def test_a_reader_sees_one_moment_and_holds_nobody_up(engine: Engine) -> None:
    new_campaign(engine)
    with reading(engine) as reader:
        before = reader.execute(sa.select(CAMPAIGN.c.turn)).scalar_one()
        assert raise_the_turn(engine, 1)
        assert reader.execute(sa.select(CAMPAIGN.c.turn)).scalar_one() == before
    with reading(engine) as reader:
        assert reader.execute(sa.select(CAMPAIGN.c.turn)).scalar_one() == before + 1


def test_a_writer_that_waits_in_vain_says_so(sqlite_engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.store.session.BUSY_MILLISECONDS", 20)
    impatient = connect(str(sqlite_engine.url))

    def write() -> None:
        with transaction(impatient) as connection:
            instance.keep_fact(connection, "a", "b")

    with transaction(sqlite_engine), pytest.raises(StoreAway, match="database is locked"):
        write()
    write()
    impatient.dispose()


def test_the_installation_is_named_once_by_however_many(engine: Engine) -> None:
    def name_it(_: int) -> str:
        with transaction(engine) as connection:
            return instance.instance_id(connection)

    with ThreadPoolExecutor(4) as threads:
        names = set(threads.map(name_it, range(8)))
    assert len(names) == 1
    assert len(names.pop()) == 26


def test_a_free_lease_is_taken_by_one_of_many(engine: Engine) -> None:
    def take(holder: str) -> bool:
        with transaction(engine) as connection:
            return leases.take(connection, "inbox", holder, NOW, timedelta(minutes=2))

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(take, "abcdefgh")).count(True) == 1
