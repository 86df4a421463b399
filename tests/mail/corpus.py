"""The mails of `letters/`, as bytes."""

from pathlib import Path

CORPUS = [file.read_bytes() for file in sorted((Path(__file__).parent / "letters").glob("*.eml"))]
