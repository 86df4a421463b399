"""An adjudication of Glitches: keep steps, plays, the deal between them, and the rows at the end, a function a rule."""

from collections.abc import Callable, Iterable
from typing import Any

from pbem.core.chance import Chance
from pbem.core.contract import Advanced, Event, State, Table
from pbem.core.orders import decide
from pbem.core.sheets import Filed, Order, Problem
from pbem.games.glitches.cards import RANK, SIDE, in_card_order, is_legal, legal_cells
from pbem.games.glitches.facts import Moment
from pbem.games.glitches.orders import value
from pbem.games.glitches.scoring import Scored, best_row, line_scores, play_scores, points_of
from pbem.games.glitches.state import END, KEEP, PLAY, PLAYS, PLAYS_A_DEAL, ROW, Position, deal, position

ORDERED, RANDOM, BEST = "ordered", "random", "best"


class Course:
    """The game in the course of one adjudication: the position as it stands, the sheets as far as they are left, what happened.

    `due` and `wrote` are as in the contract.
    """

    __slots__ = ("at", "chance", "due", "events", "problems", "sheets", "wrote")

    def __init__(self, at: Position, filed: Filed, due: frozenset[str], wrote: frozenset[str], chance: Chance) -> None:
        self.at = at
        self.sheets = {name: [*filed.get(name, ())] for name in at.players}
        self.due = due
        self.wrote = wrote
        self.chance = chance
        self.events: list[Event] = []
        self.problems: dict[str, list[Problem]] = {}

    def first(self, name: str, part: str) -> Order | None:
        """The first order of that part that the player has left; None for none."""
        return next((order for order in self.sheets[name] if order.part == part), None)

    def drop(self, name: str, parts: Iterable[str]) -> list[Order]:
        """Takes all orders of those parts off the player's sheet, and gives them in its order."""
        dropped = [order for order in self.sheets[name] if order.part in parts]
        self.sheets[name] = [order for order in self.sheets[name] if order.part not in parts]
        return dropped

    def decided(self, name: str, order: Order, legal: Callable[[Any], bool]) -> Any | None:
        """What the order comes to now; None, with a problem at the order, where that is nothing legal. Source: orders.md 4."""
        decision = decide(value(order.text, self.at.players, name), Moment(self.at, name), legal)
        if decision.chosen is not None:
            return decision.chosen.value
        what = (
            _IMPOSSIBLE[order.part]
            if decision.offered
            else f"warning: no condition of this {order.part} was true when it fell due"
        )
        self.report(name, order, what)
        return None

    def report(self, name: str, order: Order, message: str) -> None:
        self.problems.setdefault(name, []).append(Problem(order.line, order.column, message, order.letter))

    def declare_nmr(self, name: str, decision: str) -> None:
        """Records a default of one who has sent no text since the decision was asked for. Source: G25."""
        if name not in self.wrote:
            self.events.append({"event": "nmr", "player": name, "decision": decision})


_IMPOSSIBLE = {
    KEEP: "no keep offered here is made of cards that were dealt to you; it is dropped",
    PLAY: "no play offered here was possible when it fell due; it is dropped, and so are the plays that were to follow it",
    ROW: "no row offered here is made of the four cards of your pile, which is laid in the best way instead",
}


def advance(
    table: Table, state: State, filed: Filed, due: frozenset[str], wrote: frozenset[str], chance: Chance
) -> Advanced:
    """Steps as long as orders reach; if there was none, one by default for those whose time has run out, and on.

    Where the step that is due waits for somebody, nothing changes, and an order that cannot be used stays on file till then: a
    turn in which it alone was dropped would tell the other that it had come. Source: G21, G27.
    """
    course = Course(position(table, state), filed, due, wrote, chance)
    resolved = False
    while by_orders(course):
        resolved = True
    if not resolved:
        if not by_default(course):
            return Advanced(state, [], dict(filed), {})
        while by_orders(course):
            pass
    problems = {name: tuple(course.problems[name]) for name in table.players if name in course.problems}
    left = {name: tuple(orders) for name, orders in course.sheets.items()}
    return Advanced(course.at.to_json(), course.events, left, problems)


def by_orders(course: Course) -> bool:
    """Resolves the step that is due, if everybody of whom it asks something has a usable order for it. Source: G21."""
    at = course.at
    if at.phase == KEEP:
        kept = {name: ordered_keep(course, name) for name in at.players}
        if None in kept.values():
            return False
        keep(course, {name: (cards, ORDERED) for name, cards in kept.items() if cards is not None})
        return True
    if at.phase == PLAY:
        ordered = ordered_play(course)
        if ordered is None:
            return False
        play(course, *ordered, ORDERED)
        return True
    return False


def by_default(course: Course) -> bool:
    """Resolves the step that is due with the defaults of those whose time has run out; False where it waits for others."""
    at = course.at
    if at.phase == KEEP:
        kept = {name: ordered_keep(course, name) for name in at.players}
        if any(cards is None and name not in course.due for name, cards in kept.items()):
            return False
        for name in at.players:
            if kept[name] is None:
                course.declare_nmr(name, KEEP)
        keep(
            course,
            {
                name: (random_keep(course, name), RANDOM) if cards is None else (cards, ORDERED)
                for name, cards in kept.items()
            },
        )
        return True
    if at.phase == PLAY and at.mover in course.due:
        course.declare_nmr(at.mover, PLAY)
        play(course, *random_play(course), RANDOM)
        return True
    return False


