"""Decks: ours as a file, a GM's own in TOML and CSV, and what is wrong with one in a sentence that names the card."""

import tomllib
from typing import Any

import pytest

from pbem.core.errors import Unusable
from pbem.core.seating import seat
from pbem.games.bux import GAME
from pbem.games.bux.deck import deck_of

CARDS: list[dict[str, Any]] = [
    {"id": f"{suit}-{shape}", "suit": suit, "shape": shape, "number": 5 * number}
    for number, (suit, shape) in enumerate([(a, b) for a in ("red", "Blue") for b in ("sun", "moon", "star")], 1)
]
BUX: list[dict[str, Any]] = [{"id": f"bux-{number}", "bux": True, "number": 5} for number in (1, 2, 3)]


def refused(cards: list[Any], **more: Any) -> str:
    with pytest.raises(Unusable) as error:
        seat(GAME, ("Ann", "Bob"), {"deck": {"cards": cards, **more}})
    assert "\n" not in str(error.value)
    return str(error.value)


def test_our_deck_is_the_published_one() -> None:
    table = seat(GAME, ("Ann", "Bob"), {})
    deck = deck_of(table)
    assert len(deck.ids) == 48
    assert deck.bux == ("bux-1", "bux-2", "bux-3")
    assert len({(deck.suit[card], deck.shape[card], deck.number[card]) for card in deck.ids}) == 48
    assert GAME.deck_file() == GAME.deck_file(51)
    assert GAME.deck_from_file(GAME.deck_file(), "ours.toml") == tomllib.loads(GAME.deck_file())
    with pytest.raises(ValueError, match="there is no deck of 40 cards; ours has 51"):
        GAME.deck_file(40)


def test_symbols_are_shown_small_and_compared_without_case() -> None:
    table = seat(GAME, ("Ann", "Bob"), {"deck": {"cards": [*CARDS, {**CARDS[0], "id": "x", "suit": "BLUE"}, *BUX]}})
    assert deck_of(table).suits == ("red", "blue")


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("head", ["", "Suit,Number,Shape,ID\n"])
def test_a_deck_in_csv(separator: str, head: str) -> None:
    order = ("suit", "number", "shape", "id") if head else ("id", "suit", "shape", "number")
    rows = [",".join(str(card.get(key, "")) for key in order) for card in [*CARDS, *BUX]]
    text = f"{head}# ours\n" + "\n".join(rows)
    assert GAME.deck_from_file(text.replace(",", separator), "own.csv") == {"cards": [*CARDS, *BUX]}


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ({"id": "two words", "suit": "red", "shape": "sun", "number": 5}, "card 7: expected as id one word"),
        (
            {"id": "RED-sun", "suit": "red", "shape": "sun", "number": 5},
            "card 7: the id 'RED-sun' is also that of card 1",
        ),
        ({"id": "y", "suit": "red-ish", "shape": "sun", "number": 5}, "card 7 'y': expected as suit one word"),
        ({"id": "y", "suit": "red", "number": 5}, "card 7 'y': expected as shape one word"),
        ({"id": "y", "suit": "Sun", "shape": "moon", "number": 5}, "the shape 'sun' is called like the suit of 'y'"),
        ({"id": "y", "suit": "red", "shape": "sun", "number": 7}, "card 7 'y': expected as number a multiple of 5"),
        ({"id": "y", "suit": "red", "shape": "sun", "number": True}, "card 7 'y': expected as number a multiple of 5"),
        ({"id": "y", "suit": "red", "shape": "sun", "number": 0}, "card 7 'y': expected as number a multiple of 5"),
        ({"id": "y", "suit": "red", "shape": "sun", "number": 5, "back": 1}, "card 7 'y': unknown key 'back'"),
        ({"id": "y", "bux": "yes", "number": 5}, "card 7 'y': bux: expected true or false, not 'yes'"),
        ({"id": "y", "bux": True, "number": 5}, "expected exactly three cards with bux = true, not 4"),
        ("y", "card 7: expected a table with id, suit, shape and number"),
    ],
)
def test_a_deck_that_cannot_be_used(card: Any, message: str) -> None:
    assert message in refused([*CARDS, card, *BUX])


def test_a_deck_as_a_whole_that_cannot_be_used() -> None:
    assert "unknown key 'colours'" in refused([*CARDS, *BUX], colours=["red"])
    assert "its suit 'Blue' is not among the suits of the deck" in refused([*CARDS, *BUX], suits=["red"])
    assert "expected a list of cards" in refused([])
    with pytest.raises(ValueError, match="not a TOML file"):
        GAME.deck_from_file("cards = [", "own.toml")
    with pytest.raises(ValueError, match="card 1: expected id, suit, shape, number, found 2 fields"):
        GAME.deck_from_file("a,b", "own.csv")
