"""Real mail servers for the tests, on loopback ports of their own, ended by the processes that were started."""

import os
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

REQUIRED = bool(os.environ.get("PBEM_TEST_REQUIRE_SERVERS"))
_SEARCHED = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
_PATIENCE = 30.0  # seconds


def program(name: str) -> str | None:
    """Where a server's program is installed; None where it is not."""
    return shutil.which(name, path=_SEARCHED)


def skip(reason: str) -> None:
    """Skips a test that needs a server; fails it where servers are required."""
    if REQUIRED:
        pytest.fail(reason)
    pytest.skip(reason)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def usual_umask() -> Iterator[None]:
    """Files made in the block can be read by a server's own users, whatever the umask that the tests were started with."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


def wait_until(ready: Callable[[], bool], what: str) -> None:
    """Returns once `ready()`; raises AssertionError when that takes too long."""
    until = time.monotonic() + _PATIENCE
    while not ready():
        assert time.monotonic() < until, f"{what} did not come"
        time.sleep(0.01)


def accepts(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0
