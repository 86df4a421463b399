"""An office of the service over a test's database, on the clock of the house whose campaigns are played there."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.service.config import settings_from
from pbem.service.wiring import Office
from tests.moderator import tabletop


def office_of(house: tabletop.Office, **sections: Mapping[str, Any]) -> Office:
    """The service's office beside that house: the same database, settings, secret and clock."""
    settings = settings_from({"house": {"address": house.house.address}, **sections}, Path("config.toml"))

    def now() -> datetime:
        return house.now

    return Office(settings, house.engine, house.house, b"a secret of the house", "instance", house.renderer, now)
