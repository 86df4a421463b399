"""The demo's campaign of the glass bead game: a claim that is voted on, an order with a condition, and one in few words."""

import re
from collections.abc import Iterator

from pbem.demo.cast import ANN, BOB, CLEO, Player
from pbem.demo.mailbag import Delivered
from pbem.demo.script import CAMPAIGN, CHOICES, MOVE_TIME, ZONE, Script, asked_in, listed_in
from pbem.moderator.campaigns import NewCampaign

_WRAPPED = re.compile(r"\n# (?![A-Z][a-z ]*:|An? |Cards )")
_HAND = re.compile(r"# Hand: (.*)")
_CARD = re.compile(r"(.+?) \(([A-N])\)(?:, |$)")
_EXAMPLE = re.compile(r"for example: place: CARD at (\w+)")
_PLACE = re.compile(r"place: (.+) at (\w+)")
_VOTE = re.compile(r"vote (\d+)")
_ON_BOARD = re.compile(r"^  ([a-z])(\d+) (?:.* = )?(.+?) \([A-N]\):", re.MULTILINE)
_DOUBLES = "I"


class GlassBeadScript(Script):
    campaign = NewCampaign("glass-bead", CAMPAIGN, ZONE, (3, 3), move_time=MOVE_TIME, options={"rounds": 4})
    cast = (ANN, BOB, CLEO)
    learner = "Bob"
    wrong_orders = "place: The Holy Grail at e5\nvote 99: maybe"
    absent, absent_at = "Cleo", 2

    def __init__(self) -> None:
        self._reports: dict[str, Delivered] = {}

    def words(self, player: Player, mail: Delivered) -> str:
        """A vote where one is asked for; on the own turn what could be placed is asked for first."""
        self._reports[player.name] = mail
        asked = asked_in(mail).get(player.name, "")
        lines = [f"vote {number}: {'no' if player is CLEO else 'yes'}" for number in _VOTE.findall(asked)]
        if "turn" in asked or "continue" in asked:
            lines.append(CHOICES)
        return "\n".join(lines)

    def on_choices(self, player: Player, mail: Delivered) -> str:
        """The best placement, in each player's own way; where nothing scores, the oldest card in the middle."""
        report = self._reports[player.name]
        hand = list(_hand(report.form))
        places = [(found[1], found[2]) for order in listed_in(mail) if (found := _PLACE.match(order))]
        places = [place for place in places if place[0].strip('"') in [card for card, _ in hand]]
        example = _EXAMPLE.search(report.form)
        if not places and hand and example is not None:
            places = [(hand[0][0], example[1])]
        if not places:
            return "place: wait"
        card, space = places[0]
        if player is ANN:
            beside = next(_beside(report.mail.text, space), None)
            claim = f'\nclaim with {beside}: "where the one is, the other is not far"' if beside else ""
            return f"place: {card} at {space}{claim}\n\nRegards, Ann"
        if player is BOB:
            doubling = next((title for title, ability in hand if ability == _DOUBLES and title != card), None)
            other, there = places[-1]
            orders = [f"play: {doubling}"] if doubling and doubling != other else []
            return "\n".join([*orders, f"place: if {space} empty then {card} at {space} else {other} at {there}"])
        return f"put {card} on {space}"


def _hand(form: str) -> Iterator[tuple[str, str]]:
    """The cards that an order form names as the hand, oldest first, each with its ability."""
    found = _HAND.search(_WRAPPED.sub(" ", form.replace("\r\n", "\n")))
    for card in _CARD.finditer(found[1]) if found else ():
        yield card[1], card[2]


def _beside(text: str, space: str) -> Iterator[str]:
    """The cards on the board, as a report lists them, that touch a space."""
    for column, row, card in _ON_BOARD.findall(text.replace("\r\n", "\n")):
        if max(abs(ord(column) - ord(space[0])), abs(int(row) - int(space[1:]))) == 1:
            yield card
