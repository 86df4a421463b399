"""Whole mails as real programs write them, each `letters/NAME.eml` with what must be read from it in `NAME.toml`.

`rows`: those of mail.md that it shows; `own`: the writer's own lines that are not blank; `problem`: a part of the reading
problem; `held`; `forwarded`; `attachment`; `readings`; `quoted`: lines that must have been taken for quotation; `subject`;
`first_number`: of the first own line. What is not given must be empty.
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.core.letters import LineKind
from tests.mail.reading import letter, own

FOLDER = Path(__file__).parent / "letters"
MAILS = sorted(FOLDER.glob("*.eml"))
TOKEN = "gm+k5x2mz7qpdh3w4ravbn6tjyecg@pbem.test"


def expected_of(mail: Path) -> dict[str, Any]:
    return tomllib.loads(mail.with_suffix(".toml").read_text("utf-8"))


def name_of(mail: Path) -> str:
    return "_".join(["row", *(f"{row:02}" for row in expected_of(mail)["rows"]), mail.stem])


@pytest.mark.parametrize("mail", MAILS, ids=name_of)
def test_letter(mail: Path) -> None:
    expected = expected_of(mail)
    read = letter(mail.read_bytes())
    assert own(read) == expected["own"]
    assert (read.sender, read.recipients) == ("ann@example.org", (TOKEN,))
    assert read.answers == ("<r3.k7m2q4xa@pbem.test>", "<pit-1.turn-3@pbem.test>")
    assert (read.robot, read.listed, read.loop, read.bounce) == ("", False, None, None)
    assert expected.get("problem", "") in read.reading_problem
    assert bool(read.reading_problem) == ("problem" in expected)
    assert bool(read.held_reason) == expected.get("held", False)
    assert read.forwarded == expected.get("forwarded", False)
    assert read.attachment == expected.get("attachment")
    assert [text.strip() for text in read.readings] == expected.get("readings", [])
    quoted = [line.text for line in read.lines if line.kind is LineKind.QUOTATION]
    assert [line for line in expected.get("quoted", []) if line not in quoted] == []
    if "subject" in expected:
        assert read.subject == expected["subject"]
    if "first_number" in expected:
        assert next(line.number for line in read.lines if line.kind is LineKind.OWN) == expected["first_number"]


def test_the_corpus_is_whole() -> None:
    assert len(MAILS) >= 60
    assert {mail.stem for mail in MAILS} == {file.stem for file in FOLDER.glob("*.toml")}
