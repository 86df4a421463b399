"""Challenges: who challenges first, and what comes of it. Source: W25 to W29."""

from pbem.games.global_pursuit.orders import CHALLENGE
from pbem.games.global_pursuit.play import Play, is_right
from pbem.games.global_pursuit.rules_questions import put_back
from pbem.games.global_pursuit.rules_rounds import end_turn
from pbem.games.global_pursuit.tabletop import Lying

CHALLENGE_POINTS = 2


def settle_challenge(play: Play) -> None:
    """The last adjudication's match is challenged now or never; the first clockwise from its maker's left counts."""
    last = play.at.match
    play.at.match = None
    if last is not None:
        challengers = [name for name in clockwise_after(play, last["player"]) if challenges(play, name, last["card"])]
        for late in challengers[1:]:
            order = play.find(late, CHALLENGE)
            assert order is not None
            play.report(late, order, f"warning: {challengers[0]} challenged first")
        if challengers:
            settle(play, challengers[0], last["player"], last["card"], last["points"])
    for name in play.table.players:
        play.drop(name, CHALLENGE)


def clockwise_after(play: Play, name: str) -> list[str]:
    """The others in seat order from that player's left."""
    seat = play.table.players.index(name)
    return [*play.table.players[seat + 1 :], *play.table.players[:seat]]


def challenges(play: Play, name: str, card: str) -> bool:
    order = play.find(name, CHALLENGE)
    return order is not None and play.offers(name, order) == [card]


def settle(play: Play, by: str, maker: str, card: str, points: int) -> None:
    """Upheld where the match is wrong: the card goes under the deck, and the maker's turn ends. Source: W27, W28."""
    at = play.at
    upheld = not stands_right(play, card)
    if upheld:
        change = {maker: -points - CHALLENGE_POINTS, by: CHALLENGE_POINTS}
    else:
        change = {by: -CHALLENGE_POINTS, maker: CHALLENGE_POINTS}
    play.events.append(
        {
            "event": "challenge",
            "by": by,
            "player": maker,
            "card": card,
            "upheld": upheld,
            "points": play.score(change),
        }
    )
    if not upheld:
        return
    code = at.map_of(card)
    at.maps[code] = [lying for lying in at.maps[code] if lying["card"] != card]
    at.deck.append(card)
    at.matches -= 1
    at.matched -= 1
    if at.asked is not None:
        put_back(play)
    end_turn(play)


def stands_right(play: Play, card: str) -> bool:
    """Whether the card that lies matches all that it touches. Source: W19."""
    top = play.table_of(card)
    new = top.find(card)
    assert isinstance(new, Lying)
    return is_right(card, top.touches(new))
