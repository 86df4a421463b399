"""Who plays the demo: people, each with a mail program and words for luck."""

from dataclasses import dataclass

from pbem.demo import writing
from pbem.demo.writing import Style

GM = "games@pbem.test"
GM_PERSON = "gm@pbem.test"


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    address: str
    password: str
    luck: str
    style: Style


ANN = Player("Ann", "ann@pbem.test", "ann-reads-mail", "seven magpies", writing.top_reply)
BOB = Player("Bob", "bob@pbem.test", "bob-reads-mail", "", writing.html_only)
CLEO = Player("Cleo", "cleo@pbem.test", "cleo-reads-mail", "a stitch in time", writing.from_a_phone)
DORA = Player("Dora", "dora@pbem.test", "dora-reads-mail", "red sky at night", writing.between_the_lines)
GM_AT_DESK = Player("GM", GM_PERSON, "gm-reads-mail", "", writing.top_reply)
