"""Pages as files: written whole or not at all, and only where they would change."""

import os
from pathlib import Path


def write(file: Path, text: str) -> bool:
    """Writes the file by way of a new one beside it; False, and nothing is written, where it holds that text already."""
    content = text.encode()
    try:
        if file.read_bytes() == content:
            return False
    except FileNotFoundError:
        pass
    try:
        _replace(file, content)
    except FileNotFoundError:
        file.parent.mkdir(parents=True)
        _replace(file, content)
    return True


def _replace(file: Path, content: bytes) -> None:
    new = file.parent / f".{file.name}.{os.getpid()}"
    try:
        new.write_bytes(content)
        new.replace(file)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