def ordered_keep(course: Course, name: str) -> tuple[str, ...] | None:
    """The player's usable keep, which stays on file till the step is resolved; an unusable one is dropped. Source: G26, G27."""
    order = course.first(name, KEEP)
    if order is None:
        return None
    cards = course.decided(name, order, lambda cards: is_possible_keep(course.at, name, cards))
    if cards is None:
        course.drop(name, (KEEP,))
    return cards


def is_possible_keep(at: Position, name: str, cards: tuple[str, ...]) -> bool:
    """Whether those four were all dealt to the player. Source: G4."""
    return set(cards) <= set(at.hands[name])


def random_keep(course: Course, name: str) -> tuple[str, ...]:
    """Four random cards of the six. Source: G23."""
    return tuple(course.chance.shuffle(f"nmr keep {course.at.deal} {name}", course.at.hands[name])[:SIDE])


def keep(course: Course, choices: dict[str, tuple[tuple[str, ...], str]]) -> None:
    """Resolves the keep step with everybody's cards and how they were chosen. Source: 2.1, 2.3, G4."""
    at = course.at
    for name, (cards, how) in choices.items():
        kept = in_card_order(cards)
        piled = [card for card in at.hands[name] if card not in cards]
        at.hands[name] = kept
        at.piles[name] = in_card_order([*at.piles[name], *piled])
        course.drop(name, (KEEP,))
        course.events.append({"event": "keep", "player": name, "kept": [*kept], "piled": piled, "how": how})
    at.phase = PLAY


def ordered_play(course: Course) -> tuple[str, str] | None:
    """What the first play of the mover's list comes to; where that is nothing, the whole list is dropped. Source: G20."""
    at = course.at
    name = at.mover
    order = course.first(name, PLAY)
    if order is None:
        return None
    course.sheets[name].remove(order)
    placement: tuple[str, str] | None = course.decided(name, order, lambda placement: is_possible_play(at, *placement))
    if placement is None:
        course.drop(name, (PLAY,))
    return placement


def is_possible_play(at: Position, card: str, cell: str) -> bool:
    """Whether the mover holds the card and it may be laid there. Source: G6, G7."""
    return card in at.hands[at.mover] and is_legal(at.grid, cell)


def random_play(course: Course) -> tuple[str, str]:
    """A random card of the mover's hand on a random legal cell. Source: G23."""
    at = course.at
    label = f"nmr play {len(at.plays) + 1}"
    card = course.chance.choice(f"{label} card", at.hands[at.mover])
    return card, course.chance.choice(f"{label} cell", legal_cells(at.grid))


def play(course: Course, card: str, cell: str, how: str) -> None:
    """The mover lays a card and scores its row and its column; after it comes what follows play 8 and play 16. Source: 2, G9."""
    at = course.at
    name = at.mover
    scored = play_scores(at.grid, card, cell)
    points = points_of(scored)
    at.hands[name] = [held for held in at.hands[name] if held != card]
    at.plays.append([card, cell])
    at.grid[cell] = card
    at.scores[name] += points
    course.events.append(
        {
            "event": "play",
            "play": len(at.plays),
            "player": name,
            "card": card,
            "cell": cell,
            "how": how,
            "points": points,
            "lines": _lines(scored),
        }
    )
    if len(at.plays) == PLAYS_A_DEAL:
        deal_again(course)
    elif len(at.plays) == PLAYS:
        finish(course)


def deal_again(course: Course) -> None:
    """Deal 2, for which no play and no keep on file was meant. Source: 2.3, G22."""
    at = course.at
    at.phase = KEEP
    at.deal = 2
    deal(at)
    course.events.append({"event": "deal", "deal": at.deal})
    for name in at.players:
        for order in course.drop(name, (KEEP, PLAY)):
            course.report(name, order, f"warning: this {order.part} is dropped, since new cards have been dealt")


def finish(course: Course) -> None:
    """Both piles are laid and scored, that of the starting player first, and the game ends. Source: 2.5, G16, G18."""
    at = course.at
    for name in (at.starter, at.other):
        lay_row(course, name)
    at.phase = END
    tie = at.scores[at.starter] == at.scores[at.other]
    course.events.append({"event": "end", "winner": at.winner, "tie": tie})


def lay_row(course: Course, name: str) -> None:
    """The player's pile is laid as ordered, or else in the best way, and scored as a finished line. Source: G15, G16, G17."""
    at = course.at
    pile = at.piles[name]
    order = course.first(name, ROW)
    cards = None
    if order is not None:
        cards = course.decided(name, order, lambda cards: sorted(cards, key=RANK.__getitem__) == pile)
        course.drop(name, (ROW,))
    how = BEST if cards is None else ORDERED
    cards = best_row(pile) if cards is None else cards
    scored = line_scores("row", cards, None)
    points = points_of(scored)
    at.rows[name] = [*cards]
    at.scores[name] += points
    course.events.append(
        {"event": "row", "player": name, "cards": [*cards], "how": how, "points": points, "lines": _lines(scored)}
    )


def _lines(scored: Iterable[Scored]) -> list[dict[str, object]]:
    return [one.to_json() for one in scored]
