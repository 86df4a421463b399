"""Turns one after the other: how the game starts, how a turn begins and ends, and one adjudication. Source: sections 1 and 2."""

from pbem.core.chance import Chance
from pbem.core.contract import Advanced, Event, State, Table
from pbem.core.orders import decide
from pbem.core.sheets import Filed
from pbem.games.glass_bead.adjudication import Adjudication
from pbem.games.glass_bead.orders import DISCARD, on_file
from pbem.games.glass_bead.rules_cards import moment, play_cards, undecided
from pbem.games.glass_bead.rules_claims import close, close_of, close_voted
from pbem.games.glass_bead.rules_place import Line, is_full, pause, place_by_default, place_cards
from pbem.games.glass_bead.state import OVER, TURN, VOTES, Position, Progress, position, voters

BOARD_FULL, NOBODY_CAN_PLACE, ROUNDS = "board full", "nobody can place", "rounds"


def start(table: Table, chance: Chance) -> tuple[State, list[Event]]:
    """The set-up, up to the beginning of the first turn. Source: section 1, B1, B4, B30.

    Raises ValueError for a deck that is too small for the table.
    """
    players = table.players
    now = Adjudication(table, _before_the_deal(players), {}, chance)
    _check_deck(now)
    at = now.at
    at.deck = [*chance.shuffle("deck", now.deck.titles)]
    first = players[0]
    if table.options.turn_order == "random":
        first = chance.choice("first player", players)
    at.order = [first, *now.clockwise_from(first)]
    now.tell("order", players=list(at.order))
    for _ in range(table.options.hand):
        for name in at.order:
            at.hands[name].append(at.deck.pop(0))
    for name in at.order:
        now.tell("deal", player=name, cards=list(at.hands[name]), to=[name])
    for name in at.order:
        deal_ahead(now, name)
    begin_next_turn(now)
    return at.to_json(), now.events


def _before_the_deal(players: tuple[str, ...]) -> Position:
    return Position(
        order=list(players),
        hands={name: [] for name in players},
        draws={name: [] for name in players},
        deck=[],
        scores=dict.fromkeys(players, 0),
    )


def _check_deck(now: Adjudication) -> None:
    cards, needed = len(now.deck.titles), len(now.players) * now.options.hand
    if cards < needed:
        raise ValueError(
            f"deck: {cards} cards are too few to deal {now.options.hand} to each of {len(now.players)}; give more cards, a "
            "smaller hand, or fewer players"
        )
    if cards < now.board.size and not now.options.short_deck:
        raise ValueError(
            f"deck: {cards} cards for the {now.board.size} spaces of the board; give more cards, or short_deck = true"
        )


def advance(
    table: Table, state: State, filed: Filed, due: frozenset[str], wrote: frozenset[str], chance: Chance
) -> Advanced:
    """One adjudication. Source: section 2.

    1. Claims on which all others have voted are closed; after the end the others too, once nobody is waited for (B22).
    2. The mover's decision falls due: if there is a turn part, or the mover's time has run out. Only then B25 may fall on it.
    3. Turn after turn is resolved as long as the player whose turn it is has a turn part waiting; none is defaulted (B27).
    """
    now = Adjudication(table, position(state), filed, chance)
    close_voted(now)
    mover = now.at.mover
    if now.at.stage == VOTES:
        _settle_votes(now, due)
    elif mover is not None and (mover in due or now.has_turn_part(mover)):
        if mover in due and mover not in wrote and not now.has_turn_part(mover):
            now.tell("nmr", player=mover)
        resolve_turn(now, mover, patient=mover not in due)
        while now.at.stage == TURN and now.at.mover is not None and now.has_turn_part(now.at.mover):
            resolve_turn(now, now.at.mover, patient=True)
    return now.done()


def is_in_vain(table: Table, state: State, filed: Filed) -> bool:
    """Whether the mover's turn part would be held and nothing else come of it, so that nobody else may notice. Source: B27.

    Until the first ability is played nothing depends on chance.
    """
    now = Adjudication(table, position(state), filed, Chance(""))
    assert now.at.mover is not None
    resolve_turn(now, now.at.mover, patient=True)
    return [event["event"] for event in now.events] == ["held"]


def _settle_votes(now: Adjudication, due: frozenset[str]) -> None:
    """After the end: closes the claims left when the time of all whose votes are missing has run out. Source: B22."""
    for claim in list(now.at.claims):
        missing = set(now.players) - {claim.by, *voters(now.table, claim, now.filed)}
        if missing <= due:
            close(now, claim)
    if not now.at.claims:
        now.at.stage = OVER


