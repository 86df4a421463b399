"""What a seat can do as the spreads lie: its sales and trades with what they pay, and the sheet to fill in. From a view alone."""

from collections.abc import Iterator, Sequence

from pbem.core.contract import Table, View
from pbem.games.bux.deck import deck_of
from pbem.games.bux.orders import language
from pbem.games.bux.sets import CardSet, all_sets, best_with, disjoint, unprotected
from pbem.games.bux.state import AUCTION, DOUBLE_FROM, MOVE, OVER, STANDING
from pbem.games.bux.values import Sale, Trade, sale_text, trade_text
from pbem.games.bux.words import Words

MOST_SALES = MOST_TRADES = 200
"""Lines of each sort; the best are listed."""


def choices(table: Table, view: View) -> tuple[str, ...]:
    """The reader's legal moves as the spreads lie, each an order with a remark: sales, best first, then trades, then the draw.

    Sales are every set by itself, and before them several sets at once where that pays more. A trade is told with the best set
    that the card taken makes in the reader's spread, and those that make one come first.
    """
    name = view["reader"]
    if name is None or view["stage"] == OVER:
        return ()
    words = language(table, view).words
    double = len(view["tucked"]) >= DOUBLE_FROM
    return (*_sales(words, view["spreads"][name], double), *_trades(words, view, name, double), "move: draw")


def _sales(words: Words, spread: Sequence[str], double: bool) -> Iterator[str]:
    sets = all_sets(words.deck, spread, double=double)
    together = disjoint(sets)
    if len(together) > 1:
        yield _sale(words, together)
    for one in sets[:MOST_SALES]:
        yield _sale(words, [one])


def _sale(words: Words, sets: Sequence[CardSet]) -> str:
    text = sale_text(words, Sale(tuple(one.cards for one in sets)))
    return f"move: {text}  # pays {' + '.join(str(one.pays) for one in sets)}" + (
        f" = {sum(one.pays for one in sets)}" if len(sets) > 1 else ""
    )


def _trades(words: Words, view: View, name: str, double: bool) -> Iterator[str]:
    deck, spreads = words.deck, view["spreads"]
    own: Sequence[str] = spreads[name]
    found = []
    for player in view["players"]:
        for taken in spreads[player] if player != name else ():
            if unprotected(deck, spreads[player], taken):
                found += [(best_with(deck, own, taken, given), Trade(taken, player, given)) for given in own]
    found.sort(key=lambda one: -one[0])
    for makes, trade in found[:MOST_TRADES]:
        remark = f"  # makes a set for {makes * 2 if double else makes}" if makes else ""
        yield f"move: {trade_text(words, trade)}{remark}"


def form(table: Table, view: View) -> tuple[str, ...]:
    """A sheet to fill in: a line for each key, with what it is for; empty for no seat or after the end."""
    if view["reader"] is None or view["stage"] == OVER:
        return ()
    bid = (*_about_bids(table, view), "bid:")
    move = (_about_move(view), "# (draw; sell CARD, CARD, CARD; trade CARD from PLAYER for CARD)", f"{MOVE}:")
    first, second = (bid, move) if view["stage"] == AUCTION else (move, bid)
    kept = "on file; 'none' takes it away" if view["own"]["standing"] else "kept until you replace it"
    return (
        "# A line left as it is orders nothing.",
        *first,
        *second,
        f"# For every auction without a bid of yours ({kept}):",
        f"{STANDING}:",
    )


def _about_bids(table: Table, view: View) -> Iterator[str]:
    filed = "; one is on file" if view["own"]["bids"] else ""
    if view["stage"] == AUCTION:
        total = sum(deck_of(table).number[card] for card in view["lot"])
        yield f"# The lot: {', '.join(view['lot'])} ({total})."
        yield f"# The most you would pay of your {view['chips'][view['reader']]} chips, all or pass{filed}."
    else:
        yield f"# A bid for the next lot: the most you would pay, all or pass{filed}."


def _about_move(view: View) -> str:
    if view["mover"] == view["reader"] and view["stage"] == MOVE:
        return f"# It is your turn, turn {view['turn']}: the first move that is possible counts."
    filed = "; one is on file" if view["own"]["premoves"] else ""
    return f"# A move kept for your next turn, if you like{filed}."
