"""Global Pursuit by mail: what of a mail is the answer, what the GM is asked, and what the reports ask for."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.engine import Engine

from pbem.games.global_pursuit.play import hindrance, is_right
from pbem.games.global_pursuit.state import Position, tabletop
from pbem.games.global_pursuit.state import position as pursuit
from pbem.games.global_pursuit.words import Join
from pbem.moderator import pauses, position
from pbem.report.renderer import Renderer
from tests.moderator.letterbox import Letterbox
from tests.moderator.relay import tick
from tests.moderator.tabletop import Office, address_of

NAME = "gp-1"
PLAYERS = ("Ann", "Bob", "Cleo")


def begun(engine: Engine, options: Mapping[str, Any] | None = None, **asked: Any) -> Letterbox:
    """A campaign of which nothing has been played; the seed has Cleo begin."""
    office = Office(engine, renderer=Renderer())
    wanted = {
        "game": "global-pursuit",
        "deadline": "",
        "move_time": timedelta(days=2),
        "options": options or {},
        **asked,
    }
    office.started(NAME, PLAYERS, **wanted)
    return Letterbox(office)


def asked(engine: Engine, options: Mapping[str, Any] | None = None, **how: Any) -> Letterbox:
    """The same once Cleo has laid a card rightly, and is asked a question."""
    house = begun(engine, options, **how)
    mail(house, "Cleo", f"match {a_match(house).text}")
    assert len(tick(house)) == 1
    return house


def now(house: Letterbox) -> Position:
    with house.office.desk() as desk:
        return pursuit(position.of(desk, house.office.row(NAME)).state)


def mail(house: Letterbox, player: str, text: str, **how: Any) -> str:
    """A reply of the player's to the last report; what is answered, on one line."""
    letter = house.from_player(player, text, NAME, **how)
    return " ".join(" ".join(row.text for row in house.answers(letter)).split())


def a_match(house: Letterbox, *, right: bool = True) -> Join:
    """A possible match of the mover's that is right, or wrong."""
    at = now(house)
    assert at.mover is not None
    for card in at.hands[at.mover]:
        top = tabletop(at.maps.get(at.map_of(card), ()), 8)
        for to, to_edge in top.free_edges():
            for edge in range(1, 6):
                join = Join(card, edge, to, to_edge)
                possible = hindrance(at.hands[at.mover], top, join) is None
                if possible and is_right(card, top.touches(top.lay(card, edge, to, to_edge))) == right:
                    return join
    raise AssertionError("no such match")


@pytest.mark.parametrize(
    ("text", "filed"),
    [
        ("Napoleon", "Napoleon"),
        ("Napoleon\n\n-- \nAnn: the first", "Napoleon"),
        ("> a: quoted\n\nNapoleon\n\nOn Monday the GM wrote:\n> match PE-04", "Napoleon"),
        ("Napoleon # I think; perhaps", "Napoleon"),
        ("status\nNapoleon", "Napoleon"),
        ("Trinidad\nand Tobago", "Trinidad and Tobago"),
        ("answer: Paris\nA. Rome", "Rome"),
        ("status", ""),
        ("Hello,\n\nNapoleon", ""),
        ("jion Planet Earth 4 edge 2 to People & Places 5 edge 3", ""),
        ("PE-13 2 PE 14 3", ""),
        ("place it", ""),
        ("\u202enoelopaN\u202c", ""),
        ("answer: \u202enoelopaN\u202c", ""),
    ],
)
def test_what_of_a_mail_is_the_answer(sqlite_engine: Engine, text: str, filed: str) -> None:
    house = asked(sqlite_engine)
    said = mail(house, "Cleo", text)
    assert house.on_file("Cleo", NAME) == ([f"answer: {filed}"] if filed else [])
    assert (f"{filed}. To correct it, send a line 'answer: …'." in said) == bool(filed)


@pytest.mark.parametrize(("subject", "filed"), [("Napoleon", ["answer: Napoleon"]), ("status", []), ("Re: status", [])])
def test_the_subject_of_a_mail_without_text_may_be_the_answer(
    sqlite_engine: Engine, subject: str, filed: list[str]
) -> None:
    house = asked(sqlite_engine)
    mail(house, "Cleo", "", subject=subject)
    assert house.on_file("Cleo", NAME) == filed


def test_an_empty_reply_to_a_mail_of_ours_answers_nothing(sqlite_engine: Engine) -> None:
    house = asked(sqlite_engine)
    with house.office.desk() as desk:
        pauses.pause(desk, NAME, "gm")
    with house.office.desk() as desk:
        pauses.resume(desk, NAME, "gm")
    ours = {row.message["subject"] for row in house.office.outbox() if row.to == address_of("Cleo")}
    assert "[gp-1] The campaign goes on" in ours
    for subject in ours:
        mail(house, "Cleo", "", subject=f"Re: {subject}")
        assert house.on_file("Cleo", NAME) == [], subject


def test_the_gm_is_told_what_was_asked_and_what_is_accepted(sqlite_engine: Engine) -> None:
    house = asked(sqlite_engine)
    mail(house, "Cleo", "Napolean")
    for player in ("Ann", "Bob"):
        mail(house, player, "challenge none")
    assert tick(house) == []
    (told,) = [row for row in house.office.outbox() if row.to == "boss@pbem.test"]
    for text in (told.text, told.html):
        said = " ".join(text.split())
        assert "Which Frenchman made himself emperor in 1804?" in said
        assert "Accepted: Napoleon; Napoleon Bonaparte;" in said
        assert "a misspelling of one of these" in said
