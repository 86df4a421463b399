"""Orders read in pieces: whatever is known already, each reads as its tokens say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.orders import Value, echo, read_sheet
from tests.core.parlour import Forgetful, KeepingParlour
from tests.core.test_order_properties import PLAYERS, SOUP, values

FORGETFUL = Forgetful(PLAYERS, "Bob")
KEEPING = KeepingParlour(PLAYERS, "Bob")


@given(values(2), st.sampled_from(["1: ", "2:", " 1 : "]), st.sampled_from(["\n", " \n  ", " "]))
def test_orders_read_in_pieces_are_as_their_tokens_say(value: Value, key: str, gap: str) -> None:
    text = key + echo(value).replace(" then", f"{gap}then").replace(" else", f"{gap}else")
    assert read_sheet(KEEPING, text) == read_sheet(FORGETFUL, text)


@pytest.mark.parametrize(
    "text",
    [
        "1: x2 or x3.",
        "1: x2, or x3",
        "1: if riot, then x2",
        "1: if riot: x2",
        "1: x2 or",
        "1: x2 or or x3",
        "1: if not then x2",
        "1: if riot and then x2",
        "1: x2 and x3",
        "1: if riot then if riot then x2",
        "1: if riot then x2 else if riot then x3 else x4 or x2",
        "1: x2 OR x3",
        "1:  x2  or  x3",
        "1: if Bob won then x2 else\n2: x3",
        "1: x2 or x\u200b3 or x3",
        "1: x2 or \\\n x3",
        "1: x2 or x3 \\\n2: x4",
        'guest: "Or" or Bob',
        "guest: Bob or Anna\nLee",
        "guest: or",
        "1. x2 or x3",
        "1: x5 or x2",
        "1: " + "x2 or " * 700 + "x2",
    ],
)
def test_pieces_that_are_known_change_no_reading(text: str) -> None:
    for known in ("1: x2 or x3 or x4", "1: if riot and Bob won then x2", "guest: Bob or Anna Lee or Ann", text):
        read_sheet(KEEPING, known)
    assert read_sheet(KEEPING, text) == read_sheet(FORGETFUL, text)


@given(SOUP)
def test_any_text_reads_as_its_tokens_say(text: str) -> None:
    assert read_sheet(KEEPING, text) == read_sheet(FORGETFUL, text)
