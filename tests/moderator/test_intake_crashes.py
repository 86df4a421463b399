"""The intake stopped at any step and begun again: the same store, and no second answer. Source: mail.md, Tests, 1."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import Engine
from sqlmodel import SQLModel

from pbem.report.renderer import Renderer
from pbem.store.session import reading
from tests.moderator.letterbox import Letterbox
from tests.moderator.tabletop import Office, address_of


class Stopped(Exception):
    """The process ended here."""


@contextmanager
def stopping_at(engine: Engine, statement: int) -> Iterator[list[int]]:
    """Ends the process before the statement of that number; the list holds how many were begun with."""
    seen: list[int] = []

    def stop(*_: Any) -> None:
        seen.append(1)
        if len(seen) == statement:
            raise Stopped

    event.listen(engine, "before_cursor_execute", stop)
    try:
        yield seen
    finally:
        event.remove(engine, "before_cursor_execute", stop)


def content(engine: Engine) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, without what is random in it."""
    with reading(engine) as connection:
        return {
            name: sorted(
                tuple(repr(value) for column, value in row._mapping.items() if column != "bounce_key")
                for row in connection.execute(sa.select(table))
            )
            for name, table in SQLModel.metadata.tables.items()
            if name != "outbox"
        } | {
            "outbox": [
                (row.key, row.to, row.text, row.state, row.message["subject"], row.message["message_id"])
                for row in connection.execute(sa.select(SQLModel.metadata.tables["outbox"]).order_by(sa.text("id")))
            ]
        }


def joined(post: Letterbox) -> int:
    asked = post.mail("join tiny-2 as Zoe\nluck: x", "zoe@x.test")
    return post.mail("yes", "zoe@x.test", to=post.answers(asked)[0].message["reply_to"], handled=False)


def confirmed(post: Letterbox) -> int:
    held = post.mail("high\nwithdraw orders", address_of("Ann"))
    return post.mail("yes", address_of("Ann"), to=post.answers(held)[0].message["reply_to"], handled=False)


def twice(post: Letterbox) -> int:
    mail = f"From: ann@players.test\r\nTo: {post.token_address('Ann')}\r\n\r\nhigh\r\n".encode()
    post.deliver(mail)
    return post.deliver(mail, handled=False)


LETTERS: dict[str, Callable[[Letterbox], int]] = {
    "orders": lambda post: post.from_player("Ann", "high\nnonsense: 1\nhelp", handled=False),
    "held": lambda post: post.mail("high", address_of("Ann"), handled=False),
    "confirmed": confirmed,
    "foreign token": lambda post: post.mail("high", address_of("Bob"), to=post.token_address("Ann"), handled=False),
    "the last seat": joined,
    "twice": twice,
}


def house(engine: Engine) -> Letterbox:
    office = Office(engine, renderer=Renderer())
    office.started()
    office.campaign("tiny-2", ("Eve", "Finn", "Gus"))
    return Letterbox(office)


@pytest.mark.parametrize("kind", LETTERS)
def test_stopped_anywhere_and_begun_again_gives_the_same(kind: str, sqlite_engine: Engine) -> None:
    post = house(sqlite_engine)
    letter = LETTERS[kind](post)
    before = content(sqlite_engine)
    statement = 0
    while True:
        statement += 1
        with stopping_at(sqlite_engine, statement) as seen:
            try:
                post.handle(letter)
                break
            except Stopped:
                assert len(seen) == statement
        assert content(sqlite_engine) == before, f"something was left behind at statement {statement}"
    assert statement > 5
    after = content(sqlite_engine)
    post.handle(letter)
    assert content(sqlite_engine) == after
    assert len({row[0] for row in after["outbox"]}) == len(after["outbox"])
