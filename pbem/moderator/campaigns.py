"""Campaigns made and shown: the options checked, the decks frozen, the secret committed to, the invitation written."""

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pbem.games.registry as registry
from pbem.core.chance import Chance, commitment
from pbem.core.contract import Asked, Game, Table
from pbem.core.errors import Unusable
from pbem.core.options import options_to_json, shown, validated
from pbem.core.times import show_span
from pbem.moderator import position, schedule
from pbem.moderator.desk import Desk
from pbem.moderator.reporting import archive_page
from pbem.moderator.rulings import Awaited
from pbem.moderator.rulings import awaited as awaited_rulings
from pbem.report.renderer import Rendered
from pbem.store import audit, seats
from pbem.store import campaigns as rows
from pbem.store.campaigns import CampaignRow
from pbem.store.tables import CampaignStatus

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}", re.A)
"""A campaign's name: it stands in subjects, in marker lines and in the archive's addresses."""

_NO_NAMES = frozenset({"gm", "public"})

LONGEST_REMINDER = 24 * 14
"""Hours."""


@dataclass(frozen=True, slots=True)
class NewCampaign:
    """A campaign as its GM asks for it. `players`: least and most, None for what the game takes. `deadline`: a schedule, empty
    for none. `early`: whether play goes on before a deadline as soon as nobody loses by it, None for what suits the game: where
    it keeps orders for later. `reports`: a schedule by which they are gathered, empty or `at once` for none. `ruling_time`:
    how long a turn waits for the GM's rulings, nothing for never. `waits_unreachable`: whether a deadline waits for a seat whose
    mail comes back. `secret`: 64 hex digits, None to have it made here."""

    game: str
    name: str
    timezone: str
    players: tuple[int, int] | None = None
    deadline: str = ""
    move_time: timedelta = timedelta()
    options: Mapping[str, Any] = field(default_factory=dict)
    early: bool | None = None
    reports: str = ""
    start_when_full: bool = True
    reminder_hours: int = 24
    waits_unreachable: bool = False
    ruling_time: timedelta = timedelta(hours=24)
    secret: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class SeatSight:
    """A seat as the GM sees it. `asked`: what play asks of it now, empty for nothing. `deadline`: its own, as
    players are shown it; empty for none, and where no report has asked it yet."""

    number: int
    name: str
    addresses: tuple[str, ...]
    asked: str
    due_at: datetime | None
    deadline: str
    on_file: int
    wrote: bool


@dataclass(frozen=True, slots=True)
class Sight:
    """A campaign as the GM sees it. `deadline`: as players are shown it, empty for none. `winners`, `scores`: empty before the
    start. `rule_by`: until when the turn waits for the GM's rulings, empty where it does not; `rulings`: on what."""

    campaign: CampaignRow
    title: str
    seats: tuple[SeatSight, ...]
    deadline: str
    schedule: str
    winners: tuple[str, ...]
    scores: Mapping[str, int]
    rule_by: str = ""
    rulings: Sequence[Awaited] = ()


def create(desk: Desk, asked: NewCampaign, who: str) -> tuple[CampaignRow, Rendered]:
    """Writes the campaign, whose commitment is fixed from now on, and gives it with the invitation to publish.

    Raises Unusable, in one sentence, for anything that cannot be used.
    """
    game = registry.game(asked.game)
    name = _name(desk, asked.name)
    least, most = _players(game, asked.players)
    zone = schedule.zone_named(asked.timezone)
    weekly = str(schedule.parse(asked.deadline)) if asked.deadline.strip() else ""
    if asked.move_time < timedelta() or asked.move_time > schedule.LONGEST_MOVE:
        raise Unusable(f"move time {asked.move_time} must be between nothing and a year")
    if not 0 <= asked.reminder_hours <= LONGEST_REMINDER:
        raise Unusable(f"reminder {asked.reminder_hours} must be 0 (none) to {LONGEST_REMINDER} hours")
    options = validated(game, {**game.campaign_options, **asked.options})
    secret = _secret(asked.secret)
    decks = _decks(game, options, least)
    campaign_id = rows.create(
        desk.connection,
        name=name,
        game=game.slug,
        rules_version=game.rules_version,
        options=options_to_json(options),
        decks=decks,
        min_players=least,
        max_players=most,
        timezone=zone.key,
        schedule=weekly,
        move_time=int(asked.move_time.total_seconds()),
        early=game.keeps_orders if asked.early is None else asked.early,
        reports=_gathered(asked.reports),
        start_when_full=asked.start_when_full,
        reminder_hours=asked.reminder_hours,
        waits_unreachable=asked.waits_unreachable,
        ruling_time=int(asked.ruling_time.total_seconds()),
        secret=secret,
        commitment=commitment(secret),
        created_at=desk.now,
    )
    campaign = rows.get(desk.connection, campaign_id)
    audit.note(
        desk.connection,
        who,
        "campaign new",
        now=desk.now,
        campaign_id=campaign_id,
        game=game.slug,
        commitment=campaign.commitment,
    )
    return campaign, invitation(desk, campaign)


