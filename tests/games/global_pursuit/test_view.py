"""What a seat is shown, and that nothing of it tells whether a match is right; forms, choices, what is awaited, rulings."""

from random import Random
from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.core.contract import Audience, Reader, State, Table, asked_of
from pbem.core.seating import seat
from pbem.core.sheets import Order
from pbem.games.global_pursuit import GAME
from pbem.games.global_pursuit.globe import Globe
from pbem.report.renderer import Renderer
from pbem.report.telling import Telling
from tests.games.global_pursuit import sheets

PLAYERS = ("Ann", "Bob", "Cleo")
DECK = ["PP-07", "PP-04", "PP-11", "PP-02", "PP-03", "PP-08", "PP-06", "PP-10", "PP-12", "PP-05", "PP-09"]
FIXED = {"start": "PP-01", "deck": DECK, "first Ann": 12, "first Bob": 5, "first Cleo": 4}
TRIVIA = ["T-PP-3", "T-PP-4", "T-PP-1", "T-PP-2", "T-PP-5", "T-PP-6", "T-PP-7", "T-PP-8", "T-PP-9"]
RIGHT, WRONG = "match PP-07 edge 1 to PP-01 edge 5", "match PP-07 edge 1 to PP-01 edge 1"


class Game:
    """A game of one set for three, with an adjudication at each call."""

    def __init__(self, **options: Any) -> None:
        self.table = seat(GAME, PLAYERS, {"sets": ["PP"], "hand": 3, **options})
        self.chance = Chance("view", {**FIXED, "trivia PP": TRIVIA})
        self.state, self.events = GAME.start(self.table, self.chance)
        self.filed: dict[str, tuple[Order, ...]] = {}

    def view(self, name: str) -> dict[str, Any]:
        return GAME.view(self.table, self.state, self.filed, name)

    def send(self, name: str, text: str, asked: int | None = None) -> list[str]:
        """Hands in a sheet; the messages of its problems."""
        sheet = GAME.read(self.table, self.view(name), text, asked)
        self.filed[name] = GAME.file(self.filed.get(name, ()), sheet)
        return [problem.message for problem in sheet.problems]

    def advance(self, due: tuple[str, ...] = PLAYERS, rulings: dict[str, dict[str, str]] | None = None) -> None:
        done = GAME.advance(self.table, self.state, self.filed, frozenset(due), frozenset(), rulings or {}, self.chance)
        self.state, self.events, self.filed, self.rulable = done.state, done.events, dict(done.filed), done.rulable

    @property
    def awaited(self) -> dict[str, str]:
        return {name: asked.what for name, asked in GAME.awaiting(self.table, self.state, self.filed).items()}

    def is_ready(self) -> bool:
        return GAME.ready(self.table, self.state, self.filed)


def matched(order: str = RIGHT, **options: Any) -> Game:
    game = Game(**options)
    game.send("Ann", f"{order}, level 1" if options.get("trivia") != "off" else order)
    game.advance()
    return game


def test_a_seat_sees_its_own_hand_and_the_numbers_of_the_others() -> None:
    game = Game()
    ann, public = game.view("Ann"), GAME.view(game.table, game.state, {}, Audience.PUBLIC)
    assert ann["hand"] == ["PP-07", "PP-02", "PP-06"]
    assert public["hand"] is None
    assert ann["hands"] == {"Ann": 3, "Bob": 3, "Cleo": 3}
    assert ann["deck"] == 2
    assert not {"PP-04", "PP-11", "PP-05", "PP-09"} & set(str(ann).replace("'", " ").split())
    assert ann["free"] == [{"map": "ALL", "card": "PP-01", "edge": edge, "fits": True} for edge in range(1, 6)]


