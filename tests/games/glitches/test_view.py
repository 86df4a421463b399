"""What each reader of Glitches knows, what is asked of whom, what may be chosen, and the field in characters and as a drawing."""

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.core.contract import Asked, Audience
from pbem.games.glitches import GAME
from pbem.games.glitches.picture import field_of, text
from tests.games.glitches.table import KEEPS, Seated

SECOND = {"Ann": "play 1R at d4", "Bob": "play 1G at d5"}
FIRST_DEAL = {
    "Ann": "keep 1R 2R 3R 4R\n1R d4\n2R e4\n3R f4\n4R g4",
    "Bob": "keep 1G 2G 3G 4G\n1G d5\n2G e5\n3G f5\n4G g5",
}
SECOND_DEAL = {
    "Ann": "keep 1B 2B 3B 4B\n1B d6\n2B e6\n3B f6\n4B g6",
    "Bob": "keep 1Y 2Y 3Y 4Y\n1Y d7\n2Y e7\n3Y f7\n4Y g7",
}


def awaited(seated: Seated) -> dict[str, Asked]:
    return GAME.awaiting(seated.table, seated.state, seated.filed)


def ready(seated: Seated) -> bool:
    return GAME.ready(seated.table, seated.state, seated.filed)


def test_a_seat_sees_its_own_cards_and_orders_alone() -> None:
    seated = Seated({**KEEPS, "Bob": f"{KEEPS['Bob']}\n1G d5\nrow 5G 6G 1Y 2Y"})
    view = seated.view("Ann")
    assert (view["hands"], view["piles"]) == ({"Ann": ["1R", "2R", "3R", "4R"]}, {"Ann": ["5R", "6R"]})
    assert view["on_file"] == {"Ann": []}
    public = GAME.view(seated.table, seated.state, seated.filed, Audience.PUBLIC)
    assert (public["hands"], public["piles"], public["on_file"], public["legal"]) == ({}, {}, {}, [])
    whole = GAME.view(seated.table, seated.state, seated.filed, Audience.GM)
    assert set(whole["hands"]) == set(whole["piles"]) == {"Ann", "Bob"}
    assert whole["on_file"]["Bob"] == [["play", "play 1G at d5"], ["row", "row 5G 6G 1Y 2Y"]]


def test_the_piles_are_everybody_s_at_the_end() -> None:
    seated = Seated(FIRST_DEAL, SECOND_DEAL)
    public = GAME.view(seated.table, seated.state, seated.filed, Audience.PUBLIC)
    assert public["piles"] == {"Ann": ["5R", "6R", "5B", "6B"], "Bob": ["5G", "6G", "5Y", "6Y"]}
    assert public["winner"] == "Bob"
    outcome = GAME.outcome(seated.table, seated.state)
    assert (outcome.winners, outcome.scores) == (("Bob",), {"Ann": 16, "Bob": 20})
    assert awaited(seated) == {}
    assert not ready(seated)
    assert GAME.form(seated.table, seated.view("Ann")) == GAME.choices(seated.table, seated.view("Ann")) == ()


def test_legal_cells_are_shown_to_the_mover_alone() -> None:
    seated = Seated(KEEPS, {"Ann": "1R d4"})
    assert seated.view("Ann")["legal"] == []
    assert seated.view("Bob")["legal"] == ["c4", "d3", "d5", "e4"]


@pytest.mark.parametrize("reader", ["Bob", Audience.PUBLIC])
def test_kept_cards_are_told_to_their_player_and_the_gm_alone(reader: Any) -> None:
    seated = Seated()
    event = {"event": "keep", "player": "Ann", "kept": ["1R"], "piled": ["2R"], "how": "ordered"}
    assert GAME.told(seated.table, event, reader) == {"event": "keep", "player": "Ann", "how": "ordered"}
    assert GAME.told(seated.table, event, "Ann") == GAME.told(seated.table, event, Audience.GM) == event


