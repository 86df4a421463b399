"""The table drawn from a view: every spread as a row of cards, and the lot, as SVG; the cards by name as text."""

from collections.abc import Sequence
from functools import lru_cache, partial
from html import escape

from pbem.core.columns import cut
from pbem.core.contract import Picture, Table, View
from pbem.games.bux.deck import RED_SUITS, Deck, deck_of
from pbem.games.bux.sets import protected
from pbem.games.bux.state import AUCTION
from pbem.games.bux.tables import OPEN, card_label

CARD_WIDE, CARD_HIGH, GAP = 58, 74, 6
ACROSS = 6
"""Cards in a row before the next begins."""
_HEAD = 24
_WIDE = ACROSS * (CARD_WIDE + GAP) + GAP
_RED, _BLACK = "#b3261e", "#23201a"

_TEXT_WIDE = 78
_Player = tuple[str, int, tuple[str, ...]]
"""Name, chips and spread."""

# Suits and shapes as drawn around the middle of a square of 20 by 20, so that no font is needed.
_DRAWN = {
    "heart": "M0 8 C-9 1 -9 -7 -4.5 -7 C-2 -7 0 -5 0 -3 C0 -5 2 -7 4.5 -7 C9 -7 9 1 0 8 Z",
    "diamond": "M0 -9 L7 0 L0 9 L-7 0 Z",
    "club": "M-1 3 A4 4 0 1 1 -3 -2 A4 4 0 1 1 3 -2 A4 4 0 1 1 1 3 L3 8 L-3 8 Z",
    "spade": "M0 -9 C9 -2 9 5 4.5 5 C2.5 5 1 4 0.7 3 L3 8 L-3 8 L-0.7 3 C-1 4 -2.5 5 -4.5 5 C-9 5 -9 -2 0 -9 Z",
    "circle": "M-8 0 A8 8 0 1 1 8 0 A8 8 0 1 1 -8 0 Z",
    "square": "M-7 -7 L7 -7 L7 7 L-7 7 Z",
    "oval": "M-5 0 A5 9 0 1 1 5 0 A5 9 0 1 1 -5 0 Z",
    "cross": "M-3 -9 L3 -9 L3 -3 L9 -3 L9 3 L3 3 L3 9 L-3 9 L-3 3 L-9 3 L-9 -3 L-3 -3 Z",
}


def pictures(table: Table, view: View) -> tuple[Picture, ...]:
    """All spreads, and the lot while it is up for bid."""
    players = tuple((name, view["chips"][name], tuple(view["spreads"][name])) for name in view["order"])
    lot = tuple(view["lot"]) if view["stage"] == AUCTION else ()
    return (_picture(deck_of(table), players, view["mover"] or "", lot),)


@lru_cache(maxsize=64)
def _picture(deck: Deck, players: tuple[_Player, ...], mover: str, lot: tuple[str, ...]) -> Picture:
    """The picture, kept since a mail and a page show the same; `lot` is empty where none is up for bid."""
    text = "\n".join(cut(f"{name}: {', '.join(spread) or 'no cards'}", _TEXT_WIDE) for name, _, spread in players)
    return Picture("table", partial(_svg, deck, players, mover, lot), text)


def _svg(deck: Deck, players: tuple[_Player, ...], mover: str, lot: tuple[str, ...]) -> str:
    parts: list[str] = []
    high = GAP
    for name, chips, spread in players:
        turn = ", to move" if name == mover and not lot else ""
        parts.append(_title(f"{name}, {chips} chips{turn}", high))
        high = _row(parts, deck, spread, high + _HEAD, frozenset(protected(deck, spread)))
    if lot:
        parts.append(_title(f"The lot that {mover} drew", high))
        high = _row(parts, deck, lot, high + _HEAD, frozenset(lot))
    described = "; ".join(f"{name}: {', '.join(spread) or 'no cards'}" for name, _, spread in players)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDE}" viewBox="0 0 {_WIDE} {high}" role="img" '
        f'font-family="sans-serif"><title>{escape(described)}</title>'
        f'<rect width="{_WIDE}" height="{high}" fill="#fffdf8"/>{"".join(parts)}</svg>'
    )


def _title(text: str, high: int) -> str:
    return f'<text x="{GAP}" y="{high + 17}" font-size="15" fill="{_BLACK}">{escape(text)}</text>'


def _row(parts: list[str], deck: Deck, cards: Sequence[str], high: int, safe: frozenset[str]) -> int:
    """Draws the cards from there on down; where the next may begin."""
    for at, card in enumerate(cards):
        down, across = divmod(at, ACROSS)
        x, y = GAP + across * (CARD_WIDE + GAP), high + down * (CARD_HIGH + GAP)
        drawn = _card(deck.suit[card], deck.shape[card], card_label(deck, card), card in safe)
        parts.append(f'<g transform="translate({x} {y})">{drawn}</g>')
    rows = -(-len(cards) // ACROSS) or 1
    return high + rows * (CARD_HIGH + GAP) if cards else high + GAP


@lru_cache(maxsize=1024)
def _card(suit: str, shape: str, label: str, safe: bool) -> str:
    """A card with its suit and shape, its number below; one that is not protected has a broken frame and a mark."""
    ink = _RED if suit in RED_SUITS else _BLACK
    dashes = "" if safe else ' stroke-dasharray="5 3"'
    number = label if safe else f"{label}{OPEN}"
    return (
        f'<rect width="{CARD_WIDE}" height="{CARD_HIGH}" rx="6" fill="#ffffff" stroke="{_BLACK}"{dashes}/>'
        f"{_symbol(suit, ink, 16)}{_symbol(shape, '#1f5fa8', CARD_WIDE - 16)}"
        f'<text x="{CARD_WIDE // 2}" y="{CARD_HIGH - 14}" font-size="{17 if len(number) < 6 else 9}" text-anchor="middle" '
        f'fill="{_BLACK}">{escape(number)}</text>'
    )


def _symbol(word: str, ink: str, x: int) -> str:
    path = _DRAWN.get(word)
    if path is not None:
        return f'<path transform="translate({x} 22)" d="{path}" fill="{ink}"/>'
    small = 11 if len(word) < 6 else 7
    return f'<text x="{x}" y="26" font-size="{small}" text-anchor="middle" fill="{ink}">{escape(word)}</text>'
