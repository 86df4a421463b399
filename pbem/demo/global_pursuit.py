"""The demo's campaign of Global Pursuit: three people who read the edges of cards, one of whom is not above a wrong match."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pbem.demo.cast import ANN, BOB, CLEO, Player
from pbem.demo.mailbag import Delivered
from pbem.demo.script import CAMPAIGN, CHOICES, MOVE_TIME, ZONE, Script, asked_in, listed_in
from pbem.games.global_pursuit import trivia
from pbem.moderator.campaigns import NewCampaign

_SECRET = "91ab" * 16
_DECK = "starter"
_CARD = re.compile(r"^  ((?:P[PER]|HH)-\d\d)\b")
_EDGE = re.compile(r"^    Edge (\d): along it ([^;]*)(.*)")
_CROSSES = re.compile(r"it crosses ([^;.]*)")
_FREE = re.compile(r"match … to (\S+) edge (\d)")
_LIES = re.compile(r"(\S+) edge (\d) lies on (\S+) edge (\d)")
_QUESTION = re.compile(r"Question (T-[A-Z]+-\d+)/(\d)")
_MOST_WAYS = 3
_SHORTEST_MISSPELT = 6
"""Letters of an answer that is known by a misspelling."""


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge as a report describes it. `along`: what lies along it, from its start; `crosses`: the circles and grid lines."""

    card: str
    number: int
    along: tuple[str, ...]
    crosses: frozenset[str]

    def fits(self, other: "Edge") -> bool:
        """Whether the two are the sides of one line on the globe, as far as their texts tell."""
        return self.along == other.along[::-1] and self.crosses == other.crosses


def section(text: str, heading: str) -> str:
    """What a report says below a heading; empty where it has none such."""
    found = re.search(
        rf"^{heading}.*?\n(.*?)(?=^[A-Z][A-Z ,]+|\Z)", text.replace("\r\n", "\n"), re.MULTILINE | re.DOTALL
    )
    return found[1] if found else ""


def edges_in(text: str) -> Iterator[Edge]:
    """The edges that a part of a report describes."""
    card = ""
    for line in re.sub(r"\n {8,}", " ", text.replace("\r\n", "\n")).split("\n"):
        named = _CARD.match(line)
        card = named[1] if named else card
        edge = _EDGE.match(line)
        if edge:
            crossed = _CROSSES.search(edge[3])
            lines = re.split(r", | and ", crossed[1]) if crossed else []
            yield Edge(card, int(edge[1]), tuple(edge[2].split(", ")), frozenset(lines))


class GlobalPursuitScript(Script):
    campaign = NewCampaign(
        "global-pursuit",
        CAMPAIGN,
        ZONE,
        (3, 3),
        deadline="daily 18:00",
        move_time=MOVE_TIME,
        options={"sets": ["PP"], "hand": 2, "idle": 1, "questions": _DECK},
        secret=_SECRET,
    )
    cast = (ANN, BOB, CLEO)
    learner = "Ann"
    wrong_orders = "match PP-99 edge 7 to the North Pole\nlevel: seven"
    absent, absent_at = "Bob", 3

    def __init__(self) -> None:
        self._reports: dict[str, Delivered] = {}
        self._misspelt: set[str] = set()
        self._cheated = False

    def words(self, player: Player, mail: Delivered) -> str:
        """An answer, a match, or a word on the last match, whichever is asked for; Ann has the free edges listed first."""
        self._reports[player.name] = mail
        asked = asked_in(mail).get(player.name, "")
        if "challenge" in asked:
            return self._on_match(player, mail)
        if "answer" in asked:
            return self._answer(player, mail)
        if asked == "level":
            return "level: 1"
        if player is ANN:
            return CHOICES
        return self._match(player, mail, None)

    def on_choices(self, player: Player, mail: Delivered) -> str:
        """The matches that fit, of the edges that are listed as free."""
        free = {(found[1], int(found[2])) for order in listed_in(mail) if (found := _FREE.match(order))}
        return self._match(player, self._reports[player.name], free)

    def on_ruling(self, mail: Delivered) -> str:
        """What the GM says of an answer that is nearly right: it was plainly known."""
        return "right"

    def _on_match(self, player: Player, mail: Delivered) -> str:
        """Ann compares the two edges and challenges what does not fit; the others let it be."""
        if player is not ANN:
            return "no challenge" if player is CLEO else "challenge none"
        last = section(mail.mail.text, "THE LAST MATCH")
        edges = {(edge.card, edge.number): edge for edge in edges_in(last)}
        for card, number, other, there in _LIES.findall(last):
            laid, lying = edges.get((card, int(number))), edges.get((other, int(there)))
            if laid is not None and lying is not None and not laid.fits(lying):
                return f"That does not fit!\n\nchallenge {card}\n\nAnn"
        return "challenge none"

    def _answer(self, player: Player, mail: Delivered) -> str:
        """Ann answers in one line, the others with what comes next; Bob and Cleo misspell one word each."""
        asked = _QUESTION.search(mail.form)
        if asked is None:
            return ""
        card = next(card for card in trivia.cards(trivia.named_deck(_DECK)) if card["id"] == asked[1])
        known = trivia.question(card, int(asked[2])).answers[0]
        if player is ANN:
            return known
        if player.name not in self._misspelt and known.isalpha() and len(known) >= _SHORTEST_MISSPELT:
            self._misspelt.add(player.name)
            known = known[:-2] + known[-1]
        return f"answer: {known}" if player is BOB else f"a: {known}"

    def _match(self, player: Player, mail: Delivered, free: set[tuple[str, int]] | None) -> str:
        """The matches that fit, in the player's own way, the one or the other; Cleo tries once what does not fit."""
        text = mail.mail.text
        hand = list(edges_in(section(text, "YOUR HAND")))
        table = [edge for edge in edges_in(section(text, "THE TABLE")) if not free or (edge.card, edge.number) in free]
        if player is CLEO and not self._cheated:
            wrong = [(own, lying) for own in hand for lying in table if own.along[0] != lying.along[-1]]
            if wrong:
                self._cheated = True
                own, lying = wrong[-1]
                return f"join {_short(own)} on {_short(lying)}"
        fitting = [(own, lying) for own in hand for lying in table if own.fits(lying)][:_MOST_WAYS]
        if not fitting:
            return "pass"
        if player is CLEO:
            return "join " + " or ".join(f"{_short(own)} on {_short(lying)}" for own, lying in fitting)
        ways = (f"{own.card} edge {own.number} to {lying.card} edge {lying.number}" for own, lying in fitting)
        level = "if symbol roll or symbol bonus then 1 else 2" if player is BOB else "2"
        return f"match {' or '.join(ways)}\nlevel: {level}"


def _short(edge: Edge) -> str:
    """An edge as it is typed on a phone: `PP7.2`."""
    code, _, number = edge.card.partition("-")
    return f"{code}{int(number)}.{edge.number}"
