"""What an acknowledgement tells of a sheet: every order against the position as it stands, and what can never come."""

from collections.abc import Iterator, Sequence

from pbem.core.contract import Forecast, Table, View
from pbem.core.orders import ReadOrder, Simple, dead_branches, echo, simples
from pbem.core.sheets import Order
from pbem.games.glass_bead.abilities import MEANINGS, impossible_in_view
from pbem.games.glass_bead.choices import card_line, points, worth
from pbem.games.glass_bead.deck import deck_of
from pbem.games.glass_bead.ordered import NEGATES, Placement, Play
from pbem.games.glass_bead.orders import CLAIM, DISCARD, NEGATE, PLACE, PLAY, on_file
from pbem.games.glass_bead.prospects import OrderProspect
from pbem.games.glass_bead.state import OVER, STANDING_PART, TURN_PARTS, board_of
from pbem.games.glass_bead.words import NOTHING, WAIT


def forecast(table: Table, view: View, filed: tuple[Order, ...]) -> Forecast:
    """The orders on file by part, each with what it would do now; what can never come; the writer's own cards."""
    read = [on_file(order, table, view["reader"]) for order in filed]
    remarks = _Remarks(table, view, read)
    lines = tuple(one.key.before(echo(one.value, remarks.shown(number))) for number, one in enumerate(read))
    return Forecast(
        lines,
        tuple(_notes(table, view, filed, read)),
        tuple(_part(view, order) for order in filed),
        tuple(holding(table, view)),
    )


def _part(view: View, order: Order) -> str:
    if order.part in TURN_PARTS:
        return "turn orders" if view["mover"] == view["reader"] else "turn orders, kept for your next turn"
    return "standing negations" if order.part == STANDING_PART else "votes"


def holding(table: Table, view: View) -> Iterator[str]:
    """The writer's own cards, with their abilities and descriptors."""
    deck = deck_of(table)
    for card in view["hand"]:
        yield f"hand:  {card_line(deck, card)}"
    for card in view["draw"]:
        yield f"ahead: {card_line(deck, card)}"


class _Remarks:
    """What each simple value of an order would do in the position of the view; `read` are all orders on file."""

    def __init__(self, table: Table, view: View, read: Sequence[ReadOrder]) -> None:
        self._read = read
        self._table = table
        self._view = view
        self._deck = deck_of(table)
        self._mine = view["mover"] == view["reader"]
        self._cards = view["hand"] if self._mine else view["hand"] + view["draw"]

    def shown(self, number: int) -> "_Shown":
        return _Shown(self, number)

    def on(self, number: int, value: object) -> str:
        """The remark on one simple value of the order in that place, empty for none."""
        order = self._read[number]
        if isinstance(value, Placement):
            return self._on_placement(value)
        if isinstance(value, Play):
            return self._on_play(value)
        if value == WAIT:
            return "pauses your turn, once an ability has been played"
        if order.key.text == DISCARD and isinstance(value, tuple):
            missing = [card for card in value if card not in self._cards]
            return f"not in your hand now: {', '.join(missing)}" if missing else ""
        if order.key.text == NEGATE and value != NOTHING:
            held = any(self._deck.ability[card] == NEGATES for card in self._view["hand"])
            return "" if held else "you hold no K card now"
        return self._on_claim(number) if order.key.free else self._on_vote(order)

    def _on_placement(self, place: Placement) -> str:
        taken = self._view["board"].get(place.space)
        remarks = []
        if place.card not in self._cards:
            remarks.append(f"{place.card} is not in your hand now")
        if taken is not None:
            remarks.append(f"{place.space} is taken by {taken} now: used only if it is free by then")
        else:
            remarks.append(f"{points(worth(self._table, self._view, place.card, place.space).points)} now")
        return "; ".join(remarks)

    def _on_play(self, play: Play) -> str:
        ability = self._deck.ability[play.card]
        reason = impossible_in_view(self._view, self._cards, ability, play)
        return f"{ability}: {MEANINGS[ability]}" + (f"; not possible now: {reason}" if reason else "")

    def _on_claim(self, number: int) -> str:
        """Whether the card named lies beside the card that is placed; nothing of one that the sheet places itself."""
        other = self._read[number].key.detail
        above = [list(_placements(one)) for one in self._read[:number] if one.key.text == PLACE]
        if any(place.card == other for places in above for place in places):
            return ""
        where = next((space for space, card in self._view["board"].items() if card == other), None)
        if where is None:
            return f"{other} is not on the board now"
        touching = board_of(self._table).touching(where)
        beside = dict.fromkeys(place.space for places in above[-1:] for place in places if place.space in touching)
        return (
            f"{other} lies on {where}, beside {', '.join(beside)}"
            if beside
            else f"{other} lies on {where}, not beside the card placed"
        )

    def _on_vote(self, order: ReadOrder) -> str:
        for claim in self._view["claims"]:
            if claim["claim"] == order.key.detail:
                return f"{claim['by']}: {claim['card']} with {claim['with']}"
        return ""


