"""Decks of cards: how they are checked, what each card says, and how cards and symbols are found in orders. Source: section 1."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pbem.core.contract import Table
from pbem.core.orders import nearest, quoted
from pbem.core.orders.characters import folded

FOLDER = Path(__file__).parent / "decks"
OURS = "ours"
BUX_CARDS = 3
STEP = 5
"""Every amount of chips is a multiple of this. Source: section 1."""

MARKS = {
    "heart": "♥",
    "diamond": "♦",
    "club": "♣",
    "spade": "♠",
    "circle": "●",
    "square": "■",
    "oval": "⬮",
    "cross": "✚",
}
"""The characters of our suits and shapes, for pages that can show them; players may write them, too."""
RED_SUITS = ("heart", "diamond")
_HOLLOW = {"♡": "♥", "♢": "♦", "♧": "♣", "♤": "♠", "○": "●", "□": "■", "⬯": "⬮", "✛": "✚"}

WORDS_IN_ORDERS = frozenset(
    (
        "from",
        "for",
        "giving",
        "to",
        "has",
        "have",
        "is",
        "unprotected",
        "and",
        "drew",
        "none",
        "sell",
        "draw",
        "trade",
        "pass",
        "bid",
    )
)
"""Words that divide an order, so that a card or a symbol of that name is quoted."""

_ID = re.compile(r"[\w-]+")
_SYMBOL = re.compile(r"\w+")
_MOST_KEPT = 4_000
"""Descriptions whose cards one deck remembers: every card and the ways in which people write it."""
_LONGEST_RUN = 40
"""Characters of a card written in one run, `hci25`, that are looked at."""


class Deck:
    """A deck as it is played with; `ids` are all cards but the BUX cards, in deck order."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.ids: tuple[str, ...] = tuple(card["id"] for card in data["cards"] if "suit" in card)
        self.bux: tuple[str, ...] = tuple(card["id"] for card in data["cards"] if "suit" not in card)
        self.number: dict[str, int] = {card["id"]: card["number"] for card in data["cards"]}
        self.suit: dict[str, str] = {card["id"]: card["suit"] for card in data["cards"] if "suit" in card}
        self.shape: dict[str, str] = {card["id"]: card["shape"] for card in data["cards"] if "suit" in card}
        self.suits = tuple(dict.fromkeys(self.suit.values()))
        self.shapes = tuple(dict.fromkeys(self.shape.values()))
        """Small, in the order in which the deck first has them."""
        self.place = {card: place for place, card in enumerate(self.ids)}
        self.written = {card: quoted(card, WORDS_IN_ORDERS) for card in self.number}
        """Every card as canonical text."""
        self.named = {folded(card): card for card in self.number}
        self._suits = _Symbols(self.suits)
        self._shapes = _Symbols(self.shapes)
        self._numbers = {card: str(number) for card, number in self.number.items()}
        self._of_face: dict[tuple[str, str], list[str]] = {}
        for card in self.ids:
            self._of_face.setdefault((self.suit[card], self.shape[card]), []).append(card)
        self._described: dict[tuple[str, ...], tuple[tuple[str, ...], bool]] = {}
        self.spelt = frozenset(re.split(r"[\s-]+", " ".join([*self.named, *self.suits, *self.shapes])))

    def described(self, parts: tuple[str, ...]) -> tuple[tuple[str, ...], bool]:
        """The cards that a suit, a shape and perhaps a number describe, each by a beginning; and whether a number was given.

        The number may stand first; all may be written in one run. None where the parts are no description of any card.
        """
        known = self._described.get(parts)
        if known is None:
            if len(self._described) >= _MOST_KEPT:
                self._described.clear()
            readings = [(self._cards(*reading), bool(reading[2])) for reading in _readings(parts)]
            found = [card for cards, _ in readings for card in cards]
            numbered = any(numbered for cards, numbered in readings if cards)
            known = self._described[parts] = (tuple(dict.fromkeys(found)), numbered)
        return known

    def _cards(self, suit: str, shape: str, number: str) -> list[str]:
        shapes = self._shapes.begun(shape)
        cards = [
            card
            for one in self._suits.begun(suit)
            for other in shapes
            for card in self._of_face.get((one, other), ())
            if self._numbers[card].startswith(number)
        ]
        return [card for card in cards if self._numbers[card] == number] or cards

    def symbol(self, parts: Sequence[str]) -> str | None:
        """The suit, the shape, or the face (`heart-circle`) that is written so, in full, as plural or mark; None for none."""
        if len(parts) == 1:
            return self._suits.meant(parts[0]) or self._shapes.meant(parts[0])
        if len(parts) == 2:
            suit, shape = self._suits.meant(parts[0]), self._shapes.meant(parts[1])
            return f"{suit}-{shape}" if suit and shape else None
        return None

    def has_symbol(self, card: str, symbol: str) -> bool:
        """Whether the card's face has that suit or shape, or is that face."""
        suit, shape = self.suit[card], self.shape[card]
        return symbol in (suit, shape) or symbol == f"{suit}-{shape}"

    def near(self, written: str) -> str | None:
        """The card, or the symbol, of which a text as compared may be a misspelling."""
        near = nearest(written, self.named)
        return nearest(written, (*self.suits, *self.shapes)) if near is None else self.named[near]


