"""An instant as a GM writes it."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from pbem.core.errors import Unusable
from pbem.moderator import schedule

_DAY_AND_TIME = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})[ T](\d{1,2}):(\d{2})")


def moment(text: str, zone: ZoneInfo, now: datetime, deadline: datetime | None) -> datetime:
    """The UTC instant that is meant: `2026-08-14 18:00` on that zone's clocks; `Fri 18:00`, the next after `now`; or `+2 days`,
    that much after the deadline (after `now` where there is none).

    Raises Unusable for anything else.
    """
    written = text.strip()
    if written.startswith("+"):
        return schedule.move_ends(deadline or now, schedule.parse_move_time(written[1:]), zone)
    if found := _DAY_AND_TIME.fullmatch(written):
        year, month, day, hour, minute = map(int, found.groups())
        try:
            wall = datetime(year, month, day, hour, minute, tzinfo=zone)
        except ValueError as error:
            raise Unusable(f"{text!r} is no time: {error}") from error
        return schedule.instant(wall.date(), wall.time(), zone)
    if not any(letter.isalpha() for letter in written):
        raise Unusable(f"{text!r} is no time; write one such as 2026-08-14 18:00, Fri 18:00, or +2 days")
    return schedule.first_time(schedule.parse(written), zone, now + timedelta(seconds=1))
