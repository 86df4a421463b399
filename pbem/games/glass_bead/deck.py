"""Decks of cards: how they are checked, how titles are found in orders, what the cards say. Source: section 1, B3, B14."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pbem.core.contract import Table
from pbem.core.orders import nearest
from pbem.core.orders.characters import folded, normalised

ABILITIES = "ABCDEFGHIJKLMN"
FOLDER = Path(__file__).parent / "decks"
SAMPLE = "sample"

_MOST_KEPT = 4_000
"""Texts whose cards one deck remembers: all titles, and the abbreviations that people use."""


class Deck:
    """A deck as it is played with, aliases applied; titles in deck order."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.titles: tuple[str, ...] = tuple(card["title"] for card in data["cards"])
        self.ability: dict[str, str] = {card["title"]: card["sa"] for card in data["cards"]}
        self.descriptors: dict[str, tuple[str, ...]] = {
            card["title"]: tuple(card["descriptors"]) for card in data["cards"]
        }
        """Each once, in the card's order, spelt as where the deck first has them: the same text is the same descriptor."""
        self._aliases: Mapping[str, str] = data["aliases"]
        self._spelt = {folded(one): one for many in self.descriptors.values() for one in many}
        self._folds = [(folded(title), title) for title in self.titles]
        self._full = dict(self._folds)
        with_and = [(_and_for_ampersand(fold), title) for fold, title in self._folds]
        self._written_out = _only({}, with_and)
        self._without_the = _only(self._written_out, [(_without_the(fold), title) for fold, title in with_and])
        self._parts = [(fold, _without_the(fold), f" {fold} ", title) for fold, title in with_and]
        self._meant: dict[str, tuple[str, ...]] = {}
        self.joined = self._titles_with_and()
        """Titles that hold an `and` or a lone `&`, as words as compared, by their first word; the longest first."""
        self.words = frozenset(word for fold, _ in self._folds for word in fold.split(" "))

    def descriptor(self, written: str) -> str | None:
        """The descriptor that a text as compared means, aliases applied; None where the deck has none such."""
        return self._spelt.get(folded(self._aliases.get(written, written)))

    def meant(self, written: str) -> tuple[str, ...]:
        """The titles that a text as compared may mean: the full title, else all that it begins, or is whole words of.

        A leading `The` may be missing, and `and` may stand for `&`.
        """
        full = self._full.get(written)
        if full is not None:
            return (full,)
        known = self._meant.get(written)
        if known is None:
            if len(self._meant) >= _MOST_KEPT:
                self._meant.clear()
            known = self._meant[written] = self._found(_and_for_ampersand(written))
        return known

    def _found(self, written: str) -> tuple[str, ...]:
        full = self._written_out.get(written) or self._without_the.get(written)
        if full is not None:
            return (full,)
        if not written:
            return ()
        run = f" {written} "
        return tuple(
            title
            for fold, bare, spaced, title in self._parts
            if fold.startswith(written) or bare.startswith(written) or run in spaced
        )

    def near(self, written: str) -> str | None:
        """The title of which a text as compared may be a misspelling."""
        near = nearest(written, self._full)
        return None if near is None else self._full[near]

    def _titles_with_and(self) -> dict[str, list[tuple[tuple[str, ...], str]]]:
        found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for fold, title in self._written_out.items():
            words = tuple(fold.split(" "))
            if "and" in words[1:-1]:
                found.setdefault(words[0], []).append((words, title))
        for many in found.values():
            many.sort(key=lambda one: -len(one[0]))
        return found


def _and_for_ampersand(fold: str) -> str:
    return " ".join("and" if word == "&" else word for word in fold.split(" ")) if "&" in fold else fold


def _without_the(fold: str) -> str:
    return fold.removeprefix("the ")


