"""`history N`: the report of an earlier turn, as it was sent."""

import re

from pbem.moderator.answers import Piece, saying
from pbem.moderator.command import Asking, Command, Done, line
from pbem.store import reports, turns
from pbem.store.people import Chair


def _run(asking: Asking, match: re.Match[str]) -> Done:
    if len(asking.chairs) != 1:
        return Done((saying(_which(asking)),), well=False)
    return _of(asking, asking.chairs[0], int(match["turn"]))


def _which(asking: Asking) -> str:
    if not asking.chairs:
        return "You have no seat in any campaign, so there is no history to send."
    names = ", ".join(chair.campaign for chair in asking.chairs)
    return f"Of which campaign? You play in {names}: put one of these into the subject, such as [{asking.chairs[0].campaign}]."


def _of(asking: Asking, chair: Chair, number: int) -> Done:
    connection = asking.desk.connection
    turn = turns.numbered(connection, chair.campaign_id, number)
    report = reports.of_turn(connection, turn.id, chair.seat_id) if turn else None
    if report is None:
        last = turns.latest_number(connection, chair.campaign_id)
        there = "it has not started yet" if last is None else f"there are reports of turns 0 to {last}"
        return Done((saying(f"{chair.campaign} has no report of turn {number} for you; {there}."),), well=False)
    return Done((Piece("report", {"subject": report.subject, "text": report.text}),))


COMMAND = Command(
    usage="history N",
    explains="the report of turn N again (`history 0`: the start)",
    pattern=line(r"history(?: of)?(?: turn)? (?P<turn>[0-9]{1,6})"),
    example="history 3",
    run=_run,
)
