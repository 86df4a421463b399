"""What a reader may know of a position of Glitches, and what is asked of whom. Source: sections 7 and 8, G27."""

from collections.abc import Callable
from typing import Any

from pbem.core.chance import Chance
from pbem.core.contract import Asked, Audience, Event, Outcome, Reader, State, Table, View
from pbem.core.orders import decide
from pbem.core.sheets import Filed, Order
from pbem.games.glitches.cards import in_card_order, legal_cells
from pbem.games.glitches.facts import Moment
from pbem.games.glitches.orders import value
from pbem.games.glitches.rules import is_possible_keep, is_possible_play
from pbem.games.glitches.state import END, KEEP, PLAY, Position, position


def view(table: Table, state: State, filed: Filed, reader: Reader) -> View:
    """The position as that reader may know it.

    `mover` is None in another phase than play. `plays`: player, card and cell in the order played. `hands` (at a keep step the
    six dealt), `piles` and `on_file`, the part and text of each order, are by player: the reader's own, for the GM those of all;
    at the end the piles of all are everybody's. `legal`: the cells that the mover may choose from, in cell order, for the mover
    alone, else empty. `rows`: those laid at the end, by player. `winner` is None while there is none.
    """
    at = position(table, state)
    own = at.players if reader is Audience.GM else (reader,) if isinstance(reader, str) else ()
    piled = at.players if at.phase == END else own
    return {
        "version": 1,
        "reader": reader if isinstance(reader, str) else None,
        "players": list(table.players),
        "phase": at.phase,
        "deal": at.deal,
        "starter": at.starter,
        "mover": at.mover if at.phase == PLAY else None,
        "plays": [[at.player_of(number), card, cell] for number, (card, cell) in enumerate(at.plays, 1)],
        "scores": at.scores,
        "hands": {name: [*at.hands[name]] for name in own},
        "piles": {name: [*at.piles[name]] for name in piled},
        "on_file": {name: [[order.part, order.text] for order in filed.get(name, ())] for name in own},
        "legal": legal_cells(at.grid) if at.phase == PLAY and reader == at.mover else [],
        "rows": {name: [*cards] for name, cards in at.rows.items()},
        "winner": at.winner,
    }


def seen(view: View) -> Position:
    """The position in a seat's view, as far as what its player may ask for needs it; cards that the view has not are missing."""
    players = tuple(view["players"])
    return Position(
        players,
        view["starter"],
        view["phase"],
        view["deal"],
        [],
        {name: view["hands"].get(name, []) for name in players},
        {name: view["piles"].get(name, []) for name in players},
        [[card, cell] for _, card, cell in view["plays"]],
        view["scores"],
        {},
    )


def told(event: Event, reader: Reader) -> Event:
    """The event as that reader may know it: which cards were kept and piled is told to their player alone, and the GM."""
    if event["event"] != "keep" or reader is Audience.GM or event["player"] == reader:
        return event
    return {key: value for key, value in event.items() if key not in ("kept", "piled")}


def public(label: str) -> bool:
    """Whether an outcome may be shown while the game goes on: who starts and random plays, not what was dealt or kept."""
    return not label.startswith(("deck", "nmr keep "))


def awaiting(table: Table, state: State, filed: Filed) -> dict[str, Asked]:
    """A keep of both, or a play of the mover. Whether a keep has come is nobody else's to know. Source: section 7, G27."""
    at = position(table, state)
    if at.phase == END:
        return {}
    if at.phase == PLAY:
        return {at.mover: Asked(PLAY, step=at.step)}
    return {name: Asked(KEEP, not _has_keep(at, filed, name), open=False, step=at.step) for name in table.players}


def ready(table: Table, state: State, filed: Filed) -> bool:
    """Whether there is a usable order for the step that is due of everybody of whom it asks something. Source: G21."""
    at = position(table, state)
    if at.phase == KEEP:
        return all(_has_keep(at, filed, name) for name in table.players)
    return at.phase == PLAY and _has_play(at, filed)


def outcome(table: Table, state: State) -> Outcome:
    """The winner, if there is one, and the points. Source: G18."""
    at = position(table, state)
    winner = at.winner
    if winner is None:
        return Outcome(False, (), at.scores)
    reason = f"{winner} has the most points"
    if at.scores[at.starter] == at.scores[at.other]:
        reason = f"the points are equal, and {winner} was the starting player"
    return Outcome(True, (winner,), at.scores, reason)


def alike(
    table: Table, state: State, filed: Filed, seat: str, chance: Chance
) -> tuple[State, dict[str, tuple[Order, ...]]]:
    """The cards that the seat has not seen, dealt anew among the other's hand and pile and the deck; the other has no orders."""
    at = position(table, state)
    if at.phase == END:
        return state, {seat: filed.get(seat, ())}
    other = next(name for name in table.players if name != seat)
    held, piled = len(at.hands[other]), len(at.piles[other])
    unseen = chance.shuffle("alike", [*at.hands[other], *at.piles[other], *at.deck])
    at.hands[other] = in_card_order(unseen[:held])
    at.piles[other] = in_card_order(unseen[held : held + piled])
    at.deck = unseen[held + piled :]
    return at.to_json(), {seat: filed.get(seat, ())}


def _has_keep(at: Position, filed: Filed, name: str) -> bool:
    return _is_usable(at, filed, name, KEEP, lambda cards: is_possible_keep(at, name, cards))


def _has_play(at: Position, filed: Filed) -> bool:
    return _is_usable(at, filed, at.mover, PLAY, lambda placement: is_possible_play(at, *placement))


def _is_usable(at: Position, filed: Filed, name: str, part: str, legal: Callable[[Any], bool]) -> bool:
    """Whether the player's first order of that part offers something legal now."""
    order = next((order for order in filed.get(name, ()) if order.part == part), None)
    if order is None:
        return False
    return decide(value(order.text, at.players, name), Moment(at, name), legal).chosen is not None
