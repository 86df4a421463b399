"""Campaigns of Quiz by mail, for tests of rulings: answers sent, the GM asked, and the GM's mails."""

import re
from datetime import timedelta
from typing import Any

from sqlalchemy.engine import Engine

from pbem.moderator import position, verify
from pbem.report.renderer import Renderer
from pbem.store import reports, seats
from pbem.store.session import reading
from tests.moderator.letterbox import Letterbox
from tests.moderator.tabletop import Office

PLAYERS = ("Ann", "Bob")
NAME = "quiz-1"
DOUBT = "Maybe yes"


def begun(engine: Engine, **asked: Any) -> Letterbox:
    office = Office(engine, renderer=Renderer())
    office.started(NAME, PLAYERS, **{"game": "quiz", "deadline": "", "move_time": timedelta(days=3), **asked})
    return Letterbox(office)


def answer(house: Letterbox, **texts: str) -> list[int]:
    """A mail of each of these players with these lines."""
    return [house.from_player(player, text, NAME) for player, text in texts.items()]


def report(house: Letterbox, player: str | None) -> str:
    """The last report of a player, or with None the public one, on one line."""
    with reading(house.office.engine) as connection:
        row = house.office.row(NAME)
        mine = [seat.id for seat in seats.of_campaign(connection, row.id) if seat.name == player]
        return " ".join(reports.of_seat(connection, row.id, mine[0] if mine else None)[-1][1].text.split())


def scores(house: Letterbox) -> dict[str, int]:
    with house.office.desk() as desk:
        found: dict[str, int] = position.of(desk, house.office.row(NAME)).state["scores"]
    return found


def asked(house: Letterbox) -> list[Any]:
    """The mails that asked the GM for a ruling."""
    return house.office.outbox("ruling")


def gm_mail(house: Letterbox, word: str, text: str = "", sender: str = "boss@pbem.test", number: int = 0) -> int:
    """The GM's mail to the address for that word (empty for the reply address) in the question of that number."""
    question = asked(house)[number]
    found = re.search(rf"^ +{word}: (\S+)$", question.text, re.MULTILINE) if word else None
    return house.mail(text, sender, to=found[1] if found else question.message["reply_to"])


def agrees(house: Letterbox) -> list[str]:
    """What a recomputation of the campaign finds otherwise."""
    with house.office.desk() as desk:
        return verify.verify(desk, house.office.row(NAME)).differences
