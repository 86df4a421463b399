"""What the archive reads: campaigns, turns and press as the public may see them. No secret, address or order is among it.

Every query but those of a whole campaign reads as much as one page shows, however much is kept.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.prepared import Prepared
from pbem.store.tables import Audit, Campaign, CampaignStatus, Press, Report, Seat, Turn, table_of

_CAMPAIGN = table_of(Campaign)
_SEAT = table_of(Seat)
_TURN = table_of(Turn)
_REPORT = table_of(Report)
_PRESS = table_of(Press)
_AUDIT = table_of(Audit)


@dataclass(frozen=True, slots=True)
class Entry:
    """A campaign in a list. `turn`: the one being played. `due_at`: the deadline, where all who have one have the same.
    `players`: how many have a seat. `subject`: of the public report of the last turn in force, empty where there is none."""

    id: int
    name: str
    game: str
    status: CampaignStatus
    turn: int
    due_at: datetime | None
    timezone: str
    max_players: int
    players: int
    subject: str


@dataclass(frozen=True, slots=True)
class TurnEntry:
    """A turn in a list. `subject`: of its public report, empty where there is none."""

    campaign: str
    timezone: str
    number: int
    attempt: int
    adjudicated_at: datetime
    withdrawn_at: datetime | None
    subject: str


@dataclass(frozen=True, slots=True)
class PublicTurn:
    """A turn with what its page is made of. `events` are untold, `chance` holds every label: a game says what is public."""

    id: int
    number: int
    attempt: int
    adjudicated_at: datetime
    withdrawn_at: datetime | None
    events: Sequence[dict[str, Any]]
    chance: Mapping[str, Any]
    public_view: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Added:
    """A turn that has been added since: its id, its campaign's id and name, its number and attempt."""

    id: int
    campaign_id: int
    campaign: str
    number: int
    attempt: int


@dataclass(frozen=True, slots=True)
class Published:
    """A piece of press; `seat` is the writer's name at the table, None for the GM's own. `title` may be empty."""

    turn: int
    seat: str | None
    title: str
    text: str
    created_at: datetime


