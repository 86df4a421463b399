"""What the answer to a sheet of Glitches tells its writer, and that it is true."""

from random import Random
from typing import Any

import pytest

from pbem.core.contract import Forecast
from pbem.core.orders import conditions, holds, simples
from pbem.core.sheets import Order
from pbem.games.glitches import GAME, forecast, rules
from pbem.games.glitches.facts import Moment
from pbem.games.glitches.orders import value
from pbem.games.glitches.view import seen
from tests.games.glitches import sheets
from tests.games.glitches.table import KEEPS, Seated

SECOND = {"Ann": "play 1R at d4", "Bob": "play 1G at d5"}


def answered(seated: Seated, name: str, text: str) -> Forecast:
    seated.send(name, text)
    return GAME.forecast(seated.table, seated.view(name), seated.filed[name])


def test_a_sheet_is_shown_by_part_with_what_each_play_is_worth() -> None:
    told = answered(
        Seated(KEEPS, SECOND),
        "Ann",
        "2R d6 or 3R d5\nif last at d6 then 3R d7 else 3R b4\nrow 5R 6R 1B 2B\nplay 1G at d4",
    )
    assert told.by_part(told.lines) == [
        (
            "plays, in this order",
            [
                "play 2R at d6 (worth 2R at d6 = 0 points now) "
                "or play 3R at d5 (d5 is taken now: used only if it is free by then)",
                "if last at d6 then play 3R at d7 (d7 is not legal now: used only if it is by then) "
                "else play 3R at b4 (b4 is not legal now: used only if it is by then)",
                "play 1G at d4 (1G is not in your hand)",
            ],
        ),
        ("row at the end", ["row 5R 6R 1B 2B"]),
    ]
    assert told.holding == ("hand: 2R 3R 4R", "pile: 5R 6R")


def test_points_are_those_of_the_field_as_it_is() -> None:
    seated = Seated(KEEPS, {"Ann": "1R d4", "Bob": "2G d5"})
    assert answered(seated, "Ann", "3R d6").lines == ("play 3R at d6 (worth 3R at d6 = 1 point now)",)
    assert answered(seated, "Bob", "4G d6").lines == ("play 4G at d6 (worth 4G at d6 = 0 points now)",)


def test_a_keep_shows_what_is_piled_and_what_was_not_dealt() -> None:
    told = answered(Seated(), "Bob", "keep 1G 2G 3G 6G or keep 1G 2G 3G 1R")
    assert told.lines == ("keep 1G 2G 3G 6G (piles 4G 5G) or keep 1G 2G 3G 1R (1R not dealt to you)",)
    assert told.holding == ("dealt: 1G 2G 3G 4G 5G 6G",)


def test_a_row_shows_its_points_once_the_pile_is_whole() -> None:
    seated = Seated({**KEEPS, "Ann": f"{KEEPS['Ann']}\n1R d4\n2R e4\n3R f4\n4R g4"})
    seated.adjudicate({"Bob": "1G d5\n2G e5\n3G f5\n4G g5"})
    assert answered(seated, "Ann", "keep 3B 4B 5B 6B\nrow 5R 6R 1B 2B").lines[1] == "row 5R 6R 1B 2B"
    seated.adjudicate({"Bob": "keep 1Y 2Y 3Y 4Y"})
    assert answered(seated, "Ann", "row 1B 2B 5R 6R").lines == ("row 1B 2B 5R 6R (= 0 points)",)