def resolve_turn(now: Adjudication, name: str, *, patient: bool) -> None:
    """The turn, or its continuation, of the player whose turn it is, by the turn part on file. Source: 2.2 to 2.5.

    `patient`: where the first placement is not ordered, or nothing offered is possible, it is held and not defaulted (B25, B27).
    """
    before = now.saved() if patient else None
    close_of(now, name)
    part: list[Line] = [(order, on_file(order, now.table, name)) for order in now.take_turn_part(name)]
    play_cards(now, name, part)
    if place_cards(now, name, part):
        return
    if not now.at.progress.placed and now.at.hands[name]:
        if before is not None:
            if now.at.progress.played:
                pause(now)
            else:
                before.go_back(keeping=name)
            now.tell("held", player=name, to=[name])
            return
        place_by_default(now, name)
    end_turn(now, name, part)


def end_turn(now: Adjudication, name: str, part: list[Line]) -> None:
    """Scores the turn and ends it; the next one begins. Source: 2.4, 2.5, B28."""
    at = now.at
    if not at.progress.placed:
        now.tell("pass", player=name)
    score(now, name)
    if is_full(now):
        finish(now, BOARD_FULL)
        return
    keep_hand_limit(now, name, part)
    deal_ahead(now, name)
    begin_next_turn(now)


def score(now: Adjudication, name: str) -> None:
    """The sum of the turn's placements, doubled, then halved and rounded down; a mark of J is used up. Source: 2.4, B17, B18."""
    at = now.at
    base, double, half = at.progress.points, at.progress.double, name in at.halved
    points = base * 2 if double else base
    if half:
        at.halved.remove(name)
        points //= 2
    at.scores[name] += points
    now.tell("score", player=name, base=base, double=double, half=half, points=points, total=at.scores[name])


def keep_hand_limit(now: Adjudication, name: str, part: list[Line]) -> None:
    """Discards what is above the hand limit: the cards named, in the order named, then the oldest. Source: B23, B24."""
    hand = now.at.hands[name]
    excess = len(hand) - now.options.hand_max
    if excess <= 0:
        return
    gone: list[str] = []
    for order, read in part:
        if read.key.text == DISCARD:
            decision = decide(read.value, moment(now, name), lambda cards: any(card in hand for card in cards))
            if decision.chosen is None:
                now.report(name, order, undecided(decision.offered, DISCARD, ["no card named is in your hand"]))
            else:
                gone = [card for card in dict.fromkeys(decision.chosen.value) if card in hand]
    gone += [card for card in hand if card not in gone]
    gone = gone[:excess]
    now.at.hands[name] = [card for card in hand if card not in gone]
    now.at.discard += gone
    now.tell("discard", player=name, cards=gone, why="hand limit")


def deal_ahead(now: Adjudication, name: str) -> None:
    """The player's draw for the next turn, laid aside. Source: B4."""
    cards = now.draw(now.options.draw)
    now.at.draws[name] = cards
    if cards:
        now.tell("ahead", player=name, cards=list(cards), to=[name])


def begin_next_turn(now: Adjudication) -> None:
    """Begins the next turn that is not passed at its beginning, or ends the game. Source: 2.1, B6, B26, B28."""
    at, players = now.at, len(now.players)
    while True:
        if now.options.rounds and at.turn == now.options.rounds * players:
            finish(now, ROUNDS)
            return
        name = at.order[at.turn % players]
        at.turn += 1
        at.stage, at.mover, at.progress = TURN, name, Progress()
        now.tell("turn", turn=at.turn, player=name)
        take_up_draw(now, name)
        if at.hands[name]:
            at.passes = 0
            at.step += 1
            return
        now.tell("pass", player=name)
        now.take_turn_part(name)
        if name in at.halved:
            at.halved.remove(name)
        at.passes += 1
        if at.passes == players:
            finish(now, NOBODY_CAN_PLACE)
            return
        deal_ahead(now, name)


def take_up_draw(now: Adjudication, name: str) -> None:
    """The draw joins the hand, in the order dealt; what it was short of is made up now. Source: 2.1, B6."""
    at = now.at
    hand, draw = at.hands[name], at.draws[name]
    hand += draw
    missing = now.options.draw - len(draw)
    at.draws[name] = []
    cards = now.draw(missing)
    hand += cards
    if cards:
        now.tell("draw", player=name, cards=list(cards), to=[name])


def finish(now: Adjudication, reason: str) -> None:
    """The end of the game, or of all but the votes on claims that are open. Source: B22, B28."""
    at = now.at
    at.reason = reason
    at.mover = None
    at.progress = Progress()
    now.tell("end", reason=reason)
    at.stage = VOTES if at.claims else OVER
    at.step += 1
