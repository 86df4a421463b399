"""Every table. Times are aware and in UTC; JSON columns are always assigned anew, never changed in place."""

import sqlalchemy as sa
from sqlmodel import SQLModel

from pbem.store.campaign_tables import (
    Address,
    Audit,
    Campaign,
    CampaignStatus,
    Member,
    OrderSheet,
    Person,
    Press,
    Report,
    Ruling,
    Seat,
    Signup,
    Turn,
)
from pbem.store.columns import settle_text
from pbem.store.mail_tables import (
    Instance,
    Lease,
    Letter,
    Mailbox,
    OutboxState,
    Outgoing,
    Picture,
    Token,
    TokenKind,
)

__all__ = [
    "Address",
    "Audit",
    "Campaign",
    "CampaignStatus",
    "Instance",
    "Lease",
    "Letter",
    "Mailbox",
    "Member",
    "OrderSheet",
    "OutboxState",
    "Outgoing",
    "Person",
    "Picture",
    "Press",
    "Report",
    "Ruling",
    "Seat",
    "Signup",
    "Token",
    "TokenKind",
    "Turn",
    "table_of",
]

settle_text(SQLModel.metadata)


def table_of(model: type[SQLModel]) -> sa.Table:
    """The Core table of a model, for statements without a session."""
    table = model.__table__  # type: ignore[attr-defined] # SQLModel does not declare it
    assert isinstance(table, sa.Table)
    return table
