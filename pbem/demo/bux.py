"""The demo's campaign of bux: one who looks at what pays, one who has a standing bid, one who bids by what the lot would make."""

from collections import Counter

from pbem.demo.cast import ANN, BOB, CLEO, Player
from pbem.demo.mailbag import Delivered
from pbem.demo.script import CAMPAIGN, CHOICES, MOVE_TIME, ZONE, Script, asked_in, listed_in
from pbem.moderator.campaigns import NewCampaign

_SECRET = "b0c5" * 16
_MOST_TRADES = 2
"""Trades of one player, so that the campaign goes on: cards come by draws."""


class BuxScript(Script):
    campaign = NewCampaign(
        "bux",
        CAMPAIGN,
        ZONE,
        (3, 3),
        deadline="daily 18:00",
        move_time=MOVE_TIME,
        options={"decks": 1, "turn_order": "seats"},
        secret=_SECRET,
    )
    cast = (ANN, BOB, CLEO)
    learner = "Ann"
    wrong_orders = "move: sell the queen of hearts\nbid: 7"
    absent, absent_at = "Cleo", 2

    def __init__(self) -> None:
        self._trades: Counter[str] = Counter()

    def words(self, player: Player, mail: Delivered) -> str:
        """A bid where one is asked for; on the own turn the list of what can be sold and traded is asked for first."""
        asked = asked_in(mail).get(player.name, "")
        if asked == "move":
            return CHOICES
        if player is ANN:
            return "bid: if together heart >= 3 or together circle >= 3 then 120 else 45\n\nGood luck to all,\nAnn"
        if player is BOB:
            return "standing bid: if double then 60 else 25"
        return "bid up to 80"

    def on_choices(self, player: Player, mail: Delivered) -> str:
        """The best sale; else a trade that makes a set, a few times; else a draw."""
        orders = [order.removeprefix("move: ") for order in listed_in(mail)]
        sale = next((order for order in orders if order.startswith("sell ")), None)
        if sale is not None:
            return f"Time to cash in.\n\n{sale}\n\nAnn" if player is ANN else f"move: {sale} or draw"
        trade = next((order for order in orders if order.startswith("trade ")), None)
        makes_a_set = "makes a set for" in " ".join(mail.mail.text.split())
        if trade is not None and makes_a_set and self._trades[player.name] < _MOST_TRADES:
            self._trades[player.name] += 1
            return f"move: {trade} or draw"
        return "draw"
