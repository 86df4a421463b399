"""The name under which this process holds leases, and the end of leases whose process has died."""

import os
import secrets
import socket

from sqlalchemy.engine import Connection

from pbem.store import leases


def holder_name() -> str:
    """`host:process:random`, so that no process takes another's lease for its own."""
    return f"{socket.gethostname()[:60]}:{os.getpid()}:{secrets.token_hex(4)}"


def end_leases_of_the_dead(connection: Connection, holder: str) -> list[str]:
    """Ends the leases of processes of this machine that are no more, and gives their names.

    A process with `holder`'s own number is one of the dead: the number has been given out again.
    """
    ended = []
    host, number, _ = holder.split(":")
    for name, other in leases.held(connection):
        if other == holder or other.count(":") != 2 or not other.startswith(f"{host}:"):
            continue
        process = other.split(":")[1]
        if process == number or not _lives(int(process)):
            leases.give_back(connection, name, other)
            ended.append(name)
    return ended


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
