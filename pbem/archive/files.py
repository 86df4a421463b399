"""Pages as files: written whole or not at all, and only where they would change."""

import os
from collections.abc import Callable
from pathlib import Path


def write(file: Path, text: str) -> bool:
    """Writes the file by way of a new one beside it; False, and nothing is written, where it holds that text already."""
    content = text.encode()
    if _read(file) == content:
        return False
    try:
        _replace(file, content)
    except FileNotFoundError:
        file.parent.mkdir(parents=True)
        _replace(file, content)
    return True


def change(file: Path, changed: Callable[[str], str]) -> bool:
    """Writes what `changed` makes of the file's text, in the same way; False also where there is no file."""
    before = _read(file)
    after = before if before is None else changed(before.decode()).encode()
    if after is None or after == before:
        return False
    _replace(file, after)
    return True


def _read(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None


def _replace(file: Path, content: bytes) -> None:
    new = file.parent / f".{file.name}.{os.getpid()}"
    try:
        new.write_bytes(content)
        new.replace(file)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
