"""One adjudication of Global Pursuit: the challenge, then decisions as far as orders reach, then defaults. Source: W56, W57."""

from collections.abc import Mapping

from pbem.core.chance import Chance
from pbem.core.contract import Advanced, State, Table
from pbem.core.sheets import Filed
from pbem.games.global_pursuit.play import Play
from pbem.games.global_pursuit.rules_challenge import settle_challenge
from pbem.games.global_pursuit.rules_match import pass_turn, take_match
from pbem.games.global_pursuit.rules_questions import default_level, judge, take_answer, take_level
from pbem.games.global_pursuit.rules_rounds import end_turn
from pbem.games.global_pursuit.state import LEVEL, MATCH, OVER, Position, position


def advance(
    table: Table,
    state: State,
    filed: Filed,
    due: frozenset[str],
    rulings: Mapping[str, Mapping[str, str]],
    chance: Chance,
) -> Advanced:
    """Resolves as far as the orders reach; the decision that was awaited is taken by default where its seat is due."""
    at = position(state)
    play = Play(table, at, filed, rulings, chance)
    at.turn += 1
    at.fresh = []
    awaited = at.step if decides(at) else None
    settle_challenge(play)
    follow_orders(play)
    if at.step == awaited and not play.halted and play.mover in due:
        default(play)
        follow_orders(play)
    left = {name: tuple(kept) for name, kept in play.filed.items() if kept}
    problems = {name: tuple(some) for name, some in play.problems.items() if some}
    return Advanced(at.to_json(), play.events, left, problems, tuple(play.rulable))


def decides(at: Position) -> bool:
    """Whether a decision of the mover's is awaited: not after the end, nor where the hand was emptied (W43)."""
    return at.mover is not None and not (at.phase == MATCH and not at.hands[at.mover])


def follow_orders(play: Play) -> None:
    """Decisions of the mover, and of the next movers, until there is no order for one or a report must go out."""
    at = play.at
    while at.phase != OVER and not play.halted:
        if not decides(at):
            end_turn(play)
        elif at.phase == MATCH:
            if not take_match(play):
                return
        elif at.phase == LEVEL:
            if not take_level(play):
                return
        elif not take_answer(play):
            return


def default(play: Play) -> None:
    """What the rules decide for a mover who has not. Source: W58."""
    if play.at.phase == MATCH:
        pass_turn(play, by_default=True)
    elif play.at.phase == LEVEL:
        default_level(play)
    else:
        judge(play, None)
