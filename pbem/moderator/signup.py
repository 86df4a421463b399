"""Seats asked for by mail: asked, confirmed by a reply, taken. Source: design.md, "Who is writing".

Whoever confirms first gets the seat: a campaign is locked while somebody is seated.
"""

import re
from dataclasses import dataclass

import pbem.games.registry as registry
from pbem.core.errors import Failed
from pbem.moderator import gm_notes, names, players, position, tokens
from pbem.moderator.answers import Piece, saying
from pbem.moderator.command import Asking, Done
from pbem.moderator.desk import Desk
from pbem.moderator.identity import CONFIRM_KIND
from pbem.moderator.start import start_if_full
from pbem.store import audit, campaigns, people, seats, signups
from pbem.store.campaigns import CampaignRow
from pbem.store.seats import SeatRow
from pbem.store.signups import SignupRow
from pbem.store.tables import CampaignStatus

LONGEST_LUCK = 200
"""Characters of a player's words for luck; what is longer is cut."""

LUCK_LINE = re.compile(r"\s*luck\s*:\s*(.*?)\s*", re.IGNORECASE)
"""A line of a mail that asks for a seat: the writer's own words for luck."""

_JOIN = "write: join CAMPAIGN as YOUR NAME"


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat that has been taken. `started`: whether that filled the table, so that the campaign has begun."""

    campaign: CampaignRow
    seat: SeatRow
    started: bool


def ask(asking: Asking, campaign_name: str, name: str, luck: str) -> Done:
    """Notes who asks for a seat, and asks back: nobody is seated by a mail that anybody can have written."""
    desk = asking.desk
    campaign = campaigns.find(desk.connection, campaign_name)
    if campaign is None:
        return Done((saying(f"There is no campaign called {campaign_name}. {_open_to_join(desk)}"),), well=False)
    name = names.tidied(name)
    refused = _refusal(desk, campaign, name, asking.writer.address)
    if refused:
        return Done((saying(refused),), well=False)
    luck = " ".join(luck.split())[:LONGEST_LUCK]
    signup_id = signups.ask(desk.connection, campaign.id, asking.writer.address, name, luck, asking.letter_id, desk.now)
    game = registry.game(campaign.game)
    context = {
        "campaign": campaign.name,
        "game": game.title,
        "name": name,
        "luck": luck,
        "commitment": campaign.commitment,
        "free": campaign.max_players - len(seats.of_campaign(desk.connection, campaign.id)),
    }
    token = tokens.signup_token(desk, signup_id, campaign.id)
    return Done(
        (Piece("confirm", context),),
        reply_to=token,
        kind=CONFIRM_KIND,
        title=f"do you want to play {name} in {campaign.name}?",
    )


def signup_of(desk: Desk, signup_id: int) -> SignupRow:
    """The sign-up of that id. Raises LookupError where there is none."""
    return signups.get(desk.connection, signup_id)


def confirm(desk: Desk, signup_id: int, address: str, luck: str) -> tuple[Piece, Seated | None]:
    """Seats the writer of a confirmation, or says why not. A second confirmation changes nothing."""
    signup = signups.get(desk.connection, signup_id)
    campaign = campaigns.lock(desk.connection, signup.campaign_id)
    if signup.seat_id is not None:
        return saying(f"You are seated in {campaign.name} as {signup.name} already; nothing more is to be done."), None
    refused = _refusal(desk, campaign, signup.name, address)
    if refused:
        return saying(refused), None
    words = " ".join((luck or signup.luck).split())[:LONGEST_LUCK]
    seated = _seat(desk, campaign, signup.name, words, address)
    signups.seat(desk.connection, signup.id, seated.seat.id)
    return welcome(desk, seated), seated


def add_player(desk: Desk, campaign_name: str, name: str, address: str, luck: str, who: str) -> Seated:
    """Seats a player at the GM's word (`who`), who vouches for the address. Raises Failed or Unusable, saying what to do."""
    campaign = position.named(desk, campaign_name)
    name = names.tidied(name)
    address = players.read_address(desk, address)
    players.refuse_seated(desk, campaign, address)
    taken = _taken(desk, campaign)
    refused = _closed(campaign, len(taken)) or names.refusal(name, taken)
    if refused:
        raise Failed(f"campaign {campaign.name}: {refused}")
    seated = _seat(desk, campaign, name, " ".join(luck.split())[:LONGEST_LUCK], address)
    audit.note(
        desk.connection,
        who,
        "player add",
        now=desk.now,
        campaign_id=campaign.id,
        seat_id=seated.seat.id,
        address=address,
    )
    return seated


