"""Pages of the archive as HTML, from what the store publishes. Nothing is read or written here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from zoneinfo import ZoneInfo

import pbem.games.registry as registry
from pbem.archive import press
from pbem.core.contract import Audience, Game, Table
from pbem.core.options import shown, validated
from pbem.core.times import show, show_day, show_span
from pbem.report.renderer import Renderer
from pbem.report.telling import Telling
from pbem.store.campaigns import CampaignRow
from pbem.store.published import Entry, PublicTurn, Published, TurnEntry
from pbem.store.seats import SeatRow
from pbem.store.tables import CampaignStatus

NO_NEXT = '<span class="next"></span>'
"""Where the last turn's page will link to the next one."""

_BEGUN = "Turn {} is being adjudicated; the GM has been asked for a ruling."


@dataclass(frozen=True, slots=True)
class Record:
    """A campaign with its seats, its game and the table at which it is played."""

    campaign: CampaignRow
    seats: tuple[SeatRow, ...]
    game: Game
    table: Table

    @classmethod
    def of(cls, campaign: CampaignRow, seats: Sequence[SeatRow]) -> "Record":
        """The record of these rows. Raises Unusable where the game is not installed."""
        game = registry.game(campaign.game)
        options = validated(game, campaign.options)
        table = Table(tuple(seat.name for seat in seats), options, campaign.decks, campaign.rules_version)
        return cls(campaign, tuple(seats), game, table)

    @property
    def ended(self) -> bool:
        return self.campaign.status is CampaignStatus.ENDED


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a list: where it leads (empty for nowhere), and its cells."""

    href: str
    cells: tuple[str, ...]
    withdrawn: bool = False


def turn_page(number: int, attempt: int) -> str:
    """The file of a turn's page; a turn that was adjudicated anew has one for each attempt."""
    return f"turn-{number}.html" if attempt == 1 else f"turn-{number}-{attempt}.html"


def turns_page(block: int) -> str:
    """The file that lists the turns of that block, counted from 0."""
    return f"turns-{block + 1}.html"


def campaigns_page(block: int) -> str:
    """The file that lists the campaigns of that block, counted from 0."""
    return f"campaigns-{block + 1}.html"


def turn(
    renderer: Renderer, record: Record, at: PublicTurn, pieces: Sequence[Published], in_force: Mapping[int, int]
) -> str:
    """A turn as the public may see it; `in_force`: {number: attempt} of this turn and its neighbours, as far as there are any."""
    game, table, campaign = record.game, record.table, record.campaign
    events = (game.told(table, event, Audience.PUBLIC) for event in at.events)
    telling = Telling(
        game=game,
        table=table,
        campaign=campaign.name,
        turn=at.number,
        next_turn=0,
        reader=Audience.PUBLIC,
        events=tuple(event for event in events if event is not None),
        view=at.public_view,
        awaited={},
    )
    before = in_force.get(at.number - 1)
    instead = in_force.get(at.number) if at.withdrawn_at else None
    context = {
        "campaign": campaign.name,
        "game": game.title,
        "title": turn_title(at.number),
        "adjudicated": show(at.adjudicated_at, ZoneInfo(campaign.timezone)),
        "withdrawn": show(at.withdrawn_at, ZoneInfo(campaign.timezone)) if at.withdrawn_at else "",
        "instead": turn_page(at.number, instead) if instead else "",
        "before": turn_page(at.number - 1, before) if before else "",
        "story": renderer.fragment(telling),
        "dice": [(label, _outcome(value)) for label, value in at.chance.items() if game.public(label)],
        "press": [_piece(piece) for piece in pieces],
        "credits": game.credits,
        "root": "../",
    }
    page = renderer.page("turn", context)
    after = in_force.get(at.number + 1)
    return page if after is None or at.withdrawn_at else link_next(page, at.number + 1, after)


def link_next(page: str, number: int, attempt: int) -> str:
    """The page of a turn with a link to the next one; the same page where it has one."""
    link = f'<span class="next"><a rel="next" href="{turn_page(number, attempt)}">{turn_title(number)} →</a></span>'
    return page.replace(NO_NEXT, link, 1)


def turn_title(number: int) -> str:
    return f"Turn {number}" if number else "The start"


def campaign(
    renderer: Renderer,
    record: Record,
    scores: Mapping[str, int],
    listed: Sequence[TurnEntry],
    earlier: str,
    pieces: Sequence[Published],
) -> str:
    """A campaign's own page. `scores`: after the last turn in force, empty before the start; `listed`: its latest turns;
    `earlier`: the page of those before, empty for none."""
    row, game = record.campaign, record.game
    context = {
        "campaign": row.name,
        "game": game.title,
        "status": _BEGUN.format(row.turn) if row.rule_by else _status(row.status, row.turn, _deadline(record)),
        "latest": next((_without_tag(entry.subject, row.name) for entry in listed if not entry.withdrawn_at), ""),
        "facts": _facts(record),
        "standing": standing(scores),
        "players": record.table.players,
        "lines": [_turn_line(entry, "") for entry in listed],
        "earlier": earlier,
        "press": [_piece(piece) for piece in pieces],
        "commitment": row.commitment,
        "secret": row.secret if record.ended else "",
        "luck": [(seat.name, seat.luck) for seat in record.seats] if record.ended else [],
        "credits": game.credits,
        "root": "../",
    }
    return renderer.page("campaign", context)


