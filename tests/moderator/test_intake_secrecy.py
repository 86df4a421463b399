"""Nothing that a seat may not know in any mail to another seat or to a stranger. Source: mail.md, Tests, 7."""

import re

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pbem.moderator import tokens
from pbem.report.renderer import Renderer
from pbem.store import campaigns, seats
from tests.moderator.letterbox import Letterbox
from tests.moderator.tabletop import PLAYERS, Office, address_of

TEXTS = (
    "high",
    "Thanks!",
    "nonsense: 3\n\nhelp\nstatus\norders\nhistory 0\nrules",
    "withdraw orders",
    "> call: low",
    "",
    "# turn 9\nhigh",
    "join tiny-1 as Zoe",
)


def every_mail(post: Letterbox) -> list[sa.Row[tuple[object, ...]]]:
    return [row for row in post.office.outbox() if row.kind not in ("gm-note", "report")]


def secrets_of(post: Letterbox) -> dict[str, list[str]]:
    """What only one address may see: by player, the address, the tokens, the marks, the number in hand."""
    row = post.office.row()
    found: dict[str, list[str]] = {}
    with post.office.desk() as desk:
        from pbem.moderator import position

        numbers = position.of(desk, campaigns.get(desk.connection, row.id)).state["numbers"]
        for seat in seats.of_campaign(desk.connection, row.id):
            turns = range(1, row.turn + 1)
            found[seat.name] = [
                address_of(seat.name),
                str(numbers[seat.name]),
                *(tokens.seat_mark(desk.secret, row.id, seat.id, turn) for turn in turns),
                *(tokens.orders_token(desk, row.id, seat.id, turn, 1) for turn in turns),
            ]
    return found


@pytest.fixture
def told(sqlite_engine: Engine) -> Letterbox:
    """A house in which everybody has written everything, from everywhere, to everybody's address."""
    office = Office(sqlite_engine, renderer=Renderer())
    office.started()
    post = Letterbox(office)
    for _ in range(2):
        addresses = {player: post.token_address(player) for player in PLAYERS}
        for text in TEXTS:
            for player in PLAYERS:
                post.later(minutes=20)
                post.mail(text, address_of(player), to=addresses[player])
                post.mail(text, address_of(player))
            post.mail(text, address_of("Bob"), to=addresses["Ann"])
            post.mail(text, "eve@x.test", to=addresses["Cleo"])
            post.mail(text, "zoe@x.test")
        post.later(hours=1)
        post.next_turn()
    return post


def test_no_mail_holds_what_only_another_seat_may_know(told: Letterbox) -> None:
    secret = secrets_of(told)
    mails = every_mail(told)
    assert len(mails) > 100
    for mail in mails:
        head = mail.message
        whole = "\n".join([mail.text, mail.html, head["subject"], head["reply_to"], repr(head["answers"])])
        for player, words in secret.items():
            if mail.to == words[0]:
                continue
            for word in words:
                assert word not in whole, f"{word} of {player} in a {mail.kind} to {mail.to}"


def test_strangers_learn_no_name_and_no_order(told: Letterbox) -> None:
    mails = [mail for mail in every_mail(told) if mail.to.endswith("@x.test")]
    assert mails
    for mail in mails:
        for player in PLAYERS:
            assert not re.search(rf"\b{player}\b", mail.text + mail.message["subject"])
        assert "call:" not in mail.text


def test_no_one_is_answered_at_an_address_that_is_not_registered_for_a_seat_s_token(told: Letterbox) -> None:
    assert not [mail for mail in every_mail(told) if mail.to == "eve@x.test"]
