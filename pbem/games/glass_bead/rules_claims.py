"""Claims: how they are made with a placement, voted on and closed. Source: B20 to B22."""

from collections.abc import Sequence

from pbem.core.orders import ReadOrder, Simple, decide
from pbem.core.sheets import Order
from pbem.games.glass_bead.adjudication import Adjudication
from pbem.games.glass_bead.orders import on_file
from pbem.games.glass_bead.rules_cards import moment, undecided
from pbem.games.glass_bead.state import Claim, all_voted, vote_part


def make_claim(now: Adjudication, name: str, space: str, lines: Sequence[tuple[Order, ReadOrder]]) -> None:
    """The claim that a card just placed carries: the first whose card is adjacent; without one, one problem at the first.

    Source: B20.
    """
    at = now.at
    adjacent = {at.board[other] for other in now.board.touching(space) if other in at.board}
    for _, read in lines:
        other = read.key.detail
        if other in adjacent:
            at.made += 1
            assert isinstance(read.value, Simple)
            text = read.value.value
            at.claims.append(Claim(at.made, name, at.board[space], other, text, at.turn))
            now.tell("claim", claim=at.made, player=name, card=at.board[space], text=text, **{"with": other})
            return
    if lines:
        order, read = lines[0]
        now.report(name, order, f"claim: {read.key.detail} is not adjacent to {at.board[space]} on {space}")


def close_voted(now: Adjudication) -> None:
    """Closes the claims on which all others have voted, lowest number first. Source: section 2, B21."""
    for claim in list(now.at.claims):
        if all_voted(now.table, claim, now.filed):
            close(now, claim)


def close_of(now: Adjudication, name: str) -> None:
    """Closes the player's claims of earlier turns, before anything else in this one. Source: B21."""
    for claim in list(now.at.claims):
        if claim.by == name and claim.turn < now.at.turn:
            close(now, claim)


def close(now: Adjudication, claim: Claim) -> None:
    """Counts the votes: more yes than no is one point, never doubled nor halved. Source: B21."""
    part = vote_part(claim.claim)
    votes: dict[str, list[str]] = {"yes": [], "no": [], "abstain": []}
    for name in now.clockwise_from(claim.by):
        for order in now.filed.get(name, ()):
            if order.part == part:
                decision = decide(on_file(order, now.table, name).value, moment(now, name), lambda vote: True)
                if decision.chosen is None:
                    now.report(name, order, undecided(decision.offered, part, ()))
                else:
                    votes[decision.chosen.value].append(name)
    granted = len(votes["yes"]) > len(votes["no"])
    now.at.scores[claim.by] += granted
    now.at.claims.remove(claim)
    now.drop(part)
    now.tell(
        "vote",
        claim=claim.claim,
        player=claim.by,
        yes=votes["yes"],
        no=votes["no"],
        granted=granted,
        total=now.at.scores[claim.by],
    )
