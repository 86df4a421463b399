"""The demo's campaign of Pitagoras: four people who read what the order form offers them."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pbem.demo.cast import ANN, BOB, CLEO, DORA, Player
from pbem.demo.mailbag import Delivered
from pbem.demo.script import CAMPAIGN, ZONE, Script
from pbem.moderator.campaigns import NewCampaign


@dataclass(frozen=True, slots=True)
class Choice:
    """What a report's order form says of one calculation: the cards that can be laid, with what each would make."""

    calculation: str
    results: Mapping[str, int | None]
    """By card, in the order of the form; None for a jolly."""


_CALCULATION = re.compile(r"# Calculation (\d): .*?your die \d[^.]*\. (.*)")
_WRAPPED = re.compile(r"\n# (?!Calculation |If |Turn |-)")
_OTHERS = re.compile(r"# If you land on square 5 you swap places with one of: (.*)")
_TURN = re.compile(r"# Turn (\d+)")


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


Habit = Callable[[int, Sequence[Choice], Sequence[str]], str]
"""Words of a mail for a turn: the turn's number, what can be laid, the other players."""


def bold(turn: int, choices: Sequence[Choice], others: Sequence[str]) -> str:
    """The best first and the worst after it, in a hurry."""
    orders = [f"{choice.calculation}: {_ranked(choice)[0 if choice is choices[0] else -1]}" for choice in choices]
    return "\n".join(["Here you are:", "", *orders, "", "Cheers,", ANN.name])


def plotting(turn: int, choices: Sequence[Choice], others: Sequence[str]) -> str:
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


def hasty(turn: int, choices: Sequence[Choice], others: Sequence[str]) -> str:
    """Loose words typed on a phone."""
    orders = []
    for choice in choices:
        card = _ranked(choice)[turn % 2 if len(choice.results) > 1 else 0]
        orders.append(f"Calc {choice.calculation} {card}")
    return "\n".join(orders)


def careful(turn: int, choices: Sequence[Choice], others: Sequence[str]) -> str:
    """The middle of what there is, each with a second choice, and a swap in case of the prompter."""
    orders = []
    for choice in choices:
        ranked = _ranked(choice)
        middle = len(ranked) // 2
        orders.append(f"{choice.calculation}. {' or '.join(ranked[middle : middle + 2])}")
    if others:
        orders.append(f"swap with {others[-1]}")
    return "\n".join(["Dear GM,", "", *orders, "", "Kind regards", DORA.name])


class PitagorasScript(Script):
    campaign = NewCampaign("pitagoras", CAMPAIGN, ZONE, (2, 4), deadline="Fri 18:00", early=True)
    cast = (ANN, BOB, CLEO, DORA)
    learner = "Dora"
    wrong_orders = "1: +7\n2: if Bob wins the lottery then x4\nprompter: Zoe"
    absent, absent_at = "Cleo", 2

    _habits: Mapping[str, Habit] = {"Ann": bold, "Bob": plotting, "Cleo": hasty, "Dora": careful}

    def words(self, player: Player, mail: Delivered) -> str:
        choices, others = choices_of(mail.form)
        turn = _TURN.search(mail.form)
        return self._habits[player.name](int(turn[1]) if turn else 0, choices, others)


def _ranked(choice: Choice) -> list[str]:
    return sorted(choice.results, key=lambda card: -(99 if (result := choice.results[card]) is None else result))