def invitation(desk: Desk, campaign: CampaignRow) -> Rendered:
    """What the GM publishes to find players: the game, how to join, the schedule, and the commitment to the dice."""
    game = registry.game(campaign.game)
    return desk.renderer.mail(
        "invitation",
        {
            "campaign": campaign,
            "game": game,
            "options": _told_options(game, campaign),
            "address": desk.house.address,
            "move_time": show_span(timedelta(seconds=campaign.move_time)),
            "archive": archive_page(desk, campaign),
        },
    )


def sight(desk: Desk, campaign: CampaignRow) -> Sight:
    """The campaign as the GM sees it; nothing of it is secret from the GM but what only the players' mail tells."""
    game = registry.game(campaign.game)
    awaited: Mapping[str, Asked] = {}
    winners: tuple[str, ...] = ()
    scores: Mapping[str, int] = {}
    sitting = tuple(seats.of_campaign(desk.connection, campaign.id))
    if campaign.turn:
        now = position.of(desk, campaign)
        outcome = game.outcome(now.table, now.state)
        winners, scores = outcome.winners, outcome.scores
        if campaign.status is not CampaignStatus.ENDED:
            awaited = now.awaited
    addresses: dict[int, list[str]] = {}
    for recipient in seats.recipients(desk.connection, campaign.id):
        addresses.setdefault(recipient.seat_id, []).append(recipient.address)
    shown = tuple(
        SeatSight(
            seat.number,
            seat.name,
            tuple(addresses.get(seat.id, ())),
            awaited[seat.name].what if seat.name in awaited else "",
            seat.due_at,
            position.shown_deadline(campaign, seat),
            len(seat.filed),
            seat.wrote,
        )
        for seat in sitting
    )
    deadline = position.shown_deadline(campaign)
    points = awaited_rulings(desk, campaign) if campaign.rule_by else ()
    rule_by = position.shown_rule_by(campaign)
    return Sight(campaign, game.title, shown, deadline, told_schedule(campaign), winners, scores, rule_by, points)


def told_schedule(campaign: CampaignRow) -> str:
    """When orders are due, in words: `Fri 18:00 Europe/London`, with the move time where there is one; and how reports go out."""
    move_time = show_span(timedelta(seconds=campaign.move_time))
    told = f"{move_time} after the report" if move_time else "set by the GM"
    if campaign.schedule:
        told = f"{campaign.schedule} {campaign.timezone}" + (f", at least {told}" if move_time else "")
    return f"{told}; reports are gathered, {campaign.reports} {campaign.timezone}" if campaign.reports else told


def listed(desk: Desk, status: CampaignStatus | None = None) -> list[tuple[CampaignRow, int]]:
    """The campaigns of that status, or all, by name, each with the number of its players."""
    found = rows.listed(desk.connection, status)
    counts = seats.counts(desk.connection)
    return [(campaign, counts.get(campaign.id, 0)) for campaign in found]


def _name(desk: Desk, name: str) -> str:
    if not NAME.fullmatch(name):
        raise Unusable(
            f"campaign name {name!r}: a name has 1 to 40 small letters, digits and hyphens, and begins with none of these last"
        )
    if name in _NO_NAMES:
        raise Unusable(f"campaign name {name!r}: that word stands for somebody in mails; choose another name")
    if rows.find(desk.connection, name) is not None:
        raise Unusable(f"there is a campaign {name} already; choose another name")
    return name


def _players(game: Game, asked: tuple[int, int] | None) -> tuple[int, int]:
    least, most = game.seats
    if asked is None:
        return least, most
    if not least <= asked[0] <= asked[1] <= most:
        number = f"{least}" if least == most else f"{least} to {most}"
        raise Unusable(f"players: {game.slug} takes {number}, not {asked[0]}-{asked[1]}")
    return asked


def _gathered(written: str) -> str:
    """The schedule by which reports are gathered, in canonical form; empty where they go out at once. Raises Unusable."""
    words = " ".join(written.lower().split())
    if words in ("", "at once"):
        return ""
    try:
        return str(schedule.parse(written))
    except Unusable as refused:
        raise Unusable(
            f'reports {written!r}: write "at once", or when to gather them, such as "daily 18:00"'
        ) from refused


def _decks(game: Game, options: Any, players: int) -> dict[str, Any]:
    """The decks that the options name, once so many players have been seated with them for a trial."""
    try:
        decks = dict(game.decks(options))
        names = tuple(f"Player {number}" for number in range(1, players + 1))
        game.start(Table(names, options, decks, game.rules_version), Chance("a trial"))
    except ValueError as refused:
        raise Unusable(f"options: {str(refused).removeprefix('options: ')}") from refused
    return decks


def _secret(given: str | None) -> str:
    if given is None:
        return secrets.token_hex(32)
    if not re.fullmatch(r"[0-9a-f]{64}", given):
        raise Unusable("secret: it must be 64 hex digits in small letters, that is, 32 bytes")
    return given


def _told_options(game: Game, campaign: CampaignRow) -> list[tuple[str, str]]:
    plain = options_to_json(game.Options())
    return [(name, shown(value)) for name, value in campaign.options.items() if value != plain.get(name)]