class _Symbols:
    """The suits, or the shapes, of a deck as they are written."""

    def __init__(self, symbols: tuple[str, ...]) -> None:
        self._by_fold = {folded(symbol): symbol for symbol in symbols}
        self._other: dict[str, str] = {}
        for fold, symbol in self._by_fold.items():
            for other in (f"{fold}s", f"{fold}es", MARKS.get(symbol, fold)):
                if other not in self._by_fold:
                    self._other[other] = symbol

    def meant(self, written: str) -> str | None:
        """The symbol that is written in full, as plural or as its mark."""
        return self._by_fold.get(written) or self._other.get(_HOLLOW.get(written, written))

    def begun(self, written: str) -> tuple[str, ...]:
        """The symbol meant, else all that begin so."""
        meant = self.meant(written)
        if meant is not None:
            return (meant,)
        return tuple(symbol for fold, symbol in self._by_fold.items() if fold.startswith(written))


def parts_of(written: str) -> list[str]:
    """The parts of a card as compared: parted by dashes, and before and behind a suit's or shape's mark."""
    if not written.isascii():
        written = "".join(f"-{mark}-" if mark in _HOLLOW or mark in _HOLLOW.values() else mark for mark in written)
    return [part for part in written.split("-") if part]


def _readings(parts: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """Suit, shape and number (empty for none) as the parts may be meant."""
    match parts:
        case (one,):
            yield from _runs(one)
        case (one, two):
            yield one, two, ""
            if two.isdecimal():
                yield from ((suit, shape, two) for suit, shape, rest in _runs(one) if not rest)
        case (one, two, three):
            if three.isdecimal():
                yield one, two, three
            if one.isdecimal():
                yield two, three, one


def _runs(written: str) -> Iterator[tuple[str, str, str]]:
    """A run of letters, `hci25`, parted in every way into suit, shape and number."""
    letters = written.rstrip("0123456789")
    if len(written) > _LONGEST_RUN or not letters:
        return
    for end in range(len(letters), len(written) + 1):
        number = written[end:]
        for at in range(1, end):
            yield written[:at], written[at:end], number


_decks: dict[str, Deck] = {}
_MOST_DECKS = 256


def deck_of(table: Table) -> Deck:
    """The deck of a table; made once for all tables that have the same."""
    data = table.decks["deck"]
    known = _decks.get(data["id"])
    if known is None:
        if len(_decks) >= _MOST_DECKS:
            _decks.clear()
        known = _decks[data["id"]] = Deck(data)
    return known


def prepared(deck: str | Mapping[str, Any]) -> dict[str, Any]:
    """The deck as it is kept with a campaign: `cards` in deck order, symbols small, and an `id` that tells it from others.

    Raises ValueError, in one sentence that names the card, for a deck that cannot be used.
    """
    return _prepared_ours() if isinstance(deck, str) else _prepared(deck)


@cache
def _prepared_ours() -> dict[str, Any]:
    import tomllib

    return _prepared(tomllib.loads((FOLDER / f"{OURS}.toml").read_text(encoding="utf-8")))


def _prepared(deck: Mapping[str, Any]) -> dict[str, Any]:
    spelt: dict[str, str] = {}
    cards = []
    for card in checked(deck):
        kept: dict[str, Any] = {"id": card["id"], "number": card["number"]}
        if not card.get("bux"):
            kept |= {key: spelt.setdefault(folded(card[key]), card[key].lower()) for key in ("suit", "shape")}
        cards.append(kept)
    return {"id": hashlib.sha256(json.dumps(cards).encode()).hexdigest(), "cards": cards}


def checked(deck: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The cards of a deck as given. Raises ValueError, in one sentence that names the card, for what cannot be used."""
    for key in deck:
        if key not in ("name", "suits", "shapes", "cards"):
            raise ValueError(f"deck: unknown key {key!r}; expected cards, and if you like name, suits and shapes")
    if not isinstance(deck.get("name", ""), str):
        raise ValueError("deck: name: expected a text")
    cards = deck.get("cards")
    if not isinstance(cards, list) or not cards:
        raise ValueError("deck: expected a list of cards, each with id, suit, shape and number")
    ids: dict[str, int] = {}
    for number, card in enumerate(cards, 1):
        _check_card(number, card)
        before = ids.setdefault(folded(card["id"]), number)
        if before != number:
            raise ValueError(f"deck: card {number}: the id {card['id']!r} is also that of card {before}")
    bux = sum(bool(card.get("bux")) for card in cards)
    if bux != BUX_CARDS:
        raise ValueError(f"deck: expected exactly three cards with bux = true, not {bux}")
    _check_symbols(deck, [card for card in cards if not card.get("bux")])
    return cards


def _check_card(number: int, card: object) -> None:
    where = f"deck: card {number}"
    if not isinstance(card, dict):
        raise ValueError(f"{where}: expected a table with id, suit, shape and number")
    one = card.get("id")
    if not isinstance(one, str) or not _ID.fullmatch(one):
        raise ValueError(f"{where}: expected as id one word of letters, digits, - and _, not {one!r}")
    where = f"{where} {one!r}"
    if not isinstance(card.get("bux", False), bool):
        raise ValueError(f"{where}: bux: expected true or false, not {card['bux']!r}")
    symbols = () if card.get("bux") else ("suit", "shape")
    for key in card:
        if key not in ("id", "bux", "number", *symbols):
            expected = "id, bux and number" if card.get("bux") else "id, suit, shape and number"
            raise ValueError(f"{where}: unknown key {key!r}; expected {expected}")
    for key in symbols:
        symbol = card.get(key)
        if not isinstance(symbol, str) or not _SYMBOL.fullmatch(symbol):
            raise ValueError(f"{where}: expected as {key} one word of letters, digits and _, not {symbol!r}")
    value = card.get("number")
    if isinstance(value, bool) or not isinstance(value, int) or value < STEP or value % STEP:
        raise ValueError(f"{where}: expected as number a multiple of {STEP}, at least {STEP}, not {value!r}")


def _check_symbols(deck: Mapping[str, Any], cards: list[dict[str, Any]]) -> None:
    suits = {folded(card["suit"]): card for card in cards}
    for card in cards:
        other = suits.get(folded(card["shape"]))
        if other is not None:
            raise ValueError(
                f"deck: card {card['id']!r}: the shape {card['shape']!r} is called like the suit of {other['id']!r}"
            )
    for key, of in (("suits", "suit"), ("shapes", "shape")):
        if key not in deck:
            continue
        listed = deck[key]
        if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
            raise ValueError(f"deck: {key}: expected a list of words")
        known = {folded(one) for one in listed}
        for card in cards:
            if folded(card[of]) not in known:
                raise ValueError(f"deck: card {card['id']!r}: its {of} {card[of]!r} is not among the {key} of the deck")