def test_the_gm_sees_every_hand_and_the_decks() -> None:
    game = Game()
    view = GAME.view(game.table, game.state, {}, Audience.GM)
    assert view["secret"]["hands"]["Bob"] == ["PP-04", "PP-03", "PP-10"]
    assert view["secret"]["deck"] == ["PP-05", "PP-09"]
    assert view["secret"]["trivia"]["PP"] == TRIVIA
    telling = Telling(GAME, game.table, "", 0, 1, Audience.GM, (), view, {})
    report = Renderer().report(telling)
    assert "Bob holds PP-04, PP-03, PP-10." in report.text
    assert "from the front: T-PP-3, T-PP-4" in " ".join(report.text.split())
    assert "from the top: PP-05, PP-09" in report.html
    for reader in (*PLAYERS, Audience.PUBLIC):
        assert GAME.view(game.table, game.state, {}, reader)["secret"] is None


def test_the_question_is_public_once_it_is_asked_and_its_answer_is_not() -> None:
    game = matched()
    for reader in (*PLAYERS, Audience.PUBLIC):
        view = GAME.view(game.table, game.state, {}, reader)
        assert view["asked"]["text"] == "What is the capital of France?"
        assert "Paris" not in str(view)


@pytest.mark.parametrize("trivia", ["levels", "off"])
def test_a_right_and_a_wrong_match_look_alike(trivia: str) -> None:
    """Two games that differ in the edge alone: all that is shown differs in that edge alone."""
    shown = []
    for order in (RIGHT, WRONG):
        game = matched(order, trivia=trivia)
        view = game.view("Bob")
        places = ("maps", "free")
        shown.append(
            (
                {key: value for key, value in view.items() if key not in places},
                [{**event, "to_edge": 0, "touches": []} for event in game.events],
                GAME.form(game.table, view),
                [line for line in GAME.choices(game.table, view) if "edge" not in line],
                game.awaited,
            )
        )
    assert shown[0] == shown[1]


def everything_shown(table: Table, state: State, filed: dict[str, tuple[Order, ...]], events: list[Any]) -> list[Any]:
    shown: list[Any] = []
    readers: list[Reader] = [*table.players, Audience.PUBLIC]
    for reader in readers:
        view = GAME.view(table, state, filed, reader)
        orders = filed.get(reader, ()) if isinstance(reader, str) else ()
        awaited = asked_of(GAME.awaiting(table, state, filed), reader)
        told = tuple(told for event in events if (told := GAME.told(table, event, reader)) is not None)
        telling = Telling(
            GAME,
            table,
            "c",
            state["turn"],
            state["turn"] + 1,
            reader,
            told,
            view,
            awaited,
            form=tuple(GAME.form(table, view)),
        )
        shown += [
            view,
            Renderer().report(telling),
            GAME.forecast(table, view, orders),
            GAME.choices(table, view),
            GAME.pictures(table, view),
            GAME.read(table, view, "challenge PP-07\nmatch PP-02 edge 1 to PP-01 edge 1\nreturn: PP-02"),
        ]
    return shown