def test_which_outcomes_are_public() -> None:
    assert [GAME.public(label) for label in ("start", "nmr play 3 card", "nmr play 3 cell")] == [True] * 3
    assert [GAME.public(label) for label in ("deck", "nmr keep 1 Ann")] == [False] * 2


def test_a_keep_on_file_is_nobody_else_s_to_know() -> None:
    seated = Seated()
    assert awaited(seated) == {name: Asked("keep", open=False, step=1) for name in ("Ann", "Bob")}
    seated.send("Ann", "keep 1R 2R 3R 1G")
    assert awaited(seated)["Ann"].holds
    seated.send("Ann", KEEPS["Ann"])
    assert awaited(seated) == {
        "Ann": Asked("keep", False, open=False, step=1),
        "Bob": Asked("keep", open=False, step=1),
    }
    assert not ready(seated)
    seated.send("Bob", KEEPS["Bob"])
    assert ready(seated)


def test_every_decision_has_a_step_of_its_own() -> None:
    seated = Seated()
    steps = []
    while not GAME.outcome(seated.table, seated.state).finished:
        steps.append({asked.step for asked in awaited(seated).values()})
        seated.adjudicate({})
    assert steps == [{number} for number in range(1, 19)]


def test_play_is_ready_when_the_mover_has_a_usable_play() -> None:
    seated = Seated(KEEPS)
    for sheet, expected in (("row 5R 6R 1B 2B", False), ("1R d5", False), ("1G d4", False), ("1R d5 or 2R d4", True)):
        seated.send("Ann", sheet)
        assert ready(seated) is expected
    seated.adjudicate({}, due=())
    assert seated.state["plays"] == [["2R", "d4"]]
    assert awaited(seated) == {"Bob": Asked("play", step=3)}


def test_only_those_whose_time_has_run_out_are_defaulted() -> None:
    """Nobody is defaulted on a decision that was not open when the adjudication began. Source: G21."""
    seated = Seated()
    assert seated.adjudicate({"Ann": KEEPS["Ann"]}, due=()) == []
    assert seated.adjudicate({}, due=("Ann",)) == []
    assert seated.adjudicate({}, due=("Bob",)) == ["nmr", "keep", "keep"]
    assert seated.adjudicate({}, due=("Bob",)) == []
    assert seated.adjudicate({"Ann": "1R d4"}, due=("Ann", "Bob")) == ["play"]
    assert seated.adjudicate({}, due=("Ann",)) == []
    assert seated.adjudicate({}, due=("Ann", "Bob")) == ["nmr", "play"]
    assert awaited(seated)["Ann"].what == "play"


@pytest.mark.parametrize("due", [(), ("Bob",)])
def test_a_step_that_waits_for_somebody_changes_nothing(due: Sequence[str]) -> None:
    """A turn in which nothing but an unusable order was dropped would tell the other that one had come."""
    seated = Seated()
    seated.send("Ann", "keep 1R 2R 3R 1G\nrow 5R 6R 1B 2B")
    before = (seated.state, seated.filed["Ann"])
    assert seated.adjudicate({"Bob": KEEPS["Bob"]}, due=due) == []
    assert (seated.state, seated.filed["Ann"]) == before
    assert seated.adjudicate({}, due=("Ann",)) == ["nmr", "keep", "keep"]
    assert [order.part for order in seated.filed["Ann"]] == ["row"]
    seated.send("Ann", "1R a1")
    before = (seated.state, seated.filed["Ann"])
    assert seated.adjudicate({}, due=("Bob",)) == []
    assert (seated.state, seated.filed["Ann"]) == before


