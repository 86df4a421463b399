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
from pbem.moderator import pauses, position, rulings
from pbem.report.renderer import Renderer
from tests.moderator.letterbox import Letterbox
from tests.moderator.mailed import ATTACHED, parted, plain, quoted, report_to
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


@pytest.mark.parametrize(
    ("line", "filled", "filed"),
    [
        ("Here you go", {"answer": "Napoleon", "level": "2"}, ["answer: Napoleon", "level: 2"]),
        ("Napoleon", {"level": "2"}, ["answer: Napoleon"]),
        ("answer: Bonaparte", {"answer": "Napoleon"}, ["answer: Bonaparte"]),
        ("Bonaparte", {}, ["answer: Bonaparte"]),
        ("", {"answer": "Napoleon"}, ["answer: Napoleon"]),
    ],
)
def test_a_line_above_a_form_that_is_filled_in_is_no_answer(
    sqlite_engine: Engine, line: str, filled: dict[str, str], filed: list[str]
) -> None:
    house = asked(sqlite_engine)
    report = report_to(house, "Cleo")
    for key, value in filled.items():
        report = report.replace(f"\n{key}:\n", f"\n{key}: {value}\n")
    mail(house, "Cleo", f"{line}\n\n{quoted(report)}")
    assert house.on_file("Cleo", NAME) == filed


def test_a_line_beside_an_attached_answer_is_none(sqlite_engine: Engine) -> None:
    house = asked(sqlite_engine)
    parts = [plain("See below.\n"), ATTACHED.format(kind="text/plain", name="orders.txt", text="answer: Napoleon\n")]
    fields, body = parted(*parts)
    head = (
        f"From: {address_of('Cleo')}\nTo: {house.token_address('Cleo', NAME)}\nMessage-ID: <a1@players.test>\n{fields}"
    )
    house.deliver(f"{head}\n{body}".encode())
    assert house.on_file("Cleo", NAME) == ["answer: Napoleon"]


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


LEVEL = "and the level of the question after it: 1, 2, 3, or ask (to see symbol and die first)"
MATCH = "a match such as PE-08 edge 5 to PP-01 edge 1"


@pytest.mark.parametrize(
    ("options", "form"),
    [
        ({}, f"Your match: {MATCH}, or pass; {LEVEL} match: level:"),
        ({"trivia": "flat"}, f"Your match: {MATCH}, or pass; {LEVEL} (kept for the whole game) match: level:"),
        ({"trivia": "off"}, f"Your match: {MATCH}, or pass match:"),
        ({"maps": "four"}, "Your match: a match such as PP-08 edge 5 to PP-01 edge 1, or pass; and the level"),
        ({"sets": ["PR", "HH"], "hand": 4}, "Your match: a match such as PR-08 edge 5 to HH-01 edge 1, or pass; and the level"),
    ],
)  # fmt: skip
def test_the_form_asks_for_what_the_options_leave_to_decide(
    sqlite_engine: Engine, options: dict[str, Any], form: str
) -> None:
    house = begun(sqlite_engine, options)
    mover = now(house).mover
    assert mover is not None
    assert f"orders nothing. {form}" in form_of(house, mover)


def test_who_has_asked_to_see_the_card_is_asked_for_its_level_alone(sqlite_engine: Engine) -> None:
    house = begun(sqlite_engine)
    mail(house, "Cleo", f"match {a_match(house).text}, level ask")
    tick(house)
    assert "a card of HH: no symbol. Its level: 1, 2 or 3? level: After a right answer" in form_of(house, "Cleo")
    said = mail(house, "Cleo", "level: ask")
    assert "level: ask (impossible: symbol and die have been shown)" in said
    assert "The level of your question is not ordered: at the deadline it is 1." in said
    assert "impossible" not in mail(house, "Cleo", "level: 2\nlevel PE: ask")
    for player in ("Ann", "Bob"):
        mail(house, player, "challenge none")
    assert len(tick(house)) == 1
    assert "Question T-HH-18/2, level 2:" in form_of(house, "Cleo")


def test_a_level_that_is_kept_is_not_asked_again(sqlite_engine: Engine) -> None:
    house = asked(sqlite_engine, {"trivia": "flat"})
    assert form_of(house, "Cleo").endswith("or pass match:")
    said = mail(house, "Cleo", f"level: 3\nmatch {a_match(house).text}")
    assert "Your questions are of level 1 for the whole game: other levels have no use." in said
    assert "have no use" not in mail(house, "Bob", "level: 3")


def test_levels_without_questions_have_no_use(sqlite_engine: Engine) -> None:
    house = begun(sqlite_engine, {"trivia": "off"})
    assert "There are no questions in this game" in mail(house, "Cleo", f"match {a_match(house).text}, level 2")
    assert "There are no questions in this game" not in mail(house, "Cleo", "pass")


def form_of(house: Letterbox, player: str) -> str:
    """The form in the player's last report, on one line without its marks of remarks."""
    text = report_to(house, player)
    lines = text[text.index("begin -----") :].split("\n")[1:]
    return " ".join(line.removeprefix("# ") for line in lines[: lines.index("# ----- orders: end -----")])


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


def test_the_gm_may_rule_anew_in_other_words(sqlite_engine: Engine) -> None:
    house = asked(sqlite_engine)
    mail(house, "Cleo", "answer: The Little Corporal.")
    for player in ("Ann", "Bob"):
        mail(house, player, "challenge none")
    assert len(tick(house)) == 1
    for given, word, points in (
        ("little corporal", "right", 5),
        ("The Little Corporal.", "wrong", 4),
        ("a little corporal", "right", 5),
        ("LITTLE CORPORAL", "wrong", 4),
    ):
        with house.office.desk() as desk:
            assert rulings.rule(desk, NAME, "T-HH-18/1", given, word, "gm").withdrawn == [2]
        assert now(house).scores["Cleo"] == points
