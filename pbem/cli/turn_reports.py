"""The turn reports of a resolved scenario, as one reader would be sent them."""

from pathlib import PurePath

import click

from pbem.core.contract import Audience, Reader, asked_of
from pbem.core.orders.text import lines_as_sent
from pbem.core.scenario import Resolution, Resolved, Scenario
from pbem.report.renderer import Renderer
from pbem.report.telling import QuotedProblem, Telling, answered_by


def print_reports(done: Resolution, read: Scenario, reader: Reader, file: str) -> None:
    """Prints a report a turn, the set-up's where nothing was adjudicated, and for the GM the outcomes that were not used."""
    renderer = Renderer()
    campaign = "scenario" if file == "-" else PurePath(file).stem
    for turn in done.turns or (done.set_up,):
        click.echo(renderer.report(telling(done, read, turn, reader, campaign)).text)
    if done.unused and reader is Audience.GM:
        click.echo(f"Fixed outcomes that nothing asked for: {', '.join(done.unused)}")


def telling(done: Resolution, read: Scenario, turn: Resolved, reader: Reader, campaign: str) -> Telling:
    """What a reader is told of one turn of a scenario."""
    game, table = done.game, done.table
    view = game.view(table, turn.state, turn.filed, reader)
    events = done.set_up.events + turn.events if turn.turn == 1 else turn.events
    over = game.outcome(table, turn.state).finished
    seat = isinstance(reader, str)
    awaited = game.awaiting(table, turn.state, turn.filed)
    return Telling(
        game=game,
        table=table,
        campaign=campaign,
        turn=turn.turn,
        next_turn=0 if over else turn.turn + 1,
        reader=reader,
        events=tuple(told for event in events if (told := game.told(table, event, reader)) is not None),
        view=view,
        awaited=asked_of(awaited, reader),
        problems=tuple(_quoted(read, turn, reader)),
        form=tuple(game.form(table, view)) if seat and not over else (),
        answered=answered_by(reader, awaited, game.awaiting(table, turn.state, {})),
    )


def _quoted(read: Scenario, turn: Resolved, reader: Reader) -> list[QuotedProblem]:
    """The reader's own problems with the lines that they point at; those of all for the GM.

    Where an older sheet holds the line (an order kept for later) it is not quoted.
    """
    quoted = []
    for name, problems in turn.problems.items():
        if reader not in (name, Audience.GM):
            continue
        lines = lines_as_sent(read.turns[turn.turn - 1].get(name, ""))
        for problem in problems:
            line = lines[problem.line - 1] if problem.line <= len(lines) else ""
            quoted.append(QuotedProblem(problem, line, name if reader is Audience.GM else ""))
    return quoted
