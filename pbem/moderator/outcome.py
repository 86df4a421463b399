"""What became of a letter, before it is written down."""

from dataclasses import dataclass

from pbem.core.letters import Verdict
from pbem.moderator.answers import Answer


@dataclass(frozen=True, slots=True)
class Outcome:
    """The verdict on a letter and its one answer, None for none. `reason`: for the GM. NEW means that the letter waits.

    `campaign_id`, `seat_id`, `turn`: what it is bound to, None for nothing. `held_text`: what waits for a confirmation.
    """

    verdict: Verdict
    reason: str = ""
    answer: Answer | None = None
    campaign_id: int | None = None
    seat_id: int | None = None
    turn: int | None = None
    held_text: str | None = None


OURS = Outcome(Verdict.IGN, "a mail of ours")
SPAM = Outcome(Verdict.IGN, "in the spam folder, from nobody who is known and to no address of a seat")
NO_SENDER = Outcome(Verdict.QUAR, "it has not exactly one sender")


def waits_for(campaign_id: int) -> Outcome:
    """A letter waits for a turn of that campaign, whose time is over, to be adjudicated."""
    return Outcome(Verdict.NEW, "waits for a turn to be adjudicated", campaign_id=campaign_id)
