"""Where the tokens of a mail account are kept: one file that its owner alone can read, always whole."""

import contextlib
import fcntl
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path

from pbem.core.errors import Unusable


@dataclass(frozen=True, slots=True)
class Tokens:
    """`client_id`, `token_url`: to whom and by whom they were given. `use_until`: when the access token is to be renewed.

    `refused`: what the provider said when it took the refresh token no longer, empty while it does.
    """

    client_id: str
    token_url: str
    refresh_token: str = field(repr=False)
    access_token: str = field(repr=False)
    use_until: datetime
    refused: str = ""


def read(file: Path) -> Tokens | None:
    """The tokens in the file; None where there is none. Raises Unusable."""
    try:
        found = json.loads(file.read_text("utf-8"))
        until = datetime.fromisoformat(found.pop("use_until"))
        tokens = Tokens(use_until=until, **found)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Unusable(f"the tokens cannot be read from {file}: {error.strerror}; see [oauth] token_file") from error
    except (ValueError, TypeError, KeyError, AttributeError):
        tokens = None
    if tokens is None or until.tzinfo is None or not all(isinstance(value, str) for value in found.values()):
        raise Unusable(f"{file} does not hold what `pbem mail authorize` writes; run it again")
    return tokens


@contextmanager
def replacing(file: Path) -> Iterator[Callable[[Tokens], None]]:
    """What writes the file anew, whole or not at all. A folder that cannot be written to is found before the block begins.

    Raises Unusable. Nothing is changed where nothing is written.
    """
    try:
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)  # readable by its owner alone
    except OSError as error:
        raise Unusable(f"tokens cannot be kept in {file}: {error.strerror}; see [oauth] token_file") from error
    new = Path(name)

    def write(tokens: Tokens) -> None:
        with os.fdopen(handle, "w", encoding="utf-8", closefd=False) as writing:
            json.dump({**asdict(tokens), "use_until": tokens.use_until.isoformat()}, writing, indent=1)
            writing.flush()
            os.fsync(handle)
        new.replace(file)

    try:
        yield write
    except OSError as error:
        raise Unusable(f"tokens cannot be kept in {file}: {error.strerror}; see [oauth] token_file") from error
    finally:
        os.close(handle)
        with contextlib.suppress(FileNotFoundError):
            new.unlink()


@contextmanager
def alone(file: Path) -> Iterator[None]:
    """Keeps every other process out that wants to renew these tokens; a provider may let a refresh token be used only once."""
    try:
        handle = os.open(file.with_name(f".{file.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Unusable(f"tokens cannot be kept in {file}: {error.strerror}; see [oauth] token_file") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
