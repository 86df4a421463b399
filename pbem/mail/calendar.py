"""A deadline as an entry for the reader's calendar. Source: mail.md, deadline ICS."""

from datetime import UTC, datetime

from icalendar import Calendar, Event, vCalAddress

from pbem.core.letters import Attachment, CalendarEntry


def deadline_file(entry: CalendarEntry, made_at: datetime, organiser: str) -> Attachment:
    """The `.ics` of a deadline: an event of no length, in UTC, which replaces the one with a lower sequence, or takes it back.

    `made_at`: DTSTAMP, so that the same deadline always gives the same bytes. `organiser`: an address. Raises ValueError for
    naive times.
    """
    for when in (entry.at, made_at):
        if when.tzinfo is None:
            raise ValueError(f"{when!r} has no time zone")
    event = Event()
    event.add("uid", entry.uid)
    event.add("sequence", entry.sequence)
    event.add("dtstamp", made_at.astimezone(UTC))
    event.add("dtstart", entry.at.astimezone(UTC))
    event.add("dtend", entry.at.astimezone(UTC))
    event.add("summary", entry.summary)
    event.add("organizer", vCalAddress(f"mailto:{organiser}"))
    event.add("transp", "TRANSPARENT")
    if entry.cancelled:
        event.add("status", "CANCELLED")
    method = "CANCEL" if entry.cancelled else "PUBLISH"
    calendar = Calendar()
    calendar.add("prodid", "-//pbem//deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", method)
    calendar.add_component(event)
    return Attachment("deadline.ics", f"text/calendar; method={method}", calendar.to_ical().decode("utf-8"))
