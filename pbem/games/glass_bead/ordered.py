"""What can be ordered, as data: abilities with their targets, placements, standing negations. Source: section 3, B10."""

from dataclasses import dataclass

ON_PLAYER, ON_SPACE, ON_CARD, BETWEEN = "DEJL", "F", "G", "M"
"""The abilities that need a target, by its kind. Source: section 3."""
NEGATES = "K"

Target = str | tuple[str, str] | None
"""A player, a space, a title, or the spaces from and to; None for an ability without a target."""


@dataclass(frozen=True, slots=True)
class Play:
    """`play: CARD on TARGET`."""

    card: str
    target: Target


@dataclass(frozen=True, slots=True)
class Placement:
    """`place: CARD at SPACE`."""

    card: str
    space: str


@dataclass(frozen=True, slots=True)
class Negation:
    """`negate: LETTERS by WHO`: `letters` is None for any ability, `who` for any opponent."""

    letters: frozenset[str] | None
    who: str | None
    on_me: bool

    def fits(self, ability: str, by: str, *, on_holder: bool) -> bool:
        """Whether it negates that ability of that player's; `on_holder` where it is aimed at the writer, too. Source: B10."""
        if self.on_me and not on_holder:
            return False
        return (self.letters is None or ability in self.letters) and self.who in (None, by)
