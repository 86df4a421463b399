"""What a player may choose, and a sheet to fill in. From a view alone."""

from collections.abc import Sequence
from itertools import combinations

from pbem.core.contract import View
from pbem.games.glitches.cards import SIDE, legal_cells
from pbem.games.glitches.scoring import play_scores, points_of
from pbem.games.glitches.state import END, KEEP
from pbem.games.glitches.story import counted, reasons
from pbem.games.glitches.view import seen


def choices(view: View) -> Sequence[str]:
    """Every legal play of the own hand with its points and what scores, best first; at a keep step every keep.

    For one whose turn it is not, with the field as it is now.
    """
    if view["reader"] is None or view["phase"] == END:
        return ()
    hand: list[str] = view["hands"][view["reader"]]
    if view["phase"] == KEEP:
        return tuple(f"keep {' '.join(cards)}" for cards in combinations(hand, SIDE))
    grid = seen(view).grid
    plays = [(play_scores(grid, card, cell), card, cell) for card in hand for cell in legal_cells(grid)]
    plays.sort(key=lambda play: -points_of(play[0]))
    return tuple(
        f"play {card} at {cell} = {counted(points_of(scored), 'point')}"
        + (f" ({'; '.join(reasons([one.to_json() for one in scored], cell))})" if scored else "")
        for scored, card, cell in plays
    )


def form(view: View) -> Sequence[str]:
    """A sheet to fill in: the hand as a remark, then a line for each decision; empty for no seat or after the end."""
    if view["reader"] is None or view["phase"] == END:
        return ()
    hand: list[str] = view["hands"][view["reader"]]
    lines = []
    if view["phase"] == KEEP:
        lines += [
            f"# You were dealt {' '.join(hand)}. Write the four to keep; the other two go to your pile.",
            "keep:",
            "# Your plays, if you like to send some ahead, in order: CARD at CELL, and conditions.",
        ]
    elif view["mover"] == view["reader"]:
        lines += [
            f"# Your hand: {' '.join(hand)}. Legal cells: {' '.join(view['legal'])}.",
            "# Your plays in order, CARD at CELL; those below the first are for later.",
        ]
    elif hand:
        lines.append(f"# Your hand: {' '.join(hand)}. You may send plays ahead, in order: CARD at CELL.")
    if view["on_file"][view["reader"]]:
        lines.append("# What you send replaces all that you still have on file.")
    plays = SIDE if view["phase"] == KEEP else len(hand)
    lines += [f"{number}: play" for number in range(1, plays + 1)]
    lines += ["# The row to be laid from your pile at the end; without one, the best is found for you.", "row:"]
    return lines
