"""Several people on one seat: who joins and leaves a team, and what its members are told of each other's orders. Source: W1."""

from pbem.core.errors import Failed, Unusable
from pbem.moderator import acknowledgement, names, players, position
from pbem.moderator.answers import Piece, saying
from pbem.moderator.desk import Desk
from pbem.moderator.identity import Writer
from pbem.moderator.post import post
from pbem.moderator.reporting import calendar_entry
from pbem.moderator.resend import resend
from pbem.moderator.tokens import orders_token, reply_address
from pbem.moderator.turn_told import turn_told
from pbem.store import audit, people, seats, sheets, tokens
from pbem.store.campaigns import CampaignRow
from pbem.store.seats import Recipient, SeatRow
from pbem.store.tables import CampaignStatus

_IN_PLAY = (CampaignStatus.RUNNING, CampaignStatus.PAUSED)
_OPEN = (CampaignStatus.SIGNUP, *_IN_PLAY)
_HOW = "A team has one seat and one sheet: the last sheet of any member counts, and all get the reports."


def add_member(desk: Desk, campaign_name: str, player: str, name: str, address: str, who: str) -> SeatRow:
    """Seats one more person beside those who play a seat, at an address that the GM (`who`) vouches for.

    All members are told; the new one gets the last report, and is told what is on file. Raises Failed or Unusable, saying what
    to do.
    """
    campaign = position.named(desk, campaign_name, *_OPEN)
    seat = players.seat_of(desk, campaign, player)
    name = names.tidied(name)
    address = players.read_address(desk, address)
    players.refuse_seated(desk, campaign, address)
    before = people.named_members(desk.connection, seat.id)
    if not before:
        raise Failed(f"nobody plays {seat.name} in {campaign.name}; `pbem player replace` seats somebody")
    refused = names.refusal(name, [member for _, member in before if member != seat.name])
    if refused:
        raise Unusable(f"{name!r}: {refused}")
    there = seats.recipients_of(desk.connection, seat)
    person = people.register(desk.connection, address, name, desk.now)
    seats.add_member(desk.connection, seat.id, person, desk.now)
    known = people.registered(desk.connection, address)
    assert known is not None
    for reader in there:
        _tell(
            desk,
            campaign,
            seat,
            reader,
            f"{known.name} plays {seat.name} with you",
            saying(f"{known.name} plays the seat {seat.name} in {campaign.name} with you now.", _HOW),
        )
    mates = _listed([member for _, member in before])
    welcome = [saying(f"You play the seat {seat.name} in {campaign.name} now, with {mates}.", _HOW)]
    if campaign.status in _IN_PLAY:
        welcome.append(_on_file(desk, campaign, seat))
    new = [reader for reader in seats.recipients_of(desk.connection, seat) if reader.person_id == person]
    for reader in new:
        _tell(desk, campaign, seat, reader, f"You play {seat.name} now, with {mates}", *welcome)
    if campaign.turn:
        resend(desk, campaign.name, None, seat.name, who, person_id=person)
    _note(desk, campaign, seat, who, "member add", address)
    return seat


def remove_member(desk: Desk, campaign_name: str, player: str, address: str, who: str) -> SeatRow:
    """Ends the play of one member of a seat, known by any address of theirs; the others play on.

    The seat's tokens open nothing any more, since one who has left knows them: the others get the last report with a fresh one.
    Raises Failed or Unusable, saying what to do; the last member cannot leave.
    """
    campaign = position.named(desk, campaign_name, *_OPEN)
    seat = players.seat_of(desk, campaign, player)
    member = players.member_of(desk, campaign, seat, address)
    if len(people.members(desk.connection, seat.id)) == 1:
        raise Failed(
            f"{address.strip().lower()} alone plays {seat.name} in {campaign.name}; `pbem player replace` gives the seat away"
        )
    there = seats.recipients_of(desk.connection, seat)
    gone = dict(people.named_members(desk.connection, seat.id))[member]
    seats.end_member(desk.connection, seat.id, member, desk.now)
    tokens.revoke_of_seat(desk.connection, seat.id, desk.now)
    for reader in there:
        if reader.person_id == member:
            subject = f"You do not play {seat.name} any more"
            said = [
                f"You do not play the seat {seat.name} in {campaign.name} any more; the others play on.",
                "Orders that you send for it are not used any more, and you will get no more reports. Thank you for playing.",
            ]
        else:
            subject = f"{gone} has left {seat.name}"
            said = [f"{gone} does not play the seat {seat.name} in {campaign.name} with you any more."]
            if campaign.turn:
                said.append("Replies to older mails must be confirmed from now on; answer the newest.")
        _tell(desk, campaign, seat, reader, subject, saying(*said), gone=reader.person_id == member)
    if campaign.turn:
        resend(desk, campaign.name, None, seat.name, who)
    _note(desk, campaign, seat, who, "member remove", address.strip().lower())
    return seat


def tell_others(desk: Desk, campaign: CampaignRow, seat_id: int, writer: Writer, letter_id: int) -> None:
    """Tells the other members of a seat what one of them has put on file or taken back, in a campaign that is being played."""
    assert writer.person is not None
    seat = seats.get(desk.connection, seat_id)
    others = [
        reader for reader in seats.recipients_of(desk.connection, seat) if reader.person_id != writer.person.person_id
    ]
    piece = _on_file(desk, campaign, seat)
    said = saying(
        f"{writer.person.name} has changed what is on file for {seat.name}. The last sheet of any of you counts."
    )
    subject = f"Turn {campaign.turn}: orders of {writer.person.name} for {seat.name}"
    for reader in others:
        _tell(desk, campaign, seat, reader, subject, said, piece, key=f"copy:{letter_id}:{reader.address_id}")


def _listed(members: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(members[:-1]), members[-1])))


def _on_file(desk: Desk, campaign: CampaignRow, seat: SeatRow) -> Piece:
    here = position.of(desk, campaign)
    newest = sheets.newest_used(desk.connection, seat.id, campaign.turn)
    return acknowledgement.on_file(here, here.seat(seat.name), newest)


def _tell(
    desk: Desk,
    campaign: CampaignRow,
    seat: SeatRow,
    reader: Recipient,
    subject: str,
    *pieces: Piece,
    key: str = "",
    gone: bool = False,
) -> None:
    """Queues news of the team to one address. `gone`: whether its reader has left the seat, so that no answer is for
    it and its deadline is called off."""
    turn = turn_told(desk, campaign, seat.id)
    bound = bool(turn) and not gone
    token = orders_token(desk, campaign.id, seat.id, turn, campaign.attempt) if bound else ""
    post(
        desk,
        reader.address,
        "team",
        f"team:{key or f'{seat.id}:{desk.now.isoformat()}:{reader.address_id}:{subject}'}",
        desk.renderer.mail("answer", {"subject": f"[{campaign.name}] {subject}", "pieces": pieces}),
        reply_to=reply_address(desk, token) if token else "",
        auto="auto-generated",
        campaign=campaign.name,
        turn=turn or None,
        campaign_id=campaign.id,
        seat_id=None if gone else seat.id,
        deadline=calendar_entry(desk, campaign, seat, seat.due_at) if gone and seat.due_at else None,
    )


def _note(desk: Desk, campaign: CampaignRow, seat: SeatRow, who: str, action: str, address: str) -> None:
    audit.note(
        desk.connection,
        who,
        f"player {action}",
        now=desk.now,
        campaign_id=campaign.id,
        seat_id=seat.id,
        address=address,
    )
