"""`help`: all that can be mailed, made from the commands themselves."""

import re

from pbem.moderator.answers import Piece
from pbem.moderator.command import Asking, Done
from pbem.moderator.command_words import COMMANDS


def run(asking: Asking, match: re.Match[str]) -> Done:
    chair = asking.chairs[0] if len(asking.chairs) == 1 else None
    listed = [(command.usage, command.explains) for command in COMMANDS]
    return Done((Piece("help", {"commands": listed, "chair": chair, "address": asking.desk.house.address}),))
