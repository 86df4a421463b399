"""The end of a turn, of a round, and of the game. Source: W44 to W54."""

from pbem.games.global_pursuit.globe import globe, set_of
from pbem.games.global_pursuit.orders import ANSWERS, LEVEL_KEYS, MATCHES, RETURN, WILD
from pbem.games.global_pursuit.play import Play
from pbem.games.global_pursuit.state import MATCH, OVER, Options, Position, beginning, tabletop

LEFT_OVER = -4
"""The points of a card that is left in a hand. Source: W49."""


def end_turn(play: Play) -> None:
    """The mover draws as many cards as left the hand; then the end is looked at, and the next one moves. Source: W44, W48."""
    at, name = play.at, play.mover
    drawn = at.deck[: at.played]
    del at.deck[: len(drawn)]
    at.hands[name] += drawn
    play.events.append({"event": "turn end", "player": name, "played": at.played, "drawn": len(drawn)})
    play.drop(name, MATCHES, ANSWERS, WILD, *LEVEL_KEYS)
    at.played = 0
    reason = end_after_turn(at, play.options)
    if reason:
        end_game(play, reason)
        return
    seat = at.order.index(name) + 1
    if seat == len(at.order):
        end_round(play)
    else:
        next_turn(at, at.order[seat])


def next_turn(at: Position, name: str) -> None:
    at.mover = name
    at.phase = MATCH
    at.step += 1


def end_after_turn(at: Position, options: Options) -> str:
    """Why the game ends with this turn; empty where it goes on. Source: W48, W50, W53, W51."""
    if not at.deck and not any(at.hands.values()):
        return "all matched"
    if options.end == "empty-hand" and not at.deck and not all(at.hands.values()):
        return "empty hand"
    return "no room" if is_full(at, options) else ""


def end_round(play: Play) -> None:
    """A round is told, and one without a match has consequences. Source: W45, W46, W48, W52, W54."""
    at = play.at
    without = at.matches == 0
    play.events.append({"event": "round end", "round": at.round, "matches": at.matches})
    at.idle = at.idle + 1 if without else 0
    if without and not at.deck:
        end_game(play, "no match")
        return
    if play.options.idle and at.idle >= play.options.idle:
        end_game(play, "idle")
        return
    at.round += 1
    at.matches = 0
    if without:
        if at.matched == 0:
            replace_beginning(play)
        else:
            exchange_cards(play)
        if is_full(at, play.options):
            end_game(play, "no room")
            return
    next_turn(at, at.order[0])


def replace_beginning(play: Play) -> None:
    """A beginning card goes under the deck, and the first card there that can lie on its map takes its place. Source: W45."""
    at = play.at
    (code, *others) = at.maps
    if play.options.maps == "four":
        at.builders += 1
        code = play.chance.choice(f"builder {at.builders}", [code, *others])
        new = next((card for card in at.deck if set_of(card) == code), None)
    else:
        new = at.deck[0]
    if new is None:
        return
    old = at.maps[code][0]["card"]
    at.deck.remove(new)
    at.deck.append(old)
    at.maps[code] = [beginning(new)]
    play.events.append({"event": "builder", "map": code, "card": new, "replaces": old})


def exchange_cards(play: Play) -> None:
    """Each player with cards gives one back under the deck and draws the top one. Source: W46."""
    at = play.at
    for name in at.order:
        if at.hands[name]:
            card = card_to_return(play, name)
            at.hands[name].remove(card)
            at.deck.append(card)
            at.hands[name].append(at.deck.pop(0))
            play.events.append({"event": "redraw", "player": name})


def card_to_return(play: Play, name: str) -> str:
    """The first possible card that was ordered, else the one held longest. Source: W47."""
    hand = play.at.hands[name]
    order = play.find(name, RETURN)
    if order is None:
        return hand[0]
    play.use_up(name, order)
    cards: list[str] = play.offers(name, order)
    for card in cards:
        if card in hand:
            return card
    if cards:
        play.report(name, order, f"{cards[0]} is not in your hand; {hand[0]} was given back")
    else:
        play.report(name, order, f"warning: no condition was true; {hand[0]} was given back")
    return hand[0]


def is_full(at: Position, options: Options) -> bool:
    """Whether no card in any hand or in the deck could be laid anywhere possibly and rightly. Source: W51.

    A pentagon on a free edge is a place for one face at most: that of the neighbour on the globe.
    """
    left = [*at.deck, *(card for hand in at.hands.values() for card in hand)]
    cards = globe().cards
    for code, lying in at.maps.items():
        faces = {cards[card].face for card in left if at.map_of(card) == code}
        if not faces:
            continue
        top = tabletop(lying, options.table)
        for card, edge in top.free_edges():
            side = globe().edge(card, edge)
            new = top.room(card, edge) if side.to in faces else None
            if new is not None and all(
                globe().edge(other, other_edge).to == side.to
                and globe().edge(other, other_edge).to_edge == (side.to_edge + own - 2) % 5 + 1
                for own, other, other_edge in top.touches(new)
            ):
                return False
    return True


def end_game(play: Play, reason: str) -> None:
    """Cards left in hands cost points; most points win, equal points share the win. Source: W49."""
    at = play.at
    for name in at.order:
        left = len(at.hands[name])
        if left:
            points = play.score({name: LEFT_OVER * left})
            play.events.append({"event": "left over", "player": name, "cards": left, "points": points})
    best = max(at.scores.values())
    at.winners = [name for name in play.table.players if at.scores[name] == best]
    at.reason = reason
    at.mover = None
    at.phase = OVER
    at.step += 1
    play.events.append({"event": "end", "reason": reason, "winners": list(at.winners)})
