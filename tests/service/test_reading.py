"""How a mail is read in a house: its settings hold. Source: mail.md 32, 40, 71, "Where a row names a limit, it is a setting"."""

from datetime import UTC, datetime

import pytest
from sqlalchemy.engine import Engine

from pbem.core.letters import Letter, Raw
from pbem.service import reading
from tests.moderator import tabletop
from tests.service.house import office_of

HEAD = "From: ann@players.test\r\nTo: gm@pbem.test\r\n"
PARTED = f"{HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n" + "--b\r\n\r\n1: +3\r\n" * 3 + "--b--\r\n"


def read(engine: Engine, mail: str, **limits: int) -> Letter:
    office = office_of(tabletop.Office(engine), limits=limits)
    return reading.read(office, Raw("inbox", 1, "1", mail.encode(), datetime(2026, 11, 3, tzinfo=UTC)))


@pytest.mark.parametrize(
    ("limits", "mail", "said"),
    [
        ({"letter_parts": 3}, PARTED, "has more than 3 parts"),
        ({"letter_depth": 1}, PARTED, "nests them deeper than 1"),
        ({"letter_line": 100}, f"{HEAD}\r\n{'x' * 101}\r\n", "a line of more than 100 characters"),
        ({"letter_text": 1000}, f"{HEAD}\r\n" + "1: +3\r\n" * 200, "a text of more than 1,000 characters"),
        ({"letter_bytes": 10_000}, f"{HEAD}\r\n" + "> 1: +3\r\n" * 2_000, "is over the size limit of 0.01 MB"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_every_limit_of_a_letter_is_a_setting(
    sqlite_engine: Engine, limits: dict[str, int], mail: str, said: str
) -> None:
    small, usual = read(sqlite_engine, mail, **limits), read(sqlite_engine, mail)
    assert said in small.reading_problem + small.quarantine
    assert usual.reading_problem + usual.quarantine == ""


def test_of_a_long_header_as_much_is_read_as_the_setting_says(sqlite_engine: Engine) -> None:
    mail = f"Subject: x\r\nX-Pad: {'y' * 5_000}\r\n{HEAD}\r\n1: +3\r\n"
    assert read(sqlite_engine, mail, letter_header_bytes=4_096).sender is None
    assert read(sqlite_engine, mail).sender == "ann@players.test"
