"""`reminders off` and `reminders on`: whether deadlines are announced. It ends no seat, and gives no orders."""

import re

from pbem.moderator.answers import saying
from pbem.moderator.command import Asking, Done
from pbem.store import people


def turn_off(asking: Asking, match: re.Match[str]) -> Done:
    return _set(asking, False, "You will not be reminded of deadlines any more. To have it back, write: reminders on")


def turn_on(asking: Asking, match: re.Match[str]) -> Done:
    return _set(asking, True, "You will be reminded of deadlines while you have nothing on file.")


def _set(asking: Asking, wanted: bool, said: str) -> Done:
    if asking.writer.person is None:
        return Done((saying("Nobody is registered with this address, so it gets no reminders."),), well=False)
    people.want_reminders(asking.desk.connection, [asking.writer.person.person_id], wanted)
    return Done((saying(said),))
