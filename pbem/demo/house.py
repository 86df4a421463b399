"""A pbem as a GM would run it, with its files in one folder and the servers of the post office."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from pbem.core.errors import Unusable
from pbem.demo.cast import GM
from pbem.demo.post_office import HOST, PostOffice
from pbem.mail.smtp import SmtpConnection
from pbem.moderator import intake
from pbem.service import logs
from pbem.service.config import Settings, load
from pbem.service.first_config import Answers, write_config
from pbem.service.run import Service
from pbem.service.servers import passwords, smtp_server, sources
from pbem.service.wiring import Office, open_office
from pbem.store import migrations
from pbem.store.session import connect

GM_PASSWORD = "demo-of-pbem"  # noqa: S105 - the key of a mailbox that exists for half a minute
OWN_MARK = ".pbem-demo"
"""The file by which a folder is known to be an earlier demo's, so that it may be emptied."""


def fresh_folder(folder: Path) -> Path:
    """The folder, empty but for our mark. Raises Unusable where it holds anything that is not an earlier demo's."""
    if folder.exists():
        if not (folder / OWN_MARK).exists() and any(folder.iterdir()):
            raise Unusable(
                f"{folder} is not empty and no demo made it; start the demo somewhere else, or give --folder"
            )
        _empty(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / OWN_MARK).write_text("made by pbem demo; the next demo empties this folder\n")
    for part in ("mails", "reports"):
        (folder / part).mkdir()
    return folder


def settings_for(folder: Path, post: PostOffice) -> Settings:
    """The configuration that the demo's service runs on, written to `config.toml` and read as any other."""
    answers: Answers = {
        ("house", "address"): GM,
        ("house", "gm"): [GM.replace("games", "gm")],
        ("pbem", "log_level"): "error",
        ("imap", "host"): HOST,
        ("imap", "port"): post.imap_port,
        ("imap", "tls"): "none",
        ("imap", "user"): GM,
        ("imap", "password"): GM_PASSWORD,
        ("imap", "poll"): 5,
        ("smtp", "host"): HOST,
        ("smtp", "port"): post.smtp_port,
        ("smtp", "tls"): "none",
        ("archive", "folder"): "archive",
        ("limits", "tick"): 1,
        ("limits", "answers_an_hour"): 1000,
        ("limits", "answers_a_day"): 1000,
    }
    file = folder / "config.toml"
    write_config(file, answers)
    return load(file)


@contextmanager
def running(settings: Settings, now: Callable[[], datetime]) -> Iterator[Office]:
    """The service, in a thread of its own, as `pbem run` starts it; stopped at the end of the block."""
    logs.begin(settings.pbem.log, settings.pbem.log_level, passwords(settings))
    engine = connect(settings.pbem.database)
    migrations.upgrade(engine)
    engine.dispose()
    office = open_office(settings, now)
    server = smtp_server(settings)
    service = Service(office, sources(settings), lambda: SmtpConnection(server), intake)
    thread = threading.Thread(target=service.run, name="pbem")
    thread.start()
    try:
        yield office
    finally:
        service.stop()
        thread.join()
        office.engine.dispose()


def _empty(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        else:
            path.unlink()
