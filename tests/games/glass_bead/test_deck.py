"""Decks: ours, a GM's own in TOML or CSV, and what is refused of them in one sentence that names the card."""

import re
from typing import Any

import pytest

from pbem.core.errors import Unusable
from pbem.core.seating import seat
from pbem.games.glass_bead import GAME
from pbem.games.glass_bead.deck import ABILITIES, deck_of, prepared

CARD = {"title": "Plato", "sa": "J", "descriptors": ["Person"]}


def test_our_decks_are_whole() -> None:
    sample, more = (GAME.deck_from_file(GAME.deck_file(cards), "deck.toml") for cards in (None, 125))
    assert (len(sample["cards"]), len(more["cards"])) == (100, 125)
    assert more["cards"][:100] == sample["cards"]
    assert [card["sa"] for card in more["cards"]] == [ABILITIES[number % 14] for number in range(125)]
    shared = {one for card in sample["cards"] for one in card["descriptors"]}
    assert all(len(shared & {*card["descriptors"]}) >= 2 for card in more["cards"][100:])


def test_the_deck_of_125_fills_the_board_of_three_dimensions() -> None:
    deck = GAME.deck_from_file(GAME.deck_file(125), "deck.toml")
    table = seat(GAME, ("Ann", "Bob"), {"board": "5x5x5", "deck": deck})
    assert len(deck_of(table).titles) == 125
    with pytest.raises(ValueError, match="no deck of 60 cards; there are decks of 100 and 125"):
        GAME.deck_file(60)


@pytest.mark.parametrize(
    "text",
    [
        'title,ability,descriptors\nPlato,J,"Person, Greek"\nZeus,M,God\n',
        "Plato,j,Person,Greek\nZeus,m,God\n",
        "Title;SA;Descriptors\nPlato;J;Person, Greek\nZeus;M;God\n",
        'Plato,J,"Person\nGreek"\nZeus,M,"God,\n"\n',
        'title,sa,descriptors\r\n"Plato",J,"Person;\r\nGreek"\r\nZeus,M,God\r\n',
        "Descriptors;Ability;Title\nPerson, Greek;J;Plato\nGod;M;Zeus\n",
        "Title,Special ability,Descriptor 1,Descriptor 2\nPlato,J,Person,Greek\nZeus,M,God,\n",
        "# mine\n\nsa\ttitle\tdescriptors\nJ\tPlato\tPerson; Greek\nM\tZeus\tGod",
    ],
)
def test_a_deck_in_csv(text: str) -> None:
    assert GAME.deck_from_file("\ufeff" + text, "My Deck.CSV") == {
        "cards": [
            {"title": "Plato", "sa": "J", "descriptors": ["Person", "Greek"]},
            {"title": "Zeus", "sa": "M", "descriptors": ["God"]},
        ]
    }


def test_a_title_may_begin_with_a_number_sign() -> None:
    cards = GAME.deck_from_file("#\n# mine\n#1 Hit,A,Music\n#2 Hit,B,Music\n", "d.csv")["cards"]
    assert [card["title"] for card in cards] == ["#1 Hit", "#2 Hit"]


def test_the_ability_in_toml_may_be_named_as_in_csv() -> None:
    card = '[[cards]]\ntitle = "Plato"\nability = "J"\ndescriptors = ["Person"]'
    assert GAME.deck_from_file(card, "d.toml") == {"cards": [{"title": "Plato", "sa": "J", "descriptors": ["Person"]}]}


