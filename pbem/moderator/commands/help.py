"""`help`: all that can be mailed, made from the commands themselves."""

import re

from pbem.moderator.answers import Piece
from pbem.moderator.command import Asking, Command, Done, line


def _run(asking: Asking, match: re.Match[str]) -> Done:
    from pbem.moderator.commands import COMMANDS

    chair = asking.chairs[0] if len(asking.chairs) == 1 else None
    listed = [(command.usage, command.explains) for command in COMMANDS]
    return Done((Piece("help", {"commands": listed, "chair": chair, "address": asking.desk.house.address}),))


COMMAND = Command(
    usage="help",
    explains="this list",
    pattern=line("help"),
    example="help",
    run=_run,
    for_strangers=True,
)
