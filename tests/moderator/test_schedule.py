"""Deadlines over zones and changes of the clock. Source: design.md, Time."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.errors import Unusable
from pbem.core.times import show
from pbem.moderator import schedule

LONDON = ZoneInfo("Europe/London")
ZONES = [
    "UTC",
    "Europe/London",
    "Europe/Berlin",
    "America/New_York",
    "America/St_Johns",
    "America/Santiago",  # springs forward at midnight
    "Africa/Casablanca",
    "Asia/Kathmandu",
    "Asia/Tehran",
    "Australia/Lord_Howe",  # half an hour of daylight saving
    "Pacific/Apia",  # skipped 30 December 2011
    "Antarctica/Troll",  # two hours
]
zones = st.sampled_from(ZONES).map(ZoneInfo)
times_of_day = st.builds(time, st.integers(0, 23), st.integers(0, 59))
schedules = st.sets(st.tuples(st.integers(0, 6), times_of_day), min_size=1, max_size=5).map(
    lambda times: schedule.Schedule(tuple(sorted(times)))
)
instants = st.integers(1262304000, 1893456000).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
NONE = timedelta()


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("Fri 18:00", "Fri 18:00"),
        ("fridays 18:00", "Fri 18:00"),
        ("every Friday at 9.30", "Fri 09:30"),
        ("Mon, Thu 20:00", "Mon, Thu 20:00"),
        ("thu and mon 20:00", "Mon, Thu 20:00"),
        ("thurs 20h00", "Thu 20:00"),
        ("daily 09:00", "daily 09:00"),
        ("every day 9:00", "daily 09:00"),
        ("weekdays 18:00", "Mon, Tue, Wed, Thu, Fri 18:00"),
        ("weekends 18:00, Wed 07:05", "Wed 07:05, Sat, Sun 18:00"),
        ("Mon 18:00, Thu 20:00", "Mon 18:00, Thu 20:00"),
        ("Mon 08:00; Mon 20:00", "Mon 08:00, Mon 20:00"),
    ],
)
def test_schedules_as_people_write_them(written: str, canonical: str) -> None:
    assert str(schedule.parse(written)) == canonical


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("", "the time of day is missing"),
        ("Fri", "the time of day is missing"),
        ("18:00", "no day stands before 18:00"),
        ("Fri 25:00", "25:00 is no time of day"),
        ("Fri 18:60", "18:60 is no time of day"),
        ("T 18:00", "'t' is neither a day nor a time"),
        ("Frieday 18:00", "'frieday' is neither a day nor a time"),
        ("Fri 6pm", "'6pm' is neither a day nor a time"),
        ("Fri 18:00 Mon", "the time of day is missing"),
        ("0 18 * * 5", "'0' is neither a day nor a time"),
    ],
)
def test_what_is_no_schedule_is_said_in_one_sentence(written: str, said: str) -> None:
    with pytest.raises(Unusable) as error:
        schedule.parse(written)
    assert said in str(error.value)
    assert '"Fri 18:00"' in str(error.value)
    assert "\n" not in str(error.value)


@given(schedules)
def test_the_canonical_form_reads_back(written: schedule.Schedule) -> None:
    assert schedule.parse(str(written)) == written


@pytest.mark.parametrize(
    ("written", "hours"),
    [
        ("3 days", 72),
        ("36 hours", 36),
        ("1 day 12 hours", 36),
        ("1 day and 12 hours", 36),
        ("2w", 336),
        ("90 min", 1.5),
    ],
)
def test_move_times(written: str, hours: float) -> None:
    assert schedule.parse_move_time(written) == timedelta(hours=hours)


@pytest.mark.parametrize("written", ["", "3", "days", "0 days", "-3 days", "3 moons", "3 days later", "99999 weeks"])
def test_what_is_no_move_time(written: str) -> None:
    with pytest.raises(Unusable, match="move time"):
        schedule.parse_move_time(written)


def test_zones_are_iana_names() -> None:
    assert schedule.zone_named("Europe/London").key == "Europe/London"
    with pytest.raises(Unusable, match=r"did you mean Europe/London\?"):
        schedule.zone_named("london")
    for wrong in ("", "Europe", "../etc/passwd", "/etc/localtime", "GMT+25"):
        with pytest.raises(Unusable, match="IANA name"):
            schedule.zone_named(wrong)


@pytest.mark.parametrize(
    ("zone", "day", "at", "expected"),
    [
        ("Europe/London", date(2026, 8, 7), time(18), "2026-08-07T17:00"),
        ("Europe/London", date(2026, 3, 29), time(1, 30), "2026-03-29T01:00"),  # the gap ends at 02:00 BST
        ("Europe/London", date(2026, 10, 25), time(1, 30), "2026-10-25T00:30"),  # the first of two
        ("Europe/Berlin", date(2026, 3, 29), time(2, 0), "2026-03-29T01:00"),
        ("Europe/Berlin", date(2026, 3, 29), time(3, 0), "2026-03-29T01:00"),
        ("America/Santiago", date(2026, 9, 6), time(0, 0), "2026-09-06T04:00"),
        ("Australia/Lord_Howe", date(2026, 10, 4), time(2, 15), "2026-10-03T15:30"),
        ("Pacific/Apia", date(2011, 12, 30), time(18), "2011-12-30T10:00"),  # the day that was not: the 31st begins
    ],
)
def test_skipped_and_repeated_hours(zone: str, day: date, at: time, expected: str) -> None:
    assert schedule.instant(day, at, ZoneInfo(zone)) == datetime.fromisoformat(expected + "+00:00")


@given(zones, schedules, instants)
def test_the_first_time_is_the_first(zone: ZoneInfo, weekly: schedule.Schedule, earliest: datetime) -> None:
    found = schedule.first_time(weekly, zone, earliest)
    assert found >= earliest
    around = [earliest.astimezone(zone).date() + timedelta(days=n) for n in range(-9, 10)]
    every = {
        schedule.instant(day, at, zone) for day in around for weekday, at in weekly.times if day.weekday() == weekday
    }
    assert found == min(instant for instant in every if instant >= earliest)


@given(zones, schedules, instants)
def test_deadlines_show_the_time_of_the_schedule_or_end_a_gap(
    zone: ZoneInfo, weekly: schedule.Schedule, earliest: datetime
) -> None:
    found = schedule.first_time(weekly, zone, earliest)
    local = found.astimezone(zone)
    if (local.weekday(), local.time()) in weekly.times:
        assert local.fold == 0, "of a repeated hour the first counts"
    else:
        before = (found - timedelta(seconds=1)).astimezone(zone)
        assert local.utcoffset() != before.utcoffset(), f"{local} is neither in the schedule nor the end of a gap"


@given(zones, times_of_day, instants)
def test_a_daily_schedule_has_one_deadline_a_day(zone: ZoneInfo, at: time, start: datetime) -> None:
    daily = schedule.Schedule(tuple((day, at) for day in range(7)))
    found = [schedule.first_time(daily, zone, start)]
    for _ in range(3):
        found.append(schedule.first_time(daily, zone, found[-1] + timedelta(seconds=1)))
    gaps = [after - before for before, after in pairwise(found)]
    assert all(timedelta(hours=21) <= gap <= timedelta(hours=27) for gap in gaps) or zone.key == "Pacific/Apia"


@given(zones, schedules, instants, st.integers(1, 20 * 24).map(lambda hours: timedelta(hours=hours)))
def test_a_deadline_leaves_the_move_time(
    zone: ZoneInfo, weekly: schedule.Schedule, report: datetime, move: timedelta
) -> None:
    due = schedule.next_deadline(str(weekly), zone, move, report)
    assert due is not None
    assert due >= schedule.move_ends(report, move, zone)
    assert abs(schedule.move_ends(report, move, zone) - report - move) <= timedelta(
        days=1 if "Apia" in zone.key else 0, hours=2
    )
    assert due == schedule.first_time(weekly, zone, schedule.move_ends(report, move, zone))


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=LONDON).astimezone(UTC)


@pytest.mark.parametrize(
    ("rule", "move", "report", "due"),
    [
        ("Fri 18:00", 0, "2026-08-07T18:00:09", "2026-08-14T18:00"),
        ("Fri 18:00", 0, "2026-08-05T12:00", "2026-08-07T18:00"),  # early on Wednesday: Friday still leaves a day
        ("Fri 18:00", 0, "2026-08-07T09:00", "2026-08-14T18:00"),  # early on Friday: not nine hours later
        ("daily 09:00", 0, "2026-08-07T09:00:09", "2026-08-08T09:00"),
        ("daily 09:00", 0, "2026-08-07T22:00", "2026-08-09T09:00"),
        ("Fri 18:00", 7, "2026-08-07T18:00", "2026-08-14T18:00"),
        ("Fri 18:00", 7, "2026-03-27T18:00", "2026-04-03T18:00"),  # a week of 167 hours
        ("Fri 18:00", 8, "2026-08-07T18:00", "2026-08-21T18:00"),
        ("", 3, "2026-08-07T18:00:09", "2026-08-10T18:01"),
    ],
)
def test_the_next_deadline(rule: str, move: int, report: str, due: str) -> None:
    assert schedule.next_deadline(rule, LONDON, timedelta(days=move), at(report)) == at(due)


def test_without_schedule_and_move_time_there_is_no_deadline() -> None:
    assert schedule.next_deadline("", LONDON, NONE, at("2026-08-07T18:00")) is None


def test_a_turn_adjudicated_promptly_counts_from_its_deadline() -> None:
    due = at("2026-08-07T18:00")
    assert schedule.reported_at(due, due + timedelta(minutes=5)) == due
    assert schedule.reported_at(due, due + timedelta(hours=5)) == due + timedelta(hours=5)
    assert schedule.reported_at(due, due - timedelta(hours=5)) == due - timedelta(hours=5)
    assert schedule.reported_at(None, due) == due


@pytest.mark.parametrize(
    ("hours", "due", "expected"),
    [
        (24, "2026-08-14T18:00", "2026-08-13T18:00"),
        (24, "2026-08-08T18:00", "2026-08-08T06:00"),
        (0, "2026-08-14T18:00", None),
    ],
)
def test_a_reminder_comes_before_the_deadline_but_not_at_once(hours: int, due: str, expected: str | None) -> None:
    found = schedule.remind_at(at("2026-08-07T18:00"), at(due), hours)
    assert found == (at(expected) if expected else None)


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("Europe/London", "Fri 7 Aug 2026, 18:00 Europe/London (17:00 UTC)"),
        ("Asia/Kathmandu", "Fri 7 Aug 2026, 22:45 Asia/Kathmandu (17:00 UTC)"),
        ("Pacific/Auckland", "Sat 8 Aug 2026, 05:00 Pacific/Auckland (Fri 7 Aug, 17:00 UTC)"),
        ("UTC", "Fri 7 Aug 2026, 17:00 UTC"),
    ],
)
def test_an_instant_is_shown_in_the_zone_and_in_utc(zone: str, shown: str) -> None:
    assert show(datetime(2026, 8, 7, 17, tzinfo=UTC), ZoneInfo(zone)) == shown


def test_a_repeated_hour_is_shown_as_the_one_that_is_meant() -> None:
    london = ZoneInfo("Europe/London")
    first = datetime(2026, 10, 25, 1, 30, tzinfo=london)
    assert [show(first.replace(fold=fold), london) for fold in (0, 1)] == [
        "Sun 25 Oct 2026, 01:30 Europe/London (00:30 UTC)",
        "Sun 25 Oct 2026, 01:30 Europe/London (01:30 UTC)",
    ]
