"""Who plays the demo: four people, each with a mail program and habits of their own."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pbem.demo import writing
from pbem.demo.writing import Style

GM = "games@pbem.test"


@dataclass(frozen=True, slots=True)
class Choice:
    """What a report's order form says of one calculation: the cards that can be laid, with what each would make."""

    calculation: str
    results: Mapping[str, int | None]
    """By card, in the order of the form; None for a jolly."""


Habit = Callable[["Player", int, Sequence[Choice], Sequence[str]], str]
"""Words of a mail for a turn: who writes, the turn's number, what can be laid, the other players."""


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    address: str
    password: str
    luck: str
    style: Style
    words: Habit


_CALCULATION = re.compile(r"# Calculation (\d): .*?your die \d[^.]*\. (.*)")
_WRAPPED = re.compile(r"\n# (?!Calculation |If |Turn |-)")
_OTHERS = re.compile(r"# If you land on square 5 you swap places with one of: (.*)")


def choices_of(form: str) -> tuple[list[Choice], list[str]]:
    """What the order form in a report offers, and the names of the other players; nothing where there is no form."""
    form = _WRAPPED.sub(" ", "\n".join(form.splitlines()))
    found = []
    for calculation, cards in _CALCULATION.findall(form):
        results = {}
        for item in cards.split(", "):
            card, _, result = item.partition(" = ")
            results[card] = int(result) if result else None
        found.append(Choice(calculation, results))
    others = _OTHERS.search(form)
    return found, others[1].split(", ") if others else []


def bold(player: Player, turn: int, choices: Sequence[Choice], others: Sequence[str]) -> str:
    """The best first and the worst after it, in a hurry."""
    orders = [f"{choice.calculation}: {_ranked(choice)[0 if choice is choices[0] else -1]}" for choice in choices]
    return "\n".join(["Here you are:", "", *orders, "", "Cheers,", player.name])


def plotting(player: Player, turn: int, choices: Sequence[Choice], others: Sequence[str]) -> str:
    """Orders with conditions: what to lay depends on who has won before."""
    rival = others[turn % len(others)] if others else "nobody"
    orders = []
    for choice in choices:
        ranked = _ranked(choice)
        if choice.calculation == "2" and len(choices) == 2 and len(ranked) > 2:
            orders.append(f"2: if {rival} won 1 then {ranked[0]} or {ranked[1]} else {ranked[2]} or {ranked[1]}")
        else:
            orders.append(f"{choice.calculation}: {' or '.join(ranked[1:3] or ranked)}")
    if others:
        orders.append(f"prompter: if square {rival} >= 6 then {rival} else {others[0]}")
    return "\n".join(orders)


def hasty(player: Player, turn: int, choices: Sequence[Choice], others: Sequence[str]) -> str:
    """Loose words typed on a phone."""
    orders = []
    for choice in choices:
        card = _ranked(choice)[turn % 2 if len(choice.results) > 1 else 0]
        orders.append(f"Calc {choice.calculation} {card}")
    return "\n".join(orders)


def careful(player: Player, turn: int, choices: Sequence[Choice], others: Sequence[str]) -> str:
    """The middle of what there is, each with a second choice, and a swap in case of the prompter."""
    orders = []
    for choice in choices:
        ranked = _ranked(choice)
        middle = len(ranked) // 2
        orders.append(f"{choice.calculation}. {' or '.join(ranked[middle : middle + 2])}")
    if others:
        orders.append(f"swap with {others[-1]}")
    return "\n".join(["Dear GM,", "", *orders, "", "Kind regards", player.name])


CAST = (
    Player("Ann", "ann@pbem.test", "ann-reads-mail", "seven magpies", writing.top_reply, bold),
    Player("Bob", "bob@pbem.test", "bob-reads-mail", "", writing.html_only, plotting),
    Player("Cleo", "cleo@pbem.test", "cleo-reads-mail", "a stitch in time", writing.from_a_phone, hasty),
    Player("Dora", "dora@pbem.test", "dora-reads-mail", "red sky at night", writing.between_the_lines, careful),
)


def _ranked(choice: Choice) -> list[str]:
    return sorted(choice.results, key=lambda card: -(99 if (result := choice.results[card]) is None else result))
