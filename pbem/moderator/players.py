"""Who plays a seat: one more address for a player, and a player whose place is taken by somebody else."""

import re

from pbem.core.errors import Failed, Unusable
from pbem.moderator import circular, position
from pbem.moderator.desk import Desk
from pbem.moderator.resend import resend
from pbem.moderator.tokens import in_addresses as tokens_in_addresses
from pbem.store import audit, people, seats, tokens
from pbem.store.campaigns import CampaignRow
from pbem.store.seats import SeatRow
from pbem.store.tables import CampaignStatus

_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
"""One that any mail server takes: mail goes to nothing else. Source: RFC 5322, 3.4.1 (dot-atom)."""
_LONGEST = 254
"""Characters of an address. Source: RFC 5321, 4.5.3."""


def replace(desk: Desk, name: str, player: str, address: str, who: str) -> SeatRow:
    """Gives a seat to whoever has that address, which the GM vouches for; the seat keeps its name and what is on file.

    All who played it until now leave it, and are told. The tokens of the seat open nothing any more; the new player gets the last
    report with a fresh one. Raises Failed or Unusable, saying what to do.
    """
    campaign = position.named(desk, name, CampaignStatus.SIGNUP, CampaignStatus.RUNNING, CampaignStatus.PAUSED)
    seat = seat_of(desk, campaign, player)
    address = read_address(desk, address)
    refuse_seated(desk, campaign, address)
    before = seats.recipients_of(desk.connection, seat)
    seats.end_members(desk.connection, seat.id, desk.now)
    person = people.register(desk.connection, address, seat.name, desk.now)
    seats.add_member(desk.connection, seat.id, person, desk.now)
    tokens.revoke_of_seat(desk.connection, seat.id, desk.now)
    key = f"{seat.id}:{desk.now.isoformat()}"
    circular.tell(desk, campaign, "replaced", key, {}, to=before, reply=False, called_off={seat.id: seat.due_at})
    after = seats.recipients_of(desk.connection, seat)
    context = {"orders": [order[1] for order in seat.filed], "last": campaign.turn - 1}
    circular.tell(desk, campaign, "taken_over", key, context, to=after, calendar=True)
    if campaign.turn:
        resend(desk, name, None, seat.name, who)
    audit.note(
        desk.connection,
        who,
        "player replace",
        now=desk.now,
        campaign_id=campaign.id,
        seat_id=seat.id,
        before=[reader.address for reader in before],
        after=address,
    )
    return seat


def add_address(
    desk: Desk, name: str, player: str, address: str, who: str, *, only: bool = False, member: str = ""
) -> None:
    """Registers one more address of a player, which the GM vouches for: it may write orders, and mail goes to it as well.

    `only`: from now on mail goes to no other address of theirs; an address that is theirs already may be named. `member`: any
    address of the one that is meant, where several people play the seat. Raises Failed or Unusable, saying what to do.
    """
    campaign = position.named(desk, name)
    seat = seat_of(desk, campaign, player)
    address = read_address(desk, address)
    person = member_of(desk, campaign, seat, member)
    known = people.registered(desk.connection, address)
    if known is not None and known.person_id != person:
        raise Failed(f"{address} belongs to somebody else already; give another address")
    if known is None:
        people.add_address(desk.connection, person, address, desk.now, preferred=True)
    people.prefer(desk.connection, person, address, only=only)
    audit.note(
        desk.connection,
        who,
        "player address",
        now=desk.now,
        campaign_id=campaign.id,
        seat_id=seat.id,
        address=address,
        only=only,
    )


def read_address(desk: Desk, text: str) -> str:
    """A player's e-mail address in lower case. Raises Unusable for what is none, and for one of ours."""
    address = text.strip().lower()
    if not _ADDRESS.fullmatch(address) or len(address) > _LONGEST:
        raise Unusable(f"{text.strip()!r} is not an e-mail address; write one such as ann@example.org")
    if address == desk.house.address or tokens_in_addresses(desk.house, [address]):
        raise Unusable(f"{address} is the address that players write to; give the player's own")
    return address


def refuse_seated(desk: Desk, campaign: CampaignRow, address: str) -> None:
    """Raises Failed where whoever has that address plays in the campaign already."""
    person = people.registered(desk.connection, address)
    for chair in person.chairs if person else ():
        if chair.campaign_id == campaign.id:
            raise Failed(f"{address} plays in {campaign.name} already, as {chair.seat}; give another address")


def member_of(desk: Desk, campaign: CampaignRow, seat: SeatRow, address: str = "") -> int:
    """The person who plays a seat, of several the one with that address. Raises Failed where that is nobody, or not one alone."""
    members = people.members(desk.connection, seat.id)
    if address:
        known = people.registered(desk.connection, address.strip().lower())
        if known is not None and known.person_id in members:
            return known.person_id
        raise Failed(
            f"{address.strip().lower()} does not play {seat.name} in {campaign.name}; `pbem player list` shows who does"
        )
    if len(members) > 1:
        raise Failed(
            f"{seat.name} of {campaign.name} is played by {len(members)} people; say whom you mean with --member ADDRESS"
        )
    if not members:
        raise Failed(f"nobody plays {seat.name} in {campaign.name}; `pbem player replace` seats somebody")
    return members[0]


def seat_of(desk: Desk, campaign: CampaignRow, player: str) -> SeatRow:
    """The seat of that player, whose name may be shortened. Raises Failed where it names none."""
    return position.seat_named(campaign, tuple(seats.of_campaign(desk.connection, campaign.id)), player)
