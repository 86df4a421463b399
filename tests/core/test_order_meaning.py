"""What an order offers when its decision falls due, with facts that come and go. Source: orders.md 4."""

from typing import Any

import pytest

from pbem.core.orders import decide, holds, offers, read_order
from pbem.core.orders.meaning import conditions, simples
from tests.core.parlour import Parlour

LANGUAGE = Parlour()


class Moment:
    """Bob has won and stands on 4; Cleo's square does not exist; there is no riot. Remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def fact(self, value: Any) -> bool:
        self.asked.append(value)
        return bool(value == ("won", "Bob"))

    def term(self, value: Any) -> int | None:
        self.asked.append(value)
        return {("square", "Bob"): 4, ("square", "Ann"): 1}.get(value)


def offered(text: str, moment: Moment | None = None) -> list[str]:
    return [simple.value for simple in offers(read_order(LANGUAGE, f"1: {text}").value, moment or Moment())]


@pytest.mark.parametrize(
    ("order", "offer"),
    [
        ("x2", ["x2"]),
        ("x2 or x3 or x2", ["x2", "x3", "x2"]),
        ("if Bob won then x2 or x3 else x4", ["x2", "x3"]),
        ("if riot then x2 or x3 else x4", ["x4"]),
        ("if riot then x2", []),
        ("if riot then x2 else if Bob won then x3 else if Bob won then x4", ["x3"]),
        ("+2 or (if riot then x2) or (if Bob won then (if riot then x3 else x4)) or jolly", ["+2", "x4", "jolly"]),
        ("unless riot, x2", ["x2"]),
        ("unless Bob won, x2", []),
    ],
)
def test_what_an_order_offers(order: str, offer: list[str]) -> None:
    assert offered(order) == offer


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ("Bob won", True),
        ("not Bob won", False),
        ("Ann won or Bob won and not riot", True),
        ("(Ann won or Bob won) and riot", False),
        ("not (Ann won or riot)", True),
        ("square Bob = 4", True),
        ("square Bob != 4", False),
        ("square Ann < square Bob", True),
        ("square Ann >= square Bob", False),
        ("4 <= square Bob", True),
        ("square Bob > 4", False),
        ("square Cleo = 4", False),
        ("square Cleo != 4", False),
        ("square Cleo <> square Cleo", False),
        ("not square Cleo = 4", True),
        ("not square Cleo >= 4 and not square Cleo < 4", True),
        ("3 = 3", True),
    ],
)
def test_what_is_true(condition: str, true: bool) -> None:
    assert offered(f"if {condition} then x2 else x3") == (["x2"] if true else ["x3"])
    [read] = conditions(read_order(LANGUAGE, f"1: if {condition} then x2").value)
    assert holds(read, Moment()) is true


def test_nothing_is_looked_at_before_it_is_needed() -> None:
    moment = Moment()
    value = read_order(LANGUAGE, "1: x2 or (if Bob won then x3 else if riot then x4) or (if riot then +2)").value
    offer = offers(value, moment)
    assert next(offer).value == "x2"
    assert moment.asked == []
    assert next(offer).value == "x3"
    assert moment.asked == [("won", "Bob")]
    assert next(offer, None) is None
    assert moment.asked == [("won", "Bob"), ("riot",)]


def test_the_rest_of_a_condition_is_not_asked_once_it_is_decided() -> None:
    moment = Moment()
    assert offered("if riot and Ann won or Bob won or Cleo won then x2", moment) == ["x2"]
    assert moment.asked == [("riot",), ("won", "Bob")]


def test_the_first_legal_value_is_the_decision() -> None:
    value = read_order(LANGUAGE, "1: x2 or x3 or (if riot then jolly) or x4").value
    chosen = decide(value, Moment(), lambda card: card in ("x3", "x4", "jolly"))
    assert chosen.chosen is not None
    assert (chosen.chosen.value, chosen.offered) == ("x3", True)


def test_nothing_legal_and_nothing_offered_are_told_apart() -> None:
    nothing_legal = decide(read_order(LANGUAGE, "1: x2 or x3").value, Moment(), lambda card: False)
    assert (nothing_legal.chosen, nothing_legal.offered) == (None, True)
    nothing = decide(read_order(LANGUAGE, "1: if riot then x2").value, Moment(), lambda card: True)
    assert (nothing.chosen, nothing.offered) == (None, False)


def test_every_simple_value_and_condition_of_an_order() -> None:
    value = read_order(LANGUAGE, "1: x2 or (if riot then x3 else if Bob won then (if riot then x4) else jolly)").value
    assert [simple.value for simple in simples(value)] == ["x2", "x3", "x4", "jolly"]
    assert len(list(conditions(value))) == 3