def _only(known: Mapping[str, str], folds: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The texts that stand for one title only, and are not known to stand for another."""
    found: dict[str, str] = {}
    twice = set()
    for fold, title in folds:
        if fold in found:
            twice.add(fold)
        found[fold] = title
    return {fold: title for fold, title in found.items() if fold not in twice and known.get(fold, title) == title}


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


def prepared(deck: str | Mapping[str, Any], aliases: bool) -> dict[str, Any]:
    """The deck as it is kept with a campaign: `name`, `cards`, the `aliases` in force, and an `id` that tells it from others.

    Raises ValueError, in one sentence that names the card, for a deck that cannot be used.
    """
    return _prepared_sample(aliases) if isinstance(deck, str) else _prepared(deck, aliases)


@cache
def _prepared_sample(aliases: bool) -> dict[str, Any]:
    import tomllib

    return _prepared(tomllib.loads((FOLDER / f"{SAMPLE}.toml").read_text(encoding="utf-8")), aliases)


def _prepared(deck: Mapping[str, Any], aliases: bool) -> dict[str, Any]:
    cards = checked(deck)
    read_as = {folded(one): other.strip() for one, other in deck.get("aliases", {}).items()} if aliases else {}
    spelt: dict[str, str] = {}
    kept = []
    for card in cards:
        meant = [read_as.get(folded(one), one.strip()) for one in card["descriptors"]]
        descriptors = dict.fromkeys(spelt.setdefault(folded(one), one) for one in meant)
        kept.append({"title": card["title"], "sa": card["sa"], "descriptors": list(descriptors)})
    data = {"name": deck.get("name", ""), "aliases": read_as, "cards": kept}
    return {"id": hashlib.sha256(json.dumps(data).encode()).hexdigest(), **data}


def checked(deck: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The cards of a deck as given. Raises ValueError, in one sentence that names the card, for what cannot be used."""
    for key in deck:
        if key not in ("name", "cards", "aliases"):
            raise ValueError(f"deck: unknown key {key!r}; expected cards, and if need be name and aliases")
    if not isinstance(deck.get("name", ""), str):
        raise ValueError("deck: name: expected a text")
    _check_aliases(deck.get("aliases", {}))
    cards = deck.get("cards")
    if not isinstance(cards, list) or not cards:
        raise ValueError("deck: expected a list of cards, each with title, sa and descriptors")
    titles: dict[str, int] = {}
    for number, card in enumerate(cards, 1):
        _check_card(number, card)
        before = titles.setdefault(folded(card["title"]), number)
        if before != number:
            raise ValueError(f"deck: card {number}: the title {card['title']!r} is also that of card {before}")
    return cards


def _check_aliases(aliases: object) -> None:
    if not isinstance(aliases, dict) or not all(
        isinstance(other, str) and one.strip() and other.strip() for one, other in aliases.items()
    ):
        raise ValueError("deck: aliases: expected a table of descriptor and the descriptor that it is read as")


def _check_card(number: int, card: object) -> None:
    where = f"deck: card {number}"
    if not isinstance(card, dict):
        raise ValueError(f"{where}: expected a table with title, sa and descriptors")
    title = card.get("title")
    if not isinstance(title, str) or not title.strip():
        raise ValueError(f"{where}: expected a title, a text on one line")
    where = f"{where} {title!r}"
    odd = next((character for character in title if not character.isprintable()), None)
    if odd is not None:
        raise ValueError(f"{where}: expected a title on one line, without the character U+{ord(odd):04X}")
    if '"' in normalised(title):
        raise ValueError(f"{where}: a title holds no double quote, since orders quote titles with them")
    for key in card:
        if key not in ("title", "sa", "descriptors"):
            raise ValueError(f"{where}: unknown key {key!r}; expected title, sa and descriptors")
    ability = card.get("sa", "")
    if ability == "":
        raise ValueError(f"{where}: has no ability; expected as sa one letter A to N")
    if not isinstance(ability, str) or len(ability) != 1 or ability not in ABILITIES:
        raise ValueError(f"{where}: expected as sa one letter A to N, not {ability!r}")
    descriptors = card.get("descriptors")
    if not isinstance(descriptors, list) or not descriptors:
        raise ValueError(f"{where}: expected at least one descriptor, in a list")
    for one in descriptors:
        if not isinstance(one, str) or not one.strip() or not one.isprintable():
            raise ValueError(f"{where}: expected each descriptor to be a text on one line, not {one!r}")
