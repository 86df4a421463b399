"""Reply tokens: found in addresses, revoked, made anew."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy.engine import Engine

from pbem.moderator import tokens
from pbem.moderator.desk import Desk, House
from pbem.report.renderer import Renderer
from pbem.store import seats
from pbem.store.session import transaction
from tests.store.test_campaigns_seats_turns import new_campaign

NOW = datetime(2026, 8, 7, 17, tzinfo=UTC)
TOKEN = "a2b3c4d5e6f7a2b3c4d5e6f7a2"


@pytest.mark.parametrize(
    ("form", "address", "found"),
    [
        ("{local}+{token}@{domain}", f"gm+{TOKEN}@pbem.test", [TOKEN]),
        ("{local}+{token}@{domain}", f"GM+{TOKEN.upper()}@PBEM.test", [TOKEN]),
        ("{local}+{token}@{domain}", "gm@pbem.test", []),
        ("{local}+{token}@{domain}", f"gm+{TOKEN}@pbem.test.evil.test", []),
        ("{local}+{token}@{domain}", f"xgm+{TOKEN}@pbem.test", []),
        ("{token}@in.pbem.test", f"{TOKEN}@in.pbem.test", [TOKEN]),
        ("{token}@in.pbem.test", f"{TOKEN}@inxpbem.test", []),
        ("", f"gm+{TOKEN}@pbem.test", []),
    ],
)
def test_tokens_are_found_in_our_addresses_only(form: str, address: str, found: list[str]) -> None:
    house = House("gm@pbem.test", reply_to=form)
    assert tokens.in_addresses(house, ["someone@else.test", address, address]) == found


def test_a_revoked_token_names_but_another_one_is_made(sqlite_engine: Engine) -> None:
    with transaction(sqlite_engine) as connection:
        desk = Desk(connection, NOW, b"secret", "here", House("gm@pbem.test"), Renderer(Path("none")))
        campaign = new_campaign(connection)
        seat = seats.create(connection, campaign.id, "Ann", "", NOW)
        first = tokens.orders_token(desk, campaign.id, seat.id, 3, 1)
        assert tokens.orders_token(desk, campaign.id, seat.id, 3, 1) == first
        tokens.revoke(desk, first)
        second = tokens.orders_token(desk, campaign.id, seat.id, 3, 1)
        assert second != first
        assert tokens.orders_token(desk, campaign.id, seat.id, 3, 1) == second
        named = tokens.find(desk, [second.upper(), "never-given", first])
    assert [(n.token, n.turn, n.revoked) for n in named] == [(second, 3, False), (first, 3, True)]
