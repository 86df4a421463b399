"""The alarm by another way than mail: once a day, while the mail server refuses the login. Source: mail.md 73."""

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.engine import Engine

from pbem.core.errors import Failed
from pbem.core.letters import Fate
from pbem.service.run import Service
from pbem.service.wiring import Office
from tests.moderator import tabletop
from tests.moderator.post_room import Server
from tests.service.house import office_of
from tests.service.post_in import Box, Clerk


@pytest.fixture
def house(sqlite_engine: Engine) -> tabletop.Office:
    house = tabletop.Office(sqlite_engine)
    house.started()
    return house


def office_with(house: tabletop.Office, command: str) -> Office:
    office = office_of(house)
    section = office.settings.house.model_copy(update={"alarm": command})
    return replace(office, settings=office.settings.model_copy(update={"house": section}))


def rounds(house: tabletop.Office, command: str, *fates: Fate) -> None:
    """One round for each fate, ten minutes apart."""
    for fate in fates:
        house.later(minutes=10)
        service = Service(office_with(house, command), [[Box()]], Server(*[fate] * 50), Clerk())
        if fate is Fate.TAKEN:
            service.once()
            continue
        with pytest.raises(Failed, match="mails could not be sent"):
            service.once()


@pytest.mark.expects_log("not sent")
def test_row_73_a_refused_login_sounds_the_alarm_once_a_day(house: tabletop.Office, tmp_path: Path) -> None:
    told = tmp_path / "told"
    command = f"tee -a '{told}'"
    rounds(house, command, Fate.AWAY)
    assert not told.exists()
    house.later(hours=1)
    rounds(house, command, Fate.LOCKED_OUT, Fate.LOCKED_OUT)
    assert told.read_text() == "No mail can be handed over: the server says locked_out.\n"
    house.later(days=1)
    rounds(house, command, Fate.LOCKED_OUT)
    assert len(told.read_text().splitlines()) == 2
    house.later(hours=5)
    rounds(house, command, Fate.TAKEN)
    assert {row.state.value for row in house.outbox()} == {"sent"}
    notes = [row.message["subject"] for row in house.outbox("gm-note")]
    assert [subject for subject in notes if "no mail could be sent" in subject] == notes
    assert len(notes) == 2


@pytest.mark.expects_log("not sent", "the alarm could not be sounded")
@pytest.mark.parametrize("command", ["/nowhere/at-all", "false"])
def test_an_alarm_that_fails_is_logged(house: tabletop.Office, command: str) -> None:
    rounds(house, command, Fate.LOCKED_OUT)
