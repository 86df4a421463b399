"""What an acknowledgement tells of a sheet: every order against the position as it stands, and what can never come."""

from collections.abc import Iterator, Sequence

from pbem.core.contract import Forecast, Table, View
from pbem.core.orders import ReadOrder, Simple, dead_branches, decide, echo
from pbem.core.sheets import Order
from pbem.games.bux.auction import effective, sold
from pbem.games.bux.deck import STEP, deck_of
from pbem.games.bux.facts import Moment
from pbem.games.bux.orders import on_file
from pbem.games.bux.prospects import OrderProspect, seen
from pbem.games.bux.rules_move import impossible
from pbem.games.bux.sets import best_with, card_set
from pbem.games.bux.state import AUCTION, BID, DOUBLE_FROM, MOVE, OVER, STANDING
from pbem.games.bux.tables import LEGEND, full_label, spread_table
from pbem.games.bux.values import ALL, NONE, Bid, Sale, Trade


def forecast(table: Table, view: View, filed: Sequence[Order]) -> Forecast:
    """The orders on file by part, each with what it would do now; what can never come; the writer's own chips and cards."""
    if view["reader"] is None or view["stage"] == OVER:
        return Forecast(tuple(order.text for order in filed))
    sheet = _Sheet(table, view, filed)
    return Forecast(
        tuple(map(sheet.line, sheet.read)),
        tuple(sheet.notes()),
        tuple(sheet.part(order.part) for order in filed),
        tuple(holding(table, view)),
    )


def holding(table: Table, view: View) -> Iterator[str]:
    """The writer's chips and spread, and the lot while it is up for bid."""
    deck, name = deck_of(table), view["reader"]
    spread = spread_table(deck, view["spreads"][name], double=len(view["tucked"]) >= DOUBLE_FROM)
    yield f"chips: {view['chips'][name]}"
    if view["spreads"][name]:
        yield from spread.lines
        yield LEGEND
    for one in spread.sets:
        yield f"could be sold: {one}"
    for card in view["lot"]:
        yield f"lot: {full_label(deck, card)}"


class _Sheet:
    """What a player has on file, each order with what it comes to now."""

    def __init__(self, table: Table, view: View, filed: Sequence[Order]) -> None:
        self._table = table
        self._view = view
        self._name: str = view["reader"]
        self._deck = deck_of(table)
        self._bidding = view["stage"] == AUCTION
        self._moving = view["stage"] == MOVE and view["mover"] == self._name
        self.read = [on_file(order, table, self._name) for order in filed]

    def part(self, part: str) -> str:
        """The title under which orders of that part are listed."""
        if part == MOVE:
            return "move" if self._moving else "move, kept for your next turn"
        if part == BID:
            return "bid for the lot" if self._bidding else "bid, kept for the next auction"
        return "standing bid, for every auction without a bid of yours"

    def line(self, order: ReadOrder) -> str:
        """The canonical text with what each value comes to in brackets."""

        def shown(simple: Simple) -> str:
            remark = self._on_move(simple.value) if order.part == MOVE else self._on_bid(simple.value)
            return f"{simple.text} ({remark})" if remark else simple.text

        return order.key.before(echo(order.value, shown))

    def _on_move(self, move: object) -> str:
        if not isinstance(move, Sale | Trade):
            return ""
        reason = impossible(self._deck, self._view["spreads"], self._name, move)
        if reason:
            return f"not possible now: {reason}"
        double = len(self._view["tucked"]) >= DOUBLE_FROM
        if isinstance(move, Trade):
            makes = best_with(self._deck, self._view["spreads"][self._name], move.takes, move.gives) * (1 + double)
            return f"possible now; makes a set for {makes}" if makes else "possible now"
        sets = (card_set(self._deck, cards, double=double) for cards in move.sets)
        return f"pays {sum(one.pays for one in sets if one is not None)} now"

    def _on_bid(self, bid: Bid) -> str:
        """What a bid would mean, by the example of others who stop at half of it. Source: X17 to X19."""
        if bid in (0, NONE):
            return ""
        chips, options = self._view["chips"][self._name], self._table.options
        most = effective(bid, chips, options.opening)
        if not most:
            return f"a pass: you have {chips} chips, and the least bid is {options.opening}"
        counts = f"{most} now: " if bid == ALL else f"counts as {most}, all your chips now: " if bid != most else ""
        other = most // 2 // STEP * STEP
        step = options.raise_
        alone = f"if the others pass you pay {options.opening} to {self._payee()}"
        outcome = sold([(self._name, most), ("", other)], options.opening, step) if other >= options.opening else None
        if outcome is None:
            return f"{counts}{alone}"
        return f"{counts}if the others stop at {other} you pay {outcome.price} to {self._payee()}"

    def _payee(self) -> str:
        if not self._bidding:
            return "the drawer; to the bank if that is you"
        return "the bank" if self._view["mover"] == self._name else str(self._view["mover"])

    def notes(self) -> Iterator[str]:
        """What can never be taken, what an order comes to now, and what is asked and not answered."""
        for order in self.read:
            for note in dead_branches(self._prospect(order.part), order.value):
                yield f"{order.part}: {note}"
        if self._moving:
            yield from self._on_turn()
        if self._bidding:
            yield from self._in_auction()

    def _prospect(self, part: str) -> OrderProspect:
        settled = self._moving if part == MOVE else self._bidding and part == BID
        turn = self._next_turn() if part == MOVE else None
        return OrderProspect(self._table, self._view, part != MOVE, settled, turn)

    def _next_turn(self) -> int:
        """The number of the writer's turn to come, or in progress with its move to be made."""
        order, turn = self._view["order"], self._view["turn"]
        if self._moving:
            return int(turn)
        ahead = (order.index(self._name) - turn) % len(order)
        return int(turn + 1 + ahead)

    def _order(self, part: str) -> ReadOrder | None:
        return next((order for order in self.read if order.part == part), None)

    def _moment(self) -> Moment:
        return Moment(seen(self._view), self._deck, self._name)

    def _on_turn(self) -> Iterator[str]:
        order = self._order(MOVE)
        if order is None:
            yield "It is your turn, and no move is on file; at the deadline you would draw."
            return
        spreads = self._view["spreads"]
        decision = decide(
            order.value, self._moment(), lambda move: not impossible(self._deck, spreads, self._name, move)
        )
        if decision.chosen is None:
            yield "It is your turn, and the move on file offers nothing that is possible now; at the deadline you would draw."
        elif not isinstance(order.value, Simple):
            yield f"As things stand your move is: {decision.chosen.text}."

    def _in_auction(self) -> Iterator[str]:
        orders = [order for order in map(self._order, (BID, STANDING)) if order is not None]
        if not orders:
            yield "Bids are awaited, and none of yours is on file; at the deadline you would pass."
            return
        chips, opening = self._view["chips"][self._name], self._table.options.opening
        decisions = (decide(order.value, self._moment(), lambda bid: True).chosen for order in orders)
        chosen = next((simple for simple in decisions if simple is not None), None)
        most = 0 if chosen is None else effective(chosen.value, chips, opening)
        yield f"In this auction you go up to {most}." if most else "In this auction you pass."
