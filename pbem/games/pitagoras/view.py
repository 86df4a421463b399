"""What a reader may know of a position of Pitagoras: all of it but the sheets. Source: section 8."""

from collections.abc import Sequence

from pbem.core.chance import Chance
from pbem.core.contract import Asked, Audience, Outcome, Reader, State, Table, View
from pbem.core.sheets import Filed, Order
from pbem.games.pitagoras.state import CARDS, JOLLY, position, stake_die, worth


def view(table: Table, state: State, reader: Reader) -> View:
    """The position as anybody may see it; `reader` is the seat whose view it is, None for the public and the GM.

    `turn`: the one to be played, the last one when there is a `winner`. `squares`, `hands` (in deck order) and `dice` (of
    calculations 1 and 2) are by player, in seat order. `benched` (names) and `riot` hold for the next calculation. `stakes`:
    of calculations 1 and 2. `stake_die`: its faces. `well`: its square.
    """
    at = position(state)
    return {
        "version": 1,
        "reader": None if isinstance(reader, Audience) else reader,
        "players": list(table.players),
        "turn": at.turn,
        "squares": at.squares,
        "hands": at.hands,
        "benched": at.benched,
        "riot": at.riot,
        "stakes": list(at.stakes),
        "dice": {name: list(dice) for name, dice in at.dice.items()},
        "stake_die": list(stake_die(table.players)),
        "well": table.options.well,
        "winner": at.winner,
    }


def awaiting(table: Table, state: State) -> dict[str, Asked]:
    """Everybody: both calculations, or the second alone for one who sits out the first. Source: section 7."""
    if state["winner"] is not None:
        return {}
    benched = state["benched"]
    return {name: Asked("calculation 2" if name in benched else "calculations 1 and 2") for name in table.players}


def ready(table: Table, state: State, filed: Filed) -> bool:
    """Whether every player has a sheet on file, and in it a card for each calculation in which there will be a choice."""
    return all(
        filed.get(name) and _needed(state, name) <= {order.part for order in filed[name]} for name in table.players
    )


def outcome(state: State) -> Outcome:
    """The winner, if there is one, and the squares as scores. Source: P16, P33."""
    winner = state["winner"]
    if winner is None:
        return Outcome(False, (), dict(state["squares"]))
    return Outcome(True, (winner,), dict(state["squares"]), f"{winner} reached square 12")


def form(view: View) -> Sequence[str]:
    """A sheet to fill in: hand and dice as remarks, then a line for each decision; empty for no seat or after the end."""
    name = view["reader"]
    if name is None or view["winner"] is not None:
        return ()
    hand: list[str] = view["hands"][name]
    lines = [f"# Turn {view['turn']}. Write behind the colons; a line left as it is orders nothing."]
    for number, (stake, die) in enumerate(zip(view["stakes"], view["dice"][name], strict=True), 1):
        if number == 1 and name in view["benched"]:
            lines.append("# Calculation 1: you sit on the bench and lay no card.")
            continue
        riot = ", a riot" if number == 1 and view["riot"] else ""
        lines.append(f"# Calculation {number}: stake {stake}, your die {die}{riot}. {_values(hand, die)}")
        lines.append(f"{number}:")
    if len(view["players"]) > 2:
        others = ", ".join(other for other in view["players"] if other != name)
        lines += [f"# If you land on square 5 you swap places with one of: {others}", "prompter:"]
    return lines


def choices(view: View) -> Sequence[str]:
    """The cards that can be laid in the first calculation in which the reader does not sit out, the highest result first."""
    name = view["reader"]
    if name is None or view["winner"] is not None:
        return ()
    number = 2 if name in view["benched"] else 1
    die = view["dice"][name][number - 1]
    cards = dict.fromkeys(view["hands"][name])
    ranked = sorted(cards, key=lambda card: (card != JOLLY, -_rank(card, die)))
    return tuple(f"{number}: {card}" for card in ranked)


def other_sheets(table: Table, filed: Filed, seat: str, chance: Chance) -> dict[str, tuple[Order, ...]]:
    """What may be on file in place of what is, for all that this seat can tell: its own sheet, others of the others."""
    sheets = {}
    for name in table.players:
        if name == seat:
            sheets[name] = filed.get(name, ())
            continue
        cards = [chance.choice(f"alike {name} {number}", CARDS) for number in (1, 2)]
        sheets[name] = tuple(Order(f"{n}", f"{n}: {card}", n, 1) for n, card in enumerate(cards, 1))
    return sheets


def _needed(state: State, name: str) -> set[str]:
    """The calculations of the coming turn in which the player will choose among cards, as far as can be known."""
    cards = len(state["hands"][name])
    if name in state["benched"]:
        return {"2"} if cards > 1 else set()
    if cards == 1:
        return {"2"}
    return {"1"} if cards == 2 else {"1", "2"}


def _rank(card: str, die: int) -> int:
    result = worth(card, die)
    return result if isinstance(result, int) else 0


def _values(hand: Sequence[str], die: int) -> str:
    """What every card of a hand would make: `+2 = 5, x3 = 9, jolly`."""
    cards = dict.fromkeys(hand)
    return ", ".join(JOLLY if card == JOLLY else f"{card} = {worth(card, die)}" for card in cards)
