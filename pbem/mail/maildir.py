"""A Maildir as a source of mail: whatever lies in new/ and cur/ and is not filed away. Source: mail.md D; design.md.

A mail's identity is the unique part of its file's name; its time of receipt is in that name too.
"""

import re
import threading
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from pbem.core.letters import Raw
from pbem.mail.source import Batch, MailboxUnreachable

_DELIVERED = re.compile(r"(\d{1,11})(?:\.[^.:]*?M(\d{1,6})(?!\d))?")
_DONE = ",pbem"
"""Ends the unique part of a mail's name once it is filed away in place: a flag would not do, since mail programs set flags."""
_MOST_MAILS = 50
_MOST_BYTES = 8 * 1024 * 1024
_HEADER_BYTES = 65_536
_LONGEST_NAME = 200  # what the store keeps of an identity


class Maildir:
    """A source: a folder with new/, cur/ and tmp/.

    `processed`: the Maildir++ folder that stored mails are moved to; empty to leave them in cur/, marked in their names.
    `size`: bytes above which a mail's header alone is read.
    """

    def __init__(self, path: Path, name: str, processed: str = "Processed", size: int = 25_000_000) -> None:
        self.name = name
        self._path = path
        self._processed = processed
        self._size = size
        self._interrupted = threading.Event()
        self._last_change = 0

    def poll(self, uidvalidity: int, uid: int) -> Iterator[Batch]:
        """See Source. In the order of delivery; UIDVALIDITY and UIDs of a Maildir are always 0 and names."""
        self._last_change = self._changed()
        waiting = sorted(self._waiting(), key=lambda file: (_delivered(file), file.name))
        raws: list[Raw] = []
        total = 0
        for file in waiting:
            raw = self._read(file)
            if raw is None:
                continue
            raws.append(raw)
            total += len(raw.content)
            if len(raws) == _MOST_MAILS or total > _MOST_BYTES:
                yield Batch(0, 0, tuple(raws))
                raws, total = [], 0
        if raws:
            yield Batch(0, 0, tuple(raws))

    def file_away(self, uidvalidity: int, uids: Sequence[str]) -> None:
        """See Source."""
        wanted = set(uids)
        for file in self._waiting():
            unique = _unique(file)
            if unique[:_LONGEST_NAME] not in wanted:
                continue
            name = f"{unique}:2,S" if self._processed else f"{unique}{_DONE}:2,S"
            try:
                file.rename(self._done_folder() / name)
            except FileNotFoundError:
                continue
            except OSError as error:
                raise _unreachable(file, error) from error

    def wait(self, seconds: float) -> None:
        """See Source. Looks once a second whether the folder has changed."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 and self._changed() == self._last_change:
            if self._interrupted.wait(min(left, 1)):
                return

    def interrupt(self) -> None:
        """See Source."""
        self._interrupted.set()

    def close(self) -> None:
        """See Source."""

    def _waiting(self) -> list[Path]:
        try:
            files = [file for part in ("new", "cur") for file in (self._path / part).iterdir()]
        except OSError as error:
            raise _unreachable(self._path, error) from error
        return [file for file in files if not file.name.startswith(".") and not _unique(file).endswith(_DONE)]

    def _read(self, file: Path) -> Raw | None:
        """The mail in a file; None for one that is gone. A mail program may have moved it from new/ to cur/ meanwhile."""
        unique = _unique(file)
        found = file if file.exists() else next(self._path.joinpath("cur").glob(f"{_literally(unique)}:*"), None)
        if found is None or not found.is_file():
            return None
        try:
            size = found.stat().st_size
            with found.open("rb") as mail:
                content = mail.read() if size <= self._size else mail.read(_HEADER_BYTES)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _unreachable(found, error) from error
        received = datetime.fromtimestamp(_delivered(file) or found.stat().st_mtime, UTC)
        return Raw(self.name, 0, unique[:_LONGEST_NAME], content, received, oversize=size > self._size)

    def _done_folder(self) -> Path:
        if not self._processed:
            return self._path / "cur"
        folder = self._path / f".{self._processed}"
        if not folder.is_dir():
            for part in ("tmp", "new", "cur"):
                (folder / part).mkdir(parents=True, exist_ok=True)
            (folder / "maildirfolder").touch()
        return folder / "cur"

    def _changed(self) -> int:
        try:
            return (self._path / "new").stat().st_mtime_ns
        except OSError:
            return 0


def _unreachable(file: Path, error: OSError) -> MailboxUnreachable:
    reason = (error.strerror or "it is damaged").lower()
    return MailboxUnreachable(
        f"{file} cannot be used: {reason}; check [maildir] path and the rights of the service there"
    )


def _unique(file: Path) -> str:
    return file.name.partition(":")[0]


def _delivered(file: Path) -> float:
    """Seconds since 1970, with what the name has below a second; 0 for a name that does not begin with a time."""
    found = _DELIVERED.match(file.name)
    return int(found[1]) + (int(found[2]) / 1_000_000 if found[2] else 0) if found else 0


def _literally(name: str) -> str:
    return re.sub(r"([\[*?])", r"[\1]", name)
