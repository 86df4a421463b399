"""What a GM does with turns by hand: adjudicate at once, and look at one."""

from dataclasses import dataclass, replace

import pbem.games.registry as registry
from pbem.core.contract import Audience
from pbem.core.errors import Failed
from pbem.moderator import position, rulings
from pbem.moderator.adjudicate import Adjudicated, Rulings, carry_out, resolve
from pbem.moderator.desk import Desk
from pbem.report.renderer import Rendered
from pbem.store import audit, reports, seats, turns
from pbem.store.campaigns import CampaignRow
from pbem.store.seats import SeatRow
from pbem.store.tables import CampaignStatus
from pbem.store.turns import TurnRow


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """A turn as the GM sees it. `report`: one reader's as sent; `reader`: that seat's name, or "public".

    While the campaign goes on the turn holds the events as the GM is told them, and of chance what may be shown by then; `hidden`
    are the labels of the rest, such as that of a deck's order.
    """

    turn: TurnRow
    hidden: tuple[str, ...]
    reader: str
    report: Rendered


def adjudicate_now(desk: Desk, name: str, who: str, more: Rulings | None = None) -> Adjudicated | None:
    """Adjudicates the turn being played with what is on file: the time of everybody has run out whom a report has asked. None
    where it then waits for rulings; one that waits already is written, and on what is left of its points the defaults stand.

    `more`: rulings beside those that hold. Raises Failed for a campaign that is not running, and where nothing would come of it.
    """
    now = position.named_running(desk, name)
    due_at, waited = now.campaign.due_at, now.campaign.rule_by is not None
    now = replace(now, campaign=rulings.hold(desk, now.campaign, more or {}, who))
    done = resolve(desk, now, due=frozenset(now.campaign.rule_due) if waited else None)
    if not done.moves:
        raise Failed(
            f"nothing would come of it: what {name} waits for has not been asked by any report yet; "
            f"`pbem campaign show {name}` says when the next ones go out"
        )
    written = carry_out(desk, done) if waited else rulings.carry_out(desk, now.campaign, done)
    audit.note(
        desk.connection,
        who,
        "turn adjudicate",
        now=desk.now,
        campaign_id=now.campaign.id,
        turn=now.campaign.turn,
        due_at=due_at.isoformat() if due_at else None,
        rulings=more or {},
        waits=written is None,
    )
    return written


def look(desk: Desk, name: str, number: int | None, reader: str) -> SeenTurn:
    """The turn of that number in force (the last one for None), with the report that this reader was sent.

    `reader`: a player, or `public`. Raises Failed where there is none.
    """
    campaign = position.seen(desk, name)
    turn = _turn(desk, campaign.id, name, number)
    seat = _seat(desk, name, reader)
    kept = reports.of_turn(desk.connection, turn.id, seat.id if seat else None)
    if kept is None:
        raise Failed(
            f"turn {turn.number} of {name} brought no report of its own to {seat.name if seat else 'the public'}"
        )
    seen, hidden = _seen(desk, campaign, turn)
    return SeenTurn(seen, hidden, seat.name if seat else "public", Rendered(kept.subject, kept.text, kept.html))


def _seen(desk: Desk, campaign: CampaignRow, turn: TurnRow) -> tuple[TurnRow, tuple[str, ...]]:
    """The turn without what not even the GM is told while the campaign goes on, and the labels of what is left out of chance."""
    if campaign.status is CampaignStatus.ENDED:
        return turn, ()
    game = registry.game(campaign.game)
    table = position.table_of(game, campaign, tuple(seats.of_campaign(desk.connection, campaign.id)))
    told = [seen for event in turn.events if (seen := game.told(table, event, Audience.GM)) is not None]
    shown = {label: outcome for label, outcome in turn.chance.items() if game.public(label)}
    return replace(turn, events=told, chance=shown), tuple(label for label in turn.chance if label not in shown)


def _turn(desk: Desk, campaign_id: int, name: str, number: int | None) -> TurnRow:
    rows = desk.connection
    found = turns.latest(rows, campaign_id) if number is None else turns.numbered(rows, campaign_id, number)
    if found is None:
        said = "has not been started" if number is None else f"has no turn {number} yet"
        raise Failed(f"campaign {name} {said}; `pbem campaign show {name}` says how it stands")
    return found


def _seat(desk: Desk, name: str, reader: str) -> SeatRow | None:
    """The seat of that name, None for the public. Raises Failed where there is none."""
    if reader.casefold() == "public":
        return None
    campaign = position.seen(desk, name)
    return position.seat_named(campaign, tuple(seats.of_campaign(desk.connection, campaign.id)), reader)
