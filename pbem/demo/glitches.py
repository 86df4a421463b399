"""The demo's campaign of Glitches: one who asks what there is to choose, and one who sends plays ahead."""

import re

from pbem.demo.cast import ANN, BOB, Player
from pbem.demo.mailbag import Delivered
from pbem.demo.script import CAMPAIGN, CHOICES, MOVE_TIME, ZONE, Script, asked_in, listed_in
from pbem.moderator.campaigns import NewCampaign

_DEALT = re.compile(r"# You were dealt ([^.]*)\.")
_PLAY = re.compile(r"play (\S+) at (\S+)")


class GlitchesScript(Script):
    campaign = NewCampaign("glitches", CAMPAIGN, ZONE, (2, 2), deadline="daily 18:00", move_time=MOVE_TIME)
    cast = (ANN, BOB)
    learner = "Ann"
    wrong_orders = "keep 7R and the queen of hearts\nplay anything at h9"
    absent, absent_at = "Bob", 3

    def words(self, player: Player, mail: Delivered) -> str:
        """At a keep step the cards of most colours, or the highest; else the list of what can be played is asked for."""
        dealt = _DEALT.search(" ".join(mail.form.replace("#", " ").split()).replace("You were", "# You were"))
        if asked_in(mail).get(player.name) != "keep" or dealt is None:
            return CHOICES
        cards = dealt[1].split()
        if player is ANN:
            best = sorted(cards, key=lambda card: (-sum(other[1] == card[1] for other in cards), card[1], card))[:4]
            return f"I'll have these, please:\n\nkeep {', '.join(best)}\n\nAnn"
        best = sorted(cards, reverse=True)[:4]
        return f"discard {' '.join(card for card in cards if card not in best)}"

    def on_choices(self, player: Player, mail: Delivered) -> str:
        """The best play; of Bob one for later, too, that depends on where Ann goes, and others in case it is not possible."""
        plays = [f"{found[1]} at {found[2]}" for order in listed_in(mail) if (found := _PLAY.match(order))]
        if not plays:
            return ""
        card, _, cell = plays[0].partition(" at ")
        if player is ANN:
            return f"{cell}: {card}\n\nBest wishes\nAnn"
        orders = [f"play {plays[0]}"]
        later = [play for play in plays if not play.startswith(card) and not play.endswith(cell)]
        if later:
            other, cell = later[0], later[0].split()[2]
            elsewhere = [play for play in later if play[:2] == other[:2] and play != other][:2]
            choice = " or ".join(f"play {play}" for play in [other, *elsewhere])
            orders.append(f"if last at {cell} then play {elsewhere[0]} else {choice}" if elsewhere else f"play {other}")
        return "\n".join(orders)
