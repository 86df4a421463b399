"""Reply tokens: unguessable names of a seat and turn, a sign-up, a held letter or a point to rule on. Only digests are stored."""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from pbem.moderator.desk import Desk, House
from pbem.store import tokens
from pbem.store.tables import TokenKind


@dataclass(frozen=True, slots=True)
class Named:
    """What a token names; None in every field that its kind does not use. `revoked`: it names, and opens nothing."""

    token: str
    kind: TokenKind
    campaign_id: int | None
    seat_id: int | None
    turn: int | None
    attempt: int | None
    signup_id: int | None
    letter_id: int | None
    person_id: int | None
    ruling_id: int | None
    revoked: bool


def keyed(secret: bytes, *parts: object, length: int = 26) -> str:
    """`length` (at most 52) lower-case base32 letters that only the holder of the secret can make from these parts."""
    digest = hmac.digest(secret, "\x1f".join(map(str, parts)).encode(), "sha256")
    needed = -(-length // 8) * 5  # five bytes make eight letters
    return base64.b32encode(digest[:needed]).decode().lower()[:length]


def orders_token(desk: Desk, campaign_id: int, seat_id: int, turn: int, attempt: int) -> str:
    """The token of a seat for a turn; made anew from the secret whenever it is needed, its digest stored once.

    Where it has been revoked, since somebody else had it, the next one that has not.
    """
    for generation in count():
        parts = (
            (campaign_id, seat_id, turn, attempt, generation) if generation else (campaign_id, seat_id, turn, attempt)
        )
        token = keyed(desk.secret, "orders", *parts)
        known = tokens.find(desk.connection, [digest(token)])
        if not known:
            names = {"campaign_id": campaign_id, "seat_id": seat_id, "turn": turn, "attempt": attempt}
            mark = seat_mark(desk.secret, campaign_id, seat_id, turn)
            tokens.keep(desk.connection, digest(token), TokenKind.ORDERS, desk.now, mark=mark, **names)
        if not known or known[0].revoked_at is None:
            return token
    raise AssertionError("count() has no end")


def new_orders_tokens(desk: Desk, campaign_id: int, seat_ids: Sequence[int], turn: int, attempt: int) -> dict[int, str]:
    """The tokens of seats, by seat, for a turn that nobody has been asked about yet, written together."""
    given, rows = {}, []
    for seat_id in seat_ids:
        given[seat_id] = keyed(desk.secret, "orders", campaign_id, seat_id, turn, attempt)
        names = {"campaign_id": campaign_id, "seat_id": seat_id, "turn": turn, "attempt": attempt}
        mark = seat_mark(desk.secret, campaign_id, seat_id, turn)
        rows.append(tokens.row(digest(given[seat_id]), TokenKind.ORDERS, desk.now, mark=mark, **names))
    tokens.keep_new(desk.connection, rows)
    return given


def signup_token(desk: Desk, signup_id: int, campaign_id: int) -> str:
    """The token that confirms a sign-up."""
    token = signup_word(desk, signup_id)
    _store(desk, token, TokenKind.CONFIRM, signup_id=signup_id, campaign_id=campaign_id)
    return token


def signup_word(desk: Desk, signup_id: int) -> str:
    """The letters of the token that confirms a sign-up, whether it has been given out or not."""
    return keyed(desk.secret, "confirm", signup_id)


def held_token(desk: Desk, letter_id: int, seat_id: int | None, person_id: int | None) -> str:
    """The token that confirms a letter which is held."""
    token = held_word(desk, letter_id)
    _store(desk, token, TokenKind.HELD, letter_id=letter_id, seat_id=seat_id, person_id=person_id)
    return token


def held_word(desk: Desk, letter_id: int) -> str:
    """The letters of the token that confirms a held letter, whether it has been given out or not."""
    return keyed(desk.secret, "held", letter_id)


def ruling_token(desk: Desk, ruling_id: int, campaign_id: int, word: str) -> str:
    """The token by which the GM rules on a point: `right`, `wrong`, or, empty, what the mail itself says."""
    token = ruling_word(desk, ruling_id, word)
    _store(desk, token, TokenKind.GM, ruling_id=ruling_id, campaign_id=campaign_id)
    return token


def ruling_word(desk: Desk, ruling_id: int, word: str) -> str:
    """The letters of that token, whether it has been given out or not."""
    return keyed(desk.secret, "ruling", ruling_id, word)


def seat_mark(secret: bytes, campaign_id: int, seat_id: int, turn: int) -> str:
    """The eight letters that mark a report as this seat's for this turn. They prove nothing. Source: mail.md 5."""
    return keyed(secret, "mark", campaign_id, seat_id, turn, length=8)


def reply_address(desk: Desk, token: str) -> str:
    """The address that an answer should go to; the plain address where the house has no token addresses."""
    house = desk.house
    if not house.reply_to:
        return house.address
    return house.reply_to.replace("{local}", house.local).replace("{token}", token).replace("{domain}", house.domain)


def in_addresses(house: House, addresses: Iterable[str]) -> list[str]:
    """The tokens in those of these addresses that are ours, in the order found. Source: mail.md 46."""
    pattern = _token_address(house)
    if pattern is None:
        return []
    found = (pattern.fullmatch(address) for address in addresses)
    return list(dict.fromkeys(match["token"].lower() for match in found if match))


def holds_address(house: House, text: str) -> bool:
    """Whether one of our addresses with a token stands in a text."""
    pattern = _token_address(house) if "@" in text else None
    return pattern is not None and pattern.search(text) is not None


def find(desk: Desk, given: Sequence[str]) -> list[Named]:
    """What these tokens name, whatever their case, in the order given; one that was never given out is left out."""
    by_digest = {digest(token.lower()): token.lower() for token in given}
    return [
        Named(
            by_digest[row.digest],
            row.kind,
            row.campaign_id,
            row.seat_id,
            row.turn,
            row.attempt,
            row.signup_id,
            row.letter_id,
            row.person_id,
            row.ruling_id,
            row.revoked_at is not None,
        )
        for row in tokens.find(desk.connection, list(by_digest))
    ]


def named_by_thread(campaign_id: int, seat_id: int | None, turn: int, attempt: int) -> Named:
    """What the Message-ID of a mail to one seat names: as much as the token that the mail bore."""
    return Named("", TokenKind.ORDERS, campaign_id, seat_id, turn, attempt, None, None, None, None, False)


def revoke(desk: Desk, token: str) -> None:
    """From now on the token opens nothing; `orders_token` makes another one."""
    tokens.revoke(desk.connection, digest(token), desk.now)


def digest(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


@lru_cache(maxsize=16)
def _token_address(house: House) -> re.Pattern[str] | None:
    if not house.reply_to:
        return None
    form = re.escape(house.reply_to)
    form = form.replace(re.escape("{local}"), re.escape(house.local)).replace(
        re.escape("{domain}"), re.escape(house.domain)
    )
    return re.compile(form.replace(re.escape("{token}"), "(?P<token>[a-z0-9-]{1,64})"), re.I)


def _store(desk: Desk, token: str, kind: TokenKind, **names: object) -> None:
    if not tokens.find(desk.connection, [digest(token)]):
        tokens.keep(desk.connection, digest(token), kind, desk.now, **names)
