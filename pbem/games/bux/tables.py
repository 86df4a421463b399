"""Spreads as small tables: suits down, shapes across, numbers in the cells. Source: section 8."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from pbem.core.columns import columns, pad
from pbem.games.bux.deck import MARKS, RED_SUITS, Deck
from pbem.games.bux.sets import BOTH, CardSet, best_sets, protected

WIDTH = 74
"""The most columns of a table in text."""
OPEN = "!"
"""The mark of a card that is not protected."""
_MOST_KEPT = 2_048
"""Tables kept, about 4 MB: most spreads stay as they are from one report to the next."""
LEGEND = f"{OPEN} is not protected: another player may take the card by a trade."


@dataclass(frozen=True, slots=True)
class Symbol:
    """A suit or a shape as it is shown: its word, and its character where it has one."""

    word: str
    mark: str

    @property
    def shown(self) -> str:
        """The character with the word, for pages that can show it."""
        return f"{self.mark}\N{NO-BREAK SPACE}{self.word}" if self.mark else self.word


@dataclass(frozen=True, slots=True)
class CardTable:
    """Cards by suit and shape; each cell holds the numbers, and the mark of those not protected. `sets`: what could be sold."""

    shapes: tuple[Symbol, ...]
    rows: tuple[tuple[Symbol, tuple[str, ...]], ...]
    sets: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The table in characters, as wide as it must be; a list by suits where that is more than 74 columns."""
        return _lines(self)

    @property
    def html(self) -> str:
        """The table as HTML, the red suits in red."""
        return _html(self)


@lru_cache(maxsize=_MOST_KEPT)
def _lines(table: CardTable) -> tuple[str, ...]:
    if not table.rows:
        return ()
    head = max(columns(suit.word) for suit, _ in table.rows)
    cells = [
        [shape.word, *column]
        for shape, column in zip(table.shapes, zip(*(cells for _, cells in table.rows), strict=True), strict=True)
    ]
    widths = [max(map(columns, column)) for column in cells]
    if head + sum(widths) + 2 * len(widths) > WIDTH:
        return tuple(_by_suits(table))
    found = []
    for at, name in enumerate(["", *(suit.word for suit, _ in table.rows)]):
        row = [pad(column[at], width) for column, width in zip(cells, widths, strict=True)]
        found.append("  ".join([pad(name, head), *row]).rstrip())
    return tuple(found)


@lru_cache(maxsize=_MOST_KEPT)
def _html(table: CardTable) -> str:
    across = "".join(f'<td class="shape">{escape(shape.mark)}<br/>{escape(shape.word)}</td>' for shape in table.shapes)
    rows = "".join(
        f'<tr><td class="{"red" if suit.word in RED_SUITS else "suit"}">{escape(suit.shown)}</td>'
        f"{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>\n"
        for suit, cells in table.rows
    )
    return f'<table class="suits" cellpadding="4">\n<tr><td></td>{across}</tr>\n{rows}</table>\n'


def _by_suits(table: CardTable) -> Iterator[str]:
    for suit, cells in table.rows:
        yield f"{suit.word}:"
        for shape, cell in zip(table.shapes, cells, strict=True):
            if cell:
                yield f"  {shape.word}: {cell}"


def spread_table(deck: Deck, spread: Sequence[str], *, double: bool) -> CardTable:
    """A player's spread, with the sets that could be sold as the bank pays now."""
    return _spread_table(deck, tuple(spread), double)


@lru_cache(maxsize=_MOST_KEPT)
def _spread_table(deck: Deck, spread: tuple[str, ...], double: bool) -> CardTable:
    safe = frozenset(protected(deck, spread))
    marked = {card: card_label(deck, card) + ("" if card in safe else OPEN) for card in spread}
    sets = [set_label(deck, one) for one in best_sets(deck, spread, double=double)]
    return _table(deck, marked, tuple(sets))


def card_table(deck: Deck, cards: Sequence[str]) -> CardTable:
    """Cards that nobody owns, such as the tray."""
    return _table(deck, {card: card_label(deck, card) for card in cards}, ())


def _table(deck: Deck, labels: dict[str, str], sets: tuple[str, ...]) -> CardTable:
    cells: dict[tuple[str, str], list[str]] = {}
    for card in sorted(labels, key=deck.place.__getitem__):
        cells.setdefault((deck.suit[card], deck.shape[card]), []).append(labels[card])
    suits = {suit for suit, _ in cells}
    shapes = {shape for _, shape in cells}
    across = [shape for shape in deck.shapes if shape in shapes]
    rows = (
        (symbol(suit), tuple(" ".join(cells.get((suit, shape), ())) for shape in across))
        for suit in deck.suits
        if suit in suits
    )
    return CardTable(tuple(map(symbol, across)), tuple(rows), sets)


def symbol(word: str) -> Symbol:
    """A suit or shape as it is shown."""
    return Symbol(word, MARKS.get(word, ""))


def card_label(deck: Deck, card: str) -> str:
    """What stands for a card in the cell of its face: its number, and its id where that says something else."""
    return str(deck.number[card]) if says_its_face(deck, card) else f"{card}={deck.number[card]}"


def full_label(deck: Deck, card: str) -> str:
    """A card by its id, with its face and number where the id does not say them."""
    if says_its_face(deck, card):
        return card
    return f"{card} ({deck.suit[card]}-{deck.shape[card]}, {deck.number[card]})"


def says_its_face(deck: Deck, card: str) -> bool:
    """Whether the id is suit, shape and number."""
    return card.lower() == f"{deck.suit[card]}-{deck.shape[card]}-{deck.number[card]}"


def set_label(deck: Deck, one: CardSet) -> str:
    """A set with its worth: `heart 100+50+25 = 175`, `heart-circle = 500`."""
    if one.match == BOTH:
        return f"{deck.suit[one.cards[0]]}-{deck.shape[one.cards[0]]} = {one.pays}"
    numbers = "+".join(str(deck.number[card]) for card in one.cards)
    single = sum(deck.number[card] for card in one.cards)
    doubled = " doubled" if one.pays != single else ""
    return f"{one.match} {numbers}{doubled} = {one.pays}"
