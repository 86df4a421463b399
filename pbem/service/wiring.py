"""Builds what a use case is handed from the settings: the store, the secret, the renderer, the time."""

import contextlib
import os
import secrets
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from sqlalchemy.engine import Connection, Engine

from pbem.core.errors import Failed, Unusable
from pbem.mail.dkim_check import DkimCheck, see_that_it_is_installed
from pbem.moderator.desk import Desk, House
from pbem.report.renderer import Renderer
from pbem.service import clock
from pbem.service.config import Settings
from pbem.service.sender_dns import Dns
from pbem.store import instance, migrations, outbox
from pbem.store.session import connect, reading, transaction

_SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class Office:
    """All that outlives a use case: one a process, whatever runs in it. `dkim`: what checks signatures, None for nothing."""

    settings: Settings
    engine: Engine
    house: House
    secret: bytes = field(repr=False)
    instance: str
    renderer: Renderer
    now: Callable[[], datetime]
    dkim: DkimCheck | None = None

    @contextmanager
    def at_desk(self) -> Iterator[Desk]:
        """A use case's surroundings in a transaction: committed at the end of the block, rolled back by an exception."""
        with transaction(self.engine) as connection:
            yield self._desk(connection)

    @contextmanager
    def looking(self) -> Iterator[Desk]:
        """The same for what only looks: it cannot write, and holds nobody up."""
        with reading(self.engine) as connection:
            yield self._desk(connection)

    def _desk(self, connection: Connection) -> Desk:
        return Desk(connection, self.now(), self.secret, self.instance, self.house, self.renderer)


def open_office(settings: Settings, now: Callable[[], datetime] | None = None) -> Office:
    """The office of these settings, by this machine's clock or the one given.

    Raises Unusable where the database has not the form that is needed, where the secret is lost, and where signatures are to be
    checked and cannot be.
    """
    dkim = _dkim_check(settings)
    engine = open_store(settings)
    with transaction(engine) as connection:
        name = instance.instance_id(connection)
        lost = lost_secret(settings, connection)
    if lost:
        engine.dispose()
        raise Unusable(lost)
    file = settings.pbem.secret_file
    renderer = Renderer(settings.pbem.templates)
    return Office(settings, engine, house_of(settings), read_secret(file), name, renderer, now or clock.now, dkim)


def _dkim_check(settings: Settings) -> DkimCheck | None:
    if not settings.house.check_dkim:
        return None
    see_that_it_is_installed()
    return DkimCheck(lambda name: Dns().texts(name))


def open_store(settings: Settings) -> Engine:
    """The database, seen to be usable. Raises Unusable, in one sentence, where it is not."""
    engine = connect(settings.pbem.database)
    try:
        migrations.check_usable(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


def house_of(settings: Settings) -> House:
    """The settings that the moderator needs."""
    house, limits = settings.house, settings.limits
    return House(
        address=house.address,
        gm=tuple(house.gm),
        name=settings.pbem.name,
        reply_to=house.reply_to,
        authserv_id=house.authserv_id,
        archive_url=house.archive_url,
        answers_an_hour=limits.answers_an_hour,
        answers_a_day=limits.answers_a_day,
        stranger_answers_a_day=limits.stranger_answers_a_day,
        tries=limits.tries,
        bounce_score=limits.bounce_score,
        uncertain_wait=limits.uncertain_wait,
    )


def lost_secret(settings: Settings, connection: Connection) -> str:
    """What to do where mails have gone out whose key is no longer there; empty where none is lost."""
    file = settings.pbem.secret_file
    if file.exists() or outbox.is_empty(connection):
        return ""
    return (
        f"{file} is lost, the key of all reply addresses that players were sent; put it there from your backup, or give "
        "`pbem db new-secret`, after which replies to older mails are asked about before they count"
    )


def read_secret(file: Path) -> bytes:
    """The key of reply tokens: the file's content in hexadecimal digits; a new one is written where there is no file."""
    try:
        text = _written_once(file)
    except OSError as error:
        raise Failed(f"the secret cannot be kept in {file}: {error.strerror}; see [pbem] secret_file") from error
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        secret = b""
    if len(secret) < _SECRET_BYTES:
        raise Unusable(f"{file} does not hold a secret of pbem; put the right file there, from your backup")
    return secret


def _written_once(file: Path) -> str:
    """The content of the file, which appears whole: another process may be making it at this moment."""
    if not file.exists():
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        new = Path(name)
        try:
            with os.fdopen(handle, "w") as writing:
                writing.write(secrets.token_hex(_SECRET_BYTES) + "\n")
                writing.flush()
                os.fsync(writing.fileno())
            with contextlib.suppress(FileExistsError):
                file.hardlink_to(new)
        finally:
            new.unlink()
    return file.read_text("utf-8", errors="replace").strip()
