"""Reply tokens: unguessable names of a seat and turn, a sign-up or a held letter. Only digests are stored."""

import base64
import hashlib
import hmac
from dataclasses import dataclass

import sqlalchemy as sa

from pbem.moderator.desk import Desk
from pbem.store.tables import Token, TokenKind, table_of

_TOKEN = table_of(Token)


@dataclass(frozen=True, slots=True)
class Named:
    """What a token names; None in every field that its kind does not use. `revoked`: it names, and opens nothing."""

    kind: TokenKind
    campaign_id: int | None
    seat_id: int | None
    turn: int | None
    attempt: int | None
    signup_id: int | None
    letter_id: int | None
    person_id: int | None
    revoked: bool


def keyed(secret: bytes, *parts: object, length: int = 26) -> str:
    """`length` (at most 52) lower-case base32 letters that only the holder of the secret can make from these parts."""
    digest = hmac.digest(secret, "\x1f".join(map(str, parts)).encode(), "sha256")
    return base64.b32encode(digest).decode().rstrip("=").lower()[:length]


def orders_token(desk: Desk, campaign_id: int, seat_id: int, turn: int, attempt: int) -> str:
    """The token of a seat for a turn; made anew from the secret whenever it is needed, its digest stored once."""
    token = keyed(desk.secret, "orders", campaign_id, seat_id, turn, attempt)
    mark = seat_mark(desk.secret, campaign_id, seat_id, turn)
    _store(
        desk, token, TokenKind.ORDERS, mark=mark, campaign_id=campaign_id, seat_id=seat_id, turn=turn, attempt=attempt
    )
    return token


def signup_token(desk: Desk, signup_id: int, campaign_id: int) -> str:
    """The token that confirms a sign-up."""
    token = keyed(desk.secret, "confirm", signup_id)
    _store(desk, token, TokenKind.CONFIRM, signup_id=signup_id, campaign_id=campaign_id)
    return token


def held_token(desk: Desk, letter_id: int, seat_id: int | None, person_id: int | None) -> str:
    """The token that confirms a letter which is held."""
    token = keyed(desk.secret, "held", letter_id)
    _store(desk, token, TokenKind.HELD, letter_id=letter_id, seat_id=seat_id, person_id=person_id)
    return token


def seat_mark(secret: bytes, campaign_id: int, seat_id: int, turn: int) -> str:
    """The eight letters that mark a report as this seat's for this turn. They prove nothing. Source: mail.md 5."""
    return keyed(secret, "mark", campaign_id, seat_id, turn, length=8)


def reply_address(desk: Desk, token: str) -> str:
    """The address that an answer should go to; the plain address where the house has no token addresses."""
    house = desk.house
    if not house.reply_to:
        return house.address
    return house.reply_to.replace("{local}", house.local).replace("{token}", token).replace("{domain}", house.domain)


def find(desk: Desk, token: str) -> Named | None:
    """What a token names, whatever its case; None for one that was never given out."""
    row = desk.connection.execute(sa.select(_TOKEN).where(_TOKEN.c.digest == _digest(token.lower()))).first()
    if row is None:
        return None
    return Named(
        row.kind,
        row.campaign_id,
        row.seat_id,
        row.turn,
        row.attempt,
        row.signup_id,
        row.letter_id,
        row.person_id,
        row.revoked_at is not None,
    )


def _store(desk: Desk, token: str, kind: TokenKind, **names: object) -> None:
    digest = _digest(token)
    known = desk.connection.execute(sa.select(_TOKEN.c.digest).where(_TOKEN.c.digest == digest)).first()
    if known is None:
        row = {"digest": digest, "kind": kind, "mark": "", "created_at": desk.now, **names}
        desk.connection.execute(sa.insert(_TOKEN), row)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
