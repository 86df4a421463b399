"""What a seat may not know changes nothing of what it is shown, by a byte: between two adjudications, and through one.

A game at random; another position that the seat cannot tell from it, in which others hold other cards, the decks lie otherwise
and others have something else on file, or nothing, or the same written otherwise. Where the seat is told of the same events,
it is shown the same.
"""

from collections.abc import Iterator, Set
from random import Random
from typing import Any

from hypothesis import given

from pbem.core.chance import Chance
from pbem.core.contract import Advanced, Audience, Game, State, Table, asked_of
from pbem.core.sheets import Order
from pbem.report.renderer import Renderer
from pbem.report.telling import QuotedProblem, Telling
from tests.games.test_every_game import RANDOM, Filed, Played, drawn_at_random, every_game, twin

LEAST = 30
"""Positions that are compared, at least, and at least one with problems; of no more games than MOST."""
MOST = 300
LONGEST = 8
"""Adjudications before the one that is looked at."""
TRIES = 6
RENDERER = Renderer()
COME_TO_LIGHT = ("hand", "hands", "deck_top")
"""Where a view shows cards that a seat may know from now on, though no event tells them: those dealt to it, the top of a deck."""


@every_game
@drawn_at_random(30)
@given(random=RANDOM)
def test_what_a_seat_may_not_know_changes_nothing_for_it(game: Game, random: Random) -> None:
    play = begun(game, random, 3)
    if play is None:
        return
    name = random.choice(play.table.players)
    text = play.sheet(name)
    here = shown_to(game, play.table, play.state, play.filed, name, text)
    for other_state, other_filed in others_like(play, name):
        assert other_filed.get(name, ()) == play.filed.get(name, ())
        assert shown_to(game, play.table, other_state, other_filed, name, text) == here


@every_game
def test_an_adjudication_tells_a_seat_nothing_but_what_it_is_told(game: Game) -> None:
    """Its problems, what is left of its orders, its view and its report are the same where the events told to it are."""
    compared = with_problems = 0
    for play in games_begun(game):
        name = play.random.choice(play.table.players)
        due = frozenset(play.random.choice([play.table.players, (), (name,)]))
        once = advanced(play, play.state, play.filed, due)
        fitting = 0
        for state, filed in others_like(play, name):
            again = advanced(play, state, filed, due)
            if (state, filed) != (play.state, play.filed) and told(play, once, name) == told(play, again, name):
                assert_shown_alike(play, name, once, again)
                assert is_a_turn(play, play.state, play.filed, due, once) == is_a_turn(play, state, filed, due, again)
                fitting += 1
        compared += fitting
        with_problems += fitting if once.problems.get(name) else 0
        if compared >= LEAST and with_problems:
            break
    assert compared >= LEAST
    assert with_problems


@every_game
def test_how_others_have_written_their_orders_is_nothing_to_a_seat(game: Game) -> None:
    """`A` and `(A) or (A)` come to the same, whatever A is: nobody but the writer may notice which of them it was."""
    compared = 0
    for play in games_begun(game):
        name = play.random.choice(play.table.players)
        filed = {
            other: orders if other == name else tuple(written_twice(play, other, order) for order in orders)
            for other, orders in play.filed.items()
        }
        due = frozenset(play.random.choice([play.table.players, ()]))
        once, again = advanced(play, play.state, play.filed, due), advanced(play, play.state, filed, due)
        assert told(play, once, name) == told(play, again, name)
        assert_shown_alike(play, name, once, again)
        compared += filed != play.filed
        if compared >= LEAST:
            break
    assert compared >= LEAST


def games_begun(game: Game) -> Iterator[Played]:
    for seed in range(MOST):
        play = begun(game, Random(f"{game.slug} {seed}"), LONGEST)
        if play is not None:
            yield play


def begun(game: Game, random: Random, longest: int) -> Played | None:
    """A game in its course, everybody's sheets of the coming turn handed in; None where it has ended before."""
    play = Played(game, random)
    for _ in range(random.randint(0, longest)):
        play.write()
        play.advance()
        if play.finished:
            return None
    play.write()
    return play


