"""How a mail becomes a letter in this house: whose word counts for its sender, and how large it may be."""

from dataclasses import replace

from pbem.core.letters import Letter, Raw
from pbem.mail.parts import Limits
from pbem.mail.read import read_letter
from pbem.mail.sender import NONE, PASS, Trust
from pbem.service.config import Settings
from pbem.service.wiring import Office


def limits_of(settings: Settings) -> Limits:
    """How much of a mail is read."""
    asked = settings.limits
    return Limits(
        size=asked.letter_bytes,
        header_bytes=asked.letter_header_bytes,
        parts=asked.letter_parts,
        depth=asked.letter_depth,
        line=asked.letter_line,
        own_text=asked.letter_text,
    )


def read(office: Office, raw: Raw) -> Letter:
    """The letter in a mail. A house that checks signatures does so where no server of ours says anything of the sender."""
    trusted = office.house.authserv_id
    limits = limits_of(office.settings)
    trust = Trust((trusted,) if trusted else ())
    letter = read_letter(raw.content, raw.received, limits, trust, raw.oversize, raw.junk)
    check = office.dkim
    if check is None or raw.oversize or letter.sender is None or letter.vouched != NONE:
        return letter
    return replace(letter, vouched=PASS) if check.vouches(raw.content, letter.sender) else letter
