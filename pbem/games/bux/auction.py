"""The auction of a lot: sealed maxima, the winner and the price. Source: section 2, X16 to X21, X26."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.games.bux.adjudication import Adjudication
from pbem.games.bux.state import AUCTION, BID, STANDING, has_bid
from pbem.games.bux.values import ALL, NONE, Bid

BANK = "bank"


@dataclass(frozen=True, slots=True)
class Sold:
    """Who buys a lot, and for how much."""

    winner: str
    price: int


def effective(bid: Bid, chips: int, opening: int) -> int:
    """The maximum that a bid comes to: no more than one's chips, 0 for a pass. Source: X19."""
    if bid == NONE or chips < opening:
        return 0
    return chips if bid == ALL else min(int(bid), chips)


def sold(maxima: Sequence[tuple[str, int]], opening: int, step: int) -> Sold | None:
    """The outcome for the maxima in bidding order, each 0 or at least `opening`; None where nobody bids. Source: X17."""
    winner, most = max(maxima, key=lambda one: one[1])
    if not most:
        return None
    second = max((maximum for name, maximum in maxima if name != winner), default=0)
    return Sold(winner, min(second + step, most) if second else opening)


def all_have_bid(now: Adjudication) -> bool:
    """Whether every player has a bid or a standing bid on file."""
    return all(has_bid(now.filed.get(name, ())) for name in now.players)


def falls_due(now: Adjudication, due: frozenset[str], wrote: frozenset[str]) -> bool:
    """Resolves the auction that was open at the beginning, unless somebody whose time has not run out lacks a bid.

    Who is in `due`, has no bid and wrote nothing is an NMR. Whether it was resolved. Source: X20, X26.
    """
    assert now.at.mover is not None
    lacking = [name for name in now.clockwise_from(now.at.mover) if not has_bid(now.filed.get(name, ()))]
    if not due.issuperset(lacking):
        return False
    for name in lacking:
        if name not in wrote:
            now.tell("nmr", player=name)
    resolve(now)
    return True


def resolve(now: Adjudication) -> None:
    """Sells the lot to the highest bidder, who pays the drawer, or the bank for being the drawer. Source: X16 to X21."""
    at, options = now.at, now.options
    assert at.mover is not None
    assert at.stage == AUCTION
    drawer = at.mover
    maxima = [(name, maximum(now, name)) for name in now.clockwise_from(drawer)]
    for name in now.players:
        now.use_up(name, BID)
    at.auctioned = at.done
    now.tell("bids", bids=dict(maxima), to=[])
    cards, at.lot = at.lot, []
    outcome = sold(maxima, options.opening, options.raise_)
    if outcome is None:
        to_drawer = options.unsold == "drawer"
        if to_drawer:
            at.spreads[drawer] += cards
        else:
            at.tray += cards
        now.tell("unsold", cards=cards, to_drawer=to_drawer)
        return
    winner, price = outcome.winner, outcome.price
    at.spreads[winner] += cards
    at.chips[winner] -= price
    if winner == drawer:
        at.bank += price
    else:
        at.chips[drawer] += price
    now.tell("auction", winner=winner, price=price, paid_to=BANK if winner == drawer else drawer, cards=cards)


def maximum(now: Adjudication, name: str) -> int:
    """What the player goes up to: the bid; where there is none, or it offers nothing, the standing bid; else 0. Source: X20."""
    for part in (BID, STANDING):
        order = now.order(name, part)
        if order is None:
            continue
        chosen = now.decide(name, order, lambda bid: True).chosen
        if chosen is not None:
            return effective(chosen.value, now.at.chips[name], now.options.opening)
        instead = "the standing bid counted, if there was one" if part == BID else "you passed"
        now.report(name, order, f"warning: no condition of this {part} was true; {instead}")
    return 0