def _placements(order: ReadOrder) -> Iterator[Placement]:
    return (simple.value for simple in simples(order.value) if isinstance(simple.value, Placement))


class _Shown:
    """Simple values of one order with their remarks in brackets."""

    def __init__(self, remarks: _Remarks, number: int) -> None:
        self._remarks = remarks
        self._number = number

    def __call__(self, simple: Simple) -> str:
        remark = self._remarks.on(self._number, simple.value)
        return f"{simple.text} ({remark})" if remark else simple.text


def _notes(table: Table, view: View, filed: Sequence[Order], read: Sequence[ReadOrder]) -> Iterator[str]:
    if view["stage"] == OVER:
        return
    mine = view["mover"] == view["reader"]
    turn = view["turn"] if mine else next_turn(view)
    first = _looked_at_first(read) if mine and view["stage"] == "turn" and not view["claims"] else None
    for number, (order, one) in enumerate(zip(filed, read, strict=True)):
        if order.part in TURN_PARTS:
            prospect = OrderProspect(table, view, turn, own_turn=True, settled=number == first)
        elif order.part == STANDING_PART:
            prospect = OrderProspect(table, view, None, own_turn=False)
        else:
            prospect = OrderProspect(table, view, None, own_turn=mine and view["stage"] == "continue")
        for note in dead_branches(prospect, one.value):
            yield f"{one.key.text}: {note}"
    yield from _notes_on_turn(table, view, read, mine)


def next_turn(view: View) -> int:
    """The number of the reader's next turn."""
    players = len(view["order"])
    seat = view["order"].index(view["reader"])
    return int(view["turn"] + 1 + (seat - view["turn"]) % players)


def _looked_at_first(read: Sequence[ReadOrder]) -> int | None:
    """The place of the order that is looked at before any other has changed anything: abilities go before placements."""
    plays, places = ([number for number, one in enumerate(read) if one.key.text == key] for key in (PLAY, PLACE))
    return next(iter(plays or places), None)


def _notes_on_turn(table: Table, view: View, read: Sequence[ReadOrder], mine: bool) -> Iterator[str]:
    deck = deck_of(table)
    now = view["now"] if mine else None
    allowed = now["abilities"] if now else 1
    plays = [one for one in read if one.key.text == PLAY]
    for number, one in enumerate(plays, 1):
        if allowed < 1:
            yield f"play: order {number} is one more than the abilities you may use; it will not be carried out."
        cards = [simple.value.card for simple in simples(one.value) if isinstance(simple.value, Play)]
        allowed += 2 * any(deck.ability[card] == "N" for card in cards) - bool(cards)
    turn_orders = [one for one in read if one.key.text in (PLAY, PLACE, DISCARD) or one.key.text.startswith(CLAIM)]
    places = [one for one in turn_orders if one.key.text == PLACE]
    if turn_orders and not places and not (now and now["placed"]):
        yield "place: nothing is ordered; if that stays so, your oldest card goes to the first free space."
    waits = any(simple.value == WAIT for one in places for simple in simples(one.value))
    if waits and not plays:
        yield "place: 'wait' needs an ability played before it; without a 'play' order it is not possible."
