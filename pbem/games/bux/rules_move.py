"""The three moves of a turn: what makes each possible, and what it does. Source: section 2, X6 to X13, X24."""

from collections.abc import Iterable, Mapping, Sequence

from pbem.games.bux.adjudication import Adjudication
from pbem.games.bux.deck import BUX_CARDS, Deck
from pbem.games.bux.sets import card_set, match_of, unprotected
from pbem.games.bux.state import AUCTION, LOT, OVER
from pbem.games.bux.values import Move, Sale, Trade


def impossible(deck: Deck, spreads: Mapping[str, Sequence[str]], name: str, move: Move) -> str:
    """Why that player cannot make the move as the spreads lie; empty where it is possible. A draw always is. Source: X5, X11."""
    match move:
        case Sale(sets=sets):
            missing = [card for cards in sets for card in cards if card not in spreads[name]]
            if missing:
                return f"{missing[0]} is not in your spread"
            unlike = next((cards for cards in sets if match_of(deck, cards) is None), None)
            return f"{', '.join(unlike)} share neither suit nor shape" if unlike else ""
        case Trade(takes=takes, player=player, gives=gives):
            if takes not in spreads[player]:
                return f"{takes} is not in the spread of {player}"
            if not unprotected(deck, spreads[player], takes):
                return f"{takes} is protected"
            return "" if gives in spreads[name] else f"{gives} is not in your spread"
    return ""


def make(now: Adjudication, name: str, move: Move, *, default: bool) -> bool:
    """Makes a move that is possible; whether the turn is over with it, and not an auction or the end to come."""
    now.at.moved[name] = now.at.done
    match move:
        case Sale():
            sell(now, name, move)
        case Trade():
            trade(now, name, move)
        case _:
            now.tell("draw", player=name, default=default)
            draw(now)
            return False
    return True


def sell(now: Adjudication, name: str, sale: Sale) -> None:
    """The bank pays each set, and the cards go to the tray in the order named. Source: section 2, X7, X8."""
    at = now.at
    sets = [one for cards in sale.sets if (one := card_set(now.deck, cards, double=at.double)) is not None]
    assert len(sets) == len(sale.sets)
    for one in sets:
        at.tray += one.cards
    gone = {card for cards in sale.sets for card in cards}
    at.spreads[name] = [card for card in at.spreads[name] if card not in gone]
    pays = sum(one.pays for one in sets)
    told = [{"cards": list(one.cards), "match": one.match, "pays": one.pays} for one in sets]
    at.chips[name] += pays
    at.bank -= pays
    now.tell("sell", player=name, sets=told, double=at.double, pays=pays, chips=at.chips[name])


def trade(now: Adjudication, name: str, swap: Trade) -> None:
    """Each card joins the end of its new spread. Source: X10."""
    own, other = now.at.spreads[name], now.at.spreads[swap.player]
    other.remove(swap.takes)
    own.remove(swap.gives)
    own.append(swap.takes)
    other.append(swap.gives)
    now.tell("trade", player=name, takes=swap.takes, gives=swap.gives, **{"from": swap.player})


def draw(now: Adjudication) -> None:
    """Draws until three cards make a lot, or the third BUX card of the last deck ends the game. Source: section 2, X12 to X14."""
    at = now.at
    while len(at.lot) < LOT:
        card = at.deck.pop(0)
        if card not in now.deck.bux:
            at.lot.append(card)
            now.tell("drawn", card=card)
            continue
        at.tucked.append(card)
        now.tell("bux", card=card, count=len(at.tucked))
        if len(at.tucked) < BUX_CARDS:
            continue
        if at.deck_no == now.options.decks:
            at.stage, at.mover = OVER, None
            at.step += 1
            now.tell("end")
            return
        now.tell("pause", returned=at.lot)
        at.lot, at.tray, at.tucked = [], [], []
        at.deck_no += 1
        shuffle(now)
    at.stage = AUCTION
    at.step += 1
    now.tell("lot", cards=list(at.lot))


def shuffle(now: Adjudication) -> None:
    """The next deck: all cards nobody owns in deck order, then the BUX cards, shuffled together. Source: X3, X24."""
    at = now.at
    cards = [*unowned(now.deck, at.spreads.values()), *now.deck.bux]
    at.deck = [*now.chance.shuffle(f"deck {at.deck_no}", cards)]
    now.tell("shuffle", deck=at.deck_no, cards=len(cards))


def unowned(deck: Deck, spreads: Iterable[Sequence[str]]) -> list[str]:
    """The cards, but the BUX cards, that lie in no spread, in deck order."""
    owned = {card for spread in spreads for card in spread}
    return [card for card in deck.ids if card not in owned]
