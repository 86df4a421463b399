"""Every game by mail in two houses, in one of which others write otherwise and more: one player's mails are the same.

The second house's other players write `(A) or (A)` for `A`, send every sheet twice, and ask for the list of what they may order.
"""

import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pbem.archive.site import Site
from pbem.core.contract import Game
from pbem.core.options import options_to_json
from pbem.moderator import acknowledgement, position
from pbem.report.renderer import Renderer
from pbem.store.session import connect, reading
from pbem.store.tables import CampaignStatus, Outgoing, Report, table_of
from tests.games.registered import GAMES
from tests.games.test_every_game import twin
from tests.moderator.letterbox import Letterbox
from tests.moderator.relay import tick
from tests.moderator.tabletop import Office, address_of

NAMES = ("Ann", "Bob", "Cleo", "Dora", "Eve", "Finn", "Gus", "Hal")
READER = "Ann"
PLAYED = [(game, "") for game in GAMES] + [(game, "daily 18:00") for game in GAMES if game.keeps_orders]
OUR_OWN = ("return_path", "message_id", "answers")
"""Of a mail what is drawn at random, or names letters by keyed digests that tell nothing."""


@pytest.fixture
def two_engines(blank_sqlite: Path, tmp_path: Path) -> Iterator[list[Engine]]:
    files = [tmp_path / f"house-{number}.sqlite3" for number in (1, 2)]
    for file in files:
        shutil.copyfile(blank_sqlite, file)
    engines = [connect(f"sqlite:///{file}", synchronous="OFF") for file in files]
    yield engines
    for engine in engines:
        engine.dispose()


@pytest.mark.parametrize(("game", "gathered"), PLAYED, ids=lambda of: getattr(of, "slug", of))
def test_what_others_write_changes_no_mail_to_one_who_may_not_know(
    two_engines: list[Engine], game: Game, gathered: str
) -> None:
    random = Random(f"{game.slug} {gathered}")
    one, two = (started(engine, game, gathered, Random(f"seating {game.slug}")) for engine in two_engines)
    players = seated(one)
    changed = 0
    for _ in range(24):
        if one.office.row("x-1").status is CampaignStatus.ENDED:
            break
        hours = random.randint(1, 40) if random.random() < 0.35 else 0
        player = random.choice(players)
        text = drawn(one, player, random)
        written = text if player == READER else otherwise(two, player, text)
        changed += text != written
        for house, sheet in ((one, text), (two, written)):
            house.later(hours=hours)
            house.from_player(player, sheet, "x-1")
            if house is two and player != READER:
                house.from_player(player, sheet, "x-1")
                house.mail("options\n\nThanks!", address_of(player), subject="[x-1] and")
            tick(house)
        assert one.office.row("x-1").turn == two.office.row("x-1").turn
    assert mails_to(one, READER) == mails_to(two, READER)
    assert len(mails_to(one, READER)) > 3
    assert changed


MAXIMA = [{"Bob": "185", "Cleo": "60"}, {"Bob": "95", "Cleo": "if double then 60 else 30 or 5"}]


def test_what_others_would_have_paid_changes_no_mail_and_no_page(two_engines: list[Engine], tmp_path: Path) -> None:
    """Two auctions of bux with other maxima, a standing bid more and a move ahead, of which winner and price are the same."""
    told: list[tuple[Any, ...]] = []
    for engine, maxima in zip(two_engines, MAXIMA, strict=True):
        folder = tmp_path / f"pages of {maxima['Bob']}"
        office = Office(engine, renderer=Renderer())
        options = {"turn_order": "seats"}
        office.started(
            "x-1", ("Ann", "Bob", "Cleo"), game="bux", deadline="", move_time=timedelta(days=2), options=options
        )
        house = Letterbox(office)
        house.from_player("Ann", "draw\nbid: 90", "x-1")
        tick(house)
        house.later(hours=5)
        for player, most in maxima.items():
            more = "\nstanding bid: 15\nmove: if double then draw" if most == "185" else ""
            house.from_player(player, f"bid: {most}{more}", "x-1")
        tick(house)
        with reading(engine) as connection:
            Site(connection, folder, office.renderer).build()
        pages = [file.read_text() for file in sorted(folder.rglob("*.html"))]
        told.append((mails_to(house, READER), pages))
    assert told[0] == told[1]
    assert "Bob buys the lot and pays 95 to Ann." in str(told[0])


def started(engine: Engine, game: Game, gathered: str, random: Random) -> Letterbox:
    drawn, options = twin(game).seating(random)
    players = NAMES[: max(2, len(drawn))]
    every_option = {**options_to_json(game.Options()), **options}
    office = Office(engine, renderer=Renderer())
    move_time = timedelta(days=2)
    office.started(
        "x-1", players, game=game.slug, deadline="", move_time=move_time, reports=gathered, options=every_option
    )
    return Letterbox(office)


def seated(house: Letterbox) -> tuple[str, ...]:
    with house.office.desk() as desk:
        return position.of(desk, house.office.row("x-1")).table.players


def drawn(house: Letterbox, player: str, random: Random) -> str:
    """What a player may write."""
    with house.office.desk() as desk:
        now = position.of(desk, house.office.row("x-1"))
    text: str = twin(now.game).sheet(now.table, acknowledgement.view_of(now, now.seat(player)), random)
    return text


def otherwise(house: Letterbox, player: str, text: str) -> str:
    """The sheet with `KEY: ((VALUE)) or (VALUE)` for each order on a line that can be written so; free text cannot."""
    with house.office.desk() as desk:
        now = position.of(desk, house.office.row("x-1"))
    view = acknowledgement.view_of(now, now.seat(player))

    def read(lines: list[str]) -> tuple[list[Any], list[Any]]:
        sheet = now.game.read(now.table, view, "\n".join(lines))
        return [(order.part, order.line) for order in sheet.orders], [(p.line, p.is_warning) for p in sheet.problems]

    lines = text.split("\n")
    for order in now.game.read(now.table, view, text).orders:
        key, colon, value = order.text.rpartition(": ")
        there = order.line - 1
        written = [*lines[:there], f"{key}{colon}(({value})) or ({value})", *lines[there + 1 :]]
        after = now.game.read(now.table, view, "\n".join(written)).orders
        if read(written) == read(lines) and not any("((" in one.text for one in after):
            lines = written
    return "\n".join(lines)


def mails_to(house: Letterbox, player: str) -> list[Any]:
    """All that was mailed to a player, as it was written."""
    with reading(house.office.engine) as connection:
        told = {row.id: row for row in connection.execute(sa.select(table_of(Report)))}
        rows = connection.execute(sa.select(table_of(Outgoing)).order_by(table_of(Outgoing).c.id)).all()
    mails = []
    for row in rows:
        if row.to == address_of(player):
            text = told[row.report_id] if row.report_id is not None else row
            head = {name: said for name, said in row.message.items() if name not in OUR_OWN}
            mails.append((row.kind, head, text.text, text.html, row.created_at))
    return mails
