"""What is played in a demo, and how its cast plays: the part of a demo that knows the game."""

import re
from datetime import timedelta
from typing import ClassVar, Protocol

from pbem.demo.cast import Player
from pbem.demo.mailbag import Delivered
from pbem.moderator.campaigns import NewCampaign

CAMPAIGN = "demo-1"
ZONE = "Europe/London"
CHOICES = "options"
"""The command that a player sends to be told what there is to choose."""
MOVE_TIME = timedelta(days=3)
"""For a decision, in games that are played in turn."""

_AWAITED = re.compile(r"^(?:Play waits for|Play does not wait for, but asks) (.*?): (.*(?:\n  .*)*)", re.MULTILINE)
_WRAPPED = re.compile(r"\n  +")
_ALSO = re.compile(r", | and ")


class Script(Protocol):
    """A campaign's game, and what the cast does; a script inherits from this class. One object plays one campaign."""

    campaign: ClassVar[NewCampaign]
    cast: ClassVar[tuple[Player, ...]]
    """In the order in which they ask for seats."""
    learner: ClassVar[str]
    """Misreads the rules once, is answered, and mends the orders."""
    wrong_orders: ClassVar[str]
    absent: ClassVar[str]
    absent_at: ClassVar[int]
    """The absent player does not answer the report that asks something for the time of that number, counted from 1."""

    def words(self, player: Player, mail: Delivered) -> str:
        """What a player answers to a report that asks for orders, `CHOICES` on a line of its own to be told them first; empty for
        nothing."""
        ...

    def on_choices(self, player: Player, mail: Delivered) -> str:
        """What a player does with the list of choices that was asked for; empty for nothing."""
        return ""

    def on_ruling(self, mail: Delivered) -> str:
        """What the GM answers when asked to rule on a point; empty for nothing, so that its default stands in time."""
        return ""


def asked_in(mail: Delivered) -> dict[str, str]:
    """Of whom a report asks what, by name; empty where nothing is asked."""
    text = _WRAPPED.sub(" ", mail.mail.text.replace("\r\n", "\n"))
    return {name: found[2] for found in _AWAITED.finditer(text) for name in _ALSO.split(found[1])}


def listed_in(mail: Delivered) -> list[str]:
    """The orders that an answer lists, one each, without what is said of them behind."""
    lines = mail.mail.text.replace("\r\n", "\n").split("\n")
    orders: list[str] = []
    for line in lines:
        if line.startswith("     ") and orders:
            if not line.lstrip().startswith("#"):
                orders[-1] = orders[-1].removesuffix("\\").rstrip() + " " + line.strip()
        elif line.startswith("    "):
            orders.append(line.strip())
    return [re.split(r"  # | = ", order)[0].strip() for order in orders]
