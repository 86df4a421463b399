"""Deadlines: a schedule as a GM writes it, the next time it gives, and how an instant is shown. Pure; instants are UTC."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from pbem.core.errors import Unusable

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_FULL_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_GROUPS = {
    "daily": range(7),
    "everyday": range(7),
    "weekdays": range(5),
    "weekday": range(5),
    "weekends": (5, 6),
    "weekend": (5, 6),
}
_FILLERS = {"and", "at", "on", "every", "each"}
_TIME = re.compile(r"(\d{1,2})[:.h](\d{2})", re.A)
_EXAMPLES = 'write such as "Fri 18:00", "Mon, Thu 20:00" or "daily 09:00"'

_LEAST_MOVE = timedelta(days=1)
"""What a schedule without a move time leaves the players at least, if half its shortest interval is not less: a turn that
ends early, late, or at a deadline that the GM moved is not followed by one an hour later."""

PROMPT = timedelta(hours=1)
"""A turn adjudicated this soon after its deadline counts as reported at the deadline, so that a move time of exactly the
schedule's interval does not skip every second time of it."""

LONGEST_MOVE = timedelta(days=366)

_UNITS = {
    "m": 60,
    "min": 60,
    "minute": 60,
    "h": 3600,
    "hour": 3600,
    "d": 86400,
    "day": 86400,
    "w": 604800,
    "week": 604800,
}
_SPAN = re.compile(r"(\d{1,5})\s*([a-z]+)", re.A)


@dataclass(frozen=True, slots=True)
class Schedule:
    """Times of the week on a wall clock: (weekday from Monday = 0, time), in order, each once; never empty."""

    times: tuple[tuple[int, time], ...]

    def __str__(self) -> str:
        """The canonical form, which reads back as this schedule: `Mon, Thu 20:00`, `daily 09:00`, `Mon 18:00, Thu 20:00`."""
        days: dict[time, list[int]] = {}
        for day, at in self.times:
            days.setdefault(at, []).append(day)
        return ", ".join(
            f"{'daily' if len(group) == 7 else ', '.join(DAYS[day] for day in group)} {at:%H:%M}"
            for at, group in days.items()
        )

    @property
    def shortest(self) -> timedelta:
        """The shortest interval between two of its times, on the wall clock; a week where it has one."""
        minutes = [day * 1440 + at.hour * 60 + at.minute for day, at in self.times]
        following = [*minutes[1:], minutes[0] + 7 * 1440]
        return timedelta(minutes=min(after - before for before, after in zip(minutes, following, strict=True)))


@lru_cache(maxsize=256)
def parse(text: str) -> Schedule:
    """The schedule that a GM wrote. Raises Unusable, in one sentence, for what is none."""
    times: set[tuple[int, time]] = set()
    days: set[int] = set()
    for word in re.split(r"[\s,;]+", text.strip().lower()):
        if not word or word in _FILLERS:
            continue
        found = _TIME.fullmatch(word)
        if not found:
            days |= _days(word, text)
            continue
        hour, minute = int(found[1]), int(found[2])
        if hour > 23 or minute > 59:
            raise Unusable(f"deadline {text!r}: {word} is no time of day; {_EXAMPLES}")
        if not days:
            raise Unusable(f"deadline {text!r}: no day stands before {word}; {_EXAMPLES}")
        times |= {(day, time(hour, minute)) for day in days}
        days = set()
    if days or not times:
        raise Unusable(f"deadline {text!r}: the time of day is missing; {_EXAMPLES}")
    return Schedule(tuple(sorted(times)))


def _days(word: str, text: str) -> set[int]:
    if word in _GROUPS:
        return set(_GROUPS[word])
    if word == "day":  # "every day": the filler is dropped before
        return set(range(7))
    singular = word.removesuffix("s") if word.endswith("days") else word
    fitting = {number for number, name in enumerate(_FULL_DAYS) if len(singular) >= 3 and name.startswith(singular)}
    if len(fitting) != 1:
        raise Unusable(f"deadline {text!r}: {word!r} is neither a day nor a time; {_EXAMPLES}")
    return fitting


def parse_move_time(text: str, what: str = "move time") -> timedelta:
    """A length of time such as `3 days`, `36 hours` or `1 day 12 hours`. Raises Unusable, naming `what` it is,
    for what is none."""
    hint = 'write such as "3 days" or "36 hours"'
    rest = re.sub(r"[\s,]+|\band\b", " ", text.strip().lower())
    total = timedelta()
    for count, unit in _SPAN.findall(rest):
        seconds = _UNITS.get(unit) or _UNITS.get(unit.removesuffix("s"))
        if seconds is None:
            raise Unusable(f"{what} {text!r}: {unit!r} is no unit of time; {hint}")
        total += timedelta(seconds=int(count) * seconds)
    if _SPAN.sub("", rest).strip() or not total:
        raise Unusable(f"{what} {text!r} is no length of time; {hint}")
    if total > LONGEST_MOVE:
        raise Unusable(f"{what} {text!r} is more than a year; {hint}")
    return total