NEVER = [
    ("3R d4", "d4 is taken, and cards stay where they lie"),
    ("5R d6", "5R will not be in your hand"),
    ("2R e6", "e6 shares no side with a card"),
    ("if last at d4 then 2R d6 else 3R d6", "'last at d4' can never be true"),
    ("if d4 shows 1R then 2R d6 else 3R d6", "'d4 shows 1R' is true by then"),
    ("if plays = 3 then 2R d6", "'plays = 3' can never be true"),
    ("2R d6\nif plays = 4 then 3R d7", None),
    ("2R d6\nif plays = 3 then 3R d7", "'plays = 3' can never be true"),
    ("2R d6\nif d4 empty then 3R d7", "'d4 empty' can never be true"),
    ("2R d6\nif last shows 4R then 3R d7", "'last shows 4R' can never be true"),
    ("2R d6\nif last shows 5R then 3R d7", "'last shows 5R' can never be true"),
    ("2R d6\nif last shows 6Y then 3R d7 else if a4 shows 6Y then 3R d7", None),
    ("2R d6\nif Bob played 4R then 3R d7", "'Bob played 4R' can never be true"),
    ("2R d6\nif I played 2G then 3R d7", "'Ann played 2G' can never be true"),
    ("2R d6\nif score Bob < 0 then 3R d7", "'score Bob < 0' can never be true"),
    ("2R d6\nif score Bob >= 0 then 3R d7 else 3R e4", "'score Bob >= 0' is true by then"),
    ("2R d6\nif number d5 = 2 then 3R d7", "'number d5 = 2' can never be true"),
    ("2R d6\nif number last > 6 then 3R d7", "'number last > 6' can never be true"),
    ("2R d6\nif worth 3R at d4 >= 0 then 3R d7", "can never be true"),
    ("2R d6\nif worth 3R at d7 >= 9 then 3R d7", None),
    ("2R d6\nif have 4R and not have 4R then 3R d7", None),
    ("2R d6\nif have 5R or d5 empty then 3R d7", "'Ann holds 5R or d5 empty' can never be true"),
    ("2R d6 or 3R d6 or 2R d6", "stands there twice"),
    ("2R d6\n2R e4", "an earlier play of yours lays 2R"),
    ("2R d6 or 3R d5\n2R e4", "an earlier play of yours lays 2R"),
    ("2R d6\n3R d6", "d6 will be taken by then"),
    ("if I played 2R then 2R d6 else 3R d6\n2R d6 or 4R d6", "play 2: 'play 2R at d6' can never be taken"),
    ("2R d6\n3R d7\n2R e5 or 3R e5", "'play 3R at e5' can never be taken, since an earlier play of yours lays 3R"),
    ("2R d6\nif d6 empty then 3R d7", "'d6 empty' can never be true"),
    ("2R d6\nif d6 shows R then 3R d7 else 4R d7", "'d6 shows R' is true by then"),
    ("2R d6\nif number d6 = 2 then 3R d7 else 4R d7", "'number d6 = 2' is true by then"),
    ("2R d6\nif last at d6 then 3R d7", "'last at d6' can never be true"),
    ("2R d6\nif I played 2R then 3R d7 else 4R d7", "'Ann played 2R' is true by then"),
    ("2R d6\nif have 2R then 3R d7", "'Ann holds 2R' can never be true"),
    ("2R d1\n3R d2", "a card on d1 would make"),
    ("2R e6\n3R d6\n4R d7", "play 2: it can never be taken, since play 1 never can, and none below it."),
    ("if last at d4 then 2R d6\n3R d6", "play 2: it can never be taken, since play 1 never can"),
    ("2R d6\n3R d7 or 4R d7\n3R e4", None),
    (
        "2R d6\n3R d7 or 3R e4\n3R c4",
        "play 3: 'play 3R at c4' can never be taken, since an earlier play of yours lays 3R",
    ),
    ("2R d6 or 3R d6", "'play 3R at d6' can never be taken, since 'play 2R at d6' before it is possible"),
    ("2R d6\n3R d7 or 4R d7", None),
    (
        "2R d6\n3R d7\n4R e4\n1B e5",
        "play 4: you make fewer plays than that with these cards, so that it can never be taken.",
    ),
    ("2R d6\n3R d7\n4R e4\n1B e5\n2B e6", "so that it can never be taken, and none below it."),
    ("2R d6\nrow 1R 5R 6R 1B", "1R will not be in your pile"),
    ("2R d6\nrow 1Y 2Y 5R 1B", "6R, which lies in your pile, is not among its cards"),
    ("2R d6\nrow 5R 5R 6R 1B", "stands in it twice"),
    ("2R d6\nif plays < 16 then row 5R 6R 1B 2B", "'plays < 16' can never be true"),
    ("2R d6\nkeep 1B 2B 3B 4B", "have not been dealt"),
    ("row 5R 6R 1B 2B", "no play is on file"),
    ("if last at d4 then 2R d6", "offers nothing that is possible now"),
]


