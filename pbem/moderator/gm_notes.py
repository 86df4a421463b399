"""Notes to the GM, by mail: each thing once."""

from collections.abc import Sequence

from pbem.moderator.desk import Desk
from pbem.moderator.post import post


def note(desk: Desk, key: str, subject: str, sentences: Sequence[str], *, campaign: str = "") -> bool:
    """Tells the GM, at every address of theirs, once for ever under that key; whether it was news.

    `sentences`: what happened, and what to do.
    """
    if not desk.house.gm:
        return False
    rendered = desk.renderer.mail(
        "gm_note", {"house": desk.house.name, "subject": subject, "campaign": campaign, "sentences": sentences}
    )
    told = [
        post(desk, address, "gm-note", f"gm:{key}:{address}"[:200], rendered, auto="auto-generated", campaign=campaign)
        for address in desk.house.gm
    ]
    return any(told)
