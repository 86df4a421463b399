"""An office of the service over a test's database, on the clock of the house whose campaigns are played there."""

from datetime import datetime
from pathlib import Path

from sqlalchemy.engine import Engine

from pbem.service.config import settings_from
from pbem.service.wiring import Office
from tests.moderator import tabletop


def office_of(house: tabletop.Office) -> Office:
    """The service's office beside that house: the same database, settings, secret and clock."""
    settings = settings_from({"house": {"address": house.house.address}}, Path("config.toml"))

    def now() -> datetime:
        return house.now

    return Office(settings, house.engine, house.house, b"a secret of the house", "instance", house.renderer, now)


def house_over(engine: Engine) -> tabletop.Office:
    return tabletop.Office(engine)