_LAST = sa.select(sa.func.max(_TURN.c.number)).where(
    _TURN.c.campaign_id == _CAMPAIGN.c.id, _TURN.c.withdrawn_at.is_(None)
)
_PLAYERS = sa.select(sa.func.count()).where(_SEAT.c.campaign_id == _CAMPAIGN.c.id)
_FIRST_DUE, _LAST_DUE = (bound(_SEAT.c.due_at, type_=_SEAT.c.due_at.type) for bound in (sa.func.min, sa.func.max))
_DUE_AT = sa.select(sa.case((_FIRST_DUE == _LAST_DUE, _FIRST_DUE))).where(_SEAT.c.campaign_id == _CAMPAIGN.c.id)
_SUBJECT = (
    sa.select(_REPORT.c.subject)
    .join(_TURN, _TURN.c.id == _REPORT.c.turn_id)
    .where(
        _TURN.c.campaign_id == _CAMPAIGN.c.id,
        _TURN.c.withdrawn_at.is_(None),
        _TURN.c.number == _LAST.correlate(_CAMPAIGN).scalar_subquery(),
        _REPORT.c.seat_id.is_(None),
    )
    .limit(1)
)
_ENTRIES: sa.Select[Any] = (
    sa.select(
        _CAMPAIGN.c.id,
        _CAMPAIGN.c.name,
        _CAMPAIGN.c.game,
        _CAMPAIGN.c.status,
        _CAMPAIGN.c.turn,
        _DUE_AT.correlate(_CAMPAIGN).scalar_subquery(),
        _CAMPAIGN.c.timezone,
        _CAMPAIGN.c.max_players,
        _PLAYERS.correlate(_CAMPAIGN).scalar_subquery(),
        sa.func.coalesce(_SUBJECT.correlate(_CAMPAIGN).scalar_subquery(), ""),
    )
    .where(_CAMPAIGN.c.id.between(sa.bindparam("first"), sa.bindparam("last")))
    .order_by(_CAMPAIGN.c.id.desc())
)
_TURN_ENTRY = sa.select(
    _CAMPAIGN.c.name,
    _CAMPAIGN.c.timezone,
    _TURN.c.number,
    _TURN.c.attempt,
    _TURN.c.adjudicated_at,
    _TURN.c.withdrawn_at,
    sa.func.coalesce(_REPORT.c.subject, ""),
).select_from(
    _TURN.join(_CAMPAIGN, _CAMPAIGN.c.id == _TURN.c.campaign_id).outerjoin(
        _REPORT, (_REPORT.c.turn_id == _TURN.c.id) & _REPORT.c.seat_id.is_(None)
    )
)
_NEWEST_TURNS = (
    _TURN_ENTRY.where(_TURN.c.withdrawn_at.is_(None)).order_by(_TURN.c.id.desc()).limit(sa.bindparam("most"))
)
_TURN_LIST = _TURN_ENTRY.where(
    _TURN.c.campaign_id == sa.bindparam("campaign"),
    _TURN.c.number.between(sa.bindparam("first"), sa.bindparam("last")),
).order_by(_TURN.c.number.desc(), _TURN.c.attempt.desc())
_PAGE = sa.select(
    _TURN.c.id,
    _TURN.c.number,
    _TURN.c.attempt,
    _TURN.c.adjudicated_at,
    _TURN.c.withdrawn_at,
    _TURN.c.events,
    _TURN.c.chance,
    _TURN.c.public_view,
)
_PAGE_OF = Prepared(_PAGE.where(_TURN.c.id == sa.bindparam("turn")))
_PAGES_OF = _PAGE.where(_TURN.c.campaign_id == sa.bindparam("campaign")).order_by(_TURN.c.number, _TURN.c.attempt)
_IN_FORCE = Prepared(
    sa.select(_TURN.c.number, _TURN.c.attempt).where(
        _TURN.c.campaign_id == sa.bindparam("campaign"),
        _TURN.c.number.between(sa.bindparam("first"), sa.bindparam("last")),
        _TURN.c.withdrawn_at.is_(None),
    )
)
_WITHDRAWN = (
    sa.select(_TURN.c.id)
    .where(_TURN.c.campaign_id == sa.bindparam("campaign"), _TURN.c.withdrawn_at.is_not(None))
    .limit(1)
)
_ADDED = (
    sa.select(_TURN.c.id, _TURN.c.campaign_id, _CAMPAIGN.c.name, _TURN.c.number, _TURN.c.attempt)
    .join(_CAMPAIGN, _CAMPAIGN.c.id == _TURN.c.campaign_id)
    .where(_TURN.c.id > sa.bindparam("after"))
    .order_by(_TURN.c.id)
    .limit(sa.bindparam("most"))
)
_LAST_IDS = sa.select(
    sa.select(sa.func.max(_AUDIT.c.id)).scalar_subquery(), sa.select(sa.func.max(_SEAT.c.id)).scalar_subquery()
)
_ACTIONS = (
    sa.select(_AUDIT.c.id, _AUDIT.c.campaign_id)
    .where(_AUDIT.c.id > sa.bindparam("after"))
    .order_by(_AUDIT.c.id)
    .limit(sa.bindparam("most"))
)
_SEATS_TAKEN = (
    sa.select(_SEAT.c.id, _SEAT.c.campaign_id)
    .where(_SEAT.c.id > sa.bindparam("after"))
    .order_by(_SEAT.c.id)
    .limit(sa.bindparam("most"))
)
_PIECE = sa.select(_PRESS.c.turn, _SEAT.c.name, _PRESS.c.title, _PRESS.c.text, _PRESS.c.created_at).select_from(
    _PRESS.outerjoin(_SEAT, _PRESS.c.seat_id == _SEAT.c.id)
)
_PRESS_OF = Prepared(
    _PIECE.where(_PRESS.c.campaign_id == sa.bindparam("campaign"), _PRESS.c.turn == sa.bindparam("turn")).order_by(
        _PRESS.c.id
    )
)
_WITH_PRESS = sa.select(_PRESS.c.turn).where(_PRESS.c.campaign_id == sa.bindparam("campaign")).distinct()
_NEWEST_PRESS = (
    _PIECE.where(_PRESS.c.campaign_id == sa.bindparam("campaign"))
    .order_by(_PRESS.c.id.desc())
    .limit(sa.bindparam("most"))
)


