"""The fourteen abilities: when each can do something, and what it does. Source: B5 to B8, B17 to B19, B31, B32."""

from collections.abc import Callable, Mapping, Sequence

from pbem.core.contract import View
from pbem.games.glass_bead.adjudication import Adjudication
from pbem.games.glass_bead.deck import Deck
from pbem.games.glass_bead.ordered import Play
from pbem.games.glass_bead.state import Position

MEANINGS = {
    "A": "draw two cards",
    "B": "all players discard their hands",
    "C": "look at the top five cards of the deck",
    "D": "an opponent discards two cards at random",
    "E": "take a card at random from an opponent",
    "F": "remove a card from the board",
    "G": "take a card from the discard",
    "H": "place one card more",
    "I": "double points this turn",
    "J": "an opponent's next turn counts half",
    "K": "negate an ability of an opponent's",
    "L": "look at an opponent's hand",
    "M": "move a card on the board",
    "N": "use two abilities more",
}
"""What each ability does, in a few words."""

DRAWN, LOOKED_AT, LOST, MORE_ABILITIES = 2, 5, 2, 2


def impossible(at: Position, deck: Deck, name: str, play: Play) -> str | None:
    """Why the player cannot play the card now, as that player may know; None where it is possible. Source: B7."""
    cards = {other: len(hand) for other, hand in at.hands.items()}
    return _impossible(at.hands[name], cards, at.board, at.discard, deck.ability[play.card], play)


def impossible_in_view(view: View, cards: Sequence[str], ability: str, play: Play) -> str | None:
    """The same as far as a view tells; `cards` are those that the reader may have in hand."""
    return _impossible(cards, view["in_hand"], view["board"], view["discard"], ability, play)


def _impossible(
    own: Sequence[str],
    in_hand: Mapping[str, int],
    board: Mapping[str, str],
    discard: Sequence[str],
    ability: str,
    play: Play,
) -> str | None:
    """The card must be in hand, and its ability able to do something.

    D, E and L need a target with a card in hand, F a card on the space, G the card in the discard, M a card and an empty space.
    """
    if play.card not in own:
        return f"{play.card} is not in your hand"
    match ability, play.target:
        case "D" | "E" | "L", str(target) if not in_hand[target]:
            return f"{target} has no card in hand"
        case "F", str(space) if space not in board:
            return f"no card lies on {space}"
        case "G", str(card) if card not in discard:
            return f"{card} is not in the discard"
        case "M", (source, goal):
            if source not in board:
                return f"no card lies on {source}"
            if goal in board:
                return f"{goal} is taken"
    return None


def _draw_two(now: Adjudication, name: str, play: Play) -> None:
    cards = now.draw(DRAWN)
    now.at.hands[name] += cards
    if cards:
        now.tell("draw", player=name, cards=cards, to=[name])


def _discard_all_hands(now: Adjudication, name: str, play: Play) -> None:
    """In turn order from the player, who loses the hand too. Source: B32."""
    order = now.at.order
    first = order.index(name)
    for player in order[first:] + order[:first]:
        lost = now.at.hands[player]
        if lost:
            now.at.hands[player] = []
            _discarded(now, player, lost)


def _look_at_deck(now: Adjudication, name: str, play: Play) -> None:
    now.tell("look deck", player=name, cards=now.at.deck[:LOOKED_AT], to=[name])


def _lose_two(now: Adjudication, name: str, play: Play) -> None:
    """By chance; with two cards or less all of them, oldest first. Source: B31."""
    target = _player(play)
    hand = now.at.hands[target]
    if len(hand) <= LOST:
        lost, now.at.hands[target] = hand, []
    else:
        lost = []
        for number in range(1, LOST + 1):
            card = now.chance.choice(f"{_label(now)} discard {number}", hand)
            hand.remove(card)
            lost.append(card)
    _discarded(now, target, lost)


def _steal(now: Adjudication, name: str, play: Play) -> None:
    """By chance, even from one. Source: B31."""
    target = _player(play)
    card = now.chance.choice(f"{_label(now)} steal", now.at.hands[target])
    now.at.hands[target].remove(card)
    now.at.hands[name].append(card)
    both = [player for player in now.players if player in (name, target)]
    now.tell("steal", player=name, target=target)
    now.tell("stolen", player=name, target=target, card=card, to=both)


def _remove(now: Adjudication, name: str, play: Play) -> None:
    assert isinstance(play.target, str)
    card = now.at.board.pop(play.target)
    now.at.discard.append(card)
    now.tell("removed", space=play.target, card=card)


def _take(now: Adjudication, name: str, play: Play) -> None:
    assert isinstance(play.target, str)
    now.at.discard.remove(play.target)
    now.at.hands[name].append(play.target)
    now.tell("taken", player=name, card=play.target)


def _place_one_more(now: Adjudication, name: str, play: Play) -> None:
    now.at.progress.placements += 1


def _double(now: Adjudication, name: str, play: Play) -> None:
    now.at.progress.double = True


def _halve(now: Adjudication, name: str, play: Play) -> None:
    target = _player(play)
    if target not in now.at.halved:
        now.at.halved.append(target)


def _look_at_hand(now: Adjudication, name: str, play: Play) -> None:
    target = _player(play)
    now.tell("look hand", player=name, target=target, cards=list(now.at.hands[target]), to=[name])


def _move(now: Adjudication, name: str, play: Play) -> None:
    assert isinstance(play.target, tuple)
    source, goal = play.target
    card = now.at.board.pop(source)
    now.at.board[goal] = card
    now.tell("moved", card=card, **{"from": source}, to_space=goal)


def _play_two_more(now: Adjudication, name: str, play: Play) -> None:
    now.at.progress.abilities += MORE_ABILITIES


EFFECTS: dict[str, Callable[[Adjudication, str, Play], None]] = {
    "A": _draw_two,
    "B": _discard_all_hands,
    "C": _look_at_deck,
    "D": _lose_two,
    "E": _steal,
    "F": _remove,
    "G": _take,
    "H": _place_one_more,
    "I": _double,
    "J": _halve,
    "L": _look_at_hand,
    "M": _move,
    "N": _play_two_more,
}
"""What each ability that can be played does; K is played by a standing order."""


def _player(play: Play) -> str:
    assert isinstance(play.target, str)
    return play.target


def _label(now: Adjudication) -> str:
    """The beginning of the labels of an ability's chance. Source: section 5."""
    return f"turn {now.at.turn} ability {now.at.progress.played}"


def _discarded(now: Adjudication, player: str, cards: list[str]) -> None:
    now.at.discard += cards
    now.tell("discard", player=player, cards=list(cards), why="ability")
