"""A player replaced, and one more address for a player."""

import pytest
from sqlalchemy.engine import Engine

from pbem.core.errors import Failed, Unusable
from pbem.core.letters import Message
from pbem.moderator import players, tokens
from pbem.store import audit, people, seats
from tests.moderator.tabletop import Office, address_of, hand_in


def token_of(message: Message) -> str:
    return message.reply_to.removeprefix("gm+").removesuffix("@pbem.test")


def test_a_seat_changes_hands(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    campaign = office.started()
    with office.desk() as desk:
        hand_in(desk, "tiny-1", {"Bob": "high"})
    old = Message.from_json(next(m for m in office.outbox("report") if m.to == address_of("Bob")).message, "", "")
    office.later(hours=1)
    with office.desk() as desk:
        seat = players.replace(desk, "tiny-1", "bob", "Eve@Players.test", "gm")
        entry = audit.entries(desk.connection, campaign_id=campaign.id)[0]
        kept = seats.get(desk.connection, seat.id)
    assert (kept.name, [order[1] for order in kept.filed]) == ("Bob", ["call: high"])
    assert (entry.action, entry.seat, entry.detail) == (
        "player replace",
        "Bob",
        {"before": ["bob@players.test"], "after": "eve@players.test"},
    )
    (told,) = office.outbox("replaced")
    assert told.to == "bob@players.test"
    assert "Eve" not in told.text
    (welcome,) = office.outbox("taken-over")
    assert welcome.to == "eve@players.test"
    assert "    call: high\n" in welcome.text
    report = office.outbox("report")[-1]
    new = Message.from_json(report.message, report.text, report.html)
    assert (report.to, report.seat_id) == ("eve@players.test", seat.id)
    with office.desk() as desk:
        named = tokens.find(desk, [token_of(old), token_of(new)])
        addresses = people.addresses_of_seat(desk.connection, seat.id)
    assert [(token.seat_id, token.turn, token.revoked) for token in named] == [
        (seat.id, 1, True),
        (seat.id, 1, False),
    ]
    assert addresses == ["eve@players.test"]


@pytest.mark.parametrize(
    ("address", "said", "kind"),
    [
        ("ann@players.test", "plays in tiny-1 already, as Ann", Failed),
        ("nobody", "'nobody' is not an e-mail address", Unusable),
        ("a b@c.test", "is not an e-mail address", Unusable),
        ("x\nBcc: y@z.test", "is not an e-mail address", Unusable),
    ],
)
def test_who_cannot_take_a_seat(sqlite_engine: Engine, address: str, said: str, kind: type[Exception]) -> None:
    office = Office(sqlite_engine)
    office.started()
    with office.desk() as desk:
        with pytest.raises(kind, match=said):
            players.replace(desk, "tiny-1", "Bob", address, "gm")
        assert people.addresses_of_seat(desk.connection, 2) == ["bob@players.test"]


def test_one_more_address_and_the_only_one(sqlite_engine: Engine) -> None:
    office = Office(sqlite_engine)
    office.started()
    with office.desk() as desk:
        players.add_address(desk, "tiny-1", "Bob", "Bob@Work.test", "gm")
        assert people.addresses_of_seat(desk.connection, 2) == ["bob@players.test", "bob@work.test"]
        players.add_address(desk, "tiny-1", "Bob", "bob@work.test", "gm", only=True)
        assert people.addresses_of_seat(desk.connection, 2) == ["bob@work.test"]
        known = people.registered(desk.connection, "bob@players.test")
        assert known is not None, "the old address may still write"
        with pytest.raises(Failed, match="belongs to somebody else"):
            players.add_address(desk, "tiny-1", "Bob", "ann@players.test", "gm")
