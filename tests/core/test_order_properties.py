"""What holds for every order and every text: canonical orders read as themselves, nothing raises, both ways of reading agree."""

import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark, UnexpectedInput

from pbem.core.orders import (
    Alternatives,
    Both,
    Condition,
    Conditional,
    Either,
    Fact,
    Not,
    Simple,
    Value,
    echo,
    read_order,
    read_sheet,
)
from pbem.core.orders.parse import refuse_bad_tokens, without_loose_marks
from pbem.core.orders.sheet import UnreadOrder
from pbem.core.orders.text import drafts_of
from pbem.core.orders.tokens import plain_tokens
from tests.core.parlour import CARDS, Forgetful, KeepingParlour, Parlour

PLAYERS = ("Ann", "Anna Lee", "Bob", "Or", "J.R.", "Хор", "A: B; C", "me too")
LANGUAGE = Parlour(PLAYERS, "Bob")

# Canonical orders, as trees -------------------------------------------------------------------------------------------

SIMPLES = st.sampled_from(CARDS).map(lambda card: Simple(card, card))
PLAYER = st.sampled_from(PLAYERS)
FACTS: st.SearchStrategy[Condition] = st.one_of(
    PLAYER.map(lambda player: LANGUAGE.fact_of("won", player)),
    st.just(Fact(("riot",), "riot")),
    st.builds(
        lambda player, op, number: LANGUAGE.compared(("square", player), op, number),
        PLAYER,
        st.sampled_from(["=", "!=", "<", "<=", ">", ">="]),
        st.integers(-20, 20),
    ),
)


def conditions(depth: int) -> st.SearchStrategy[Condition]:
    if depth == 0:
        return FACTS
    inner = conditions(depth - 1)
    parts = st.lists(inner, min_size=2, max_size=3)
    return st.one_of(
        FACTS,
        inner.filter(lambda part: not isinstance(part, Not)).map(Not),
        parts.map(lambda found: Both(tuple(part for part in found if not isinstance(part, Both)))).filter(
            lambda both: len(both.parts) > 1
        ),
        parts.map(lambda found: Either(tuple(part for part in found if not isinstance(part, Either)))).filter(
            lambda either: len(either.parts) > 1
        ),
    )


def values(depth: int) -> st.SearchStrategy[Value]:
    if depth == 0:
        return SIMPLES
    inner = values(depth - 1)
    arms = st.lists(st.tuples(conditions(2), inner), min_size=1, max_size=3)
    items = st.lists(inner.filter(lambda item: not isinstance(item, Alternatives)), min_size=2, max_size=3)
    return st.one_of(
        SIMPLES,
        items.map(lambda found: Alternatives(tuple(found))),  # type: ignore[arg-type]  # filtered just above
        st.builds(Conditional, arms.map(tuple), st.none() | inner),
    )


@given(values(3))
def test_the_echo_reads_as_the_same_order(value: Value) -> None:
    order = read_order(LANGUAGE, f"1: {echo(value)}")
    assert order.value == value
    assert order.text == f"1: {echo(value)}"


@given(st.lists(PLAYER, min_size=1, max_size=3), st.sampled_from(["", "  ", "- ", "guest : "]))
def test_names_of_all_sorts_read_as_they_are_echoed(players: list[str], before: str) -> None:
    names = " or ".join(map(LANGUAGE.names.shown, players))
    order = read_order(LANGUAGE, f"{before if ':' in before else before + 'guest: '}{names}")
    assert order.text == f"guest: {names}"


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30))
def test_any_name_a_player_may_bear_reads_as_it_is_echoed(name: str) -> None:
    names = Parlour((name, "Bob"), "Bob").names
    shown = names.shown(name)
    if shown != '""' and "\n" not in name:
        order = read_order(Parlour((name, "Bob"), "Bob"), f"guest: {shown}")
        assert order.value in (Simple(name, shown), Simple("Bob", "Bob"))


# Any text -------------------------------------------------------------------------------------------------------------

PIECES = [
    *("1", "2", "1:", "2 :", "1.", "2)", "guest:", "word:", "with", "first", "take", "from", "gust:"),
    *("if", "then", "else", "or", "and", "not", "unless", "elif", "otherwise", "&", "||", "(", ")", ":", ",", "."),
    *("+3", "x2", "word", "+", "3", "x", "jolly", "y9", "Ann", "An", "bob's", "Хор", "х", "me", "I", '"Or"', '"', "'s"),
    *("won", "lost", "riot", "a", "square", "=", ">=", "<>", "<", ">", "!", "!=", "5", "-7", "--", "\\", "#", ";"),
    *("* ", "- ", "• ", "> ", "\n", "\n", "\r\n", "\t", "\u200b", "≥", "×", "hello", "\x00", "\ud800", "é", "…"),
]
SOUP = st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from([" ", " ", " ", ""])), max_size=40).map(
    lambda pieces: "".join(piece + gap for piece, gap in pieces)
)


@given(st.one_of(SOUP, st.text(), st.binary().map(lambda data: data.decode("utf-8", "surrogateescape"))))
def test_any_text_can_be_read(text: str) -> None:
    sheet = read_sheet(LANGUAGE, text).sheet()

    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert sheet.wrote == bool(text.strip())
    places = [(problem.line, problem.column) for problem in sheet.problems]
    assert places == sorted(places)
    for line, column in places:
        assert 1 <= column <= len(lines[line - 1]) + 1
    for order in sheet.orders:
        assert lines[order.line - 1][order.column - 1 :].strip()
        assert "\n" not in order.text
        order.text.encode()
    for problem in sheet.problems:
        assert "\n" not in problem.message
        problem.message.encode()


