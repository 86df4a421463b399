"""Rows of sign-ups: who asked for a seat, and which seat came of it."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.tables import Signup, table_of

_SIGNUP = table_of(Signup)


@dataclass(frozen=True, slots=True)
class SignupRow:
    """A row of the sign-ups; its fields are the table's columns in their order. `seat_id` is None until it is confirmed."""

    id: int
    campaign_id: int
    address: str
    name: str
    luck: str
    letter_id: int | None
    asked_at: datetime
    seat_id: int | None


def ask(
    connection: Connection, campaign_id: int, address: str, name: str, luck: str, letter_id: int | None, now: datetime
) -> int:
    """Writes down who asks for a seat, and gives the sign-up's id."""
    row = {
        "campaign_id": campaign_id,
        "address": address,
        "name": name,
        "luck": luck,
        "letter_id": letter_id,
        "asked_at": now,
    }
    created = connection.execute(sa.insert(_SIGNUP).values(**row)).inserted_primary_key
    assert created is not None
    return int(created[0])


def get(connection: Connection, signup_id: int) -> SignupRow:
    """The sign-up of that id. Raises LookupError where there is none."""
    row = connection.execute(sa.select(_SIGNUP).where(_SIGNUP.c.id == signup_id)).first()
    if row is None:
        raise LookupError(f"no sign-up has the id {signup_id}")
    return SignupRow(*row)


def of_letter(connection: Connection, letter_id: int) -> SignupRow | None:
    """The sign-up that a letter asked for; None for one that asked for none."""
    row = connection.execute(sa.select(_SIGNUP).where(_SIGNUP.c.letter_id == letter_id).limit(1)).first()
    return SignupRow(*row) if row else None


def seat(connection: Connection, signup_id: int, seat_id: int) -> None:
    """Notes the seat that came of a sign-up."""
    connection.execute(sa.update(_SIGNUP).where(_SIGNUP.c.id == signup_id).values(seat_id=seat_id))
