"""`join CAMPAIGN as NAME`: asks for a seat."""

import re

from pbem.moderator import signup
from pbem.moderator.command import Asking, Done


def run(asking: Asking, match: re.Match[str]) -> Done:
    return signup.ask(asking, match["campaign"].lower(), match["name"] or "", match["luck"] or asking.luck)