@given(SOUP)
def test_what_was_read_of_any_text_reads_as_itself(text: str) -> None:
    sheet = read_sheet(LANGUAGE, text).sheet()
    again = read_sheet(LANGUAGE, "\n".join(order.text for order in sheet.orders)).sheet()
    assert [order.text for order in again.orders] == [order.text for order in sheet.orders]
    assert not [problem for problem in again.problems if not problem.is_warning]


@given(SOUP)
def test_plain_orders_have_the_tokens_that_all_orders_have(text: str) -> None:
    for draft in drafts_of(text, LANGUAGE.is_number_key):
        plain = plain_tokens(draft.lines[0]) if len(draft.lines) == 1 else None
        if plain is not None:
            tokens = draft.tokens()
            assert plain == tokens == without_loose_marks(tokens)
            refuse_bad_tokens(LANGUAGE, tokens)


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("1: +3", True),
        ("1:x2", True),
        ("guest : anna lee", True),
        ("take +3 from Bob", True),
        ("2: if square Bob >= 3 and riot then x2 or x3 else x4", True),
        ("word: if", True),
        ("1: x2.", False),
        ("round 1: x2", False),
        ("1: x2, or x3", False),
        ("1: x2!", False),
        ("1: (x2)", False),
        ('guest: "Or"', False),
        ("guest: Zoë", False),
        ("if riot : x2", False),
        ("1: : x2", False),
        (" 1: x2", False),
        ("1: x2 ≥", False),
    ],
)
def test_which_orders_are_plain(line: str, plain: bool) -> None:
    [draft] = drafts_of(line, LANGUAGE.is_number_key)
    assert (plain_tokens(draft.lines[0]) is not None) is plain


# The canonical grammar as an oracle -----------------------------------------------------------------------------------

ORACLE = Lark(
    r"""
    order: "1" ":" value
    value: conditional | alternatives
    conditional: "if" cond "then" alternatives ("else" "if" cond "then" alternatives)* ("else" alternatives)?
    alternatives: item ("or" item)*
    item: SIMPLE | "(" value ")"
    cond: conj ("or" conj)*
    conj: neg ("and" neg)*
    neg: "not" neg | "(" cond ")" | FACT
    SIMPLE: "x2" | "jolly"
    FACT: "riot" | "Bob won"
    %ignore " "
    """,
    start="order",
)


def grammatical(text: str) -> bool:
    try:
        ORACLE.parse(text)
    except UnexpectedInput:
        return False
    return True


def mostly_grammatical(seed: int) -> str:
    """A random order that follows the grammar, with a token put in, left out or changed in about half of them."""
    chance = random.Random(seed)

    def value(depth: int) -> list[str]:
        return conditional(depth) if depth and chance.random() < 0.5 else alternatives(depth)

    def conditional(depth: int) -> list[str]:
        found = ["if", *condition(2), "then", *alternatives(depth - 1)]
        while chance.random() < 0.3:
            found += ["else", "if", *condition(1), "then", *alternatives(depth - 1)]
        return found + (["else", *alternatives(depth - 1)] if chance.random() < 0.5 else [])

    def alternatives(depth: int) -> list[str]:
        found = item(depth)
        while chance.random() < 0.3:
            found += ["or", *item(depth)]
        return found

    def item(depth: int) -> list[str]:
        return ["(", *value(depth - 1), ")"] if depth and chance.random() < 0.4 else [chance.choice(["x2", "jolly"])]

    def condition(depth: int) -> list[str]:
        found = fact(depth)
        while chance.random() < 0.3:
            found += [chance.choice(["and", "or"]), *fact(depth)]
        return found

    def fact(depth: int) -> list[str]:
        negated = ["not"] if chance.random() < 0.3 else []
        bare = (
            ["(", *condition(depth - 1), ")"]
            if depth and chance.random() < 0.3
            else [chance.choice(["riot", "Bob won"])]
        )
        return [*negated, *bare]

    words = value(3)
    if chance.random() < 0.5:
        place = chance.randrange(len(words))
        some = ["if", "then", "else", "or", "and", "not", "(", ")", "x2", "riot"]
        words[place : place + chance.randint(0, 1)] = [chance.choice(some)] * chance.randint(0, 1)
    return "1: " + " ".join(words)


def test_what_reads_without_looser_forms_is_what_the_grammar_says() -> None:
    right = wrong = 0
    for seed in range(600):
        text = mostly_grammatical(seed)
        if grammatical(text):
            right += 1
            assert not read_sheet(LANGUAGE, text).unread, text
        else:
            wrong += 1
            assert read_sheet(LANGUAGE, text).unread, text
    assert right > 200
    assert wrong > 100


@given(st.text(string.ascii_letters + " :(),.", max_size=30))
def test_an_unread_order_tells_its_text(text: str) -> None:
    for unread in read_sheet(LANGUAGE, text).unread:
        assert isinstance(unread, UnreadOrder)
        assert unread.text.strip() in text


@given(st.lists(SOUP, max_size=4))
def test_kept_readings_are_those_of_a_fresh_language(texts: list[str]) -> None:
    keeping = KeepingParlour(PLAYERS, "Bob")
    for text in [*texts, *texts]:
        assert read_sheet(keeping, text) == read_sheet(Forgetful(PLAYERS, "Bob"), text)
