"""What a game may add to the language beyond keys and values: see docs/orders.md, section 7."""

import pytest

from pbem.core.orders import (
    Fact,
    Key,
    Keys,
    Language,
    Names,
    Phrases,
    Simple,
    Slot,
    Token,
    Tokens,
    Unreadable,
    read_order,
    read_sheet,
)
from tests.core.parlour import Parlour

LANGUAGE = Parlour()


def test_an_order_refused_for_its_place_in_the_sheet_is_told_where_it_stands() -> None:
    sheet = read_sheet(LANGUAGE, "take x2 from Bob\n  take x3 from Bob\ntake x4 from Bob")
    refused = sheet.refused(sheet.orders[1], "not twice from Bob").sheet()
    assert [order.text for order in refused.orders] == ["take x2 from Bob", "take x4 from Bob"]
    assert [(p.line, p.column, p.message) for p in refused.problems] == [(2, 3, "not twice from Bob")]


def test_problems_of_the_game_stand_among_those_of_reading() -> None:
    sheet = read_sheet(LANGUAGE, "1: x9\n\n2: x2\n2: y3")
    more = sheet.refused(sheet.orders[0], "no second card").sheet()
    assert [(problem.line, problem.column) for problem in more.problems] == [(1, 4), (3, 1), (4, 4)]


def test_an_unread_order_has_its_line_its_text_and_its_tokens() -> None:
    [unread] = read_sheet(LANGUAGE, "# first\n * take  x9\u00a0\\\n from Bob # no").unread
    assert (unread.line, unread.text.split()) == (2, ["take", "x9", "from", "Bob"])
    assert [token.low for token in unread.tokens] == ["take", "x9", "from", "bob"]
    assert not unread.problem.prose


class Match(Language):
    """A game whose key stands without a colon, also in canonical text, and whose values may hold `and` and brackets."""

    keys = Keys({"match": ("join",)}, bare=("match", "join"))

    def __init__(self) -> None:
        self.names = Names(("Ann", "Bob"), "Ann")

    def prepare(self, tokens: list[Token]) -> list[Token]:
        return [token for token in tokens if token.kind not in ("(", ")")]

    def key(self, tokens: Tokens, colon: int | None) -> Key:
        key = super().key(tokens, colon)
        key.between = " "
        return key

    def simple(self, tokens: Tokens, key: Key) -> Simple:
        text = " ".join("+" if token.kind == "and" else token.low for token in tokens)
        return Simple(text, text)

    def fact(self, tokens: Tokens, key: Key) -> Fact:
        return Fact(tokens[0].low, " ".join(token.low for token in tokens))


@pytest.mark.parametrize("written", ["match a and b", "match: a and b", "join (a) and b.", "1: match a"])
def test_a_key_without_a_colon_in_canonical_text(written: str) -> None:
    sheet = read_sheet(Match(), written).sheet()
    if sheet.problems:
        assert written.startswith("1")
    else:
        assert [order.text for order in sheet.orders] == ["match a + b"]
        assert read_order(Match(), "match a + b").text == "match a + b"


def test_a_name_with_a_letter_that_only_looks_latin_is_told_of_it() -> None:
    [problem] = read_sheet(LANGUAGE, 'guest: "Воb"').sheet().problems
    assert "'В' is Cyrillic" in problem.message


PARTS: Phrases[None, str] = Phrases("a part", {})
PARTS.add("left|right hand?", make=lambda context: "hand")
PARTS.add("left foot", make=lambda context: "foot")
PARTS.add("the? whole body", make=lambda context: "body")
TWO: Phrases[None, str] = Phrases(
    "two parts", {"part": PARTS.slot(), "word": Slot("a word", lambda c, t, at: [(t[at].low, at + 1)])}
)
TWO.add("{part} and {part}", make=lambda context, one, other: f"{one}+{other}")
TWO.add("{part} {word}", make=lambda context, part, word: f"{part}:{word}")


def tokens(text: str) -> list[Token]:
    return [Token("word", word, word, 1, at, at) for at, word in enumerate(text.split())]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("left and right hand", "hand+hand"),
        ("left foot and whole body", "foot+body"),
        ("the whole body x", "body:x"),
        ("left foot", "hand:foot"),
        ("right hand hand", "hand:hand"),
    ],
)
def test_phrases_find_the_reading_that_uses_all_tokens(text: str, value: str) -> None:
    assert TWO.read(None, tokens(text)) == value


def test_readings_of_a_beginning_are_the_longest_first() -> None:
    assert PARTS.readings(None, tokens("left foot there"), 0) == [("foot", 2), ("hand", 1)]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", None, "expected two parts"),
        ("up and down", 0, "expected two parts, found 'up'"),
        ("the hole body", 1, "expected 'whole', found 'hole'; did you mean 'whole'?"),
        ("right and leff", 2, "expected a part, found 'leff'; did you mean 'left'?"),
        ("right", None, "expected 'hand', 'and' or a word"),
        ("left foot x y", 3, "'y' is left over after two parts"),
    ],
)
def test_phrases_tell_what_they_expected_where_they_got_furthest(text: str, place: int | None, message: str) -> None:
    given = tokens(text)
    with pytest.raises(Unreadable) as raised:
        TWO.read(None, given)
    expected = sorted(message.removeprefix("expected ").replace(" or ", ", ").split(", "))
    said = sorted(raised.value.message.removeprefix("expected ").replace(" or ", ", ").split(", "))
    assert said == expected
    assert raised.value.token is (None if place is None else given[place])


def test_a_phrase_has_one_meaning() -> None:
    with pytest.raises(ValueError, match="two meanings for 'right'"):
        PARTS.add("right", make=lambda context: "other")