def test_nothing_shown_depends_on_what_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that anybody is shown of a game that goes on stays the same on a globe where right edges are wrong ones."""
    seen = 0
    for number in range(12):
        random = Random(number)
        players, options = sheets.seating(random)
        table = seat(GAME, players, {**options, "mismatch": "challenge"})
        chance = Chance(str(number))
        state, events = GAME.start(table, chance)
        filed: dict[str, tuple[Order, ...]] = {}
        for _ in range(6):
            for name in players:
                view = GAME.view(table, state, filed, name)
                sheet = GAME.read(table, view, sheets.sheet(table, view, random))
                filed[name] = GAME.file(filed.get(name, ()), sheet)
            done = GAME.advance(table, state, filed, frozenset(players), frozenset(), {}, chance)
            state, filed, events = done.state, dict(done.filed), done.events
            if GAME.outcome(table, state).finished:
                break
        else:
            seen += 1
            shown = everything_shown(table, state, filed, events)
            with monkeypatch.context() as other_globe:
                other_globe.setattr(Globe, "match", lambda self, *edges: False)
                assert everything_shown(table, state, filed, events) == shown
    assert seen >= 6


def test_after_the_game_every_wrong_match_that_stood_is_told() -> None:
    game = matched(WRONG, idle=1, trivia="off")
    for _ in range(7):
        if game.awaited:
            assert game.view("Bob")["wrong"] == []
            game.advance()
    assert not game.awaited
    assert game.view("Bob")["wrong"] == [{"card": "PP-07", "by": "Ann", "joined": [1, "PP-01", 1]}]


def test_who_is_awaited_and_when_all_have_answered() -> None:
    game = matched()
    assert game.awaited == {"Ann": "answer", "Bob": "challenge", "Cleo": "challenge"}
    steps = [asked.step for asked in GAME.awaiting(game.table, game.state, {}).values()]
    game.send("Ann", "Paris")
    game.send("Bob", "challenge none")
    assert not game.is_ready()
    game.send("Cleo", "accept")
    assert game.is_ready()
    game.advance(())
    assert game.awaited == {"Ann": "match"}
    assert GAME.awaiting(game.table, game.state, {})["Ann"].step not in steps


def test_an_impossible_match_is_as_good_as_none() -> None:
    game = Game()
    game.send("Ann", "match PP-04 edge 1 to PP-01 edge 1")
    assert not game.is_ready()
    game.advance(())
    assert game.awaited == {"Ann": "match"}
    game.send("Ann", "match PP-04 edge 1 to PP-01 edge 1 or PP-02 edge 1 to PP-01 edge 1")
    assert game.is_ready()


def test_the_level_is_awaited_after_ask() -> None:
    game = Game()
    game.send("Ann", f"{RIGHT}, level ask")
    game.advance()
    assert game.awaited == {"Ann": "level", "Bob": "challenge", "Cleo": "challenge"}
    for name in ("Bob", "Cleo"):
        game.send(name, "no challenge")
    game.send("Ann", "level: ask")
    assert not game.is_ready()
    game.send("Ann", "level: if score me > 0 then 3")
    assert game.is_ready()
    assert "level: 2" in GAME.choices(game.table, game.view("Ann"))
    assert any("Its level" in line for line in GAME.form(game.table, game.view("Ann")))


def test_what_answers_an_older_report_is_refused_and_the_rest_is_taken() -> None:
    game = matched()
    assert game.state["turn"] == 1
    assert len(game.send("Ann", "answer: Paris\nmatch PP-02 edge 1 to PP-01 edge 1", asked=0)) == 1
    assert [order.part for order in game.filed["Ann"]] == ["match"]
    assert len(game.send("Ann", "Paris", asked=0)) == 1
    assert len(game.send("Bob", "challenge none", asked=0)) == 1
    assert game.send("Bob", "challenge none", asked=1) == []
    assert game.send("Ann", "Paris", asked=1) == []
    assert {order.text for order in game.filed["Ann"]} == {"answer: Paris", "match PP-02 edge 1 to PP-01 edge 1"}


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("Lake Baikal", True),
        ("> What is it?\nLake Baikal\n-- \nAnn", True),
        ("Lake Baikal # I think", True),
        ("  Trinidad and\nTobago", True),
        ("Lake: Baikal", False),
        ("PE-04 it is", False),
        ("pe 4", False),
        ("leve 2", True),
        ("level two", False),
        ("Challenge it", False),
        ("pass", False),
        ("Lake Baikal\nI think", False),
        ("play on", False),
        ("players", True),
    ],
)
def test_a_line_alone_is_taken_as_the_answer(text: str, taken: bool) -> None:
    game = matched()
    game.send("Ann", text)
    assert any(order.part == "answer" for order in game.filed["Ann"]) == taken
    assert game.send("Bob", "Lake Baikal") != []
    if taken:
        notes = GAME.forecast(game.table, game.view("Ann"), game.filed["Ann"]).notes
        assert any("To correct it" in note for note in notes)


def test_a_sheet_replaces_the_parts_that_it_holds() -> None:
    game = matched()
    game.send("Ann", f"answer: Rome\n{RIGHT}\npass\nlevel: 2\nlevel PE: 3\nreturn: PP-02")
    game.send("Ann", "answer: Paris\nlevel: 1")
    game.send("Ann", "Hello\nthere")
    assert [(order.part.rstrip("'"), order.text) for order in game.filed["Ann"]] == [
        ("match", RIGHT),
        ("match", "pass"),
        ("level PE", "level PE: 3"),
        ("return", "return: PP-02"),
        ("answer", "answer: Paris"),
        ("level", "level: 1"),
    ]


def test_near_and_doubtful_answers_may_be_ruled_on() -> None:
    game = matched()
    game.send("Ann", "answer: Paris or so")
    before, filed = game.state, dict(game.filed)
    game.advance()
    assert [(one.question, one.given, one.default) for one in game.rulable] == [("T-PP-3/1", "Paris or so", "wrong")]
    assert game.rulable[0].about == (
        "What is the capital of France?",
        "Accepted: Paris.",
        "One of these stands in it, and there is more around it.",
    )
    game.state, game.filed = before, filed
    game.advance(rulings={"T-PP-3/1": {"paris OR so": "right"}})
    assert game.rulable == ()
    assert game.events[0]["ruling"] == "right"
    assert game.state["scores"]["Ann"] == 5


def test_the_acknowledgement_says_what_is_impossible_as_things_stand() -> None:
    game = Game()
    game.send("Ann", "match PP-04 edge 1 to PP-01 edge 1 or PP-02 edge 1 to PP-01 edge 2\nlevel: 2\nreturn: PP-09")
    forecast = GAME.forecast(game.table, game.view("Ann"), game.filed["Ann"])
    assert forecast.lines == (
        "match PP-04 edge 1 to PP-01 edge 1 (impossible as things stand: PP-04 is not in your hand)"
        " or PP-02 edge 1 to PP-01 edge 2",
        "level: 2",
        "return: PP-09 (not in your hand)",
    )
    assert forecast.holding == ("PP-07, PP-02, PP-06",)
    assert [title for title, _ in forecast.by_part(forecast.lines)] == [
        "your matches, one after the other",
        "levels of questions",
        "a card to give back",
    ]


def test_a_match_on_a_card_that_an_earlier_one_lays_is_possible() -> None:
    game = Game()
    game.send("Ann", f"{RIGHT}\nmatch PP-02 edge 1 to PP-07 edge 2\nmatch PP-02 edge 1 to PP-07 edge 3")
    lines = GAME.forecast(game.table, game.view("Ann"), game.filed["Ann"]).lines
    assert lines[:2] == (RIGHT, "match PP-02 edge 1 to PP-07 edge 2")
    assert lines[2].endswith("(impossible as things stand: PP-02 is not in your hand)")


def test_the_form_asks_for_what_is_due_and_reads_when_it_is_filled_in() -> None:
    game = matched()
    filled = {
        "answer:": "answer: Paris",
        "match:": "match: PP-02 edge 1 to PP-01 edge 1",
        "level:": "level: 2",
        "challenge:": "challenge: none",
    }
    for name, parts in (("Ann", ["answer", "match", "level"]), ("Bob", ["challenge", "match", "level"])):
        form = GAME.form(game.table, game.view(name))
        assert [line.rstrip(":") for line in form if not line.startswith("#")] == parts
        assert game.send(name, "\n".join(filled.get(line, line) for line in form)) == []
        assert [order.part for order in game.filed[name]] == parts


def test_only_decks_stay_hidden() -> None:
    assert [GAME.public(label) for label in ("start", "start PP", "first Ann", "roll 1", "builder 1")] == [True] * 5
    assert [GAME.public(label) for label in ("deck", "trivia PP", "trivia WILD")] == [False] * 3
