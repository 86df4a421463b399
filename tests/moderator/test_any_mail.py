"""Whatever comes: kept raw, one verdict, one answer at most, none to a machine. Source: mail.md, Threats."""

import pytest
from sqlalchemy.engine import Engine

from tests.mail.corpus import CORPUS
from tests.mail.hostile import MAILS
from tests.mail.mutations import Mutant, mutants
from tests.moderator.any_mail import AnyMail

COUNT = 150
PARTS = 4


@pytest.fixture
def house(sqlite_engine: Engine) -> AnyMail:
    return AnyMail(sqlite_engine)


@pytest.mark.parametrize("seed", range(4))
def test_changed_mails(house: AnyMail, seed: int) -> None:
    changed = mutants([house.addressed(content) for content in CORPUS], seed)
    for _ in range(COUNT):
        house.throw(next(changed))
    assert len(house.verdicts) == 5, "every verdict is met"


@pytest.mark.parametrize("part", range(PARTS))
def test_hostile_mails(house: AnyMail, part: int) -> None:
    for name in list(MAILS)[part::PARTS]:
        for size in (0, 100, 20_000):
            house.throw(Mutant(house.addressed(MAILS[name](size)), False, (name,)))
