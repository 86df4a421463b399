"""`history N`: the report of an earlier turn, as it was sent."""

import re

from pbem.moderator.answers import Piece, saying
from pbem.moderator.command import Asking, Done
from pbem.store import campaigns, reports, turns
from pbem.store.people import Chair


def run(asking: Asking, match: re.Match[str]) -> Done:
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
    if turn is not None and report is None:
        return _told_elsewhere(asking, chair, number)
    if report is None:
        last = turns.latest_number(connection, chair.campaign_id)
        there = "it has not started yet" if last is None else f"there are reports of turns 0 to {last}"
        return Done((saying(f"{chair.campaign} has no report of turn {number} for you; {there}."),), well=False)
    return Done((Piece("report", {"subject": report.subject, "text": report.text}),))


def _told_elsewhere(asking: Asking, chair: Chair, number: int) -> Done:
    """The report that told a turn which brought none of its own: where reports are gathered a later one, else the one before."""
    connection = asking.desk.connection
    gathered = campaigns.get(connection, chair.campaign_id).reports != ""
    every = reports.of_seat(connection, chair.campaign_id, chair.seat_id)
    later = [found for found in every if found[0] > number] if gathered else []
    earlier = [found for found in every if found[0] < number]
    if gathered and not later:
        said = f"Turn {number} of {chair.campaign} has not been reported yet; the next gathered report tells it."
        return Done((saying(said),), well=False)
    told_in, report = later[0] if later else earlier[-1]
    why = (
        "it was told in the report" if later else "it changed nothing that you may know; this is the report before it,"
    )
    said = f"Turn {number} of {chair.campaign} brought you no report of its own: {why} of turn {told_in}."
    return Done((saying(said), Piece("report", {"subject": report.subject, "text": report.text})))