@pytest.mark.parametrize(("sheet", "note"), NEVER, ids=[sheet for sheet, _ in NEVER])
def test_branches_that_can_never_be_taken(sheet: str, note: str | None) -> None:
    notes = answered(Seated(KEEPS, SECOND), "Ann", sheet).notes
    if note is None:
        assert not [one for one in notes if "never" in one]
    else:
        assert [one for one in notes if note in one]


def test_the_first_play_of_all_takes_d4() -> None:
    notes = answered(Seated(), "Bob", "if last at d4 then 1G d5 else 1G d4\nif d4 empty then 2G d4").notes
    assert "play 1: 'play 1G at d4' can never be taken, since 'last at d4' is true by then." in notes
    assert "play 2: 'play 2G at d4' can never be taken, since 'd4 empty' can never be true by then." in notes
    notes = answered(Seated(KEEPS), "Ann", "1R d4\n2R d4").notes
    assert notes == ("play 2: 'play 2R at d4' can never be taken, since d4 will be taken by then.",)


def test_a_keep_behind_a_possible_one_is_never_looked_at() -> None:
    notes = answered(Seated(), "Bob", "keep 1G 2G 3G 1R or keep 1G 2G 3G 6G or keep 3G 4G 5G 6G").notes
    assert notes == (
        "keep: 'keep 1G 2G 3G 1R' can never be taken, since 1R was not dealt to you.",
        "keep: 'keep 3G 4G 5G 6G' can never be taken, since 'keep 1G 2G 3G 6G' before it is possible.",
    )


def test_nothing_is_said_of_what_the_other_holds() -> None:
    seated, other = Seated(KEEPS, SECOND), Seated({**KEEPS, "Bob": "keep 1G 2G 5G 6G"}, SECOND)
    sheet = "2R d6\nif Bob played 3G then 3R d7 else if d6 shows 3G then 4R d7"
    assert answered(seated, "Ann", sheet) == answered(other, "Ann", sheet)


def test_what_an_answer_says_of_conditions_and_plays_is_true_when_they_fall_due(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In games at random: never true, always true, never possible as the answer had it, whatever has happened since."""
    known: dict[tuple[str, Order], list[Any]] = {}
    decided = rules.Course.decided
    checked = 0

    def noted(course: rules.Course, name: str, order: Order, legal: Any) -> Any:
        nonlocal checked
        moment = Moment(course.at, name)
        for prospect in known.get((name, order), []):
            said = value(order.text, course.at.players, name)
            for condition in conditions(said):
                truth = prospect.truth(condition)
                assert truth is None or truth == holds(condition, moment), (order.text, prospect)
                checked += truth is not None
            for simple in simples(said) if order.part == "play" else ():
                assert prospect.why_never(*simple.value) is None or not legal(simple.value), (order.text, prospect)
            for simple in simples(said):
                assert not prospect.is_sure(simple) or legal(simple.value), (order.text, prospect)
        return decided(course, name, order, legal)

    monkeypatch.setattr(rules.Course, "decided", noted)
    for number in range(30):
        random = Random(number)
        seated = Seated()
        while not GAME.outcome(seated.table, seated.state).finished:
            written = {name: sheets.sheet(seated.table, seated.view(name), random) for name in seated.players}
            for name, text in written.items():
                if seated.read(text, name).orders:
                    known = {key: found for key, found in known.items() if key[0] != name}
                seated.send(name, text)
            for name in seated.players:
                filed = [order for order in seated.filed[name] if order.part in forecast.TITLES]
                sheet = forecast.FiledSheet(seen(seated.view(name)), name, filed)
                for order, prospect in zip(filed, sheet.prospects, strict=True):
                    known.setdefault((name, order), []).append(prospect)
            seated.adjudicate({})
        known = {}
    assert checked > 150