@pytest.mark.parametrize(
    ("text", "name", "error"),
    [
        ("cards = 3", "d.toml", "deck: expected a list of cards, each with title, sa and descriptors"),
        ("cards =", "d.toml", "deck: not a TOML file: "),
        ('[[cards]]\ntitle = "Plato"\nsa = "J"', "d.toml", "deck: card 1 'Plato': expected at least one descriptor"),
        (
            '[[cards]]\ntitle = "Plato"\ndescriptors = ["x"]',
            "d.toml",
            "deck: card 1 'Plato': has no ability; expected as sa one",
        ),
        ("Plato,,Person", "d.csv", "deck: card 1 'Plato': has no ability; expected as sa one letter A to N"),
        ("title,descriptors\nPlato,Person", "d.csv", "deck: the first row names no column 'ability'; expected title"),
        ("sa,descriptors\nA,Person", "d.csv", "deck: the first row names no column 'title'; expected title"),
        ("", "d.csv", "deck: the file holds no cards"),
        ("Plato,J\n", "d.csv", "deck: card 1 'Plato': expected a title, an ability and descriptors"),
        ("Plato,J,Person\nZeus,Q,God", "d.csv", "deck: card 2 'Zeus': expected as sa one letter A to N, not 'Q'"),
        ("Plato,J,Person\nplato,A,God", "d.csv", "deck: card 2: the title 'plato' is also that of card 1"),
        ('"Pla\nto",J,Person', "d.csv", "deck: card 1 'Pla\\nto': expected a title on one line, without the"),
        ('Zeus,M,God\n"Pla\r\nto",J,Person', "d.csv", "deck: card 2 'Pla\\r\\nto': expected a title on one line, wi"),
        (
            "title,sa,colour,descriptors\nPlato,J,red,Person",
            "d.csv",
            "deck: the first row names a column 'colour'; expected title",
        ),
        ('Plato,J,"Person', "d.csv", "deck: not a CSV file: "),
    ],
)
def test_a_file_that_is_no_deck(text: str, name: str, error: str) -> None:
    with pytest.raises(ValueError, match="^" + re.escape(error)) as refused:
        GAME.deck_from_file(text, name)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("deck", "error"),
    [
        ({"cards": []}, "deck: expected a list of cards"),
        ({"cards": [CARD], "more": 1}, "deck: unknown key 'more'"),
        ({"cards": [CARD], "name": 1}, "deck: name: expected a text"),
        ({"cards": [CARD], "aliases": ["x"]}, "deck: aliases: expected a table"),
        ({"cards": ["Plato"]}, "deck: card 1: expected a table"),
        ({"cards": [{**CARD, "title": " "}]}, "deck: card 1: expected a title"),
        ({"cards": [{**CARD, "title": 'The "Sun"'}]}, "deck: card 1 'The \"Sun\"': a title holds no double quote"),
        ({"cards": [{**CARD, "sa": "j"}]}, "deck: card 1 'Plato': expected as sa one letter A to N, not 'j'"),
        ({"cards": [{**CARD, "sa": "AB"}]}, "deck: card 1 'Plato': expected as sa one letter A to N, not 'AB'"),
        ({"cards": [{**CARD, "points": 3}]}, "deck: card 1 'Plato': unknown key 'points'"),
        ({"cards": [{**CARD, "descriptors": []}]}, "deck: card 1 'Plato': expected at least one descriptor"),
        ({"cards": [{**CARD, "descriptors": [""]}]}, "deck: card 1 'Plato': expected each descriptor to be a text"),
        ({"cards": [CARD, {**CARD, "title": "PLATO"}]}, "deck: card 2: the title 'PLATO' is also that of card 1"),
    ],
)
def test_a_deck_that_cannot_be_used(deck: dict[str, Any], error: str) -> None:
    with pytest.raises(Unusable, match="^" + re.escape(f"options: {error}")):
        seat(GAME, ("Ann",), {"deck": deck, "short_deck": True})


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"board": "10"}, "options: board: expected CxR or CxRxL"),
        ({"board": "27x2"}, "options: board: expected CxR or CxRxL"),
        ({"board": "0x5"}, "options: board: expected CxR or CxRxL"),
        ({"board": "5x100"}, "options: board: expected CxR or CxRxL"),
        ({"deck": "full"}, "options: deck: expected 'sample' or a table with cards, not 'full'"),
        ({"hand": 0}, "options: hand: expected a whole number from 1 to 20, not 0"),
        ({"draw": 11}, "options: draw: expected a whole number from 1 to 10, not 11"),
        ({"hand_max": 31}, "options: hand_max: expected a whole number from 1 to 30, not 31"),
        ({"rounds": 1001}, "options: rounds: expected a whole number from 0 to 1000, not 1001"),
        ({"scoring": "cards"}, "options: scoring: "),
        ({"claims": 1}, "options: claims: "),
    ],
)
def test_an_option_out_of_range(options: dict[str, Any], error: str) -> None:
    with pytest.raises(Unusable, match="^" + re.escape(error)) as refused:
        seat(GAME, ("Ann",), options)
    assert "\n" not in str(refused.value)


def test_aliases_are_applied_once_and_only_where_asked_for() -> None:
    deck = {
        "cards": [
            {"title": "One", "sa": "A", "descriptors": ["CARS", "Vehicle"]},
            {"title": "Two", "sa": "B", "descriptors": ["vehicle", " Ships "]},
        ],
        "aliases": {"Cars": "Vehicle", "Ships": "Cars"},
    }
    plain, aliased = prepared(deck, aliases=False), prepared(deck, aliases=True)
    assert [card["descriptors"] for card in plain["cards"]] == [["CARS", "Vehicle"], ["Vehicle", "Ships"]]
    assert [card["descriptors"] for card in aliased["cards"]] == [["Vehicle"], ["Vehicle", "Cars"]]
    assert plain["id"] != aliased["id"]