def newest_campaign(connection: Connection, below: int | None = None) -> int:
    """The highest id of a campaign, or the highest below that one; 0 where there is none."""
    statement = sa.select(sa.func.max(_CAMPAIGN.c.id))
    if below is not None:
        statement = statement.where(_CAMPAIGN.c.id < below)
    return int(connection.execute(statement).scalar() or 0)


def entries(connection: Connection, first: int, last: int) -> list[Entry]:
    """The campaigns whose ids are between these two, inclusive, the newest first."""
    return [Entry(*row) for row in connection.execute(_ENTRIES, {"first": first, "last": last})]


def newest_turns(connection: Connection, most: int) -> list[TurnEntry]:
    """The turns in force that were adjudicated last, of all campaigns, the newest first."""
    return [TurnEntry(*row) for row in connection.execute(_NEWEST_TURNS, {"most": most})]


def turn_entries(connection: Connection, campaign_id: int, first: int, last: int) -> list[TurnEntry]:
    """The turns whose numbers are between these two, inclusive, withdrawn ones too, the highest number and attempt first."""
    found = connection.execute(_TURN_LIST, {"campaign": campaign_id, "first": first, "last": last})
    return [TurnEntry(*row) for row in found]


def page(connection: Connection, turn_id: int) -> PublicTurn:
    """The turn of that id. Raises LookupError where there is none."""
    row = _PAGE_OF.first(connection, {"turn": turn_id})
    if row is None:
        raise LookupError(f"no turn has the id {turn_id}")
    return PublicTurn(*row)


def pages(connection: Connection, campaign_id: int) -> Iterator[PublicTurn]:
    """Every turn of a campaign, withdrawn ones too, by number and attempt, read a few at a time."""
    found = connection.execution_options(yield_per=50).execute(_PAGES_OF, {"campaign": campaign_id})
    for row in found:
        yield PublicTurn(*row)


def attempts_in_force(
    connection: Connection, campaign_id: int, first: int = 0, last: int = 2**31 - 1
) -> dict[int, int]:
    """{number: attempt} of the turns in force between these two numbers, inclusive; of all without them."""
    found = _IN_FORCE.all(connection, {"campaign": campaign_id, "first": first, "last": last})
    return dict(found)


def added(connection: Connection, after: int, most: int) -> list[Added]:
    """The first turns whose id is above that one, by id."""
    return [Added(*row) for row in connection.execute(_ADDED, {"after": after, "most": most})]


def last_ids(connection: Connection) -> tuple[int, int]:
    """The ids of the last action in the audit log and of the last seat taken; 0 where there is none."""
    row = connection.execute(_LAST_IDS).one()
    return row[0] or 0, row[1] or 0


def acted_on(connection: Connection, action: int, seat: int, most: int) -> tuple[int, int, list[int]]:
    """The last ids that were looked at, and the campaigns in which after these ids something was done or a seat taken."""
    actions = connection.execute(_ACTIONS, {"after": action, "most": most}).all()
    seats = connection.execute(_SEATS_TAKEN, {"after": seat, "most": most}).all()
    campaigns = dict.fromkeys(row.campaign_id for row in [*actions, *seats] if row.campaign_id is not None)
    return (actions[-1].id if actions else action), (seats[-1].id if seats else seat), list(campaigns)


def press_of(connection: Connection, campaign_id: int, turn: int) -> list[Published]:
    """The press of one turn, in the order it came."""
    return [Published(*row) for row in _PRESS_OF.all(connection, {"campaign": campaign_id, "turn": turn})]


def has_withdrawn(connection: Connection, campaign_id: int) -> bool:
    """Whether turns of that campaign have been withdrawn."""
    return connection.execute(_WITHDRAWN, {"campaign": campaign_id}).first() is not None


def turns_with_press(connection: Connection, campaign_id: int) -> set[int]:
    """The numbers of the turns of a campaign that have press."""
    return set(connection.execute(_WITH_PRESS, {"campaign": campaign_id}).scalars())


def newest_press(connection: Connection, campaign_id: int, most: int) -> list[Published]:
    """The latest press of a campaign, the newest first."""
    return [Published(*row) for row in connection.execute(_NEWEST_PRESS, {"campaign": campaign_id, "most": most})]