def others_like(play: Played, name: str) -> Iterator[tuple[State, Filed]]:
    """Positions that the seat cannot tell from this one: by turns all secrets of the others, or what one of them has on file."""
    game, table = play.game, play.table
    others = [other for other in table.players if other != name]
    open_now = open_questions(play, play.state, play.filed)
    for number in range(TRIES):
        state, alike = game.alike(table, play.state, play.filed, name, Chance(f"other {number}"))
        changed = others
        if number % 2 and others:
            state, changed = play.state, [play.random.choice(others)]
        filed = {**play.filed}
        for other in changed:
            kind = play.random.choice(["alike", "the same", "fresh", "beside"])
            if kind in ("alike", "fresh"):
                filed[other] = alike.get(other, ())
            if kind in ("fresh", "beside"):
                view = game.view(table, state, filed, other)
                sheet = game.read(table, view, twin(game).sheet(table, view, play.random))
                filed[other] = game.file(filed.get(other, ()), sheet)
        if open_questions(play, state, filed) == open_now:
            yield state, filed


def open_questions(play: Played, state: State, filed: Filed) -> Any:
    """What everybody may know to be asked still: an answer on file to an open question is no secret."""
    return asked_of(play.game.awaiting(play.table, state, filed), Audience.PUBLIC)


def written_twice(play: Played, name: str, order: Order) -> Order:
    """The order as `KEY: (VALUE) or (VALUE)`; itself where it cannot be written so, as free text."""
    key, colon, value = order.text.rpartition(": ")
    written = f"{key}{colon}(({value})) or ({value})"
    sheet = play.game.read(play.table, play.view(name), written)
    if sheet.problems or [one.part for one in sheet.orders] != [order.part] or sheet.orders[0].text == written:
        return order
    return Order(order.part, sheet.orders[0].text, order.line, order.column)


def advanced(play: Played, state: State, filed: Filed, due: frozenset[str]) -> Advanced:
    wrote = frozenset(name for name, text in play.turns[-1].items() if text.strip())
    return play.game.advance(play.table, state, filed, due, wrote, {}, Chance("once and again"))


def is_a_turn(play: Played, state: State, filed: Filed, due: Set[str], done: Advanced) -> bool:
    """Whether there would be an adjudication, and anything came of it: then it has a number, which the next report tells."""
    if not play.game.ready(play.table, state, filed) and not due & set(play.game.awaiting(play.table, state, filed)):
        return False
    before, after = ({n: orders for n, orders in some.items() if orders} for some in (filed, done.filed))
    return bool(done.events) or (state, before) != (done.state, after)


def told(play: Played, done: Advanced, name: str) -> list[Any]:
    """What a seat is told of an adjudication, event by event."""
    return [told for event in done.events if (told := play.game.told(play.table, event, name)) is not None]


def assert_shown_alike(play: Played, name: str, once: Advanced, again: Advanced) -> None:
    """That two adjudications of which a seat is told the same events show it the same.

    Where other cards have come to light its problems and its orders alone are compared.
    """
    game, table = play.game, play.table
    assert once.problems.get(name, ()) == again.problems.get(name, ())
    assert once.filed.get(name, ()) == again.filed.get(name, ())
    views = [game.view(table, done.state, done.filed, name) for done in (once, again)]
    if any(views[0].get(key) != views[1].get(key) for key in COME_TO_LIGHT):
        return
    if open_questions(play, once.state, once.filed) != open_questions(play, again.state, again.filed):
        return
    text = play.turns[-1][name]
    assert shown_to(game, table, once.state, once.filed, name, text) == shown_to(
        game, table, again.state, again.filed, name, text
    )
    assert report(play, once, name) == report(play, again, name)


def shown_to(game: Game, table: Table, state: State, filed: Filed, name: str, text: str) -> tuple[object, ...]:
    """All that a seat is shown between two adjudications."""
    view = game.view(table, state, filed, name)
    return (
        view,
        game.view(table, state, filed, Audience.PUBLIC),
        game.read(table, view, text),
        game.forecast(table, view, filed.get(name, ())),
        game.form(table, view),
        game.choices(table, view),
        game.pictures(table, view),
        game.outcome(table, state),
        asked_of(game.awaiting(table, state, {}), name),
        asked_of(game.awaiting(table, state, filed), name),
    )


def report(play: Played, done: Advanced, name: str) -> object:
    """The report of an adjudication as it is mailed to a seat."""
    game, table = play.game, play.table
    view = game.view(table, done.state, done.filed, name)
    return RENDERER.report(
        Telling(
            game=game,
            table=table,
            campaign="secret",
            turn=1,
            next_turn=2,
            reader=name,
            events=tuple(told(play, done, name)),
            view=view,
            awaited=asked_of(game.awaiting(table, done.state, done.filed), name),
            problems=tuple(QuotedProblem(problem) for problem in done.problems.get(name, ())),
            form=tuple(game.form(table, view)),
        )
    )