def standing(scores: Mapping[str, int]) -> list[tuple[int, str, int]]:
    """Rank, player and score, the best first; equal scores share a rank and stand in seat order."""
    ranked = sorted(scores.items(), key=lambda score: -score[1])
    return [(1 + sum(other > points for other in scores.values()), name, points) for name, points in ranked]


def turns(renderer: Renderer, record: Record, listed: Sequence[TurnEntry], earlier: str) -> str:
    """A list of earlier turns of a campaign."""
    lines = [_turn_line(entry, "") for entry in listed]
    context = {"campaign": record.campaign.name, "game": record.game.title, "lines": lines, "earlier": earlier}
    return renderer.page("turns", {**context, "credits": record.game.credits, "root": "../"})


def front(renderer: Renderer, newest: Sequence[TurnEntry], entries: Sequence[Entry], earlier: str) -> str:
    """The first page: the latest turns of all campaigns, and the newest campaigns."""
    latest = [_turn_line(entry, f"{entry.campaign}/", with_campaign=True) for entry in newest]
    lines = [_campaign_line(entry) for entry in entries]
    context = {"latest": latest, "lines": lines, "earlier": earlier, "credits": _credits(entries), "root": ""}
    return renderer.page("front", context)


def campaigns(renderer: Renderer, entries: Sequence[Entry], earlier: str) -> str:
    """A list of earlier campaigns."""
    lines = [_campaign_line(entry) for entry in entries]
    return renderer.page("campaigns", {"lines": lines, "earlier": earlier, "credits": _credits(entries), "root": ""})


def _credits(entries: Sequence[Entry]) -> list[str]:
    """What the games of these campaigns owe, each sentence once."""
    return list(dict.fromkeys(line for entry in entries for line in registry.game(entry.game).credits))


def _turn_line(entry: TurnEntry, folder: str, with_campaign: bool = False) -> Line:
    title = _without_tag(entry.subject, entry.campaign) or turn_title(entry.number)
    when = show_day(entry.adjudicated_at, ZoneInfo(entry.timezone))
    cells = (entry.campaign, title, when) if with_campaign else (title, when)
    href = folder + turn_page(entry.number, entry.attempt)
    return Line(href, cells, entry.withdrawn_at is not None)


def _campaign_line(entry: Entry) -> Line:
    due = show(entry.due_at, ZoneInfo(entry.timezone)) if entry.due_at else ""
    status = _status(entry.status, entry.turn, due)
    subject = _without_tag(entry.subject, entry.name)
    players = f"{entry.players} of {entry.max_players}" if entry.status is CampaignStatus.SIGNUP else str(entry.players)
    return Line(f"{entry.name}/index.html", (entry.name, registry.game(entry.game).title, players, status, subject))


def _without_tag(subject: str, campaign: str) -> str:
    return subject.removeprefix(f"[{campaign}] ")


def _status(status: CampaignStatus, number: int, due: str) -> str:
    if status is CampaignStatus.RUNNING:
        return f"Turn {number} is being played{f'; orders are due by {due}' if due else ''}."
    return {
        CampaignStatus.SIGNUP: "Taking players.",
        CampaignStatus.PAUSED: f"Paused before turn {number} is resolved.",
        CampaignStatus.ENDED: "Ended.",
    }[status]


def _deadline(record: Record) -> str:
    """The deadline of all who have one, empty where theirs differ: the first of those for whom play waits would tell, of what is
    sealed, who has answered."""
    times = {seat.due_at for seat in record.seats if seat.due_at is not None}
    return show(times.pop(), ZoneInfo(record.campaign.timezone)) if len(times) == 1 else ""


def _facts(record: Record) -> list[tuple[str, str]]:
    """What is fixed for a campaign, by name."""
    row = record.campaign
    zone = ZoneInfo(row.timezone)
    facts = [("Game", record.game.title), ("Rules version", str(row.rules_version))]
    facts += [("Option " + name, shown(value)) for name, value in sorted(row.options.items())]
    if row.schedule:
        facts.append(("Deadlines", f"{row.schedule}, {row.timezone}"))
    if row.move_time:
        least = "at least " if row.schedule else ""
        facts.append(("Time for orders", f"{least}{show_span(timedelta(seconds=row.move_time))} after each report"))
    if row.reports:
        facts.append(("Reports", f"gathered, {row.reports}, {row.timezone}"))
    facts += [("Begun", show(row.started_at, zone))] if row.started_at else []
    facts += [("Ended", show(row.ended_at, zone))] if row.ended_at else []
    return facts


def _outcome(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    return str(value)


def _piece(piece: Published) -> Mapping[str, object]:
    return {
        "turn": piece.turn,
        "by": piece.seat or "The GM",
        "title": press.without_addresses(piece.title),
        "paragraphs": press.paragraphs(piece.text),
    }
