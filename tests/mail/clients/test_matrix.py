"""One sheet through every program, language, place and form gives the same orders. Source: mail.md, Tests 4, rows 1 to 22."""

from collections.abc import Sequence

import pytest

from pbem.moderator.own_text import own_text
from tests.mail.clients.languages import LANGUAGES
from tests.mail.clients.programs import PROGRAMS, Program
from tests.mail.clients.replies import FORMS, PLACES, REPORT, reply
from tests.mail.reading import letter

SHEET = ["1: +3", "2: if Bob won 1 then x4 else -2", "", "prompter: Cleo"]


def taken(mail: bytes) -> list[str]:
    """The player's lines that are not blank, as the moderator has them who knows the report."""
    own = own_text(letter(mail).lines, lambda marker: True, lambda: ["\n".join(REPORT)])
    return [line.text.strip() for line in own.lines if line.text.strip()]


def differences(program: Program, sheet: Sequence[str]) -> list[str]:
    wanted = [line for line in sheet if line]
    found = []
    for language in LANGUAGES:
        for place in PLACES:
            for form in FORMS:
                read = taken(reply(program, language, place, form, sheet))
                if read != wanted:
                    found.append(f"{language.code} {place} {form}: {read}")
    return found


def test_the_matrix_is_as_large_as_it_must_be() -> None:
    assert len({program.name for program in PROGRAMS}) >= 25
    assert len({language.code for language in LANGUAGES}) >= 12


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_every_form_of_a_reply_gives_the_same_orders(program: Program) -> None:
    assert differences(program, SHEET) == []
