"""Decks of trivia cards: read, checked, and asked for by the name of a question. Source: 1, W30, section 10."""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pbem.games.global_pursuit.globe import SETS
from pbem.games.global_pursuit.judging import plain, without_note

WILD = "WILD"
DECKS = (*SETS, WILD)
LEVELS = (1, 2, 3)
ROLL, BONUS = "roll", "bonus"
WILD_CARD = "wild"
SYMBOLS = (ROLL, BONUS, WILD_CARD)

NAMED = ("starter", "full")
"""The decks that come with the game."""

_FORM = "expected an id, a deck and the levels 1, 2, 3"
_FOLDER = Path(__file__).parent / "decks"


@dataclass(frozen=True, slots=True)
class Question:
    """A question with all accepted answers, the first being the one that is shown; `no`: what is plainly wrong.

    `flag`: what the flag asked for looks like, `iso`: its country; both empty where no flag is asked for.
    """

    name: str
    text: str
    answers: tuple[str, ...]
    no: tuple[str, ...]
    note: str
    flag: str
    iso: str


@cache
def named_deck(name: str) -> Mapping[str, Any]:
    """One of the decks that come with the game, in the form of the trivia file."""
    return tomllib.loads(_text(name))


def _text(name: str) -> str:
    return (_FOLDER / f"{name}.toml").read_text(encoding="utf-8")


def deck_file(number: int | None) -> str:
    """The text of a deck that comes with the game, of so many cards if a number is given. Raises ValueError for any other."""
    for name in NAMED:
        if number in (None, len(named_deck(name)["card"])):
            return _text(name)
    sizes = " or ".join(str(len(named_deck(name)["card"])) for name in NAMED)
    raise ValueError(f"there is no deck of {number} cards; expected {sizes}")


def deck_from_file(text: str, name: str) -> dict[str, Any]:
    """A deck in the text of a GM's file, in TOML, or in JSON where the file's name ends so; checked. Raises ValueError."""
    text = text.lstrip("\ufeff")
    try:
        read = json.loads(text) if name.lower().endswith(".json") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not a deck: {' '.join(str(error).split())}") from error
    if not isinstance(read, dict):
        raise ValueError("expected a list 'card' of cards")
    cards(read)
    return read


def cards(deck: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The cards of a deck in the trivia file's form, once it is checked. Raises ValueError, in one sentence."""
    unknown = set(deck) - {"card", "version"}
    if unknown:
        raise ValueError(f"unknown key {min(unknown, key=str)!r}; expected a list 'card'")
    read = deck.get("card")
    if not isinstance(read, list) or not all(isinstance(card, dict) for card in read):
        raise ValueError("expected a list 'card' of cards")
    found = [_card(number, card) for number, card in enumerate(read, 1)]
    ids = [card["id"] for card in found]
    for name in ids:
        if ids.count(name) > 1:
            raise ValueError(f"two cards are called {name!r}")
    for code in DECKS:
        if code not in [card["deck"] for card in found]:
            raise ValueError(f"no card in the deck {code}")
    return found


def question(card: Mapping[str, Any], level: int) -> Question:
    """The question of that level on a checked card."""
    asked = card["question"][level - 1]
    return Question(
        f"{card['id']}/{level}",
        _one_line(asked["text"]),
        tuple(without_note(answer) for answer in asked["answers"]),
        tuple(asked.get("not", ())),
        _one_line(asked.get("note", "")),
        _one_line(asked.get("flag", "")),
        asked.get("iso", ""),
    )


def _one_line(text: str) -> str:
    """A text of a deck without its line breaks, which would be lines of their own in an order form."""
    return " ".join(text.split())


def names(deck: Sequence[Mapping[str, Any]]) -> set[str]:
    """The names of all questions of a deck."""
    return {f"{card['id']}/{level}" for card in deck for level in LEVELS}


def accepted(deck: Sequence[Mapping[str, Any]]) -> frozenset[str]:
    """Every accepted answer of every question, in plain form."""
    return frozenset(
        plain(without_note(answer)) for card in deck for asked in card["question"] for answer in asked["answers"]
    )


def _card(number: int, card: Mapping[str, Any]) -> dict[str, Any]:
    name = card.get("id")
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise ValueError(f"card {number}: {_FORM}")
    where = f"card {name!r}"
    unknown = set(card) - {"id", "deck", "symbol", "question"}
    if unknown:
        raise ValueError(f"{where}: unknown key {min(unknown, key=str)!r}")
    if card.get("deck") not in DECKS:
        raise ValueError(f"{where}: expected a deck: {', '.join(DECKS)}")
    symbol = card.get("symbol")
    if symbol is not None and symbol not in SYMBOLS:
        raise ValueError(f"{where}: expected a symbol: {', '.join(SYMBOLS)}, or none")
    if symbol is not None and card["deck"] == WILD:
        raise ValueError(f"{where}: a card of the deck WILD has no symbol")
    asked = card.get("question")
    if not isinstance(asked, list) or [_level(one) for one in asked] != list(LEVELS):
        raise ValueError(f"{where}: {_FORM}")
    for one in asked:
        _check(f"{where}, level {one['level']}", one)
    return dict(card)


def _level(asked: object) -> object:
    level = asked.get("level") if isinstance(asked, dict) else None
    return level if type(level) is int else None


def _check(where: str, asked: Mapping[str, Any]) -> None:
    unknown = set(asked) - {"level", "text", "answers", "not", "note", "flag", "iso"}
    if unknown:
        raise ValueError(f"{where}: unknown key {min(unknown, key=str)!r}")
    for key in ("text", "note", "flag", "iso"):
        if not isinstance(asked.get(key, ""), str):
            raise ValueError(f"{where}: {key}: expected a text")
    if not asked.get("text", "").strip():
        raise ValueError(f"{where}: expected a text that asks something")
    for key in ("answers", "not"):
        given = asked.get(key, [])
        if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
            raise ValueError(f"{where}: {key}: expected a list of texts")
    if not any(plain(without_note(answer)) for answer in asked.get("answers", [])):
        raise ValueError(f"{where}: expected at least one answer that is not empty")
