"""`join CAMPAIGN as NAME`: asks for a seat."""

import re

from pbem.moderator import signup
from pbem.moderator.command import Asking, Command, Done, line


def _run(asking: Asking, match: re.Match[str]) -> Done:
    return signup.ask(asking, match["campaign"].lower(), match["name"] or "", match["luck"] or asking.luck)


COMMAND = Command(
    usage="join CAMPAIGN as NAME",
    explains="asks for a seat; add a line `luck: any words of yours`, which go into the dice",
    pattern=line(
        r"join \[?(?P<campaign>[a-z0-9][a-z0-9-]{0,39})\]? as"
        r"(?: (?P<name>.{1,100}?)(?:[ ,;]{1,2}\(?(?:with )?luck ?: ?(?P<luck>.*?)\)?)?)?"
    ),
    example="join pit-1 as Ann",
    run=_run,
    for_strangers=True,
    takes_luck=True,
)