def welcome(desk: Desk, seated: Seated) -> Piece:
    """What a player is told who has just been seated."""
    campaign = campaigns.get(desk.connection, seated.campaign.id)
    sitting = [seat.name for seat in seats.of_campaign(desk.connection, campaign.id)]
    return Piece(
        "seated",
        {
            "campaign": campaign.name,
            "game": registry.game(campaign.game).title,
            "name": seated.seat.name,
            "luck": seated.seat.luck,
            "players": sitting,
            "least": campaign.min_players,
            "most": campaign.max_players,
            "started": seated.started,
            "by_itself": campaign.start_when_full,
        },
    )


def _seat(desk: Desk, campaign: CampaignRow, name: str, luck: str, address: str) -> Seated:
    person_id = people.register(desk.connection, address, name, desk.now)
    seat = seats.create(desk.connection, campaign.id, name, luck, desk.now)
    seats.add_member(desk.connection, seat.id, person_id, desk.now)
    started = start_if_full(desk, campaign) is not None
    if not started:
        _tell_gm(desk, campaign, seat)
    return Seated(campaign, seat, started)


def _tell_gm(desk: Desk, campaign: CampaignRow, seat: SeatRow) -> None:
    full = seat.number >= campaign.max_players
    ready = seat.number >= campaign.min_players
    sentence = f"{seat.name} has taken seat {seat.number} of {campaign.max_players} in {campaign.name}."
    if full or ready:
        sentence += f" `pbem campaign start {campaign.name}` starts it."
    gm_notes.note(desk, f"seated:{seat.id}", f"{seat.name} plays", [sentence], campaign=campaign.name)


def _refusal(desk: Desk, campaign: CampaignRow, name: str, address: str) -> str:
    """Why that name at that address cannot be seated in the campaign now; with what to write then; empty if it can."""
    person = people.registered(desk.connection, address)
    mine = next((c for c in person.chairs if c.campaign_id == campaign.id), None) if person else None
    if mine is not None:
        return f"You are seated in {campaign.name} already, as {mine.seat}. To see how it stands, write: status"
    taken = _taken(desk, campaign)
    closed = _closed(campaign, len(taken))
    if closed:
        return f"{closed} {_open_to_join(desk)}"
    refused = names.refusal(name, taken)
    return refused and f"{refused} To try again, {_JOIN.replace('CAMPAIGN', campaign.name)}"


def _closed(campaign: CampaignRow, taken: int) -> str:
    """Why nobody can join the campaign, `taken` seats of which are; empty while somebody can."""
    if campaign.status is CampaignStatus.ENDED:
        return f"{campaign.name} has ended."
    if campaign.status is not CampaignStatus.SIGNUP:
        return f"{campaign.name} is running already, so nobody can join it any more."
    if taken >= campaign.max_players:
        return f"{campaign.name} is full: all {campaign.max_players} seats are taken."
    return ""


def _taken(desk: Desk, campaign: CampaignRow) -> list[str]:
    return [seat.name for seat in seats.of_campaign(desk.connection, campaign.id)]


def _open_to_join(desk: Desk) -> str:
    counts = seats.counts(desk.connection)
    free = [
        campaign.name
        for campaign in campaigns.listed(desk.connection, CampaignStatus.SIGNUP)
        if counts.get(campaign.id, 0) < campaign.max_players
    ]
    if not free:
        return "No campaign has a free seat now."
    return f"These have free seats: {', '.join(free[:20])}. To ask for one, {_JOIN}"
