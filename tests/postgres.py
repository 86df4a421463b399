"""A PostgreSQL server of the tests' own: on loopback, in a folder of its own, gone when the tests end. Source: stack.md 8."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.pool import NullPool

GIVEN_SERVER = os.environ.get("PBEM_TEST_POSTGRES", "")
"""The URL of a server on which the tests may create databases; empty where they start their own."""

_GUARD = 'folder=$1; shift; "$@" & server=$!; cat; kill -INT $server; wait $server; cd /; rm -rf "$folder"'
"""Ends the server and removes its folder when its own input ends: at the end of the tests, also where they are killed."""


def programs() -> Path | None:
    """The folder that holds `initdb` and `postgres`; None where there is none."""
    on_path = shutil.which("initdb")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: folder.parent.name, reverse=True)
    return next((folder for folder in folders if (folder / "initdb").exists() and (folder / "postgres").exists()), None)


def why_not() -> str:
    """Why there can be no PostgreSQL here; empty where there can."""
    if GIVEN_SERVER or programs():
        return ""
    return "PostgreSQL is not installed (no initdb and postgres found) and PBEM_TEST_POSTGRES names no server"


@contextmanager
def server() -> Iterator[str]:
    """The URL of a server that lives as long as the block: the one given, else one started here."""
    if GIVEN_SERVER:
        yield GIVEN_SERVER
        return
    bin_folder = programs()
    assert bin_folder, why_not()
    folder = Path(tempfile.mkdtemp(prefix="pbem-postgres-"))
    user = _unprivileged()
    if user is not None:
        os.chown(folder, user, -1)
    port = _free_port()
    options = {"fsync": "off", "listen_addresses": "127.0.0.1", "unix_socket_directories": "", "max_connections": "40"}
    settings = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
    log = (folder / "log").open("wb")
    data = str(folder / "data")
    initdb = [
        str(bin_folder / "initdb"),
        "-D",
        data,
        "-U",
        "pbem",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale=C",
        "--no-sync",
    ]
    process = None
    try:
        subprocess.run(initdb, check=True, cwd=folder, user=user, stdout=log, stderr=log)
        command = [str(bin_folder / "postgres"), "-D", data, "-p", str(port), *settings]
        process = subprocess.Popen(
            ["sh", "-c", _GUARD, "sh", str(folder), *command],
            cwd=folder,
            user=user,
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
        )
        url = f"postgresql+psycopg://pbem@127.0.0.1:{port}/postgres"
        _wait(url, process, folder / "log")
        yield url
    finally:
        if process is not None:
            assert process.stdin
            process.stdin.close()
            process.wait(30)
        log.close()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def database(server_url: str, name: str) -> Iterator[str]:
    """The URL of a new and empty database, dropped at the end of the block."""
    admin = sa.create_engine(server_url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    quoted = admin.dialect.identifier_preparer.quote_identifier(name)
    with admin.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {quoted} TEMPLATE template0 ENCODING 'UTF8'"))
    try:
        yield sa.make_url(server_url).set(database=name).render_as_string(hide_password=False)
    finally:
        with admin.connect() as connection:
            connection.execute(sa.text(f"DROP DATABASE {quoted} WITH (FORCE)"))


def _unprivileged() -> int | None:
    """The user to run as: PostgreSQL refuses root. None for the present one."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name: entry.pw_uid for entry in pwd.getpwall()}
    return known.get("postgres", known["nobody"])


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait(url: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    engine = sa.create_engine(url, poolclass=NullPool)
    end = time.monotonic() + 30
    while True:
        try:
            engine.connect().close()
            return
        except sa.exc.OperationalError:
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.02)
