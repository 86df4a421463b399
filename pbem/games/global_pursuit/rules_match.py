"""The mover's match: which one is ordered, how it is laid and paid. Source: W12 to W24, W43."""

from pbem.core.sheets import Order
from pbem.games.global_pursuit.globe import set_of
from pbem.games.global_pursuit.orders import MATCHES
from pbem.games.global_pursuit.play import Play, hindrance, is_pass, is_right
from pbem.games.global_pursuit.rules_questions import draw_trivia
from pbem.games.global_pursuit.rules_rounds import end_turn
from pbem.games.global_pursuit.state import ALL
from pbem.games.global_pursuit.tabletop import Lying
from pbem.games.global_pursuit.words import Join

MATCH_POINTS = 2
BONUS_POINTS = 2


def take_match(play: Play) -> bool:
    """The first of the mover's ordered matches that is possible, or a pass; False where there is none. Source: 3, W13."""
    name = play.mover
    while (order := play.find(name, MATCHES)) is not None:
        play.use_up(name, order)
        values = play.offers(name, order)
        reasons = []
        for value in values:
            if is_pass(value):
                pass_turn(play, by_default=False)
                return True
            reason = hindrance(play.at.hands[name], play.table_of(value.card), value)
            if reason is None:
                lay(play, value, order)
                return True
            reasons.append(reason)
        play.report(name, order, reasons[0] if reasons else "warning: no condition was true, so nothing was matched")
    return False


def pass_turn(play: Play, *, by_default: bool) -> None:
    """No further match. Source: W44, W58."""
    play.events.append({"event": "pass", "player": play.mover, "nmr": by_default})
    end_turn(play)


def lay(play: Play, join: Join, order: Order) -> None:
    """The card leaves the hand for good. A wrong one is refused in the strict game, else laid and paid. Source: W22 to W24."""
    at, name = play.at, play.mover
    top = play.table_of(join.card)
    new = top.lay(join.card, join.edge, join.to, join.to_edge)
    touches = top.touches(new)
    at.hands[name].remove(join.card)
    at.played += 1
    told = [list(touch) for touch in touches]
    if play.options.mismatch == "strict" and not is_right(join.card, touches):
        at.deck.append(join.card)
        play.events.append({"event": "mismatch", "player": name, "card": join.card, "touches": told})
        end_turn(play)
        return
    bonus = ALL in at.maps and any(set_of(other) == set_of(join.card) for _, other, _ in touches)
    points = MATCH_POINTS + BONUS_POINTS * bonus
    code = at.map_of(join.card)
    at.maps[code].append(as_laid(new, name, join))
    at.fresh.append(join.card)
    at.matches += 1
    at.matched += 1
    play.events.append(
        {
            "event": "match",
            "player": name,
            "map": code,
            "card": join.card,
            "edge": join.edge,
            "to": join.to,
            "to_edge": join.to_edge,
            "touches": told,
            "bonus": bonus,
            "points": play.score({name: points}),
        }
    )
    if play.options.mismatch == "challenge":
        at.match = {"player": name, "card": join.card, "points": points}
    at.step += 1
    if play.options.trivia != "off":
        draw_trivia(play, set_of(join.card), join.level, order)
    elif play.options.mismatch == "challenge":
        play.halted = True


def as_laid(new: Lying, name: str, join: Join) -> dict[str, object]:
    """A laid card as the state keeps it."""
    return {
        "card": join.card,
        "by": name,
        "joined": [join.edge, join.to, join.to_edge],
        "at": list(new.at),
        "direction": new.direction,
    }
