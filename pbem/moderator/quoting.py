"""The problems of a turn with the lines that they point at, in their writers' own words."""

from collections.abc import Mapping, Sequence

from pbem.core.sheets import Problem
from pbem.moderator.desk import Desk
from pbem.report.telling import QuotedProblem
from pbem.store import sheets
from pbem.store.seats import SeatRow


def quoted_problems(
    desk: Desk, sitting: Sequence[SeatRow], number: int, problems: Mapping[str, Sequence[Problem]]
) -> dict[str, tuple[QuotedProblem, ...]]:
    """The problems of the turn of that number by seat, each with its line of the sheet that held the order."""
    letters = {p.letter for found in problems.values() for p in found if p.letter is not None}
    texts = sheets.text_of_letter(desk.connection, sorted(letters)) if letters else {}
    told = {}
    for seat in sitting:
        found = problems.get(seat.name, ())
        if found:
            by_gm = any(problem.letter is None for problem in found)
            of_gm = sheets.text_of_gm(desk.connection, seat.id, number) if by_gm else ""
            told[seat.name] = quoted(found, texts, of_gm)
    return told


def quoted(problems: Sequence[Problem], texts: Mapping[int, str], of_gm: str) -> tuple[QuotedProblem, ...]:
    """The problems with the lines that they point at; `texts`: of sheets by their letter, `of_gm`: of one that the GM set."""
    found = []
    for problem in problems:
        text = of_gm if problem.letter is None else texts.get(problem.letter, "")
        lines = text.split("\n")
        line = lines[problem.line - 1].rstrip("\r") if 0 < problem.line <= len(lines) else ""
        found.append(QuotedProblem(problem, line))
    return tuple(found)