def zone_named(name: str) -> ZoneInfo:
    """The IANA time zone of that name. Raises Unusable, with a zone that may be meant, for a name that is none."""
    known = available_timezones()
    if name in known:
        return ZoneInfo(name)
    wanted = name.strip().replace(" ", "_").lower()
    meant = sorted(zone for zone in known if wanted and wanted in (zone.lower(), zone.lower().rpartition("/")[2]))
    hint = f"did you mean {' or '.join(meant)}?" if meant else "write an IANA name such as Europe/London"
    raise Unusable(f"there is no time zone {name!r}; {hint}")


def instant(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The UTC instant at which that zone's clocks show that time: of two the first; where it is skipped, the gap's end."""
    wall = datetime.combine(day, at)
    found = wall.replace(tzinfo=zone).astimezone(UTC)
    if found.astimezone(zone).replace(tzinfo=None) == wall:
        return found
    before = int(wall.replace(tzinfo=zone, fold=1).astimezone(UTC).timestamp())
    after = int(found.timestamp())
    old_offset = _offset(before, zone)
    while after - before > 1:
        middle = (before + after) // 2
        if _offset(middle, zone) == old_offset:
            before = middle
        else:
            after = middle
    return datetime.fromtimestamp(after, UTC)


def _offset(seconds: int, zone: ZoneInfo) -> timedelta | None:
    return datetime.fromtimestamp(seconds, UTC).astimezone(zone).utcoffset()


def first_time(schedule: Schedule, zone: ZoneInfo, earliest: datetime) -> datetime:
    """The first time of the schedule that is `earliest` (aware) or later, as a UTC instant."""
    today = earliest.astimezone(zone).date()
    for ahead in range(-2, 10):  # two days back: where a zone skipped a whole day, its times fall at that gap's end
        day = today + timedelta(days=ahead)
        instants = [instant(day, at, zone) for weekday, at in schedule.times if weekday == day.weekday()]
        coming = [candidate for candidate in instants if candidate >= earliest]
        if coming:
            return min(coming)
    raise AssertionError(f"{schedule} has no time within a week of {earliest}")


def move_ends(report: datetime, move_time: timedelta, zone: ZoneInfo) -> datetime:
    """The UTC instant a move time after the report (aware). Whole days are days of the zone's calendar, at the same time of
    day; the rest is added as it is."""
    if not move_time.days:
        return report.astimezone(UTC) + move_time
    local = report.astimezone(zone)
    day = instant(local.date() + timedelta(days=move_time.days), local.timetz().replace(tzinfo=None), zone)
    return day + timedelta(seconds=move_time.seconds)


@lru_cache(maxsize=256)
def next_deadline(schedule: str, zone: ZoneInfo, move_time: timedelta, report: datetime) -> datetime | None:
    """The deadline of what a report of that instant asks; None for neither schedule nor move time.

    The first time of the schedule that is at least the move time after the report; without a schedule the move time itself, up
    to the next whole minute. A schedule without a move time leaves at least a day, or half its shortest interval where that is
    less. What was found before is kept: many campaigns share a schedule. Source: design.md, Time.
    """
    if not schedule:
        return _whole_minute(move_ends(report, move_time, zone)) if move_time else None
    times = parse(schedule)
    if move_time:
        return first_time(times, zone, move_ends(report, move_time, zone))
    return first_time(times, zone, report + min(_LEAST_MOVE, times.shortest / 2))


def reported_at(due_at: datetime | None, now: datetime) -> datetime:
    """The instant from which the next deadline counts, for a turn adjudicated now whose deadline was `due_at`."""
    if due_at is not None and due_at <= now <= due_at + PROMPT:
        return due_at
    return now


def remind_at(report: datetime, due_at: datetime | None, hours: int) -> datetime | None:
    """When to remind: that many hours before the deadline, but not in the first half of the time for it; None for never."""
    if due_at is None or hours <= 0 or due_at <= report:
        return None
    return max(due_at - timedelta(hours=hours), report + (due_at - report) / 2)


def _whole_minute(at: datetime) -> datetime:
    minute = at.replace(second=0, microsecond=0)
    return minute if minute == at else minute + timedelta(minutes=1)
