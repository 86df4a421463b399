"""Decks as files: ours to start from, and a GM's own, in TOML or CSV, read into the option `deck`. Source: section 1."""

import re
from collections.abc import Iterable
from typing import Any

from pbem.core import deck_files
from pbem.games.glass_bead.deck import FOLDER, checked

FILES = {100: "sample.toml", 125: "five.toml"}
"""Our decks by their number of cards; that of 125 fills a board of 5x5x5."""

_BETWEEN = re.compile(r"[,;\r\n]")
_HEADS = {"title": "title", "sa": "sa", "ability": "sa", "special ability": "sa", "descriptors": "descriptors"}


def deck_file(cards: int | None) -> str:
    """One of our decks as a TOML file; the sample deck for None. Raises ValueError for a number of which there is none."""
    name = FILES.get(100 if cards is None else cards)
    if name is None:
        raise ValueError(f"there is no deck of {cards} cards; there are decks of {' and '.join(map(str, FILES))}")
    return (FOLDER / name).read_text(encoding="utf-8")


def deck_from_file(text: str, name: str) -> dict[str, Any]:
    """The deck in a file: CSV where its name ends so, else TOML.

    In TOML a card's ability is `sa`, or `ability` as in CSV. A CSV file has a row for each card, and perhaps a first row with the
    columns' names: title, ability (one letter A to N), and the descriptors, in one field with commas, semicolons or line breaks
    between, or in as many fields as there are. Raises ValueError, in one sentence that names the card, for what cannot be used.
    """
    deck = _from_csv(text) if deck_files.is_csv(name) else _from_toml(text)
    checked(deck)
    return deck


def _from_toml(text: str) -> dict[str, Any]:
    deck = deck_files.from_toml(text)
    cards = deck.get("cards")
    for card in cards if isinstance(cards, list) else ():
        if isinstance(card, dict) and "sa" not in card and "ability" in card:
            card["sa"] = card.pop("ability")
    return deck


def _from_csv(text: str) -> dict[str, Any]:
    rows = deck_files.rows_of_csv(text)
    places = _places(rows[0])
    if places is None:
        places = {"title": 0, "sa": 1, "descriptors": 2}
    else:
        rows = rows[1:]
    return {"cards": [_card(number, row, places) for number, row in enumerate(rows, 1)]}


def _places(first: list[str]) -> dict[str, int] | None:
    """The columns by what they hold, `descriptors` the first of theirs; None where the first row names no columns."""
    heads = [_HEADS.get(field.lower(), "") for field in first]
    if sum(map(bool, heads)) < 2:
        return None
    for missing, column in (("title", "title"), ("sa", "ability")):
        if missing not in heads:
            raise ValueError(f"deck: the first row names no column {column!r}; expected title, ability and descriptors")
    for field, head in zip(first, heads, strict=True):
        if field and not head and not field.lower().startswith("descriptor"):
            raise ValueError(f"deck: the first row names a column {field!r}; expected title, ability and descriptors")
    places = {head: place for place, head in enumerate(heads) if head}
    places.setdefault("descriptors", max(places.values()) + 1)
    return places


def _card(number: int, row: list[str], places: dict[str, int]) -> dict[str, Any]:
    title = row[places["title"]] if places["title"] < len(row) else ""
    if len(row) <= max(places.values()) or not title:
        raise ValueError(f"deck: card {number} {title!r}: expected a title, an ability and descriptors")
    named = (places["title"], places["sa"])
    fields = [field for place, field in enumerate(row) if place >= places["descriptors"] and place not in named]
    return {"title": title, "sa": row[places["sa"]].upper(), "descriptors": list(_descriptors(fields))}


def _descriptors(fields: Iterable[str]) -> Iterable[str]:
    for field in fields:
        for one in _BETWEEN.split(field):
            if one.strip():
                yield one.strip()
