"""The servers as fixtures, one of each a test process: import them into a conftest."""

from collections.abc import Iterator

import pytest

from tests.servers.dovecot import Dovecot, dovecot
from tests.servers.postfix import Postfix, postfix

BOXES = {
    "gm@pbem.test": "gm",
    "ann@example.test": "ann",
    "bob@example.test": "bob",
    "cleo@example.test": "cleo",
    "dan@example.test": "dan",
}


@pytest.fixture(scope="session")
def real_imap() -> Iterator[Dovecot]:
    """A Dovecot with a box for the GM and for four players."""
    with dovecot(BOXES) as server:
        yield server


@pytest.fixture(scope="session")
def real_smtp(real_imap: Dovecot) -> Iterator[Postfix]:
    """A Postfix that delivers into the boxes of `real_imap`."""
    with postfix(real_imap) as server:
        yield server
