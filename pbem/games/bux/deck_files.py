"""Decks as files: ours to start from, and a GM's own, in TOML or CSV, read into the option `deck`. Source: section 1."""

from typing import Any

from pbem.core import deck_files
from pbem.games.bux.deck import FOLDER, checked

FILES = {51: "ours.toml"}
"""Our decks by their number of cards, the BUX cards among them."""

_COLUMNS = ("id", "suit", "shape", "number")


def deck_file(cards: int | None) -> str:
    """One of our decks as a TOML file; `ours` for None. Raises ValueError for a number of which there is none."""
    name = FILES.get(51 if cards is None else cards)
    if name is None:
        raise ValueError(f"there is no deck of {cards} cards; ours has {' or '.join(map(str, FILES))}")
    return (FOLDER / name).read_text(encoding="utf-8")


def deck_from_file(text: str, name: str) -> dict[str, Any]:
    """The deck in a file: CSV where its name ends so, else TOML.

    A CSV file has a row for each card, and perhaps a first row with the columns' names: id, suit, shape, number; a BUX card has
    neither suit nor shape. Raises ValueError, in one sentence that names the card, for what cannot be used.
    """
    deck = _from_csv(text) if deck_files.is_csv(name) else deck_files.from_toml(text)
    checked(deck)
    return deck


def _from_csv(text: str) -> dict[str, Any]:
    rows = deck_files.rows_of_csv(text)
    columns = [field.lower() for field in rows[0]]
    if set(columns) == set(_COLUMNS):
        rows = rows[1:]
    else:
        columns = [*_COLUMNS]
    return {"cards": [_card(number, row, columns) for number, row in enumerate(rows, 1)]}


def _card(number: int, row: list[str], columns: list[str]) -> dict[str, Any]:
    if len(row) != len(columns):
        raise ValueError(f"deck: card {number}: expected {', '.join(columns)}, found {len(row)} fields")
    card: dict[str, Any] = dict(zip(columns, row, strict=True))
    if card["number"].isdecimal():
        card["number"] = int(card["number"])
    if not card["suit"] and not card["shape"]:
        return {"id": card["id"], "bux": True, "number": card["number"]}
    return card