def test_the_legal_plays_are_listed_with_their_points_best_first() -> None:
    seated = Seated(KEEPS, {"Ann": "1R d4", "Bob": "1G d5"}, {"Ann": "2R e4", "Bob": "2G e5"})
    listed = GAME.choices(seated.table, seated.view("Ann"))
    assert len(listed) == 2 * 8
    assert (
        listed[0] == "play 3R at c4 = 2 points (row 4: 3R 1R 2R, one colour, 1 point; row 4: 3R 1R 2R, a run, 1 point)"
    )
    assert listed[-1] == "play 4R at f5 = 0 points"
    points = [int(line.partition(" = ")[2].split()[0]) for line in listed]
    assert points == sorted(points, reverse=True)
    assert len(GAME.choices(seated.table, seated.view("Bob"))) == 2 * 8
    assert len(GAME.choices(seated.table, Seated().view("Bob"))) == 15


def test_the_form_asks_for_what_is_due() -> None:
    def asked(seated: Seated, name: str = "Ann") -> list[str]:
        return [line for line in GAME.form(seated.table, seated.view(name)) if not line.startswith("#")]

    assert asked(Seated()) == ["keep:", "1: play", "2: play", "3: play", "4: play", "row:"]
    seated = Seated(KEEPS, SECOND)
    assert asked(seated) == ["1: play", "2: play", "3: play", "row:"]
    assert not any("replaces all" in line for line in GAME.form(seated.table, seated.view("Bob")))
    seated.send("Bob", "2G d6")
    assert any("replaces all" in line for line in GAME.form(seated.table, seated.view("Bob")))


def test_another_position_that_a_seat_cannot_tell_from_this_one() -> None:
    seated = Seated(KEEPS, SECOND)
    state, filed = GAME.alike(seated.table, seated.state, seated.filed, "Ann", seated.chance)
    assert state["hands"]["Bob"] != seated.state["hands"]["Bob"]
    assert state["hands"]["Ann"] == seated.state["hands"]["Ann"]
    assert "Bob" not in filed
    seen = [*state["deck"], *state["hands"]["Bob"], *state["piles"]["Bob"]]
    assert sorted(seen) == sorted([*seated.state["deck"], "2G", "3G", "4G", "5G", "6G"])


def test_the_field_in_characters() -> None:
    seated = Seated(KEEPS, SECOND, {"Ann": "2R c4", "Bob": "2G d3"})
    assert text(field_of(seated.view("Ann"))) == (
        "      a      b      c      d      e      f\n"
        "   +------+------+------+------+------+------+\n"
        " 2 |      |      |      |  +   |      |      |\n"
        "   +------+------+------+------+------+------+\n"
        " 3 |      |      |  +   | [2G] |  +   |      |\n"
        "   +------+------+------+------+------+------+\n"
        " 4 |      |  +   |  2R  |  1R  |  +   |      |\n"
        "   +------+------+------+------+------+------+\n"
        " 5 |      |      |  +   |  1G  |  +   |      |\n"
        "   +------+------+------+------+------+------+\n"
        " 6 |      |      |      |  +   |      |      |\n"
        "   +------+------+------+------+------+------+"
    )


def test_the_drawing_names_every_card() -> None:
    (picture,) = GAME.pictures(Seated().table, Seated(KEEPS, SECOND).view("Ann"))
    assert "<title>The field: 1R on d4, 1G on d5</title>" in picture.svg
    assert picture.svg.count(">+</text>") == 6
    assert 'width="480"' in picture.svg


def test_the_legend_tells_the_marks_of_the_text_and_of_the_drawing() -> None:
    told = GAME.story(Seated().table, Seated(KEEPS, SECOND).view("Bob"), [])
    assert "[1G] at d5 was played last." in told["legend"]
    assert "1G at d5, framed, was played last." in told["caption"]


def test_every_default_draws_under_a_label_of_its_own() -> None:
    seated = Seated(*[{}] * 18)
    plays = [f"nmr play {number} {what}" for number in range(1, 17) for what in ("card", "cell")]
    keeps = [f"nmr keep {deal} {name}" for deal in (1, 2) for name in ("Ann", "Bob")]
    assert set(seated.chance.drawn) == {"deck", *plays, *keeps}
    assert seated.chance.drawn["nmr play 1 cell"] == "d4"
