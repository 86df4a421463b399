"""Instants as people are shown them."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def show(at: datetime, zone: ZoneInfo) -> str:
    """An instant for people, in the zone and in UTC: `Fri 7 Aug 2026, 18:00 Europe/London (17:00 UTC)`."""
    return _show(at.astimezone(UTC), zone)


@lru_cache(maxsize=256)
def _show(universal: datetime, zone: ZoneInfo) -> str:
    """The same of an instant in UTC, kept, since all readers of a turn are shown the same.

    In any other zone the two instants of a repeated hour are equal, and one would be shown as the other.
    """
    local = universal.astimezone(zone)
    shown = f"{_day(local)} {local.year}, {local:%H:%M} {zone.key}"
    if zone.key == "UTC":
        return shown
    return f"{shown} ({'' if universal.date() == local.date() else _day(universal) + ', '}{universal:%H:%M} UTC)"


def show_day(at: datetime, zone: ZoneInfo) -> str:
    """The day of an instant in the zone: `Fri 7 Aug 2026`."""
    local = at.astimezone(zone)
    return f"{_day(local)} {local.year}"


def show_span(span: timedelta) -> str:
    """A length of time in words, such as `3 days`, `1 day 12 hours`; empty for nothing."""
    minutes = span // timedelta(minutes=1)
    counts = {"day": minutes // 1440, "hour": minutes // 60 % 24, "minute": minutes % 60}
    return " ".join(f"{count} {unit}{'' if count == 1 else 's'}" for unit, count in counts.items() if count)


def _day(at: datetime) -> str:
    return f"{_DAYS[at.weekday()]} {at.day} {_MONTHS[at.month - 1]}"
