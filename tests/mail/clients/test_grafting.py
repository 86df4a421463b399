"""A sheet put where the writer's own text stood is what is read, whatever sheet and whatever reply."""

import tomllib
from pathlib import Path

import pytest

from tests.mail.reading import letter, own

GRAFTS: dict[str, str] = tomllib.loads((Path(__file__).parent / "grafts.toml").read_text("utf-8"))
HEAD = (
    "From: Ann <ann@example.org>\nTo: games@pbem.test\nSubject: Re: turn 3\nContent-Type: text/plain; charset=utf-8\n\n"
)
SHEETS = {
    "keys": "1: +3\n2: if riot then x4 else -2\nprompter: Cleo",
    "words": "pass\nmove to the third square\noffer Bob 3 for it",
    "plain orders": "A PAR - BUR\nF BRE - MAO\nA MAR S A PAR - BUR",
    "bids": "bid 12 on 4\nif price >= 8 then pass",
    "gaps": "1: +3\n\n\n2: x4\n\nprompter: Cleo",
    "greeting": "Hello all,\n\nhere are my orders:\n\n1: +3\n\nThanks, Ann",
    "press": "press to: Bob\nFrom: PAR\nTo: BUR\nWe wrote on 3 that\nyou shall have it.\nend",
    "rules": "1: +3\n----------\n2: x4\n==========\nprompter: Cleo",
    "wrapped comparison": "2: if cards\n>= 3 then x4",
    "comment": "# On 3 we wrote:\n1: +3\n# from: nobody",
    "list": "1. +3\n2. x4\n- keep\n* both",
}


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_in_the_place_of_the_own_text_is_read(sheet: str) -> None:
    wanted = [line for line in SHEETS[sheet].split("\n") if line]
    different = {
        name: read
        for name, reply in GRAFTS.items()
        if (read := own(letter(HEAD + reply.replace("{own}", SHEETS[sheet])))) != wanted
    }
    assert different == {}


def test_there_are_replies_of_all_sorts() -> None:
    assert len(GRAFTS) >= 60
    assert all(reply.count("{own}") == 1 for reply in GRAFTS.values())
